"""What the page has of docs/lessons and exercises/: lessons as lists of blocks, exercises with the
files that they name.  Used by page-pack."""
import pathlib
import re
import shlex

ROOT = pathlib.Path(__file__).resolve().parent.parent
INLINE = re.compile(r"(`[^`]+`|\*\*.+?\*\*|\[[^\]]+\]\([^)]+\)|\*[^*\s][^*]*\*)")
SOLVERS = "glpk,sat,kernel,rules"  # of the page; CBC is not part of it


def spans(text):
    """A paragraph in pieces: [kind, text] or [kind, text, target]."""
    pieces = []
    for piece in INLINE.split(text):
        link = re.fullmatch(r"\[([^\]]+)\]\(([^)]+)\)", piece)
        if link:
            pieces.append(["link", link[1], link[2]])
        elif piece.startswith("`"):
            pieces.append(["code", piece.strip("`")])
        elif piece.startswith("**"):
            pieces.append(["strong", piece.strip("*")])
        elif piece.startswith("*") and piece.endswith("*") and len(piece) > 2:
            pieces.append(["em", piece.strip("*")])
        elif piece:
            pieces.append(["text", piece])
    return pieces


def option(words, name, usual=None):
    return words[words.index(name) + 1] if name in words else usual


def requests(command):
    """The calls of the JSON interface that do what a command of a lesson does; [] if there are none."""
    words = shlex.split(command)
    files = [ROOT / word for word in words if word.startswith("examples/")]
    if words[0] != "pulma" or not files or not all(path.is_file() for path in files):
        return []
    calls = []
    for path in files:
        puzzle = {"puzzle": path.read_text()}
        if words[1] == "compare":
            call = {"call": "compare", "solvers": option(words, "--solvers", SOLVERS),
                    "milliseconds": 1000 * int(option(words, "--time", "10"))}
            if "--models" in words:
                call["models"] = option(words, "--models")
        elif words[1] == "model" and "--size" in words:
            call = {"call": "size", "model": words[2].split("/")[1],
                    "linearise": "--linearise" in words}
        elif words[1] == "count":
            call = {"call": "count"}
        else:
            return []
        calls.append({**call, **puzzle})
    return calls


def table(lines):
    rows = [[spans(cell.strip()) for cell in line.strip().strip("|").split("|")] for line in lines]
    return {"kind": "table", "head": rows[0], "rows": rows[2:]}


def blocks(text):
    """Headings, paragraphs, lists, tables and commands of a Markdown text as the lessons use it."""
    text = re.sub(r"<!--.*?-->\n?", "", text, flags=re.S)
    for block in re.split(r"\n\s*\n", text):
        lines = [line for line in block.split("\n") if line.strip()]
        if not lines:
            continue
        if lines[0].startswith("#"):
            yield {"kind": "heading", "level": lines[0].index(" "),
                   "text": lines[0].lstrip("# ")}
        elif all(line.startswith("    ") for line in lines):
            for line in lines:
                yield {"kind": "command", "text": line.strip(), "calls": requests(line.strip())}
        elif lines[0].startswith("|"):
            yield table(lines)
        elif re.match(r"(- |\d+\. )", lines[0]):
            items = re.split(r"\n(?=- |\d+\. )", "\n".join(lines))
            yield {"kind": "list", "items": [spans(re.sub(r"^(- |\d+\. )", "", " ".join(
                item.split()))) for item in items]}
        else:
            yield {"kind": "text", "spans": spans(" ".join(" ".join(lines).split()))}


def lessons():
    """[{name, title, blocks}] in the order of the README."""
    folder = ROOT / "docs/lessons"
    found = []
    for name in re.findall(r"^\d+\. \[[^\]]+\]\(([\w-]+)\.md\)", (folder / "README.md").read_text(),
                           flags=re.M):
        parts = list(blocks((folder / f"{name}.md").read_text()))
        found.append({"name": name, "title": parts[0]["text"], "blocks": parts[1:]})
    return found


def exercises():
    """[{name, title, kind, note, text, files}]; files by the names under which they are asked for."""
    found = []
    for path in sorted((ROOT / "exercises").glob("*.txt")):
        text = path.read_text()
        fields = dict(re.findall(r"^(\w+): *(.+)$", text, flags=re.M))
        files = {f"exercises/{name}": (path.parent / name).read_text()
                 for name in re.findall(r"^board: *(.+)$", text, flags=re.M)}
        note = " ".join(re.findall(r"^% *(.+)$", text, flags=re.M))
        found.append({"name": path.stem, "title": fields["exercise"], "kind": fields["kind"],
                      "note": note, "text": text, "files": files})
    return found
