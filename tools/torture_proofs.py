"""False proofs for tools/torture: true ones with something changed, of which another checker must say the same if pulma
accepts one, and proofs of statements that are false, which nobody may accept."""
import json
import re
import shutil
import time

from torture_mutants import mutated

NEIGHBOURS, WRONG = 60, 6  # mutations of a board, and of its answer, for false statements
LONG, LONG_TURN = 3000, 8  # steps of a proof that is changed in one round of so many only
CUTS = 20  # of a proof for a formula that refutes itself: nothing else makes it false


# ---- Changes ----------------------------------------------------------------------------------
# Each takes the steps of a proof up to the empty clause, which is the last, and gives other steps.


def cut_off(steps, chance):
    """A file that ends too early: it is no proof, however easy the formula."""
    return steps[:chance.randrange(len(steps))]


def end_early(steps, chance):
    return steps[:chance.randrange(len(steps))] + ["0"]


def some_of_them(steps, chance):
    share = chance.random()
    return [step for step in steps[:-1] if chance.random() < share] + ["0"]


def block_gone(steps, chance):
    first, last = sorted(chance.randrange(len(steps)) for _ in range(2))
    return steps[:first] + steps[last:-1] + ["0"]


def backwards(steps, chance):
    return steps[-2::-1] + ["0"]


def literals_gone(steps, chance):
    """Lemmas that say more than was learnt.  Nothing is left of some deletions, which drat-trim does not understand."""
    share = chance.choice((0.05, 0.2, 0.5))
    fewer = (" ".join(word for word in step.split() if word in ("d", "0") or chance.random() > share) for step in steps)
    return [step for step in fewer if step != "d 0"]


def other_signs(steps, chance):
    """In some of the steps, or in some of the last ones."""
    steps = list(steps)
    first = chance.choice((0, max(0, len(steps) - 20)))
    for _ in range(chance.choice((3, 10, 30))):
        at = chance.randrange(first, len(steps))
        steps[at] = re.sub(r"-?[1-9]\d*", lambda found: str(-int(found[0])), steps[at], count=1)
    return steps


def other_literals(steps, chance):
    """Some literals become neighbours of theirs."""
    steps = list(steps)
    for _ in range(chance.choice((1, 3, 10, 30))):
        at = chance.randrange(len(steps))
        steps[at] = re.sub(r"[1-9]\d*", lambda found: str(max(1, int(found[0]) + chance.choice((-1, 1)))), steps[at])
    return steps


def guesses(steps, chance):
    """Units out of thin air, most often at the beginning; the rest follows from them."""
    variables = sorted({abs(int(word)) for step in steps for word in step.split() if word not in ("d", "0")}) or [1]
    at = chance.choice((0, 0, chance.randrange(len(steps))))
    units = [f"{chance.choice((-1, 1)) * chance.choice(variables)} 0" for _ in range(chance.choice((2, 5, 20)))]
    return steps[:at] + units + steps[at:]


def forgotten(steps, chance):
    """Lemmas that are deleted as soon as they are there."""
    share = chance.choice((0.1, 0.5, 1))
    return [line for step in steps[:-1] for line in
            ((step, f"d {step}") if not step.startswith("d") and chance.random() < share else (step,))] + ["0"]


CHANGES = (cut_off, end_early, some_of_them, block_gone, backwards, literals_gone, other_signs, other_literals, guesses,
           forgotten)


# ---- What is attacked -------------------------------------------------------------------------


class Proved:
    """A board with its proof: what it says, and false statements that look like it."""

    def __init__(self, kind, board, proof, formula, answers):
        self.kind, self.board, self.formula, self.answers = kind, board, formula, answers
        lines = proof.read_text().splitlines()
        self.head = [line for line in lines if line.startswith("c")]  # candidates of lazy rules among them
        steps = [line for line in lines if not line.startswith("c")]
        self.steps = steps[:steps.index("0") + 1]
        self.easy = False  # the formula refutes itself: every text with the empty clause is a proof
        self.cuts = 0
        self.false = []  # (board, answers): these are not all the answers


class Proofs:
    """Tries false proofs, each once."""

    def __init__(self, attack, call, checker):
        self.attack, self.call, self.checker = attack, call, checker
        self.proved, self.seen, self.file = [], set(), attack.folder / "false"
        self.independent = self.several = self.open = 0
        self.refused = self.harmless = self.agreed = self.lies = 0

    def verify(self, board, proof, answers):
        return self.call(self.attack.pulma, "verify-proof", board, proof, *answers)

    def checks(self, formula, proof):
        """Whether the other checker verifies it."""
        done = self.call(self.checker, formula, proof, "-f", seconds=300)
        return "s VERIFIED" in done.out or "trivial UNSAT" in done.out

    def prove(self, kind, board, seconds):
        """The board's proof, if it has at most one answer."""
        attack = self.attack
        name = attack.folder / f"proof-{kind['name']}-{board.stem}"
        proof, formula, answer = name, name.with_name(name.name + ".cnf"), name.with_name(name.name + ".answer")
        done = attack.judge(self.call(attack.pulma, "solve", "--proof", proof, "--time", seconds, board))
        if done.status not in (0, 1) or not proof.exists():
            several = "there are other answers" in done.err
            self.several, self.open = self.several + several, self.open + (not several)
            return
        answer.write_text(done.out)
        answers = [answer] if done.status == 0 else []
        verified = self.verify(board, proof, answers)
        if verified.status != 0:
            attack.finding(f"a true proof is refused: {verified.out.strip()}", verified)
            return
        if self.checker and self.checks(formula, proof):
            self.independent += 1
        elif self.checker:
            attack.finding("drat-trim does not verify it", f"{board} {proof}")
        self.proved.append(Proved(kind, board, proof, formula, answers))

    def mistake(self, proved):
        """False statements about the board: that it has no answer, or a wrong one."""
        if proved.answers:
            proved.false.append((proved.board, []))
        for number in range(WRONG if proved.answers else 0):
            wrong = proved.answers[0].with_suffix(f".wrong{number}")
            rows = re.sub("^%.*\n", "", proved.answers[0].read_text(), flags=re.MULTILINE)  # remarks are passed over
            wrong.write_text(mutated(rows, self.attack.chance))
            if self.call(self.attack.pulma, "check", proved.board, wrong).status != 0:
                proved.false.append((proved.board, [wrong]))

    def look_around(self, proved):
        """False statements about boards like it: that there is no answer, or only one."""
        attack, files = self.attack, []
        for number in range(NEIGHBOURS):
            file = attack.folder / f"near-{proved.kind['name']}-{proved.board.stem}-{number}.txt"
            file.write_text(mutated(proved.board.read_text(), attack.chance))
            files.append(file)
        done = self.call(attack.pulma, "solve", "--json", "--limit", 2, "--conflicts", 200, "--time", 5, "-k",
                         proved.kind["name"], *files)
        for document in map(json.loads, done.out.splitlines()):
            answers = document.get("answers") or []
            file = next((file for file in files if str(file) == document.get("file")), None)
            if file and answers:
                proved.false.append((file, []))
            if file and len(answers) > 1:  # cheapest ones, if there is an objective
                first = file.with_suffix(".answer")
                first.write_text(answers[0]["answer"])
                proved.false.append((file, [first]))

    def changed(self, proved):
        """One change, or two; or candidates are missing."""
        chance, steps, head = self.attack.chance, proved.steps, proved.head
        if len(head) > 1 and chance.random() < 0.3:
            share = chance.random()
            head = [line for line in head if chance.random() < share]
            return "".join(f"{line}\n" for line in [*head, *steps])
        for _ in range(chance.choice((1, 2))):
            if steps and steps[-1] == "0":
                steps = chance.choice((cut_off,) if proved.easy else CHANGES)(steps, chance)
        return "".join(f"{line}\n" for line in [*head, *steps])

    def attempt(self, board, answers, text):
        """Gives pulma a proof that it has not seen; what came of it, None: it had seen it."""
        key = hash((board, tuple(answers), text))
        if key in self.seen:
            return None
        self.seen.add(key)
        self.file.write_text(text)
        return self.verify(board, self.file, answers)

    def try_change(self, proved):
        proved.cuts += proved.easy
        if proved.cuts > CUTS:
            return
        text = self.changed(proved)
        done = self.attempt(proved.board, proved.answers, text)
        if done is None:
            return
        if done.status != 0:
            self.attack.judge(done, (1, 2))
            self.refused += 1
        elif not re.search("^0$", text, re.MULTILINE):
            self.keep("a proof without an end is accepted", proved, done)
        else:
            self.harmless += 1  # it still is a proof: another checker must say so, too
            if self.checker and self.checks(proved.formula, self.file):
                self.agreed += 1
            elif self.checker:
                self.keep("accepted by pulma, refused by drat-trim", proved, done)

    def try_lie(self, proved, first):
        """A false statement with the proof, or with a changed one; the first is the nearest to the truth."""
        if not proved.false:
            return
        board, answers = proved.false[0] if first else self.attack.chance.choice(proved.false)
        text = "".join(f"{line}\n" for line in [*proved.head, *proved.steps])
        if not first and self.attack.chance.random() < 0.8:
            text = self.changed(proved)
        done = self.attempt(board, answers, text)
        if done and done.status == 0:
            self.keep("a false statement is accepted", proved, done)
        elif done:
            self.attack.judge(done, (1, 2))
            self.lies += 1

    def keep(self, what, proved, done):
        kept = self.attack.folder / f"accepted-{len(self.attack.findings)}"
        shutil.copy(self.file, kept)
        self.attack.finding(what, f"{proved.board} {kept}: {done}")

    def run(self, wanted, rounds):
        """Changes of each board in turn, and every now and then a lie."""
        for proved in self.proved:
            self.mistake(proved)
            self.look_around(proved)
            self.file.write_text("".join(f"{line}\n" for line in [*proved.head, "0"]))
            proved.easy = self.verify(proved.board, self.file, proved.answers).status == 0
        for number in range(rounds):
            for proved in self.proved:
                if self.refused >= wanted or time.monotonic() > self.attack.until:
                    return
                if len(proved.steps) < LONG or number % LONG_TURN == 0:
                    self.try_change(proved)
                if number % 4 == 0:
                    self.try_lie(proved, first=number == 0)

    def told(self):
        by_checker = f", {self.independent} also by drat-trim" if self.checker else ""
        word = f", {self.agreed} of them by drat-trim's word" if self.checker else ""
        return (f"{len(self.proved)} proved and verified{by_checker}, {self.open} not within the limit, {self.several} "
                f"have several answers; {self.refused:,} changed ones refused, {self.harmless:,} still proofs{word}; "
                f"{self.lies:,} for false statements refused")


def attack_with(attack, call, wanted, rounds):
    """Proves the boards of the corpus, and tries false proofs until so many changed ones were refused, or for so many
    rounds."""
    proofs = Proofs(attack, call, shutil.which("drat-trim"))
    boards = ((kind, board) for kind in attack.kinds for board in attack.boards(kind["name"]))
    for kind, board in attack.in_time(attack.some(boards, 16)):
        proofs.prove(kind, board, 2 if attack.short else 30)
    proofs.run(wanted, rounds)
    return proofs.told()
