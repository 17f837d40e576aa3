/* The editor for models: a text field with line numbers, and behind its letters the same text in
 * colours.  Text field and colours lie in one box that scrolls, so they cannot come apart. */
import { element } from "./dom.js";

const KEYWORDS = new Set(("set param var minimize maximize subject to s.t. solve for printf display check data end " +
    "integer binary symbolic logical dimen within in default sum prod min max exists forall setof if then " +
    "else and or not union inter diff symdiff cross by less div mod").split(" "));
const TOKENS = /(#[^\n]*|\/\*[^]*?(?:\*\/|$))|("[^"\n]*"?|'[^'\n]*'?)|(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(s\.t\.|[A-Za-z_]\w*)|([()[\]{}])/g;
const PAIRS = {"(": ")", "[": "]", "{": "}"};

/** The bracket at the caret and its partner, as positions; empty if there is none.
 * @param {string} text @param {number} caret */
export function matchBrackets(text, caret) {
    const brackets = [...text.matchAll(TOKENS)].filter((m) => m[5]);
    const at = brackets.findIndex((m) => m.index === caret || m.index === caret - 1);
    if (at < 0)
        return [];
    const open = brackets[at][0] in PAIRS, step = open ? 1 : -1;
    let depth = 0;
    for (let i = at; i >= 0 && i < brackets.length; i += step) {
        depth += (brackets[i][0] in PAIRS) === open ? 1 : -1;
        if (depth === 0) {
            const [a, b] = open ? [brackets[at], brackets[i]] : [brackets[i], brackets[at]];
            return PAIRS[a[0]] === b[0] ? [brackets[at].index, brackets[i].index] : [];
        }
    }
    return [];
}

export class Editor {
    /** @param {{label: string, text: string, changed: (text: string) => void}} options */
    constructor({label, text, changed}) {
        this.changed = changed;
        this.problem = null;
        this.gutter = element("div", {class: "gutter", "aria-hidden": "true"});
        this.colours = element("pre", {class: "colours", "aria-hidden": "true"});
        this.area = element("textarea", {class: "code", spellcheck: "false", wrap: "off",
            autocomplete: "off", autocapitalize: "off", "aria-label": label,
            "aria-describedby": "editor-problem"});
        this.area.addEventListener("input", () => {
            this.mark(null);
            changed(this.area.value);
        });
        for (const name of ["keyup", "click", "focus", "blur"])
            this.area.addEventListener(name, () => this.paint());
        this.node = element("div", {class: "editor"}, this.gutter,
            element("div", {class: "sheet-of-code"}, this.colours, this.area));
        this.set(text);
    }

    get text() {
        return this.area.value;
    }

    set(text) {
        this.area.value = text;
        this.mark(null);
    }

    /** Marks an error, or none. @param {{line: number, column?: number, message: string} | null} problem */
    mark(problem) {
        this.problem = problem;
        this.area.setAttribute("aria-invalid", String(!!problem));
        this.paint();
    }

    /** Puts the caret where the error is. */
    goTo(line, column = 1) {
        const lines = this.text.split("\n");
        const at = lines.slice(0, line - 1).reduce((n, l) => n + l.length + 1, 0) + column - 1;
        this.area.focus();
        this.area.setSelectionRange(at, at);
        const height = this.gutter.scrollHeight / lines.length;
        this.node.scrollTop = Math.max(0, (line - 4) * height);
        this.paint();
    }

    paint() {
        const {text} = this, lines = text.split("\n");
        this.area.style.setProperty("--lines", String(lines.length));
        this.area.style.setProperty("--columns",
            String(Math.max(...lines.map((line) => line.length)) + 2));
        this.gutter.replaceChildren(...lines.map((_, i) => element("div",
            {class: this.problem?.line === i + 1 ? "bad" : null}, String(i + 1))));
        const focused = document.activeElement === this.area;
        const brackets = focused ? matchBrackets(text, this.area.selectionStart) : [];
        const pieces = [];
        let done = 0;
        for (const m of text.matchAll(TOKENS)) {
            const kind = m[1] ? "comment" : m[2] ? "string" : m[3] ? "number"
                : m[4] ? (KEYWORDS.has(m[0]) ? "keyword" : "") : "";
            const class_ = m[5] && brackets.includes(m.index) ? "bracket" : kind;
            if (!class_)
                continue;
            pieces.push(text.slice(done, m.index), element("span", {class: class_}, m[0]));
            done = m.index + m[0].length;
        }
        pieces.push(text.slice(done) + "\n");
        this.colours.replaceChildren(...pieces);
        this.underline(lines);
    }

    /** A wavy line under the place of the error. */
    underline(lines) {
        const {problem} = this;
        if (!problem || problem.line > lines.length)
            return;
        const line = lines[problem.line - 1], column = Math.min(problem.column ?? 1, line.length + 1);
        const length = /^(\w+|.)?/.exec(line.slice(column - 1))[0].length || 1;
        const mark = element("span", {class: "wave"}, "\n".repeat(problem.line - 1) +
            " ".repeat(column - 1), element("span", {class: "here"}, " ".repeat(length)));
        this.colours.append(element("span", {class: "layer"}, mark));
    }
}
