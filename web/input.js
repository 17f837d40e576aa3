/* From fingers, mouse and keys to moves.  How a kind is played is told by the library in one word;
 * there is a way of input for each word, and none for a kind. */

const DIRECTIONS = {ArrowUp: [0, -1, 1], ArrowRight: [1, 0, 2], ArrowDown: [0, 1, 3],
    ArrowLeft: [-1, 0, 4]};

/** The value that comes after one by touch: 0 comes last where it is only a mark. */
export function nextValue(place, value, info, back) {
    const {min, max} = info.places[place], order = [];
    for (let v = min; v <= max; v++)
        order.push(v);
    if (info.zeroLast && order[0] === 0)
        order.push(order.shift());
    if (info.play !== "turn")
        order.unshift(null);
    const at = order.indexOf(value), step = back ? order.length - 1 : 1;
    return order[(at + step) % order.length];
}

/** The value of a key at a place, or undefined. */
function keyValue(game, place, event) {
    const {min, max} = game.info.places[place];
    const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code);
    const key = digit ? digit[1] : event.key.toLowerCase();
    for (let value = min; value <= max; value++) {
        const name = (game.info.valueNames[value] || String(value)).toLowerCase();
        const last = name.slice(name.lastIndexOf(" ") + 1); /* "a star", "of colour r" */
        if (key === name || key === last[0] && !/^\d/.test(last))
            return value;
        if (key === (value < 10 ? String(value) : String.fromCharCode(87 + value)))
            return value;
    }
    return game.info.zeroLast && key === "x" && min === 0 ? 0 : undefined;
}

const LONG_PRESS = 500, STILL = 10; /* milliseconds; pixels that a resting finger may move */

export class Input {
    /** @param {any} game what moves are made in */
    constructor(game) {
        this.game = game;
        this.drag = null;
        this.held = false;
        const {svg} = game.board;
        svg.addEventListener("pointerdown", (event) => this.down(event));
        svg.addEventListener("pointermove", (event) => this.over(event));
        svg.addEventListener("pointerup", (event) => this.up(event));
        svg.addEventListener("click", (event) => this.click(event));
        svg.addEventListener("pointercancel", () => {
            if (this.play === "turn")
                this.cancel(); /* the finger moves the board */
            clearTimeout(this.timer);
            this.drag = null;
        });
        game.board.node.classList.toggle("pans", this.pans);
        svg.addEventListener("contextmenu", (event) => event.preventDefault());
        svg.addEventListener("keydown", (event) => this.key(event));
        svg.addEventListener("focusin", (event) => {
            const at = event.target.dataset.at;
            if (at && Number(at) !== game.board.focused)
                game.board.setFocus(Number(at), false);
        });
    }

    get play() {
        return this.game.info.play;
    }

    /** Whether a finger that is dragged has nothing else to do than to move a large board. */
    get pans() {
        return this.play === "turn" || this.play === "lay";
    }

    down(event) {
        const {game} = this, place = game.board.placeAt(event), back = event.button === 2;
        if (place < 0 && this.play !== "slide" || event.button === 1)
            return;
        event.preventDefault();
        try {
            game.board.svg.setPointerCapture(event.pointerId);
        } catch {
            /* a pointer that has gone already */
        }
        const drag = this.drag = {place, start: place, moved: false, x: event.clientX,
            y: event.clientY, old: null, value: null, steps: 0};
        if (place >= 0)
            game.board.setFocus(place, true, this.play === "write" && (event.ctrlKey ||
                event.metaKey));
        clearTimeout(this.timer);
        if (place >= 0 && event.pointerType === "touch")
            this.timer = setTimeout(() => this.longPress(), LONG_PRESS);
        if (this.play === "cycle" || this.play === "turn") {
            const {history} = game;
            game.move(() => { /* a fast finger does not see yet what it did before */
                drag.steps = -history.at;
                drag.old = game.answer[place] ?? null;
                drag.value = nextValue(place, drag.old, game.info, back);
                return {place, value: drag.value};
            }, () => { drag.steps += history.at; });
        } else if (this.play === "step") {
            game.move({place, value: null});
        } else if (this.play === "write") {
            game.choose(place);
        }
    }

    /** A second finger came down: what the first one did was no move. */
    cancel() {
        const {drag, game} = this;
        clearTimeout(this.timer);
        this.drag = null;
        if (drag)
            game.change(() => { /* which may have been none */
                if (drag.steps > 0)
                    game.history.undo();
            });
    }

    /** A finger that rests is the second button of a mouse: it crosses out; tiles it locks, and
     * where values are written it changes to notes and back. */
    longPress() {
        const {drag, game} = this;
        if (!drag || drag.place !== drag.start)
            return;
        navigator.vibrate?.(10);
        if (this.play === "turn") {
            this.cancel();
            game.lock(drag.start);
        } else if (this.play === "cycle") {
            this.cancel();
            game.move(() => ({place: drag.start,
                value: nextValue(drag.start, drag.old, game.info, true)}));
        } else if (this.play === "write") {
            game.listener.setNoting(!game.noting);
        }
    }

    /** Pieces are offered once the finger is up: its click must not fall onto what is offered. */
    click(event) {
        const place = this.game.board.placeAt(event);
        if (this.play === "lay" && place >= 0)
            this.game.choose(place);
    }

    over(event) {
        const {drag, game} = this;
        if (!drag)
            return;
        if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > STILL)
            clearTimeout(this.timer);
        if (["path", "cycle", "write"].includes(this.play))
            game.zoom.pull(event, (pointer) => this.over(pointer));
        const place = game.board.placeAt(event);
        if (place < 0 || place === drag.place)
            return;
        clearTimeout(this.timer);
        const from = drag.place;
        drag.place = place;
        if (this.play === "path") {
            drag.moved = true;
            game.move({from, place, value: null});
        } else if (this.play === "cycle" && !game.board.fixed.has(place)) {
            game.move(() => (game.answer[place] ?? null) === drag.old
                ? {place, value: drag.value} : null);
        } else if (this.play === "write") {
            game.board.setFocus(place, true, true);
        }
    }

    up(event) {
        const {drag, game} = this;
        clearTimeout(this.timer);
        game.zoom.release();
        this.drag = null;
        if (!drag)
            return;
        const dx = event.clientX - drag.x, dy = event.clientY - drag.y;
        if (this.play === "path" && !drag.moved)
            game.move({place: drag.start, value: null});
        else if (this.play === "slide" && Math.hypot(dx, dy) > 12)
            game.slide(Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? 2 : 4) : (dy > 0 ? 3 : 1));
        else if (this.play === "path")
            game.board.setFocus(drag.place);
    }

    key(event) {
        const {game} = this, place = game.board.focused;
        if (event.ctrlKey || event.metaKey || event.altKey)
            return;
        if (game.tray?.key(event)) {
            event.preventDefault();
            event.stopPropagation();
            return;
        }
        if (place < 0)
            return;
        const handled = event.key in DIRECTIONS ? this.arrow(event, place)
            : event.key === " " || event.key === "Enter" ? this.tap(event, place)
            : event.key === "Backspace" || event.key === "Delete" ? this.clear(place)
            : this.letter(event, place);
        if (handled) {
            event.preventDefault();
            event.stopPropagation();
        }
    }

    arrow(event, place) {
        const {game} = this, [dx, dy, direction] = DIRECTIONS[event.key];
        if (this.play === "slide") {
            game.slide(direction);
            return true;
        }
        const next = game.board.neighbour(place, dx, dy);
        if (next < 0)
            return true;
        if (this.play === "path" && this.held)
            game.move({from: place, place: next, value: null}, (moved) => {
                if (moved)
                    game.board.setFocus(next);
            });
        else
            game.board.setFocus(next, true, event.shiftKey && this.play === "write");
        return true;
    }

    tap(event, place) {
        const {game} = this;
        if (this.play === "path") {
            this.held = !this.held;
            game.say(this.held ? "lineHeld" : "lineFree");
        } else if (this.play === "cycle" || this.play === "turn") {
            game.move(() => ({place, value: nextValue(place, game.answer[place] ?? null,
                game.info, event.shiftKey)}));
        } else if (this.play === "step") {
            game.move({place, value: null});
        } else {
            game.choose(place, true);
        }
        return true;
    }

    clear(place) {
        const {game} = this, {selected} = game.board;
        if (this.play === "slide" || this.play === "turn" || this.play === "step")
            game.undo();
        else if (selected.size > 1)
            game.fill([...selected], null);
        else
            game.move({place, value: null});
        return true;
    }

    /** Goes to the next of the places where one can go, so that no arrow is needed. */
    goNext(back) {
        const {board, verdict} = this.game, places = verdict?.next ?? [], n = places.length;
        if (n === 0)
            return;
        const at = places.indexOf(board.focused);
        board.setFocus(places[(at + (back ? n - (at < 0 ? 0 : 1) : 1)) % n]);
    }

    letter(event, place) {
        const {game} = this, key = event.key.toLowerCase(), {selected} = game.board;
        if (this.play === "step" && key === "n") {
            this.goNext(event.shiftKey);
            return true;
        }
        if (this.play === "turn" && key === "l") {
            game.lock(place);
            return true;
        }
        if (!["write", "cycle", "turn"].includes(this.play))
            return false;
        const value = keyValue(game, place, event);
        if (value === undefined)
            return false;
        if (this.play === "write" && (event.shiftKey || game.noting))
            game.note([...selected], value);
        else if (selected.size > 1)
            game.fill([...selected], value);
        else
            game.move({place, value});
        return true;
    }
}
