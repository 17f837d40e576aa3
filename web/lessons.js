/* Lessons as guided pages: the text of docs/lessons, and a button at each command that runs it here, so
 * that one's own numbers stand beside the published ones. */
import { element, button, announce } from "./dom.js";
import { compareInto } from "./compare.js";
import { t } from "./texts.js";

/** A piece of a paragraph. @param {any} app @param {string[]} span */
function inline(app, [kind, text, target]) {
    if (kind === "text")
        return text;
    if (kind !== "link")
        return element(kind, {}, text);
    const lesson = /^([\w-]+)\.md$/.exec(target)?.[1];
    return lesson && app.lessons.some((other) => other.name === lesson)
        ? button(text, () => app.openLesson(lesson), {class: "in-text"})
        : element("em", {}, text);
}

function tableOf(app, block) {
    const cells = (tag, row, attributes) => element("tr", {}, ...row.map((cell) =>
        element(tag, attributes, ...cell.map((span) => inline(app, span)))));
    return element("div", {class: "table", tabindex: "0", role: "group", "aria-label": t("published")},
        element("table", {}, element("caption", {}, t("published")),
            element("thead", {}, cells("th", block.head, {scope: "col"})),
            element("tbody", {}, ...block.rows.map((row) => cells("td", row, {})))));
}

/** What a command gives here. */
async function runCalls(app, calls, box) {
    const parts = calls.map(() => element("div", {}));
    box.replaceChildren(element("h3", {}, t("ownNumbers")), ...parts);
    for (const [i, {call, ...args}] of calls.entries()) {
        if (call === "compare") {
            if (!await compareInto(app.library, parts[i], args))
                break;
            continue;
        }
        const words = element("p", {role: "status"}, t("working") + " …");
        parts[i].replaceChildren(words);
        try {
            const reply = await app.library.work(call, args);
            words.textContent = call === "count"
                ? t(reply.exact ? "exactly" : "atLeast", reply.count)
                : Object.entries(reply.size).filter(([, value]) => typeof value !== "object")
                    .map(([key, value]) => `${key}: ${value}`).join(", ");
        } catch (error) {
            words.textContent = error.status === "stopped" ? t("stopped") : error.message;
            break;
        }
    }
    box.dataset.done = "yes";
    announce(t("ownNumbers"));
}

function commandOf(app, block) {
    const box = element("div", {class: "own"});
    const runs = block.calls.length > 0 && app.library.hasModels;
    return element("div", {class: "command"}, element("pre", {tabindex: "0"}, element("code", {}, block.text)),
        runs ? button(t("runThis"), () => runCalls(app, block.calls, box), {class: "run-here"}) : null, box);
}

/** @returns {any} an element for a block of the lesson */
function blockOf(app, block) {
    switch (block.kind) {
    case "heading":
        return element("h" + Math.min(6, block.level), {}, block.text);
    case "command":
        return commandOf(app, block);
    case "table":
        return tableOf(app, block);
    case "list":
        return element("ul", {}, ...block.items.map((item) => element("li", {},
            ...item.map((span) => inline(app, span)))));
    default:
        return element("p", {}, ...block.spans.map((span) => inline(app, span)));
    }
}

export function lessonsScreen(app) {
    return element("div", {class: "home"}, element("h1", {}, t("lessons")),
        element("p", {}, t("lessonsIntro")),
        element("ol", {class: "list"}, ...app.lessons.map((lesson) => element("li", {},
            button(lesson.title, () => app.openLesson(lesson.name), {"data-lesson": lesson.name})))),
        element("p", {}, button(t("back"), () => app.openHome())));
}

export function lessonScreen(app, name) {
    const lesson = app.lessons.find((other) => other.name === name);
    return element("div", {class: "lesson"}, element("h1", {}, lesson.title),
        ...lesson.blocks.map((block) => blockOf(app, block)),
        element("p", {class: "row"}, button(t("allLessons"), () => app.openLessons()),
            button(t("back"), () => app.openHome())));
}
