"""CPU time of whole processes: `pulma solve` on one sudoku, beside a program that does nothing."""
import os
import resource
import subprocess
import sys
import tempfile

SUDOKU = "..8...3.4.9...7.854....1......74.95...7...4...34.95......2....381.9...4.3.9...6..\n"


def cpu_ms(command, runs=100):
    """Median CPU milliseconds of a command, children of this process."""
    times = []
    for _ in range(runs):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append((after.ru_utime - before.ru_utime) + (after.ru_stime - before.ru_stime))
    return 1000 * sorted(times)[runs // 2]


with tempfile.NamedTemporaryFile("w", suffix=".txt", delete=False) as file:
    file.write(SUDOKU)
try:
    for name, command in [("true", ["true"]), ("pulma version", [sys.argv[1], "version"]),
                          ("pulma solve (9x9)", [sys.argv[1], "solve", file.name]),
                          ("the same by rules", [sys.argv[1], "solve", "--method", "rules", file.name])]:
        print(f"{name:20} {cpu_ms(command):7.2f} ms CPU as a whole process")
finally:
    os.unlink(file.name)
