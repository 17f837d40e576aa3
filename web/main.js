/* The page: loads the library, then shows one screen at a time. */
import { element, part } from "./dom.js";
import { Library, unpackText } from "./library.js";
import { homeScreen, kindScreen } from "./choose.js";
import { PlayScreen } from "./play.js";
import { EditScreen } from "./edit.js";
import { LabScreen } from "./lab.js";
import { addLabTexts } from "./lab-texts.js";
import { lessonScreen, lessonsScreen } from "./lessons.js";
import { ExerciseScreen, exercisesScreen } from "./exercises.js";
import { readLink } from "./link.js";
import { load, save } from "./storage.js";
import { setLanguage, getLanguage, t } from "./texts.js";

class App {
    /** Small pictures, each after the one before. */
    pictures = Promise.resolve();
    /** @type {Promise<string>} of the lessons' part, once it is asked for */
    readings = null;
    /** @type {any[]} */
    lessons = [];
    /** @type {any[]} */
    exercises = [];

    async start() {
        addLabTexts();
        setLanguage(load("language") ?? navigator.language.slice(0, 2));
        this.frame();
        this.library = await Library.load();
        const [list, examples] = await Promise.all([this.library.ask("kinds"),
            unpackText("part-examples")]);
        this.kinds = list.kinds;
        this.version = list.version;
        this.examples = JSON.parse(examples);
        window.addEventListener("hashchange", () => this.openFragment());
        await this.openFragment();
        document.documentElement.dataset.ready = "yes";
    }

    /** The parts that are there on every screen. */
    frame() {
        for (const node of document.querySelectorAll("[data-text]"))
            node.textContent = t(node.getAttribute("data-text"));
        const choice = part("language");
        choice.value = getLanguage();
        choice.onchange = () => {
            setLanguage(choice.value);
            save("language", choice.value);
            this.frame();
            this.again?.();
        };
        part("skip").onclick = (event) => { /* the fragment is for puzzles */
            event.preventDefault();
            part("main").focus();
        };
        part("dialog-close").onclick = () =>
            part("dialog").close();
        part("home").onclick = () => this.kinds && this.openHome(); /* once there is something */
        part("keys").onclick = () => this.showKeys();
        part("about").onclick = () =>
            this.dialog(t("about"), t("aboutText", this.version));
    }

    dialog(title, text) {
        part("dialog-title").textContent = title;
        part("dialog-body").replaceChildren(
            ...text.split("\n").map((line) => element("p", {}, line)));
        part("dialog").showModal();
    }

    showKeys() {
        this.dialog(t("keys"), t("keysText"));
    }

    /** @param {HTMLElement} screen */
    show(screen) {
        const main = part("main");
        main.replaceChildren(screen);
        main.focus({preventScroll: true});
        window.scrollTo(0, 0);
    }

    leave() {
        this.playing?.leave();
        this.playing = null;
    }

    /** Opens a screen, unless another one is wanted before it is ready; whether it is there.
     * @param {any} screen whose open() does not show what is not app.playing any more */
    async enter(screen, fragment, ...args) {
        this.leave();
        this.playing = screen;
        await screen.open(...args);
        if (this.playing !== screen)
            return false;
        this.go(fragment);
        return true;
    }

    /** The screen in the address, so that "back" and a reload do what people expect. */
    go(fragment) {
        if (location.hash !== fragment && !(fragment === "#" && location.hash === ""))
            history.pushState(null, "", fragment);
    }

    openHome() {
        this.leave();
        this.go("#");
        this.again = () => this.openHome();
        this.show(homeScreen(this));
    }

    openKind(name) {
        this.leave();
        this.go("#" + name);
        this.playing = {leave: () => this.library.stop()};
        this.again = () => this.openKind(name);
        this.show(kindScreen(this, this.kinds.find((kind) => kind.name === name)));
    }

    async openPuzzle(puzzle, answer, note) {
        const screen = new PlayScreen(this);
        this.again = () => this.openPuzzle(puzzle);
        if (await this.enter(screen, "#play", puzzle, answer) && note)
            screen.message(note);
    }

    async openEditor(puzzle) {
        const screen = new EditScreen(this);
        this.again = () => this.openEditor(screen.text());
        await this.enter(screen, "#edit", puzzle);
    }

    /** The mathematics of a puzzle; @param {string} puzzle @param {string} [model] a text to begin
     * with */
    async openLab(puzzle, model) {
        const screen = new LabScreen(this);
        this.leave();
        this.playing = screen;
        this.again = () => this.openLab(puzzle, screen.text);
        save("lab", puzzle);
        await screen.open(puzzle, model);
        this.go("#lab");
    }

    /** Lessons and exercises, unpacked when they are first asked for. */
    async unpackLessons() {
        this.readings ??= unpackText("part-lessons");
        Object.assign(this, JSON.parse(await this.readings));
    }

    async openLessons() {
        await this.unpackLessons();
        this.leave();
        this.go("#lessons");
        this.again = () => this.openLessons();
        this.show(lessonsScreen(this));
    }

    openLesson(name) {
        this.leave();
        this.go("#lesson/" + name);
        this.playing = {leave: () => this.library.stop()};
        this.again = () => this.openLesson(name);
        this.show(lessonScreen(this, name));
    }

    async openExercises() {
        await this.unpackLessons();
        this.leave();
        this.go("#exercises");
        this.again = () => this.openExercises();
        this.show(exercisesScreen(this));
    }

    async openExercise(name) {
        const screen = new ExerciseScreen(this);
        this.leave();
        this.playing = screen;
        this.again = () => this.openExercise(name);
        await screen.open(name);
        this.go("#exercise/" + name);
    }

    /** The laboratory, lessons and exercises by name; false: this is none of them. */
    async openNamed(name) {
        const [room, which] = name.split("/");
        if (!["lab", "lessons", "lesson", "exercises", "exercise"].includes(room))
            return false;
        await this.unpackLessons();
        if (name === "lab" && load("lab") && this.library.hasModels)
            await this.openLab(load("lab"));
        else if (name === "lessons")
            await this.openLessons();
        else if (name === "exercises")
            await this.openExercises();
        else if (room === "lesson" && this.lessons.some((lesson) => lesson.name === which))
            this.openLesson(which);
        else if (room === "exercise" && this.exercises.some((task) => task.name === which))
            await this.openExercise(which);
        else
            return false;
        return true;
    }

    /** A link, a kind, or everything. */
    async openFragment() {
        const name = location.hash.slice(1);
        try {
            const content = await readLink(location.hash);
            if (content?.model !== undefined && this.library.hasModels)
                await this.openLab(content.puzzle, content.model);
            else if (content)
                await this.openPuzzle(content.puzzle, content.answer);
            else if (name === "play" && load("last"))
                await this.openPuzzle(load("last"));
            else if (name === "edit" && load("draft"))
                await this.openEditor(load("draft"));
            else if (this.kinds.some((kind) => kind.name === name))
                this.openKind(name);
            else if (!await this.openNamed(name))
                this.openHome();
        } catch (error) {
            this.openHome();
            this.dialog(t("link"), t("linkBad") + (error.status ? "\n" + error.message : ""));
        }
    }
}

const app = new App();
app.start().catch((error) => {
    part("main").textContent = t("broken", error.message);
});
