/* What people bring as files: text, compressed text, and pictures, which become nonograms. */
import { t } from "./texts.js";

const MOST_BYTES = 50e6;
const AS_IT_IS = 100; /* a picture of up to so many pixels a side is a nonogram, pixel by cell */
const SHRUNK = 30; /* cells of the longer side of any other */

/** The text of a puzzle, and perhaps a note about it.
 * @param {File} file @returns {Promise<{text: string, note?: string}>} */
export async function readFile(file) {
    if (file.size > MOST_BYTES)
        throw new Error(t("fileTooLong"));
    const head = new Uint8Array(await file.slice(0, 6).arrayBuffer());
    const begins = (...bytes) => bytes.every((byte, i) => head[i] === byte);
    if (begins(0x1f, 0x8b))
        return {text: await unzipped(file)};
    if (begins(0xfd, 0x37, 0x7a) || begins(0x28, 0xb5, 0x2f, 0xfd))
        throw new Error(t("fileNotGzip"));
    if (file.type.startsWith("image/") && !/svg|x-portable/.test(file.type))
        return readPicture(file);
    return {text: await file.text()};
}

async function unzipped(file) {
    const reader = file.stream().pipeThrough(new DecompressionStream("gzip")).getReader();
    const pieces = [];
    for (let size = 0, piece; !(piece = await reader.read()).done;) {
        size += piece.value.length;
        if (size > MOST_BYTES) /* a small file can hide a huge text */
            throw new Error(t("fileTooLong"));
        pieces.push(piece.value);
    }
    return new Blob(pieces).text();
}

/** A picture as PPM, or as PBM in black and white if it has to be made smaller. */
async function readPicture(file) {
    let image;
    try {
        image = await createImageBitmap(file);
    } catch {
        throw new Error(t("fileNoPicture"));
    }
    const longer = Math.max(image.width, image.height), small = longer <= AS_IT_IS;
    const scale = small ? 1 : SHRUNK / longer;
    const width = Math.max(1, Math.round(image.width * scale));
    const height = Math.max(1, Math.round(image.height * scale));
    const canvas = new OffscreenCanvas(width, height);
    const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d"));
    context.fillStyle = "white"; /* behind what is transparent */
    context.fillRect(0, 0, width, height);
    context.imageSmoothingQuality = "high";
    context.drawImage(image, 0, 0, width, height);
    const {data} = context.getImageData(0, 0, width, height);
    return small ? {text: asPpm(data, width, height)}
        : {text: asPbm(data, width, height), note: t("pictureShrunk", width, height)};
}

function asPpm(data, width, height) {
    const rows = Array.from({length: height}, (_, row) => Array.from({length: width},
        (_, column) => data.slice(4 * (row * width + column), 4 * (row * width + column) + 3)
            .join(" ")).join("  "));
    return `P3\n${width} ${height}\n255\n${rows.join("\n")}\n`;
}

/** Black and white, parted where the two groups differ most (Otsu's threshold). */
function asPbm(data, width, height) {
    const grey = Array.from({length: width * height}, (_, i) => Math.round(
        0.299 * data[4 * i] + 0.587 * data[4 * i + 1] + 0.114 * data[4 * i + 2]));
    const level = threshold(grey);
    const rows = Array.from({length: height}, (_, row) => grey.slice(row * width,
        (row + 1) * width).map((value) => value <= level ? 1 : 0).join(" "));
    return `P1\n${width} ${height}\n${rows.join("\n")}\n`;
}

/** @param {number[]} grey @returns {number} */
export function threshold(grey) {
    const count = Array(256).fill(0), total = grey.reduce((sum, value) => sum + value, 0);
    for (const value of grey)
        count[value]++;
    let best = 127, most = 0, below = 0, sum = 0;
    for (let level = 0; level < 255; level++) {
        below += count[level];
        sum += level * count[level];
        const above = grey.length - below;
        if (below === 0 || above === 0)
            continue;
        const apart = below * above * (sum / below - (total - sum) / above) ** 2;
        if (apart > most) {
            most = apart;
            best = level;
        }
    }
    return best;
}
