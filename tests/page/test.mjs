/* The page in a real browser, against the program.
 *
 *     test.mjs BUILD [--kind KIND] [--only PATTERN] [--lanes N] [--slow MS] [--again] [--pictures]
 *
 * Every kind is played to the end by mouse, by touch on a phone's screen and by keyboard alone;
 * check, hint, explanation, undo, reload and links work; axe finds nothing; no request leaves; and
 * all examples have the answers, counts and pictures that the program gives; in the laboratory every
 * model is drawn, runs and is judged.  All that is in Chromium; a few kinds are also played in Firefox
 * where it is installed.  --pictures also takes screenshots of all kinds into BUILD/page/pictures.  Tests
 * run in N lanes (2), each in pages of its own; --slow makes them run as on a slow machine, where what
 * people do comes in between what the page does.  With --again a test that fails is run once more; if it
 * passes then, it is told as unsteady, and the run is not lost for it. */
import { alone, beSlow, end, hasFirefox, native, start } from "./browser.mjs";
import { firefoxTests, testsOf } from "./kinds.mjs";
import { labPictures, labTests } from "./lab.mjs";
import { screenTests, takePictures } from "./screens.mjs";

const OPTIONS = process.argv.slice(3);
const option = (name, usual) => OPTIONS.includes(name) ? OPTIONS[OPTIONS.indexOf(name) + 1] : usual;
const ONLY = option("--kind", null), NAMED = new RegExp(option("--only", ""));
const LANES = Number(option("--lanes", 2));

const AGAIN = OPTIONS.includes("--again");

let failed = 0, unsteady = 0, done = 0;

/** What went wrong, or null. */
const fault = (test, browser) => alone(test, browser).then(() => null, (error) =>
    "\n     " + String(error.stack ?? error).replace(/\n/g, "\n     "));

async function run([name, test, browser], all) {
    const from = Date.now(), wrong = await fault(test, browser);
    const passes = wrong === null || (AGAIN && await fault(test, browser) === null);
    failed += passes ? 0 : 1;
    unsteady += passes && wrong !== null ? 1 : 0;
    console.log(`${!passes ? "FAIL" : wrong !== null ? "UNSTEADY" : "ok  "} ${++done}/${all} ${name} (${
        ((Date.now() - from) / 1000).toFixed(1)} s)${wrong ?? ""}`);
}

async function main() {
    const from = Date.now();
    start(LANES);
    beSlow(Number(option("--slow", 0)));
    const all = (await native.ask("kinds")).kinds.map((kind) => kind.name);
    const kinds = all.filter((kind) => kind !== "blank" && (!ONLY || kind === ONLY));
    const tests = [...(ONLY ? [] : screenTests(kinds)), ...kinds.flatMap(testsOf),
        ...labTests(kinds)];
    if (OPTIONS.includes("--pictures"))
        tests.push(["pictures", () => takePictures(kinds)], ["lab pictures", labPictures]);
    if (!hasFirefox)
        console.log("Firefox is not installed, and not tested");
    const [firefox, wanted] = [hasFirefox ? await firefoxTests(kinds) : [], tests].map((list) =>
        list.filter(([name]) => NAMED.test(name)));
    const total = firefox.length + wanted.length;
    const lane = async (own) => {
        for (let test; (test = own.shift() ?? wanted.shift());)
            await run(test, total);
    };
    await Promise.all(Array.from({length: LANES}, (_, i) => /* one window of Firefox has the focus */
        lane(i === 0 ? firefox : [])));
    await end();
    console.log(`${failed ? `${failed} of ${total} failed` : `all ${total} passed`}${
        unsteady ? `, ${unsteady} of them only when run again` : ""} (${
        Math.round((Date.now() - from) / 1000)} s)`);
    process.exit(failed ? 1 : 0);
}

main();
