/* Your own puzzle: its text, its picture, and at every change what can be said of it: no answer and
 * why, several and where they differ, or exactly one and how hard it is. */
import { element, button, parseSvg, svgElement, announce } from "./dom.js";
import { t } from "./texts.js";

const PAUSE = 400; /* milliseconds without a change before the library is asked */

export class EditScreen {
    constructor(app) {
        this.app = app;
        this.library = app.library;
        this.timer = 0;
        this.version = 0;
    }

    open(puzzle) {
        this.area = element("textarea", {id: "edit", rows: 16, spellcheck: "false",
            oninput: () => this.changed()});
        this.area.value = puzzle;
        this.picture = element("div", {class: "paper"});
        this.report = element("div", {class: "panel", role: "status", id: "report"});
        this.play = button(t("playThis"), () => this.app.openPuzzle(this.area.value),
            {id: "play-this"});
        this.app.show(element("div", {class: "play"},
            element("div", {class: "stage"},
                element("h1", {}, t("edit")),
                this.picture, this.report),
            element("div", {class: "side"},
                element("label", {for: "edit"}, t("pasteLabel")), this.area,
                element("p", {class: "row"}, this.play,
                    button(t("back"), () => this.app.openHome())))));
        this.look();
    }

    leave() {
        clearTimeout(this.timer);
        this.version++;
        this.library.stop();
    }

    changed() {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.look(), PAUSE);
    }

    tell(text, ...more) {
        this.report.replaceChildren(element("p", {}, text), ...more);
    }

    /** Draws the puzzle and judges it; a later change ends both. */
    async look() {
        const puzzle = this.area.value, version = ++this.version;
        this.library.stop();
        this.play.disabled = true;
        try {
            const drawn = await this.library.ask("draw", {puzzle});
            if (version !== this.version)
                return;
            this.picture.replaceChildren(this.board(drawn.picture));
            this.play.disabled = false;
            this.tell(t("working") + " …");
            const reply = await this.library.work("solve", {puzzle, most: 2});
            if (version === this.version)
                await this.judge(puzzle, reply, version);
        } catch (error) {
            if (version === this.version && error.status !== "stopped")
                this.tell(error.line ? t("line", error.line, error.message) : error.message);
        }
    }

    board(text) {
        const picture = parseSvg(text);
        picture.setAttribute("class", "board");
        this.picture.style.setProperty("--natural", picture.getAttribute("width") + "px");
        this.picture.style.setProperty("--ratio", String(
            Number(picture.getAttribute("width")) / Number(picture.getAttribute("height"))));
        return picture;
    }

    async judge(puzzle, reply, version) {
        const {answers} = reply;
        if (answers.length === 0 && reply.status === "impossible") {
            this.tell(t("noAnswer"));
            const why = await this.library.work("why", {puzzle});
            if (version === this.version)
                this.tell(t("noAnswer") + " " + t("contradict"),
                    element("ul", {}, ...why.reasons.map((r) => element("li", {}, r.text))));
        } else if (answers.length === 2) {
            const places = answers[0].map((_, i) => i).filter(
                (i) => answers[0][i] !== answers[1][i]);
            this.differ(places);
            this.tell(t("several", places.length));
        } else if (answers.length === 1 && reply.all) {
            this.tell(t("one"));
            const rate = await this.library.work("rate", {puzzle, milliseconds: 5000});
            if (version === this.version && rate.status === "complete")
                this.tell(t("one") + " " + t("rating", t(rate.level), rate.steps,
                    rate.hardest));
        } else {
            this.tell(t("limit"));
        }
        announce(this.report.textContent);
    }

    /** Marks the places in which two answers differ. */
    differ(places) {
        const svg = this.picture.querySelector("svg"), marks = svgElement("g");
        for (const place of places) {
            const node = svg.querySelector(`[data-place="${place}"]`);
            if (!node)
                continue;
            const box = node.getBBox();
            marks.append(svgElement("rect", {x: box.x, y: box.y, width: box.width,
                height: box.height, class: "mark reason"}));
        }
        svg.append(marks);
    }
}
