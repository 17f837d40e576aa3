/* Words of the library in other languages: titles and rules of kinds, names of places and values.
 * What has no translation stays English.  Whole sentences (reasons, errors) always do; they are
 * marked as English, so that a screen reader says them in English. */
import { element } from "./dom.js";
import { getLanguage } from "./texts.js";

/** Rules go line by line with those of the library.
 * @type {Record<string, {kinds: Record<string, {title: string, rules: string[]}>,
 *                        words: [RegExp, string][]}>} */
export const NAMES = {
    de: {
        kinds: {
            binary: {title: "Binäres Sudoku", rules: [
                "Fülle das Gitter mit Nullen und Einsen.",
                "Jede Zeile und jede Spalte hat so viele Nullen wie Einsen.",
                "In keiner Zeile oder Spalte stehen drei gleiche Ziffern hintereinander.",
                "Wenn das Rätsel nichts anderes sagt, sind keine zwei Zeilen und keine zwei Spalten gleich."]},
            circuit: {title: "Circuit Scramble", rules: [
                "Lege Schalter um, bis der Ausgang der Schaltung an ist.",
                "Lege so wenige wie möglich um."]},
            edgematch: {title: "Kantenlegespiel (Eternity II)", rules: [
                "Lege alle Teile auf das Brett, beliebig gedreht.",
                "Seiten, die aneinanderstoßen, haben die gleiche Farbe; wenn Farben Vorzeichen haben, entgegengesetzte.",
                "Seiten am Rand sind grau."]},
            eternity1: {title: "Eternity", rules: [
                "Bedecke das Brett mit allen Teilen, jedes einmal.",
                "Teile dürfen um Sechstel gedreht und gewendet werden.",
                "Brett und Teile bestehen aus Dreiecken mit Winkeln von 30, 60 und 90 Grad, und Teile liegen im Gitter des Bretts.",
                "Teile, die als Hinweis gegeben sind, liegen schon."]},
            flowfree: {title: "Flow Free", rules: [
                "Verbinde die beiden Punkte jeder Farbe durch eine Linie von Feld zu Feld.",
                "Linien kreuzen und verzweigen sich nicht und gehen nicht durch Punkte.",
                "Jedes Feld liegt auf einer Linie (cover: no erlaubt freie Felder).",
                "Eine Linie darf neben sich selbst verlaufen (touch: no verbietet es)."]},
            infinityloop: {title: "Infinity Loop", rules: [
                "Drehe die Kacheln, jedes Mal um ein Viertel nach links.",
                "Keine Verbindung bleibt offen: Nachbarn antworten einander, und keine führt vom Brett.",
                "Wenn das Brett es sagt: alle Kacheln bilden ein Netz, keine Schleife ist geschlossen, das Brett geht auf der anderen Seite weiter, oder es wird so wenig wie möglich gedreht."]},
            kakuro: {title: "Kakuro", rules: [
                "Fülle die freien Felder mit Ziffern von 1 bis 9.",
                "Die Ziffern einer Reihe, waagrecht oder senkrecht, sind alle verschieden.",
                "Die Zahl vor einer Reihe ist die Summe ihrer Ziffern."]},
            knight: {title: "Springertour", rules: [
                "Beginne bei S und besuche jedes Feld genau einmal, mit Zügen eines Springers.",
                "Verbotene Felder werden ausgelassen; eine geschlossene Tour könnte am Anfang weitergehen."]},
            match22: {title: "Match 22", rules: [
                "Drehe die Scheiben, jedes Mal um ein Viertel nach links.",
                "Abschnitte benachbarter Scheiben, die sich berühren, haben die gleiche Farbe.",
                "Drehe so selten wie möglich."]},
            monodot: {title: "Monodot", rules: [
                "Setze jeden Knoten in ein eigenes Feld.",
                "Knoten in Feldern, die sich berühren, auch an einer Ecke, sind verbunden.",
                "Die Zahl eines Knotens sagt, mit wie vielen anderen er verbunden ist."]},
            nonogram: {title: "Nonogramm (Picross)", rules: [
                "Male einige Felder des Gitters aus.",
                "Die Zahlen einer Zeile oder Spalte sind die Längen ihrer Blöcke, der Reihe nach.",
                "Zwischen zwei Blöcken der gleichen Farbe bleibt mindestens ein Feld leer."]},
            slider: {title: "Schieber", rules: [
                "Schiebe den Block nach oben, unten, links oder rechts; nur ein Hindernis oder der Rand hält ihn auf.",
                "Bringe ihn in so wenigen Zügen wie möglich auf dem Ziel zum Stehen."]},
            starbattle: {title: "Sternenschlacht", rules: [
                "Setze gleich viele Sterne in jede Zeile, jede Spalte und jede Insel.",
                "Sterne berühren sich nicht, auch nicht an einer Ecke."]},
            sudoku: {title: "Sudoku", rules: [
                "Fülle jedes Feld mit einer Ziffer.",
                "Jede Zeile, Spalte und jeder Kasten (oder jedes Gebiet) enthält jede Ziffer einmal.",
                "Wenn die Diagonalen gezeichnet sind, enthalten beide jede Ziffer einmal.",
                "Ein grauer Kreis ist eine ungerade Ziffer, ein graues Quadrat eine gerade.",
                "Die Ziffern eines gestrichelten Käfigs ergeben zusammen seine kleine Zahl; keine kommt darin zweimal vor, wenn das Rätsel es nicht erlaubt."]},
            thermometers: {title: "Thermometer", rules: [
                "Fülle die Thermometer mit Quecksilber, jedes von der Kugel an, so weit du willst.",
                "Die Zahl neben einer Zeile oder Spalte sagt, wie viele ihrer Felder gefüllt sind."]},
            tiling: {title: "Parkettieren", rules: [
                "Bedecke jedes Feld des Bretts mit den gegebenen Teilen.",
                "Teile überlappen sich nicht und ragen nicht über den Rand oder ein Loch.",
                "Jedes Teil wird so oft benutzt wie angegeben: einmal, mehrmals oder beliebig oft.",
                "Teile dürfen gedreht und gewendet werden, wenn nichts anderes gesagt ist."]},
            v3ck: {title: "V3ck", rules: [
                "Gib jeder Kante des Graphen eine Farbe.",
                "Die Zahlen an einem Knoten sagen, wie viele seiner Kanten jede Farbe haben."]},
        },
        words: [
            [/\bfollowed by a square that is not on the board\b/g, "danach ein Feld außerhalb"],
            [/\bfollowed by\b/g, "danach"], [/\bthe end of the tour\b/g, "Ende der Tour"],
            [/\bwhere the block sets off upwards\b/g, "der Block fährt nach oben los"],
            [/\bwhere the block sets off downwards\b/g, "der Block fährt nach unten los"],
            [/\bwhere the block sets off to the (\w+)\b/g, "der Block fährt nach to the $1 los"],
            [/\bno stop\b/g, "kein Halt"], [/\bthe edge from (\S+) to (\S+)/g, "Kante von $1 nach $2"],
            [/\bof colour\b/g, "in Farbe"], [/\bno line\b/g, "keine Linie"],
            [/\ba line\b/g, "eine Linie"], [/\bno mark\b/g, "keine Marke"],
            [/\ba mark\b/g, "eine Marke"], [/\ba star\b/g, "ein Stern"],
            [/\bturned by (\d\/\d)/g, "um $1 gedreht"], [/\bturned once\b/g, "einmal gedreht"],
            [/\bturned twice\b/g, "zweimal gedreht"],
            [/\bturned three times\b/g, "dreimal gedreht"], [/\bflipped\b/g, "gewendet"],
            [/\bas it lies\b/g, "wie sie liegt"], [/\bopen\b/g, "offen nach"],
            [/\bclosed\b/g, "geschlossen"], [/\bto the left\b/g, "links"],
            [/\bto the right\b/g, "rechts"], [/\bup\b/g, "oben"], [/\bdown\b/g, "unten"],
            [/(\d) to (\d)/g, "$1 bis $2"], [/\brow (\d)/g, "Zeile $1"],
            [/\brows (\d)/g, "Zeilen $1"], [/\bcolumn (\d)/g, "Spalte $1"],
            [/\bcolumns (\d)/g, "Spalten $1"], [/\bbetween rows (\d)/g, "zwischen Zeilen $1"],
            [/\bbetween\b/g, "zwischen"], [/\bpiece\b/g, "Teil"], [/\bswitch\b/g, "Schalter"],
            [/^cage$/g, "Käfig"],
            [/^in (\S+) on\b/g, "in $1 auf"], [/^at \(/g, "bei ("], [/\band\b/g, "und"],
            [/^off$/g, "aus"], [/^on$/g, "an"], [/^empty$/g, "leer"], [/^filled$/g, "gefüllt"],
            [/^white$/g, "weiß"], [/^black$/g, "schwarz"], [/^red$/g, "rot"],
            [/^blue$/g, "blau"], [/^yellow$/g, "gelb"], [/^green$/g, "grün"],
            [/^orange$/g, "orange"], [/^purple$/g, "lila"], [/^brown$/g, "braun"],
            [/^grey$/g, "grau"], [/^Row (\d)/g, "Zeile $1"], [/^Column (\d)/g, "Spalte $1"],
            [/^(\d+) rows?$/g, "$1 Zeilen"], [/^(\d+) columns?$/g, "$1 Spalten"],
            [/^ times $/g, " mal "], [/^ given$/g, " vorgegeben"], [/^hole$/g, "Loch"],
            [/^blocked$/g, "gesperrt"], [/^free$/g, "frei"], [/^nothing$/g, "nichts"],
            [/^dot (\S+)$/g, "Punkt $1"], [/^star on (\S+)$/g, "Stern auf $1"],
            [/^bulb$/g, "Kugel"], [/^bulb filled$/g, "Kugel gefüllt"],
        ],
    },
};

const table = () => NAMES[getLanguage()];

/** @param {{name: string, title: string}} kind */
export function kindTitle(kind) {
    return table()?.kinds[kind.name]?.title ?? kind.title;
}

/** The rules of a kind, one by one. @param {{name: string, rules: string}} kind */
export function kindRules(kind) {
    return table()?.kinds[kind.name]?.rules ?? kind.rules.trim().split("\n");
}

/** The name of a place or value, as the library has it, in the language of the page.
 * @param {string} name */
export function inWords(name) {
    return (table()?.words ?? []).reduce((text, [pattern, words]) =>
        text.replace(pattern, words), name);
}

/** Words of the library that are always English. @param {string} text */
export function english(text) {
    return element("span", getLanguage() === "en" ? {} : {lang: "en"}, text);
}

/** By which sentence of the rules a reason of the library holds, in the rules' order.
 * @type {Record<string, (RegExp | null)[]>} */
const REASONS = {
    binary: [null, /as many 0s as 1s/, /three equal/, /differs? from|different/],
    circuit: [/ = | is on$/, /fewer/],
    edgematch: [/used|hint/, /show the same|show opposite|colour/, /grey/],
    eternity1: [/covered|used|fits nowhere|the pieces/, null, null, /hint/],
    flowfree: [/the dot/, /ends or branches|closed loop/, /runs through/, /joined if|beside/],
    infinityloop: [null, /open/, /network|loop|fewer/],
    kakuro: [null, /different/, /run/],
    knight: [/once|tour/, /not on the board/],
    match22: [null, /touch/, /fewer/],
    monodot: [/the list|is given/, null, /as many neighbours/],
    nonogram: [null, /reads/, null],
    slider: [/slides on|leaves/, /target|fewer|shortest/],
    starbattle: [/ha(s|ve) \d+ star/, /touch/],
    sudoku: [/holds one digit$/, /^(the |row|column|box|region).*hold(s|) (one|each)/, /diagonal/,
        /odd|even/, /cage|sum/],
    thermometers: [/fills from the bulb/, /filled cell/],
    tiling: [/covered|the board has/, /as a whole|no piece fits/, /is used/, null],
    v3ck: [null, /the node/],
};

/** The numbers of the rules that a reason comes from. @param {string} kind @param {string} reason */
export function rulesOf(kind, reason) {
    return (REASONS[kind] ?? []).flatMap((pattern, i) => pattern?.test(reason) ? [i] : []);
}
