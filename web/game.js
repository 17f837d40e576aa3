/* A game: a puzzle, the board in play, its history.  Every change is saved at once. */
import { Board } from "./board.js";
import { clueWords } from "./clues.js";
import { History } from "./history.js";
import { Input } from "./input.js";
import { announce } from "./dom.js";
import { Zoom } from "./zoom.js";
import { loadBoard, saveBoard, load, save } from "./storage.js";
import { inWords } from "./names.js";
import { t } from "./texts.js";

export class Game {
    /**
     * @param {any} library
     * @param {any} info the reply to the call "board"
     * @param {any} listener the screen
     */
    constructor(library, info, listener) {
        this.library = library;
        this.info = info;
        this.listener = listener;
        this.puzzle = info.puzzle;
        this.history = new History(info.begin);
        this.noting = false;
        this.autoNotes = load("auto-notes") === true;
        this.showConflicts = load("conflicts") === true;
        this.queue = Promise.resolve();
        this.seconds = 0;
        /** @type {any} */
        this.verdict = null;
        /** @type {any} */
        this.tray = null;
        this.board = new Board(info, info.play === "lay");
        this.zoom = new Zoom(this.board, () => this.input.cancel());
        this.input = new Input(this);
    }

    /** The board of the last time, and on top of it the one that is given. */
    static async open(library, puzzle, answer, listener) {
        const info = await library.ask("board", {puzzle, ...(answer ? {answer} : {})});
        const game = new Game(library, info, listener), saved = loadBoard(info.puzzle);
        if (saved) {
            game.history = History.from(info.begin, saved.history) ?? game.history;
            game.seconds = saved.seconds ?? 0;
        }
        if (answer && info.answer.some((value, i) => value !== game.answer[i]))
            game.history.push({answer: info.answer});
        return game;
    }

    get answer() {
        return this.history.now.answer;
    }

    get notes() {
        return this.history.now.notes;
    }

    get locked() {
        return this.history.now.locked;
    }

    /** What the player has decided: where every place always has a value, those that were
     * changed or locked. */
    get decided() {
        const {play, begin} = this.info;
        return this.answer.map((value, place) => play === "turn" && value === begin[place] &&
            !this.board.fixed.has(place) && !this.locked.includes(place) ? null : value);
    }

    /** Calls follow one another, so that a fast finger does not overtake the library. */
    enqueue(work) {
        this.queue = this.queue.then(work).catch((error) => this.listener.failed(error));
        return this.queue;
    }

    state(answer) {
        return this.library.ask("state", {puzzle: this.puzzle, answer});
    }

    /** Shows the beginning first: what can be touched is seen best there. */
    start() {
        this.enqueue(async () => this.board.show(await this.state(this.info.begin)));
        return this.refresh();
    }

    /** Changes the history once all moves before are made, and draws the board. */
    change(work) {
        return this.enqueue(async () => {
            work();
            this.show(await this.state(this.answer));
        });
    }

    /** Draws the state at hand. */
    refresh() {
        return this.change(() => {});
    }

    show(reply) {
        this.board.show(reply);
        this.showMarks(reply);
        this.board.showNotes(this.notes, this.answer);
        this.verdict = reply;
        this.save();
        this.listener.changed(this, reply);
    }

    /** Marks that go with the board and not with what is explained. */
    showMarks(reply = this.verdict) {
        this.board.mark({
            locked: this.locked,
            ...(reply.next ? {next: reply.next} : {}),
            ...(this.showConflicts && reply.verdict === "wrong" ? {wrong: reply.findingPlaces}
                : {}),
        });
    }

    save() {
        saveBoard(this.puzzle, {history: this.history, seconds: this.seconds});
    }

    /** A move, or a function that tells it (null: none) once all moves before are made; `done` hears
     * whether it could be made. */
    move(wanted, done) {
        return this.enqueue(async () => {
            const move = typeof wanted === "function" ? wanted() : wanted;
            if (!move)
                return;
            if (this.locked.includes(move.place)) {
                this.say("isLocked");
                done?.(false);
                return;
            }
            const args = {puzzle: this.puzzle, answer: this.answer, place: move.place};
            if (move.value !== null && move.value !== undefined)
                args.value = move.value;
            if (move.from !== undefined)
                args.from = move.from;
            const reply = await this.library.ask("move", args);
            const changed = reply.answer.some((value, i) => value !== this.answer[i]);
            if (reply.moved && changed) {
                this.history.push({answer: reply.answer, notes: await this.notesFor(reply.answer)});
                this.show(reply);
                announce(reply.verdict === "right" ? t("solved")
                    : this.board.placeText(move.place));
            } else if (!reply.moved && this.info.play !== "path") {
                announce(t("cannot"));
            }
            done?.(reply.moved);
        });
    }

    /** The same value in several places, as one step. */
    fill(places, value) {
        const open = places.filter((place) => !this.board.fixed.has(place));
        if (open.length === 0)
            return this.queue;
        return this.enqueue(async () => {
            const answer = [...this.answer];
            for (const place of open)
                answer[place] = value;
            this.history.push({answer, notes: await this.notesFor(answer)});
            this.show(await this.state(answer));
        });
    }

    slide(direction) {
        return this.move({place: 0, value: direction});
    }

    /** The whole board at once: an answer, a hint. */
    set(answer) {
        return this.enqueue(async () => {
            this.history.push({answer, notes: await this.notesFor(answer)});
            this.show(await this.state(answer));
        });
    }

    /* ---- Notes ---- */

    /** In each of some places a note is put, or taken away if all have it. */
    note(places, value) {
        return this.change(() => {
            const open = places.filter((place) => this.answer[place] === null &&
                !this.board.fixed.has(place));
            if (open.length === 0)
                return;
            const all = open.every((place) => this.notes[place]?.includes(value));
            const notes = {...this.notes};
            for (const place of open) {
                const others = (notes[place] ?? []).filter((v) => v !== value);
                notes[place] = all ? others : [...others, value];
            }
            this.history.push({notes});
            announce(`${this.board.placeText(open[0])}; ${t("notes")}: ${
                notes[open[0]].map((v) => this.board.valueText(v)).join(" ")}`);
        });
    }

    async candidates(answer) {
        const reply = await this.library.ask("candidates", {puzzle: this.puzzle, answer});
        return reply.candidates;
    }

    /** Notes of all values that break no rule at once. */
    noteAll() {
        return this.enqueue(async () => {
            const notes = Object.fromEntries((await this.candidates(this.answer)).flatMap(
                (values, place) => values.length ? [[place, values]] : []));
            this.history.push({notes});
            this.show(await this.state(this.answer));
        });
    }

    /** The notes for a new board: if they are kept by themselves, without what no longer fits. */
    async notesFor(answer) {
        const {notes} = this;
        if (!this.autoNotes || Object.keys(notes).length === 0)
            return notes;
        const candidates = await this.candidates(answer);
        return Object.fromEntries(Object.entries(notes).map(([place, values]) =>
            [place, answer[Number(place)] === null
                ? values.filter((value) => candidates[Number(place)].includes(value)) : values]));
    }

    /** Whether notes are kept by themselves; the first time all are made. */
    setAutoNotes(on) {
        this.autoNotes = on;
        save("auto-notes", on);
        return on ? this.noteAll() : this.queue;
    }

    setConflicts(on) {
        this.showConflicts = on;
        save("conflicts", on);
        this.showMarks();
    }

    /** What stands in a place stays, until it is asked for again. */
    lock(place) {
        return this.change(() => {
            if (this.board.fixed.has(place))
                return;
            const on = !this.locked.includes(place);
            this.history.push({locked: on ? [...this.locked, place]
                : this.locked.filter((other) => other !== place)});
            this.say(on ? "isLocked" : "isFree");
        });
    }

    /* ---- Words ---- */

    /** The board in words as the library tells it, a line for each row or sentence, and which
     * clues are met.
     * @returns {Promise<string[]>} */
    async inWords() {
        const {picture} = await this.library.ask("draw",
            {puzzle: this.puzzle, answer: this.answer, format: "words"});
        const clues = clueWords(this.info.clues, this.board.left).map((pair) => pair.join(": "));
        return [...picture.trim().split("\n").map((/** @type {string} */ line) =>
            line.split(/(: |, |; |\.$| times | given\b)/).map(inWords).join("")), ...clues];
    }

    /** A place was chosen; the screen shows what can stand there. */
    choose(place, byKey = false) {
        this.listener.chosen(this, place, byKey);
    }

    say(key) {
        announce(t(key));
        this.listener.message(t(key));
    }

    /* ---- Back and forth ---- */

    undo() {
        return this.change(() => this.history.undo());
    }

    redo() {
        return this.change(() => this.history.redo());
    }

    restart() {
        return this.change(() => {
            if (this.history.canUndo)
                this.history.push({answer: this.info.begin, notes: {}, locked: []});
        });
    }
}
