"""Mutated puzzles for tools/torture: small changes that keep the shape of a text, so that many get past the reader,
and every command on what does, a batch of boards a process."""
import json
import re
import time

BATCH = 50
LONGEST = 3000  # bytes of a text that is mutated

# Each board may cost so many conflicts or so much effort; the time of a batch is a net below that.
CONFLICTS, EFFORT, SECONDS = 200, 2, 20
COMMANDS = (
    ["solve", "--json", "--conflicts", CONFLICTS],
    ["solve", "--method", "rules", "--why", "--conflicts", CONFLICTS],
    ["solve", "--method", "kernel", "--limit", 3, "--conflicts", CONFLICTS],
    ["count", "--limit", 5, "--conflicts", CONFLICTS],
    ["draw", "-f", "words"],
    ["draw", "--ascii"],
)
IN_TURN = (  # three faces of one search, which takes most of the time: each board has one of them
    ["rate", "--effort", EFFORT],
    ["hint", "--effort", EFFORT],
    ["explain", "--all", "--effort", EFFORT],
)


# ---- Mutations --------------------------------------------------------------------------------


def other_number(lines, at, text, chance):
    def changed(match):
        if chance.random() > 0.3:
            return match[0]
        number = int(match[0][:9])
        return str(chance.choice((0, 1, 2, 3, 9, 10, 99, number + 1, max(number - 1, 0))))

    lines[at] = re.sub(r"\d+", changed, lines[at])


def other_character(lines, at, text, chance):
    line = lines[at]
    spot = chance.randrange(len(line) + 1)
    lines[at] = line[:spot] + chance.choice(text.replace("\n", "") or ".") + line[spot + 1:]


def swap_lines(lines, at, text, chance):
    other = chance.randrange(len(lines))
    lines[at], lines[other] = lines[other], lines[at]


def swap_words(lines, at, text, chance):
    """Two words of a line change places, or two characters if it is one word."""
    words = re.split(r"(\s+)", lines[at])
    parts = words if len(words) > 2 else list(lines[at])
    if parts:
        step = 2 if parts is words else 1
        a, b = (step * chance.randrange((len(parts) + step - 1) // step) for _ in range(2))
        parts[a], parts[b] = parts[b], parts[a]
        lines[at] = "".join(parts)


def repeat_line(lines, at, text, chance):
    lines.insert(at, lines[at])


def drop_line(lines, at, text, chance):
    if len(lines) > 1:
        del lines[at]


def grid_of(lines, at):
    """The lines around this one that have as many words, or as many letters if they have no spaces."""
    def width(line):
        return len(line.split()) if " " in line.strip() else -len(line.strip())

    first, last = at, at
    while first > 0 and width(lines[first - 1]) == width(lines[at]):
        first -= 1
    while last + 1 < len(lines) and width(lines[last + 1]) == width(lines[at]):
        last += 1
    return range(first, last + 1), abs(width(lines[at])), " " if width(lines[at]) > 0 else ""


def change_column(lines, at, text, chance):
    """A column of a grid is left out, or is there twice."""
    grid, width, gap = grid_of(lines, at)
    if width < 2:
        return
    column, times = chance.randrange(width), chance.choice((0, 2))
    for row in grid:
        cells = lines[row].split() if gap else list(lines[row].strip())
        lines[row] = gap.join(cells[:column] + times * cells[column:column + 1] + cells[column + 1:])


def change_cell(lines, at, text, chance):
    """A cell of a grid becomes another of the same grid."""
    grid, width, gap = grid_of(lines, at)
    if width < 1:
        return
    cells = lines[at].split() if gap else list(lines[at].strip())
    row = lines[chance.choice(grid)]
    cells[chance.randrange(width)] = chance.choice(row.split() if gap else list(row.strip()))
    lines[at] = gap.join(cells)


MUTATIONS = (other_number, other_character, swap_lines, swap_words, repeat_line, drop_line, change_column,
             change_cell, change_cell, change_cell)


def mutated(text, chance):
    """The text with a few small changes."""
    lines = text.splitlines()
    for _ in range(chance.choice((1, 1, 2, 3, 6))):
        chance.choice(MUTATIONS)(lines, chance.randrange(len(lines)), text, chance)
    return "\n".join(lines) + "\n"


# ---- Batches ----------------------------------------------------------------------------------


class Mutants:
    """Boards that no reader has refused, and what is done with them."""

    def __init__(self, attack, call, program):
        self.attack, self.call, self.program = attack, call, program
        self.texts = {}  # kind -> texts to mutate
        self.seen = set()
        self.tried = self.calls = self.stopped = 0

    def run(self, *words, judged=True):
        done = self.call(self.program, *words, seconds=10 * SECONDS)
        self.calls += 1
        self.stopped += done.status == 3 and "time" in done.sentence()
        return self.attack.judge(done) if judged else done

    def sources(self, kind):
        """The kind's boards in every notation that is written."""
        if kind["name"] not in self.texts:
            texts = []
            for board in self.attack.boards(kind["name"]):
                made = (self.call(self.attack.pulma, "convert", "--to", notation["name"], board)
                        for notation in kind["notations"])
                texts += [done.out for done in made
                          if done.status == 0 and done.out.strip() and len(done.out) < LONGEST]
            self.texts[kind["name"]] = texts
        return self.texts[kind["name"]]

    def batch(self, kind):
        """A file of boards that are new, one JSON document a line, read under the sanitizers; the lines."""
        boards = []
        for _ in range(20):
            files = []
            for number in range(BATCH):
                file = self.attack.folder / f"mutant-{number}.txt"
                file.write_text(mutated(self.attack.chance.choice(self.sources(kind)), self.attack.chance))
                files.append(file)
            self.tried += len(files)
            read = self.run("convert", "--json", "-k", kind["name"], *files)
            for line in read.out.splitlines():
                if line not in self.seen and "status" not in json.loads(line) and len(boards) < BATCH:
                    self.seen.add(line)
                    boards.append(line)
            if len(boards) == BATCH:
                break
        return boards

    def attack_batch(self, kind, boards):
        """Every command; the files stay if there was a finding."""
        before = len(self.attack.findings)
        name = f"{kind['name']}-{len(self.seen)}"
        file = self.attack.folder / f"mutants-{name}.txt"
        file.write_text("\n".join(boards) + "\n")
        self.run("convert", file)
        for words in COMMANDS:
            done = self.run(*words, "--time", SECONDS, file)
            if words is COMMANDS[0]:
                self.check_changed(kind, boards, done)
        for number, words in enumerate(IN_TURN):
            third = self.attack.folder / f"mutants-{name}.{number}.txt"
            third.write_text("\n".join(boards[number::len(IN_TURN)]) + "\n")
            self.run(*words, "--time", SECONDS, third)
        self.run("draw", "-o", self.attack.folder / "board.svg", "--time", SECONDS, file)
        self.run("sheet", "-o", self.attack.folder / "sheet.pdf", "--time", 2, file)
        for board in self.attack.chance.sample(boards, min(2, len(boards))):
            self.ask_one(kind, board)
        if len(self.attack.findings) == before:
            for written in self.attack.folder.glob(f"mutants-{name}.*"):
                written.unlink()

    def check_changed(self, kind, boards, solved):
        """The answers, some of them changed, are judged."""
        pairs = []
        for line in solved.out.splitlines():
            document = json.loads(line)
            if document.get("answer"):
                answer = document["answer"]
                text = mutated(answer, self.attack.chance) if self.attack.chance.random() < 0.7 else answer
                pairs.append((boards[document["line"] - 1], text.replace("\n\n", "\n")))
        puzzles, answers = self.attack.folder / "puzzles.txt", self.attack.folder / "answers.txt"
        puzzles.write_text("".join(board + "\n" for board, _ in pairs))
        answers.write_text("\n".join(text for _, text in pairs))
        if pairs:
            self.run("check", "--mistakes", "--time", SECONDS, puzzles, answers)

    def ask_one(self, kind, board):
        """What is asked of one board, and what starts processes."""
        file, proof = self.attack.folder / "one.json", self.attack.folder / "one.proof"
        file.write_text(board + "\n")
        proof.unlink(missing_ok=True)
        self.run("solve", "--proof", proof, "--time", 2, file)
        if proof.exists():
            self.run("verify-proof", "--time", 2, file, proof)
        if kind["models"]:
            model = self.attack.chance.choice(kind["models"])["name"]
            solver = self.attack.chance.choice(("glpk", "cbc", "sat"))
            self.run("solve", "--model", model, "--solver", solver, "--time", 2, file)
            self.run("model", f"{kind['name']}/{model}", file, "-f", "lp")


def attack_with(attack, call, program, wanted):
    """Mutants until so many were read, or the seconds of the part are over."""
    mutants = Mutants(attack, call, program)
    while len(mutants.seen) < wanted and time.monotonic() < attack.until:
        kind = attack.chance.choice(attack.kinds)
        mutants.attack_batch(kind, mutants.batch(kind))
    return (f"{len(mutants.seen):,} different boards of {mutants.tried:,} mutations, {mutants.calls:,} calls, "
            f"{mutants.stopped} stopped by --time")
