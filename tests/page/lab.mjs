/* The laboratory: every model opens, is drawn, runs and is judged; broken and hostile models end with a
 * sentence; relaxation, tree, comparison, lessons and exercises do what the program does. */
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { BUILD, DESK, PHONE, ROOT, axe, close, examplesOf, finds, linkTo, native, open, shows,
    soon } from "./browser.mjs";

const STARS = "starbattle\nstars: 1\n\nAABBB\nAABCC\nDDECC\nDEEEC\nDEEEE\n";
const HEAD = "param m; param n;\nset C := {1..m, 1..n};\nvar x{C}, binary;\n";
const PRINT = "solve;\nfor {i in 1..m} { for {j in 1..n} printf \"%s\", " +
    "if x[i,j] = 1 then \"*\" else \"-\"; printf \"\\n\"; }\nend;\n";
const TABLET = {viewport: {width: 768, height: 1024}, hasTouch: true};

const modelLink = (puzzle, model) => linkTo(puzzle, undefined, model);

/** The laboratory with a puzzle, perhaps with a text. */
async function openLab(puzzle, model, settings) {
    const page = await open(model === undefined ? linkTo(puzzle) : modelLink(puzzle, model), settings);
    if (model === undefined)
        await page.locator("#do-lab").click();
    await page.waitForSelector(".lab .tabs");
    return page;
}

const tab = (page, name) => page.locator("#tab-" + name).click();

/** Runs the text of the editor; @returns {Promise<{words: string, status?: string, verdict?: string}>} */
async function run(page, solver = "glpk", seconds = 20) {
    await page.locator("#run-solver").selectOption(solver);
    await page.locator("#run-seconds").fill(String(seconds));
    await page.locator("#run-model").click();
    await page.waitForFunction(() => !document.querySelector("#run-result .stop") &&
        document.querySelector("#run-result").textContent);
    return page.evaluate(() => {
        const node = document.querySelector("#run-result");
        return {words: node.textContent, ...node.dataset};
    });
}

/* ---- Every model ---- */

/** Formulas are mathematics: nothing of TeX, nothing outside of its box. */
async function checkDrawing(page, name) {
    await page.waitForFunction((which) =>
        document.querySelector(".formulas")?.dataset.drawn === which, name);
    const found = await page.evaluate(() => {
        const list = document.querySelector(".formulas"), faults = [];
        for (const node of list.querySelectorAll("math")) {
            const box = node.getBoundingClientRect();
            if (box.width < 1 || box.height < 1)
                faults.push("empty: " + node.textContent);
            if (/[\\$]|\bmathit\b/.test(node.textContent))
                faults.push("raw: " + node.textContent);
        }
        for (const node of list.querySelectorAll(".formula-body")) {
            if (node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 1)
                faults.push(`cut: ${node.scrollWidth}x${node.scrollHeight} in ${
                    node.clientWidth}x${node.clientHeight}: ${node.textContent}`);
        }
        const normal = 1.08 * parseFloat(getComputedStyle(document.documentElement).fontSize);
        for (const node of list.querySelectorAll("math")) {
            const size = parseFloat(getComputedStyle(node).fontSize) / normal;
            if (size < 0.74)
                faults.push(`small (${size}): ${node.textContent}`);
        }
        return {faults, count: list.querySelectorAll("math").length,
            families: list.querySelectorAll("[data-family]").length};
    });
    assert.deepEqual(found.faults, [], name);
    assert.ok(found.count > 3 && found.families > 0, name);
}

/** The smallest example that a model takes, and what the program says of it. */
async function fitting(kind, model) {
    for (const file of examplesOf(kind)) {
        const puzzle = readFileSync(file, "utf8");
        const program = await native.ask("program", {puzzle, model, places: false,
            milliseconds: 5000});
        if (!program.error)
            return {puzzle, program};
        if (program.error.status !== "unavailable")
            break;
    }
    return null;
}

async function modelsOf(kind) {
    const {models} = await native.ask("models", {kind});
    const [first] = examplesOf(kind), pages = new Map(); /* by puzzle */
    for (const model of models) {
        const one = await fitting(kind, model.name);
        const puzzle = one?.puzzle ?? readFileSync(first, "utf8");
        if (!pages.has(puzzle))
            pages.set(puzzle, await openLab(puzzle));
        const page = pages.get(puzzle);
        await tab(page, "formulas");
        await page.locator("#formulation").selectOption(model.name);
        for (const size of [PHONE, TABLET, DESK]) {
            await page.setViewportSize(size.viewport);
            await page.evaluate(async (width) => { /* what watches its size has seen it */
                const frame = () => new Promise((done) => { requestAnimationFrame(done); });
                while (innerWidth !== width)
                    await frame();
                await frame();
                await frame();
            }, size.viewport.width);
            await checkDrawing(page, model.name);
        }
        if (one)
            await runModel(page, puzzle, model, one.program);
    }
    for (const page of pages.values())
        await close(page);
}

async function runModel(page, puzzle, model, program) {
    await tab(page, "model");
    await soon(async () => assert.match(await page.locator("#editor-problem").innerText(), new RegExp(
        `${program.columnCount} variables, ${program.rowCount} rows|takes long`), model.name));
    const here = await run(page, "sat", 15);
    const there = await native.ask("run", {puzzle, model: model.name, solver: "sat",
        milliseconds: 15000});
    const limit = /limit/i.test(here.words) || there.status === "limit";
    if (model.faulty)
        assert.ok(here.words.length > 3, here.words);
    else if (!limit)
        assert.match(here.words, there.error ? /./ : /Right/, `${model.name}: ${here.words}`);
    if (!limit && !there.error && there.answer)
        assert.equal(here.verdict, there.verdict, model.name);
    if (!limit && there.values?.length)
        await everyColumn(page, program, model.name);
}

/** Every column has its line in the list of values, with a place or with its rows. */
async function everyColumn(page, program, name) {
    const panel = page.locator("#panel-model .values");
    await panel.waitFor();
    await panel.getByRole("checkbox").check();
    const found = await panel.evaluate(async (node) => {
        const lines = [];
        for (const part of node.querySelectorAll("details")) {
            part.open = true;
            while (part.children.length === 1) /* its table comes when it has heard of that */
                await new Promise((done) => { setTimeout(done, 1); });
            for (let more; (more = part.querySelector("div > button:not([hidden])"));)
                more.click();
            for (const row of part.querySelectorAll("tbody tr"))
                lines.push([...row.children].map((cell) => cell.textContent));
        }
        return lines;
    });
    assert.equal(found.length, program.columnCount, name);
    assert.equal(new Set(found.map(([column]) => column)).size, program.columnCount, name);
    const used = new Set(program.rows.flatMap((row) => row.columns));
    program.columns.forEach((column, j) => assert.ok(!used.has(j) ||
        found.find(([other]) => other === column.name)[2], `${name}: ${column.name}`));
}

/* ---- Models that are wrong ---- */

const ROW = "s.t. row{i in 1..m}: sum{j in 1..n} x[i,j] = 1;\n";
const BROKEN = [
    [HEAD + ROW.replace("= 1", "= y") + PRINT, 4, 46, /y not defined/],
    [HEAD.replace("{C}", "{D}") + ROW + PRINT, 3, 7, /D not defined/],
    [HEAD + ROW.replace("1..n}", "1..n") + PRINT, 4, 36, /syntax error/],
    [HEAD + ROW.replace(";", "") + PRINT, 5, null, /./],
    [HEAD.replace("param m;", "parm m;") + ROW + PRINT, 1, null, /./],
    [HEAD + ROW.replace("x[i,j]", "x[i]") + PRINT, 4, null, /subscript/],
    [HEAD + ROW.replace("x[i,j]", "x[i,j]*x[i,j]") + PRINT, 4, null, /./],
    [HEAD + ROW.replace("[i,j]", "[i+9,j]") + PRINT, 4, null, /out of domain/],
    [HEAD.replace("var x", "var m") + ROW + PRINT, 3, null, /multiply declared/],
    [HEAD + ROW + "s.t. row{i in 1..m}: x[i,1] = 1;\n" + PRINT, 5, null, /multiply declared/],
];

async function brokenModels() {
    const page = await openLab(STARS, HEAD + ROW + PRINT);
    for (const [text, line, column, words] of BROKEN) {
        await page.locator(".editor .code").fill(text);
        await page.waitForFunction((number) => document.querySelector(".gutter .bad")
            ?.textContent === String(number), line);
        await shows(page, "#editor-problem", words);
        if (column)
            await shows(page, "#editor-problem", new RegExp(`Line ${line}, column ${column}:`));
        await finds(page.locator(".colours .here"), null, "the place is marked");
        assert.match((await run(page)).words, words);
    }
    await close(page);
}

async function wrongAndImpossible() {
    const page = await openLab(STARS, HEAD + ROW + PRINT);
    const wrong = await run(page);
    assert.equal(wrong.verdict, "wrong");
    await finds(page.locator(".mark.wrong"), null, "what it breaks is marked");
    await page.locator(".editor .code").fill(HEAD + ROW +
        "s.t. none{(i,j) in C: i = 2}: x[i,j] = 0;\n" + PRINT);
    const none = await run(page);
    assert.match(none.words, /row\[2\]/);
    assert.doesNotMatch(none.words, /row\[1\]/);
    await close(page);
}

const HARMFUL = [
    ["prints much", HEAD + ROW + "solve;\nfor {k in 1..1000000} printf \"abcdefghij\";\nend;\n",
        /prints more than/],
    ["recurses", "param f{i in 0..10000000} := if i = 0 then 0 else f[i-1] + 1;\nvar x >= f[10000000];\n" +
        "solve;\nend;\n", /./],
    ["wants memory", "set I := 1..30000;\nset J := setof{i in I, j in I} (i,j);\nvar x{J}, binary;\n" +
        "s.t. r{(i,j) in J}: x[i,j] <= 1;\nsolve;\nend;\n", /memory|limit|ended/i],
];

async function harmfulModels() {
    for (const [name, text, words] of HARMFUL) {
        const page = await openLab(STARS, text);
        const {words: said} = await run(page, "glpk", 60); /* which is long, so that a limit is not met first */
        assert.match(said, words, `${name}: ${said}`);
        await page.locator(".editor .code").fill(HEAD + ROW + PRINT);
        assert.equal((await run(page)).verdict, "wrong", "the page lives");
        await close(page);
    }
}

async function endlessModel() {
    const endless = HEAD + ROW + "param p := sum{i in 1..1000000000} i;\ns.t. z: x[1,1] <= p;\n" + PRINT;
    const page = await openLab(STARS, endless);
    await page.locator("#run-seconds").fill("600");
    await page.locator("#run-model").click();
    await page.locator("#stop-run").click();
    await shows(page, "#run-result", /Stopped/);
    assert.match((await run(page, "glpk", 1)).words, /limit/i, "the limit ends it, too");
    await close(page);
}

/* ---- The other panels ---- */

async function placesLightUp() {
    const page = await openLab(STARS);
    await page.waitForSelector(".formulas[data-counted]");
    await page.locator('[data-family="row"] .family').click();
    await shows(page, "#formula-detail", /row\[1\]/);
    await finds(page.locator(".mark.reason"), 5);
    await shows(page, '[data-family="row"]', /\(1\)/);
    await page.locator('[data-at="7"]').click();
    await shows(page, "#formula-detail", /x\[2,3\]/);
    await shows(page, "#formula-detail", /column\[3\]/);
    await page.keyboard.press("Tab");
    await page.locator('[data-at="7"]').focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await shows(page, "#formula-detail", /x\[2,4\]/);
    await close(page);
}

async function relaxationMoves() {
    const file = path.join(ROOT, "examples/seeds/match22-hartmann-fig3.txt");
    const puzzle = readFileSync(file, "utf8");
    const page = await openLab(puzzle);
    await page.locator("#formulation").selectOption("hartmann");
    await tab(page, "relax");
    await page.locator("#relax-solve").click();
    await page.waitForSelector("#relax-gap");
    const there = await native.ask("relax", {puzzle, model: "hartmann"});
    assert.equal(await page.evaluate(() => document.querySelector("#relax-result").dataset.value),
        String(there.value));
    await finds(page.locator(".shades text"));
    const value = () => page.evaluate(() => document.querySelector("#relax-result").dataset.value);
    const row = "s.t. cut: sum{i in 1..n} x[i,0] <= 4;";
    await page.locator("#new-row").fill(row.slice(0, -1)); /* its semicolon is added */
    await page.locator("#add-row").click();
    await shows(page, "#relax-result", /Before the last change it was/);
    const {models} = await native.ask("models", {kind: "match22"});
    const text = models.find((model) => model.name === "hartmann").text;
    const moved = await native.ask("relax", {puzzle, text: text.replace(/^solve;/m, row + "\nsolve;")});
    assert.notEqual(moved.value, there.value, "the test's row moves the bound");
    assert.equal(await value(), String(moved.value));
    await page.getByRole("button", {name: "Take it back"}).click();
    await page.waitForFunction((old) => document.querySelector("#relax-result").dataset.value === old,
        String(there.value));
    await page.locator("#new-row").fill("s.t. cut: nothing[1] = 1");
    await page.locator("#add-row").click();
    await shows(page, "#relax-result", /nothing not defined/);
    await close(page);
}

async function treeIsFinished() {
    const puzzle = readFileSync(path.join(ROOT, "examples/starbattle/queens-8x8.txt"), "utf8");
    const page = await openLab(puzzle);
    await page.locator("#formulation").selectOption("pairs");
    await tab(page, "tree");
    await page.locator("#tree-start").click();
    await page.waitForFunction(() => document.querySelector("#tree-state").dataset.open !== undefined);
    for (let i = 0; i < 40 && await page.locator("#tree-step").isEnabled(); i++) {
        const nodes = await page.locator(".tree-node").count();
        await page.locator("#tree-step").click();
        await page.waitForFunction((n) => document.querySelectorAll(".tree-node").length === n + 2,
            nodes);
    }
    await shows(page, "#tree-state", /finished.*an answer, says the referee/);
    const whole = page.locator('.tree-node[data-status="Whole"]');
    assert.equal(await whole.getAttribute("data-verdict"), "right");
    await whole.click();
    await page.locator("#panel-tree .values tbody tr").nth(7).waitFor(); /* its values are listed */
    await close(page);
}

/** A whole node of a model that forgets rules is no answer, and what it breaks is marked. */
async function wholeNodesAreJudged() {
    const page = await openLab(STARS, HEAD + ROW + PRINT);
    await tab(page, "tree");
    await page.locator("#tree-start").click();
    await shows(page, "#tree-state", /finished.*not an answer: /);
    const node = page.locator('.tree-node[data-status="Whole"]');
    assert.equal(await node.getAttribute("data-verdict"), "wrong");
    assert.doesNotMatch(await page.locator("#panel-tree").innerText(), /says the referee/);
    await finds(page.locator(".mark.wrong"), null, "what it breaks is marked");
    await page.locator(".editor .code").evaluate((area, text) => {
        area.value = text;
        area.dispatchEvent(new Event("input"));
    }, HEAD + ROW + "solve;\nprintf \"nothing\";\nend;\n");
    await page.locator("#tree-start").click();
    await shows(page, "#tree-state", /finished.*not an answer: \S/);
    await close(page);
}

/** What has no place on the board is listed with its rows, and marks theirs. */
async function allVariablesAreSeen() {
    const puzzle = readFileSync(path.join(ROOT, "examples/sudoku/four.txt"), "utf8");
    const page = await openLab(puzzle);
    await page.locator("#formulation").selectOption("way3-linear");
    await tab(page, "relax");
    await page.locator("#relax-solve").click();
    const panel = page.locator("#panel-relax .values");
    await panel.waitFor();
    await shows(page, "#panel-relax .values", /have no place on the board/);
    await panel.getByRole("checkbox").check();
    const part = panel.locator('[data-variable="y"]');
    await part.locator("summary").click();
    await finds(part.locator("tbody tr"), 56);
    await part.locator("tbody button").first().click();
    await shows(page, "#lab-status", /its rows are marked/);
    await finds(page.locator(".mark.reason"));
    await close(page);
}

/** Who looks for CBC is told where it is. */
async function cbcIsElsewhere() {
    const page = await openLab(STARS);
    await tab(page, "model");
    assert.ok(await page.locator('#run-solver option[value="cbc"]').isDisabled());
    await tab(page, "compare");
    await shows(page, "#panel-compare", /CBC.*not part of it.*pulma solve --model hartmann/);
    await close(page);
}

async function comparisonIsTheCommands() {
    const page = await openLab(STARS);
    await tab(page, "compare");
    await page.locator("#compare-run").click();
    await page.waitForSelector("#compare-result[data-done=yes]");
    const rows = await page.locator("#compare-result tbody tr").allInnerTexts();
    const there = await native.ask("compare", {puzzle: STARS, solvers: "glpk,sat,kernel,rules"});
    assert.equal(rows.length, there.rows.length);
    for (const [i, row] of there.rows.entries())
        assert.match(rows[i].replace(/\s+/g, " "), new RegExp(
            `^${row.model} ${row.solver} ${row.binary ?? ""}.*solved`), rows[i]);
    await finds(page.locator(".chart svg"), 1);
    const [size] = there.rows;
    await shows(page, ".sizes", new RegExp(`${size.binary} variables, ${size.constraints} rows`));
    await close(page);
}

async function lessonsRun() {
    const page = await open("#lessons");
    for (const name of await page.locator("[data-lesson]").evaluateAll(
        (nodes) => nodes.map((node) => node.dataset.lesson))) {
        await page.locator(`[data-lesson="${name}"]`).click();
        assert.doesNotMatch(await page.locator(".lesson").innerText(), /\*\*|\]\(|<!--/, name);
        await axe(page, name);
        await page.getByRole("button", {name: "All lessons"}).click();
    }
    await page.locator('[data-lesson="numbering"]').click();
    await page.locator(".run-here").first().click();
    await page.waitForSelector(".own[data-done=yes]", {timeout: 120000});
    await shows(page, ".own", /hartmann\s*glpk/);
    await close(page);
}

async function exercisesAreGraded() {
    const page = await open("#exercise/01-thermometers");
    await page.waitForSelector(".editor");
    await page.locator("#grade").click();
    await page.waitForSelector("#grade-report[data-verdict]");
    await shows(page, "#grade-report", /0 of \d+/);
    const model = (await native.ask("models", {kind: "thermometers"})).models[0].text;
    await page.locator(".editor .code").fill(model);
    await page.locator("#grade").click();
    await page.waitForSelector('#grade-report[data-verdict="right"]');
    await page.reload();
    await page.waitForSelector(".editor");
    await soon(async () => assert.equal(await page.locator(".editor .code").inputValue(), model,
        "it was kept"));
    await close(page);
}

async function filesAreThePrograms() {
    const page = await openLab(STARS);
    await page.locator("#formulation").selectOption("hartmann");
    await tab(page, "export");
    for (const format of ["mathprog", "dat", "lp", "mps", "gams", "opb", "cnf", "latex"]) {
        const waiting = page.waitForEvent("download");
        await page.locator(`[data-format="${format}"]`).click();
        const text = readFileSync(await (await waiting).path(), "utf8");
        const there = await native.ask("export", {puzzle: STARS, format,
            text: (await native.ask("models", {kind: "starbattle"})).models[0].text});
        assert.equal(text, there.text, format);
    }
    await close(page);
}

async function textsAreKept() {
    const page = await openLab(STARS, HEAD + ROW + PRINT);
    await page.locator(".editor .code").fill(HEAD + ROW + PRINT + "# mine\n");
    await page.locator("#link-model").click();
    await page.waitForFunction(() => location.hash.startsWith("#p="));
    const link = await page.evaluate(() => location.hash);
    await close(page);
    const again = await open(link);
    await again.waitForSelector(".editor");
    await soon(async () => assert.match(await again.locator(".editor .code").inputValue(), /# mine/));
    await close(again);
}

async function screensAreAccessible() {
    for (const [colorScheme, size] of [["light", DESK], ["dark", DESK], ["light", TABLET]]) {
        const page = await openLab(STARS, undefined, {...size, colorScheme});
        await page.waitForSelector(".formulas[data-counted]");
        for (const name of ["formulas", "model", "relax", "tree", "compare", "export"]) {
            await tab(page, name);
            if (name === "relax") {
                await page.locator("#relax-solve").click();
                await page.waitForSelector("#panel-relax .values table");
            }
            await axe(page, `${name}, ${colorScheme}`);
        }
        const wide = await page.evaluate(() => document.documentElement.scrollWidth -
            document.documentElement.clientWidth);
        assert.equal(wide, 0, "nothing sticks out");
        await close(page);
    }
    for (const fragment of ["#exercises", "#exercise/05-starbattle", "#lessons"]) {
        const page = await open(fragment);
        await page.waitForSelector("h1");
        await axe(page, fragment);
        await close(page);
    }
}

/** Screenshots of the panels. */
export async function labPictures() {
    const folder = path.join(BUILD, "page/pictures");
    mkdirSync(folder, {recursive: true});
    for (const [label, puzzle, settings] of [
        ["stars", readFileSync(path.join(ROOT, "examples/starbattle/queens-8x8.txt"), "utf8"), DESK],
        ["match22", readFileSync(path.join(ROOT, "examples/seeds/match22-hartmann-fig3.txt"), "utf8"),
            {...DESK, colorScheme: "dark"}],
        ["flowfree", readFileSync(examplesOf("flowfree")[0], "utf8"), TABLET]]) {
        const page = await openLab(puzzle, undefined, settings);
        const shot = (name) => page.screenshot({path: path.join(folder, `lab-${label}-${name}.png`),
            fullPage: true});
        await page.waitForSelector(".formulas[data-counted]", {timeout: 60000});
        await page.locator(".family").first().click();
        await shows(page, "#formula-detail", /row/);
        await shot("formulas");
        await tab(page, "model");
        await run(page, "sat");
        await shot("run");
        await tab(page, "relax");
        await page.locator("#relax-solve").click();
        await page.waitForSelector("#panel-relax .values details");
        await shot("relax");
        await tab(page, "tree");
        await page.locator("#tree-start").click();
        await page.waitForFunction(() => document.querySelector("#tree-state").textContent);
        for (let i = 0; i < 2 && await page.locator("#tree-step").isEnabled(); i++) {
            await page.locator("#tree-step").click();
            await page.waitForTimeout(1500);
        }
        await shot("tree");
        await tab(page, "compare");
        await page.locator("#compare-seconds").fill("1");
        await page.locator("#compare-run").click();
        await page.waitForSelector("#compare-result[data-done]");
        await shot("compare");
        await close(page);
    }
    for (const name of ["lesson/numbering", "exercise/05-starbattle"]) {
        const page = await open("#" + name);
        await page.waitForSelector("h1");
        await page.screenshot({path: path.join(folder, `${name.replace("/", "-")}.png`), fullPage: true});
        await close(page);
    }
}

/** @param {string[]} kinds */
export function labTests(kinds) {
    return [
        ...kinds.map((kind) => [`models of ${kind}`, () => modelsOf(kind)]),
        ["laboratory: broken models", brokenModels],
        ["laboratory: wrong and impossible models", wrongAndImpossible],
        ["laboratory: harmful models", harmfulModels],
        ["laboratory: an endless model", endlessModel],
        ["laboratory: places light up", placesLightUp],
        ["laboratory: relaxation", relaxationMoves],
        ["laboratory: branch and bound", treeIsFinished],
        ["laboratory: whole nodes are judged", wholeNodesAreJudged],
        ["laboratory: all variables are seen", allVariablesAreSeen],
        ["laboratory: CBC is elsewhere", cbcIsElsewhere],
        ["laboratory: comparison", comparisonIsTheCommands],
        ["laboratory: files", filesAreThePrograms],
        ["laboratory: texts are kept", textsAreKept],
        ["laboratory: accessible", screensAreAccessible],
        ["lessons", lessonsRun],
        ["exercises", exercisesAreGraded],
    ];
}
