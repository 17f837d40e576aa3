# Title: Binary sudoku with lines read as binary numbers
# Source: Hartmann, More Logic Puzzle Apps Solved by Mathematical Programming,
#   Section 7, (29)-(38)
# Teaches: windows whose sum lies between two bounds; "not equal" of two integers by
#   a binary variable and big-M; a line of 0s and 1s as one number
#
# An n x n board with G givens: n^2 + n(n-1) variables and G + 2n + 2n(n-2) + 2n(n-1)
# constraints (Figure 5: 120 and 245).  The columns' binaries are printed with the index of
# rows; here they are z[j,l].  M = 2^n suffices where 2^(n+1) is printed, and halves the numbers
# that a solver has to tell apart.
#
# The weights grow with the line.  A MIP solver takes a binary within 10^-5 of 0 or 1 as
# integral, so from 2^17 on "differ by 1" can be bought with such a crumb: beyond 16 cells in
# a line the model refuses, and differences.mod is the one to take.

param m, integer, >= 1;             # rows
param n, integer, >= 1;             # columns
param different, binary;            # 1: no two rows and no two columns are equal
set G0, within {1..m, 1..n};        # given as 0
set G1, within {1..m, 1..n};        # given as 1
param M := 2 ** n;                  # larger than any row as a number
param N := 2 ** m;                  # larger than any column

check: different = 0 or max(m, n) <= 16;

set R := {i in 1..m, k in 1..m: i < k and different = 1};  # pairs of rows
set C := {j in 1..n, l in 1..n: j < l and different = 1};  # pairs of columns

var x{1..m, 1..n}, binary;          # the digit in cell (i,j)
var y{R}, binary;                   # 1: row i is the larger of rows i and k
var z{C}, binary;                   # 1: column j is the larger of columns j and l

s.t. zero{(i,j) in G0}:
    x[i,j] = 0;  # (29)

s.t. one{(i,j) in G1}:
    x[i,j] = 1;  # (30)

s.t. row{i in 1..m}:
    sum{j in 1..n} x[i,j] = n / 2;  # (31)

s.t. column{j in 1..n}:
    sum{i in 1..m} x[i,j] = m / 2;  # (32)

s.t. across{i in 1..m, j in 1..n-2}:
    1 <= x[i,j] + x[i,j+1] + x[i,j+2] <= 2;  # (33)

s.t. down{i in 1..m-2, j in 1..n}:
    1 <= x[i,j] + x[i+1,j] + x[i+2,j] <= 2;  # (34)

s.t. row_smaller{(i,k) in R}:
    sum{j in 1..n} 2 ** (j-1) * (x[i,j] - x[k,j]) <= M * y[i,k] - 1;  # (35)

s.t. row_larger{(i,k) in R}:
    sum{j in 1..n} 2 ** (j-1) * (x[i,j] - x[k,j]) >= 1 - M * (1 - y[i,k]);  # (36)

s.t. column_smaller{(j,l) in C}:
    sum{i in 1..m} 2 ** (i-1) * (x[i,j] - x[i,l]) <= N * z[j,l] - 1;  # (37)

s.t. column_larger{(j,l) in C}:
    sum{i in 1..m} 2 ** (i-1) * (x[i,j] - x[i,l]) >= 1 - N * (1 - z[j,l]);  # (38)

solve;

for {i in 1..m} {
    for {j in 1..n} printf "%d", x[i,j];
    printf "\n";
}

end;
