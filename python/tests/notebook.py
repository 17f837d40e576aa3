"""Runs the cells of a notebook, as Jupyter would show them.

    notebook.py FILE     writes what comes out into the notebook: after a change of words or pictures
"""

import ast
import contextlib
import io
import json
import sys


def run_cell(source: str, scope: dict) -> list[dict]:
    """The outputs: what is printed, and the value of the last expression, as text and as a picture."""
    tree, printed, outputs, value = ast.parse(source), io.StringIO(), [], None
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "<cell>", "exec"), scope)
        if last:
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), scope)
    if printed.getvalue():
        outputs.append({"output_type": "stream", "name": "stdout", "text": printed.getvalue().splitlines(True)})
    if value is not None:
        data = {"text/plain": repr(value).splitlines(True)}
        if hasattr(value, "_repr_svg_"):
            data["image/svg+xml"] = value._repr_svg_().splitlines(True)
        outputs.append({"output_type": "execute_result", "data": data, "metadata": {}})
    return outputs


def update(path: str) -> None:
    """Writes what comes out now into the notebook."""
    with open(path, encoding="utf-8") as file:
        book = json.load(file)
    scope: dict = {}
    for number, cell in enumerate((cell for cell in book["cells"] if cell["cell_type"] == "code"), 1):
        cell["outputs"], cell["execution_count"] = run_cell("".join(cell["source"]), scope), number
        for output in cell["outputs"]:
            if output["output_type"] == "execute_result":
                output["execution_count"] = number
    with open(path, "w", encoding="utf-8") as file:
        json.dump(book, file, indent=1)
        file.write("\n")


if __name__ == "__main__":
    update(sys.argv[1])
