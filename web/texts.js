/* The words of the page, one table for each language; a further language is a further table.  What
 * the library says (rules, names of places, reasons) is English. */

export const TEXTS = {
    en: {
        skip: "Skip to the puzzle", language: "Language", keys: "Keys", about: "About",
        close: "Close", choose: "Choose a puzzle", paste: "Or bring your own",
        pasteLabel: "A puzzle as text or link, in any notation that pulma reads",
        open: "Open", file: "Open a file", continue: "Go on where you stopped",
        newPuzzle: "New puzzle", columns: "Columns", rows: "Rows", usual: "usual",
        difficulty: "Difficulty", easy: "easy", medium: "medium", hard: "hard",
        generate: "Make one", examples: "Examples", rules: "Rules", back: "All puzzles",
        undo: "Undo", redo: "Redo", restart: "Restart", erase: "Erase", notes: "Notes",
        check: "Check", hint: "Hint", moreHint: "More", doHint: "Do it",
        explain: "Explain", why: "Why impossible?", solve: "Solve", answers: "All answers",
        count: "Count answers", rate: "How hard?", link: "Link", linkState: "Link with my moves",
        svg: "SVG", png: "PNG", print: "Print", text: "Text", stop: "Stop", working: "Working",
        clock: "Clock", moves: "Moves", help: "Help", share: "Share", previous: "Back",
        next: "Next", of: "{0} of {1}", board: "Board", values: "Values", tray: "Pieces",
        solved: "Solved!", solvedCost: "Solved: {0}.", cheaper: "It can be done better.",
        fine: "Nothing is wrong so far.", mistakes: "{0} wrong.", where: "Show where",
        noAnswer: "There is no answer.", limit: "A limit was reached first.",
        stopped: "Stopped.", exactly: "{0} answers.", one: "Exactly one answer.",
        atLeast: "At least {0} answers.", possible: "There is an answer: nothing contradicts.",
        contradict: "These contradict each other:", step: "Step {0} of {1}",
        nothingMore: "Nothing more follows.", lookAt: "Look at this: {0}",
        lookHere: "Something follows for {0}.", rating: "{0}: {1} steps, the hardest needs {2} rules.",
        copied: "The link is in the address bar and on the clipboard.",
        linkBad: "This link cannot be read.", empty: "empty", given: "given",
        options: "What fits: {0}", remove: "Take away", nothingFits: "Nothing fits here.",
        up: "Up", right: "Right", down: "Down", left: "Left", line: "Line {0}: {1}",
        lineHeld: "Drawing: arrows draw, Enter ends.", lineFree: "Line ended.",
        cannot: "That cannot be done.", broken: "The work was ended: {0}",
        answer: "Answer", puzzleCount: "{0} puzzles", white: "The board",
        keysText: "Arrows: move over the board.\nDigits and letters: set a value.\nSpace or Enter: tap.\nShift + Space: the other way round.\nBackspace: empty.\nShift + digit: a note.\nZ, Y: undo, redo.\nH: hint.\nC: check.\n?: this list.",
        edit: "Draw your own", playThis: "Play this",
        several: "Several answers. Two of them differ in {0} places, which are marked.",
        expert: "expert",
        aboutText: "pulma {0} solves, explains and makes logic puzzles. Everything happens in this file: nothing is sent anywhere.\npulma is under the MIT licence. This file also holds CaDiCaL (MIT) and GLPK (GPL version 3 or later), so the file as a whole is under the GPL.",
    },
    de: {
        skip: "Zum Rätsel springen", language: "Sprache", keys: "Tasten", about: "Über",
        close: "Schließen", choose: "Rätsel wählen", paste: "Oder ein eigenes",
        pasteLabel: "Ein Rätsel als Text oder Link, in jeder Notation, die pulma liest",
        open: "Öffnen", file: "Datei öffnen", continue: "Weitermachen",
        newPuzzle: "Neues Rätsel", columns: "Spalten", rows: "Zeilen", usual: "üblich",
        difficulty: "Schwierigkeit", easy: "leicht", medium: "mittel", hard: "schwer",
        generate: "Erzeugen", examples: "Beispiele", rules: "Regeln", back: "Alle Rätsel",
        undo: "Zurück", redo: "Vor", restart: "Neu beginnen", erase: "Leeren", notes: "Notizen",
        check: "Prüfen", hint: "Hinweis", moreHint: "Mehr", doHint: "Ausführen",
        explain: "Erklären", why: "Warum unlösbar?", solve: "Lösen", answers: "Alle Lösungen",
        count: "Lösungen zählen", rate: "Wie schwer?", link: "Link", linkState: "Link mit meinen Zügen",
        svg: "SVG", png: "PNG", print: "Drucken", text: "Text", stop: "Anhalten", working: "In Arbeit",
        clock: "Uhr", moves: "Züge", help: "Hilfe", share: "Teilen", previous: "Zurück",
        next: "Weiter", of: "{0} von {1}", board: "Brett", values: "Werte", tray: "Teile",
        solved: "Gelöst!", solvedCost: "Gelöst: {0}.", cheaper: "Es geht noch besser.",
        fine: "Bisher ist nichts falsch.", mistakes: "{0} falsch.", where: "Zeigen, wo",
        noAnswer: "Es gibt keine Lösung.", limit: "Eine Grenze wurde vorher erreicht.",
        stopped: "Angehalten.", exactly: "{0} Lösungen.", one: "Genau eine Lösung.",
        atLeast: "Mindestens {0} Lösungen.", possible: "Es gibt eine Lösung: nichts widerspricht sich.",
        contradict: "Dies widerspricht sich:", step: "Schritt {0} von {1}",
        nothingMore: "Mehr folgt nicht.", lookAt: "Betrachte dies: {0}",
        lookHere: "Es folgt etwas für {0}.", rating: "{0}: {1} Schritte, der schwerste braucht {2} Regeln.",
        copied: "Der Link steht in der Adresszeile und in der Zwischenablage.",
        linkBad: "Dieser Link ist nicht lesbar.", empty: "leer", given: "vorgegeben",
        options: "Was passt: {0}", remove: "Wegnehmen", nothingFits: "Hier passt nichts.",
        up: "Hoch", right: "Rechts", down: "Runter", left: "Links", line: "Zeile {0}: {1}",
        lineHeld: "Zeichnen: Pfeile zeichnen, Eingabe beendet.", lineFree: "Linie beendet.",
        cannot: "Das geht nicht.", broken: "Die Arbeit wurde beendet: {0}",
        answer: "Lösung", puzzleCount: "{0} Rätsel", white: "Das Brett",
        keysText: "Pfeile: über das Brett gehen.\nZiffern und Buchstaben: einen Wert setzen.\nLeertaste oder Eingabe: tippen.\nUmschalt + Leertaste: andersherum.\nRücktaste: leeren.\nUmschalt + Ziffer: eine Notiz.\nZ, Y: zurück, vor.\nH: Hinweis.\nC: prüfen.\n?: diese Liste.",
        edit: "Eigenes Rätsel", playThis: "Dies spielen",
        several: "Mehrere Lösungen. Zwei davon unterscheiden sich an {0} Stellen, die markiert sind.",
        expert: "sehr schwer",
        aboutText: "pulma {0} löst, erklärt und erzeugt Logikrätsel. Alles geschieht in dieser Datei: nichts wird gesendet.\npulma steht unter der MIT-Lizenz. Diese Datei enthält auch CaDiCaL (MIT) und GLPK (GPL, Version 3 oder später) und steht als Ganzes unter der GPL.",
    },
};

let language = "en";

/** @param {string} name one of the tables, otherwise English */
export function setLanguage(name) {
    language = name in TEXTS ? name : "en";
    document.documentElement.lang = language;
}

export function getLanguage() {
    return language;
}

/**
 * @param {string} key
 * @param {...(string|number)} values for {0}, {1}, ...
 */
export function t(key, ...values) {
    const text = TEXTS[language][key] ?? TEXTS.en[key] ?? key;
    return text.replace(/\{(\d)\}/g, (_, i) => String(values[Number(i)] ?? ""));
}
