# Title: Binary sudoku with a chosen place where two lines differ
# Source: pulma; after Hartmann, More Logic Puzzle Apps Solved by Mathematical
#   Programming, Section 7, with (35)-(38) replaced
# Teaches: "not equal" without big-M: choose a witness, and allow the choice only
#   where it is true
#
# For every pair of lines and every place in them a binary that may be 1 only if the lines
# differ there; at least one is 1.  Exact for lines of any length.  An n x n board with G
# givens: n^2 + n^2(n-1) variables, G + 2n + 2n(n-2) + 2n^2(n-1) + n(n-1) constraints.

param m, integer, >= 1;             # rows
param n, integer, >= 1;             # columns
param different, binary;            # 1: no two rows and no two columns are equal
set G0, within {1..m, 1..n};        # given as 0
set G1, within {1..m, 1..n};        # given as 1

set R := {i in 1..m, k in 1..m: i < k and different = 1};  # pairs of rows
set C := {j in 1..n, l in 1..n: j < l and different = 1};  # pairs of columns

var x{1..m, 1..n}, binary;          # the digit in cell (i,j)
var u{R, 1..n}, binary;             # rows i and k differ in column j, and that is the witness
var v{C, 1..m}, binary;             # columns j and l differ in row i, likewise

s.t. zero{(i,j) in G0}:
    x[i,j] = 0;

s.t. one{(i,j) in G1}:
    x[i,j] = 1;

s.t. row{i in 1..m}:
    sum{j in 1..n} x[i,j] = n / 2;

s.t. column{j in 1..n}:
    sum{i in 1..m} x[i,j] = m / 2;

s.t. across{i in 1..m, j in 1..n-2}:
    1 <= x[i,j] + x[i,j+1] + x[i,j+2] <= 2;

s.t. down{i in 1..m-2, j in 1..n}:
    1 <= x[i,j] + x[i+1,j] + x[i+2,j] <= 2;

s.t. row_witness{(i,k) in R}:
    sum{j in 1..n} u[i,k,j] >= 1;

s.t. row_not_both_0{(i,k) in R, j in 1..n}:
    u[i,k,j] <= x[i,j] + x[k,j];

s.t. row_not_both_1{(i,k) in R, j in 1..n}:
    u[i,k,j] <= 2 - x[i,j] - x[k,j];

s.t. column_witness{(j,l) in C}:
    sum{i in 1..m} v[j,l,i] >= 1;

s.t. column_not_both_0{(j,l) in C, i in 1..m}:
    v[j,l,i] <= x[i,j] + x[i,l];

s.t. column_not_both_1{(j,l) in C, i in 1..m}:
    v[j,l,i] <= 2 - x[i,j] - x[i,l];

solve;

for {i in 1..m} {
    for {j in 1..n} printf "%d", x[i,j];
    printf "\n";
}

end;
