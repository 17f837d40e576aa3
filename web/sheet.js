/* A puzzle while it is drawn: a form, as pulma's JSON has it, whose blocks are seen as grids of
 * tokens.  Forms are never changed, only replaced, so that every step can be undone. */

/**
 * @typedef {Record<string, any>} Form
 * @typedef {string[][]} Grid
 */

const BLANKS = /\s+/;

/** The tokens of a block: words, or single characters. @returns {Grid | null} */
export function readGrid(form, block, words) {
    const lines = form[block];
    return Array.isArray(lines) ? lines.map((line) => words ? line.trim().split(BLANKS)
        : [...line.replace(/\s/g, "")]) : null;
}

export function withGrid(form, block, grid, words) {
    return {...form, [block]: grid.map((row) => row.join(words ? " " : ""))};
}

export function emptyGrid(rows, columns, token) {
    return Array.from({length: rows}, () => Array(columns).fill(token));
}

/** A grid of another size; `fill` tells what new cells hold, from the grid and the position. */
export function resizedGrid(grid, rows, columns, fill) {
    return Array.from({length: rows}, (_, row) => Array.from({length: columns},
        (_, column) => grid[row]?.[column] ?? fill(grid, row, column)));
}

export function withToken(grid, row, column, token) {
    return grid.map((line, r) => r === row
        ? line.map((old, c) => c === column ? token : old) : line);
}

/** Connected cells with equal tokens, in reading order of their first cells. */
export function areasOf(grid, blank) {
    const seen = grid.map((line) => line.map((token) => token === blank)), areas = [];
    grid.forEach((line, row) => line.forEach((token, column) => {
        if (seen[row][column])
            return;
        const area = [[row, column]];
        seen[row][column] = true;
        for (const [r, c] of area)
            for (const [y, x] of [[r - 1, c], [r, c + 1], [r + 1, c], [r, c - 1]]) {
                if (grid[y]?.[x] === token && !seen[y][x]) {
                    seen[y][x] = true;
                    area.push([y, x]);
                }
            }
        areas.push(area);
    }));
    return areas;
}

/** Sixty-two names of one character. */
export const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"];

/** The first name that a grid does not use. */
export function unusedLetter(grid) {
    const used = new Set(grid.flat());
    return LETTERS.find((letter) => !used.has(letter)) ?? "A";
}
