/* Drawing a puzzle in the editor, as a person does, until its form is a given one. */
import { shows } from "./browser.mjs";

/** The middle of a shape of the canvas in the window, or of one of its sides (0 top, 1 right, ...). */
async function shapeAt(page, id, part = -1) {
    const [x, y] = await page.evaluate(async ([at, side]) => {
        await app.playing.drawn; /* people see what they touch */
        const node = app.playing.canvas.nodes[at];
        node.scrollIntoView({block: "center", behavior: "instant"});
        const box = node.getBoundingClientRect();
        const [dx, dy] = [[0, -0.3], [0.3, 0], [0, 0.3], [-0.3, 0]][side] ?? [0, 0];
        const inner = node.tagName === "path" ? app.playing.canvas.centres.get(at) : null;
        if (inner) {
            const p = node.ownerSVGElement.createSVGPoint();
            [p.x, p.y] = inner;
            const q = p.matrixTransform(node.getScreenCTM());
            return [q.x, q.y];
        }
        return [box.x + box.width * (0.5 + dx), box.y + box.height * (0.5 + dy)];
    }, [id, part]);
    return [x, y];
}

export async function tapShape(page, id, part) {
    await page.mouse.click(...await shapeAt(page, id, part));
}

async function dragShapes(page, ids) {
    for (let i = 0; i < ids.length; i++) {
        await page.mouse.move(...await shapeAt(page, ids[i]));
        if (i === 0)
            await page.mouse.down();
    }
    await page.mouse.up();
}

async function typeAt(page, id, text) {
    await page.evaluate((at) => app.playing.canvas.setFocus(at), id);
    await page.keyboard.press(text);
}

/** The details of a shape, from the first on. */
async function fillDetails(page, id, values) {
    await page.evaluate((at) => app.playing.canvas.setFocus(at), id);
    for (let i = 0; i < values.length; i++) {
        const input = page.locator(`[data-detail="${i}"]`);
        await input.fill(values[i]);
        await input.press("Enter");
    }
}

const form = (page) => page.evaluate(() => app.playing.doc.form);
const tokens = (lines, words) => lines.map((line) => words ? line.trim().split(/\s+/) : [...line]);

async function chooseLayer(page, title) {
    const tab = page.locator(`[data-layer="${title}"]`);
    if (await tab.count())
        await tab.click();
}

/** Cells by brush and mouse. */
async function paintCells(page, wanted, blank = ".") {
    const columns = wanted[0].length;
    for (const [i, token] of wanted.flat().entries()) {
        if (token === blank)
            continue;
        const brush = page.locator(`[data-brush="${token}"]`);
        if (await brush.getAttribute("aria-pressed") !== "true")
            await brush.click();
        await tapShape(page, Math.floor(i / columns) * columns + i % columns);
    }
}

/** The cells of each thermometer, from its bulb. */
function thermometers(grid) {
    const ways = {"^": [-1, 0], ">": [0, 1], "v": [1, 0], "<": [0, -1]}, columns = grid[0].length;
    const list = [];
    grid.forEach((line, row) => line.forEach((token, column) => {
        if (token !== "o")
            return;
        const path = [row * columns + column];
        for (let r = row, c = column, on = true; on;) {
            on = false;
            for (const [arrow, [dr, dc]] of Object.entries(ways))
                if (!on && grid[r + dr]?.[c + dc] === arrow) {
                    [r, c, on] = [r + dr, c + dc, true];
                    path.push(r * columns + c);
                }
        }
        list.push(path);
    }));
    return list;
}

/** One way for each kind; `target` is the form to come to, `answer` its answer. */
const WAYS = {
    async kakuro(page, target) {
        const wanted = tokens(target.grid, true), columns = wanted[0].length;
        await paintCells(page, wanted.map((line) => line.map((token) => token === "." ? "." : "#")),
            "#");
        for (const [i, token] of wanted.flat().entries())
            if (token.includes("\\"))
                await fillDetails(page, Math.floor(i / columns) * columns + i % columns,
                    token.split("\\").filter(Boolean));
    },
    async starbattle(page, target) {
        const wanted = tokens(target.grid).flat();
        await tapShape(page, 1);
        await dragShapes(page, [1, 2]);
        for (const [i, letter] of wanted.entries())
            await typeAt(page, i, letter);
    },
    async thermometers(page, target, answer) {
        const grid = tokens(target.grid);
        for (const path of thermometers(grid)) {
            await tapShape(page, path[0]);
            if (path.length > 1)
                await dragShapes(page, path);
        }
        await shows(page, "#report", /Several/); /* no answer of a board without clues is taken */
        await chooseLayer(page, "mercury");
        const cells = grid.flat().flatMap((token, i) => token === "#" ? [] : [i]);
        for (const [place, cell] of cells.entries())
            if (answer[place] === 1)
                await tapShape(page, cell);
    },
    async nonogram(page, target, answer) {
        for (const [place, value] of answer.entries())
            if (value > 0)
                await tapShape(page, place);
    },
    async infinityloop(page, target) {
        for (const [i, token] of tokens(target.grid).flat().entries())
            if (i < 8)
                for (const [side, bit] of [2, 1, 8, 4].entries())
                    await (parseInt(token, 16) & bit ? tapShape(page, i, side) : null);
            else
                await typeAt(page, i, token);
    },
    async match22(page, target) {
        for (const [i, token] of tokens(target.grid, true).flat().entries())
            await fillDetails(page, i, [token]);
    },
    async edgematch(page, target) {
        for (const [i, token] of target.grid.entries())
            await fillDetails(page, i, [token]);
        await tapShape(page, 0, 1);
        await fillDetails(page, 0, [target.grid[0]]);
    },
    async tiling(page, target) {
        await paintCells(page, tokens(target.grid));
        await chooseLayer(page, "pieces");
        await page.locator("#add-piece").click();
        await tapShape(page, 1);
        await page.getByRole("button", {name: "Undo", exact: true}).click();
        await page.getByRole("button", {name: "Undo", exact: true}).click();
    },
    async eternity1(page) {
        const chosen = await page.evaluate(() => app.playing.current.field(app.playing.doc)
            .chosen.indexOf(false));
        const before = JSON.stringify(await form(page));
        await tapShape(page, chosen);
        if (JSON.stringify(await form(page)) === before)
            throw new Error("the tap changed nothing");
        await page.getByRole("button", {name: "Undo", exact: true}).click();
    },
    async circuit(page, target) {
        await page.getByRole("button", {name: "Add a gate"}).click();
        await page.getByLabel("Kind of g17").selectOption("xor");
        await page.getByLabel("Input 2 of g17").selectOption("f");
        const {grid} = await form(page);
        if (grid[grid.length - 1] !== "g17 = a xor f")
            throw new Error(`the last gate is ${grid[grid.length - 1]}`);
        await page.getByRole("button", {name: "Remove g17"}).click();
        void target;
    },
    async v3ck(page, target) {
        const idOf = (name, x, y) => page.evaluate(([n, a, b]) => app.playing.current.points(
            app.playing.doc).findIndex((p) => p.name === n && (n || p.x === a && p.y === b)),
        [name, x, y]);
        for (const line of target.nodes) {
            const [name, x, y, ...numbers] = line.split(" ");
            await page.evaluate(async ([a, b]) => { /* a lattice that reaches so far */
                const layer = app.playing.current, {doc} = app.playing;
                if (!layer.points(doc).some((p) => p.x === a && p.y === b))
                    throw new Error(`no point ${a}, ${b}`);
            }, [Number(x), Number(y)]);
            await tapShape(page, await idOf("", Number(x), Number(y)));
            await fillDetails(page, await idOf(name), numbers);
        }
        for (const edge of target.edges) {
            const [a, b] = edge.split(" ");
            await dragShapes(page, [await idOf(a), await idOf(b)]);
        }
    },
};

/** Draws the target; its grid is painted cell by cell unless the kind has another way. */
export async function drawForm(page, target, answer) {
    await page.locator("#clear").click();
    await (WAYS[target.kind] ?? ((one) => paintCells(one, tokens(target.grid))))(page, target,
        answer);
    return form(page);
}
