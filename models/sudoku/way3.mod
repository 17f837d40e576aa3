# Title: Sudoku, way 3: one number per cell, different from its neighbours
# Source: Lampainen 2024, Section 6.1.3, (17); linearised (18)
# Teaches: an integer as a sum of binaries; "different" as an absolute value of at
#   least 1; each pair compared once; what linearising costs
#
# 9 x 9, nonlinear: 405 variables, 1053 constraints (81 expansions, 162 limits (16), 810
# pairs).  Linearised: 1215 variables and 1863 constraints, or 1701 where the 162 limits
# are not counted, being bounds of single variables: Section 6.1.4 counts the one way,
# Table 6 the other.
#
# The thesis asks for M >= 10.  The largest difference is n - 1, so that n is enough: 9
# for the digits 1 to 9.  (18) is printed with x_kl in all groups; x_ik is meant in the
# rows and x_kj in the columns, as in (17), and y exists for the compared pairs only.
# Jigsaw regions fit: two cells of a region are compared if row and column differ.
# The limits (16) stand here twice, as rows and as bounds: solvers want to know bounds.

param n, integer, >= 1;                         # rows, columns and digits
set N := 1..n;
param region{N,N}, integer, in N;               # the box or region of a cell
param given{N,N}, integer, in 0..n, default 0;  # 0: to be found

# Parts of a puzzle that this model does not know: it refuses such puzzles.
param diagonals, default 0;
param parity{N,N}, default 0;
param cages, default 0;
param cage{N,N}, default 0;
param total{1..cages};
param repeats, default 0;
check: diagonals = 0;
check{i in N, j in N}: parity[i,j] = 0;
check: cages = 0;

param bits := min{p in 1..5: 2^p > n} p;  # binary digits of n
param M, default n;
set PAIRS dimen 4 := setof{i in N, j in N, k in N, l in N:
    region[i,j] = region[k,l] and i < k and j <> l} (i,j,k,l);

var x{N,N}, >= 1, <= n;             # the digit in row i, column j
var b{N,N,1..bits}, binary;         # its binary digits
# Which of the two numbers of a pair is larger: pairs of a row, a column, a region.
var rd{N, j in N, l in N: j < l}, binary;
var cd{N, i in N, k in N: i < k}, binary;
var bd{PAIRS}, binary;

s.t. expansion{i in N, j in N}: x[i,j] = sum{p in 1..bits} 2^(p-1) * b[i,j,p];  # (17)
s.t. least{i in N, j in N}: x[i,j] >= 1;  # (16)
s.t. most{i in N, j in N}: x[i,j] <= n;  # (16)
s.t. abs_row{i in N, j in N, l in N: j < l}:
    1 <= x[i,j] - x[i,l] + M * rd[i,j,l] <= M - 1;  # (17)
s.t. abs_column{j in N, i in N, k in N: i < k}:
    1 <= x[i,j] - x[k,j] + M * cd[j,i,k] <= M - 1;  # (17)
s.t. abs_box{(i,j,k,l) in PAIRS}:
    1 <= x[i,j] - x[k,l] + M * bd[i,j,k,l] <= M - 1;  # (17)
s.t. given_digit{i in N, j in N: given[i,j] > 0}: x[i,j] = given[i,j];

solve;

for {i in N} {
    printf{j in N} "%s", substr("123456789ABCDEFGHIJKLMNOP", round(x[i,j]), 1);
    printf "\n";
}

end;
