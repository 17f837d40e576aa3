/* What the page must do whatever the kind: its screens, files, links, languages, memory. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { deflateRawSync, gzipSync } from "node:zlib";
import { ADDRESS, BUILD, DESK, PHONE, ROOT, answerOf, axe, close, finds, linkTo, native, open,
    panelDone, picturesDrawn, ready, require, shows, smallest, soon, verdict } from "./browser.mjs";

/** Every screen, as a function that brings a page there. */
const SCREENS = {
    "home": ["", (page) => picturesDrawn(page)],
    "about": ["", (page) => page.locator("#about").click()],
    "keys": ["", (page) => page.locator("#keys").click()],
    "kind": ["#sudoku", async (page) => {
        await page.locator("#wishes summary").click();
        await picturesDrawn(page);
    }],
    "list": ["", async (page) => {
        await page.locator("#paste").fill(
            "binary\n.1.0\n..0.\n.0..\n11.0\n\nbinary\n....\n..0.\n.0..\n11.0\n");
        await page.locator("#open").click();
        await shows(page, "h1", /2 puzzles/);
        await picturesDrawn(page);
    }],
    "problem": ["", async (page) => {
        await page.locator("#paste").fill("binary\n.7\n");
        await page.locator("#open").click();
        await shows(page, ".problem", /Line 2/);
    }],
    "hint": ["sudoku", async (page) => {
        await page.locator("#do-hint").click();
        await panelDone(page);
    }],
    "explanation": ["sudoku", async (page) => {
        await page.locator("#do-explain").click();
        await shows(page, ".panel", /Step 1/);
    }],
    "notes": ["sudoku", async (page) => {
        await page.locator("#all-notes").click();
        await page.waitForSelector(".notes text");
    }],
    "notations": ["sudoku", async (page) => {
        await page.locator("#do-write").click();
        await page.waitForSelector(".notations");
    }],
    "link": ["sudoku", async (page) => {
        await page.locator("#do-link").click();
        await page.waitForSelector("#offered");
    }],
    "solved": ["binary", async (page) => {
        await page.locator("#do-solve").click();
        await shows(page, ".status", /Solved/);
    }],
    "words": ["binary", async (page) => {
        await page.locator("#in-words").click();
        await page.waitForSelector("dialog[open]");
    }],
    "tray": ["tiling", (page) => page.waitForSelector(".tray .option svg")],
    "edit": ["sudoku", async (page) => {
        await page.locator("#do-edit").click();
        await shows(page, "#report", /Exactly one/);
    }],
};

async function screensAreAccessible() {
    for (const [name, [where, go]] of Object.entries(SCREENS)) {
        const fragment = /^[a-z]/.test(where) ? linkTo((await smallest(where)).puzzle) : where;
        const page = await open(fragment, {...DESK, bypassCSP: true});
        await go(page);
        for (const colorScheme of ["dark", "light"]) {
            await page.emulateMedia({colorScheme});
            await axe(page, `${name}, ${colorScheme}`);
        }
        await close(page);
    }
}

/** Boards of all kinds, as a screen reader finds them. */
async function boardsAreAccessible(kinds) {
    for (const kind of kinds) {
        const it = await smallest(kind);
        const page = await open(linkTo(it.puzzle), {...DESK, bypassCSP: true});
        await verdict(page);
        await axe(page, kind);
        await close(page);
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
            await shows(page, "dialog", /cannot be read/);
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

/** Cages that cannot be drawn as areas are kept as they are, and the page says where to change them. */
async function listedCagesAreKept() {
    const cages = ["3: r1c1 r1c2", "7: r1c4 r2c3 r2c4", "5: r2c2 r3c2", "8: r3c3 r3c4 r4c4",
        "6: r1c2 r2c2", "5: r2c2 r2c3"];
    const page = await open(linkTo(`sudoku\n${"....\n".repeat(4)}cages:\n${cages.join("\n")}\n`));
    await page.locator("#do-edit").click();
    await shows(page, "#report", /Exactly one/);
    await page.locator('[data-layer="cages"]').click();
    await shows(page, ".advice", /change them there/);
    await page.evaluate(() => app.playing.canvas.setFocus(5));
    await page.keyboard.press("Enter");
    assert.deepEqual(await page.evaluate(() => app.playing.doc.form.cages), cages);
    await close(page);
}

/** Long work is stopped at once, and what comes after it works. */
async function workIsStopped() {
    const empty = "sudoku\n" + ".........\n".repeat(9);
    const page = await open(linkTo(empty));
    for (const work of ["count", "answers", "explain", "rate"]) {
        await page.locator("#do-" + work).click();
        const stop = page.locator(".panel .stop");
        if (work === "count" || await stop.count() > 0) { /* others may end by themselves */
            await stop.click({timeout: 5000}).catch(() => {});
            await panelDone(page);
        }
        if (work === "count")
            await shows(page, ".panel", /Stopped/);
    }
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
    await shows(page, "dialog", /Row 1: .*\b3 given/);
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

/** Boards that are too small for a phone begin larger; a finger moves them where a drag means nothing, and
 * they move along under what is dragged to their rim. */
async function largeBoardsAreHandled() {
    const example = (name) => linkTo(readFileSync(path.join(ROOT, "examples", name), "utf8"));
    let page = await open(example("circuit/8x20-medium.txt"), PHONE);
    await verdict(page);
    const begin = await answerOf(page);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 360);
    await page.evaluate(() => { app.playing.game.board.node.scrollLeft = 12; });
    const box = await page.locator('.place[data-at="3"]').boundingBox();
    assert.ok(box.width > 15 && box.x > 0 && box.x < 100, "a switch can be touched");
    const session = await page.context().newCDPSession(page);
    const touch = (type, ...touchPoints) => session.send("Input.dispatchTouchEvent", {type,
        touchPoints});
    await touch("touchStart", {x: box.x + 9, y: box.y + 9});
    for (const dx of [20, 60, 100])
        await touch("touchMove", {x: box.x + 9 + dx, y: box.y + 9});
    await touch("touchEnd");
    await page.waitForFunction(() => app.playing.game.board.node.scrollLeft === 0);
    await verdict(page);
    assert.deepEqual(await answerOf(page), begin, "what moves the board turns nothing");
    await page.locator('.place[data-at="3"]').tap();
    await verdict(page);
    assert.notDeepEqual(await answerOf(page), begin);
    await close(page);

    page = await open(example("nonogram/hard-20x20.txt"), PHONE);
    await verdict(page);
    const {x, y, width, height} = await page.locator(".paper").boundingBox();
    await page.mouse.move(x + width - 60, y + height / 2); /* a mouse does not press long */
    await page.mouse.down();
    await page.mouse.move(x + width - 10, y + height / 2);
    await page.waitForFunction(() => app.playing.game.board.node.scrollLeft > 60);
    await page.mouse.up();
    await verdict(page);
    assert.ok((await answerOf(page)).filter((value) => value === 1).length > 3, "and it paints");
    await close(page);
}

/** Notes that are kept tidy, conflicts, several cells at once, and all of it undone. */
async function notesAndConflicts() {
    const puzzle = "sudoku\n1...\n....\n....\n...4\n";
    const page = await open(linkTo(puzzle));
    const notes = (place) => page.evaluate((at) => app.playing.game.notes[at], place);
    const place = (at) => page.locator(`.place[data-at="${at}"]`);
    await page.locator("#auto-notes").click();
    await verdict(page);
    assert.deepEqual(await notes(1), [2, 3, 4]);
    await place(2).click();
    await page.keyboard.press("2");
    await verdict(page);
    assert.deepEqual(await notes(1), [3, 4], "a 2 in the row goes from the notes");
    await page.keyboard.press("z");
    await verdict(page);
    assert.deepEqual(await notes(1), [2, 3, 4]);
    await place(8).click();
    await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("3");
    await verdict(page);
    assert.deepEqual((await answerOf(page)).slice(8, 11), [3, 3, null], "two cells at once");
    assert.equal(await page.locator(".mark.wrong").count(), 0);
    await page.locator("#conflicts").click();
    await finds(page.locator(".mark.wrong"), 2);
    await page.keyboard.press("z");
    await verdict(page);
    await finds(page.locator(".mark.wrong"), 0);
    const [from, to] = [await place(5).boundingBox(), await place(6).boundingBox()];
    await page.mouse.move(from.x + 9, from.y + 9);
    await page.mouse.down();
    await page.mouse.move(to.x + 9, to.y + 9);
    await page.mouse.up();
    await page.keyboard.press("Shift+Digit4");
    await verdict(page);
    assert.ok(!(await notes(5)).includes(4) && !(await notes(6)).includes(4),
        "both had the note 4, which went");
    await close(page);
}

/** Tiles are locked, a knight sees where it can go, moves are counted beside the fewest. */
async function playersAreHelped() {
    const loop = await smallest("infinityloop");
    let page = await open(linkTo(loop.puzzle));
    const free = loop.info.places.findIndex((one, i) => one.max > 0 && !loop.info.fixed.includes(i));
    await page.locator(`.place[data-at="${free}"]`).focus();
    await page.keyboard.press("l");
    await page.keyboard.press("Space");
    await verdict(page);
    assert.deepEqual(await answerOf(page), loop.info.begin, "what is locked stays");
    await finds(page.locator(".mark.locked"), 1);
    await page.keyboard.press("l");
    await page.keyboard.press("Space");
    await verdict(page);
    assert.notDeepEqual(await answerOf(page), loop.info.begin);
    const label = await page.locator(`.place[data-at="${free}"]`).getAttribute("aria-label");
    const state = await native.ask("state", {puzzle: loop.puzzle, answer: await answerOf(page)});
    assert.ok(label.endsWith(state.names[free] ?? state.valueNames?.[0] ?? label), label);
    await close(page);

    page = await open(linkTo("knight\nS.#\n#..\n.#.\n"));
    await verdict(page);
    await finds(page.locator("circle.mark.next"), 1);
    await page.locator(".place[tabindex='0']").focus();
    await page.keyboard.press("n");
    await page.keyboard.press("Enter");
    await verdict(page);
    assert.deepEqual(await page.evaluate(() => app.playing.game.verdict.next), [6]);
    await close(page);

    const slider = await smallest("slider");
    page = await open(linkTo(slider.puzzle));
    await shows(page, ".counter", /^0 moves \(fewest: \d+\)$/);
    await close(page);
}

/** A slow machine, on which what people do comes in between what the page does. */
const LATE = {...DESK, late: 400};
const BINARY = "binary\n.1.0\n..0.\n.0..\n11.0\n";

/** Every tap counts, though the board does not show yet what the one before did. */
async function fastFingersAreNotLost() {
    let page = await open(linkTo(BINARY), LATE);
    await verdict(page);
    const place = page.locator('.place[data-at="0"]');
    await place.click();
    await place.click();
    await verdict(page);
    assert.equal((await answerOf(page))[0], 1, "empty, 0, 1");
    await page.keyboard.press("Space");
    await page.keyboard.press("Space");
    await verdict(page);
    assert.equal((await answerOf(page))[0], 0, "1, empty, 0");
    await close(page);

    page = await open(linkTo(BINARY), {...PHONE, late: LATE.late}); /* a pinch is no move, */
    await verdict(page);
    await page.locator('.place[data-at="0"]').tap();
    await verdict(page);
    const before = await answerOf(page); /* and where it could not be one, it undoes none */
    const {x, y} = await page.locator('.place[data-at="1"]').boundingBox();
    const session = await page.context().newCDPSession(page);
    const touch = (type, ...points) => session.send("Input.dispatchTouchEvent", {type,
        touchPoints: points.map((dx, id) => ({x: x + 9 + dx, y: y + 9, id}))});
    await touch("touchStart", 0);
    await touch("touchStart", 0, 40);
    await touch("touchEnd");
    await verdict(page);
    assert.deepEqual(await answerOf(page), before);
    await close(page);
}

/** Who has gone somewhere else meanwhile stays there, and what was asked for last is shown. */
async function theLastWishCounts() {
    let page = await open("#binary", LATE);
    await page.locator(".card").first().click();
    await page.locator("#home").click();
    await page.evaluate(async () => {
        for (let i = 0; i < 3; i++)
            await app.library.ask("kinds");
    });
    assert.equal(await page.locator("[data-kind=binary]").count(), 1);
    await page.locator("[data-kind=sudoku]").click();
    await page.locator("#columns").fill("16");
    await page.locator("#rows").fill("16");
    await page.locator("#make").click();
    await page.locator("#home").click();
    await page.evaluate(() => app.library.work("kinds"));
    assert.equal(await page.locator("[data-kind=binary]").count(), 1);
    await close(page);

    page = await open(linkTo("sudoku\n" + ".........\n".repeat(9)), LATE);
    for (let i = 0; i < 2; i++) {
        await page.locator("#do-count").click();
        await page.waitForTimeout(100);
        await finds(page.locator(".panel .stop"), 1, "the new work can be stopped");
    }
    await page.locator(".panel .stop").click();
    await shows(page, ".panel", /Stopped/);
    await close(page);
}

/** Cards in the tray stay as they are turned, and while one of them is in the hand. */
async function traysKeepStill() {
    const puzzle = readFileSync(path.join(ROOT, "examples/tiling/small.txt"), "utf8");
    const page = await open(linkTo(puzzle), LATE);
    await verdict(page);
    const {pieces} = await native.ask("pieces", {puzzle});
    const {piece} = pieces.find(({ways}) => ways.length > 1);
    const card = page.locator(`[data-piece="${piece}"]`);
    await card.locator("svg").waitFor();
    const look = () => page.evaluate(async (n) => {
        await app.playing.game.tray.shown;
        return document.querySelector(`[data-piece="${n}"] svg`).innerHTML;
    }, piece);
    const before = await look();
    await card.click();
    await page.waitForFunction(([n, old]) => document.querySelector(
        `[data-piece="${n}"] svg`)?.innerHTML !== old, [piece, before]);
    const turned = await look();
    await page.evaluate(() => app.playing.game.tray.show());
    assert.equal(await look(), turned, "it stays turned");
    const {x, y} = await card.boundingBox();
    await page.mouse.move(x + 9, y + 9);
    await page.mouse.down();
    const stays = await page.evaluate(async () => {
        const {tray} = app.playing.game, first = tray.node.firstChild;
        tray.show();
        await tray.shown;
        await app.library.ask("kinds");
        return tray.node.firstChild === first && tray.held !== null;
    });
    assert.ok(stays, "while it is in the hand");
    await page.mouse.move(x + 300, y + 300);
    await page.mouse.up();
    await page.waitForFunction(() => !app.playing.game.tray.held);
    await close(page);
}

/** The editor while it is slow: a tap goes on from the picture that the clues tell of, and a text that is
 * mended is judged again. */
async function slowEditors() {
    const it = await smallest("nonogram");
    let page = await open(linkTo(it.puzzle), LATE);
    await page.locator("#do-edit").click();
    await page.waitForSelector(".sheet .place");
    const box = await page.locator(".sheet .place").first().boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await page.waitForFunction(() => app.playing.doc.paint && app.playing.at === 1);
    const painted = await page.evaluate(() => app.playing.doc.paint.flat().map((ink) =>
        ink === "-" ? 0 : 1));
    assert.deepEqual(painted, it.answer.map((value, i) => i === 0 ? 1 - value : value));
    await close(page);

    page = await open(linkTo(BINARY), LATE);
    await page.locator("#do-edit").click();
    await page.locator("summary").click();
    await shows(page, "#report", /Exactly one/);
    const text = await page.locator("#edit").inputValue();
    await page.locator("#edit").fill(text.replace("11.0", "11.7"));
    await shows(page, "#report", /Line \d/);
    await page.locator("#edit").fill(text);
    await shows(page, "#report", /Exactly one/);
    await close(page);
}

/** Clues that are met are struck out, and what is left of sums is told. */
async function cluesAreTold() {
    const it = await smallest("nonogram");
    const half = it.answer.map((value, i) => i < it.answer.length / 2 ? value : null);
    let page = await open(linkTo(it.puzzle, half));
    await verdict(page);
    const {left} = await native.ask("state", {puzzle: it.puzzle, answer: half});
    const met = left.filter((one) => one === true).length;
    assert.ok(met > 0 && met < left.length);
    await finds(page.locator("path.met"), met);
    const place = page.locator('.place[data-at="0"]');
    await place.focus();
    await soon(async () => assert.equal(await place.getAttribute("aria-describedby"), "clues"));
    await shows(page, "#clues", /^row 1: [\d ]+ \(done\); column 1: \d/);
    await page.locator("#in-words").click();
    await shows(page, "dialog", /row 1: [\d ]+ \(done\)/);
    await close(page);

    page = await open(linkTo("kakuro\n#   4\\ 6\\\n\\3  .   .\n\\7  .   .\n"));
    await verdict(page);
    await page.locator('.place[data-at="0"]').click();
    await shows(page, "#clues", /^row 1: 3, 3 left in 2 cells, of 1 2; column 1: 4, 4 left in 2 cells, of 1 3$/);
    await page.keyboard.press("1");
    await shows(page, "#clues", /^row 1: 3, 2 left in 1 cell; column 1: 4, 3 left in 1 cell$/);
    await page.keyboard.press("5");
    await shows(page, "#clues", /^row 1: 3, 2 too much/);
    await page.locator("#language").selectOption("de");
    await page.waitForSelector("#clues");
    await shows(page, "#clues", /^Zeile 1: 3, 2 zu viel/);
    await close(page);
}

/** A finger that rests crosses out, and changes to notes. */
async function longPresses() {
    const press = async (page, at) => {
        const {x, y, width, height} = await page.locator(`.place[data-at="${at}"]`).boundingBox();
        const session = await page.context().newCDPSession(page);
        const touch = (type, touchPoints) => session.send("Input.dispatchTouchEvent",
            {type, touchPoints});
        await touch("touchStart", [{x: x + width / 2, y: y + height / 2}]);
        await page.waitForTimeout(800);
        await touch("touchEnd", []);
        await verdict(page);
    };
    const it = await smallest("starbattle");
    let page = await open(linkTo(it.puzzle), PHONE);
    const free = it.info.begin.indexOf(null);
    await press(page, free);
    assert.equal((await answerOf(page))[free], 0, "crossed out");
    await close(page);
    page = await open(linkTo("sudoku\n1...\n....\n....\n...4\n"), PHONE);
    await press(page, 1);
    assert.equal(await page.evaluate(() => app.playing.game.noting), true);
    await close(page);
}

/** The address tells of a game once it has begun. */
async function backFromGame(page) {
    await page.waitForFunction(() => location.hash === "#play");
    await page.goBack();
}

/** "Back" goes to the screen before, and a reload stays where one is. */
async function addressesWork() {
    const page = await open();
    await page.locator("[data-kind=binary]").click();
    await page.locator(".card").first().click();
    await page.waitForSelector("#do-hint");
    await backFromGame(page);
    await page.waitForSelector("#make");
    await page.goBack();
    await page.waitForSelector("[data-kind=binary]");
    await page.goForward();
    await page.waitForSelector("#make");
    await page.locator("#draw-own").click();
    await page.locator("#edit-rows").waitFor();
    await page.locator("#clear").click();
    await shows(page, "#report", /Several/);
    await page.reload();
    await ready(page);
    await shows(page, "#report", /Several/);
    await close(page);
}

/** A new puzzle by the form: level and wishes. */
async function puzzlesAreMade() {
    const page = await open("#sudoku");
    await page.locator("#difficulty").selectOption("expert");
    await page.locator("#make").click();
    await page.waitForSelector("#do-hint");
    await shows(page, "h1", /expert/);
    await backFromGame(page);
    await page.locator("#wishes summary").click();
    await page.locator("#wish-diagonals").selectOption("yes");
    await page.locator("#columns").fill("4");
    await page.locator("#rows").fill("4");
    await page.locator("#difficulty").selectOption("easy");
    await page.locator("#make").click();
    await page.waitForSelector("#do-hint");
    const puzzle = await page.evaluate(() => app.playing.game.puzzle);
    assert.match(puzzle, /diagonals: yes/);
    assert.equal((await native.ask("count", {puzzle})).count, "1");
    await backFromGame(page);
    await page.locator("#rows").fill("-3");
    await page.locator("#make").click();
    await shows(page, ".problem", /rows/);
    await close(page);
}

/** Files: text, compressed text, pictures as nonograms; what cannot be read gets a sentence. */
async function filesAreRead() {
    const page = await open();
    const bring = (name, mimeType, buffer) => page.locator("#file").setInputFiles(
        {name, mimeType, buffer});
    const binary = Buffer.from("binary\n.1.0\n..0.\n.0..\n11.0\n");
    for (const [name, type, bytes] of [["a.txt", "text/plain", binary],
        ["a.txt.gz", "application/gzip", gzipSync(binary)]]) {
        await bring(name, type, bytes);
        await page.waitForSelector("#do-hint");
        assert.match(await page.evaluate(() => app.playing.game.puzzle), /^binary/);
        await backFromGame(page);
        await page.waitForSelector("#file");
    }
    const picture = (side) => page.evaluate(async (n) => {
        const canvas = new OffscreenCanvas(n, n), pen = canvas.getContext("2d");
        pen.fillStyle = "black";
        pen.fillRect(0, 0, n, n / 5);
        const blob = await canvas.convertToBlob();
        return Array.from(new Uint8Array(await blob.arrayBuffer()));
    }, side);
    for (const [side, columns] of [[5, 5], [600, 30]]) {
        await bring("a.png", "image/png", Buffer.from(await picture(side)));
        await page.waitForSelector("#do-hint");
        const puzzle = await page.evaluate(() => app.playing.game.puzzle);
        assert.match(puzzle, new RegExp(`^nonogram\nrows:\n${columns}\n`));
        await backFromGame(page);
        await page.waitForSelector("#file");
    }
    await bring("a.png", "image/png", Buffer.from("no picture"));
    await shows(page, ".problem", /picture cannot be read/);
    await bring("a.xz", "application/x-xz", Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]));
    await shows(page, ".problem", /only .gz/);
    await bring("a.bin", "application/octet-stream", Buffer.from([0, 1, 2, 255, 254]));
    await page.waitForFunction(() => document.querySelector(".problem").textContent.length > 5);
    await page.evaluate((text) => { /* dropped onto the page */
        const data = new DataTransfer();
        data.items.add(new File([text], "b.txt", {type: "text/plain"}));
        document.querySelector("#drop").dispatchEvent(new DragEvent("drop",
            {dataTransfer: data, bubbles: true, cancelable: true}));
    }, binary.toString());
    await page.waitForSelector("#do-hint");
    await close(page);
}

/** Every notation that a kind can be written in, as the program writes it. */
async function notationsAreWritten(kinds) {
    const all = (await native.ask("kinds")).kinds;
    for (const kind of kinds) {
        const {puzzle} = await smallest(kind), page = await open(linkTo(puzzle));
        const {notations} = all.find((one) => one.name === kind);
        await page.waitForSelector("#do-write");
        for (const notation of ["pulma", "json", ...notations.filter((one) => one.writes).map(
            (one) => one.name)]) {
            const there = await page.evaluate(async (name) => {
                document.querySelector("#do-write").click();
                document.querySelector(`[data-notation="${name}"]`).click();
                while (document.querySelector(".panel .notations"))
                    await new Promise((done) => { setTimeout(done, 1); });
                return document.querySelector("#offered")?.value ??
                    document.querySelector(".panel").textContent;
            }, notation);
            const here = await native.ask("write", {puzzle, notation});
            assert.equal(there.trim(), (here.text ?? here.error.message).trim(),
                `${kind} as ${notation}`);
        }
        await close(page);
    }
}

/** On paper: the puzzle and its rules, and the answer on the next page. */
async function paperIsPrinted() {
    const it = await smallest("kakuro"), page = await open(linkTo(it.puzzle));
    await page.evaluate(() => { window.print = () => { window.printed = true; }; });
    await page.locator("#do-print").click();
    await page.waitForFunction(() => window.printed);
    await page.emulateMedia({media: "print"});
    for (const [selector, seen] of [[".board", true], [".rules", true], [".print-only svg", true],
        ["header", false], ["#do-hint", false], [".pad", false]])
        assert.equal(await page.locator(selector).first().isVisible(), seen, selector);
    const pdf = (await page.pdf({format: "A4"})).toString("latin1");
    assert.equal(pdf.match(/\/Type \/Page\b/g).length, 2, "two pages");
    await page.emulateMedia({media: null});
    await close(page);
}

/** Pieces that are left lie in the tray, and on paper beside the board. */
async function piecesArePrinted() {
    const puzzle = readFileSync(path.join(ROOT, "examples/edgematch/triangle-4.txt"), "utf8");
    const page = await open(linkTo(puzzle));
    await page.waitForSelector(".tray .option svg path");
    const box = () => page.evaluate(() => app.playing.game.board.svg.getAttribute("viewBox"));
    const beside = page.locator(".board [data-beside]").first(), before = await box();
    assert.equal(await beside.isVisible(), false);
    await page.evaluate(() => { /* as the browser is about to print */
        window.seen = [];
        window.addEventListener("beforeprint", () => window.seen.push(
            app.playing.game.board.svg.getAttribute("viewBox")));
    });
    await page.emulateMedia({media: "print"});
    assert.equal(await beside.isVisible(), true);
    await page.pdf({format: "A4"});
    await page.emulateMedia({media: null});
    const [printed] = await page.evaluate(() => window.seen);
    assert.ok(Number(printed.split(" ")[3]) > Number(before.split(" ")[3]), "the whole picture");
    assert.equal(await box(), before);
    await close(page);
}

/** Undo has no end, and what is kept is small. */
async function historiesAreLong() {
    const { History } = await import(path.join(ROOT, "web/history.js"));
    const history = new History(Array(900).fill(null)), n = 5000;
    for (let i = 0; i < n; i++) {
        const answer = [...history.now.answer];
        answer[i % 900] = i;
        history.push(i % 7 ? {answer} : {answer, notes: {[i % 900]: [1, 2]}, locked: [i % 900]});
    }
    const text = JSON.stringify(history);
    assert.ok(text.length < 2e6, `${text.length} characters for ${n} moves`);
    const again = History.from(Array(900).fill(null), JSON.parse(text));
    assert.deepEqual(again.now, history.now);
    while (again.canUndo)
        again.undo();
    assert.deepEqual(again.now, {answer: Array(900).fill(null), notes: {}, locked: []});
    while (again.canRedo)
        again.redo();
    assert.deepEqual(again.now, history.now);
    assert.equal(History.from(Array(900).fill(1), JSON.parse(text)), null, "of another board");
    assert.equal(History.from([null], {steps: [{}], at: 1}), null, "damaged");
}

/** The types that the comments tell are true. */
async function typesAreTrue() {
    const run = spawnSync(process.execPath, [require.resolve("typescript/lib/tsc.js"), "-p",
        path.join(ROOT, "tests/page/tsconfig.json")], {encoding: "utf8"});
    assert.equal(run.stdout, "");
    assert.equal(run.status, 0);
}

/** A large board goes with the finger. */
async function framesAreTold() {
    const empty = `nonogram\nrows:\n${"3\n".repeat(30)}columns:\n${"3\n".repeat(30)}`;
    const page = await open(linkTo(empty));
    await verdict(page);
    const box = await page.locator(".board").boundingBox();
    await page.evaluate(() => {
        window.frames_ = [];
        const tick = (now) => {
            window.frames_.push(now);
            requestAnimationFrame(tick);
        };
        requestAnimationFrame(tick);
    });
    await page.mouse.move(box.x + box.width * 0.4, box.y + box.height * 0.4);
    await page.mouse.down();
    for (let i = 0; i <= 60; i++)
        await page.mouse.move(box.x + box.width * (0.4 + 0.008 * i), box.y + box.height * 0.4);
    await page.mouse.up();
    await verdict(page);
    const gaps = await page.evaluate(() => window.frames_.slice(1).map((at, i) =>
        at - window.frames_[i]).sort((a, b) => a - b));
    const at = (share) => gaps[Math.floor(share * (gaps.length - 1))].toFixed(1);
    console.log(`     30 x 30, painting: ${gaps.length} frames, milliseconds between two: median ${
        at(0.5)}, nine of ten within ${at(0.9)}, the longest ${at(1)}`);
    assert.ok((await answerOf(page)).filter((value) => value === 1).length > 10);
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

/** Every language has every text, the rules of every kind, and words for places and values. */
async function languagesAreComplete(kinds) {
    const page = await open("", {...DESK, locale: "de-DE"});
    const {texts, names} = await page.evaluate(() => ({names: Object.entries(NAMES).map(
        ([language, table]) => [language, table.kinds]), texts: Object.entries(TEXTS).map(
        ([language, table]) => [language, Object.keys(table).sort().join(" ")])}));
    for (const [name, list] of texts)
        assert.equal(list, texts[0][1], name);
    assert.deepEqual(names.map(([name]) => name).sort(),
        texts.map(([name]) => name).filter((name) => name !== "en").sort());
    const all = (await native.ask("kinds")).kinds;
    for (const [language, table] of names)
        for (const kind of kinds)
            assert.equal(table[kind]?.rules.length,
                all.find((one) => one.name === kind).rules.trim().split("\n").length,
                `${language}: the rules of ${kind}`);
    for (const kind of kinds) {
        const {info, puzzle, answer} = await smallest(kind);
        const {names: others} = await native.ask("state", {puzzle, answer});
        const words = [...info.places.slice(0, 3).map((place) => place.name),
            info.places.at(-1).name, ...info.valueNames.slice(0, 8),
            ...Object.values(others).slice(0, 8)];
        const left = await page.evaluate((list) => list.map((one) => inWords(one)).filter((one) =>
            /\b(row|column|the|to|and|of|open|turned|piece|edge|switch|line|empty|by)s?\b/.test(
                one)), words);
        assert.deepEqual(left, [], `${kind} in German`);
    }
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

export async function takePictures(kinds) {
    const folder = path.join(BUILD, "page/pictures");
    mkdirSync(folder, {recursive: true});
    const looks = {light: {...DESK, colorScheme: "light"}, dark: {...DESK, colorScheme: "dark"},
        phone: {...PHONE, colorScheme: "light"}};
    for (const [look, settings] of Object.entries(looks)) {
        const home = await open("", settings);
        await picturesDrawn(home);
        await home.screenshot({path: path.join(folder, `home-${look}.png`), fullPage: true});
        await close(home);
        for (const kind of kinds) {
            const it = await smallest(kind);
            const part = it.answer.map((value, i) => it.info.fixed.includes(i) ||
                it.info.play === "turn" || (i % 3 && it.info.play !== "slide" &&
                it.info.play !== "step") ? value : null);
            const page = await open(linkTo(it.puzzle, part), settings);
            await verdict(page);
            await page.locator("#do-hint").click();
            await panelDone(page);
            await page.screenshot({path: path.join(folder, `${kind}-${look}.png`), fullPage: true});
            await page.locator("#do-edit").click();
            await shows(page, "#report", /answer|limit/);
            await page.screenshot({path: path.join(folder, `edit-${kind}-${look}.png`),
                fullPage: true});
            await close(page);
        }
    }
}

/* ---- All of them ---- */

export function screenTests(kinds) {
    return [pastedTextIsRead, ownPuzzlesAreJudged, listedCagesAreKept, workIsStopped,
        badLinksGetASentence, programFindsThePage, languagesAreComplete, modelsRun, boardsAreHandled,
        largeBoardsAreHandled, notesAndConflicts,
        playersAreHelped, cluesAreTold, fastFingersAreNotLost, theLastWishCounts, traysKeepStill,
        slowEditors, longPresses, addressesWork, puzzlesAreMade, filesAreRead,
        notationsAreWritten, paperIsPrinted, piecesArePrinted, historiesAreLong, typesAreTrue, framesAreTold,
        memoryIsFlat, timesAreTold, narrowScreensDoNotScrollSideways, boardsAreAccessible,
        screensAreAccessible, forcedColours].map((test) => [test.name, () => test(kinds)]);
}
