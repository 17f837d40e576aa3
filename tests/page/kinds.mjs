/* What every kind must do in the page: be played in three ways, checked, explained, drawn, shared, and
 * answer as the program does. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { ADDRESS, DESK, PHONE, answerOf, close, examplesOf, finds, linkTo, native, open, panelDone,
    ready, shows, smallest, verdict } from "./browser.mjs";
import { drawForm } from "./drawer.mjs";
import { enter } from "./hands.mjs";

async function playToTheEnd(it, how) {
    const page = await open(linkTo(it.puzzle), how === "touch" ? PHONE : DESK);
    await enter(page, how, it.puzzle, it.info, it.answer, it.words);
    assert.equal(await verdict(page), "right", `${it.kind} by ${how}`);
    await shows(page, ".status", /Solved/);
    await close(page);
}

/** Half a board is there again after a reload, at its address and from the first screen; a link with
 * its moves gives the same board to somebody else; and it is undone to the beginning. */
async function undoAndReload(it) {
    const page = await open(linkTo(it.puzzle));
    const half = await enter(page, "mouse", it.puzzle, it.info, it.answer, it.words, 0.5);
    await page.locator("#do-link-state").click();
    const address = await page.locator("#offered").inputValue();
    await page.reload();
    await ready(page);
    await verdict(page);
    assert.deepEqual(await answerOf(page), half.answer, `${it.kind}: the board after a reload`);
    await page.locator("#home").click();
    await page.locator("#continue").click();
    await page.waitForSelector(".board");
    await verdict(page);
    const other = await open(address.slice(address.indexOf("#")));
    await verdict(other);
    assert.deepEqual(await answerOf(other), half.answer, `${it.kind}: the board of a link`);
    assert.equal(await other.evaluate(() => app.playing.game.puzzle), it.puzzle);
    await close(other);
    while (await page.locator("#undo").isEnabled()) {
        await page.locator("#undo").click();
        await verdict(page);
    }
    assert.deepEqual(await answerOf(page), it.info.begin,
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
        if (hint.step.reasons.some((reason) => !/given|hint/.test(reason.text)))
            await finds(page.locator(".rules li.used"), null,
                `${it.kind}: no rule is marked for ${JSON.stringify(hint.step.reasons)}`);
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
    for (const wish of [{difficulty: 0}, {level: "easy"}]) {
        const args = {kind, seed: 5, ...wish};
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


/** The tests of a kind, by name. */
export function testsOf(kind) {
    const tests = [];
    const add = (name, test) => tests.push([name, async () => test(await smallest(kind))]);
    for (const how of ["mouse", "touch", "keyboard"])
        add(`${kind} by ${how}`, (it) => playToTheEnd(it, how));
    add(`${kind}: undo, reload, link`, undoAndReload);
    add(`${kind}: check`, checkFinds);
    add(`${kind}: hint`, hintAndExplanation);
    add(`${kind}: drawn`, drawn);
    add(`${kind}: as the program`, () => agree(kind));
    add(`${kind}: new puzzles`, () => generate(kind));
    return tests;
}

/** In Firefox: one kind of each way to play, that with the least to do; where values are written, all
 * that needs no touch. */
export async function firefoxTests(kinds) {
    const left = ({info}) => info.places.length - info.fixed.length, ways = new Map();
    for (const it of await Promise.all(kinds.map(smallest)))
        if (!ways.has(it.info.play) || left(it) < left(ways.get(it.info.play)))
            ways.set(it.info.play, it);
    return [...ways].flatMap(([play, {kind}]) => testsOf(kind).filter(([name]) =>
        play === "write" ? !name.endsWith("touch") : / by (mouse|keyboard)$/.test(name)))
        .map(([name, test]) => [`Firefox: ${name}`, test, "firefox"]);
}
