"""Sheets as a printer gets them: poppler reads the boxes of all words back from the PDF.

    test_sheet.py PULMA KIND...

For every kind nothing is cut off, no words overlap, and every number that the picture of a puzzle shows
stands on the page, too.  Then what holds for sheets as such: pages, paper, links, fonts, language."""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

PULMA, KINDS = sys.argv[1], sys.argv[2:]
ROOT = pathlib.Path(__file__).parent
FOLDER = pathlib.Path(tempfile.mkdtemp())
failures = []


def check(good, *words):
    if not good:
        failures.append(" ".join(map(str, words)))
        print("FAILED:", *words)


def run(*words, stdin=None, status=0):
    ended = subprocess.run([str(w) for w in words], input=stdin, capture_output=True, timeout=120)
    check(ended.returncode in (status if isinstance(status, tuple) else (status,)), words[1:], "ended with",
          ended.returncode, ended.stderr.decode(errors="replace")[:300])
    return ended


def pages_of(pdf):
    """[(width, height, [(left, top, right, bottom, word)])]"""
    text = run("pdftotext", "-bbox", pdf, "-").stdout.decode()
    pages = []
    for width, height, body in re.findall(r'<page width="([\d.]+)" height="([\d.]+)">(.*?)</page>', text, re.S):
        words = [(*map(float, box), word) for *box, word in re.findall(
            r'<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*?)</word>', body)]
        pages.append((float(width), float(height), words))
    return pages


def overlap(a, b):
    """The share of the smaller box that both cover; the height of a line counts half, since boxes of words
    have the room for accents and tails."""
    def middle(box):
        quarter = (box[3] - box[1]) / 4
        return box[0], box[1] + quarter, box[2], box[3] - quarter
    a, b = middle(a), middle(b)
    width, height = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    if width <= 0 or height <= 0:
        return 0
    return width * height / max(min((c[2] - c[0]) * (c[3] - c[1]) for c in (a, b)), 0.01)


def check_pages(name, pdf, margin=20):
    pages = pages_of(pdf)
    for number, (width, height, words) in enumerate(pages, 1):
        for word in words:
            check(word[0] >= margin and word[1] >= margin and word[2] <= width - margin
                  and word[3] <= height - margin, name, "page", number, "cut off:", word)
        words.sort()
        for i, a in enumerate(words):
            for b in words[i + 1:]:
                if b[0] >= a[2]:
                    break
                check(overlap(a, b) < 0.2, name, "page", number, "overlap:", a, b)
    return pages


def margins_are_white(name, pdf, margin=10):
    """Nothing at all, text or line, reaches into the rim of the paper."""
    for ppm in run("pdftoppm", "-r", "36", "-gray", pdf, FOLDER / "rim") and sorted(FOLDER.glob("rim*.pgm")):
        data = ppm.read_bytes()
        head = re.match(rb"P5\s+(\d+)\s+(\d+)\s+255\s", data)
        width, height = int(head[1]), int(head[2])
        rows = [data[head.end() + y * width:head.end() + (y + 1) * width] for y in range(height)]
        rim = b"".join(rows[:margin] + rows[-margin:] + [r[:margin] + r[-margin:] for r in rows])
        check(min(rim) > 240, name, ppm.name, "something stands in the margin")
        ppm.unlink()


def sheet(name, files, *options, **more):
    pdf = FOLDER / f"{name}.pdf"
    run(PULMA, "sheet", *files, "-o", pdf, *options, **more)
    return pdf


def of_kind(kind):
    boards = sorted((ROOT / "corpus" / kind).glob("*.txt"), key=lambda p: (p.stat().st_size, p))[:8]
    pdf = sheet(kind, boards, "--time", "60", status=(0, 1))
    pages = check_pages(kind, pdf)
    margins_are_white(kind, pdf)
    shown = [word[4] for page in pages for word in page[2]]
    for number in range(1, len(boards) + 1):
        check(str(number) in shown, kind, "number", number, "is missing")
    for board in boards:
        svg = run(PULMA, "draw", board, "-f", "svg").stdout.decode()
        for text in re.findall(r"<text[^>]*>([^<]*)</text>", svg):
            for word in text.split():
                check(any(word in s for s in shown) or len(word) > 12 or not word.isascii(), kind, board.name,
                      "shows", word, "but the sheet does not")


def sudokus(n):
    return run(PULMA, "generate", "sudoku", "-d", "easy", "-n", n, "--seed", "5").stdout


def sheets():
    some = sudokus(7)
    plain = sheet("plain", ["-"], "--title", "Für Monday", stdin=some)
    info = run("pdfinfo", plain).stdout.decode()
    check("Für Monday" in info, "title:", info)
    check("A4" in info, "paper:", info)
    check(b"/Lang (en)" in plain.read_bytes(), "no language")
    fonts = run("pdffonts", plain).stdout.decode().splitlines()[2:]
    check(fonts and all(re.search(r" yes yes yes ", line) for line in fonts), "fonts are not embedded:", fonts)
    text = run("pdftotext", "-layout", plain, "-").stdout.decode()
    check("easy 1.00, seed 5" in text, "no difficulty and seed")
    check(text.count("Fill every cell with a digit") == 1, "the rules stand there once")
    check("Answers" in text, "no answers")
    links = run("pdfinfo", "-dests", plain).stdout.decode()
    check(all(f'"{name}{i}"' in links for name in "pa" for i in range(1, 8)), "no places for links", links)
    check(plain.read_bytes().count(b"/Subtype /Link") == 14, "links both ways")
    check(b"/Outlines" in plain.read_bytes(), "no bookmarks")

    def count(pdf):
        return len(check_pages(pdf.stem, pdf))
    check(count(sheet("one", ["-"], "-g", "1x1", "-a", "none", stdin=some)) == 7, "one a page")
    check(count(sheet("four", ["-"], "-g", "2x2", "-a", "none", stdin=some)) == 2, "four a page")
    check(count(sheet("cover", ["-"], "--cover", "-a", "none", "-g", "2x4", stdin=some)) == 2, "a cover")
    sizes = {"a4": (595, 842), "letter": (612, 792), "a5": (420, 595)}
    for paper, size in sizes.items():
        for turned in (False, True):
            for answers in ("end", "below", "beside"):
                pdf = sheet(f"{paper}{turned}{answers}", ["-"], "-p", paper, "-a", answers, "--cut-marks",
                            *(["--landscape"] if turned else []), stdin=some)
                width, height, _ = check_pages(pdf.stem, pdf)[0]
                found = (round(width), round(height))
                check(found == (size[::-1] if turned else size), pdf.stem, found)
    margins_are_white("large", sheet("large", ["-"], "--large", "--theme", "print", stdin=some))
    mixed = [next(iter(sorted((ROOT / "../examples" / kind).glob("*.txt")))) for kind in KINDS if kind != "blank"]
    pdf = sheet("mixed", mixed, "--cover", "--title", "One of each", "-a", "none", "--time", "60")
    check_pages("mixed", pdf)
    margins_are_white("mixed", pdf)


def neighbours():
    """A wide board makes no other board small, and rules stand over a puzzle."""
    folder = ROOT.parent / "examples"
    files = [folder / "binary" / "easy-8x8.txt", folder / "circuit" / "12x40-hard.txt"]
    for first in files:
        other = [f for f in files if f != first]
        words = pages_of(sheet("wide", [first, *other], "-a", "none", "--cell", "6"))[0][2]
        digits = sorted({round(w[0], 1) for w in words if w[4] == "0" and w[3] - w[1] > 5})
        least = min(b - a for a, b in zip(digits, digits[1:])) if len(digits) > 1 else 0
        check(least >= 6 / 25.4 * 72 - 0.5, "cells beside a wide board:", least, "points")
    several = sorted(folder.glob("*/*.txt"), key=lambda f: (f.stat().st_size % 97, f))[:40]
    for number, page in enumerate(pages_of(sheet("kinds", several, "-a", "none", "--time", "20",
                                                 status=(0, 1, 3))), 1):
        heights = [w[3] - w[1] for w in page[2]]
        low = [w for w in page[2] if w[1] > page[1] - 130 and w[3] - w[1] == max(heights) > 15]
        check(not low, "page", number, "a heading at the foot:", low)


def calls():
    some = sudokus(2)
    for words, expected in ((["-o", "x.svg"], ".pdf"), (["-g", "0x2", "-o", "x.pdf"], "grid"),
                            (["--cell", "big", "-o", "x.pdf"], "cell"),
                            (["-p", "a3", "-o", "x.pdf"], "a4")):
        ended = run(PULMA, "sheet", "-", *words, stdin=some, status=2)
        check(expected in ended.stderr.decode(), words, ended.stderr)
    check(run(PULMA, "sheet", "-", stdin=b"nonsense\n", status=2).stdout == b"", "half a document")
    bad = run(PULMA, "sheet", "-", "-o", FOLDER / "no" / "x.pdf", stdin=some, status=2)
    check("cannot be written" in bad.stderr.decode(), bad.stderr)


def drawings():
    some = sudokus(3)
    pdf = FOLDER / "three.pdf"
    run(PULMA, "draw", "-", "-o", pdf, stdin=some)
    check(len(pages_of(pdf)) == 3, "three pages")
    again = run(PULMA, "draw", "-", "-f", "pdf", stdin=some).stdout
    check(again.count(b"%PDF-") == 1, "one document")
    for name in ("svg", "png"):
        ended = run(PULMA, "draw", "-", "-f", name, stdin=some, status=2)
        check(f"-o NAME.{name}" in ended.stderr.decode() and not ended.stdout, name, ended.stderr)
    one = sudokus(1)
    svg = {theme: run(PULMA, "draw", "-", "-f", "svg", "--theme", theme, stdin=one).stdout.decode()
           for theme in ("light", "dark", "print")}
    check(len(set(svg.values())) == 3, "themes look alike")
    check('width="720"' in run(PULMA, "draw", "-", "-f", "svg", "--width", "720", stdin=one).stdout.decode(),
          "a width")
    double = run(PULMA, "draw", "-", "-f", "svg", "--scale", "2", stdin=one).stdout.decode()
    check(re.search(r'width="(\d+)"', double)[1] == str(2 * int(re.search(r'width="(\d+)"', svg["light"])[1])),
          "a scale")
    png = run(PULMA, "draw", "-", "-f", "png", "--width", "500", stdin=one).stdout
    check(int.from_bytes(png[16:20], "big") == 500, "a PNG of 500 pixels")
    hint = run(PULMA, "draw", "-", "-f", "svg", "--marks", "hint", stdin=one).stdout.decode()
    check("stroke-dasharray" in hint and "stroke-dasharray" not in svg["light"], "a hint is marked")
    check(hint != run(PULMA, "draw", "-", "-f", "svg", "--marks", "2", stdin=one).stdout.decode(), "another step")
    check("step" in run(PULMA, "draw", "-", "--marks", "what", stdin=one, status=2).stderr.decode(), "marks")


if not shutil.which("pdftotext"):
    sys.exit(77)
try:
    for kind in KINDS:
        of_kind(kind)
    sheets()
    neighbours()
    calls()
    drawings()
finally:
    shutil.rmtree(FOLDER)
sys.exit(bool(failures))
