/* The canvas of the editor: a layer's shapes over the library's picture, or over the layer's own
 * faces where there is no picture; touches, drags and keys go to the layer. */
import { element, svgElement } from "./dom.js";
import { nearest } from "./board.js";
import { TOP, RIGHT, BOTTOM, LEFT } from "./layers.js";
import { t } from "./texts.js";

const UNIT = 36; /* pixels of the library's pictures */
const ARROW_KEYS = {ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [-1, 0]};

const draw = ([tag, attributes, text]) => {
    const node = svgElement(tag, attributes);
    if (text !== undefined)
        node.textContent = text;
    return node;
};

export class Canvas {
    /** @param {any} screen whose documents are drawn on */
    constructor(screen) {
        this.screen = screen;
        this.focused = 0;
        this.nodes = [];
        this.picture = null;
        /** @type {any} */
        this.held = null; /* what the finger is on */
        this.late = false; /* the layout changed while something was held */
        this.under = svgElement("g");
        this.painted = svgElement("g");
        this.faces = svgElement("g", {class: "faces", "text-anchor": "middle"});
        this.overlay = svgElement("g");
        this.svg = svgElement("svg", {class: "board sheet", role: "group",
            "aria-label": t("board")});
        this.svg.append(this.under, this.faces, this.painted, this.overlay);
        this.node = element("div", {class: "paper"}, this.svg);
        this.svg.addEventListener("pointerdown", (event) => this.down(event));
        this.svg.addEventListener("pointermove", (event) => this.over(event));
        this.svg.addEventListener("pointerup", () => this.up());
        this.svg.addEventListener("pointercancel", () => {
            if (this.held)
                this.held.moved = true; /* no tap */
            this.up();
        });
        this.svg.addEventListener("keydown", (event) => this.key(event));
        this.svg.addEventListener("focusin", (event) => {
            const id = this.nodes.indexOf(event.target);
            if (id >= 0)
                this.setFocus(id, false);
        });
    }

    /** The layer's shapes, with the focus where it was. */
    show(layer, doc) {
        const shapes = layer.shapes(doc), had = this.overlay.contains(document.activeElement);
        this.layer = layer;
        this.doc = doc;
        this.centres = new Map(shapes.map((shape, id) => [id, shape.d ? [shape.cx, shape.cy]
            : [shape.x + 0.5, shape.y + 0.5]]));
        this.nodes = shapes.map((shape) => svgElement(shape.d ? "path" : "rect", {
            ...(shape.d ? {d: shape.d} : {x: shape.x, y: shape.y, width: 1, height: 1}),
            class: "place", role: "button", tabindex: -1, "aria-label": shape.name}));
        this.overlay.replaceChildren(...this.nodes);
        this.painted.replaceChildren(...(layer.overlay?.(doc) ?? []).map(draw));
        this.setFocus(Math.min(this.focused, this.nodes.length - 1), had);
        if (layer.own)
            this.picture = null;
        this.arrange();
    }

    /** The library's picture of the document, or null: then the layer's own faces. */
    showPicture(picture, layer, doc) {
        this.picture = picture;
        if (layer && doc)
            this.arrange();
    }

    /** Width and height of all, and where the first cell begins. @returns {number[]} */
    layout() {
        const {picture} = this;
        if (picture) {
            const [, , width, height] = picture.getAttribute("viewBox").split(" ").map(Number);
            return [width, height, ...picture.dataset.origin.split(" ").map(Number)];
        }
        const xs = [...this.centres.values()].map(([x]) => x);
        const ys = [...this.centres.values()].map(([, y]) => y);
        const left = Math.min(...xs) - 0.75, top = Math.min(...ys) - 0.75;
        return [Math.max(...xs) + 0.75 - left, Math.max(...ys) + 0.75 - top, -left, -top].map(
            (length) => length * UNIT);
    }

    arrange() {
        const {picture} = this, layout = this.layout(), [width, height, x, y] = layout;
        this.late = Boolean(this.held) && String(layout) !== String(this.last);
        if (this.late) /* it would move under the finger */
            return;
        this.last = layout;
        this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
        for (const group of [this.faces, this.painted, this.overlay])
            group.setAttribute("transform", `translate(${x} ${y}) scale(${UNIT})`);
        this.node.style.setProperty("--ratio", String(width / height));
        this.node.style.setProperty("--natural", width + "px");
        this.under.replaceChildren(...(picture ? [picture] : []));
        this.faces.replaceChildren(...(picture ? [] : this.layer.faces(this.doc).map(draw)));
    }

    setFocus(id, really = true) {
        this.nodes[this.focused]?.setAttribute("tabindex", "-1");
        this.nodes[this.focused]?.classList.remove("chosen");
        const moved = id !== this.focused;
        this.focused = id;
        this.nodes[id]?.setAttribute("tabindex", "0");
        this.nodes[id]?.classList.add("chosen");
        if (really)
            this.nodes[id]?.focus({preventScroll: true});
        if (moved)
            this.screen.showDetails();
    }

    idAt(event) {
        return this.nodes.indexOf(document.elementFromPoint(event.clientX, event.clientY));
    }

    /** The side of a cell that is nearest to the touch. */
    partAt(event, id) {
        const box = this.nodes[id].getBoundingClientRect();
        const dx = (event.clientX - box.x) / box.width - 0.5;
        const dy = (event.clientY - box.y) / box.height - 0.5;
        return Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? RIGHT : LEFT) : (dy > 0 ? BOTTOM : TOP);
    }

    down(event) {
        const id = this.idAt(event);
        if (id < 0)
            return;
        event.preventDefault();
        this.held = {id, part: this.partAt(event, id), moved: false};
        this.setFocus(id);
        if (!this.layer.strokes)
            this.tap(id, this.held.part);
    }

    over(event) {
        if (this.held && event.buttons === 0)
            this.up(); /* it was let go where nobody heard of it: beside a picture that had moved */
        const {held} = this, id = held ? this.idAt(event) : -1;
        if (id < 0 || id === held.id)
            return;
        held.moved = true;
        this.drag(held.id, id);
        held.id = id;
        this.setFocus(id);
    }

    up() {
        const {held} = this;
        this.held = null;
        if (held && !held.moved && this.layer.strokes)
            this.tap(held.id, held.part);
        if (this.late)
            this.arrange();
    }

    tap(id, part) {
        const {layer, screen} = this, {brush} = screen;
        screen.stroke(layer, (doc) => layer.tap(doc, id, brush, part));
    }

    drag(from, to) {
        const {layer, screen} = this, {brush} = screen;
        screen.stroke(layer, (doc) => layer.drag(doc, from, to, brush));
    }

    key(event) {
        if (event.ctrlKey || event.metaKey || event.altKey)
            return;
        const arrow = ARROW_KEYS[event.key];
        if (arrow)
            this.go(arrow, event.shiftKey);
        else if (event.key === " " || event.key === "Enter")
            this.tap(this.focused, TOP);
        else if (!this.type(event.key))
            return;
        event.preventDefault();
        event.stopPropagation();
    }

    go([dx, dy], drawing) {
        const from = this.focused, to = nearest(this.centres, from, dx, dy);
        if (to < 0)
            return;
        if (drawing)
            this.drag(from, to);
        this.setFocus(to);
    }

    type(key) {
        const {layer, focused} = this, known = layer.key(this.doc, focused, key) !== null;
        if (known)
            this.screen.stroke(layer, (doc) => layer.key(doc, focused, key));
        return known;
    }
}
