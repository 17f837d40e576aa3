/* Comparing formulations and solvers: the table and the chart of `pulma compare`. */
import { element, button, download, parseSvg, announce } from "./dom.js";
import { t } from "./texts.js";

const COLUMNS = ["puzzle", "side", "model", "solver", "binary", "integer", "continuous", "constraints",
    "nonzeros", "relaxation", "gap", "status", "seconds", "nodes", "cost", "remark"];
const WORDS = new Set(["puzzle", "model", "solver", "status", "remark"]);

/** A table of results; columns without content are left out. @param {any[]} rows */
export function resultTable(rows, caption) {
    const results = rows.filter((row) => "status" in row);
    const several = new Set(results.map((row) => row.puzzle)).size > 1;
    const columns = COLUMNS.filter((key) => (key !== "puzzle" || several) && results.some(
        (row) => row[key] !== null && row[key] !== undefined && row[key] !== "" &&
            !(row[key] === 0 && (key === "integer" || key === "continuous"))));
    return element("div", {class: "table", tabindex: "0", role: "group", "aria-label": caption},
        element("table", {class: "results"}, element("caption", {}, caption),
            element("thead", {}, element("tr", {}, ...columns.map((key) =>
                element("th", {scope: "col"}, t("col_" + key))))),
            element("tbody", {}, ...results.map((row) => element("tr", {}, ...columns.map((key) =>
                element("td", {class: WORDS.has(key) ? null : "figure"},
                    String(row[key] ?? ""))))))));
}

/** What the head comment of a model says besides its fields: often its size as a formula. */
function sizeNote(text) {
    const head = text.split("\n").filter((line, i, all) => all.slice(0, i + 1).every(
        (other) => other.startsWith("#"))).map((line) => line.replace(/^# ?/, ""));
    const blank = head.indexOf("");
    return blank < 0 ? "" : head.slice(blank + 1).join(" ").trim();
}

/** Runs a comparison into a box; the table fills while it runs. */
export async function compareInto(library, box, args) {
    const state = element("p", {role: "status"}, t("working") + " …");
    const table = element("div", {});
    box.replaceChildren(state, button(t("stop"), () => library.stop(), {class: "stop"}), table);
    try {
        const reply = await library.work("compare", args, (progress) => {
            if (!Array.isArray(progress.rows)) /* of a single search */
                return;
            state.textContent = `${t("compareRunning", progress.done, progress.total)}: ` +
                `${progress.model} ${progress.solver}`;
            table.replaceChildren(resultTable(progress.rows, t("compareTitle")));
        });
        const files = [["csv", "text/csv"], ["markdown", "text/markdown"], ["latex", "text/x-tex"],
            ["svg", "image/svg+xml"]].filter(([key]) => reply[key]);
        box.replaceChildren(resultTable(reply.rows, t("compareTitle")),
            element("p", {class: "row"}, ...files.map(([key, type]) => button(t("downloadAs", key),
                () => download(new Blob([reply[key]], {type}),
                    `compare.${{markdown: "md", latex: "tex"}[key] ?? key}`)))),
            ...(reply.svg ? [element("figure", {class: "chart"}, parseSvg(reply.svg),
                element("figcaption", {}, t("chart")))] : []));
        announce(t("compareTitle"));
        return reply;
    } catch (error) {
        state.textContent = error.status === "stopped" ? t("stopped") : error.message;
        state.nextSibling.remove();
        return null;
    }
}

export class ComparePanel {
    constructor(lab) {
        this.lab = lab;
        this.form = element("div", {});
        this.box = element("div", {id: "compare-result"});
        this.notes = element("div", {});
        this.node = element("div", {}, this.form, this.box, this.notes);
    }

    show() {
        const {lab} = this, own = lab.name === null;
        const tick = (group, value, checked, label = value) => element("label", {class: "tick"},
            element("input", {type: "checkbox", name: group, value, checked}), " ", label);
        const models = lab.models.filter((m) => !m.faulty);
        const number = (id, value, max) => element("input", {type: "number", id, min: 1, max, value});
        this.sizes = element("input", {type: "checkbox", id: "compare-sizes"});
        this.from = number("compare-from", 4, 50);
        this.to = number("compare-to", 6, 50);
        this.seconds = number("compare-seconds", 5, 600);
        this.form.replaceChildren(
            element("fieldset", {}, element("legend", {}, t("models")),
                ...models.map((m) => tick("model", m.name, models.length < 5 || m.name === lab.name)),
                ...(own ? [tick("model", "own", true, t("ownModel"))] : [])),
            element("fieldset", {}, element("legend", {}, t("solver")),
                ...["glpk", "sat", "kernel", "rules"].map((name) => tick("solver", name, true))),
            element("p", {class: "row"},
                ...(lab.kind.generates ? [this.sizes,
                    element("label", {for: "compare-sizes"}, t("generated")),
                    element("label", {for: "compare-from", class: "hidden"}, t("generated")), this.from,
                    element("label", {for: "compare-to"}, t("to")), this.to] : [])),
            element("p", {class: "row"},
                element("label", {for: "compare-seconds"}, t("limitEach")), this.seconds,
                button(t("compareRun"), () => this.run(), {id: "compare-run", class: "more"})),
            element("p", {class: "advice"}, t("noCbc", lab.name ?? "FILE.mod")));
        this.showSizes([]);
        this.box.replaceChildren();
    }

    /** The size of each model as its author's formula, beside what was measured. */
    showSizes(results) {
        const rows = this.lab.models.filter((m) => !m.faulty).map((m) => ({name: m.name,
            note: sizeNote(m.text), measured: results.filter((row) => row.model === m.name &&
                typeof row.constraints === "number")})).filter((row) => row.note);
        const sizes = (list) => [...new Set(list.map((row) => t("size", (row.binary ?? 0) +
            (row.integer ?? 0) + (row.continuous ?? 0), row.constraints)))].join("; ");
        this.notes.replaceChildren(...(rows.length ? [element("div", {class: "table", tabindex: "0",
            role: "group", "aria-label": t("sizeNotes")},
        element("table", {class: "sizes"}, element("caption", {}, t("sizeNotes")),
            element("thead", {}, element("tr", {}, ...["col_model", "sizeFormula", "sizeMeasured"]
                .map((key) => element("th", {scope: "col"}, t(key))))),
            element("tbody", {}, ...rows.map((row) => element("tr", {},
                element("th", {scope: "row"}, row.name), element("td", {}, row.note),
                element("td", {}, sizes(row.measured)))))))] : []));
    }

    chosen(name) {
        return [...this.form.querySelectorAll(`input[name="${name}"]:checked`)].map((n) => n.value);
    }

    async run() {
        const {lab} = this, models = this.chosen("model"), boards = this.sizes.checked
            ? {kind: lab.info.kind, from: Number(this.from.value), to: Number(this.to.value)}
            : {puzzle: lab.puzzle};
        const reply = await compareInto(lab.library, this.box, {...boards, models: models.join(",") || "none",
            solvers: this.chosen("solver").join(","), milliseconds: 1000 * Number(this.seconds.value),
            ...(models.includes("own") ? {text: lab.text} : {})});
        this.showSizes(reply ? reply.rows : []);
        this.box.dataset.done = reply ? "yes" : "no";
    }
}
