/* Draw your own: the layers of a puzzle under finger and keys, and at every change what can be said
 * of it: no answer and why, several and where they differ, or exactly one and how hard it is. */
import { element, button, parseSvg, svgElement, announce } from "./dom.js";
import { drawingOf, resizedForm, clearedForm } from "./drawing.js";
import { sizeOf } from "./layers.js";
import { Canvas } from "./canvas.js";
import { english, kindTitle } from "./names.js";
import { save } from "./storage.js";
import { t } from "./texts.js";

const PAUSE = 300; /* milliseconds without a change before the library is asked for long */
const LONGEST_JUDGEMENT = 20000; /* milliseconds that a judgement may take; then a limit is told */
const MOST_SIDE = 60;

export class EditScreen {
    constructor(app) {
        this.app = app;
        this.library = app.library;
        this.timer = 0;
        this.version = 0;
        this.layer = 0;
        this.brush = null;
        /** When the picture shows what is drawn. */
        this.drawn = Promise.resolve();
        /** Taps that wait for what they are to go on from; null: none has to. @type {any[] | null} */
        this.waiting = null;
    }

    async open(puzzle) {
        const {text} = await this.library.ask("write", {puzzle, notation: "json"});
        if (this.app.playing !== this)
            return;
        const form = JSON.parse(text);
        this.drawing = drawingOf(form);
        this.states = [this.document(form)];
        this.at = 0;
        const screen = this.makeScreen();
        this.changed(false);
        await this.drawn; /* so that the board does not move once it is seen */
        if (this.app.playing !== this)
            return;
        document.addEventListener("keydown", this.onKey = (event) => this.key(event));
        this.app.show(screen);
    }

    document(form, paint = null) {
        return {form, paint, item: 0, layers: this.drawing.layers,
            inks: this.drawing.inks?.(form)};
    }

    get doc() {
        return this.states[this.at];
    }

    get current() {
        return this.drawing.layers[this.layer];
    }

    /* ---- The screen ---- */

    makeScreen() {
        this.canvas = new Canvas(this);
        this.preview = element("div", {class: "paper preview", "aria-hidden": "true"});
        this.report = element("div", {class: "panel", role: "status", id: "report"});
        this.pad = element("div", {class: "pad", id: "brushes", role: "group",
            "aria-label": t("brushes")});
        this.advice = element("p", {class: "advice"});
        this.details = element("div", {class: "fields", id: "details"});
        this.items = element("div", {class: "row", id: "items"});
        this.fields = element("div", {class: "fields", id: "fields"});
        this.lines = element("div", {id: "gates"});
        this.tabs = element("div", {class: "group", role: "group", "aria-label": t("layers")},
            ...this.drawing.layers.map((layer, i) => button(t("layer_" + layer.title),
                () => this.choose(i), {"data-layer": layer.title})));
        this.undoButton = button(t("undo"), () => this.goTo(this.at - 1));
        this.redoButton = button(t("redo"), () => this.goTo(this.at + 1));
        this.play = button(t("playThis"), () => this.app.openPuzzle(this.text()),
            {id: "play-this", class: "more"});
        this.area = element("textarea", {id: "edit", rows: 12, spellcheck: "false",
            oninput: () => this.typed()});
        const kind = this.app.kinds.find((one) => one.name === this.doc.form.kind);
        return element("div", {class: "play"},
            element("div", {class: "stage"},
                element("h1", {}, `${t("edit")}: ${kindTitle(kind)}`),
                this.drawing.layers.length ? this.canvas.node : null,
                this.report, this.preview),
            element("div", {class: "side"},
                this.drawing.layers.length > 1 ? this.tabs : null,
                this.items, this.pad, this.advice, this.details, this.lines,
                element("div", {class: "group"}, this.undoButton, this.redoButton,
                    button(t("clear"), () => this.put({...this.doc, paint: null,
                        form: clearedForm(this.drawing, this.doc.form)}), {id: "clear"}),
                    this.play),
                this.sizeForm(), this.fields,
                element("details", {}, element("summary", {}, t("text")),
                    element("label", {for: "edit"}, t("pasteLabel")), this.area),
                button(t("back"), () => this.app.openHome())));
    }

    leave() {
        document.removeEventListener("keydown", this.onKey);
        clearTimeout(this.timer);
        this.version++;
        this.library.stop();
    }

    key(event) {
        if (event.ctrlKey || event.metaKey || event.altKey ||
            event.target.closest?.("input, textarea, select, dialog"))
            return;
        const step = {z: -1, y: 1}[event.key];
        if (step)
            this.goTo(this.at + step);
    }

    sizeForm() {
        if (this.drawing.fixed)
            return null;
        const side = (name) => element("input", {type: "number", id: "edit-" + name, min: 1,
            max: MOST_SIDE, onchange: () => this.resize(name)});
        this.rows = side("rows");
        this.columns = side("columns");
        return element("div", {class: "row"}, element("label", {for: "edit-rows"}, t("rows")),
            this.rows, element("label", {for: "edit-columns"}, t("columns")), this.columns);
    }

    size() {
        const {form} = this.doc;
        if (this.current?.across)
            return [Number(form.rows) || Math.ceil(form.grid.length / this.current.across(this.doc)),
                this.current.across(this.doc)];
        return sizeOf(form, this.drawing.layers);
    }

    resize(name) {
        const clip = (input) => Math.max(1, Math.min(MOST_SIDE, Math.floor(Number(input.value)) || 1));
        if (this.drawing.square)
            this.rows.value = this.columns.value = this[name].value;
        const form = resizedForm(this.drawing, this.doc.form, clip(this.rows), clip(this.columns));
        const doc = {...this.doc, form}, paint = this.drawing.layers.find((layer) => layer.derive);
        this.put(doc.paint ? paint.with(doc, paint.grid(doc)) : doc);
    }

    choose(i) {
        this.layer = i;
        this.brush = null;
        this.show();
    }

    /* ---- Changes ---- */

    /** A new document; whatever is drawn comes through here.  False: it is the one there is. */
    put(doc) {
        if (doc === this.doc || JSON.stringify(doc.form) === JSON.stringify(this.doc.form) &&
            doc.paint === this.doc.paint && doc.item === this.doc.item)
            return false;
        this.states.length = this.at + 1;
        this.states.push({...doc, inks: this.drawing.inks?.(doc.form)});
        this.at++;
        this.changed();
        return true;
    }

    goTo(at) {
        if (at < 0 || at >= this.states.length)
            return;
        this.at = at;
        this.changed();
    }

    text() {
        return JSON.stringify(this.doc.form);
    }

    changed(later = true) {
        this.show();
        save("draft:" + this.doc.form.kind, this.text());
        save("draft", this.text());
        clearTimeout(this.timer);
        this.version++;
        this.library.stop();
        this.waiting = this.isToBePainted() ? [] : null;
        this.drawn = this.draw(this.version).then((readable) => {
            if (readable)
                this.timer = setTimeout(() => this.judge(), later ? PAUSE : 0);
        });
    }

    /** Whether there are clues and not yet the picture that they tell of, which painting is to go on
     * from. */
    isToBePainted() {
        const {form, paint} = this.doc, clues = [form.rows, form.columns].flat().join(" ");
        return Boolean(this.drawing.inks) && !paint && /[^0\s]/.test(clues);
    }

    /** A tap or stroke: `work` makes a document of the one there is. */
    stroke(layer, work) {
        if (this.waiting && layer.derive)
            this.waiting.push(work);
        else
            this.put(work(this.doc));
    }

    /** The picture is there, or cannot be found: what was tapped meanwhile is painted. */
    paintOn() {
        const list = this.waiting ?? [];
        this.waiting = null;
        for (const work of list)
            this.put(work(this.doc));
    }

    /** The text was edited by hand: it counts as soon as it can be read. */
    async typed() {
        const version = ++this.version, text = this.area.value;
        clearTimeout(this.timer);
        try {
            const reply = await this.library.ask("write", {puzzle: text, notation: "json"});
            if (version !== this.version)
                return;
            const form = JSON.parse(reply.text);
            if (form.kind !== this.doc.form.kind)
                this.app.openEditor(text);
            else if (!this.put(this.document(form)))
                this.changed(); /* as it was, but told anew */
        } catch (error) {
            if (version === this.version)
                this.tell(error.line ? t("line", error.line) : "", english(error.message));
        }
    }

    /* ---- What is shown ---- */

    show() {
        const {doc, current: layer} = this;
        this.undoButton.disabled = this.at === 0;
        this.redoButton.disabled = this.at === this.states.length - 1;
        [...this.tabs.children].forEach((tab, i) =>
            tab.setAttribute("aria-pressed", String(i === this.layer)));
        if (this.rows && document.activeElement !== this.rows &&
            document.activeElement !== this.columns)
            [this.rows.value, this.columns.value] = this.size();
        if (this.drawing.panel)
            this.refill(this.lines, this.drawing.panel.render(doc, (next) => this.put(next)));
        if (layer) {
            this.advice.textContent = t(layer.helpFor?.(doc) ?? layer.help);
            this.showBrushes();
            this.showItems();
            this.canvas.show(layer, doc);
            this.showDetails();
        }
        this.showFields();
    }

    /** New content in place of the old, with the focus where it was. */
    refill(node, ...content) {
        const all = "button, input, select, textarea";
        const at = [...node.querySelectorAll(all)].indexOf(document.activeElement);
        node.replaceChildren(...content);
        if (at >= 0)
            [...node.querySelectorAll(all)][at]?.focus();
    }

    showBrushes() {
        const choices = this.current.choices(this.doc);
        if (!choices.includes(this.brush))
            this.brush = choices[0] ?? null;
        this.refill(this.pad, ...choices.map((choice) => button(choice === "#" ? "■" : choice,
            () => {
                this.brush = choice;
                this.showBrushes();
            }, {"aria-pressed": String(choice === this.brush), "data-brush": choice,
                "aria-label": choice === "#" ? t("block") : choice === "×" ? t("remove")
                    : choice === "+" ? t(this.current.plus) : choice})));
    }

    showItems() {
        const {current: layer, doc} = this;
        if (!layer.itemNames) {
            this.items.replaceChildren();
            return;
        }
        const names = layer.itemNames(doc);
        this.refill(this.items, element("label", {for: "item"}, t("piece")),
            element("select", {id: "item", onchange: (event) => this.put({...doc,
                item: Number(event.target.value)})}, ...names.map((name, i) =>
                element("option", {value: i, ...(i === layer.item(doc) ? {selected: true} : {})},
                    name))),
            button(t("addPiece"), () => this.put(layer.add(doc)), {id: "add-piece"}),
            button(t("removePiece"), () => this.put(layer.removed(doc))));
    }

    showDetails() {
        const list = this.current.details(this.doc, this.canvas.focused);
        this.refill(this.details, ...list.map((detail, i) => element("label", {}, detail.label,
            " ", element("input", {value: detail.value, "data-detail": i, onchange: (event) =>
                this.put(detail.set(event.target.value)), autocomplete: "off"}))));
    }

    showFields() {
        const {form} = this.doc;
        const set = (name, value) => this.put({...this.doc, form: {...form, [name]: value}});
        this.refill(this.fields, ...this.drawing.fields.map((field) => {
            const {name, type} = field, id = "field-" + name, label = t("field_" + name);
            if (type === "yes")
                return element("label", {}, element("input", {type: "checkbox", id,
                    ...(form[name] ?? field.usual ? {checked: true} : {}),
                    onchange: (event) => set(name, event.target.checked)}), " ", label);
            if (type === "choice")
                return element("label", {}, label, " ", element("select", {id,
                    onchange: (event) => set(name, event.target.value)},
                ...field.values.map((value) => element("option", {value,
                    ...(form[name] === value ? {selected: true} : {})}, t("value_" + value)))));
            if (type === "lines") {
                const area = element("textarea", {id, rows: 5, onchange: () => this.put(
                    this.document({...form, [name]: area.value.trim().split("\n")}))});
                area.value = form[name].join("\n");
                return element("label", {}, label, area);
            }
            return element("label", {}, label, " ", element("input", {id,
                value: form[name] ?? field.usual ?? "", autocomplete: "off",
                onchange: (event) => set(name, event.target.value.trim() || undefined)}));
        }));
    }

    tell(text, ...more) {
        /* It never shrinks: the board must not slip away under the finger. */
        this.report.style.minHeight = `${this.report.offsetHeight}px`;
        this.report.replaceChildren(...(text ? [element("p", {}, text)] : []), ...more);
    }

    /* ---- What the library says ---- */

    /** Draws the puzzle as it will look; whether it can be read. */
    async draw(version) {
        const puzzle = this.text();
        try {
            const [drawn, written] = await Promise.all([this.library.ask("draw", {puzzle}),
                this.library.ask("write", {puzzle, notation: "pulma"})]);
            if (version !== this.version)
                return false;
            if (document.activeElement !== this.area)
                this.area.value = written.text;
            this.play.disabled = false;
            this.showPicture(drawn.picture);
            this.tell(t("working") + " …");
            return true;
        } catch (error) {
            if (version === this.version && error.status !== "stopped") {
                this.play.disabled = true;
                this.showPicture(null);
                this.tell("", english(error.message));
            }
            return false;
        }
    }

    /** Under the layer where it is drawn on the board itself, below it otherwise. */
    showPicture(text) {
        const under = this.current && !this.current.own;
        this.picture = text ? parseSvg(text) : null;
        this.canvas.showPicture(under ? this.picture : null, this.current, this.doc);
        this.preview.hidden = under || !this.picture;
        if (!under && this.picture) {
            const {picture} = this;
            picture.setAttribute("class", "board");
            this.preview.style.setProperty("--natural", picture.getAttribute("width") + "px");
            this.preview.style.setProperty("--ratio", String(
                Number(picture.getAttribute("width")) / Number(picture.getAttribute("height"))));
            this.preview.replaceChildren(picture);
        }
    }

    async judge() {
        const puzzle = this.text(), {version} = this, here = () => version === this.version;
        try {
            const reply = await this.library.work("solve", {puzzle, most: 2,
                milliseconds: LONGEST_JUDGEMENT});
            if (!here())
                return;
            const {answers} = reply;
            if (answers.length === 0 && reply.status === "impossible")
                await this.tellWhy(puzzle, here);
            else if (answers.length === 2)
                await this.tellSeveral(puzzle, answers, here);
            else if (answers.length === 1 && reply.all)
                await this.tellOne(puzzle, answers[0], here);
            else
                this.tell(t("limit"));
        } catch (error) {
            if (here() && error.status !== "stopped")
                this.tell("", english(error.message));
        }
        if (here()) {
            announce(this.report.textContent);
            this.paintOn();
        }
    }

    async tellWhy(puzzle, here) {
        this.tell(t("noAnswer"));
        const why = await this.library.work("why", {puzzle});
        if (!here())
            return;
        this.mark(why.reasons.flatMap((reason) => reason.places));
        this.tell(t("noAnswer") + " " + t(why.minimal ? "contradict" : "contradictAtLeast"),
            element("ul", {}, ...why.reasons.map((r) => element("li", {},
                english(r.text)))));
    }

    async tellSeveral(puzzle, answers, here) {
        await this.takePaint(puzzle, answers[0], here);
        if (!here())
            return;
        const places = answers[0].map((_, i) => i).filter((i) => answers[0][i] !== answers[1][i]);
        this.mark(places);
        this.tell(t("several", places.length), element("p", {class: "row"},
            ...answers.map((answer, i) => button(t("showAnswer", i + 1), async () => {
                const {version} = this;
                const {picture} = await this.library.ask("draw", {puzzle, answer});
                if (version === this.version) {
                    this.showPicture(picture);
                    this.mark(places);
                }
            }))));
    }

    async tellOne(puzzle, answer, here) {
        this.tell(t("one"));
        await this.takePaint(puzzle, answer, here);
        if (!here())
            return;
        const rate = await this.library.work("rate", {puzzle, milliseconds: 5000});
        if (here() && rate.status === "complete")
            this.tell(t("one") + " " + t("rating", t(rate.level), rate.steps, rate.hardest));
    }

    /** Painting goes on from an answer, where there are clues that it answers. */
    async takePaint(puzzle, answer, here) {
        if (!this.isToBePainted())
            return;
        const {places} = await this.library.ask("board", {puzzle});
        const [rows, columns] = this.size(), {inks} = this.doc;
        if (!here())
            return;
        const paint = Array.from({length: rows}, () => Array(columns).fill("-"));
        places.forEach(({name}, place) => {
            const [row, column] = name.match(/\d+/g).map(Number);
            if (answer[place] > 0)
                paint[row - 1][column - 1] = inks[answer[place] - 1];
        });
        this.states[this.at] = {...this.doc, paint};
        this.canvas.show(this.current, this.doc);
        this.paintOn();
    }

    /** Marks places on the picture. */
    mark(places) {
        const svg = this.picture?.ownerSVGElement ?? this.picture;
        if (!svg)
            return;
        svg.querySelectorAll(".mark").forEach((node) => node.remove());
        for (const place of places) {
            const node = this.picture.querySelector(`[data-place="${place}"]`);
            if (!node)
                continue;
            const box = node.getBBox();
            node.after(svgElement("rect", {x: box.x, y: box.y, width: box.width,
                height: box.height, class: "mark reason"}));
        }
    }
}

