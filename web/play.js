/* The screen on which a puzzle is played. */
import { element, button, announce, download, parseSvg, svgElement } from "./dom.js";
import { Game } from "./game.js";
import { Help } from "./help.js";
import { Tray } from "./lay.js";
import { writeLink } from "./link.js";
import { english, inWords, kindRules, kindTitle } from "./names.js";
import { t } from "./texts.js";

/** A picture of what would change, cut out of the board's picture. */
function cutOut(option) {
    const picture = parseSvg(option.svg), wanted = new Set(option.places.map(String));
    const small = svgElement("svg", {class: "piece", "aria-hidden": "true"});
    for (const name of ["font-family", "text-anchor"])
        small.setAttribute(name, picture.getAttribute(name));
    small.append(...[...picture.querySelectorAll("[data-place]")].filter(
        (node) => wanted.has(node.getAttribute("data-place"))));
    return small;
}

/** Its box can be measured once it stands in the page. */
function fitBox(small) {
    const box = small.getBBox(), rim = 3;
    small.setAttribute("viewBox", [box.x - rim, box.y - rim, box.width + 2 * rim,
        box.height + 2 * rim].join(" "));
}

export class PlayScreen {
    constructor(app) {
        this.app = app;
        this.library = app.library;
    }

    async open(puzzle, answer) {
        const game = await Game.open(this.library, puzzle, answer, this), {info} = game;
        if (this.app.playing !== this)
            return;
        this.game = game;
        this.kind = this.app.kinds.find((kind) => kind.name === info.kind);
        this.status = element("p", {class: "status"});
        this.pad = element("div", {class: "pad"});
        this.panel = element("div", {class: "panel"});
        this.rules = element("ul", {}, ...kindRules(this.kind).map(
            (rule) => element("li", {}, rule)));
        this.help = new Help(game, this.panel, this.rules);
        this.counter = element("p", {class: "counter"});
        this.undoButton = button(t("undo"), () => game.undo(), {id: "undo"});
        this.redoButton = button(t("redo"), () => game.redo());
        this.app.show(element("div", {class: "play"},
            element("div", {class: "stage"},
                element("h1", {}, info.title || kindTitle(this.kind)),
                game.board.node, element("p", {class: "advice zooming"},
                    t(game.input.pans ? "panHelp" : "zoomHelp")), game.board.clues, this.counter, this.status,
                this.panel),
            element("div", {class: "side"},
                this.pad,
                this.group("moves", this.undoButton, this.redoButton,
                    button(t("restart"), () => game.restart()), this.clockButton(),
                    this.conflictButton(),
                    button("+", () => game.zoom.set(game.zoom.level * 1.4),
                        {"aria-label": t("larger")}),
                    button("−", () => game.zoom.set(game.zoom.level / 1.4),
                        {"aria-label": t("smaller")}),
                    button(t("inWords"), async () => this.app.dialog(t("inWords"),
                        (await game.inWords()).join("\n")), {id: "in-words"})),
                this.group("help", ...["check", "hint", "explain", "why", "solve", "answers",
                    "count", "rate"].map((name) =>
                    button(t(name), () => this.help[name](), {id: "do-" + name}))),
                this.group("share",
                    button(t("link"), () => this.link(false), {id: "do-link"}),
                    button(t("linkState"), () => this.link(true), {id: "do-link-state"}),
                    button(t("svg"), () => this.saveSvg()),
                    button(t("png"), () => this.savePng()),
                    button(t("print"), () => this.print(), {id: "do-print"}),
                    button(t("notation"), () => this.write(), {id: "do-write"}),
                    button(t("edit"), () => this.app.openEditor(game.puzzle),
                        {id: "do-edit"}),
                    ...(this.library.hasModels ? [button(t("lab"),
                        () => this.app.openLab(game.puzzle), {id: "do-lab"})] : [])),
                element("section", {class: "rules"}, element("h2", {}, t("rules")), this.rules),
                button(t("back"), () => this.app.openHome()))));
        document.addEventListener("keydown", this.onKey = (event) => this.key(event));
        window.onbeforeprint = () => game.board.frame(true);
        window.onafterprint = () => game.board.frame();
        await game.start();
        if (this.app.playing !== this)
            return;
        this.makePad();
        game.zoom.begin();
        this.findFewest();
    }

    leave() {
        document.removeEventListener("keydown", this.onKey);
        window.onbeforeprint = window.onafterprint = null;
        clearInterval(this.timer);
        this.library.stop();
        this.aside?.fail("stopped", "stopped");
    }

    group(title, ...children) {
        return element("div", {role: "group", "aria-label": t(title), class: "group"},
            ...children);
    }

    /** Whether what contradicts is marked as soon as it is there. */
    conflictButton() {
        const {game} = this, node = button(t("conflicts"), () => {
            game.setConflicts(!game.showConflicts);
            node.setAttribute("aria-pressed", String(game.showConflicts));
        }, {"aria-pressed": String(game.showConflicts), id: "conflicts"});
        return node;
    }

    clockButton() {
        const {game} = this, show = () => {
            const s = Math.floor(game.seconds);
            clock.textContent = `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
        };
        const clock = button(t("clock"), () => {
            if (this.timer) {
                clearInterval(this.timer);
                this.timer = 0;
                clock.textContent = t("clock");
                return;
            }
            this.timer = setInterval(() => {
                game.seconds++;
                show();
            }, 1000);
            show();
        });
        return clock;
    }

    key(event) {
        if (event.ctrlKey || event.metaKey || event.altKey ||
            event.target.closest?.("input, textarea, select, dialog"))
            return;
        const work = {z: () => this.game.undo(), y: () => this.game.redo(),
            h: () => this.help.hint(), c: () => this.help.check(),
            "?": () => this.app.showKeys()}[event.key.toLowerCase()];
        if (work) {
            event.preventDefault();
            work();
        }
    }

    /* ---- What the game tells ---- */

    changed(game, reply) {
        this.undoButton.disabled = !game.history.canUndo;
        this.redoButton.disabled = !game.history.canRedo;
        const right = reply.verdict === "right";
        game.board.node.classList.toggle("solved", right);
        this.status.textContent = right ? this.solvedText(reply)
            : game.showConflicts && reply.verdict === "wrong" ? t("conflictHere") : "";
        this.status.classList.toggle("done", right);
        this.help.showRules([]);
        this.showCount(reply);
        game.tray?.show();
    }

    solvedText(reply) {
        if (!reply.costText)
            return t("solved");
        const more = this.fewest !== undefined && this.fewest < reply.cost
            ? " " + t("cheaper") : "";
        return t("solvedCost", this.costText(reply)) + more;
    }

    /** A cost in words; the library's where it has a name for it. */
    costText({cost, costText}) {
        return /^cost -?\d+$/.test(costText) ? t(cost === 1 ? "oneMove" : "someMoves", cost)
            : inWords(costText);
    }

    /** How many moves, beside the fewest once these are known. */
    showCount(reply = this.game.verdict) {
        this.counter.textContent = reply?.cost === undefined || reply.verdict === "right" ? ""
            : this.costText(reply) + (this.fewest === undefined ? ""
                : ` (${t("fewest", this.fewest)})`);
    }

    /** The least cost; what is not known soon is not told.  It is found in a worker of its own, where
     * no hint ends it. */
    async findFewest() {
        if (!this.game.info.objective)
            return;
        this.aside = this.library.lane();
        const best = await this.aside.call("solve", {puzzle: this.game.puzzle,
            conflicts: 20000}).catch(() => null);
        this.aside.fail("stopped", "stopped");
        if (best?.status === "optimal") {
            this.fewest = best.objective;
            this.showCount();
            if (this.game.verdict?.verdict === "right")
                this.status.textContent = this.solvedText(this.game.verdict);
        }
    }

    message(text) {
        if (this.game.verdict?.verdict !== "right")
            this.status.textContent = text;
    }

    failed(error) {
        this.status.textContent = error.message;
        announce(error.message);
    }

    chosen(game, place, byKey) {
        if (game.info.play === "lay")
            this.offer(place);
        else if (byKey)
            this.pad.querySelector("button")?.focus();
    }

    /* ---- What can be set ---- */

    makePad() {
        const {game} = this, {info} = game;
        if (info.play === "slide") {
            this.pad.replaceChildren(...["up", "right", "down", "left"].map((name, i) =>
                button("↑→↓←"[i], () => game.slide(i + 1), {"aria-label": t(name)})));
        } else if (info.play === "lay") {
            game.tray = new Tray(game, this.pad);
            game.tray.show();
        } else if (info.play === "write" || (info.play === "cycle" && this.choices().length > 2)) {
            this.notesButton = button(t("notes"), () => this.setNoting(!game.noting),
                {"aria-pressed": "false"});
            const auto = button(t("autoNotes"), () => {
                game.setAutoNotes(!game.autoNotes);
                auto.setAttribute("aria-pressed", String(game.autoNotes));
            }, {"aria-pressed": String(game.autoNotes), id: "auto-notes"});
            this.pad.replaceChildren(...this.choices().map((value) =>
                button(game.board.valueText(value), () => this.put(value))),
            button(t("erase"), () => this.put(null)), ...(info.play === "write" ? [
                this.notesButton, button(t("allNotes"), () => game.noteAll(), {id: "all-notes"}),
                auto] : []));
        }
    }

    /** Whether digits become notes. */
    setNoting(on) {
        this.game.noting = on;
        this.notesButton?.setAttribute("aria-pressed", String(on));
        announce(t(on ? "notesOn" : "notesOff"));
    }

    choices() {
        const min = Math.min(...this.game.info.places.map((place) => place.min));
        const max = Math.max(...this.game.info.places.map((place) => place.max));
        return Array.from({length: max - min + 1}, (_, i) => min + i);
    }

    put(value) {
        const {game} = this, place = game.board.focused, {selected} = game.board;
        if (place < 0)
            return;
        if (game.noting && value !== null)
            game.note([...selected], value);
        else if (selected.size > 1)
            game.fill([...selected], value);
        else
            game.move(() => ({place, value: game.answer[place] === value ? null : value}));
    }

    async offer(place) {
        const {game} = this;
        if (game.board.fixed.has(place))
            return;
        const reply = await this.library.ask("options", {puzzle: game.puzzle,
            answer: game.answer, place});
        const pictures = reply.options.map(cutOut);
        const name = inWords(game.info.places[place].name);
        const title = reply.count ? t("options", name) : t("nothingFits");
        const buttons = reply.options.map((option, i) => {
            const label = `${name}: ${inWords(option.name)}`;
            const choice = button("", () => {
                this.panel.replaceChildren();
                game.move({place, value: option.value}, () => game.board.setFocus(place));
            }, {"aria-label": label, class: "option", "data-value": option.value});
            choice.append(pictures[i]);
            return choice;
        });
        if ((game.answer[place] ?? null) !== null)
            buttons.push(button(t("remove"), () => {
                this.panel.replaceChildren();
                game.move({place, value: null}, () => game.board.setFocus(place));
            }));
        this.panel.replaceChildren(element("p", {}, title),
            element("div", {class: "options"}, ...buttons));
        pictures.forEach(fitBox);
        announce(title);
        buttons[0]?.focus();
    }

    /* ---- Sharing ---- */

    async link(withState) {
        const {game} = this;
        const fragment = await writeLink({puzzle: game.puzzle,
            ...(withState ? {answer: game.answer} : {})});
        const address = location.href.replace(/#.*/s, "") + fragment;
        await this.offerText(t("linkReady"), address, null);
    }

    /** A text to be copied, and saved as a file if it has a name. */
    async offerText(title, text, file) {
        const area = element("textarea", {id: "offered", readonly: true, rows: Math.min(12,
            text.split("\n").length + 1), "aria-label": title});
        area.value = text;
        const copy = button(t("copy"), async () => {
            area.select();
            try {
                await navigator.clipboard.writeText(text);
                announce(t("copied"));
                copy.textContent = t("copied");
            } catch {
                announce(t("selected")); /* a browser may forbid it: the text is selected */
            }
        }, {id: "copy", class: "more"});
        this.help.tell(title, area, element("p", {class: "row"}, copy, ...(file ? [
            button(t("saveFile"), () => download(new Blob([text], {type: "text/plain"}), file))]
            : [])));
        copy.focus();
    }

    /** The puzzle in another notation. */
    write() {
        const {kind} = this, names = ["pulma", "json"];
        const list = [...names.map((name) => ({name, own: t("notation_" + name)})),
            ...kind.notations.filter((one) => one.writes && !names.includes(one.name))];
        this.help.tell(t("notationTitle"), element("ul", {class: "notations"}, ...list.map((one) =>
            element("li", {}, button(one.name, () => this.writeAs(one.name),
                {"data-notation": one.name}), " ", one.own ?? english(one.title)))));
    }

    async writeAs(notation) {
        const {game, kind} = this;
        try {
            const {text} = await this.library.ask("write", {puzzle: game.puzzle, notation});
            await this.offerText(notation, text.trimEnd() + "\n", `pulma-${kind.name}.txt`);
        } catch (error) {
            this.help.tell(english(error.message));
        }
    }

    async picture(answer = this.game.answer) {
        const reply = await this.library.ask("draw", {puzzle: this.game.puzzle, answer});
        return reply.picture;
    }

    async saveSvg() {
        download(new Blob([await this.picture()], {type: "image/svg+xml"}), "pulma.svg");
    }

    async savePng() {
        const image = new Image(), scale = 2, text = await this.picture();
        image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(text);
        await image.decode();
        const canvas = element("canvas", {width: image.width * scale,
            height: image.height * scale});
        canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
        canvas.toBlob((blob) => blob && download(blob, "pulma.png"));
    }

    /** The answer goes on a page of its own. */
    async print() {
        document.querySelector(".print-only")?.remove();
        const reply = await this.help.work("solve");
        if (this.help.stopped)
            return;
        this.help.clear();
        if (reply?.answers.length) {
            const picture = parseSvg(await this.picture(reply.answers[0]));
            document.body.append(element("section", {class: "print-only"},
                element("h2", {}, t("answer")), picture));
        }
        window.print();
    }
}
