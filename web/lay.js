/* Pieces in the hand: a tray, a piece that is dragged, turned and laid where it fits.  By touch and
 * mouse it is dragged from the tray (wheel or a tap turn it); by keyboard it is chosen there, arrows
 * go from one spot where it fits to the next, R turns, F flips, Enter lays, Escape puts it back. */
import { button, element, svgElement, parseSvg, announce } from "./dom.js";
import { nearest } from "./board.js";
import { inWords } from "./names.js";
import { t } from "./texts.js";

const UNIT_PIXELS = 36; /* of a cell in the library's pictures */
const REACH = 1.2; /* cells within which a piece snaps to a spot */
const MOST_PICTURES = 80;

export class Tray {
    /** @param {any} game @param {HTMLElement} node where the pieces lie */
    constructor(game, node) {
        this.game = game;
        this.library = game.library;
        this.node = node;
        node.classList.add("tray");
        this.pictures = new Map(); /* of pieces, by number and way */
        /** How the pieces in the tray are turned. @type {Map<number, number>} */
        this.ways = new Map();
        /** @type {any} */
        this.held = null;
        this.late = false;
        this.ghost = svgElement("g", {class: "ghost"});
        game.board.svg.append(this.ghost);
        game.board.svg.addEventListener("wheel", (event) => {
            if (this.held) {
                event.preventDefault();
                this.turn(1);
            }
        }, {passive: false});
    }

    /** Shows the pieces that are left; `shown` is when that is done. */
    show() {
        this.shown = this.fill();
    }

    async fill() {
        if (this.held) { /* cards stay while one of them is in the hand */
            this.late = true;
            return;
        }
        const {puzzle, answer} = this.game, asked = this.asked = {};
        const {pieces} = await this.library.ask("pieces", {puzzle, answer});
        if (asked !== this.asked)
            return;
        const left = pieces.filter((piece) => piece.used < piece.copies);
        this.node.replaceChildren(...left.map((piece) => this.card(piece)));
        await Promise.all(left.slice(0, MOST_PICTURES).map(async (piece, i) => {
            const card = this.node.children[i];
            const picture = await this.picture(piece, this.ways.get(piece.piece) ?? 0);
            card.replaceChildren(this.small(picture), ...this.label(piece));
        }));
    }

    card(piece) {
        const card = button("", () => {}, {class: "option", "data-piece": piece.piece});
        card.append(...this.label(piece));
        card.addEventListener("pointerdown", (event) => this.take(event, card, piece));
        card.addEventListener("click", (event) => {
            if (event.detail === 0) /* by keyboard */
                this.choose(piece);
        });
        return card;
    }

    /** Its name, for eyes and for ears. */
    label(piece) {
        return [element("span", {"aria-hidden": "true"}, piece.name),
            element("span", {class: "hidden"}, t("pieceName", piece.name))];
    }

    /** The shapes of a piece in its i-th way, drawn where some value lays it. */
    async picture(piece, i) {
        const key = `${piece.piece}:${i}`;
        if (!this.pictures.has(key)) {
            const {puzzle, info} = this.game;
            const reply = await this.library.ask("move", {puzzle, answer: info.begin,
                place: piece.places[i], value: piece.values[i]});
            const changed = new Set(reply.answer.flatMap((value, place) =>
                value !== info.begin[place] ? [String(place)] : []));
            const svg = parseSvg(reply.svg);
            this.pictures.set(key, [...svg.querySelectorAll("[data-place]")].filter(
                (node) => changed.has(node.getAttribute("data-place"))));
        }
        return this.pictures.get(key);
    }

    /** A small picture for the tray. */
    small(nodes) {
        const svg = svgElement("svg", {class: "piece", "aria-hidden": "true",
            "text-anchor": "middle", "font-family": "Helvetica,Arial,sans-serif"});
        svg.append(...nodes.map((node) => node.cloneNode(true)));
        requestAnimationFrame(() => {
            const box = svg.getBBox();
            svg.setAttribute("viewBox", [box.x - 3, box.y - 3, box.width + 6,
                box.height + 6].join(" "));
        });
        return svg;
    }

    /* ---- In the hand ---- */

    /** Where the held piece fits as it is turned now, and how it looks. */
    async hold(piece, way) {
        const {puzzle, answer} = this.game, count = piece.ways.length;
        const i = (way + count) % count;
        /** @type {any} */
        const held = this.held = {piece, way: i, spots: [], at: -1};
        const [{spots}, nodes] = await Promise.all([this.library.ask("spots", {puzzle, answer,
            piece: piece.piece, way: piece.ways[i]}), this.picture(piece, i)]);
        if (this.held !== held)
            return null;
        held.spots = spots;
        held.centres = new Map(spots.map((spot, k) => [k, [spot.x, spot.y]]));
        this.ghost.replaceChildren(...nodes.map((node) => node.cloneNode(true)));
        const box = this.ghost.getBBox();
        held.centre = [box.x + box.width / 2, box.y + box.height / 2];
        return held;
    }

    drop() {
        this.held = null;
        this.game.zoom.release();
        this.ghost.replaceChildren();
        document.body.classList.remove("laying");
        if (this.late)
            this.show();
        this.late = false;
    }

    /** Shows the piece with its middle at a point of the picture. */
    showAt(x, y, fits) {
        const {held} = this;
        this.ghost.setAttribute("class", fits ? "ghost fits" : "ghost");
        this.ghost.setAttribute("transform",
            `translate(${x - held.centre[0]} ${y - held.centre[1]})`);
    }

    /** A spot in the picture. */
    pointOf(spot) {
        const [x, y] = this.game.board.origin;
        return [x + spot.x * UNIT_PIXELS, y + spot.y * UNIT_PIXELS];
    }

    async turn(step) {
        const {held} = this;
        if (!held?.centre)
            return;
        const before = held.spots[held.at], pointer = held.pointer;
        const next = await this.hold(held.piece, held.way + step);
        if (!next)
            return;
        next.card = held.card;
        if (pointer)
            this.follow(pointer);
        else
            this.goNear(before);
    }

    flip() {
        return this.turn(Math.floor((this.held?.piece.ways.length ?? 0) / 2) || 1);
    }

    async lay() {
        const {held, game} = this, spot = held?.spots[held.at];
        this.drop();
        if (!spot)
            return;
        await game.move({place: spot.place, value: spot.value});
    }

    /* ---- By finger and mouse ---- */

    async take(event, card, piece) {
        if (event.button !== 0)
            return;
        event.preventDefault();
        card.setPointerCapture(event.pointerId);
        const start = [event.clientX, event.clientY];
        let last = {clientX: event.clientX, clientY: event.clientY}, moved = false, up = false;
        document.body.classList.add("laying");
        const move = (next) => {
            last = {clientX: next.clientX, clientY: next.clientY};
            moved ||= Math.hypot(last.clientX - start[0], last.clientY - start[1]) > 8;
            this.follow(last);
        };
        const end = (next) => {
            up = true;
            card.removeEventListener("pointermove", move);
            if (next.type === "pointercancel")
                this.drop();
            else if (this.held?.centre)
                finish();
        };
        const finish = () => {
            if (moved)
                this.lay();
            else
                this.rest(piece);
        };
        card.addEventListener("pointermove", move);
        card.addEventListener("pointerup", end, {once: true});
        card.addEventListener("pointercancel", end, {once: true});
        if (await this.hold(piece, this.ways.get(piece.piece) ?? 0)) {
            this.follow(last);
            if (up)
                finish();
        }
    }

    /** A tap in the tray turns the piece that lies there. */
    async rest(piece) {
        this.drop();
        const way = ((this.ways.get(piece.piece) ?? 0) + 1) % piece.ways.length;
        this.ways.set(piece.piece, way);
        const nodes = await this.picture(piece, way);
        this.node.querySelector(`[data-piece="${piece.piece}"]`)?.replaceChildren(
            this.small(nodes), ...this.label(piece));
    }

    /** The ghost goes with the pointer, and snaps to a spot in reach. */
    follow(pointer) {
        const {held, game} = this;
        if (!held?.centre)
            return;
        held.pointer = pointer;
        game.zoom.pull(pointer, (same) => this.follow(same));
        const point = game.board.pointAt(pointer), [ox, oy] = game.board.origin;
        const x = (point.x - ox) / UNIT_PIXELS, y = (point.y - oy) / UNIT_PIXELS;
        let best = -1, least = REACH;
        held.spots.forEach((spot, i) => {
            const far = Math.hypot(spot.x - x, spot.y - y);
            if (far < least) {
                least = far;
                best = i;
            }
        });
        held.at = best;
        if (best >= 0)
            this.showAt(...this.pointOf(held.spots[best]), true);
        else
            this.showAt(point.x, point.y, false);
    }

    /* ---- By keyboard ---- */

    async choose(piece) {
        const held = await this.hold(piece, this.ways.get(piece.piece) ?? 0);
        if (!held)
            return;
        this.game.board.svg.querySelector(".place")?.focus();
        if (!this.game.board.overlay.contains(document.activeElement)) {
            this.game.board.svg.setAttribute("tabindex", "-1");
            this.game.board.svg.focus();
        }
        this.goNear(held.spots[0]);
    }

    /** To the spot that is nearest to another one. */
    goNear(spot) {
        const {held} = this;
        if (held.spots.length === 0) {
            held.at = -1;
            this.showAt(this.game.board.width / 2, this.game.board.height / 2, false);
            announce(t("nothingFits"));
            return;
        }
        const far = (one) => spot ? Math.hypot(one.x - spot.x, one.y - spot.y) : 0;
        this.goTo(held.spots.reduce((best, one, i) => far(one) < far(held.spots[best]) ? i : best,
            0));
    }

    goTo(i) {
        const {held} = this, spot = held.spots[i];
        held.at = i;
        this.showAt(...this.pointOf(spot), true);
        this.ghost.scrollIntoView({block: "nearest", inline: "nearest"});
        announce(t("spot", i + 1, held.spots.length, inWords(this.game.info.places[spot.place].name)));
    }

    /** Whether the key was for the piece in the hand. */
    key(event) {
        const {held} = this;
        if (!held?.centre)
            return false;
        const arrow = /** @type {Record<string, [number, number]>} */ ({ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowDown: [0, 1],
            ArrowLeft: [-1, 0]})[event.key];
        if (arrow && held.at >= 0) {
            const next = nearest(held.centres, held.at, ...arrow);
            if (next >= 0)
                this.goTo(next);
        } else if (event.key.toLowerCase() === "r") {
            this.turn(event.shiftKey ? -1 : 1);
        } else if (event.key.toLowerCase() === "f") {
            this.flip();
        } else if (event.key === "Enter" || event.key === " ") {
            this.lay();
        } else if (event.key === "Escape") {
            this.drop();
        } else {
            return Boolean(arrow);
        }
        return true;
    }
}
