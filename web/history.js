/* The moves of a game: the board at the beginning and what each step changed.  So a history has no
 * end, and what is kept of it is small. */

/** A board: a value or null for each place, notes (values by place), places that are locked.
 * @typedef {{answer: (number|null)[], notes: Record<string, number[]>, locked: number[]}} State
 * @typedef {{places: [number, number|null, number|null][],
 *            notes: [string, number[]|null, number[]|null][],
 *            locked?: [number[], number[]]}} Step */

const same = (a, b) => a === b || (a && b && a.length === b.length &&
    a.every((value, i) => value === b[i]));

/** @param {State} before @param {State} after @returns {Step} */
function difference(before, after) {
    /** @type {Step} */
    const step = {places: [], notes: []};
    after.answer.forEach((value, place) => {
        if (value !== before.answer[place])
            step.places.push([place, before.answer[place], value]);
    });
    for (const place of new Set([...Object.keys(before.notes), ...Object.keys(after.notes)])) {
        const one = before.notes[place] ?? null, two = after.notes[place] ?? null;
        if (!same(one, two))
            step.notes.push([place, one, two]);
    }
    if (!same(before.locked, after.locked))
        step.locked = [before.locked, after.locked];
    return step;
}

/** The board behind a step (side 1), or before it (side 0).
 * @param {State} state @param {Step} step @param {0|1} side @returns {State} */
function changed(state, step, side) {
    const answer = [...state.answer], notes = {...state.notes};
    for (const [place, ...values] of step.places)
        answer[place] = values[side];
    for (const [place, ...values] of step.notes) {
        const list = values[side];
        if (list)
            notes[place] = list;
        else
            delete notes[place];
    }
    return {answer, notes, locked: step.locked ? step.locked[side] : state.locked};
}

export class History {
    /** @param {(number|null)[]} begin */
    constructor(begin) {
        /** @type {State} */
        this.now = {answer: begin, notes: {}, locked: []};
        this.begin = begin;
        /** @type {Step[]} */
        this.steps = [];
        this.at = 0;
    }

    get canUndo() {
        return this.at > 0;
    }

    get canRedo() {
        return this.at < this.steps.length;
    }

    /** @param {Partial<State>} state what is different now */
    push(state) {
        const next = {...this.now, ...state};
        this.steps.length = this.at;
        this.steps.push(difference(this.now, next));
        this.at++;
        this.now = next;
    }

    undo() {
        if (this.canUndo)
            this.now = changed(this.now, this.steps[--this.at], 0);
    }

    redo() {
        if (this.canRedo)
            this.now = changed(this.now, this.steps[this.at++], 1);
    }

    toJSON() {
        return {steps: this.steps, at: this.at};
    }

    /** What was kept, if it still belongs to a board that begins so; null: it does not.
     * @param {(number|null)[]} begin @param {any} kept @returns {History | null} */
    static from(begin, kept) {
        const history = new History(begin);
        try {
            for (const step of kept.steps) {
                if (step.places.some(([place, before]) => before !== history.now.answer[place]))
                    return null;
                history.steps.push(step);
                history.redo();
            }
            while (history.at > kept.at)
                history.undo();
        } catch {
            return null; /* of another version, or damaged */
        }
        return history;
    }
}
