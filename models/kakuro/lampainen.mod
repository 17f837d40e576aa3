# Title: Kakuro as filling as many cells as possible
# Source: Lampainen 2024, Section 7.1, (19)-(22) and Appendix A
# Teaches: at most one digit per cell, with an objective instead of the equation;
#   a relaxation whose best points are the answers
#
# C cells and T sums: 9C variables, C + 10T constraints (360 and 360 for Figure 23).
# A cell may stay empty here: Figure 23 has 38 feasible points, one of them fills all 40 cells.

param m, integer, >= 1;             # rows
param n, integer, >= 1;             # columns
param digits, integer, >= 1;        # 9 in every magazine
param T, integer, >= 0;             # number of runs
set C, within {1..m, 1..n};         # cells to be filled
set R{1..T}, within C;              # cells of a run
param r{1..T}, integer, default 0;  # its sum; 0 where none is printed
set G, within C cross 1..digits;         # digits that are given

var x{C, 1..digits}, binary;        # cell (i,j) holds the digit k

maximize filled:
    sum{(i,j) in C, k in 1..digits} x[i,j,k];

s.t. digit{(i,j) in C}:
    sum{k in 1..digits} x[i,j,k] <= 1;  # (19)

s.t. different{t in 1..T, k in 1..digits}:
    sum{(i,j) in R[t]} x[i,j,k] <= 1;  # (20)

s.t. total{t in 1..T: r[t] > 0}:
    sum{(i,j) in R[t], k in 1..digits} k * x[i,j,k] = r[t];  # (21)

s.t. given{(i,j,k) in G}:
    x[i,j,k] = 1;

solve;

for {i in 1..m} {
    for {j in 1..n} {
        for {{0}: (i,j) not in C} printf "#";
        for {{0}: (i,j) in C}
            printf "%s", substr(".123456789ABCDEFG",
                                1 + sum{k in 1..digits} k * x[i,j,k], 1);
    }
    printf "\n";
}

end;
