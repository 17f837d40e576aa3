# Title: Odd-even sudoku: fill as many cells as possible
# Source: Lampainen 2024, Section 6.2.2, and Appendix A
# Teaches: classes of digits per cell as right-hand sides 0 or 1
#
# 9 x 9 with every cell marked: 729 variables, 324 + 2*81 = 486 constraints (Table 6).
# The printed GAMS text makes these rows for all cells and empties those that do not
# apply (0 = 0, 0 <= 1); here they exist for the marked cells only, which is what the
# published count means.  The formulas print <= 0 for the digits that a cell may not hold, the
# GAMS text = 0; it is the same, and = stands here.

param n, integer, >= 1;                         # rows, columns and digits
set N := 1..n;
param region{N,N}, integer, in N;               # the box or region of a cell
param given{N,N}, integer, in 0..n, default 0;  # 0: to be found
param parity{N,N}, in 0..2, default 0;          # 1: odd, 2: even, 0: any

# Parts of a puzzle that this model does not know: it refuses such puzzles.
param diagonals, default 0;
param cages, default 0;
param cage{N,N}, default 0;
param total{1..cages};
param repeats, default 0;
check: diagonals = 0;
check: cages = 0;

var x{N,N,N}, binary;  # x[i,j,k] = 1: digit k stands in row i, column j

maximize filled: sum{i in N, j in N, k in N} x[i,j,k];  # (14)

s.t. cell{i in N, j in N}: sum{k in N} x[i,j,k] <= 1;  # (14)
s.t. row{i in N, k in N}: sum{j in N} x[i,j,k] <= 1;  # (14)
s.t. column{j in N, k in N}: sum{i in N} x[i,j,k] <= 1;  # (14)
s.t. box{b in N, k in N}: sum{i in N, j in N: region[i,j] = b} x[i,j,k] <= 1;  # (14)
s.t. odd_has_odd{i in N, j in N: parity[i,j] = 1}: sum{k in N: k mod 2 = 1} x[i,j,k] <= 1;
s.t. odd_no_even{i in N, j in N: parity[i,j] = 1}: sum{k in N: k mod 2 = 0} x[i,j,k] = 0;
s.t. even_has_even{i in N, j in N: parity[i,j] = 2}: sum{k in N: k mod 2 = 0} x[i,j,k] <= 1;
s.t. even_no_odd{i in N, j in N: parity[i,j] = 2}: sum{k in N: k mod 2 = 1} x[i,j,k] = 0;
s.t. given_digit{i in N, j in N: given[i,j] > 0}: x[i,j,given[i,j]] = 1;

solve;

for {i in N} {
    for {j in N} {
        printf{1..1: sum{k in N} x[i,j,k] = 0} ".";
        printf{k in N: x[i,j,k] = 1} "%s", substr("123456789ABCDEFGHIJKLMNOP", k, 1);
    }
    printf "\n";
}

end;
