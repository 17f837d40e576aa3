/* What stays on this machine: boards in play, the language.  A browser may refuse; then nothing
 * stays. */

const PREFIX = "pulma:", MOST_BOARDS = 100;

/** @param {string} key @returns {any} */
export function load(key) {
    try {
        return JSON.parse(localStorage.getItem(PREFIX + key) ?? "null");
    } catch {
        return null;
    }
}

/** Whether it could be kept. @param {string} key @param {any} value */
export function save(key, value) {
    try {
        localStorage.setItem(PREFIX + key, JSON.stringify(value));
        return true;
    } catch {
        return false; /* full or forbidden */
    }
}

/** A short name for a puzzle's text (FNV-1a). */
function hash(text) {
    let h = 0x811c9dc5;
    for (let i = 0; i < text.length; i++)
        h = Math.imul(h ^ text.charCodeAt(i), 0x01000193) >>> 0;
    return h.toString(16);
}

export function loadBoard(puzzle) {
    const saved = load("board:" + hash(puzzle));
    return saved?.puzzle === puzzle ? saved : null;
}

function forget(list) {
    try {
        localStorage.removeItem(PREFIX + "board:" + list.shift());
    } catch {
        /* forbidden */
    }
}

/** Keeps a board, and forgets the oldest of too many. */
export function saveBoard(puzzle, state) {
    const key = hash(puzzle);
    const list = (load("boards") ?? []).filter((other) => other !== key);
    while (list.length >= MOST_BOARDS)
        forget(list);
    while (!save("board:" + key, {puzzle, ...state}) && list.length > 0)
        forget(list);
    save("boards", [...list, key]);
    save("last", puzzle);
}
