# Title: Sudoku, way 3 with whole numbers
# Source: Lampainen 2024, Section 6.1.3, the remark behind (16)
# Teaches: an integer variable instead of its binary digits; a shorter model that leaves a
#   solver no less to branch on
#
# "If the variables are not to be written with binaries, (16) is enough, and each variable is
# an integer."  9 x 9, nonlinear: 81 variables, 972 constraints (162 limits (16), 810 pairs);
# linearised 891 variables and 1782 constraints, 1620 without the limits.  The limits stand
# here twice, as rows and as bounds: solvers want to know bounds.  M = n, as in way3.

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

param M, default n;
set PAIRS dimen 4 := setof{i in N, j in N, k in N, l in N:
    region[i,j] = region[k,l] and i < k and j <> l} (i,j,k,l);

var x{N,N}, integer, >= 1, <= n;    # the digit in row i, column j
# Which of the two numbers of a pair is larger: pairs of a row, a column, a region.
var rd{N, j in N, l in N: j < l}, binary;
var cd{N, i in N, k in N: i < k}, binary;
var bd{PAIRS}, binary;

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
