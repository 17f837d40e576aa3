/* Clues that can be met one by one: numbers beside a line, sums of cages and runs.  What is met is
 * struck out on the board; what is left is told in words. */
import { svgElement } from "./dom.js";
import { inWords } from "./names.js";
import { t } from "./texts.js";

const CELL = 36; /* pixels of a cell in the library's pictures */

/** What is left of a sum: [how much, in how many places, of which digits]; else whether it is met.
 * @typedef {boolean | [number, number, string]} Left
 * @typedef {{name: string, text: string, box: number[], places: number[]}} Clue */

/** Strokes through what is met, over a veil that makes it grey.
 * @param {Clue[]} clues @param {Left[]} left @param {number[]} origin of the board */
export function clueStrokes(clues, left, [left0, top0]) {
    return clues.filter((_, i) => left[i] === true).flatMap(({box: [x, y, width, height]}) => {
        const at = {x: left0 + x * CELL, y: top0 + y * CELL, width: width * CELL,
            height: height * CELL};
        return [svgElement("rect", {...at, rx: 2, class: "met"}),
            svgElement("path", {class: "met", "stroke-width": at.height * 0.09, d: `M${at.x} ${
                at.y + at.height * 0.8}L${
                at.x + at.width} ${at.y + at.height * 0.2}`})];
    });
}

/** @param {Clue} clue @param {Exclude<Left, boolean>} left */
function sumWords({text}, [rest, open, digits]) {
    if (rest < 0)
        return t("clueTooMuch", text, -rest);
    return open === 0 ? t("clueTooLittle", text, rest)
        : t(open === 1 ? "clueLeftOne" : "clueLeft", text, rest, open,
            [...digits].join(" ") || t("clueNone"));
}

/** The clues of a place, or all of them: a sentence for each line or sum.
 * @param {Clue[]} clues @param {Left[]} left @param {number} [place] @returns {[string, string][]} of
 * whom, and what */
export function clueWords(clues, left, place) {
    /** @type {{name: string, places: number[], words: string[], met: boolean[]}[]} */
    const groups = [];
    clues.forEach((clue, i) => {
        const state = left[i], last = groups.at(-1);
        if (place !== undefined && !clue.places.includes(place))
            return;
        const sum = Array.isArray(state), words = sum ? sumWords(clue, state) : clue.text;
        if (!sum && last && last.name === clue.name && String(last.places) === String(clue.places)) {
            last.words.push(words);
            last.met.push(state);
        } else {
            groups.push({name: clue.name, places: clue.places, words: [words],
                met: [state === true]});
        }
    });
    return groups.map(({name, words, met}) => [inWords(name), met.every(Boolean)
        ? t("clueMet", words.join(" "))
        : words.map((word, k) => met[k] ? t("clueMet", word) : word).join(" ")]);
}
