/* Layers: what can be drawn on a board, each one way to touch it.  A layer shows shapes, and turns
 * taps, drags, keys and entries of its details into a new document.
 *
 * A document is {form, paint, item}: the puzzle, what is painted to derive clues from (a grid, or
 * null), and which of several pieces is being drawn. */
import { readGrid, withGrid, emptyGrid, withToken, resizedGrid, areasOf, unusedLetter, LETTERS,
} from "./sheet.js";
import { t } from "./texts.js";

export const TOP = 0, RIGHT = 1, BOTTOM = 2, LEFT = 3;
const STEPS = [[-1, 0], [0, 1], [1, 0], [0, -1]];

/** The rows and columns of a board, from the first of the blocks that is there.
 * @returns {[number, number]} */
export function sizeOf(form, layers) {
    for (const layer of layers) {
        const grid = layer.block && readGrid(form, layer.block, layer.words);
        if (grid?.length)
            return [grid.length, Math.max(...grid.map((line) => line.length))];
    }
    return [Array.isArray(form.rows) ? form.rows.length : 0,
        Array.isArray(form.columns) ? form.columns.length : 0];
}

/** One token a cell: a brush paints, the same brush again wipes out. */
export class Cells {
    /**
     * @param {string} title key of its name
     * @param {any} [options] `block`: where its tokens are, and whether they are `words`; `blank`:
     *     the token of an empty cell; `brushes`: tokens, or a function of the grid; `once`: tokens of
     *     which a board has one; `plus`: key of what the brush "+" does; `free`: any text is a
     *     token; `strokes`: it is drawn by dragging, and a tap counts when the finger goes up; `own`:
     *     the library's picture does not show it; `help`: key of a sentence
     */
    constructor(title, options = {}) {
        /** @type {any} the grid block's name, or null where there is none */
        this.block = "grid";
        /** @type {any} */
        this.brushes = [];
        this.blank = ".";
        this.once = "";
        this.help = "help_cells";
        this.words = this.free = this.strokes = this.own = this.holes = this.toggles = false;
        /** @type {(token: string) => any[]} of layers with sides */
        this.split = undefined;
        /** @type {(sides: any[]) => string} */
        this.join = undefined;
        Object.assign(this, {title, plus: ""}, options);
    }

    grid(doc) {
        return readGrid(doc.form, this.block, this.words) ??
            emptyGrid(...sizeOf(doc.form, doc.layers), this.blank);
    }

    /** An optional block that holds nothing is left out. */
    with(doc, grid) {
        const form = withGrid(doc.form, this.block, grid, this.words);
        if (this.block !== "grid" && grid.flat().every((token) => token === this.blank))
            delete form[this.block];
        return {...doc, form};
    }

    cell(doc, id) {
        const columns = this.grid(doc)[0].length;
        return [Math.floor(id / columns), id % columns];
    }

    /** @returns {any[]} */
    shapes(doc) {
        return this.grid(doc).flatMap((line, row) => line.map((token, column) => ({
            x: column, y: row, name: `${t("cell", row + 1, column + 1)}: ` +
                (token === this.blank ? t("empty") : token)})));
    }

    faces(doc) {
        return this.grid(doc).flatMap((line, row) => line.flatMap((token, column) => [
            ["rect", {x: column, y: row, width: 1, height: 1,
                class: token === "#" ? "face wall" : "face"}],
            ["text", {x: column + 0.5, y: row + 0.62, "font-size": 0.4},
                token === "#" || token === "." ? "" : token]]));
    }

    choices(doc) {
        const {brushes} = this;
        return typeof brushes === "function" ? brushes(this.grid(doc), doc) : brushes;
    }

    put(doc, id, token) {
        const [row, column] = this.cell(doc, id);
        let grid = this.grid(doc);
        if (this.once.includes(token) && token !== this.blank)
            grid = grid.map((line) => line.map((old) => old === token ? this.blank : old));
        return this.with(doc, withToken(grid, row, column, token));
    }

    tap(doc, id, brush) {
        const [row, column] = this.cell(doc, id);
        return this.put(doc, id, this.grid(doc)[row][column] === brush ? this.blank : brush);
    }

    drag(doc, from, to, brush) {
        const [row, column] = this.cell(doc, from);
        return this.put(doc, to, this.grid(doc)[row][column]);
    }

    key(doc, id, key) {
        const token = this.choices(doc).find((brush) => brush.toLowerCase() === key.toLowerCase());
        return key === "Backspace" || key === "Delete" ? this.put(doc, id, this.blank)
            : token === undefined ? null : this.put(doc, id, token);
    }

    details(doc, id) {
        const [row, column] = this.cell(doc, id);
        return this.free ? [{label: t("content"), value: this.grid(doc)[row][column],
            set: (value) => this.put(doc, id, value.trim() || this.blank)}] : [];
    }

    resized(form, rows, columns) {
        const grid = readGrid(form, this.block, this.words);
        return grid ? withGrid(form, this.block, resizedGrid(grid, rows, columns,
            () => this.blank), this.words) : form;
    }

    cleared(form) {
        const grid = readGrid(form, this.block, this.words);
        if (this.block !== "grid")
            return {...form, [this.block]: undefined};
        return grid ? withGrid(form, this.block, emptyGrid(grid.length, grid[0].length,
            this.blank), this.words) : form;
    }
}

/** Areas of equal letters: a drag makes the area it starts in larger, a tap begins a new one. */
export class Areas extends Cells {
    constructor(title, options = {}) {
        super(title, {strokes: true, plus: "newArea", help: "help_areas", ...options});
        this.optional = options.optional ?? false; /* cells may belong to none */
    }

    choices() {
        return this.holes ? ["+", "#"] : [];
    }

    tap(doc, id, brush) {
        const grid = this.grid(doc), [row, column] = this.cell(doc, id), old = grid[row][column];
        if (brush === "#" && old !== "#")
            return this.put(doc, id, "#");
        const alone = grid.flat().filter((token) => token === old).length === 1;
        const token = alone && this.optional ? this.blank : unusedLetter(grid);
        return this.with(doc, withToken(grid, row, column, token));
    }

    drag(doc, from, to) {
        const [row, column] = this.cell(doc, from), token = this.grid(doc)[row][column];
        return token === this.blank && this.optional ? this.drag(this.tap(doc, from), from, to)
            : this.put(doc, to, token);
    }

    key(doc, id, key) {
        if (key === "#" || LETTERS.includes(key))
            return this.put(doc, id, key);
        return (key === "Backspace" || key === "Delete") && this.optional
            ? this.put(doc, id, this.blank) : null;
    }

    /** New cells go to the area beside them. */
    resized(form, rows, columns) {
        const grid = readGrid(form, this.block, this.words);
        const near = (g, row, column) => g[Math.min(row, g.length - 1)][
            Math.min(column, g[0].length - 1)];
        return grid ? withGrid(form, this.block, resizedGrid(grid, rows, columns, near),
            this.words) : form;
    }

    cleared(form) {
        const grid = readGrid(form, this.block, this.words);
        if (this.optional || this.block !== "grid")
            return {...form, [this.block]: undefined};
        return withGrid(form, this.block, emptyGrid(grid.length, grid[0].length, "A"), false);
    }
}

/** Cages: areas with sums, which are kept in the order of their first cells. */
export class Cages extends Areas {
    constructor(title) {
        super(title, {block: "cages", optional: true});
    }

    /** Cages that share cells or hang together nowhere are lines of text, and changed there. */
    listed(doc) {
        return /^\s*\d+:/.test([doc.form.cages].flat()[0] ?? "");
    }

    helpFor(doc) {
        return this.listed(doc) ? "help_listed" : "help_areas";
    }

    grid(doc) {
        return this.listed(doc) ? emptyGrid(...sizeOf(doc.form, doc.layers), this.blank)
            : super.grid(doc);
    }

    sums(doc) {
        const {sums} = doc.form;
        return (Array.isArray(sums) ? sums.join(" ") : String(sums ?? "")).split(/\s+/)
            .filter(Boolean).map(Number);
    }

    /** A cage keeps its sum while it keeps its first cell; a new one has the least that is possible,
     * and one that grew the least it needs. */
    with(doc, grid) {
        if (this.listed(doc))
            return doc;
        const old = new Map(areasOf(this.grid(doc), this.blank).map(([first], i) =>
            [String(first), this.sums(doc)[i]]));
        const areas = areasOf(grid, this.blank);
        const next = super.with(doc, grid);
        const sums = areas.map((area) => Math.max(old.get(String(area[0])) ?? 0,
            area.length * (area.length + 1) / 2));
        const form = {...next.form, sums: sums.join(" ")};
        if (areas.length === 0)
            delete form.sums;
        return {...next, form};
    }

    details(doc, id) {
        const areas = areasOf(this.grid(doc), this.blank), [row, column] = this.cell(doc, id);
        const at = areas.findIndex((area) => area.some(([r, c]) => r === row && c === column));
        if (at < 0)
            return [];
        return [{label: t("sum"), value: String(this.sums(doc)[at] ?? ""), set: (value) => ({
            ...doc, form: {...doc.form, sums: this.sums(doc).map((sum, i) => i === at
                ? Number(value) || sum : sum).join(" ")}})}];
    }

    resized(form, rows, columns) {
        return this.listed({form}) ? form : super.resized(form, rows, columns);
    }

    cleared(form) {
        const {cages, sums, ...rest} = form;
        return rest;
    }
}

/** Tokens of four sides, top, right, bottom, left: a touch near a side changes that side. */
export class Sides extends Cells {
    /** @param {any} options `split` and `join` tell how four sides are a token; `toggles`: sides
     *     are there or not, which the brush "+" changes; `holes`: cells may be holes */
    constructor(title, options) {
        super(title, {free: true, plus: "connection", help: "help_sides", ...options});
    }

    choices(doc) {
        return [...(this.toggles ? ["+"] : super.choices(doc)), ...(this.holes ? ["#"] : [])];
    }

    tap(doc, id, brush, part) {
        const [row, column] = this.cell(doc, id), token = this.grid(doc)[row][column];
        if (brush === "#")
            return this.put(doc, id, token === "#" ? this.blank : "#");
        if (token === "#")
            return this.put(doc, id, this.blank);
        const sides = this.split(token);
        sides[part] = this.toggles ? !sides[part] : brush;
        return this.put(doc, id, this.join(sides));
    }

    drag(doc) {
        return doc;
    }

    key(doc, id, key) {
        return this.toggles && /^[0-9a-f#]$/i.test(key) ? this.put(doc, id, key.toLowerCase())
            : null;
    }
}

/** Sides of pieces that lie in no order: each line of the block is one. */
export class Pieces extends Sides {
    constructor(title, options) {
        super(title, {own: true, ...options});
    }

    across(doc) {
        const n = doc.form.grid.length;
        return Number(doc.form.columns) || Math.ceil(Math.sqrt(n));
    }

    grid(doc) {
        const across = this.across(doc), lines = doc.form.grid, rows = [];
        for (let i = 0; i < lines.length; i += across)
            rows.push(lines.slice(i, i + across));
        return rows;
    }

    with(doc, grid) {
        return {...doc, form: {...doc.form, grid: grid.flat()}};
    }

    faces(doc) {
        const corner = [[0, 0], [1, 0], [1, 1], [0, 1]];
        return this.grid(doc).flatMap((line, row) => line.flatMap((token, column) =>
            this.split(token).flatMap((side, k) => {
                const [a, b] = [corner[k], corner[(k + 1) % 4]];
                const x = (a[0] + b[0] + 1) / 4, y = (a[1] + b[1] + 1) / 4;
                return [["path", {d: `M${column + a[0]} ${row + a[1]}L${column + b[0]} ${
                    row + b[1]}L${column + 0.5} ${row + 0.5}z`,
                class: `face side-${Number(side) % 12}`}],
                ["text", {x: column + x, y: row + y + 0.08, "font-size": 0.22}, side]];
            })));
    }

    /** A board of another size has another number of pieces. */
    resized(form, rows, columns) {
        const grid = Array.from({length: rows * columns}, (_, i) => form.grid[i] ??
            this.blank);
        const next = {...form, grid, rows, columns};
        delete next.hints;
        return next;
    }

    cleared(form) {
        return {...form, grid: form.grid.map(() => this.blank)};
    }
}

const ARROWS = ["^", ">", "v", "<"];

/** Thermometers: drawn from the bulb on; a tap puts a bulb or takes it away. */
export class Thermometers extends Cells {
    constructor(title) {
        super(title, {blank: "#", strokes: true, help: "help_thermometers"});
    }

    /** Arrows without anything to flow from become bulbs. */
    with(doc, grid) {
        const mended = grid.map((line, row) => line.map((token, column) => {
            const from = ARROWS.indexOf(token);
            if (from < 0)
                return token;
            const [dr, dc] = STEPS[from];
            return (grid[row - dr]?.[column - dc] ?? "#") === "#" ? "o" : token;
        }));
        return super.with(doc, mended);
    }

    tap(doc, id) {
        const [row, column] = this.cell(doc, id);
        return this.put(doc, id, this.grid(doc)[row][column] === "o" ? "#" : "o");
    }

    drag(doc, from, to) {
        const grid = this.grid(doc), [r, c] = this.cell(doc, from), [y, x] = this.cell(doc, to);
        const way = STEPS.findIndex(([dr, dc]) => r + dr === y && c + dc === x);
        if (way < 0)
            return doc;
        if (grid[r][c] === ARROWS[(way + 2) % 4]) /* back the way it came */
            return this.put(doc, from, "#");
        let next = grid[r][c] === "#" ? withToken(grid, r, c, "o") : grid;
        STEPS.forEach(([dr, dc], k) => { /* what flowed on from here begins anew */
            if (next[r + dr]?.[c + dc] === ARROWS[k])
                next = withToken(next, r + dr, c + dc, "o");
        });
        return this.with(doc, withToken(next, y, x, ARROWS[way]));
    }

    key(doc, id, key) {
        const token = {"o": "o", "#": "#", "Backspace": "#", "Delete": "#"}[key];
        return token ? this.put(doc, id, token) : null;
    }
}

/** A picture that is painted, from which the clues follow. */
export class Paint extends Cells {
    /** @param {(doc: any, paint: any) => any} derive the form for what is painted */
    constructor(title, derive) {
        super(title, {block: null, blank: "-", brushes: (grid, doc) => doc.inks ?? ["#"],
            help: "help_paint"});
        this.derive = derive;
    }

    grid(doc) {
        const [rows, columns] = sizeOf(doc.form, doc.layers);
        return doc.paint ? resizedGrid(doc.paint, rows, columns, () => "-")
            : emptyGrid(rows, columns, "-");
    }

    with(doc, grid) {
        return {...doc, paint: grid, form: this.derive(doc, grid)};
    }

    /** Shown over the library's picture. */
    overlay(doc) {
        return this.grid(doc).flatMap((line, row) => line.flatMap((token, column) =>
            token === "-" ? [] : [["rect", {x: column + 0.15, y: row + 0.15, width: 0.7,
                height: 0.7, class: "painted"}]]));
    }

    resized(form) {
        return form;
    }

    cleared(form) {
        return form;
    }
}
