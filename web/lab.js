/* The laboratory: a puzzle as an integer program.  The board stands on one side; on the other are
 * panels: formulas, editor, relaxation, branch and bound, comparison, files.  All of them work on one
 * text, that of the editor, which begins as one of the models that pulma comes with. */
import { element, button, announce, download, svgElement } from "./dom.js";
import { Board } from "./board.js";
import { ComparePanel } from "./compare.js";
import { FormulasPanel } from "./formulas.js";
import { shortNumber } from "./mathematics.js";
import { RelaxPanel } from "./relax.js";
import { RunPanel } from "./runner.js";
import { TreePanel } from "./tree.js";
import { writeLink } from "./link.js";
import { load, save } from "./storage.js";
import { t } from "./texts.js";

const FILES = [["mathprog", "mod"], ["dat", "dat"], ["lp", "lp"], ["mps", "mps"], ["gams", "gms"],
    ["opb", "opb"], ["cnf", "cnf"], ["latex", "tex"]];

/** Files of the model for other programs. */
class FilesPanel {
    constructor(lab) {
        this.lab = lab;
        this.message = element("p", {role: "status"});
        this.node = element("div", {}, element("p", {}, t("exportText")),
            element("p", {class: "row"}, ...FILES.map(([format, ending]) => button("." + ending,
                () => this.save(format, ending), {"data-format": format}))), this.message);
    }

    show() {}

    async save(format, ending) {
        const {lab} = this;
        this.message.textContent = t("working") + " …";
        try {
            const {text} = await lab.library.work("export", {...lab.model, puzzle: lab.puzzle,
                format});
            const name = `${lab.info.kind}-${lab.name ?? "own"}.${ending}`;
            download(new Blob([text], {type: "text/plain"}), name);
            this.message.textContent = t("exportDone", name);
        } catch (error) {
            this.message.textContent = error.message;
        }
    }
}

export class LabScreen {
    constructor(app) {
        this.app = app;
        this.library = app.library;
    }

    /** @param {string} puzzle @param {string} [model] a text to begin with */
    async open(puzzle, model) {
        this.puzzle = puzzle;
        this.info = await this.library.ask("board", {puzzle});
        this.kind = this.app.kinds.find((kind) => kind.name === this.info.kind);
        this.models = (await this.library.ask("models", {kind: this.info.kind})).models;
        this.checker = this.library.lane();
        this.placer = this.library.lane();
        this.makeBoard();
        this.choice = element("select", {id: "formulation", onchange: () =>
            this.choose(this.choice.value)});
        this.about = element("div", {class: "about-model"});
        this.text = undefined;
        this.panels = {formulas: new FormulasPanel(this), model: new RunPanel(this),
            relax: new RelaxPanel(this), tree: new TreePanel(this),
            compare: new ComparePanel(this), export: new FilesPanel(this)};
        this.app.show(this.frame());
        this.board.show(this.info);
        this.openTab(model === undefined ? "formulas" : "model");
        const kept = load("model:" + this.info.kind);
        if (model !== undefined)
            this.setText(model);
        else if (kept && !this.models.some((m) => m.text === kept))
            this.setText(kept);
        else
            await this.chooseFitting();
    }

    /** The first model that takes this puzzle. */
    async chooseFitting() {
        for (const model of this.models) {
            const fits = await this.checker.call("program", {puzzle: this.puzzle,
                model: model.name, places: false, milliseconds: 5000}).then(() => true, () => false);
            if (fits) {
                this.choose(model.name);
                return;
            }
        }
        this.choose(this.models[0].name);
    }

    leave() {
        this.checker?.fail("stopped", "stopped");
        this.stop();
    }

    /** Ends the long work, and that on places. */
    stop() {
        this.placer?.fail("stopped", "stopped");
        this.library.stop();
    }

    frame() {
        const names = Object.keys(this.panels);
        this.tabs = names.map((name) => button(t("tab_" + name), () => this.openTab(name),
            {role: "tab", id: "tab-" + name, "aria-controls": "panel-" + name}));
        const bar = element("div", {role: "tablist", class: "tabs", "aria-label": t("lab"),
            onkeydown: (event) => this.tabKey(event)}, ...this.tabs);
        this.frames = names.map((name) => element("div", {role: "tabpanel", id: "panel-" + name,
            "aria-labelledby": "tab-" + name, tabindex: "0", class: "lab-panel"},
        this.panels[name].node));
        return element("div", {class: "lab"},
            element("div", {class: "lab-head"},
                element("h1", {}, `${t("lab")}: ${this.info.title || this.kind.title}`),
                element("p", {class: "row"},
                    element("label", {for: "formulation"}, t("formulation")), this.choice,
                    button(t("playIt"), () => this.app.openPuzzle(this.puzzle), {id: "lab-play"}))),
            element("div", {class: "lab-board"}, this.board.node,
                element("p", {class: "status", id: "lab-status", role: "status"}),
                this.about),
            element("div", {class: "lab-work"}, bar, ...this.frames));
    }

    tabKey(event) {
        const step = {ArrowRight: 1, ArrowLeft: -1}[event.key], names = Object.keys(this.panels);
        if (!step)
            return;
        event.preventDefault();
        this.openTab(names[(names.indexOf(this.tab) + step + names.length) % names.length]);
        this.tabs[names.indexOf(this.tab)].focus();
    }

    openTab(name) {
        this.tab = name;
        Object.keys(this.panels).forEach((other, i) => {
            this.tabs[i].setAttribute("aria-selected", String(other === name));
            this.tabs[i].setAttribute("tabindex", other === name ? "0" : "-1");
            this.frames[i].hidden = other !== name;
        });
        this.clear();
        if (this.text !== undefined)
            this.panels[name].show();
    }

    status(text) {
        document.getElementById("lab-status").textContent = text;
    }

    /* ---- The model ---- */

    /** What requests say of it. */
    get model() {
        return {text: this.text};
    }

    choose(name) {
        const model = this.models.find((m) => m.name === name);
        this.setText(model ? model.text : this.text, model?.name ?? null);
    }

    /** Another text: of a model, or of one's own. */
    setText(text, name = this.models.find((m) => m.text === text)?.name ?? null) {
        this.text = text;
        this.name = name;
        this.known = null;
        this.choice.replaceChildren(...this.models.map((m) => element("option", {value: m.name},
            m.faulty ? `${m.name} (${t("faulty")})` : m.name)),
        ...(name ? [] : [element("option", {value: ""}, t("ownModel"))]));
        this.choice.value = name ?? "";
        this.describe();
        save("model:" + this.info.kind, text);
        this.panels.model.take(text);
        this.clear();
        if (this.tab !== "model")
            this.panels[this.tab].show();
    }

    /** The editor's text has changed. */
    edited(text) {
        this.text = text;
        this.known = null;
        save("model:" + this.info.kind, text);
        const name = this.models.find((m) => m.text === text)?.name ?? null;
        if (name !== this.name)
            this.setText(text, name);
    }

    describe() {
        const model = this.models.find((m) => m.name === this.name);
        const line = (key, words) => words ? element("p", {}, element("strong", {}, t(key) + ": "),
            words) : null;
        this.about.replaceChildren(...(model ? [element("h2", {}, model.title),
            line("source", model.source), line("teaches", model.teaches)].filter(Boolean) : []));
    }

    /** Columns, rows and places of the text; asked once for each. */
    program() {
        if (!this.known) {
            if (this.placer.waiting.size > 0) /* for another text */
                this.placer.fail("stopped", "stopped");
            const known = this.known = this.placer.call("program", {...this.model,
                puzzle: this.puzzle, milliseconds: 20000});
            known.catch(() => {
                if (this.known === known)
                    this.known = null;
            });
        }
        return this.known;
    }

    async link() {
        history.replaceState(null, "", await writeLink({puzzle: this.puzzle, model: this.text}));
        await navigator.clipboard?.writeText(location.href).catch(() => {});
        announce(t("copied"));
        this.status(t("copied"));
    }

    /* ---- The board ---- */

    makeBoard() {
        const {board} = this, shades = svgElement("g", {class: "shades", "aria-hidden": "true"});
        this.board = new Board({...this.info, play: "cycle"});
        this.shades = shades;
        this.board.svg.insertBefore(shades, this.board.notes);
        this.board.node.classList.add("lab-paper");
        this.board.svg.addEventListener("click", (event) => {
            const place = this.board.placeAt(event);
            if (place >= 0)
                this.touch(place);
        });
        this.board.svg.addEventListener("keydown", (event) => this.boardKey(event));
        return board;
    }

    boardKey(event) {
        const step = {ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0],
            ArrowRight: [1, 0]}[event.key];
        if (!step && event.key !== "Enter" && event.key !== " ")
            return;
        event.preventDefault();
        if (!step) {
            this.touch(this.board.focused);
            return;
        }
        const place = this.board.neighbour(this.board.focused, step[0], step[1]);
        if (place >= 0)
            this.board.setFocus(place);
    }

    touch(place) {
        this.board.setFocus(place, false);
        if (this.tab !== "formulas")
            this.openTab("formulas");
        this.panels.formulas.showPlace(place);
    }

    clear() {
        this.board.mark({});
        this.shades.replaceChildren();
        this.status("");
    }

    async showAnswer(answer) {
        const reply = await this.library.ask("draw", {puzzle: this.puzzle,
            ...(answer ? {answer} : {})});
        this.board.show({svg: reply.picture, answer: answer ?? this.info.begin});
    }

    /** Values as shades and numbers. @param {{columns: any[]}} program @param {number[]} values */
    shade(program, values) {
        const byPlace = new Map();
        program.columns.forEach((column, j) => {
            for (const place of column.places)
                byPlace.set(place, [...(byPlace.get(place) ?? []), {name: column.name,
                    value: values[j]}]);
        });
        this.shades.replaceChildren();
        for (const [place, list] of byPlace) {
            const shape = this.board.shapes.get(place);
            if (shape)
                this.shadePlace(shape, list.filter((item) => item.value > 1e-6), list.length);
        }
    }

    shadePlace(shape, list, all) {
        const box = shape.getBBox(), copy = shape.cloneNode();
        const largest = Math.max(0, ...list.map((item) => item.value));
        for (const attribute of ["role", "tabindex", "aria-label", "data-at"])
            copy.removeAttribute(attribute);
        copy.setAttribute("class", "shade " + shape.tagName);
        copy.style.setProperty("--shade", String(Math.min(1, largest) * 0.55));
        this.shades.append(copy);
        const shown = [...list].sort((a, b) => b.value - a.value).slice(0, 4);
        const size = Math.min(box.width, box.height) / Math.max(2.6, shown.length + 0.6);
        shown.forEach((item, i) => {
            const text = svgElement("text", {x: box.x + box.width / 2, "text-anchor": "middle",
                y: box.y + box.height / 2 + size * (i - shown.length / 2 + 0.8),
                "font-size": Math.min(size, box.width / 4.2)});
            const last = /([^,[\]]+)\]$/.exec(item.name)?.[1] ?? item.name;
            text.textContent = all > 1 ? `${last}: ${shortNumber(item.value)}`
                : shortNumber(item.value);
            this.shades.append(text);
        });
    }
}
