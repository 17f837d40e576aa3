/* What stays on this machine: boards in play, the language.  A browser may refuse; then nothing
 * stays. */

const PREFIX = "pulma:", MOST_BOARDS = 100;

export function load(key) {
    try {
        return JSON.parse(localStorage.getItem(PREFIX + key) ?? "null");
    } catch {
        return null;
    }
}

export function save(key, value) {
    try {
        localStorage.setItem(PREFIX + key, JSON.stringify(value));
    } catch {
        /* full or forbidden */
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

/** Keeps a board, and forgets the oldest of too many. */
export function saveBoard(puzzle, state) {
    const key = hash(puzzle);
    const list = (load("boards") ?? []).filter((other) => other !== key);
    list.push(key);
    while (list.length > MOST_BOARDS)
        localStorage.removeItem(PREFIX + "board:" + list.shift());
    save("boards", list);
    save("board:" + key, {puzzle, ...state});
    save("last", puzzle);
}
