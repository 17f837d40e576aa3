"""GAMS models as formulas: an interpreter of the part of GAMS that pulma writes makes the rows anew from the text alone, and
they must be the rows, bounds and costs of the program that GLPK's translator makes of the model.

    test_gams.py PULMA
"""
import collections
import itertools
import math
import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
CORPUS = ROOT / "tests" / "corpus"
# Small boards for the models of a kind, and other ones for models that refuse those or say more.
BOARDS = {
    "binary": ["all-4x4"], "circuit": ["two", "gates"], "eternity1": ["four", "hints"], "flowfree": ["four"], "infinityloop": ["phone"],
    "kakuro": ["two"], "knight": ["3x4"], "match22": ["two"], "monodot": ["square"], "nonogram": ["four-answers"], "slider": ["two"],
    "starbattle": ["two-8x8"], "sudoku": ["tiny"], "thermometers": ["hidden"], "tiling": ["thesis-general"], "v3ck": ["square"],
    "edgematch": ["eternity2-lampainen-2x2"], "edgematch/signed": ["signed-3x3"], "edgematch/way1": ["eternity2-lampainen-2x2", "signed-edges"],
    "edgematch/triangle": ["eternity-triangle-lampainen-2x2"], "edgematch/triangle-classes": ["eternity-triangle-lampainen-2x2"],
    "edgematch/triangle-classes-printed": ["eternity-triangle-lampainen-2x2"], "flowfree/colour-distance": ["apart"],
    "infinityloop/network": ["net", "ring"], "nonogram/colours": ["two-colours"],
    "sudoku/complete": ["killer-x-four", "parity-four", "cage-list"], "sudoku/killer": ["cage-list"], "sudoku/killer-equations": ["cage-list"],
    "sudoku/odd-even": ["parity-four"], "sudoku/odd-even-equations": ["parity-four"], "sudoku/x": ["jigsaw-x"], "sudoku/x-equations": ["jigsaw-x"],
    "tiling/simple": ["thesis-simple"], "tiling/simple-equations": ["thesis-simple"]}
PULMA = None


def pulma(board, *arguments):
    return subprocess.run([PULMA, *map(str, arguments)], input=board, capture_output=True, text=True, check=True).stdout


# ---- Sums of products of variables: {(): 3, ("x(1)",): 2, ("x(1)", "y(2)"): -1} ----

def poly(value):
    return value if isinstance(value, dict) else {(): float(value)}


def add(a, b, factor=1):
    if not isinstance(a, dict) and not isinstance(b, dict):
        return a + factor * b
    total = collections.Counter(poly(a))
    for term, value in poly(b).items():
        total[term] += factor * value
    return dict(total)


def times(a, b):
    if not isinstance(a, dict) and not isinstance(b, dict):
        return a * b
    total = collections.Counter()
    for (s, x), (t, y) in itertools.product(poly(a).items(), poly(b).items()):
        total[tuple(sorted(s + t))] += x * y
    return dict(total)


# ---- The interpreter ----

TOKEN = re.compile(r"\s*(=[elg]=|<=|>=|<>|\*\*|\.\.|\d+(?:\.\d+)?(?:e[+-]?\d+)?|[A-Za-z_]\w*|'[^']*'|[-+*/<>=()$,.;])")
OVER = {"sum": lambda v: sum_of(v), "prod": lambda v: product_of(v), "smin": min, "smax": max}
FUNCTIONS = {"abs": abs, "floor": math.floor, "ceil": math.ceil, "trunc": math.trunc, "min": min, "max": max, "sqrt": math.sqrt}


def sum_of(values):
    total = 0
    for value in values:
        total = add(total, value)
    return total


def product_of(values):
    total = 1
    for value in values:
        total = times(total, value)
    return total


class Reader:
    """Formulas as nested tuples."""

    def __init__(self, text):
        self.tokens, at = [], 0
        text = text.rstrip()
        while at < len(text):
            match = TOKEN.match(text, at)
            assert match, text[at:at + 40]
            self.tokens.append(match.group(1))
            at = match.end()
        self.at = 0

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, token=None):
        found = self.peek()
        assert token in (None, found), (token, found, self.tokens[max(0, self.at - 8):self.at + 3])
        self.at += 1
        return found

    def accept(self, *tokens):
        return self.take() if self.peek() in tokens else None

    def binary(self, operators, below):
        left = below()
        while self.peek() in operators:
            left = (self.take(), left, below())
        return left

    def logic(self):
        return self.binary(("or", "xor"), lambda: self.binary(("and",), self.negation))

    def negation(self):
        return ("not", self.negation()) if self.accept("not") else self.binary(("<", "<=", "=", ">=", ">", "<>"), self.sum)

    def sum(self):
        return self.binary(("+", "-"), lambda: self.binary(("*", "/"), self.power))

    def power(self):
        left = self.signed()
        return ("**", left, self.signed()) if self.accept("**") else left

    def signed(self):
        if self.accept("-"):
            return "neg", self.signed()
        return self.signed() if self.accept("+") else self.conditional()

    def conditional(self):
        value = self.primary()
        while self.accept("$"):
            value = ("$", value, self.primary())
        return value

    def index(self):
        token = self.take()
        if token.startswith("'"):
            return None, int(token[1:-1])
        shift = self.accept("+", "-")
        return token, (int(shift + self.take()) if shift else 0)

    def indices(self):
        """(i,'3',j+1)"""
        found = []
        if self.accept("("):
            found.append(self.index())
            while self.accept(","):
                found.append(self.index())
            self.take(")")
        return found

    def control(self):
        """i or (i,j), and a condition after $."""
        names = [self.take()] if self.peek() != "(" else None
        if names is None:
            self.take("(")
            names = [self.take()]
            while self.accept(","):
                names.append(self.take())
            self.take(")")
        return names, conjuncts(self.primary()) if self.accept("$") else []

    def primary(self):
        token = self.take()
        if token == "(":
            value = self.logic()
            self.take(")")
            return value
        if token[0].isdigit():
            return float(token)
        if token in OVER:
            self.take("(")
            names, conditions = self.control()
            self.take(",")
            body = self.logic()
            self.take(")")
            return token, names, conditions, body
        if token == "card":
            self.take("(")
            name = self.take()
            self.take(")")
            return "card", name
        if token in FUNCTIONS:
            arguments = [self.take("(") and self.logic()]
            while self.accept(","):
                arguments.append(self.logic())
            self.take(")")
            return "call", token, arguments
        if token == "inf":
            return math.inf
        if self.accept("."):
            return self.take("val"), token
        return "ref", token, self.indices()


def conjuncts(condition):
    if isinstance(condition, tuple) and condition[0] == "and":
        return conjuncts(condition[1]) + conjuncts(condition[2])
    return [condition]


def names_in(tree):
    """The indices that a formula names."""
    if not isinstance(tree, (tuple, list)):
        return set()
    if isinstance(tree, tuple) and tree and tree[0] == "val":
        return {tree[1]}
    if isinstance(tree, tuple) and tree and tree[0] == "ref":
        return {name for name, _ in tree[2] if name}
    return set().union(set(), *(names_in(part) for part in tree))


class Model:
    def __init__(self, text):
        text = re.sub(r"(?m)^[*$].*\n", "", text)
        self.sets, self.data, self.variables = {}, {}, {}
        self.bounds, self.rows = {}, []
        body, _, rest = text.partition("\nModel puzzle")
        self.sense = re.search(r"using (\w+) (\w+) objective;", rest).groups()
        self.loops = re.findall(r"put '(\w+)'", rest)
        declarations, _, formulas = body.partition("\nEquations\n")
        declared, _, formulas = formulas.partition(";\n")
        self.equations = {line.split("(")[0].strip(): line.count("idx") for line in declared.splitlines() if line.strip()}
        for statement in re.split(r";\n", declarations):
            self.declare(re.sub(r'"[^"]*"', "", statement).strip("\n"))
        for formula in re.split(r";\n", formulas):
            if formula.strip():
                self.equation(Reader(formula))

    def labels(self, word):
        return tuple(int(part.strip("'")) for part in re.findall(r"'-?\d+'|\d+", word))

    def members(self, text):
        for item in filter(None, (item.strip() for item in text.split(","))):
            if "*" in item:
                first, last = map(int, item.split("*"))
                yield from ((i,) for i in range(first, last + 1))
            else:
                yield self.labels(item)

    def declare(self, statement):
        words = statement.split(None, 1)
        if not words:
            return
        if words[0] == "Alias":
            self.indices = set(re.findall(r"\w+", words[1])) - {"idx"}
        elif words[0] == "Table":
            name = words[1].split("(")[0]
            head, *lines = statement.split("\n")[1:]
            ends = [(match.end(), int(match.group().strip("'"))) for match in re.finditer(r"\S+", head)]
            self.data[name] = {}
            for line in lines:
                row, *cells = re.finditer(r"\S+", line)
                for cell in cells:
                    column = [label for end, label in ends if end == cell.end()]
                    assert len(column) == 1, line
                    self.data[name][int(row.group().strip("'")), column[0]] = float(cell.group())
        elif words[0] in ("Set", "Parameter", "Scalar"):
            name, text = re.fullmatch(r"(\w+)\s*(?:\([\w,]*\))?\s*/(.*)/", words[1], re.S).groups()
            if words[0] == "Set":
                self.sets[name] = set(self.members(text))
            elif words[0] == "Scalar":
                self.data[name] = {(): float(text)}
            else:
                self.data[name] = {self.labels(item.rsplit(None, 1)[0]): float(item.split()[-1]) for item in text.split(",") if item.strip()}
        elif "Variable" in words[:1] or words[1].startswith("Variable"):
            kind, name = re.match(r"(Binary |Integer |)Variable (\w+)", statement).groups()
            self.variables[name] = {"Binary ": (0, 1, True), "Integer ": (0, math.inf, True), "": (-math.inf, math.inf, False)}[kind]
        else:
            self.assign(statement)

    def assign(self, statement):
        """x.lo(i,j)$(...) = ..."""
        left, _, right = statement.partition(" = ") if "$" not in statement else statement.partition(") = ")
        name, bound, rest = re.fullmatch(r"(\w+)\.(lo|up|fx)(.*)", left + (")" if "$" in left else ""), re.S).groups()
        reader = Reader(rest)
        names, conditions = [n for n, _ in reader.indices()], []
        if reader.accept("$"):
            conditions = conjuncts(reader.primary())
        value = Reader(right.replace("+inf", "inf")).logic()
        for env in self.solutions(names, conditions, {}):
            key = self.column(name, [env[n] for n in names])
            lower, upper, whole = self.bounds.get(key, self.variables[name])
            limit = self.value(value, env)
            self.bounds[key] = (limit if bound != "up" else lower, limit if bound != "lo" else upper, whole)

    def equation(self, reader):
        name = reader.take()
        names = [n for n, _ in reader.indices()]
        conditions = conjuncts(reader.primary()) if reader.accept("$") else []
        reader.take("..")
        left = reader.logic()
        relation = reader.take()
        right = reader.logic()
        assert reader.peek() == "", reader.tokens[reader.at:]
        assert self.equations.pop(name) == len(names), name
        for env in self.solutions(names, conditions, {}):
            self.rows.append((name, relation[1], add(self.value(left, env), self.value(right, env), -1)))

    def column(self, name, labels):
        self.variables[name]
        return re.sub("_var$", "", name) + ("(%s)" % ",".join(map(str, labels)) if labels else "")

    def solutions(self, names, conditions, env):
        """All values of the names that meet the conditions, which are taken in an order that is quick."""
        assert not set(names) & set(env), "under control already"
        free = [n for n in names if n not in env]
        assert set(names) <= self.indices
        yield from self.search(free, conditions, dict(env))

    def search(self, free, conditions, env):
        ready = [c for c in conditions if not names_in_free(c, free)]
        if ready:
            if all(self.value(c, env) for c in ready):
                yield from self.search(free, [c for c in conditions if not any(c is r for r in ready)], env)
            return
        if not free:
            yield env
            return
        for condition in conditions:
            if isinstance(condition, tuple) and condition[0] == "ref" and condition[1] in self.sets:
                for member in self.sets[condition[1]]:
                    more = self.match(condition[2], member, free, env)
                    if more is not None:
                        yield from self.search([n for n in free if n not in more], conditions, {**env, **more})
                return
        for condition in conditions:
            if isinstance(condition, tuple) and condition[0] == "=" and condition[1][:1] == ("val",) and condition[1][1] in free \
                    and not names_in_free(condition[2], free):
                value = self.value(condition[2], env)
                if (value,) in self.sets["idx"]:
                    yield from self.search([n for n in free if n != condition[1][1]], conditions, {**env, condition[1][1]: int(value)})
                return
        for (label,) in self.sets["idx"]:
            yield from self.search(free[1:], conditions, {**env, free[0]: label})

    def match(self, indices, member, free, env):
        assert len(indices) == len(member)
        more = {}
        for (name, shift), label in zip(indices, member):
            value = env.get(name, more.get(name)) if name else 0
            if value is None and name in free:
                more[name] = label - shift
            elif value + shift != label:
                return None
        return more

    def place(self, index, env):
        name, shift = index
        assert name is None or name in env, "%s is not under control" % name
        return (env[name] if name else 0) + shift

    def value(self, t, env):
        if isinstance(t, float):
            return t
        kind = t[0]
        if kind == "val":
            return env[t[1]]
        if kind == "ref":
            labels = tuple(self.place(index, env) for index in t[2])
            if t[1] in self.sets:
                return labels in self.sets[t[1]]
            if t[1] in self.data:
                return self.data[t[1]].get(labels, 0)
            return {(self.column(t[1], labels),): 1.0}
        if kind in OVER:
            return OVER[kind]([self.value(t[3], inner) for inner in self.solutions(t[1], t[2], env)])
        if kind == "card":
            return len(self.sets[t[1]])
        if kind == "call":
            return FUNCTIONS[t[1]](*(self.value(a, env) for a in t[2]))
        if kind == "$":
            return self.value(t[1], env) if self.value(t[2], env) else 0
        if kind == "neg":
            return times(-1, self.value(t[1], env))
        if kind == "not":
            return not self.value(t[1], env)
        if kind == "and":
            return bool(self.value(t[1], env)) and bool(self.value(t[2], env))
        if kind == "or":
            return bool(self.value(t[1], env)) or bool(self.value(t[2], env))
        a, b = self.value(t[1], env), self.value(t[2], env)
        if kind == "xor":
            return bool(a) != bool(b)
        if kind in "+-":
            return add(a, b, 1 if kind == "+" else -1)
        if kind == "*":
            return times(a, b)
        if kind == "/":
            return times(a, 1 / b)
        if kind == "**":
            return a ** b
        return {"<": a < b, "<=": a <= b, "=": a == b, ">=": a >= b, ">": a > b, "<>": a != b}[kind]


def names_in_free(tree, free):
    return names_in(tree) & set(free)


# ---- What pulma's own translation says ----

class Mps:
    def __init__(self, text):
        self.senses, self.entries = {}, collections.defaultdict(dict)
        self.sides, self.ranges, self.columns = {}, {}, {}
        section, whole = "", False
        for line in text.splitlines():
            words = line.split()
            if line[0] not in " *":
                section = words[0]
            elif line[0] == "*":
                continue
            elif section == "ROWS":
                self.senses[words[1]] = words[0]
            elif section == "COLUMNS" and words[1] == "'MARKER'":
                whole = "INTORG" in words[2]
            elif section == "COLUMNS":
                self.entries[words[1]][words[0]] = float(words[2])
                self.columns.setdefault(words[0], [0, math.inf, whole])
            elif section == "RHS":
                self.sides[words[1]] = float(words[2])
            elif section == "RANGES":
                self.ranges[words[1]] = float(words[2])
            elif section == "BOUNDS":
                bound = self.columns.setdefault(words[2], [0, math.inf, whole])
                value = float(words[3]) if len(words) > 3 else 0
                if words[0] in ("LO", "FX"):
                    bound[0] = value
                if words[0] in ("UP", "FX"):
                    bound[1] = value
                if words[0] in ("MI", "FR"):
                    bound[0] = -math.inf
                if words[0] == "BV":
                    bound[:] = 0, 1, True

    def rows(self):
        for row, sense in self.senses.items():
            side, terms = self.sides.get(row, 0), self.entries[row]
            if sense == "N":
                continue
            if sense in "EL" or row in self.ranges:
                upper = side if sense != "G" else side + self.ranges[row]
                yield row, "e" if sense == "E" else "l", terms, upper
            if sense in "G" or (row in self.ranges and sense == "L"):
                yield row, "g", terms, side if sense == "G" else side - self.ranges[row]


def keys(relation, terms, side):
    """A row as something to be compared: "at most", twice for an equation; the largest number is 1."""
    terms = {term: value for term, value in terms.items() if abs(value) > 1e-9}
    scale = max(map(abs, terms.values()))
    return [(tuple(sorted((term, round(sign * value / scale, 9)) for term, value in terms.items())), round(sign * side / scale, 9) + 0.0)
            for sign in {"e": (1, -1), "l": (1,), "g": (-1,)}[relation]]


class Gams(unittest.TestCase):
    maxDiff = 2000

    def compare(self, model, board, linear, seen, names):
        """`seen` gets the equations that have rows, `names` all that are declared."""
        text = pulma(board, "model", model, "-", "--format", "gams-sets", *(["--linearise"] if linear else []))
        names |= set(re.findall(r"^  (\w+)", text.partition("\nEquations\n")[2].partition("\n;")[0], re.M))
        gams, mps = Model(text), Mps(pulma(board, "model", model, "-", "--format", "mps"))
        # s = x*y, from the rows that define it
        products = {}
        for row, terms in mps.entries.items():
            if row.startswith("product_") and 2 in map(abs, terms.values()) and not linear:
                (s,) = (c for c, v in terms.items() if abs(v) == 2)
                products[s] = tuple(sorted(c for c in terms if c != s))
        expected = collections.Counter()
        for row, relation, terms, side in mps.rows():
            if row.startswith("product_") and not linear:
                continue
            if any(terms.values()):
                expected.update(keys(relation, {products.get(c, (c,)): v for c, v in terms.items()}, side))
        found = collections.Counter()
        for name, relation, row in gams.rows:
            row = {t: v for t, v in poly(row).items() if v}
            if name != "goal" and set(row) - {()}:
                found.update(keys(relation, {t: v for t, v in row.items() if t}, -row.get((), 0)))
        self.assertEqual(found - expected, collections.Counter(), "rows that the program has not")
        self.assertEqual(expected - found, collections.Counter(), "rows that are missing")
        self.assertGreater(sum(found.values()), 0)
        self.objective(gams, mps)
        self.bounds(gams, mps, products)
        self.assertEqual(gams.sense[0], "minlp" if products else "mip")
        self.assertEqual(gams.equations, {})
        self.assertEqual(gams.loops, [v for v in gams.variables if v != "objective"])
        seen |= {name for name, _, row in gams.rows if set(poly(row)) - {()}}

    def objective(self, gams, mps):
        ((_, _, row),) = (row for row in gams.rows if row[0] == "goal")
        terms = {t[0]: -v for t, v in row.items() if t and t != ("objective",) and v}
        self.assertEqual(row[("objective",)], 1)
        (name,) = (row for row, sense in mps.senses.items() if sense == "N")
        sign = -1 if gams.sense[1] == "maximizing" else 1
        costs = {c: v for c, v in mps.entries[name].items() if v}
        constant = costs.pop("objective_constant", 0)
        if terms:  # without an objective GAMS has the constant 1
            self.assertEqual(-sign * row.get((), 0), constant)
        self.assertEqual({c: sign * v for c, v in terms.items()}, costs)

    def bounds(self, gams, mps, products):
        for column, bound in mps.columns.items():
            name = column.split("(")[0]
            if column == "objective_constant":
                continue
            if column in products:
                self.assertNotIn(name, gams.variables)
            else:
                declared = gams.variables.get(name) or gams.variables[name + "_var"]
                self.assertEqual(tuple(map(float, gams.bounds.get(column, declared))), tuple(map(float, bound)), column)

    def test_every_model(self):
        models = sorted(ROOT.glob("models/*/*.mod")) + sorted(ROOT.glob("models/*/faulty/*.mod"))
        self.assertGreater(len(models), 40)
        for path in models:
            kind = path.relative_to(ROOT / "models").parts[0]
            name = "%s/%s" % (kind, path.stem)
            seen, names = set(), {"goal"}
            for board, linear in itertools.product(BOARDS.get(name) or BOARDS[kind], (False, True)):
                with self.subTest(name, board=board, linear=linear):
                    text = (CORPUS / kind / (board + ".txt")).read_text()
                    self.compare(name, text, linear, seen, names)
            for family, board in self.boards(kind, name):
                if any(re.fullmatch(family + "(_row|_lo|_up)?", missing) for missing in names - seen):
                    with self.subTest(name, family=family):
                        self.compare(name, board, False, seen, names)
            with self.subTest(name):
                self.assertEqual(names - seen, set(), "rows of which the boards have none")

    def boards(self, kind, name):
        """Boards of tests/families on which a family matters; a faulty model has those of its right one."""
        boards = (ROOT / "tests" / "families" / (kind + ".txt")).read_text().split("\n\n")
        for line in (ROOT / "tests" / "families.txt").read_text().splitlines():
            model, family, number = (line.split(None, 2) + [""] * 3)[:3]
            if model == re.sub("-printed$", "", name) and number.isdigit():
                yield family, boards[int(number) - 1] + "\n"


if __name__ == "__main__":
    PULMA = sys.argv.pop(1)
    unittest.main()
