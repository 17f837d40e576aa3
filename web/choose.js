/* The screens before play: all kinds with a picture, one kind with its examples. */
import { element, button, parseSvg, announce } from "./dom.js";
import { load } from "./storage.js";
import { t } from "./texts.js";

/** The template for new kinds is no puzzle for players. */
const HIDDEN = new Set(["blank"]);

/** A small picture of a puzzle, drawn when there is time. */
function thumbnail(app, puzzle) {
    const frame = element("div", {class: "thumbnail", "aria-hidden": "true"});
    app.library.ask("draw", {puzzle}).then((reply) => frame.replaceChildren(
        parseSvg(reply.picture))).catch(() => {});
    return frame;
}

/** A field for puzzles as text, with the error's line marked. */
function pasteForm(app) {
    const area = element("textarea", {id: "paste", rows: 6, spellcheck: "false",
        autocomplete: "off"});
    const problem = element("p", {class: "problem", role: "alert"});
    const open = async (text) => {
        problem.textContent = "";
        try {
            const {puzzles} = await app.library.ask("read", {text, most: 200});
            if (puzzles.length > 1)
                app.show(puzzleList(app, puzzles));
            else
                await app.openPuzzle(puzzles[0].puzzle);
        } catch (error) {
            problem.textContent = error.line ? t("line", error.line, error.message)
                : error.message;
            if (error.line)
                selectLine(area, error.line);
        }
    };
    const file = element("input", {type: "file", id: "file", onchange: async () => {
        area.value = await file.files[0]?.text() ?? "";
        open(area.value);
    }});
    return element("section", {class: "paste",
        ondragover: (event) => event.preventDefault(),
        ondrop: async (event) => {
            event.preventDefault();
            area.value = await event.dataTransfer.files[0]?.text() ??
                event.dataTransfer.getData("text");
            open(area.value);
        }},
    element("h2", {}, t("paste")),
    element("label", {for: "paste"}, t("pasteLabel")), area, problem,
    element("p", {class: "row"}, button(t("open"), () => open(area.value), {id: "open"}),
        element("label", {for: "file"}, t("file")), file));
}

function selectLine(area, line) {
    const lines = area.value.split("\n");
    const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    area.focus();
    area.setSelectionRange(start, start + (lines[line - 1] ?? "").length);
}

function puzzleList(app, puzzles) {
    return element("div", {class: "home"},
        element("h1", {}, t("puzzleCount", puzzles.length)),
        element("div", {class: "cards"}, ...puzzles.map((item, i) =>
            puzzleCard(app, item.title || `${i + 1}`, item.puzzle))));
}

function puzzleCard(app, title, puzzle) {
    const card = button("", () => app.openPuzzle(puzzle), {class: "card"});
    card.append(thumbnail(app, puzzle), element("span", {}, title));
    return card;
}

export function homeScreen(app) {
    const last = load("last");
    const cards = app.kinds.filter((kind) => !HIDDEN.has(kind.name)).map((kind) => {
        const card = button("", () => app.openKind(kind.name), {class: "card",
            "data-kind": kind.name});
        const example = app.examples[kind.name]?.[0];
        card.append(example ? thumbnail(app, example.text) : "",
            element("span", {}, kind.title));
        return card;
    });
    return element("div", {class: "home"},
        element("h1", {}, t("choose")),
        last ? element("p", {}, button(t("continue"), () => app.openPuzzle(last),
            {id: "continue"})) : null,
        element("div", {class: "cards"}, ...cards),
        pasteForm(app));
}

/** Size, difficulty, and a button that makes a puzzle. */
function newForm(app, kind) {
    const size = (name) => element("input", {type: "number", id: name, min: 1, max: 100,
        placeholder: t("usual")});
    const columns = size("columns"), rows = size("rows");
    const difficulty = element("select", {id: "difficulty"}, ...["easy", "medium", "hard"].map(
        (name, i) => element("option", {value: i, ...(i === 1 ? {selected: true} : {})},
            t(name))));
    const problem = element("p", {role: "alert", class: "problem"});
    const make = button(t("generate"), async () => {
        const stop = button(t("stop"), () => app.library.stop());
        make.disabled = true;
        problem.replaceChildren(t("working") + " … ", stop);
        try {
            const seed = crypto.getRandomValues(new Uint32Array(1))[0] >>> 3;
            const reply = await app.library.work("generate", {kind: kind.name,
                columns: Number(columns.value), rows: Number(rows.value),
                difficulty: Number(difficulty.value), seed});
            await app.openPuzzle(reply.puzzle);
        } catch (error) {
            problem.textContent = error.status === "stopped" ? t("stopped") : error.message;
            announce(problem.textContent);
        } finally {
            make.disabled = false;
        }
    }, {id: "make"});
    return element("section", {},
        element("h2", {}, t("newPuzzle")),
        element("p", {class: "row"},
            element("label", {for: "columns"}, t("columns")), columns,
            element("label", {for: "rows"}, t("rows")), rows,
            element("label", {for: "difficulty"}, t("difficulty")), difficulty, make), problem);
}

export function kindScreen(app, kind) {
    const examples = app.examples[kind.name] ?? [];
    return element("div", {class: "home"},
        element("h1", {}, kind.title),
        element("section", {class: "rules"}, element("ul", {},
            ...kind.rules.trim().split("\n").map((rule) => element("li", {}, rule)))),
        kind.generates ? newForm(app, kind) : null,
        examples[0] ? element("p", {}, button(t("edit"),
            () => app.openEditor(examples[0].text))) : null,
        element("h2", {}, t("examples")),
        element("div", {class: "cards"}, ...examples.map((example) =>
            puzzleCard(app, example.name, example.text))),
        element("p", {}, button(t("back"), () => app.openHome())));
}
