# Title: Sudoku, way 1: fill as many cells as possible
# Source: Lampainen 2024, Section 6.1.1, (14), and Appendix A
# Teaches: a binary per cell and digit; at-most-one rows that the objective makes
#   tight; why the given digits need no further zeros
#
# 9 x 9: 729 variables, 324 constraints (Table 6).  A puzzle is answered when the
# objective reaches n*n; a smaller optimum says that it has no answer.
#
# The thesis writes every box as a row group of its own; here one group runs over the
# boxes, so that jigsaw regions and other sizes fit too.  In the printed GAMS data of all
# three ways the given 1 of row 1 stands in column 7 instead of 8 (Figure 19): that puzzle
# has two answers, neither of them the printed one.  In text copies of Figure 19 the given 5
# of row 2 has slipped from column 7 to 8, which has none.  pulma's copy has both right.

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

var x{N,N,N}, binary;  # x[i,j,k] = 1: digit k stands in row i, column j

maximize filled: sum{i in N, j in N, k in N} x[i,j,k];  # (14)

s.t. cell{i in N, j in N}: sum{k in N} x[i,j,k] <= 1;  # (14)
s.t. row{i in N, k in N}: sum{j in N} x[i,j,k] <= 1;  # (14)
s.t. column{j in N, k in N}: sum{i in N} x[i,j,k] <= 1;  # (14)
s.t. box{b in N, k in N}: sum{i in N, j in N: region[i,j] = b} x[i,j,k] <= 1;  # (14)
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
