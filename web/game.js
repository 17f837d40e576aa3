/* A game: a puzzle, the board in play, its history.  Every change is saved at once. */
import { Board } from "./board.js";
import { Input } from "./input.js";
import { announce } from "./dom.js";
import { Zoom } from "./zoom.js";
import { loadBoard, saveBoard } from "./storage.js";
import { t } from "./texts.js";

const LONGEST_HISTORY = 2000;

export class Game {
    /**
     * @param {any} library
     * @param {any} info the reply to the call "board"
     */
    constructor(library, info, listener) {
        this.library = library;
        this.info = info;
        this.listener = listener;
        this.puzzle = info.puzzle;
        this.states = [{answer: info.begin, notes: {}}];
        this.at = 0;
        this.noting = false;
        this.queue = Promise.resolve();
        this.seconds = 0;
        this.board = new Board(info);
        this.zoom = new Zoom(this.board, () => this.input.cancel());
        this.input = new Input(this);
    }

    /** The board of the last time, or the one that is given. */
    static async open(library, puzzle, answer, listener) {
        const info = await library.ask("board", {puzzle, ...(answer ? {answer} : {})});
        const game = new Game(library, info, listener);
        const saved = loadBoard(info.puzzle);
        if (answer)
            game.states.push({answer: info.answer, notes: {}});
        else if (saved?.states?.every((state) => state.answer?.length === info.begin.length))
            game.states = saved.states;
        game.at = Math.min(saved && !answer ? saved.at : 1, game.states.length - 1);
        game.seconds = saved?.seconds ?? 0;
        return game;
    }

    get answer() {
        return this.states[this.at].answer;
    }

    get notes() {
        return this.states[this.at].notes;
    }

    /** What the player has decided: where every place always has a value, those that were
     * changed. */
    get decided() {
        const {play, begin} = this.info;
        return this.answer.map((value, place) => play === "turn" && value === begin[place] &&
            !this.board.fixed.has(place) ? null : value);
    }

    /** Calls follow one another, so that a fast finger does not overtake the library. */
    enqueue(work) {
        this.queue = this.queue.then(work).catch((error) => this.listener.failed(error));
        return this.queue;
    }

    /** Shows the beginning first: what can be touched is seen best there. */
    start() {
        this.enqueue(async () => this.board.show(await this.library.ask("state",
            {puzzle: this.puzzle, answer: this.info.begin})));
        return this.refresh();
    }

    /** Draws the state at hand. */
    refresh() {
        return this.enqueue(async () => {
            this.show(await this.library.ask("state", {puzzle: this.puzzle,
                answer: this.answer}));
        });
    }

    show(reply) {
        this.board.show(reply);
        this.board.mark({});
        this.board.showNotes(this.notes, this.answer);
        this.verdict = reply;
        saveBoard(this.puzzle, {states: this.states, at: this.at, seconds: this.seconds});
        this.listener.changed(this, reply);
    }

    push(state) {
        this.states.length = this.at + 1;
        this.states.push(state);
        if (this.states.length > LONGEST_HISTORY)
            this.states.splice(1, 1);
        this.at = this.states.length - 1;
    }

    /** A move; `done` hears whether it could be made. */
    move(move, done) {
        return this.enqueue(async () => {
            const args = {puzzle: this.puzzle, answer: this.answer, place: move.place};
            if (move.value !== null && move.value !== undefined)
                args.value = move.value;
            if (move.from !== undefined)
                args.from = move.from;
            const reply = await this.library.ask("move", args);
            const changed = reply.answer.some((value, i) => value !== this.answer[i]);
            if (reply.moved && changed) {
                this.push({answer: reply.answer, notes: this.notes});
                this.show(reply);
                announce(reply.verdict === "right" ? t("solved")
                    : this.board.placeText(move.place, reply.answer));
            } else if (!reply.moved && this.info.play !== "path") {
                announce(t("cannot"));
            }
            done?.(reply.moved);
        });
    }

    slide(direction) {
        return this.move({place: 0, value: direction});
    }

    /** The whole board at once: an answer, a hint. */
    set(answer) {
        this.push({answer, notes: this.notes});
        return this.refresh();
    }

    note(place, value) {
        if (this.answer[place] !== null || this.board.fixed.has(place))
            return;
        const old = this.notes[place] ?? [];
        const values = old.includes(value) ? old.filter((v) => v !== value) : [...old, value];
        this.push({answer: this.answer, notes: {...this.notes, [place]: values}});
        this.refresh();
    }

    /** Notes of all values that break no rule at once. */
    noteAll() {
        return this.enqueue(async () => {
            const {candidates} = await this.library.ask("candidates", {puzzle: this.puzzle,
                answer: this.answer});
            const notes = Object.fromEntries(candidates.flatMap((values, place) =>
                values.length ? [[place, values]] : []));
            this.push({answer: this.answer, notes});
            this.show(await this.library.ask("state", {puzzle: this.puzzle,
                answer: this.answer}));
        });
    }

    /** The board in words, a line for each row or the like. @returns {string[]} */
    inWords() {
        const lines = new Map();
        this.info.places.forEach(({name}, place) => {
            const comma = name.indexOf(", "), head = comma > 0 ? name.slice(0, comma) : "";
            const text = `${comma > 0 ? name.slice(comma + 2) : name}: ` +
                this.board.valueText(place, this.answer[place]) +
                (this.board.fixed.has(place) ? ` (${t("given")})` : "");
            lines.set(head, [...(lines.get(head) ?? []), text]);
        });
        return [...lines].map(([head, list]) => (head ? `${head}: ` : "") + list.join("; "));
    }

    /** A place was chosen; the screen shows what can stand there. */
    choose(place, byKey = false) {
        this.listener.chosen(this, place, byKey);
    }

    say(key) {
        announce(t(key));
        this.listener.message(t(key));
    }

    undo() {
        return this.goTo(this.at - 1);
    }

    redo() {
        return this.goTo(this.at + 1);
    }

    restart() {
        if (this.at === 0)
            return this.queue;
        this.push({answer: this.info.begin, notes: {}});
        return this.refresh();
    }

    goTo(at) {
        if (at < 0 || at >= this.states.length)
            return this.queue;
        this.at = at;
        return this.refresh();
    }
}
