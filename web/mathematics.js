/* Formulas: MathML that the library writes, put into the page. */
import { element } from "./dom.js";

const MATHML = "http://www.w3.org/1998/Math/MathML";

/** One element <math>. @param {string} text */
function mathElement(text) {
    const document_ = new DOMParser().parseFromString(
        text.replace("<math>", `<math xmlns="${MATHML}" displaystyle="true">`), "application/xml");
    return document.importNode(document_.documentElement, true);
}

/** A formula in pieces, which wrap as words do. @param {string[]} pieces */
export function formula(pieces) {
    return element("span", {class: "formula"}, ...pieces.flatMap(
        (piece) => [mathElement(piece), " "]));
}

/** Whether a number is whole, as solvers tell it. @param {number} value */
export function isWhole(value) {
    return Math.abs(value - Math.round(value)) < 1e-6;
}

/** A number as people write it. @param {number} value */
export function shortNumber(value) {
    return String(Math.round(value * 1000) / 1000);
}
