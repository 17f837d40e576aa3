/* The screens before play: all kinds with a picture, one kind with its examples. */
import { element, button, parseSvg, announce } from "./dom.js";
import { readFile } from "./files.js";
import { english, kindRules, kindTitle } from "./names.js";
import { load } from "./storage.js";
import { t } from "./texts.js";

/** The template for new kinds is no puzzle for players. */
const HIDDEN = new Set(["blank"]);

/** A small picture of a puzzle, drawn when there is time. */
function thumbnail(app, puzzle) {
    const frame = element("div", {class: "thumbnail", "aria-hidden": "true"});
    app.pictures = app.pictures.then(async () => { /* one by one, and none for a screen that was left */
        if (frame.isConnected)
            frame.replaceChildren(parseSvg((await app.library.ask("draw", {puzzle})).picture));
    }).catch(() => {});
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
            if (!area.isConnected)
                return; /* somewhere else by now */
            if (puzzles.length > 1)
                app.show(puzzleList(app, puzzles));
            else
                await app.openPuzzle(puzzles[0].puzzle);
        } catch (error) {
            problem.replaceChildren(error.line ? t("line", error.line) + " " : "",
                english(error.message));
            if (error.line)
                selectLine(area, error.line);
        }
    };
    const take = async (from) => {
        problem.textContent = "";
        try {
            const {text, note} = await readFile(from);
            area.value = text;
            await open(text);
            if (note)
                announce(note);
        } catch (error) {
            problem.textContent = error.message;
        }
    };
    const file = element("input", {type: "file", id: "file", onchange: () => {
        if (file.files[0])
            take(file.files[0]);
    }});
    return element("section", {class: "paste", id: "drop",
        ondragover: (event) => event.preventDefault(),
        onpaste: (event) => { /* a picture from the clipboard */
            const [image] = event.clipboardData?.files ?? [];
            if (image) {
                event.preventDefault();
                take(image);
            }
        },
        ondrop: (event) => {
            event.preventDefault();
            const [dropped] = event.dataTransfer.files;
            if (dropped)
                take(dropped);
            else
                open(area.value = event.dataTransfer.getData("text"));
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
            element("span", {}, kindTitle(kind)));
        return card;
    });
    return element("div", {class: "home"},
        element("h1", {}, t("choose")),
        last ? element("p", {}, button(t("continue"), () => app.openPuzzle(last),
            {id: "continue"})) : null,
        element("div", {class: "cards"}, ...cards),
        element("section", {}, element("h2", {}, t("lab")), element("p", {}, t("labIntro")),
            element("p", {class: "row"},
                button(t("lessons"), () => app.openLessons(), {id: "lessons"}),
                button(t("exercises"), () => app.openExercises(), {id: "exercises"}))),
        pasteForm(app));
}

/** The wishes that a kind's generator knows, as "name=yes|no  what it means".
 * @returns {{name: string, values: string[] | null, meaning: string}[]} */
function wishesOf(kind) {
    return kind.options.trim().split("\n").flatMap((line) => {
        const [, name, range, meaning] = /^(\w+)=(\S+)\s+(.*)$/.exec(line) ?? [];
        if (!name || range.includes("@")) /* of files there are none here */
            return [];
        return [{name, meaning, values: /^[a-z]+(\|[a-z]+)+$/.test(range) ? range.split("|")
            : null}];
    });
}

/** A field for each wish, and what was filled in. */
function wishForm(kind) {
    const wishes = wishesOf(kind), fields = wishes.map(({name, values}) => values
        ? element("select", {id: "wish-" + name}, element("option", {value: ""}, t("usual")),
            ...values.map((value) => element("option", {value}, value === "yes" ? t("yes")
                : value === "no" ? t("no") : value)))
        : element("input", {id: "wish-" + name, placeholder: t("usual"), size: 6,
            autocomplete: "off"}));
    const node = wishes.length === 0 ? null : element("details", {id: "wishes"},
        element("summary", {}, t("wishes")), ...wishes.map(({name, meaning}, i) =>
            element("p", {class: "row"}, element("label", {for: "wish-" + name},
                english(`${name}: ${meaning}`)), fields[i])));
    const read = () => Object.fromEntries(wishes.flatMap(({name}, i) =>
        fields[i].value.trim() ? [[name, fields[i].value.trim()]] : []));
    return {node, read};
}

/** Size, level, wishes, and a button that makes a puzzle. */
function newForm(app, kind) {
    const size = (name) => element("input", {type: "number", id: name, min: 1, max: 100,
        placeholder: t("usual")});
    const columns = size("columns"), rows = size("rows"), wishes = wishForm(kind);
    const level = element("select", {id: "difficulty"}, ...["easy", "medium", "hard",
        "expert"].map((name) => element("option", {value: name,
        ...(name === "medium" ? {selected: true} : {})}, t(name))));
    const problem = element("p", {role: "alert", class: "problem"});
    const make = button(t("generate"), async () => {
        const stop = button(t("stop"), () => app.library.stop(), {class: "stop"});
        make.disabled = true;
        problem.replaceChildren(t("working") + " … ", stop);
        try {
            const seed = crypto.getRandomValues(new Uint32Array(1))[0] >>> 3;
            const reply = await app.library.work("generate", {kind: kind.name,
                columns: Number(columns.value), rows: Number(rows.value),
                level: level.value, seed, options: wishes.read()});
            await app.openPuzzle(reply.puzzle, undefined, reply.note);
        } catch (error) {
            problem.replaceChildren(error.status === "stopped" ? t("stopped")
                : english(error.message));
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
            element("label", {for: "difficulty"}, t("difficulty")), level, make),
        wishes.node, problem);
}

export function kindScreen(app, kind) {
    const examples = app.examples[kind.name] ?? [];
    return element("div", {class: "home"},
        element("h1", {}, kindTitle(kind)),
        element("section", {class: "rules"}, element("ul", {},
            ...kindRules(kind).map((rule) => element("li", {}, rule)))),
        kind.generates ? newForm(app, kind) : null,
        examples[0] ? element("p", {}, button(t("edit"),
            () => app.openEditor(load("draft:" + kind.name) ?? examples[0].text),
            {id: "draw-own"})) : null,
        element("h2", {}, t("examples")),
        element("div", {class: "cards"}, ...examples.map((example) =>
            puzzleCard(app, example.name, example.text))),
        element("p", {}, button(t("back"), () => app.openHome())));
}
