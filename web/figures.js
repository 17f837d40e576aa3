/* Layers for what is no grid of cells: the pieces of a tiling, shapes of drafters, graphs. */
import { Cells } from "./layers.js";
import { emptyGrid } from "./sheet.js";
import { t } from "./texts.js";

/** Several pieces, of which one is drawn at a time (doc.item). */
class Items extends Cells {
    constructor(title, options) {
        super(title, {own: true, blank: ".", brushes: ["x"], help: "help_pieces", ...options});
    }

    lines(doc) {
        return doc.form.pieces ?? [];
    }

    item(doc) {
        return Math.min(doc.item ?? 0, this.lines(doc).length - 1);
    }

    withLine(doc, line) {
        return {...doc, form: {...doc.form, pieces: this.lines(doc).map((old, i) =>
            i === this.item(doc) ? line : old)}};
    }

    added(doc, line) {
        return {...doc, item: this.lines(doc).length,
            form: {...doc.form, pieces: [...this.lines(doc), line]}};
    }

    removed(doc) {
        const at = this.item(doc);
        return {...doc, item: Math.max(0, at - 1), form: {...doc.form,
            pieces: this.lines(doc).filter((_, i) => i !== at)}};
    }

    resized(form) {
        return form;
    }
}

/** The pieces of a tiling: "NAME COUNT xx./.xx". */
export class Polyominoes extends Items {
    parts(doc) {
        const words = (this.lines(doc)[this.item(doc)] ?? "A x").split(/\s+/);
        return {name: words[0], count: words.length > 2 ? words[1] : "1",
            rows: words[words.length - 1]};
    }

    grid(doc) {
        const rows = this.parts(doc).rows.split("/");
        const side = Math.max(5, rows.length + 1, ...rows.map((row) => row.length + 1));
        return emptyGrid(side, side, ".").map((line, r) => line.map((_, c) =>
            rows[r]?.[c] === "x" ? "x" : "."));
    }

    /** Without empty rows above and columns to the left. */
    with(doc, grid) {
        let rows = grid.map((line) => line.join("")).filter((row, i, all) =>
            all.slice(0, i + 1).some((r) => r.includes("x")));
        while (rows.length > 1 && !rows[rows.length - 1].includes("x"))
            rows.pop();
        const left = Math.min(...rows.map((row) => (row.indexOf("x") + 1 || 99) - 1));
        rows = rows.map((row) => row.slice(left).replace(/\.+$/, "") || ".");
        const {name, count} = this.parts(doc);
        return rows.some((row) => row.includes("x"))
            ? this.withLine(doc, `${name} ${count} ${rows.join("/")}`) : doc;
    }

    add(doc) {
        const used = new Set(this.lines(doc).map((line) => line.split(" ")[0]));
        const name = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].find((c) => !used.has(c)) ?? "AA";
        return this.added(doc, `${name} 1 x`);
    }

    itemNames(doc) {
        return this.lines(doc).map((line) => line.split(" ")[0]);
    }

    details(doc) {
        const {name, count, rows} = this.parts(doc);
        return [{label: t("name"), value: name, set: (value) => this.withLine(doc,
            `${value.trim() || name} ${count} ${rows}`)},
        {label: t("howOften"), value: count, set: (value) => this.withLine(doc,
            `${name} ${value.trim() || "1"} ${rows}`)}];
    }

    cleared(form) {
        return form;
    }
}

/* ---- Drafters ---- */

const HALF = 0.5, LARGE = 1 / Math.sqrt(3), SMALL = LARGE / 2, ROW = Math.sqrt(3) / 2;
const key = ([x, y]) => `${Math.round(x * 1000)},${Math.round(y * 1000)}`;

/** The corners of a walk; y grows upwards. */
function walk(letters) {
    const points = [[0, 0]];
    for (const letter of letters) {
        const step = letter.toUpperCase().charCodeAt(0) - 65, angle = step * Math.PI / 6;
        const far = step % 2 === 0 ? HALF : letter === letter.toUpperCase() ? LARGE : SMALL;
        const [x, y] = points[points.length - 1];
        points.push([x + far * Math.cos(angle), y + far * Math.sin(angle)]);
    }
    return points.slice(0, -1);
}

/** The six drafters of a lattice triangle with these corners, each counter-clockwise. */
function drafters(corners) {
    const mid = ([a, b], [c, d]) => [(a + c) / 2, (b + d) / 2];
    const centre = [0, 1].map((i) => corners.reduce((sum, p) => sum + p[i], 0) / 3);
    return corners.flatMap((corner, i) => {
        const next = corners[(i + 1) % 3], half = mid(corner, next);
        return [[corner, half, centre], [half, next, centre]];
    });
}

/** All drafters of a lattice that holds the points with a rim of one side. */
function lattice(points) {
    const ys = points.map((p) => Math.round(p[1] / ROW)), xs = points.map((p) => p[0]);
    const list = [];
    for (let row = Math.min(...ys) - 1; row <= Math.max(...ys) + 1; row++) {
        const from = Math.floor(Math.min(...xs) - row / 2) - 1;
        for (let i = from; i <= Math.ceil(Math.max(...xs) - row / 2) + 1; i++) {
            const at = (a, b) => [a + b / 2, b * ROW];
            list.push(...drafters([at(i, row), at(i + 1, row), at(i, row + 1)]),
                ...drafters([at(i + 1, row), at(i + 1, row + 1), at(i, row + 1)]));
        }
    }
    return list;
}

/** @returns {any} */
const middleOf = (drafter) => [0, 1].map((i) => drafter.reduce((sum, p) => sum + p[i], 0) / 3);

function inside([x, y], polygon) {
    let odd = false;
    polygon.forEach(([a, b], i) => {
        const [c, d] = polygon[(i + 1) % polygon.length];
        if (b > y !== d > y && x < a + (c - a) * (y - b) / (d - b))
            odd = !odd;
    });
    return odd;
}

const LETTER = (angle, far) => {
    const step = (Math.round(angle / (Math.PI / 6)) + 12) % 12;
    const letter = String.fromCharCode(65 + step);
    return step % 2 === 1 && far < (LARGE + SMALL) / 2 ? letter.toLowerCase() : letter;
};

/** The walk around a set of drafters, from a corner of the lattice; "" if there is none. */
function outline(list) {
    const edges = new Map();
    for (const drafter of list)
        drafter.forEach((p, i) => {
            const q = drafter[(i + 1) % 3], back = key(q) + ">" + key(p);
            if (edges.has(back))
                edges.delete(back);
            else
                edges.set(key(p) + ">" + key(q), [p, q]);
        });
    const isCorner = ([x, y]) => {
        const row = y / ROW, column = x - row / 2;
        return Math.abs(row - Math.round(row)) < 0.01 &&
            Math.abs(column - Math.round(column)) < 0.01;
    };
    const first = [...edges.values()].find(([p]) => isCorner(p));
    if (!first)
        return "";
    const left = new Map(edges);
    let word = "";
    for (let edge = first; edge;) {
        const [p, q] = edge;
        left.delete(key(p) + ">" + key(q));
        word += LETTER(Math.atan2(q[1] - p[1], q[0] - p[0]), Math.hypot(q[0] - p[0], q[1] - p[1]));
        edge = [...left.values()].find(([a]) => key(a) === key(q));
    }
    return word;
}

/** Board and pieces of drafters; the first item is the board. */
export class Drafters extends Items {
    lines(doc) {
        return [doc.form.board, ...(doc.form.pieces ?? [])];
    }

    item(doc) {
        return Math.min(doc.item ?? 0, this.lines(doc).length - 1);
    }

    itemNames(doc) {
        return [t("board"), ...(doc.form.pieces ?? []).map((line) => line.split(" ")[0])];
    }

    letters(doc) {
        return this.lines(doc)[this.item(doc)].split(" ").pop();
    }

    withLine(doc, letters) {
        const at = this.item(doc);
        const form = at === 0 ? {...doc.form, board: letters} : {...doc.form,
            pieces: doc.form.pieces.map((old, i) => i === at - 1
                ? `${old.split(" ")[0]} ${letters}` : old)};
        return {...doc, form};
    }

    add(doc) {
        const n = (doc.form.pieces ?? []).length;
        const used = new Set((doc.form.pieces ?? []).map((line) => line.split(" ")[0]));
        let name = n + 1;
        while (used.has(String(name)))
            name++;
        return {...doc, item: n + 1, form: {...doc.form,
            pieces: [...(doc.form.pieces ?? []), `${name} AAEEII`]}};
    }

    removed(doc) {
        const at = this.item(doc);
        return at === 0 || doc.form.pieces.length === 1 ? doc : {...doc, item: at - 1,
            form: {...doc.form, pieces: doc.form.pieces.filter((_, i) => i !== at - 1)}};
    }

    /** The drafters around the shape, and which of them belong to it. */
    field(doc) {
        const points = walk(this.letters(doc)), all = lattice(points);
        return {all, chosen: all.map((one) => inside(middleOf(one), points))};
    }

    /** In units that look as large as cells. */
    path(drafter) {
        return "M" + drafter.map(([x, y]) => `${(x * 2).toFixed(3)} ${(-y * 2).toFixed(3)}`)
            .join("L") + "z";
    }

    /** @returns {any[]} */
    shapes(doc) {
        const {all, chosen} = this.field(doc);
        return all.map((one, i) => {
            const [x, y] = middleOf(one);
            return {d: this.path(one), cx: x * 2, cy: -y * 2,
                name: `${t("triangle", i + 1)}: ${t(chosen[i] ? "filled" : "empty")}`};
        });
    }

    faces(doc) {
        const {all, chosen} = this.field(doc);
        return all.map((one, i) => ["path", {d: this.path(one),
            class: chosen[i] ? "face full" : "face"}]);
    }

    set(doc, id, full) {
        const {all, chosen} = this.field(doc);
        const letters = outline(all.filter((_, i) => i === id ? full : chosen[i]));
        return letters ? this.withLine(doc, letters) : doc;
    }

    tap(doc, id) {
        return this.set(doc, id, !this.field(doc).chosen[id]);
    }

    drag(doc) { /* the field itself may grow with the shape */
        return doc;
    }

    key() {
        return null;
    }

    details() {
        return [];
    }

    cleared(form) {
        return form;
    }
}

/* ---- Graphs ---- */

/** Nodes on a lattice: a tap makes a node, a drag from node to node an edge, or takes it away. */
export class Graph extends Cells {
    constructor(title) {
        super(title, {own: true, block: null, strokes: true, plus: "newNode", help: "help_graph"});
    }

    colours(doc) {
        return String(doc.form.colours).trim().split(/\s+/);
    }

    nodes(doc) {
        return doc.form.nodes.map((line) => {
            const [name, x, y, ...numbers] = line.split(/\s+/);
            return {name, x: Number(x), y: Number(y), numbers};
        });
    }

    withNodes(doc, nodes, edges = doc.form.edges ?? []) {
        return {...doc, form: {...doc.form, nodes: nodes.map((node) =>
            [node.name, node.x, node.y, ...node.numbers].join(" ")), edges}};
    }

    /** The nodes, then the free points of the lattice. */
    points(doc) {
        const nodes = this.nodes(doc), xs = nodes.map((n) => n.x), ys = nodes.map((n) => n.y);
        const near = (x, y) => nodes.some((n) => Math.hypot(n.x - x, n.y - y) < 0.8);
        const free = [];
        for (let y = Math.min(0, ...ys) - 1; y <= Math.max(5, ...ys) + 1; y++)
            for (let x = Math.min(0, ...xs) - 1; x <= Math.max(5, ...xs) + 1; x++)
                if (!near(x, y))
                    free.push({name: "", x, y, numbers: []});
        return [...nodes, ...free];
    }

    shapes(doc) {
        return this.points(doc).map((p) => ({x: p.x - 0.5, y: p.y - 0.5, name: p.name
            ? `${t("node", p.name)}: ${this.colours(doc).map((c, i) =>
                `${p.numbers[i]} ${c}`).join(", ")}` : t("point", p.x, p.y)}));
    }

    faces(doc) {
        const points = this.points(doc), at = new Map(points.map((p) => [p.name, p]));
        const lines = (doc.form.edges ?? []).map((edge) => {
            const [a, b] = edge.split(/\s+/).map((name) => at.get(name));
            return ["line", {x1: a.x, y1: a.y, x2: b.x, y2: b.y, class: "edge"}];
        });
        return [...lines, ...points.flatMap((p) => p.name
            ? [["circle", {cx: p.x, cy: p.y, r: 0.42, class: "face"}],
                ["text", {x: p.x, y: p.y, "font-size": 0.3}, p.name],
                ["text", {x: p.x, y: p.y + 0.28, "font-size": 0.2}, p.numbers.join(" ")]]
            : [["circle", {cx: p.x, cy: p.y, r: 0.06, class: "face"}]])];
    }

    choices() {
        return ["+", "×"];
    }

    newName(doc) {
        const used = new Set(this.nodes(doc).map((node) => node.name));
        for (let i = 0; ; i++) {
            const name = String.fromCharCode(65 + i % 26) + (i < 26 ? "" : Math.floor(i / 26));
            if (!used.has(name))
                return name;
        }
    }

    tap(doc, id, brush) {
        const point = this.points(doc)[id];
        if (brush === "×")
            return this.key(doc, id, "Delete") ?? doc;
        if (point.name)
            return doc;
        return this.withNodes(doc, [...this.nodes(doc), {...point, name: this.newName(doc),
            numbers: this.colours(doc).map(() => "?")}]);
    }

    /** An edge between two nodes is made, or taken away if it is there. */
    drag(doc, from, to) {
        const points = this.points(doc), a = points[from].name, b = points[to].name;
        if (!a || !b)
            return doc;
        const edges = doc.form.edges ?? [], same = (edge) => {
            const ends = edge.split(/\s+/);
            return ends.includes(a) && ends.includes(b);
        };
        return this.withNodes(doc, this.nodes(doc), edges.some(same)
            ? edges.filter((edge) => !same(edge)) : [...edges, `${a} ${b}`]);
    }

    key(doc, id, pressed) {
        const node = this.points(doc)[id];
        if (pressed !== "Backspace" && pressed !== "Delete" || !node.name)
            return null;
        return this.withNodes(doc, this.nodes(doc).filter((n) => n.name !== node.name),
            (doc.form.edges ?? []).filter((edge) => !edge.split(/\s+/).includes(node.name)));
    }

    details(doc, id) {
        const node = this.points(doc)[id], others = this.nodes(doc);
        if (!node?.name)
            return [];
        const at = others.findIndex((n) => n.name === node.name);
        return this.colours(doc).map((colour, i) => ({label: colour, value: node.numbers[i],
            set: (value) => this.withNodes(doc, others.map((n, k) => k !== at ? n : {...n,
                numbers: n.numbers.map((old, j) => j === i ? value.trim() || "?" : old)}))}));
    }

    resized(form) {
        return form;
    }

    cleared(form) {
        return {...form, nodes: [], edges: []};
    }
}
