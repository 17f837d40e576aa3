/* Help: check, hint, explanation, why, solve, all answers, count, rating.  Each shows itself in the
 * panel that it is given. */
import { element, button, announce } from "./dom.js";
import { english, inWords, rulesOf } from "./names.js";
import { t } from "./texts.js";

export class Help {
    /**
     * @param {any} game
     * @param {HTMLElement} panel
     * @param {HTMLElement} rules the list of the rules
     */
    constructor(game, panel, rules) {
        this.game = game;
        this.library = game.library;
        this.panel = panel;
        this.rules = rules; /* their list, a line each */
    }

    clear() {
        this.panel.replaceChildren();
        this.game.showMarks();
        this.showRules([]);
    }

    /** Marks in the list of rules those that some reasons come from. */
    showRules(reasons) {
        const {kind} = this.game.info;
        const used = new Set(reasons.flatMap((reason) => rulesOf(kind, reason.text)));
        [...this.rules.children].forEach((line, i) => {
            line.classList.toggle("used", used.has(i));
            if (used.has(i))
                line.setAttribute("aria-current", "true");
            else
                line.removeAttribute("aria-current");
        });
    }

    /** A list of reasons, in the words of the library. */
    reasonList(reasons) {
        return element("ul", {}, ...reasons.map((r) => element("li", {}, english(r.text))));
    }

    /** @param {string | HTMLElement} text @param {...any} more */
    tell(text, ...more) {
        this.panel.replaceChildren(element("p", {}, text), ...more);
        announce(typeof text === "string" ? text : text.textContent ?? "");
        this.panel.scrollIntoView?.({block: "nearest"});
    }

    /** Long work: with progress and a button that stops it. */
    async work(name, args = {}) {
        const asked = this.asked = {};
        this.stopped = false;
        this.library.stop(); /* what was asked for before is not wanted any more */
        const progress = element("p", {role: "status"}, t("working") + " …");
        const stop = button(t("stop"), () => this.library.stop(), {class: "stop"});
        this.panel.replaceChildren(progress, stop);
        try {
            return await this.library.work(name, {puzzle: this.game.puzzle, ...args},
                (state) => {
                    progress.textContent = `${t("working")} … ${state.nodes.toLocaleString()}`;
                });
        } catch (error) {
            this.stopped = error.status === "stopped" || asked !== this.asked;
            if (asked !== this.asked || !this.panel.isConnected)
                return null; /* the panel shows what was asked for then */
            this.tell(error.status === "stopped" ? t("stopped")
                : error.status === "limit" ? t("limit") : english(error.message));
            return null;
        }
    }

    async check() {
        const {game} = this, reply = await this.work("mistakes", {answer: game.decided});
        if (!reply)
            return;
        if (reply.status === "impossible")
            this.tell(t("noAnswer"));
        else if (reply.mistakes.length === 0)
            this.tell(game.verdict?.verdict === "right" ? t("solved") : t("fine"));
        else
            this.tell(t("mistakes", reply.mistakes.length), button(t("where"), () => {
                game.board.mark({wrong: reply.mistakes});
                announce(reply.mistakes.map((p) => inWords(game.info.places[p].name)).join("; "));
            }));
    }

    async hint() {
        const {game} = this, reply = await this.work("hint", {answer: game.decided});
        if (!reply)
            return;
        if (reply.status === "mistakes") {
            game.board.mark({wrong: reply.mistakes});
            this.tell(t("mistakes", reply.mistakes.length));
        } else if (reply.status !== "step") {
            this.tell(t(reply.status === "impossible" ? "noAnswer" : "nothingMore"));
        } else {
            this.showHint(reply.step, 1);
        }
    }

    /** First the rule, then the place, then all of it. */
    showHint(step, degree) {
        const {game} = this, places = step.conclusions.map((fact) => fact.place);
        const more = degree < 3
            ? button(t("moreHint"), () => this.showHint(step, degree + 1), {class: "more"})
            : button(t("doHint"), () => {
                this.clear();
                this.apply([step]);
            }, {class: "more"});
        const name = step.reasons[0]?.text ?? step.technique;
        if (degree === 1)
            this.tell(element("span", {}, t("lookAt"), " ", english(name ?? "")), more);
        else if (degree === 2)
            this.tell(t("lookHere", inWords(game.info.places[places[0]].name)), more);
        else
            this.tell(english(step.text), more);
        this.showRules(step.reasons);
        game.board.mark({
            reason: step.reasons.flatMap((reason) => reason.places),
            ...(degree > 1 ? {conclusion: places} : {}),
        });
        more.focus();
    }

    /** The board after some steps. */
    after(steps, answer) {
        const board = [...answer];
        for (const step of steps)
            for (const fact of step.conclusions) {
                if (fact.holds)
                    board[fact.place] = fact.value;
            }
        return board;
    }

    apply(steps) {
        return this.game.set(this.after(steps, this.game.answer));
    }

    async explain() {
        const {game} = this, begin = game.decided;
        const reply = await this.work("explain", {answer: begin});
        if (!reply)
            return;
        const steps = (reply.list ?? []).filter((step) => !step.trivial ||
            step.conclusions.some((fact) => fact.holds));
        if (reply.status === "impossible")
            this.why();
        else if (steps.length === 0)
            this.tell(t(reply.status === "limit" ? "limit" : "nothingMore"));
        else
            this.showStep(reply.list, steps, 0, begin);
    }

    async showStep(all, steps, i, begin) {
        const {game} = this, step = steps[i];
        const board = this.after(all.slice(0, all.indexOf(step)), begin);
        const back = button(t("previous"), () => this.showStep(all, steps, i - 1, begin));
        const next = button(t("next"), () => this.showStep(all, steps, i + 1, begin),
            {class: "next"});
        back.disabled = i === 0;
        next.disabled = i === steps.length - 1;
        const reply = await game.state(board);
        game.board.show(reply);
        game.board.mark({
            reason: step.reasons.flatMap((reason) => reason.places),
            conclusion: step.conclusions.map((fact) => fact.place),
        });
        this.panel.replaceChildren(
            element("p", {}, element("strong", {}, t("step", i + 1, steps.length)),
                step.technique ? english(` (${step.technique})`) : ""),
            element("p", {}, english(step.text)),
            this.reasonList(step.reasons),
            element("p", {class: "row"}, back, next,
                button(t("close"), () => {
                    this.clear();
                    game.refresh();
                })));
        this.showRules(step.reasons);
        announce(step.text);
        (next.disabled ? back : next).focus();
    }

    async why() {
        const {game} = this, reply = await this.work("why", {answer: game.decided});
        if (!reply)
            return;
        if (!reply.impossible) {
            this.tell(t("possible"));
            return;
        }
        game.board.mark({reason: reply.reasons.flatMap((reason) => reason.places)});
        this.tell(t(reply.minimal ? "contradict" : "contradictAtLeast"), this.reasonList(reply.reasons));
        this.showRules(reply.reasons);
    }

    async solve() {
        const reply = await this.work("solve");
        if (!reply)
            return;
        if (reply.answers.length === 0) {
            this.tell(t(reply.status === "impossible" ? "noAnswer" : "limit"));
            return;
        }
        this.clear();
        await this.game.set(reply.answers[0]);
    }

    async answers() {
        const reply = await this.work("solve", {most: 500});
        if (!reply)
            return;
        if (reply.answers.length === 0)
            this.tell(t(reply.status === "impossible" ? "noAnswer" : "limit"));
        else
            this.showAnswer(reply, 0);
    }

    async showAnswer(reply, i) {
        const {game} = this, n = reply.answers.length;
        const back = button(t("previous"), () => this.showAnswer(reply, (i + n - 1) % n));
        const next = button(t("next"), () => this.showAnswer(reply, (i + 1) % n),
            {class: "next"});
        game.board.show(await game.state(reply.answers[i]));
        this.panel.replaceChildren(
            element("p", {role: "status"}, t("of", i + 1, reply.all ? n : `${n}+`)),
            element("p", {class: "row"}, back, next, button(t("close"), () => {
                this.clear();
                game.refresh();
            })));
        next.focus();
    }

    async count() {
        const reply = await this.work("count");
        if (!reply)
            return;
        const number = BigInt(reply.count).toLocaleString();
        this.tell(!reply.exact ? t("atLeast", number)
            : reply.count === "0" ? t("noAnswer")
            : reply.count === "1" ? t("one") : t("exactly", number));
    }

    async rate() {
        const reply = await this.work("rate");
        if (!reply)
            return;
        if (reply.status === "impossible")
            this.tell(t("noAnswer"));
        else if (reply.status === "limit")
            this.tell(t("limit"));
        else
            this.tell(t("rating", t(reply.level), reply.steps, reply.hardest));
    }
}
