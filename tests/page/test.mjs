/* The page in a real browser, against the program.
 *
 *     test.mjs BUILD [--kind KIND] [--only WORDS] [--lanes N] [--slow MS] [--pictures]
 *
 * Every kind is played to the end by mouse, by touch on a phone's screen and by keyboard alone;
 * check, hint, explanation, undo, reload and links work; axe finds nothing; no request leaves; and
 * all examples have the answers, counts and pictures that the program gives; in the laboratory every
 * model is drawn, runs and is judged.  --pictures also takes
 * screenshots of all kinds into BUILD/page/pictures.  Tests run in N lanes (2), each in pages of its
 * own; --slow makes them run as on a slow machine, where what people do comes in between what the page
 * does. */
import { alone, beSlow, end, native, start } from "./browser.mjs";
import { testsOf } from "./kinds.mjs";
import { labPictures, labTests } from "./lab.mjs";
import { screenTests, takePictures } from "./screens.mjs";

const OPTIONS = process.argv.slice(3);
const option = (name, usual) => OPTIONS.includes(name) ? OPTIONS[OPTIONS.indexOf(name) + 1] : usual;
const ONLY = option("--kind", null), NAMED = option("--only", "");
const LANES = Number(option("--lanes", 2));

let failed = 0, done = 0;

async function run([name, test], all) {
    const from = Date.now();
    let words = "ok  ", more = "";
    try {
        await alone(test);
    } catch (error) {
        failed++;
        words = "FAIL";
        more = "\n     " + String(error.stack ?? error).replace(/\n/g, "\n     ");
    }
    console.log(`${words} ${++done}/${all} ${name} (${((Date.now() - from) / 1000).toFixed(1)} s)${
        more}`);
}

async function main() {
    const from = Date.now();
    await start(LANES);
    beSlow(Number(option("--slow", 0)));
    const all = (await native.ask("kinds")).kinds.map((kind) => kind.name);
    const kinds = all.filter((kind) => kind !== "blank" && (!ONLY || kind === ONLY));
    const tests = [...(ONLY ? [] : screenTests(kinds)), ...kinds.flatMap(testsOf),
        ...labTests(kinds)];
    if (OPTIONS.includes("--pictures"))
        tests.push(["pictures", () => takePictures(kinds)], ["lab pictures", labPictures]);
    const wanted = tests.filter(([name]) => name.includes(NAMED)), total = wanted.length;
    const lane = async () => {
        for (let test; (test = wanted.shift());)
            await run(test, total);
    };
    await Promise.all(Array.from({length: LANES}, lane));
    await end();
    console.log(`${failed ? `${failed} of ${total} failed` : `all ${total} passed`} (${
        Math.round((Date.now() - from) / 1000)} s)`);
    process.exit(failed ? 1 : 0);
}

main();
