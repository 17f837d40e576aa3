/* Links: a puzzle, and perhaps a board, in the fragment of the address, which no server sees. */

async function through(bytes, stream) {
    const piped = new Blob([bytes]).stream().pipeThrough(stream);
    return new Uint8Array(await new Response(piped).arrayBuffer());
}

/** @param {{puzzle: string, answer?: (number|null)[], model?: string}} content */
export async function writeLink(content) {
    const text = new TextEncoder().encode(JSON.stringify(content));
    const packed = await through(text, new CompressionStream("deflate-raw"));
    const letters = Array.from(packed, (byte) => String.fromCharCode(byte)).join("");
    return "#p=" + btoa(letters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

const LONGEST = 1 << 20;

/** The content of a fragment; null: it has none.  Throws if it cannot be read. */
export async function readLink(fragment) {
    if (!fragment.startsWith("#p="))
        return null;
    const letters = atob(fragment.slice(3).replace(/-/g, "+").replace(/_/g, "/"));
    const packed = Uint8Array.from(letters, (c) => c.charCodeAt(0));
    const reader = new Blob([packed]).stream()
        .pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    const pieces = [];
    for (let size = 0, piece; !(piece = await reader.read()).done;) {
        size += piece.value.length;
        if (size > LONGEST) /* a small link can hide a huge text */
            throw new Error("too long");
        pieces.push(piece.value);
    }
    const content = JSON.parse(await new Blob(pieces).text());
    const good = typeof content?.puzzle === "string" &&
        (content.answer === undefined || (Array.isArray(content.answer) &&
            content.answer.every((v) => v === null || (Number.isInteger(v) && v >= 0)))) &&
        (content.model === undefined || typeof content.model === "string");
    if (!good)
        throw new Error("no puzzle");
    return content;
}
