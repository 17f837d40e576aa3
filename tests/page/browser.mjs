/* What all tests of the page share: the browser, the program beside it, pages that may not complain. */
import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import { spawn } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
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

/** @type {any} */
export let browser;
/** @type {Native} */
export let native;
const opened = new AsyncLocalStorage(); /* the contexts of the test that runs */

export async function start(lanes) {
    native = new Native(lanes);
    const {chromium} = require("playwright-core");
    browser = await chromium.launch({executablePath: "/usr/bin/chromium", args: ["--no-sandbox",
        "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
        "--disable-component-update", "--disable-sync"]});
}

export async function end() {
    await browser.close();
    native.end();
}

/** Runs a test and closes what it left open. */
export function alone(test) {
    return opened.run([], async () => {
        try {
            await test();
        } finally {
            await Promise.all(opened.getStore().map((context) => context.close().catch(() => {})));
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

async function slowDown(page, late) {
    await page.addInitScript((most) => {
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
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", {rate: THROTTLE});
}

/** A page that has loaded, which must neither complain nor ask for anything. */
export async function open(fragment = "", {late = lateness, ...settings} = DESK, faults = []) {
    const context = await browser.newContext({locale: "en-US", ...settings});
    opened.getStore()?.push(context);
    const page = await context.newPage();
    if (late > 0)
        await slowDown(page, late);
    page.setDefaultTimeout(120000); /* what never comes; a busy machine is slow */
    page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
    page.on("pageerror", (error) => faults.push(String(error.stack)));
    page.on("request", (request) => {
        if (!/^(file:|blob:|data:)/.test(request.url()) ||
            (request.url().startsWith("file:") && !request.url().startsWith(ADDRESS)))
            faults.push(`asked for ${request.url()}`);
    });
    await page.goto(ADDRESS + fragment);
    await Promise.race([ready(page), page.waitForEvent("pageerror", {timeout: 0}).then((error) => {
        throw error;
    })]);
    page.faults = faults;
    return page;
}

export async function close(page) {
    assert.deepEqual(page.faults, [], "the page complains");
    await page.context().close();
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
    await page.evaluate(AXE);
    const violations = await page.evaluate(async () => (await window.axe.run()).violations.map(
        (one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => node.html).join(" ")}`));
    assert.deepEqual(violations, [], `axe on ${name}`);
}
