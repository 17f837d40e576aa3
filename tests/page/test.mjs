/* The page in a real browser, against the program.
 *
 *     test.mjs BUILD [--kind KIND] [--only WORDS] [--pictures]
 *
 * Every kind is played to the end by mouse, by touch on a phone's screen and by keyboard alone;
 * check, hint, explanation, undo, reload and links work; axe finds nothing; no request leaves; and
 * all examples have the answers, counts and pictures that the program gives.  --pictures also takes
 * screenshots of all kinds into BUILD/page/pictures. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL, fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";
import { drawForm } from "./drawer.mjs";
import { enter } from "./hands.mjs";

const BUILD = path.resolve(process.argv[2]);
const OPTIONS = process.argv.slice(3);
const ONLY = OPTIONS.includes("--kind") ? OPTIONS[OPTIONS.indexOf("--kind") + 1] : null;
const NAMED = OPTIONS.includes("--only") ? OPTIONS[OPTIONS.indexOf("--only") + 1] : "";
const PICTURES = OPTIONS.includes("--pictures");
const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const require = createRequire(path.join(BUILD, "page/tests/package.json"));
const { chromium } = require("playwright-core");
const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const ADDRESS = pathToFileURL(path.join(BUILD, "page/pulma.html")).href;
const DESK = {viewport: {width: 1280, height: 900}};
const PHONE = {viewport: {width: 360, height: 740}, hasTouch: true, isMobile: true,
    deviceScaleFactor: 2};

/* ---- The program ---- */

class Native {
    constructor() {
        this.process = spawn(path.join(BUILD, "tests/api_lines"), {stdio: ["pipe", "pipe", "inherit"]});
        this.lines = createInterface({input: this.process.stdout})[Symbol.asyncIterator]();
    }

    async ask(call, args = {}) {
        this.process.stdin.write(JSON.stringify({call, ...args}) + "\n");
        return JSON.parse((await this.lines.next()).value);
    }
}

/* ---- The browser ---- */

let browser, native;

/** A page that has loaded, which must neither complain nor ask for anything. */
async function open(fragment = "", settings = DESK, faults = []) {
    const context = await browser.newContext({locale: "en-US", ...settings});
    const page = await context.newPage();
    page.setDefaultTimeout(120000); /* what never comes; a busy machine is slow */
    page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
    page.on("pageerror", (error) => faults.push(String(error.stack)));
    page.on("request", (request) => {
        if (!/^(file:|blob:|data:)/.test(request.url()) ||
            (request.url().startsWith("file:") && !request.url().startsWith(ADDRESS)))
            faults.push(`asked for ${request.url()}`);
    });
    await page.goto(ADDRESS + fragment);
    await page.waitForFunction(() => document.documentElement.dataset.ready === "yes");
    page.faults = faults;
    return page;
}

async function close(page) {
    assert.deepEqual(page.faults, [], "the page complains");
    await page.context().close();
}

function linkTo(puzzle, answer) {
    const text = JSON.stringify({puzzle, ...(answer ? {answer} : {})});
    return "#p=" + deflateRawSync(text).toString("base64url");
}

const examplesOf = (kind) => readdirSync(path.join(ROOT, "examples", kind))
    .map((name) => path.join(ROOT, "examples", kind, name))
    .sort((a, b) => statSync(a).size - statSync(b).size || (a < b ? -1 : 1));

/** What there is to know about the smallest example of a kind. */
async function smallest(kind) {
    const text = readFileSync(examplesOf(kind)[0], "utf8");
    const info = await native.ask("board", {puzzle: text});
    const {answers: [answer]} = await native.ask("solve", {puzzle: info.puzzle});
    const words = (await native.ask("write-answer", {puzzle: info.puzzle, answer})).text;
    const decided = info.begin.map((value, place) => info.play === "turn" &&
        !info.fixed.includes(place) ? null : value);
    return {kind, puzzle: info.puzzle, info, answer, words, decided};
}

/** Waits until an element's text matches; it may not be there yet. */
const shows = (page, selector, words) => page.waitForFunction(([where, source]) =>
    new RegExp(source, "is").test(document.querySelector(where)?.textContent ?? ""),
[selector, words.source]);

/** Waits until the panel has its answer: long work shows a button that stops it. */
const panelDone = (page) => page.waitForFunction(() => {
    const panel = document.querySelector(".panel");
    return panel && !panel.querySelector(".stop") && panel.textContent;
});

const verdict = (page) => page.evaluate(async () => {
    await app.playing.game.queue;
    return app.playing.game.verdict.verdict;
});

/* ---- Tests of a kind ---- */

async function playToTheEnd(it, how) {
    const page = await open(linkTo(it.puzzle), how === "touch" ? PHONE : DESK);
    await enter(page, how, it.puzzle, it.info, it.answer, it.words);
    assert.equal(await verdict(page), "right", `${it.kind} by ${how}`);
    assert.match(await page.locator(".status").innerText(), /Solved/);
    await close(page);
}

async function undoAndReload(it) {
    const page = await open(linkTo(it.puzzle));
    const half = await enter(page, "mouse", it.puzzle, it.info, it.answer, it.words, 0.5);
    await page.goto(ADDRESS);
    await page.reload();
    await page.waitForFunction(() => document.documentElement.dataset.ready === "yes");
    await page.locator("#continue").click();
    await page.waitForSelector(".board");
    await verdict(page);
    assert.deepEqual(await page.evaluate(() => app.playing.game.answer), half.answer,
        `${it.kind}: the board after a reload`);
    while (await page.getByRole("button", {name: "Undo", exact: true}).isEnabled()) {
        await page.getByRole("button", {name: "Undo", exact: true}).click();
        await verdict(page);
    }
    assert.deepEqual(await page.evaluate(() => app.playing.game.answer), it.info.begin,
        `${it.kind}: undone to the beginning`);
    await close(page);
}

/** The answer, wrong in one place where the player has decided something. */
function spoilt(it) {
    const wrong = [...it.answer];
    for (let place = 0; place < wrong.length; place++) {
        const {min, max} = it.info.places[place];
        for (let value = min; value <= max && !it.info.fixed.includes(place); value++)
            if (value !== it.answer[place] && value !== it.info.begin[place]) {
                wrong[place] = value;
                return wrong;
            }
    }
    throw new Error("nothing can be wrong");
}

async function checkFinds(it) {
    const page = await open(linkTo(it.puzzle, spoilt(it)));
    await page.locator("#do-check").click();
    await shows(page, ".panel", /wrong|no answer|limit|not available/);
    const text = await page.locator(".panel").innerText();
    assert.match(text, /wrong/, `${it.kind}: check says "${text}"`);
    await close(page);
}

async function hintAndExplanation(it) {
    const page = await open(linkTo(it.puzzle));
    const hint = await native.ask("hint", {puzzle: it.puzzle, answer: it.decided});
    await page.locator("#do-hint").click();
    await panelDone(page);
    if (hint.status === "step") {
        for (let i = 0; i < 3; i++)
            await page.locator(".panel .more").click();
        await verdict(page);
        for (const fact of hint.step.conclusions.filter((one) => one.holds))
            assert.equal(await page.evaluate((p) => app.playing.game.answer[p], fact.place),
                fact.value, `${it.kind}: the hint`);
    }
    await page.locator("#do-explain").click();
    await panelDone(page);
    const next = page.locator(".panel .next");
    if (await next.count() && await next.isEnabled()) {
        await next.click();
        await shows(page, ".panel", /Step 2/);
    }
    await close(page);
}

/** Answers, counts and pictures in the browser are those of the program. */
async function agree(kind) {
    const page = await open();
    for (const file of examplesOf(kind)) {
        const text = readFileSync(file, "utf8");
        if (text.length > 4000)
            continue;
        for (const call of ["solve", "count", "draw"]) {
            const args = {puzzle: text, conflicts: 2000, ...(call === "count" && {most: 100})};
            const here = await native.ask(call, args);
            const there = await page.evaluate(([name, a]) => app.library.work(name, a).catch(
                (error) => ({error: {message: error.message}})), [call, args]);
            delete here.seconds;
            delete there.seconds;
            if (here.error)
                assert.equal(there.error?.message, here.error.message, `${file}: ${call}`);
            else
                assert.deepEqual(there, here, `${file}: ${call}`);
        }
    }
    await close(page);
}

async function generate(kind) {
    const page = await open();
    for (const difficulty of [0, 1]) {
        const args = {kind, seed: 5, difficulty};
        const here = await native.ask("generate", args);
        const there = await page.evaluate((a) => app.library.work("generate", a), args);
        assert.deepEqual(there, here, `${kind}: seed 5`);
    }
    await close(page);
}

/** The editor comes from an empty board to the example, and says what the program says of it. */
async function drawn(it) {
    const page = await open("#" + it.kind);
    await page.getByRole("button", {name: "Draw your own"}).click();
    await page.waitForSelector("#report");
    const target = JSON.parse((await native.ask("write", {puzzle: it.puzzle,
        notation: "json"})).text);
    const form = await drawForm(page, target, it.answer);
    const [made] = (await native.ask("read", {text: JSON.stringify(form)})).puzzles;
    const untitled = (text) => text.replace(/^title:.*\n/m, "");
    assert.equal(untitled(made.puzzle), untitled(it.puzzle), `${it.kind}: what was drawn`);
    const {answers} = await native.ask("solve", {puzzle: it.puzzle, most: 2});
    const words = answers.length === 1 ? "Exactly one" : "Several";
    await shows(page, "#report", new RegExp(words));
    await page.locator("#play-this").click();
    await page.waitForSelector("#do-hint");
    await close(page);
}

/* ---- Tests of the page ---- */

/** Waits for the small pictures of a screen. */
const picturesDrawn = (page) => page.waitForFunction(() =>
    [...document.querySelectorAll(".thumbnail")].every((frame) => frame.firstChild));

async function axe(page, name) {
    await page.evaluate(AXE);
    const violations = await page.evaluate(async () => (await window.axe.run()).violations.map(
        (one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => node.html).join(" ")}`));
    assert.deepEqual(violations, [], `axe on ${name}`);
}

async function screensAreAccessible() {
    const it = await smallest("sudoku");
    for (const colorScheme of ["light", "dark"]) {
        const faults = [];
        for (const [name, fragment] of [["home", ""], ["kind", "#sudoku"],
            ["play", linkTo(it.puzzle)], ["edit", linkTo(it.puzzle)]]) {
            const page = await open(fragment, {...DESK, colorScheme, bypassCSP: true}, faults);
            if (name === "play") {
                await page.locator("#do-hint").click();
                await panelDone(page);
            } else if (name === "edit") {
                await page.locator("#do-edit").click();
                await shows(page, "#report", /Exactly one/);
            } else {
                await picturesDrawn(page);
            }
            await axe(page, `${name}, ${colorScheme}`);
            if (name === "home") {
                await page.locator("#about").click();
                await axe(page, `about, ${colorScheme}`);
            }
            await close(page);
        }
    }
}

/** At 320 pixels, at twice the size of text, and in both languages. */
async function narrowScreensDoNotScrollSideways() {
    const it = await smallest("kakuro");
    for (const locale of ["en-US", "de-DE"])
        for (const [fragment, text] of [["", 1], ["#kakuro", 1], [linkTo(it.puzzle), 1],
            ["edit", 1], [linkTo(it.puzzle), 2], ["edit", 2]]) {
            const page = await open(fragment === "edit" ? linkTo(it.puzzle) : fragment,
                {viewport: {width: 320 * text, height: 640}, locale, bypassCSP: true});
            if (fragment === "edit") {
                await page.locator("#do-edit").click();
                await page.waitForSelector("#report p");
            }
            await page.evaluate((size) => {
                document.documentElement.style.fontSize = `${100 * size}%`;
            }, text);
            const wide = await page.evaluate(() => document.documentElement.scrollWidth);
            assert.ok(wide <= 320 * text,
                `${wide} pixels wide at ${fragment.slice(0, 20)}, ${locale}, text ${text}`);
            await close(page);
        }
}

/** With forced colours the focus is still seen, and axe finds nothing. */
async function forcedColours() {
    const it = await smallest("binary");
    const page = await open(linkTo(it.puzzle), {...DESK, forcedColors: "active", bypassCSP: true});
    await page.locator(".place[tabindex='0']").focus();
    const stroke = await page.evaluate(() => getComputedStyle(document.activeElement).stroke);
    assert.notEqual(stroke, "none");
    await axe(page, "forced colours");
    await close(page);
}

async function badLinksGetASentence() {
    for (const fragment of ["#p=", "#p=!!!", "#p=AAAA", linkTo("sudoku\n<img src=x>"),
        "#p=" + deflateRawSync("[1]").toString("base64url"),
        linkTo("binary\n....\n....\n....\n....\n", [1]),
        "#p=" + deflateRawSync("x".repeat(50_000_000)).toString("base64url"), "#%E0%A4%A"]) {
        const page = await open(fragment);
        await page.waitForSelector("h1");
        assert.equal(await page.evaluate(() => document.querySelector("img")), null);
        if (fragment.startsWith("#p="))
            assert.match(await page.locator("dialog").innerText(), /cannot be read/);
        await close(page);
    }
}

async function pastedTextIsRead() {
    const page = await open();
    await page.locator("#paste").fill("binary\n.1.0\n..7.\n");
    await page.locator("#open").click();
    await shows(page, ".problem", /Line 3/);
    assert.equal(await page.evaluate(() => getSelection().toString() ||
        document.querySelector("#paste").value.slice(
            document.querySelector("#paste").selectionStart,
            document.querySelector("#paste").selectionEnd)), "..7.");
    await page.locator("#paste").fill("binary\n.1.0\n..0.\n.0..\n11.0\n");
    await page.locator("#open").click();
    await page.waitForSelector(".board");
    await page.locator("#do-count").click();
    await shows(page, ".panel", /Exactly one/);
    await page.locator("#language").selectOption("de");
    await shows(page, "#do-solve", /^Lösen$/);
    await page.locator("#do-solve").click();
    await shows(page, ".status", /Gelöst/);
    await close(page);
}

/** The editor tells of no answer, several, and one. */
async function ownPuzzlesAreJudged() {
    const page = await open("#binary");
    await page.getByRole("button", {name: "Draw your own"}).click();
    await page.locator("summary").click();
    for (const [rows, words] of [["....\n....\n....\n....", /Several.*differ/],
        ["000.\n....\n....\n....", /no answer.*contradict/],
        ["..7.\n....", /Line 2/], [".1.0\n..0.\n.0..\n11.0", /Exactly one.*Level/]]) {
        await page.locator("#edit").fill(`binary\n${rows}\n`);
        await shows(page, "#report", words);
    }
    await page.locator("#play-this").click();
    await page.waitForSelector(".board .place");
    await close(page);
}

/** Long work is stopped at once, and what comes after it works. */
async function workIsStopped() {
    const empty = "sudoku\n" + ".........\n".repeat(9);
    const page = await open(linkTo(empty));
    await page.locator("#do-count").click();
    await page.locator(".panel .stop").click();
    await shows(page, ".panel", /Stopped/);
    await page.locator("#do-solve").click();
    await shows(page, ".status", /Solved/);
    await close(page);
}

/** Notes on wish, the board in words, larger and smaller, by buttons and by two fingers. */
async function boardsAreHandled() {
    const it = await smallest("sudoku");
    const page = await open(linkTo(it.puzzle), PHONE);
    await page.locator("#all-notes").click();
    await page.waitForFunction(() => document.querySelectorAll(".notes text").length > 10);
    await page.locator("#in-words").click();
    assert.match(await page.locator("dialog").innerText(), /row 1: .*column 4: 3 \(given\)/);
    await page.locator("#dialog-close").click();
    await page.locator(".board").scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => app.playing.game.answer);
    const {x, y, width} = await page.locator(".board").boundingBox();
    const session = await page.context().newCDPSession(page);
    const touch = (type, spread) => session.send("Input.dispatchTouchEvent", {type,
        touchPoints: spread === null ? [] : [{x: x + width / 2 - spread, y: y + 80, id: 0},
            {x: x + width / 2 + spread, y: y + 80, id: 1}]});
    await touch("touchStart", 30);
    await touch("touchMove", 60);
    await touch("touchMove", 90);
    await touch("touchEnd", null);
    await page.waitForFunction(() => app.playing.game.zoom.level > 1.5);
    assert.deepEqual(await page.evaluate(() => app.playing.game.answer), before);
    for (let i = 0; i < 6; i++)
        await page.getByRole("button", {name: "Smaller"}).click();
    assert.equal(await page.evaluate(() => app.playing.game.zoom.level), 1);
    await close(page);
}

/** Memory does not grow with the number of puzzles that were made. */
async function memoryIsFlat() {
    const page = await open(), sizes = [];
    for (let round = 0; round < 4; round++) {
        await page.evaluate(async (first) => {
            for (let seed = first; seed < first + 50; seed++)
                await app.library.work("generate", {kind: ["binary", "sudoku", "kakuro",
                    "nonogram", "slider"][seed % 5], difficulty: 0, seed});
        }, 50 * round);
        sizes.push((await page.evaluate(() => app.library.work("memory"))).bytes);
    }
    console.log(`     memory of the worker after 50, 100, 150, 200 puzzles: ${sizes.join(", ")}`);
    assert.ok(sizes[3] <= sizes[1], `memory grows: ${sizes}`);
    await close(page);
}

/** What is measured is told; how long is too long depends on the machine. */
async function timesAreTold() {
    const start = Date.now(), page = await open();
    const loaded = await page.evaluate(() => Math.round(performance.now()));
    console.log(`     ready after ${Date.now() - start} ms, ${loaded} ms of them in the page`);
    const empty = "sudoku\n" + ".........\n".repeat(9);
    for (const [call, args] of [["count", {puzzle: empty}], ["solve", {puzzle: empty, most: 100000}],
        ["generate", {kind: "sudoku", columns: 16, rows: 16, difficulty: 2, seed: 3}],
        ["rate", {puzzle: empty}], ["forced", {puzzle: empty}]]) {
        const took = await page.evaluate(async ([name, given]) => {
            const work = app.library.work(name, given).then(() => "done", (e) => e.status);
            await new Promise((done) => { setTimeout(done, 100); });
            const from = performance.now();
            app.library.stop();
            const how = await work, stopped = performance.now() - from;
            await app.library.work("kinds");
            return {how, stopped, again: performance.now() - from};
        }, [call, args]);
        console.log(`     ${call}: ${took.how} after ${took.stopped.toFixed(1)} ms, the next ` +
            `answer after ${took.again.toFixed(0)} ms`);
    }
    await close(page);
}

/** `pulma page` tells where the page is, and that nothing here opens it. */
async function programFindsThePage() {
    const run = spawnSync(path.join(BUILD, "pulma"), ["page"], {encoding: "utf8",
        env: {PATH: "/nonexistent"}});
    assert.equal(run.stdout, path.join(BUILD, "page/pulma.html") + "\n");
    assert.match(run.stderr, /in a browser/);
    assert.equal(run.status, 0);
}

/** Every language has every text. */
async function languagesAreComplete() {
    const page = await open();
    const keys = await page.evaluate(() => Object.entries(TEXTS).map(([name, table]) =>
        [name, Object.keys(table).sort().join(" ")]));
    for (const [name, list] of keys)
        assert.equal(list, keys[0][1], name);
    await close(page);
}

async function modelsRun() {
    const page = await open();
    for (const [kind, model] of [["binary", "hartmann"], ["kakuro", "hartmann"]]) {
        const args = {puzzle: (await smallest(kind)).puzzle, model, solver: "glpk"};
        const here = await native.ask("solve", args);
        const there = await page.evaluate((a) => app.library.work("solve", a), args);
        delete here.seconds;
        delete there.seconds;
        assert.deepEqual(there, here, `${kind}/${model}`);
    }
    await close(page);
}

/* ---- Screenshots ---- */

async function takePictures(kinds) {
    const folder = path.join(BUILD, "page/pictures");
    mkdirSync(folder, {recursive: true});
    const looks = {light: {...DESK, colorScheme: "light"}, dark: {...DESK, colorScheme: "dark"},
        phone: {...PHONE, colorScheme: "light"}};
    for (const [look, settings] of Object.entries(looks)) {
        const page = await open("", settings);
        await picturesDrawn(page);
        await page.screenshot({path: path.join(folder, `home-${look}.png`), fullPage: true});
        for (const kind of kinds) {
            const it = await smallest(kind);
            const part = it.answer.map((value, i) => it.info.fixed.includes(i) ||
                it.info.play === "turn" || (i % 3 && it.info.play !== "slide" &&
                it.info.play !== "step") ? value : null);
            await page.goto(ADDRESS + linkTo(it.puzzle, part));
            await page.waitForSelector(".board");
            await verdict(page);
            await page.screenshot({path: path.join(folder, `${kind}-${look}.png`), fullPage: true});
            await page.locator("#do-edit").click();
            await shows(page, "#report", /answer|limit/);
            await page.screenshot({path: path.join(folder, `edit-${kind}-${look}.png`),
                fullPage: true});
        }
        await close(page);
    }
}

/* ---- All of them ---- */

async function main() {
    native = new Native();
    browser = await chromium.launch({executablePath: "/usr/bin/chromium", args: ["--no-sandbox",
        "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
        "--disable-component-update", "--disable-sync"]});
    const all = (await native.ask("kinds")).kinds.map((kind) => kind.name);
    const kinds = all.filter((kind) => kind !== "blank" && (!ONLY || kind === ONLY));
    const tests = [];
    if (!ONLY)
        for (const one of [pastedTextIsRead, ownPuzzlesAreJudged, workIsStopped, badLinksGetASentence,
            programFindsThePage, languagesAreComplete,
            modelsRun, boardsAreHandled, memoryIsFlat, timesAreTold,
            narrowScreensDoNotScrollSideways, screensAreAccessible, forcedColours])
            tests.push([one.name, one]);
    for (const kind of kinds) {
        for (const how of ["mouse", "touch", "keyboard"])
            tests.push([`${kind} by ${how}`, async () => playToTheEnd(await smallest(kind), how)]);
        tests.push([`${kind}: undo and reload`, async () => undoAndReload(await smallest(kind))]);
        tests.push([`${kind}: check`, async () => checkFinds(await smallest(kind))]);
        tests.push([`${kind}: hint`, async () => hintAndExplanation(await smallest(kind))]);
        tests.push([`${kind}: drawn`, async () => drawn(await smallest(kind))]);
        tests.push([`${kind}: as the program`, () => agree(kind)]);
        tests.push([`${kind}: new puzzles`, () => generate(kind)]);
    }
    if (PICTURES)
        tests.push(["pictures", () => takePictures(kinds)]);
    let failed = 0;
    const wanted = tests.filter(([title]) => title.includes(NAMED));
    for (const [name, test] of wanted) {
        const start = Date.now();
        try {
            await test();
            console.log(`ok   ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
        } catch (error) {
            failed++;
            console.log(`FAIL ${name}\n     ${String(error.stack ?? error).replace(/\n/g, "\n     ")}`);
        }
        for (const context of browser.contexts())
            await context.close();
    }
    await browser.close();
    native.process.stdin.end();
    console.log(failed ? `${failed} of ${wanted.length} failed` : `all ${wanted.length} passed`);
    process.exit(failed ? 1 : 0);
}

main();
