/* Making elements.  Text is always text: nothing from outside ever becomes HTML. */

/**
 * @param {string} tag
 * @param {Record<string, any>} [attributes] "on..." are listeners; true, false, null as expected
 * @param {...(Node|string|null)} children
 * @returns {any}
 */
export function element(tag, attributes = {}, ...children) {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
        if (name.startsWith("on"))
            node.addEventListener(name.slice(2), value);
        else if (value !== null && value !== false && value !== undefined)
            node.setAttribute(name, value === true ? "" : value);
    }
    node.append(...children.filter((child) => child !== null));
    return node;
}

/** @returns {HTMLButtonElement} */
export function button(text, onclick, attributes = {}) {
    return element("button", {type: "button", onclick, ...attributes}, text);
}

const SVG = "http://www.w3.org/2000/svg";

/** @returns {any} */
export function svgElement(tag, attributes = {}) {
    const node = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes))
        node.setAttribute(name, String(value));
    return node;
}

/** The root of a picture that the library drew. @param {string} text @returns {any} */
export function parseSvg(text) {
    const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    return document.importNode(root, true);
}

/** An element of the frame, which is always there. @param {string} id @returns {any} */
export function part(id) {
    return document.getElementById(id);
}

/** Tells a screen reader. @param {string} text */
export function announce(text) {
    const live = document.getElementById("live");
    if (live)
        live.textContent = text;
}

/** Offers bytes as a file. */
export function download(blob, name) {
    const url = URL.createObjectURL(blob);
    element("a", {href: url, download: name}).click();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
}
