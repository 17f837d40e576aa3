/* Edit and run: the text of the model, checked after a pause, solved in the worker, judged by the
 * referee. */
import { element, button, announce, download } from "./dom.js";
import { Editor } from "./editor.js";
import { t } from "./texts.js";
import { Values } from "./values.js";

const CHECK_PAUSE = 600, LONGEST_CHECK = 8000, GRACE = 4000;

/** How a search is going, in words. */
export function progressWords(state) {
    const words = [];
    if (state.rows !== undefined)
        words.push(t("progressRows", state.rows, state.columns));
    if (state.nodes)
        words.push(t("progressNodes", state.nodes.toLocaleString()));
    if (typeof state.bound === "number")
        words.push(t("progressBound", state.bound));
    if (typeof state.incumbent === "number")
        words.push(t("progressBest", state.incumbent));
    if (typeof state.bound === "number" && typeof state.incumbent === "number")
        words.push(t("progressGap", Math.round(1000 * Math.abs(state.incumbent - state.bound) /
            Math.max(1, Math.abs(state.incumbent))) / 10));
    return words.join(", ");
}

/** Work that ends the worker if it does not end itself in time. */
export async function workWithin(library, name, args, progress) {
    const timer = setTimeout(() => library.long.fail("deadline", t("deadline")),
        args.milliseconds + GRACE);
    try {
        return await library.work(name, args, progress);
    } finally {
        clearTimeout(timer);
    }
}

export class RunPanel {
    constructor(lab) {
        this.lab = lab;
        this.editor = new Editor({label: t("editor"), text: "", changed: (text) => {
            lab.edited(text);
            this.checkSoon();
        }});
        this.problem = element("div", {class: "problem", id: "editor-problem", role: "status"});
        this.solver = element("select", {id: "run-solver"},
            element("option", {value: "glpk"}, t("runGlpk")),
            element("option", {value: "sat"}, t("runSat")),
            element("option", {value: "cbc", disabled: true}, t("runCbc")));
        this.seconds = element("input", {type: "number", id: "run-seconds", min: 1, max: 3600,
            value: 20});
        this.result = element("div", {class: "panel", id: "run-result", role: "status"});
        this.values = new Values(lab);
        const file = element("input", {type: "file", id: "load-model", accept: ".mod,.txt",
            hidden: true, onchange: async () => {
                if (file.files[0])
                    lab.setText(await file.files[0].text());
                file.value = "";
            }});
        this.node = element("div", {},
            element("p", {class: "row"},
                element("label", {for: "run-solver"}, t("solver")), this.solver,
                element("label", {for: "run-seconds"}, t("seconds")), this.seconds,
                this.start = button(t("run"), () => this.run(), {id: "run-model", class: "more"})),
            this.result, this.problem, this.editor.node,
            element("p", {class: "row"},
                button(t("saveModel"), () => download(new Blob([lab.text],
                    {type: "text/plain"}), `${lab.info.kind}-${lab.name ?? "own"}.mod`)),
                button(t("loadModel"), () => file.click()), file,
                button(t("linkModel"), () => lab.link(), {id: "link-model"})),
            this.values.node);
    }

    show() {
        this.editor.paint();
        this.checkSoon(0);
    }

    /** The text comes from elsewhere. */
    take(text) {
        if (this.editor.text !== text)
            this.editor.set(text);
        this.problem.replaceChildren();
        this.result.replaceChildren();
        this.values.clear();
        if (this.lab.tab === "model")
            this.checkSoon(0);
    }

    checkSoon(pause = CHECK_PAUSE) {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.check(), pause);
    }

    async check() {
        const {lab} = this, {checker} = lab, text = lab.text;
        if (checker.waiting.size > 0)
            checker.fail("stopped", "stopped");
        const slow = setTimeout(() => checker.fail("slow", t("checkSlow")), LONGEST_CHECK);
        try {
            const program = await checker.call("program", {puzzle: lab.puzzle, text,
                places: false, milliseconds: LONGEST_CHECK});
            if (text === lab.text)
                this.tell(null, t("textFine", program.columnCount, program.rowCount));
        } catch (error) {
            if (text === lab.text && error.status !== "stopped")
                this.tell(error);
        } finally {
            clearTimeout(slow);
        }
    }

    /** What the translator says. */
    tell(error, words = "") {
        const {editor, problem} = this;
        problem.classList.toggle("fine", !error);
        editor.mark(error?.line && error.text !== "data" ? {line: error.line,
            column: error.column, message: error.message} : null);
        problem.replaceChildren(...(error?.line && error.text !== "data"
            ? [element("span", {}, t("line2", error.line, error.column, error.message) + " "),
                button(t("goTo"), () => editor.goTo(error.line, error.column))]
            : [error?.message ?? words]));
    }

    async run() {
        const {lab, result} = this, text = lab.text;
        const state = element("p", {}, t("working") + " …");
        const milliseconds = 1000 * Math.max(1, Number(this.seconds.value) || 20);
        this.start.disabled = true;
        result.replaceChildren(state, button(t("stop"), () => lab.library.stop(),
            {class: "stop", id: "stop-run"}));
        this.values.clear();
        lab.clear();
        try {
            const reply = await workWithin(lab.library, "run", {puzzle: lab.puzzle, text,
                solver: this.solver.value, milliseconds},
            (progress) => {
                state.textContent = `${t("working")} … ${progressWords(progress)}`;
            });
            await this.showReply(reply);
            this.showValues(text, reply.values);
        } catch (error) {
            if (error.line)
                this.tell(error);
            this.say(error.status === "stopped" ? t("stopped")
                : error.line ? t("line2", error.line, error.column, error.message) : error.message,
            "problem");
        } finally {
            this.start.disabled = false;
        }
    }

    /** All variables of the solution, once their places are known. */
    async showValues(text, values) {
        const program = values.length ? await this.lab.program().catch(() => null) : null;
        if (program && text === this.lab.text)
            this.values.show(program, values);
    }

    say(words, class_, ...more) {
        this.result.replaceChildren(element("p", {class: class_}, words), ...more);
        announce(words);
    }

    async showReply(reply) {
        const {lab} = this;
        const effort = element("p", {class: "advice"}, `${lab.name ?? t("ownModel")}, ` +
            `${reply.solver}: ${reply.seconds} s, ${t("progressNodes", reply.nodes)}`);
        await lab.showAnswer(reply.answer);
        if (reply.status === "solved" || reply.status === "optimal") {
            this.say([t(reply.status === "optimal" ? "verdictOptimal" : "verdictRight"),
                reply.costText ? reply.costText + "." : "", reply.value !== undefined ? `${t("value")}: ${reply.value}.` : ""]
                .filter(Boolean).join(" "), "good", effort);
        } else if (reply.status === "limit") {
            this.say(reply.answer ? t("runBest", reply.costText ?? "") : t("runLimit"), "problem",
                element("p", {}, reply.message), effort);
        } else if (reply.status === "impossible") {
            this.say(t("runImpossible"), "problem", effort);
        } else {
            lab.board.mark({wrong: reply.finding.places});
            this.say(t("verdictWrong", reply.message), "problem",
                ...(reply.reasons.length ? [element("p", {}, t("conflict")), element("ul", {},
                    ...reply.reasons.map((reason) => element("li", {}, reason.text)))] : []), effort);
        }
        this.result.dataset.status = reply.status;
        this.result.dataset.verdict = reply.verdict;
    }
}
