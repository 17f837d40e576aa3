/* Circuits: a line for each switch or gate. */
import { element, button } from "./dom.js";
import { t } from "./texts.js";

const OPERATIONS = ["0", "1", "not", "and", "or", "xor", "nand", "nor", "xnor"];

/** "x = a and b" as {name, operation, inputs}. */
function readLine(line) {
    const [name, , ...rest] = line.trim().split(/\s+/);
    if (rest.length === 1)
        return {name, operation: rest[0], inputs: []};
    return rest[0] === "not" ? {name, operation: "not", inputs: [rest[1]]}
        : {name, operation: rest[1], inputs: [rest[0], rest[2]]};
}

function writeLine({name, operation, inputs: [a, b]}, first) {
    if (operation === "0" || operation === "1")
        return `${name} = ${operation}`;
    return operation === "not" ? `${name} = not ${a ?? first}`
        : `${name} = ${a ?? first} ${operation} ${b ?? a ?? first}`;
}

export class Gates {
    /** The rows, and what happens when one changes. @param {(doc: any) => void} change */
    render(doc, change) {
        const gates = doc.form.grid.map(readLine), names = gates.map((gate) => gate.name);
        const put = (list) => change({...doc, form: {...doc.form,
            grid: list.map((gate) => writeLine(gate, names[0]))}});
        const select = (label, values, value, set) => element("select", {"aria-label": label,
            onchange: (event) => set(event.target.value)}, ...values.map((one) =>
            element("option", {value: one, ...(one === value ? {selected: true} : {})},
                one === "0" ? t("off") : one === "1" ? t("on") : one)));
        const row = (gate, i) => {
            const replaced = (change) => put(gates.map((old, k) => k === i
                ? {...old, ...change} : old));
            const inputs = gate.operation === "not" ? 1 : gate.operation.length > 1 ? 2 : 0;
            return element("p", {class: "row gate"}, element("strong", {}, gate.name), " = ",
                select(t("gate", gate.name), OPERATIONS, gate.operation,
                    (operation) => replaced({operation})),
                ...Array.from({length: inputs}, (_, k) => select(t("input", gate.name, k + 1),
                    names.filter((name) => name !== gate.name), gate.inputs[k], (name) =>
                        replaced({inputs: Object.assign([...gate.inputs], {[k]: name})}))),
                button("×", () => put(gates.filter((_, k) => k !== i)),
                    {"aria-label": t("removeGate", gate.name)}));
        };
        let free = gates.length + 1;
        while (names.includes(`g${free}`))
            free++;
        return element("div", {class: "gates"}, ...gates.map(row), element("p", {class: "row"},
            button(t("addSwitch"), () => put([...gates, {name: `g${free}`, operation: "0",
                inputs: []}])),
            button(t("addGate"), () => put([...gates, {name: `g${free}`, operation: "and",
                inputs: [names[0], names[1] ?? names[0]]}]))));
    }
}
