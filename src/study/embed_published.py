#!/usr/bin/env python3
"""Writes docs/published/*.tsv into a C file: published_files of published.h.

    embed_published.py FOLDER OUTPUT.c DEPENDENCIES.d
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "models"))
from embed import c_bytes  # of the models


def main(folder, output, dependencies):
    paths = [os.path.join(folder, name) for name in sorted(os.listdir(folder)) if name.endswith(".tsv")]
    with open(output, "w", encoding="ascii") as f:
        f.write('/* Made by embed_published.py from docs/published/: do not change. */\n#include "study/published.h"\n\n')
        for i, path in enumerate(paths):
            with open(path, encoding="utf-8") as table:
                f.write("static const char text_%d[] = {\n    %s};\n" % (i, c_bytes(table.read())))
        f.write("\nconst struct published_file published_files[] = {\n")
        for i, path in enumerate(paths):
            f.write('    {"%s", text_%d, sizeof text_%d - 1},\n' % (os.path.basename(path)[:-4], i, i))
        f.write("    {0, 0, 0},\n};\n")
    with open(dependencies, "w", encoding="utf-8") as f:
        f.write("%s: %s\n" % (output, " ".join(p.replace(" ", "\\ ") for p in [folder] + paths)))


if __name__ == "__main__":
    main(*sys.argv[1:])
