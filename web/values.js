/* The values of all columns of a program: by variable, with the places that each speaks of.  What has
 * no place on the board is shown here, with the rows that it stands in. */
import { element, button } from "./dom.js";
import { isWhole, shortNumber } from "./mathematics.js";
import { inWords } from "./names.js";
import { t } from "./texts.js";

const CHUNK = 200, MOST_NAMES = 4;
const isZero = (value) => Math.abs(value) < 1e-6;

/** The first names of a list. @param {string[]} names */
function someNames(names) {
    return names.slice(0, MOST_NAMES).join("; ") + (names.length > MOST_NAMES ? " …" : "");
}

/** The rows of each column. @param {any} program @returns {number[][]} */
function rowsOfColumns(program) {
    program.rowsOfColumns ??= program.rows.reduce((lists, row, i) => {
        for (const j of row.columns)
            lists[j].push(i);
        return lists;
    }, program.columns.map(() => []));
    return program.rowsOfColumns;
}

/** The places of the rows that a column stands in. */
function placesNear(program, j) {
    return [...new Set(rowsOfColumns(program)[j].flatMap((i) =>
        program.rows[i].columns.flatMap((k) => program.columns[k].places)))];
}

export class Values {
    constructor(lab) {
        this.lab = lab;
        this.zeros = element("input", {type: "checkbox", onchange: () => this.fill()});
        this.words = element("p", {});
        this.list = element("div", {});
        this.node = element("div", {class: "values", role: "region", "aria-label": t("valuesTable"),
            hidden: true},
        element("h2", {}, t("valuesTable")), this.words,
        element("label", {class: "tick"}, this.zeros, " ", t("valuesZeros")), this.list);
    }

    clear() {
        this.node.hidden = true;
        this.list.replaceChildren();
    }

    /** @param {any} program @param {number[]} values one for each column */
    show(program, values) {
        this.clear();
        if (!program.columns || values.length !== program.columns.length)
            return;
        this.program = program;
        this.values = values;
        const unplaced = program.columns.filter((column) => column.places.length === 0).length;
        this.words.textContent = [t("valuesCount", values.length,
            values.filter((value) => !isZero(value)).length),
        unplaced ? t("valuesUnplaced", unplaced) : ""].filter(Boolean).join(" ");
        this.node.hidden = false;
        this.fill();
    }

    /** A part for each variable; its table is made when it is opened. */
    fill() {
        const families = new Map();
        this.program.columns.forEach((column, j) => {
            const name = column.name.split("[")[0];
            families.set(name, [...(families.get(name) ?? []), j]);
        });
        this.list.replaceChildren(...[...families].map(([name, all]) => this.family(name, all,
            families.size === 1)));
    }

    family(name, all, open) {
        const shown = this.zeros.checked ? all : all.filter((j) => !isZero(this.values[j]));
        const order = [...shown].sort((a, b) => Number(isWhole(this.values[a])) -
            Number(isWhole(this.values[b])));
        const unplaced = all.filter((j) => this.program.columns[j].places.length === 0).length;
        const details = element("details", {"data-variable": name},
            element("summary", {}, element("span", {class: "names"}, name), " – ",
                t("valuesFamily", all.length, all.filter((j) => !isZero(this.values[j])).length),
                unplaced ? `, ${t("valuesOff", unplaced)}` : ""));
        details.addEventListener("toggle", () => {
            if (details.open && details.children.length === 1)
                details.append(this.table(name, order));
        });
        details.open = open;
        return details;
    }

    table(name, order) {
        const body = element("tbody", {}), more = button("", () => add());
        const add = () => {
            const done = body.children.length;
            body.append(...order.slice(done, done + CHUNK).map((j) => this.row(j)));
            const left = order.length - body.children.length;
            more.textContent = t("moreValues", left);
            more.hidden = left === 0;
        };
        add();
        return element("div", {class: "table", tabindex: "0", role: "group", "aria-label": name},
            element("table", {},
                element("caption", {class: "hidden"}, `${t("valuesTable")}: ${name}`),
                element("thead", {}, element("tr", {}, ...["variable", "value", "places"].map(
                    (key) => element("th", {scope: "col"}, t(key))))), body), more);
    }

    row(j) {
        const {lab, program} = this, column = program.columns[j];
        const rows = rowsOfColumns(program)[j].map((i) => program.rows[i].name);
        const where = column.places.length ? someNames(column.places.map((p) =>
            inWords(lab.info.places[p].name))) : rows.length ? t("inRows", someNames(rows)) : "";
        return element("tr", {},
            element("th", {scope: "row"}, button(column.name, () => this.mark(j),
                {class: "in-text"})),
            element("td", {class: "figure"}, shortNumber(this.values[j])),
            element("td", {}, where));
    }

    /** The places of a column; of one without any, those of the rows that it stands in. */
    mark(j) {
        const {lab, program} = this, {places, name} = program.columns[j];
        lab.board.mark(places.length ? {conclusion: places} : {reason: placesNear(program, j)});
        lab.status(places.length ? name : t("markedRows", name));
    }
}
