/* Branch and bound by hand: every node is a relaxation with some bounds changed; the reader chooses
 * where to branch, or lets the best open node be taken. */
import { element, button, announce } from "./dom.js";
import { isWhole, shortNumber } from "./mathematics.js";
import { workWithin } from "./runner.js";
import { t } from "./texts.js";
import { Values } from "./values.js";

const MOST_COLUMNS = 2000, NODE_MILLISECONDS = 10000, MOST_CHOICES = 40;

export class TreePanel {
    constructor(lab) {
        this.lab = lab;
        this.state = element("p", {role: "status", id: "tree-state"});
        this.step = button(t("treeStep"), () => this.takeStep(), {id: "tree-step"});
        this.list = element("ul", {class: "tree"});
        this.values = new Values(lab);
        this.node = element("div", {},
            element("p", {class: "row"}, button(t("treeStart"), () => this.start(),
                {id: "tree-start", class: "more"}), this.step),
            this.state, this.list, this.values.node);
    }

    show() {
        this.nodes = [];
        this.best = this.bestNode = null;
        this.step.disabled = true;
        this.state.textContent = "";
        this.list.replaceChildren();
        this.values.clear();
    }

    async start() {
        this.show();
        try {
            this.program = await this.lab.program();
            if (this.program.columnCount > MOST_COLUMNS) {
                this.state.textContent = t("treeLarge", this.program.columnCount);
                return;
            }
            this.integers = this.program.columns.map((column, j) => ({...column, j}))
                .filter((column) => column.integer);
            await this.add(null, [], t("treeRoot"));
        } catch (error) {
            this.state.textContent = error.message;
        }
    }

    /** Whether a value is no better than what is known. */
    isCut(value) {
        if (this.best === null || !this.program.objective)
            return this.best !== null;
        return this.program.maximise ? value <= this.best + 1e-6 : value >= this.best - 1e-6;
    }

    async add(parent, bounds, words) {
        const {lab} = this;
        const reply = await workWithin(lab.library, "relax", {...lab.model, puzzle: lab.puzzle,
            bounds: bounds.flat(), milliseconds: NODE_MILLISECONDS});
        const node = {number: this.nodes.length + 1, parent, bounds, words, reply,
            value: reply.value, children: element("ul", {})};
        node.fractions = reply.impossible ? []
            : this.integers.filter((column) => !isWhole(reply.values[column.j]));
        node.status = reply.impossible ? "None" : this.isCut(reply.value) ? "Cut"
            : node.fractions.length === 0 ? "Whole" : "Open";
        if (node.status === "Whole") {
            await this.judge(node);
            this.best = this.program.objective ? reply.value : 0;
            this.bestNode = node;
            for (const other of this.nodes)
                if (other.status === "Open" && this.isCut(other.value))
                    other.status = "Cut";
        }
        this.nodes.push(node);
        this.drawNode(node);
        this.tell();
        this.look(node);
        return node;
    }

    /** What the referee says of the board that the model prints for a whole node. */
    async judge(node) {
        const {lab} = this;
        try {
            const told = await workWithin(lab.library, "judge", {...lab.model, puzzle: lab.puzzle,
                values: node.reply.values, milliseconds: NODE_MILLISECONDS});
            node.answer = told.answer;
            node.wrong = told.finding.places;
            node.verdict = told.verdict === "right" ? t("treeRight")
                : t("treeWrong", told.finding.text || told.message);
            node.right = told.verdict === "right";
        } catch (error) {
            node.verdict = t("treeUnjudged", error.message);
        }
    }

    drawNode(node) {
        node.button = button("", () => this.look(node), {class: "tree-node"});
        node.tools = element("span", {class: "tree-tools"});
        (node.parent ? node.parent.children : this.list).append(element("li", {}, node.button,
            node.tools, node.children));
    }

    words(node) {
        const value = node.reply.impossible || node.value === undefined ? ""
            : `${t("value")} ${shortNumber(node.value)}, `;
        return `${t("treeNode", node.number)}: ${node.words}; ${value}${t("tree" + node.status)}${
            node.verdict ? `, ${node.verdict}` : ""}`;
    }

    tell() {
        for (const node of this.nodes) {
            node.button.textContent = this.words(node);
            node.button.dataset.status = node.status;
            node.button.dataset.verdict = node.right ? "right" : node.verdict ? "wrong" : "";
            node.tools.replaceChildren();
        }
        const open = this.nodes.filter((node) => node.status === "Open");
        this.step.disabled = open.length === 0;
        const best = shortNumber(this.best ?? 0), {objective} = this.program;
        this.state.textContent = open.length
            ? (this.best === null ? t("treeBestNone", open.length) : t("treeBest", best, open.length))
            : this.best === null ? t("treeEndNone")
                : `${objective ? t("treeEnd", best) : t("treeEndFound")} ${
                    t("treeReferee", this.bestNode.verdict)}`;
        this.state.dataset.open = open.length;
        announce(this.state.textContent);
    }

    /** Shows a node's values on the board, and how it can be branched. */
    look(node) {
        const {lab} = this;
        lab.clear();
        lab.showAnswer(node.answer);
        lab.board.mark(node.right ? {} : {wrong: node.wrong ?? []});
        if (!node.reply.impossible && !node.answer)
            lab.shade(this.program, node.reply.values);
        this.values.show(this.program, node.reply.values ?? []);
        for (const other of this.nodes) {
            other.button.setAttribute("aria-pressed", String(other === node));
            other.tools.replaceChildren();
        }
        if (node.status !== "Open")
            return;
        const sorted = [...node.fractions].sort((a, b) => this.distance(node, a) - this.distance(node, b));
        const choice = element("select", {"aria-label": t("treeChoose")},
            ...sorted.slice(0, MOST_CHOICES).map((column) => element("option", {value: column.j},
                `${column.name} = ${shortNumber(node.reply.values[column.j])}`)));
        node.tools.replaceChildren(choice, button(t("treeBranch", "…"),
            () => this.branch(node, Number(choice.value))));
    }

    /** How far from a half. */
    distance(node, column) {
        const value = node.reply.values[column.j];
        return Math.abs(value - Math.floor(value) - 0.5);
    }

    /** The open node with the best value, on the variable nearest to a half. */
    async takeStep() {
        const open = this.nodes.filter((node) => node.status === "Open");
        const sign = this.program.maximise ? -1 : 1;
        open.sort((a, b) => sign * ((a.value ?? 0) - (b.value ?? 0)) || b.number - a.number);
        const node = open[0];
        if (!node)
            return;
        const column = [...node.fractions].sort((a, b) => this.distance(node, a) -
            this.distance(node, b))[0];
        await this.branch(node, column.j);
    }

    async branch(node, j) {
        const column = this.program.columns[j], value = node.reply.values[j];
        const own = node.bounds.find(([k]) => k === j) ?? [j, column.lower, column.upper];
        const others = node.bounds.filter(([k]) => k !== j), floor = Math.floor(value);
        this.step.disabled = true;
        node.status = "Done";
        try {
            await this.add(node, [...others, [j, own[1] ?? -1e9, floor]],
                own[1] === floor ? `${column.name} = ${floor}` : `${column.name} ≤ ${floor}`);
            await this.add(node, [...others, [j, floor + 1, own[2] ?? 1e9]],
                own[2] === floor + 1 ? `${column.name} = ${floor + 1}`
                    : `${column.name} ≥ ${floor + 1}`);
        } catch (error) {
            this.state.textContent = error.status === "stopped" ? t("stopped") : error.message;
        }
    }
}
