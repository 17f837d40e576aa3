# Title: Kakuro as a system of equations
# Source: Hartmann 2018, Section 3, (5)-(8) and Appendix B
# Teaches: selection binaries; all different as "each digit at most once";
#   runs in both directions as one family
#
# C cells and K runs with sums: 9C variables, C + 10K constraints.

param m, integer, >= 1;             # rows
param n, integer, >= 1;             # columns
param digits, integer, >= 1;        # 9 in every magazine
param T, integer, >= 0;             # number of runs
set C, within {1..m, 1..n};         # cells to be filled
set R{1..T}, within C;              # cells of a run
param r{1..T}, integer, default 0;  # its sum; 0 where none is printed
set G, within C cross 1..digits;         # digits that are given

var x{C, 1..digits}, binary;        # cell (i,j) holds the digit d

s.t. digit{(i,j) in C}:
    sum{d in 1..digits} x[i,j,d] = 1;  # (5)

s.t. different{t in 1..T, d in 1..digits}:
    sum{(i,j) in R[t]} x[i,j,d] <= 1;  # (6)

s.t. total{t in 1..T: r[t] > 0}:
    sum{(i,j) in R[t], d in 1..digits} d * x[i,j,d] = r[t];  # (7)

s.t. given{(i,j,d) in G}:
    x[i,j,d] = 1;

solve;

for {i in 1..m} {
    for {j in 1..n} {
        for {{0}: (i,j) not in C} printf "#";
        for {{0}: (i,j) in C}
            printf "%s", substr("123456789ABCDEFG", sum{d in 1..digits} d * x[i,j,d], 1);
    }
    printf "\n";
}

end;
