/* The linear relaxation: its value and gap, its fractions on the board, and how a further row moves
 * them. */
import { element, button, announce } from "./dom.js";
import { isWhole, shortNumber } from "./mathematics.js";
import { workWithin } from "./runner.js";
import { t } from "./texts.js";
import { Values } from "./values.js";

const RELAX_MILLISECONDS = 20000;

export class RelaxPanel {
    constructor(lab) {
        this.lab = lab;
        this.result = element("div", {id: "relax-result", role: "status"});
        this.row = element("input", {id: "new-row", placeholder: "s.t. cut: x[1,1] + x[1,2] <= 1;",
            spellcheck: "false", autocomplete: "off",
            onkeydown: (event) => event.key === "Enter" && this.add()});
        this.back = button(t("takeBack"), () => this.takeBack());
        this.back.disabled = true;
        this.values = new Values(lab);
        this.node = element("div", {},
            element("p", {class: "row"}, button(t("relaxSolve"), () => this.solve(),
                {id: "relax-solve", class: "more"})),
            this.result,
            element("h2", {}, t("addRow")),
            element("p", {}, element("label", {for: "new-row"}, t("addRowLabel"))),
            element("p", {class: "row"}, this.row, button(t("add"), () => this.add(),
                {id: "add-row"}), this.back),
            this.values.node);
    }

    show() {
        this.result.replaceChildren();
        this.values.clear();
    }

    /** Puts a row before solve, and solves again. */
    async add() {
        const {lab} = this, row = this.row.value.trim();
        if (!row)
            return;
        const before = lab.text, at = /^\s*solve\s*;/m.exec(before)?.index ?? before.search(/^\s*end\s*;/m);
        const line = row.endsWith(";") ? row : row + ";";
        lab.setText(at < 0 ? `${before}\n${line}\n`
            : `${before.slice(0, at).trimEnd()}\n\n${line}\n${before.slice(at)}`);
        this.undo = before;
        this.back.disabled = false;
        await this.solve();
    }

    async takeBack() {
        this.lab.setText(this.undo);
        this.back.disabled = true;
        await this.solve();
    }

    async solve() {
        const {lab} = this, args = {...lab.model, puzzle: lab.puzzle, milliseconds: RELAX_MILLISECONDS};
        this.result.replaceChildren(element("p", {}, t("working") + " … "),
            button(t("stop"), () => lab.stop(), {class: "stop"}));
        try {
            const program = await lab.program();
            const root = await workWithin(lab.library, "relax", args);
            await lab.showAnswer(null); /* of a run before */
            this.tell(program, root);
            this.before = root.impossible ? undefined : root.value;
            if (!root.impossible && program.objective)
                await this.compare(root, args);
        } catch (error) {
            this.result.replaceChildren(element("p", {class: "problem"}, error.status === "stopped"
                ? t("stopped") : error.line ? t("line2", error.line, error.column, error.message)
                    : error.message));
        }
    }

    tell(program, root) {
        const {lab} = this;
        if (root.impossible) {
            this.result.replaceChildren(element("p", {class: "problem"}, t("relaxNone")));
            this.values.clear();
            lab.shades.replaceChildren();
            return;
        }
        const fractions = root.values.filter((value) => !isWhole(value)).length;
        const words = [program.objective ? t("relaxValue", shortNumber(root.value))
            : t("relaxNoObjective"),
        fractions ? t("relaxFractions", fractions, root.values.length) : t("relaxWhole")];
        if (program.objective && typeof this.before === "number" &&
            Math.abs(this.before - root.value) > 1e-6)
            words.push(t("relaxBefore", shortNumber(this.before)));
        this.result.replaceChildren(...words.map((line) => element("p", {}, line)),
            element("p", {class: "advice"}, !program.columns ? t("largeProgram")
                : program.unplaced ? t("unplaced", program.unplaced) : t("relaxLegend")));
        this.result.dataset.value = root.value ?? "";
        if (program.columns)
            lab.shade(program, root.values);
        this.values.show(program, root.values);
        announce(words.join(" "));
    }

    /** The best whole solution, where it is found soon. */
    async compare(root, args) {
        const whole = await workWithin(this.lab.library, "run", {...args, milliseconds: 10000})
            .catch(() => null);
        const value = whole?.value;
        this.result.append(element("p", {id: "relax-gap"}, typeof value === "number"
            ? t("relaxBest", shortNumber(value), shortNumber(100 * Math.abs(value - root.value) /
                Math.max(1e-9, Math.abs(value)))) : t("relaxUnknown")));
    }
}
