/* The formulas of the model; a family of rows marks the places of one of its rows, a place shows its
 * variables and rows. */
import { element, button, announce } from "./dom.js";
import { formula } from "./mathematics.js";
import { inWords } from "./names.js";
import { t } from "./texts.js";

const MOST_ROWS = 12;

const RELATION = /^[=≤≥<>∈⊆]/;

/** Lines that follow begin below the relation, where it stands far enough to the left; a single piece
 * that is still too wide for its box is drawn a little smaller. */
function fit(node) {
    const all = node.querySelector(".formula"), pieces = [...all.children];
    node.style.fontSize = "";
    all.style.setProperty("--hang", "0px");
    const relation = pieces.findIndex((piece, i) => i > 0 && RELATION.test(piece.textContent));
    const width = relation < 0 ? 0 : pieces[relation].getBoundingClientRect().left -
        pieces[0].getBoundingClientRect().left;
    all.style.setProperty("--hang", width > 0 && width < 0.3 * node.clientWidth
        ? `${width}px` : "1.5em");
    for (let size = 1; node.scrollWidth > node.clientWidth && size > 0.7; size -= 0.05)
        node.style.fontSize = `${1.08 * size}rem`;
}

export class FormulasPanel {
    constructor(lab) {
        this.lab = lab;
        this.list = element("div", {class: "formulas"});
        this.detail = element("div", {class: "panel", id: "formula-detail", "aria-live": "polite"});
        this.node = element("div", {}, this.detail, this.list);
        let width = 0;
        new ResizeObserver(() => {
            if (this.list.clientWidth && this.list.clientWidth !== width)
                this.list.querySelectorAll(".formula-body").forEach(fit);
            width = this.list.clientWidth;
        }).observe(this.list);
    }

    async show() {
        const {lab} = this;
        this.detail.replaceChildren();
        let reply;
        try {
            reply = await lab.library.ask("formulas", {text: lab.text});
        } catch (error) {
            this.list.replaceChildren(element("p", {class: "problem"}, error.line
                ? t("line2", error.line, error.column, error.message) : error.message));
            return;
        }
        this.list.replaceChildren(...Object.entries(reply.formulas).filter(([, items]) =>
            items.length > 0).map(([part, items]) => element("section", {},
            element("h2", {}, t(part)), ...items.map((item) => this.item(part, item)))));
        this.list.querySelectorAll(".formula-body").forEach(fit);
        this.list.dataset.drawn = lab.name ?? "own";
        this.count();
    }

    item(part, item) {
        const note = item.note.replace(/^\(\d+\)\s*/, "");
        const family = part === "constraints";
        return element("div", {class: "formula-item", "data-family": family ? item.name : null},
            element("div", {class: "formula-body"}, formula(item.formula),
                ...(item.domain.length ? [element("span", {class: "domain"},
                    formula(item.domain))] : [])),
            element("div", {class: "formula-side"},
                item.number ? element("span", {class: "number"}, `(${item.number})`) : null,
                family ? button(item.name, () => this.touchFamily(item.name),
                    {class: "family", "aria-label": `${t("showRow")}: ${item.name}`}) : null,
                family ? element("span", {class: "count"}) : null),
            note ? element("p", {class: "note"}, note) : null);
    }

    /** How many rows each family has, once that is known. */
    async count() {
        const {lab} = this, text = lab.text;
        let program;
        try {
            program = await lab.program();
        } catch (error) {
            if (text === lab.text && error.status !== "stopped")
                this.detail.replaceChildren(element("p", {class: "problem"}, error.message));
            return;
        }
        if (text !== lab.text)
            return;
        const counts = new Map();
        for (const row of program.rows ?? []) {
            const name = row.name.split("[")[0];
            counts.set(name, (counts.get(name) ?? 0) + 1);
        }
        for (const node of this.list.querySelectorAll("[data-family]"))
            node.querySelector(".count").textContent =
                t("familyRows", counts.get(node.dataset.family) ?? 0);
        this.detail.replaceChildren(element("p", {}, t("size", program.columnCount,
            program.rowCount), ". ", !program.columns ? t("largeProgram")
            : program.unplaced ? t("unplaced", program.unplaced) : t("touchPlace")));
        this.list.dataset.counted = "yes";
    }

    /** One row after another of a family. */
    async touchFamily(name) {
        const {lab} = this, program = await lab.program().catch(() => null);
        const rows = (program?.rows ?? []).map((row, i) => ({...row, i})).filter(
            (row) => row.name.split("[")[0] === name);
        if (rows.length === 0) {
            this.detail.replaceChildren(element("p", {}, t("familyRows", 0)));
            return;
        }
        /* the first row that lights something up */
        const first = Math.max(0, rows.findIndex((row) => this.placesOf(program, row).length > 1));
        this.showRow(program, rows, this.last?.name === name ? (this.last.at + 1) % rows.length : first,
            name);
    }

    placesOf(program, row) {
        return [...new Set(row.columns.flatMap((j) => program.columns[j].places))];
    }

    async showRow(program, rows, at, name) {
        const {lab} = this, row = rows[at], places = this.placesOf(program, row);
        this.last = {name, at};
        lab.clear();
        lab.board.mark({reason: places});
        const {formulas} = await lab.library.ask("rows", {...lab.model, puzzle: lab.puzzle,
            rows: [row.i]});
        const next = button(t("nextRow"), () => this.showRow(program, rows,
            (at + 1) % rows.length, name), {class: "next"});
        this.detail.replaceChildren(
            element("p", {}, element("strong", {}, row.name), " – ",
                t("rowOf", name, at + 1, rows.length)),
            element("p", {}, formula(formulas[0])),
            element("p", {}, places.length ? `${t("places")}: ${places.slice(0, 30).map(
                (p) => inWords(lab.info.places[p].name)).join("; ")}${places.length > 30 ? " …" : ""}`
                : t("noPlaces")), next);
        announce(row.name);
    }

    async showPlace(place) {
        const {lab} = this, name = inWords(lab.info.places[place].name);
        const program = await lab.program().catch(() => null);
        if (!program?.columns)
            return;
        const columns = program.columns.map((column, j) => ({...column, j})).filter(
            (column) => column.places.includes(place));
        const mine = new Set(columns.map((column) => column.j));
        const rows = program.rows.map((row, i) => ({...row, i})).filter(
            (row) => row.columns.some((j) => mine.has(j)));
        const shown = rows.slice(0, MOST_ROWS);
        const {formulas} = await lab.library.ask("rows", {...lab.model, puzzle: lab.puzzle,
            rows: shown.map((row) => row.i)});
        lab.clear();
        lab.board.mark({conclusion: [place], reason: [...new Set(rows.flatMap(
            (row) => this.placesOf(program, row)))].filter((p) => p !== place)});
        this.last = null;
        this.detail.replaceChildren(
            element("h2", {}, t("placeColumns", name)),
            element("p", {class: "names"}, columns.length ? columns.map((c) => c.name).join(", ")
                : t("noPlaces")),
            element("h2", {}, t("placeRows")),
            element("ul", {class: "row-list"}, ...shown.map((row, i) => element("li", {},
                element("strong", {}, row.name + ": "), formula(formulas[i])))),
            ...(rows.length > shown.length ? [element("p", {},
                t("moreRows", rows.length - shown.length))] : []));
        announce(`${t("placeColumns", name)}: ${columns.map((c) => c.name).join(", ")}`);
    }
}
