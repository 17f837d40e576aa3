#!/usr/bin/env python3
"""Writes models/<kind>/<name>.mod, and <name>.mzn beside it, into a C file, with what the head
comments of the former say.  Those in models/<kind>/faulty come after the others of the kind.

    embed.py MODELS_FOLDER OUTPUT.c DEPENDENCIES.d

The dependencies name the folders too, so that a new file is noticed by the next build.
"""
import os
import re
import sys

FIELDS = ("title", "source", "teaches", "faulty")


def head(text):
    """The fields of the '#' lines at the top; an indented line goes on with the field before."""
    found, field = {}, None
    for line in text.splitlines():
        if not line.startswith("#"):
            break
        start = re.match(r"#\s?(\w+):\s*(.*)", line)
        if start and start.group(1).lower() in FIELDS:
            field = start.group(1).lower()
            found[field] = start.group(2).strip()
        elif field and re.match(r"#\s{2,}\S", line):
            found[field] += " " + line[1:].strip()
        else:
            field = None
    return [found.get(name, "") for name in FIELDS]


def c_string(text):
    plain = text.encode("utf-8")
    return '"' + "".join(chr(b) if 32 <= b < 127 and chr(b) not in '"\\?' else "\\%03o" % b
                         for b in plain) + '"'


def c_bytes(text):
    """As numbers: string literals of this length are beyond what C promises."""
    data = list(text.encode("utf-8")) + [0]
    lines = [data[i:i + 20] for i in range(0, len(data), 20)]
    number = (lambda b: "'\\x%02x'" % b if b > 127 else str(b))  # char is signed here and not there
    return ",\n    ".join(", ".join(number(b) for b in line) for line in lines)


def read(file, noticed):
    noticed.append(file)
    with open(file, encoding="utf-8") as f:
        return f.read()


def models_in(folder, noticed):
    """Name, text and MiniZinc form of each model of a folder, by name."""
    noticed.append(folder)
    for name in sorted(n[:-4] for n in os.listdir(folder) if n.endswith(".mod") and n[0] != "."):
        path = os.path.join(folder, name)
        minizinc = read(path + ".mzn", noticed) if os.path.exists(path + ".mzn") else None
        yield name, read(path + ".mod", noticed), minizinc


def main(folder, output, dependencies):
    models, noticed = [], [folder]
    for kind in sorted(os.listdir(folder)):
        path = os.path.join(folder, kind)
        if not os.path.isdir(path):
            continue
        for where in (path, os.path.join(path, "faulty")):
            if os.path.isdir(where):
                models += [(kind,) + model for model in models_in(where, noticed)]
    with open(output, "w", encoding="ascii") as f:
        f.write('/* Made by embed.py from models/: do not change. */\n'
                '#include "models/models.h"\n\n')
        for i, (_, _, text, minizinc) in enumerate(models):
            f.write("static const char text_%d[] = {\n    %s};\n" % (i, c_bytes(text)))
            if minizinc:
                f.write("static const char minizinc_%d[] = {\n    %s};\n" % (i, c_bytes(minizinc)))
        f.write("\nconst struct pm_model pm_models[] = {\n")
        for i, (kind, name, text, minizinc) in enumerate(models):
            fields = [kind, name] + head(text)
            other = "minizinc_%d, sizeof minizinc_%d - 1" % (i, i) if minizinc else "0, 0"
            f.write("    {%s,\n     text_%d, sizeof text_%d - 1, %s},\n"
                    % (", ".join(map(c_string, fields)), i, i, other))
        f.write("    {0, 0, 0, 0, 0, 0, 0, 0, 0, 0},\n};\nconst int pm_models_count = %d;\n" % len(models))
    with open(dependencies, "w", encoding="utf-8") as f:
        f.write("%s: %s\n" % (output, " ".join(p.replace(" ", "\\ ") for p in noticed)))


if __name__ == "__main__":
    main(*sys.argv[1:])
