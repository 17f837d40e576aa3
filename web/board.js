/* The board: the picture that the library draws, and over it a shape for each place that can be
 * touched, focused and read out.  It knows nothing of any kind. */
import { element, svgElement, parseSvg } from "./dom.js";
import { clueStrokes, clueWords } from "./clues.js";
import { inWords } from "./names.js";
import { t } from "./texts.js";

const MARGIN = 9; /* pixels around the library's pictures */

/** A shape over a place: its cell where there is one, the outlines of its pieces, or, if it is
 * drawn as lines alone, these lines made thick. */
function placeShape(nodes) {
    const areas = nodes.filter((node) => node.getAttribute("fill") !== "none" ||
        node.getAttribute("pointer-events") === "all");
    const outline = (list) => list.map((node) => node.getAttribute("d")).join("");
    if (areas.length === 0)
        return svgElement("path", {d: outline(nodes), class: "place line"});
    const spot = areas.find((node) => node.getAttribute("pointer-events") === "all") ??
        areas.find((node) => node.tagName === "rect");
    const paths = areas.filter((node) => node.tagName === "path");
    if (!spot && paths.length > 0)
        return svgElement("path", {d: outline(paths), class: "place"});
    const boxes = (spot ? [spot] : areas).map((node) => node.getBBox());
    const left = Math.min(...boxes.map((box) => box.x));
    const top = Math.min(...boxes.map((box) => box.y));
    const right = Math.max(...boxes.map((box) => box.x + box.width));
    const bottom = Math.max(...boxes.map((box) => box.y + box.height));
    return svgElement("rect", {x: left, y: top, width: right - left, height: bottom - top,
        class: "place"});
}

/** The nearest of some points from one of them in a direction, or -1.  @param {Map<number, number[]>}
 * centres */
export function nearest(centres, from, dx, dy, least = 0.01) {
    const [fromX, fromY] = centres.get(from);
    let best = -1, shortest = Infinity;
    for (const [other, [x, y]] of centres) {
        const along = (x - fromX) * dx + (y - fromY) * dy;
        const aside = Math.abs((x - fromX) * dy) + Math.abs((y - fromY) * dx);
        const far = along + 3 * aside;
        if (other !== from && along > least && far < shortest) {
            shortest = far;
            best = other;
        }
    }
    return best;
}

export class Board {
    /**
     * @param {{places: {name: string}[], valueNames: string[], fixed: number[], play: string,
     *          title: string, clues: import("./clues.js").Clue[]}} info
     * @param {boolean} [tray] pieces that are left lie elsewhere, and not beside the board
     */
    constructor(info, tray = false) {
        this.info = info;
        this.tray = tray;
        this.fixed = new Set(info.fixed);
        this.shapes = new Map();
        this.focused = -1;
        /** Places that are chosen together. @type {Set<number>} */
        this.selected = new Set();
        /** @type {(number|null)[]} */
        this.answer = [];
        /** @type {Record<string, string>} */
        this.names = {};
        /** @type {import("./clues.js").Left[]} */
        this.left = [];
        this.drawing = svgElement("g");
        this.marks = svgElement("g", {class: "marks"});
        this.notes = svgElement("g", {class: "notes", "aria-hidden": "true"});
        this.overlay = svgElement("g");
        this.svg = svgElement("svg", {class: "board", role: "group", "aria-label": t("board")});
        this.met = svgElement("g", {"aria-hidden": "true"});
        this.svg.append(this.drawing, this.met, this.notes, this.marks, this.overlay);
        this.node = element("div", {class: tray ? "paper trayed" : "paper"}, this.svg);
        /** What the clues of the focused place say. */
        this.clues = element("p", {class: "clues", id: "clues"});
    }

    /** Shows a picture; shapes are made when the first one is shown, and for pieces each time. */
    show(state) {
        const picture = parseSvg(state.svg);
        for (const name of ["font-family", "text-anchor", "stroke-linecap", "stroke-linejoin"])
            this.drawing.setAttribute(name, picture.getAttribute(name));
        this.whole = picture.getAttribute("viewBox").split(" ").map(Number);
        this.origin = picture.dataset.origin.split(" ").map(Number);
        this.drawing.replaceChildren(...[...picture.children].filter((node) =>
            node.nodeName !== "title" && node.getAttribute("width") !== "100%"));
        this.seen = this.boxWithoutPieces();
        this.frame();
        if (this.shapes.size === 0 || this.info.play === "lay")
            this.makeShapes();
        this.answer = state.answer;
        this.names = state.names ?? {};
        this.left = state.left ?? [];
        this.met.replaceChildren(...clueStrokes(this.info.clues, this.left, this.origin));
        this.name();
        this.tellClues();
    }

    /** The box of what is not beside the board: that is not displayed, and so not measured. */
    boxWithoutPieces() {
        if (!this.tray || !this.drawing.querySelector("[data-beside]"))
            return this.whole;
        const {x, y, width, height} = this.drawing.getBBox();
        return [x - MARGIN, y - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN];
    }

    /** The part of the picture that is seen; on paper pieces that are left lie beside the board. */
    frame(onPaper = false) {
        const [x, y, width, height] = onPaper ? this.whole : this.seen;
        this.width = width;
        this.height = height;
        this.svg.setAttribute("viewBox", [x, y, width, height].join(" "));
        this.node.style.setProperty("--ratio", String(width / height));
        this.node.style.setProperty("--natural", width + "px");
    }

    /** The clues of a place in words. @param {number} place */
    clueText(place) {
        return clueWords(this.info.clues, this.left, place).map((pair) => pair.join(": ")).join("; ");
    }

    tellClues() {
        if (this.info.clues.length > 0)
            this.clues.textContent = this.clueText(this.focused);
    }

    makeShapes() {
        const byPlace = new Map();
        for (const node of this.drawing.querySelectorAll("[data-place]")) {
            const place = Number(node.getAttribute("data-place"));
            byPlace.set(place, [...(byPlace.get(place) ?? []), node]);
        }
        const active = this.overlay.contains(document.activeElement);
        this.shapes.clear();
        for (const [place, nodes] of [...byPlace].sort((a, b) => a[0] - b[0])) {
            const shape = placeShape(nodes);
            shape.setAttribute("role", "button");
            shape.setAttribute("tabindex", "-1");
            shape.dataset.at = place;
            if (this.info.clues.length > 0 && this.clues.isConnected)
                shape.setAttribute("aria-describedby", "clues");
            this.shapes.set(place, shape);
        }
        this.overlay.replaceChildren(...this.shapes.values());
        this.centres = new Map([...this.shapes].map(([place, shape]) => {
            const box = shape.getBBox();
            return [place, [box.x + box.width / 2, box.y + box.height / 2]];
        }));
        const first = this.shapes.has(this.focused) ? this.focused
            : [...this.shapes.keys()].find((place) => !this.fixed.has(place)) ??
              [...this.shapes.keys()][0];
        this.setFocus(first ?? -1, active);
    }

    /** A value in words, as most places have it. */
    valueText(value) {
        if (value === null || value === undefined)
            return t("empty");
        return inWords(this.info.valueNames[value] || String(value));
    }

    /** What stands in a place. */
    valueAt(place) {
        const name = this.names[place];
        return name ? inWords(name) : this.valueText(this.answer[place]);
    }

    placeText(place) {
        const name = inWords(this.info.places[place].name) + ": " + this.valueAt(place);
        return this.fixed.has(place) ? `${name}, ${t("given")}` : name;
    }

    /** Names all places for those who cannot see them; only what changed is written. */
    name() {
        for (const [place, shape] of this.shapes) {
            const words = this.placeText(place);
            if (shape.getAttribute("aria-label") !== words)
                shape.setAttribute("aria-label", words);
        }
    }

    /** The place that keys are for; `more`: together with those that were chosen before. */
    setFocus(place, really = true, more = false) {
        this.shapes.get(this.focused)?.setAttribute("tabindex", "-1");
        this.focused = place;
        const shape = this.shapes.get(place);
        shape?.setAttribute("tabindex", "0");
        this.tellClues();
        if (!more)
            this.selected.clear();
        this.selected.add(place);
        if (really)
            shape?.focus({preventScroll: false});
        this.svg.querySelectorAll(".chosen").forEach((node) => node.classList.remove("chosen"));
        for (const one of this.selected)
            this.shapes.get(one)?.classList.add("chosen");
    }

    /** The place of an event, or -1. */
    placeAt(event) {
        const node = document.elementFromPoint(event.clientX, event.clientY);
        return node instanceof SVGElement && node.dataset.at && this.svg.contains(node)
            ? Number(node.dataset.at) : -1;
    }

    /** Where a pointer is in the picture. */
    pointAt({clientX, clientY}) {
        return new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    }

    /** The nearest place in a direction, as the places lie on the board. */
    neighbour(place, dx, dy) {
        return nearest(this.centres, place, dx, dy, 1);
    }

    /** Marks places; each class has a shape of its own, not only a colour. */
    mark(groups) {
        this.marks.replaceChildren();
        for (const [name, places] of Object.entries(groups)) {
            for (const place of new Set(places)) {
                const shape = this.shapes.get(place);
                if (!shape)
                    continue;
                const copy = shape.cloneNode();
                for (const attribute of ["role", "tabindex", "aria-label",
                    "aria-describedby", "data-at"])
                    copy.removeAttribute(attribute);
                copy.setAttribute("class", `mark ${name} ${shape.tagName}`);
                this.marks.append(...this.markShapes(name, place, copy));
            }
        }
    }

    /** What can come next is a dot, what is locked a pin in the corner, all else a frame. */
    markShapes(name, place, frame) {
        const box = frame.tagName === "rect" ? {x: Number(frame.getAttribute("x")),
            y: Number(frame.getAttribute("y")), width: Number(frame.getAttribute("width"))}
            : null;
        if (!box || (name !== "next" && name !== "locked"))
            return [frame];
        const [x, y] = this.centres.get(place), u = box.width;
        if (name === "next")
            return [svgElement("circle", {cx: x, cy: y, r: u * 0.14, class: "mark next"})];
        const pin = svgElement("path", {class: "mark locked", d: `M${box.x + u * 0.06} ${
            box.y + u * 0.06}h${u * 0.26}l${-u * 0.26} ${u * 0.26}z`});
        return [pin];
    }

    /** @param {Record<string, number[]>} notes values by place */
    showNotes(notes, answer) {
        this.notes.replaceChildren();
        for (const [place, values] of Object.entries(notes)) {
            const shape = this.shapes.get(Number(place));
            if (!shape || answer[Number(place)] !== null)
                continue;
            const box = shape.getBBox(), across = Math.ceil(Math.sqrt(this.info.valueNames.length - 1));
            for (const value of values) {
                const k = value - 1, text = svgElement("text", {
                    x: box.x + box.width * ((k % across) + 0.5) / across,
                    y: box.y + box.height * (Math.floor(k / across) + 0.72) / across,
                    "font-size": box.height / across * 0.75, "text-anchor": "middle"});
                text.textContent = this.valueText(value);
                this.notes.append(text);
            }
        }
    }
}
