/* What all tests of the page share: the browser, the program beside it, pages that may not complain. */
import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL, fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";

export const BUILD = path.resolve(process.argv[2]);
export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
export const require = createRequire(path.join(BUILD, "page/tests/package.json"));
const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
export const ADDRESS = pathToFileURL(path.join(BUILD, "page/pulma.html")).href;
export const DESK = {viewport: {width: 1280, height: 900}};
export const PHONE = {viewport: {width: 360, height: 740}, hasTouch: true, isMobile: true,
    deviceScaleFactor: 2};

/* ---- The program ---- */

/** The program behind one function, JSON in, JSON out: some processes, each with a line of calls. */
class Native {
    constructor(count) {
        this.all = Array.from({length: count}, () => {
            const child = spawn(path.join(BUILD, "tests/api_lines"),
                {stdio: ["pipe", "pipe", "inherit"]});
            return {child, waiting: 0,
                lines: createInterface({input: child.stdout})[Symbol.asyncIterator]()};
        });
    }

    async ask(call, args = {}) {
        const one = this.all.reduce((a, b) => b.waiting < a.waiting ? b : a);
        one.waiting++;
        one.child.stdin.write(JSON.stringify({call, ...args}) + "\n");
        const {value} = await one.lines.next();
        one.waiting--;
        return JSON.parse(value);
    }

    end() {
        for (const {child} of this.all)
            child.stdin.end();
    }
}

/* ---- The browser ---- */

/** Firefox is Debian's own, spoken with by WebDriver BiDi. */
const BROWSERS = {
    chromium: {executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu",
        "--disable-quic", "--no-first-run", "--disable-background-networking",
        "--disable-component-update", "--disable-sync"]},
    firefox: {executablePath: ["/usr/bin/firefox-esr", "/usr/bin/firefox"].find((file) =>
        existsSync(file)), channel: "moz-firefox"},
};
export const hasFirefox = BROWSERS.firefox.executablePath !== undefined;

/** @type {Native} */
export let native;
const running = new Map(); /* browsers by name */
const lane = new AsyncLocalStorage(); /* the test that runs: its browser, and the contexts it opened */

export function start(lanes) {
    native = new Native(lanes);
}

export async function end() {
    await Promise.all([...running.values()].map(async (browser) => (await browser).close()));
    native.end();
}

function launch(name) {
    if (!running.has(name))
        running.set(name, require("playwright-core")[name].launch(BROWSERS[name]));
    return running.get(name);
}

/** Runs a test in a browser and closes what it left open. */
export function alone(test, browser = "chromium") {
    const contexts = new Set();
    return lane.run({browser, contexts}, async () => {
        try {
            await test();
        } finally {
            await Promise.all([...contexts].map((context) => context.close().catch(() => {})));
        }
    });
}

export const ready = (page) => page.waitForFunction(() =>
    document.documentElement.dataset.ready === "yes");

/** A slow machine: answers of the library are late, each by up to so many milliseconds, and the page
 * itself takes its time. */
let lateness = 0;
const THROTTLE = 4;

export function beSlow(milliseconds) {
    lateness = milliseconds;
}

const beLate = (page, late) => page.addInitScript((most) => {
    window.Worker = class extends Worker {
        set onmessage(hear) {
            let due = 0;
            super.onmessage = (event) => { /* late, but in order */
                due = Math.max(due, performance.now() + Math.random() * most);
                setTimeout(() => hear(event), due - performance.now());
            };
        }
    };
}, late);

async function throttle(page) {
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", {rate: THROTTLE});
}

/** Pages that no test uses now, by browser and settings: to make one takes longer than to load the file. */
const idle = new Map();

async function makePage(browser, settings) {
    const context = await (await launch(browser)).newContext({locale: "en-US", ...settings});
    const page = await context.newPage();
    page.setDefaultTimeout(120000); /* what never comes; a busy machine is slow */
    page.on("console", (message) => message.type() === "error" && page.faults.push(message.text()));
    page.on("pageerror", (error) => {
        page.faults.push(String(error.stack));
        page.broken(error);
    });
    page.on("request", (request) => {
        if (!/^(file:|blob:|data:|about:blank)/.test(request.url()) ||
            (request.url().startsWith("file:") && !request.url().startsWith(ADDRESS)))
            page.faults.push(`asked for ${request.url()}`);
    });
    return page;
}

/** A page that has loaded, which must neither complain nor ask for anything. */
export async function open(fragment = "", {late = lateness, ...settings} = DESK) {
    const {browser, contexts} = lane.getStore(), key = JSON.stringify([browser, settings]);
    const page = (late === 0 && idle.get(key)?.pop()) || await makePage(browser, settings);
    contexts.add(page.context());
    if (late > 0)
        await beLate(page, late);
    page.faults = [];
    const broken = new Promise((_, no) => { page.broken = no; });
    broken.catch(() => {}); /* it may break later */
    await page.goto(ADDRESS + fragment);
    await Promise.race([ready(page), broken]);
    if (late > 0)
        await throttle(page);
    page.key = late === 0 ? key : null;
    return page;
}

/** Ends what a test did with a page; the next one finds nothing of it. */
export async function close(page) {
    assert.deepEqual(page.faults, [], "the page complains");
    if (!page.key)
        return page.context().close();
    const {viewport} = JSON.parse(page.key)[1];
    await page.evaluate(() => {
        localStorage.clear();
        Storage.prototype.setItem = () => {};
    });
    await page.goto("about:blank");
    if (page.viewportSize().width !== viewport.width)
        await page.setViewportSize(viewport);
    lane.getStore().contexts.delete(page.context());
    idle.set(page.key, [...(idle.get(page.key) ?? []), page]);
}

export function linkTo(puzzle, answer, model) {
    const text = JSON.stringify({puzzle, ...(answer ? {answer} : {}),
        ...(model === undefined ? {} : {model})});
    return "#p=" + deflateRawSync(text).toString("base64url");
}

export const examplesOf = (kind) => readdirSync(path.join(ROOT, "examples", kind))
    .map((name) => path.join(ROOT, "examples", kind, name))
    .sort((a, b) => statSync(a).size - statSync(b).size || (a < b ? -1 : 1));

const known = new Map();

/** What there is to know about the smallest example of a kind. */
export function smallest(kind) {
    if (!known.has(kind))
        known.set(kind, examine(kind));
    return known.get(kind);
}

async function examine(kind) {
    const text = readFileSync(examplesOf(kind)[0], "utf8");
    const info = await native.ask("board", {puzzle: text});
    const {answers: [answer]} = await native.ask("solve", {puzzle: info.puzzle});
    const words = (await native.ask("write-answer", {puzzle: info.puzzle, answer})).text;
    const decided = info.begin.map((value, place) => info.play === "turn" &&
        !info.fixed.includes(place) ? null : value);
    return {kind, puzzle: info.puzzle, info, answer, words, decided};
}

const PATIENCE = 60000; /* a busy machine is slow */

/** Looks again until it finds what it asserts: the page may need a moment for it.  What never comes fails
 * as the last look did. */
export async function soon(look) {
    for (const end = Date.now() + PATIENCE;;) {
        try {
            return await look();
        } catch (error) {
            if (!(error instanceof assert.AssertionError) || Date.now() > end)
                throw error;
        }
        await new Promise((done) => { setTimeout(done, 20); });
    }
}

/** Waits until there are as many elements, or any at all. */
export const finds = (locator, wanted = null, words = undefined) => soon(async () => {
    const found = await locator.count();
    assert.ok(wanted === null ? found > 0 : found === wanted, words ?? `${found} of ${wanted} elements`);
});

/** Waits until an element's text matches; it may not be there yet. */
export const shows = (page, selector, words) => page.waitForFunction(([where, source]) =>
    new RegExp(source, "is").test(document.querySelector(where)?.textContent ?? ""),
[selector, words.source]);

/** Waits until the panel has its answer: long work shows a button that stops it. */
export const panelDone = (page) => page.waitForFunction(() => {
    const panel = document.querySelector(".panel");
    return panel && !panel.querySelector(".stop") && panel.textContent;
});

/** What the referee says, once all moves are made. */
export const verdict = async (page) => {
    await page.waitForFunction(() => app.playing?.game?.verdict);
    return page.evaluate(async () => {
        await app.playing.game.queue;
        return app.playing.game.verdict.verdict;
    });
};

export const answerOf = (page) => page.evaluate(() => app.playing.game.answer);

/** Waits for the small pictures of a screen. */
export const picturesDrawn = (page) => page.waitForFunction(() =>
    [...document.querySelectorAll(".thumbnail")].every((frame) => frame.firstChild));

export async function axe(page, name) {
    if (!await page.evaluate(() => Boolean(window.axe)))
        await page.evaluate(AXE);
    const violations = await page.evaluate(async () => (await window.axe.run(
        {resultTypes: ["violations"]})).violations.map(
        (one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => node.html).join(" ")}`));
    assert.deepEqual(violations, [], `axe on ${name}`);
}
