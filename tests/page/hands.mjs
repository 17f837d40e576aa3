/* Hands: how a person enters an answer, by mouse, touch or keyboard, for each way to play. */

/** Numbers of the page's own state. */
const state = (page) => page.evaluate(async () => {
    const {game} = app.playing;
    await game.queue;
    return {answer: game.answer, focused: game.board.focused, verdict: game.verdict.verdict};
});

/** The middle of a place, in the window; it is scrolled to first. */
async function middle(page, place) {
    return page.evaluate((at) => {
        const shape = app.playing.game.board.shapes.get(at);
        shape.scrollIntoView({block: "center", behavior: "instant"});
        if (shape.classList.contains("line")) { /* the middle of its line */
            const p = shape.getPointAtLength(shape.getTotalLength() / 2);
            const q = p.matrixTransform(shape.getScreenCTM());
            return [q.x, q.y];
        }
        const box = shape.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
    }, place);
}

/** Waits until a piece lies in a place, and the tray shows what is left. */
async function laid(page, place) {
    await page.waitForFunction(async (at) => {
        const {game} = app.playing;
        await game.queue;
        await game.tray.shown;
        return game.answer[at] !== null;
    }, place);
}

class Hand {
    constructor(page, info) {
        this.page = page;
        this.info = info;
    }

    async press(locator) {
        await locator.click();
    }

    async tap(place) {
        const [x, y] = await middle(this.page, place);
        await this.page.mouse.click(x, y);
    }

    async drag(places) {
        const {mouse} = this.page;
        for (let i = 0; i < places.length; i++) {
            await mouse.move(...await middle(this.page, places[i]));
            if (i === 0)
                await mouse.down();
        }
        await mouse.up();
        await state(this.page);
    }

    /** Taps until the value is there. */
    async turnTo(place, value) {
        const {min, max} = this.info.places[place];
        for (let i = 0; i <= max - min + 2; i++) {
            if ((await state(this.page)).answer[place] === value)
                return;
            await this.tap(place);
        }
        throw new Error(`place ${place} never became ${value}`);
    }

    async write(place, value) {
        await this.tap(place);
        await this.press(this.page.locator(".pad button").getByText(
            this.info.valueNames[value], {exact: true}).first());
    }

    /** Drags the piece from the tray, where taps turn it, to the spot. */
    async lay(place, value) {
        const {page} = this, {card, turns, spot} = await this.find(place, value);
        for (let i = 0; i < turns; i++) {
            await this.press(card);
            await page.waitForFunction(([piece, way]) => {
                const {tray} = app.playing.game;
                return tray.ways.get(piece) === way && !tray.held;
            }, [spot.piece, i + 1 + spot.turned]);
        }
        await this.pull(card, await page.evaluate(([x, y]) => {
            const {board, tray} = app.playing.game;
            const p = new DOMPoint(...tray.pointOf({x, y})).matrixTransform(
                board.svg.getScreenCTM());
            return [p.x, p.y];
        }, [spot.x, spot.y]));
        await laid(page, place);
    }

    /** The card in the tray that holds the piece, how often it is to be turned, and the spot. */
    async find(place, value) {
        const spot = await this.page.evaluate(async ([p, v]) => {
            const {game} = app.playing, {puzzle, answer, tray} = game;
            const {pieces} = await app.library.ask("pieces", {puzzle, answer});
            for (const one of pieces.filter((piece) => piece.used < piece.copies))
                for (const [i, way] of one.ways.entries()) {
                    const {spots} = await app.library.ask("spots", {puzzle, answer,
                        piece: one.piece, way});
                    const at = spots.findIndex((s) => s.place === p && s.value === v);
                    if (at >= 0)
                        return {...spots[at], at, piece: one.piece, way: i,
                            turned: tray.ways?.get(one.piece) ?? 0};
                }
            return null;
        }, [place, value]);
        if (!spot)
            throw new Error(`nothing fits at place ${place}`);
        const card = this.page.locator(`[data-piece="${spot.piece}"]`);
        await card.locator("svg").waitFor();
        await this.page.evaluate(() => window.scrollTo(0, 0));
        return {card, turns: spot.way - spot.turned, spot};
    }

    async pull(card, to) {
        const {mouse} = this.page, box = await card.boundingBox();
        await mouse.move(box.x + box.width / 2, box.y + box.height / 2);
        await mouse.down();
        await this.page.waitForFunction(() => app.playing.game.tray.held?.centre);
        await mouse.move(...to);
        await mouse.up();
    }

    async slide(direction) {
        await this.press(this.page.locator(".pad button").nth(direction - 1));
    }
}

class Finger extends Hand {
    async press(locator) {
        await locator.tap();
    }

    async tap(place) {
        const [x, y] = await middle(this.page, place);
        await this.page.touchscreen.tap(x, y);
    }

    async touch(type, points) {
        this.session ??= await this.page.context().newCDPSession(this.page);
        await this.session.send("Input.dispatchTouchEvent", {type, touchPoints: points});
    }

    async drag(places) {
        await middle(this.page, places[0]);
        for (let i = 0; i < places.length; i++) {
            const [x, y] = await this.page.evaluate((at) => {
                const box = app.playing.game.board.shapes.get(at).getBoundingClientRect();
                return [box.x + box.width / 2, box.y + box.height / 2];
            }, places[i]);
            await this.touch(i ? "touchMove" : "touchStart", [{x, y}]);
        }
        await this.touch("touchEnd", []);
        await state(this.page);
    }

    async pull(card, to) {
        await card.scrollIntoViewIfNeeded();
        const box = await card.boundingBox();
        const x = box.x + box.width / 2, y = box.y + box.height / 2;
        await this.touch("touchStart", [{x, y}]);
        await this.page.waitForFunction(() => app.playing.game.tray.held?.centre);
        for (const part of [0.2, 0.6, 1]) /* upwards first: sideways moves the tray */
            await this.touch("touchMove", [{x: x + (to[0] - x) * (part < 1 ? 0 : 1),
                y: y + (to[1] - y) * part}]);
        await this.touch("touchEnd", []);
    }

    async slide(direction) {
        const board = await this.page.locator(".board").boundingBox();
        const x = board.x + board.width / 2, y = board.y + Math.min(board.height / 2, 150);
        const [dx, dy] = [[0, -40], [40, 0], [0, 40], [-40, 0]][direction - 1];
        await this.touch("touchStart", [{x, y}]);
        await this.touch("touchMove", [{x: x + dx, y: y + dy}]);
        await this.touch("touchEnd", []);
        await state(this.page);
    }
}

const ARROWS = ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"];

class Keys extends Hand {
    async press(locator) {
        await locator.focus();
        await this.page.keyboard.press("Enter");
    }

    /** By arrows alone, on the shortest way. */
    async goTo(place) {
        const way = await this.page.evaluate((to) => {
            const {board} = app.playing.game, start = board.focused;
            const steps = [[0, -1], [1, 0], [0, 1], [-1, 0]], from = new Map([[start, null]]);
            for (const at of from.keys())
                steps.forEach(([dx, dy], i) => {
                    const next = board.neighbour(at, dx, dy);
                    if (next >= 0 && !from.has(next))
                        from.set(next, [at, i]);
                });
            const way = [];
            for (let at = to; from.get(at); at = from.get(at)[0])
                way.unshift(from.get(at)[1]);
            return from.has(to) ? way : null;
        }, place);
        if (!way)
            throw new Error(`arrows do not lead to place ${place}`);
        if (!await this.page.evaluate(() =>
            app.playing.game.board.overlay.contains(document.activeElement)))
            await this.page.locator(".place[tabindex='0']").focus();
        for (const direction of way)
            await this.page.keyboard.press(ARROWS[direction]);
        const {focused} = await state(this.page);
        if (focused !== place)
            throw new Error(`focus is at ${focused} and not at ${place}`);
    }

    async tap(place) {
        await this.goTo(place);
        await this.page.keyboard.press("Space");
        await state(this.page);
    }

    async write(place, value) {
        await this.goTo(place);
        await this.page.keyboard.press(value < 10 ? String(value)
            : String.fromCharCode(87 + value));
    }

    async drag(places) {
        const {keyboard} = this.page;
        await this.goTo(places[0]);
        await keyboard.press("Enter");
        for (let i = 1; i < places.length; i++) {
            const [x, y] = await middle(this.page, places[i - 1]);
            const [u, v] = await middle(this.page, places[i]);
            const sideways = Math.abs(u - x) > Math.abs(v - y);
            await keyboard.press(ARROWS[sideways ? (u > x ? 1 : 3) : (v > y ? 2 : 0)]);
            await state(this.page);
        }
        await keyboard.press("Enter");
    }

    /** Takes the piece, turns it, and goes by arrows from spot to spot. */
    async lay(place, value) {
        const {page} = this, {card, turns, spot} = await this.find(place, value);
        await card.focus();
        await page.keyboard.press("Enter");
        await page.waitForFunction(() => app.playing.game.tray.held?.centre &&
            app.playing.game.board.svg.contains(document.activeElement));
        for (let i = 0; i < turns; i++) {
            await page.keyboard.press("r");
            await page.waitForFunction((way) => app.playing.game.tray.held?.way === way &&
                app.playing.game.tray.held.centre, i + 1 + spot.turned);
        }
        for (const arrow of await this.spotWay(spot.at))
            await page.keyboard.press(ARROWS[arrow]);
        await page.keyboard.press("Enter");
        await laid(page, place);
    }

    /** The arrows from the spot at hand to another one. */
    async spotWay(to) {
        const way = await this.page.evaluate((goal) => {
            const {held} = app.playing.game.tray, steps = [[0, -1], [1, 0], [0, 1], [-1, 0]];
            const from = new Map([[held.at, []]]);
            for (const [at, path] of from)
                steps.forEach(([dx, dy], i) => {
                    const next = nearest(held.centres, at, dx, dy);
                    if (next >= 0 && !from.has(next))
                        from.set(next, [...path, i]);
                });
            return from.get(goal) ?? null;
        }, to);
        if (!way)
            throw new Error("arrows do not lead to the spot");
        return way;
    }

    async slide(direction) {
        await this.page.locator(".place[tabindex='0']").focus();
        await this.page.keyboard.press(ARROWS[direction - 1]);
        await state(this.page);
    }
}

/** Lines of cells from dot to dot, from the values of cells and edges. */
function lines(info, answer) {
    const names = info.places.map((place) => place.name);
    const cells = names.filter((name) => /^row \d+, column \d+$/.test(name)).length;
    const at = new Map(names.slice(0, cells).map((name, i) => [name, i]));
    const beside = new Map();
    const join = (a, b) => {
        beside.set(a, [...(beside.get(a) ?? []), b]);
        beside.set(b, [...(beside.get(b) ?? []), a]);
    };
    names.slice(cells).forEach((name, i) => { /* "row 1 between columns 2 and 3" */
        const [line, one, two] = name.match(/\d+/g), along = name.startsWith("row");
        const cell = (k) => at.get(along ? `row ${line}, column ${k}` : `row ${k}, column ${line}`);
        if (answer[cells + i] === 1)
            join(cell(one), cell(two));
    });
    const done = new Set(), all = [];
    for (const [cell, next] of beside) {
        if (next.length !== 1 || done.has(cell))
            continue;
        const line = [cell];
        for (let before = -1, here = cell; ;) {
            done.add(here);
            const on = beside.get(here).find((other) => other !== before);
            if (on === undefined)
                break;
            line.push(on);
            before = here;
            here = on;
        }
        all.push(line);
    }
    return all;
}

/** The squares of a knight in order, from the grid of numbers. */
function squares(text) {
    const numbers = text.trim().split(/\s+/).map((word, place) => [Number(word), place]);
    return numbers.filter(([n]) => n > 0).sort((a, b) => a[0] - b[0]).map(([, place]) => place);
}

/** The slides, from puzzle and answer. */
function slides(puzzle, answer) {
    const grid = puzzle.trim().split("\n").filter((line) => /^[.#ST]+$/.test(line));
    const columns = grid[0].length, flat = grid.join("");
    const stops = /^stop: yes/m.test(puzzle), list = [];
    let at = flat.indexOf("S");
    while (answer[at] > 0 && list.length < 1000) {
        const [dr, dc] = [[-1, 0], [0, 1], [1, 0], [0, -1]][answer[at] - 1];
        list.push(answer[at]);
        for (;;) {
            const row = Math.floor(at / columns) + dr, column = at % columns + dc;
            if (!grid[row]?.[column] || grid[row][column] === "#")
                break;
            at = row * columns + column;
            if (stops && flat[at] === "T")
                break;
        }
    }
    return list;
}

/** Enters an answer; `share` of it, from the beginning. */
export async function enter(page, how, puzzle, info, answer, words, share = 1) {
    const hand = new {mouse: Hand, touch: Finger, keyboard: Keys}[how](page, info);
    const fixed = new Set(info.fixed);
    const part = (list) => list.slice(0, Math.ceil(list.length * share));
    if (info.play === "path") {
        for (const line of part(lines(info, answer)))
            await hand.drag(line);
    } else if (info.play === "step") {
        for (const place of part(squares(words).slice(1)))
            await hand.tap(place);
    } else if (info.play === "slide") {
        for (const direction of part(slides(puzzle, answer)))
            await hand.slide(direction);
    } else {
        const places = answer.map((_, place) => place).filter((place) => !fixed.has(place) &&
            !(info.zeroLast && answer[place] === 0));
        for (const place of part(places)) {
            const now = (await state(page)).answer[place];
            if (now === answer[place])
                continue;
            if (info.play === "write")
                await hand.write(place, answer[place]);
            else if (info.play === "lay")
                await hand.lay(place, answer[place]);
            else
                await hand.turnTo(place, answer[place]);
        }
    }
    return state(page);
}
