/* How a puzzle of each kind is drawn: its layers, and the fields of its form that are not drawn.
 * This table is all that the page knows of kinds; one that is not listed is drawn as a grid of the
 * signs that its example has. */
import { Cells, Areas, Cages, Sides, Pieces, Thermometers, Paint } from "./layers.js";
import { Polyominoes, Drafters, Graph } from "./figures.js";
import { Gates } from "./gates.js";
import { readGrid, LETTERS } from "./sheet.js";
import { t } from "./texts.js";

const yes = (name, usual = false) => ({name, type: "yes", usual});
const number = (name, usual) => ({name, type: "number", usual});
const words = (name) => ({name, type: "words"});
const lines = (name) => ({name, type: "lines"});
const choice = (name, values) => ({name, type: "choice", values});

const digitsUpTo = (n) => Array.from({length: n}, (_, i) => i < 9 ? String(i + 1)
    : String.fromCharCode(56 + i));

/** Names of dots: those that are there and one more. */
const dots = (grid) => {
    const used = grid.flat().filter((token) => token !== "." && token !== "#");
    const next = LETTERS.find((letter) => !used.includes(letter));
    return [...new Set([...used.sort(), ...(next ? [next] : []), "#"])];
};

/** A dot has one partner: a third one takes the place of the first. */
class Dots extends Cells {
    put(doc, id, token) {
        const grid = this.grid(doc), columns = grid[0].length;
        const there = grid.flat().flatMap((old, i) => old === token && i !== id ? [i] : []);
        const next = there.length > 1 && token !== "." && token !== "#"
            ? this.with(doc, grid.map((line, r) => line.map((old, c) =>
                r * columns + c === there[0] ? "." : old))) : doc;
        return super.put(next, id, token);
    }
}

/** Open and black cells, and sums in the black ones. */
class Sums extends Cells {
    constructor() {
        super("pattern", {words: true, blank: "#", brushes: [".", "#", ...digitsUpTo(9)]});
    }

    with(doc, grid) { /* a sum stands before an open cell */
        const open = (row, column) => /^[.\dA-G]$/.test(grid[row]?.[column] ?? "");
        return super.with(doc, grid.map((line, r) => line.map((token, c) => {
            const [down, across] = this.parts(token);
            return /^[.\dA-G]$/.test(token) ? token
                : this.whole(open(r + 1, c) ? down : "", open(r, c + 1) ? across : "");
        })));
    }

    parts(token) {
        return token.includes("\\") ? token.split("\\") : ["", ""];
    }

    whole(down, across) {
        return down || across ? `${down}\\${across}` : "#";
    }

    tap(doc, id, brush) {
        const [row, column] = this.cell(doc, id);
        if (row === 0 || column === 0 || (this.grid(doc)[row][column] === brush &&
            brush === "#"))
            return doc;
        return super.tap(doc, id, brush);
    }

    drag(doc, from, to) {
        const [row, column] = this.cell(doc, to);
        return row === 0 || column === 0 ? doc : super.drag(doc, from, to);
    }

    details(doc, id) {
        const grid = this.grid(doc), [row, column] = this.cell(doc, id);
        const token = grid[row][column], parts = this.parts(token);
        const open = (r, c) => /^[.\dA-G]$/.test(grid[r]?.[c] ?? "");
        if (open(row, column))
            return [];
        const fits = [open(row + 1, column), open(row, column + 1)];
        return ["sumDown", "sumAcross"].flatMap((name, i) => fits[i] ? [{label: t(name),
            value: parts[i], set: (value) => this.put(doc, id, this.whole(...parts.map((old, k) =>
                k === i ? value.replace(/\D/g, "") : old)))}] : []);
    }
}

/** Walls at the right (v) and below (h) of a cell. */
class Walls extends Sides {
    constructor() {
        super("walls", {block: "walls", blank: ".", toggles: true, free: false,
            split: (token) => [false, "v+".includes(token), "h+".includes(token), false],
            join: ([, right, below]) => right ? (below ? "+" : "v") : below ? "h" : "."});
    }

    key(doc, id, key) {
        return Cells.prototype.key.call(Object.assign(Object.create(this),
            {choices: () => [..."vh+."]}), doc, id, key);
    }
}

const TILE = {split: (token) => [2, 1, 8, 4].map((bit) => (parseInt(token, 16) & bit) !== 0),
    join: ([top, right, bottom, left]) =>
        (2 * top + Number(right) + 8 * bottom + 4 * left).toString(16)};

/** Lengths of blocks of equal ink, "2r 1b", or "0". */
function clue(line, coloured) {
    const blocks = [];
    line.forEach((ink, i) => {
        if (ink !== "-" && ink === line[i - 1])
            blocks[blocks.length - 1][0]++;
        else if (ink !== "-")
            blocks.push([1, ink]);
    });
    return blocks.map(([n, ink]) => coloured ? n + ink : n).join(" ") || "0";
}

const turned = (grid) => grid[0].map((_, column) => grid.map((line) => line[column]));

const nonogramClues = ({form}, paint) => ({...form,
    rows: paint.map((line) => clue(line, form.colours)),
    columns: turned(paint).map((line) => clue(line, form.colours))});

/** How many cells of a thermometer are painted in each line. */
function thermometerSums({form}, paint) {
    const cells = readGrid(form, "grid", false);
    const full = paint.map((line, r) => line.map((ink, c) => ink !== "-" &&
        cells[r]?.[c] !== "#" ? 1 : 0));
    const sums = (grid) => grid.map((line) => line.reduce((a, b) => a + b, 0)).join(" ");
    return {...form, rows: sums(full), columns: sums(turned(full))};
}

const inksOf = (form) => form.colours ? String(form.colours).trim().split(/\s+/)
    .map((word) => word[0]) : ["#"];

/** A list of numbers for each line, "?" for new ones. */
const resizedList = (list, n) => list === undefined ? undefined : Array.from({length: n},
    (_, i) => String(list).trim().split(/\s+/)[i] ?? "?").join(" ");

/**
 * Each kind: `layers`, `fields`, `square` (as many rows as columns), `fixed` (its size follows from
 * what is drawn), `resized` (what else changes with the size), `inks` (what can be painted).
 */
export const DRAWING = {
    binary: {layers: [new Cells("digits", {brushes: ["0", "1"]})],
        fields: [yes("different", true)]},
    circuit: {layers: [], panel: new Gates(), fields: [words("output")], fixed: true},
    edgematch: {layers: [new Pieces("sides", {blank: "0 0 0 0",
        brushes: (grid) => {
            const most = Math.max(0, ...grid.flat().flatMap((piece) => piece.split(/\s+/)
                .map(Number)));
            return Array.from({length: Math.min(most + 2, 30)}, (_, i) => String(i));
        }, split: (token) => token.split(/\s+/), join: (sides) => sides.join(" ")})],
    fields: [yes("border", true), choice("goal", ["match", "edges", "pieces"])]},
    eternity1: {layers: [new Drafters("pieces")], fields: [choice("goal", ["cover", "pieces"])],
        fixed: true},
    flowfree: {layers: [new Dots("dots", {brushes: dots})],
        fields: [yes("cover", true), yes("touch", true)]},
    infinityloop: {layers: [new Sides("tiles", {blank: "0", toggles: true, holes: true, ...TILE}),
        new Walls()], fields: [yes("connected"), yes("loops", true), yes("wrap"), yes("minimise")]},
    kakuro: {layers: [new Sums()], fields: []},
    knight: {layers: [new Cells("squares", {brushes: ["#", "S", "E"], once: "SE"})],
        fields: [yes("closed")]},
    match22: {layers: [new Sides("disks", {words: true, blank: "rrrr", holes: true,
        brushes: ["r", "b", "y", "g", "p", "o"], split: (token) => [...token],
        join: (sides) => sides.join("")})], fields: []},
    monodot: {layers: [new Cells("cells", {brushes: ["#", ...digitsUpTo(8)]})],
        fields: [words("nodes")]},
    nonogram: {layers: [new Paint("picture", nonogramClues)], inks: inksOf,
        fields: [lines("rows"), lines("columns")],
        resized: (form, rows, columns) => ({...form,
            rows: Array.from({length: rows}, (_, i) => form.rows[i] ?? "0"),
            columns: Array.from({length: columns}, (_, i) => form.columns[i] ?? "0")}),
        cleared: (form) => ({...form, rows: form.rows.map(() => "0"),
            columns: form.columns.map(() => "0")})},
    slider: {layers: [new Cells("cells", {brushes: ["#", "S", "T"], once: "ST"})],
        fields: [yes("stop")]},
    starbattle: {layers: [new Areas("islands", {holes: true}), new Cells("stars", {block: "given",
        brushes: ["*", "-"]})], fields: [number("stars", 1)]},
    sudoku: {square: true, layers: [
        new Cells("digits", {brushes: (grid) => digitsUpTo(grid.length)}),
        new Cages("cages"), new Areas("regions", {block: "regions"}),
        new Cells("parity", {block: "parity", brushes: ["o", "e"]})],
    fields: [words("boxes"), yes("diagonals"), yes("repeats")]},
    thermometers: {layers: [new Thermometers("thermometers"),
        new Paint("mercury", thermometerSums)], inks: () => ["#"],
    fields: [words("rows"), words("columns")],
    resized: (form, rows, columns) => ({...form, rows: resizedList(form.rows, rows),
        columns: resizedList(form.columns, columns)}),
    cleared: (form) => ({...form, rows: undefined, columns: undefined})},
    tiling: {layers: [new Cells("board", {brushes: ["#"]}), new Polyominoes("pieces")],
        fields: [yes("turns", true), yes("flips", true)]},
    v3ck: {layers: [new Graph("graph")], fields: [words("colours")], fixed: true},
};

/** How an unlisted kind is drawn. */
export function drawingOf(form) {
    if (DRAWING[form.kind])
        return DRAWING[form.kind];
    const signs = new Set((readGrid(form, "grid", false) ?? []).flat());
    return {layers: [new Cells("cells", {brushes: [...signs].filter((sign) => sign !== ".")})],
        fields: []};
}

/** The form for a board of another size. */
export function resizedForm(drawing, form, rows, columns) {
    const next = drawing.layers.reduce((f, layer) => layer.resized(f, rows, columns), form);
    return drawing.resized ? drawing.resized(next, rows, columns) : next;
}

/** The form with nothing drawn. */
export function clearedForm(drawing, form) {
    const next = drawing.layers.reduce((f, layer) => layer.cleared(f), form);
    return drawing.cleared ? drawing.cleared(next) : next;
}

