/* Exercises: the task, an empty model, and the report of `pulma grade`.  What is written stays in this
 * browser. */
import { element, button, announce } from "./dom.js";
import { Editor } from "./editor.js";
import { load, save } from "./storage.js";
import { kindRules } from "./names.js";
import { t } from "./texts.js";

export function exercisesScreen(app) {
    return element("div", {class: "home"}, element("h1", {}, t("exercises")),
        element("ol", {class: "list"}, ...app.exercises.map((exercise) => element("li", {},
            button(exercise.title, () => app.openExercise(exercise.name),
                {"data-exercise": exercise.name}), " ", exercise.note))),
        element("p", {}, button(t("back"), () => app.openHome())));
}

/** Where a model begins: the names that the data of a board have. @param {string} data */
function emptyModel(title, data) {
    const names = [...new Set([...data.matchAll(/^(set|param) +(\w+)/gm)].map((m) =>
        `${m[1]} ${m[2]}`))];
    return `# ${title}\n#\n# A board gives: ${names.join(", ")}.\n` +
        "# Declare what you use, state variables and constraints, and print the answer after solve.\n\n" +
        "solve;\n\nend;\n";
}

export class ExerciseScreen {
    constructor(app) {
        this.app = app;
        this.library = app.library;
    }

    async open(name) {
        const {app} = this, exercise = app.exercises.find((other) => other.name === name);
        const kind = app.kinds.find((other) => other.name === exercise.kind);
        const board = Object.values(exercise.files)[0] ?? app.examples[kind.name][0].text;
        const {models} = await this.library.ask("models", {kind: kind.name});
        const data = models.length && this.library.hasModels ? (await this.library.ask("export",
            {puzzle: board, model: models[0].name, format: "dat"}).catch(() => ({text: ""}))).text : "";
        const picture = await this.library.ask("draw", {puzzle: board, format: "text"});
        this.exercise = exercise;
        this.editor = new Editor({label: t("editor"), text: load("exercise:" + name) ??
            emptyModel(exercise.title, data), changed: (text) => save("exercise:" + name, text)});
        this.report = element("div", {class: "panel", id: "grade-report", role: "status"});
        this.start = button(t("grade"), () => this.grade(), {id: "grade", class: "more"});
        app.show(element("div", {class: "lesson"}, element("h1", {}, exercise.title),
            element("p", {}, exercise.note),
            element("h2", {}, t("task")),
            element("ul", {}, ...kindRules(kind).map((rule) => element("li", {}, rule))),
            element("pre", {class: "board-text", tabindex: "0"}, picture.picture),
            element("details", {}, element("summary", {}, t("taskData")),
                element("pre", {tabindex: "0"}, data)),
            element("details", {}, element("summary", {}, t("gradeHow")),
                element("pre", {tabindex: "0"}, exercise.text)),
            element("p", {class: "problem", id: "editor-problem", role: "status"}),
            this.editor.node,
            element("p", {class: "row"}, this.start, button(t("emptyModel"), () => {
                this.editor.set(emptyModel(exercise.title, data));
                save("exercise:" + name, this.editor.text);
            }), button(t("allExercises"), () => app.openExercises())),
            element("p", {class: "advice"}, t("gradeKept")), this.report));
        this.editor.paint();
    }

    leave() {
        this.library.stop();
    }

    async grade() {
        const {exercise, report} = this;
        this.start.disabled = true;
        report.replaceChildren(element("p", {}, t("working") + " …"),
            button(t("stop"), () => this.library.stop(), {class: "stop"}));
        try {
            const reply = await this.library.work("grade", {exercise: exercise.text,
                files: exercise.files, text: this.editor.text});
            const {points, of} = reply.report;
            report.replaceChildren(element("p", {class: reply.verdict === "right" ? "good" : "problem"},
                element("strong", {}, t("exercisePoints", points, of))),
            element("pre", {tabindex: "0"}, reply.words));
            report.dataset.verdict = reply.verdict;
            announce(t("exercisePoints", points, of));
        } catch (error) {
            report.replaceChildren(element("p", {class: "problem"}, error.status === "stopped"
                ? t("stopped") : error.message));
        } finally {
            this.start.disabled = false;
        }
    }
}
