# Title: Sudoku, way 3 in its linear form
# Source: Lampainen 2024, Section 6.1.3, (18), and Appendix A
# Teaches: an absolute value as two rows and a binary, with a big M; how much weaker this
#   is than ways 1 and 2
#
# 9 x 9: 1215 variables, 1701 constraints (Table 6): the limits 1 to n are bounds of x here,
# as in the GAMS text.  The GAMS text also declares x integer; its binary expansion does
# that already, so x is continuous here.  M = 10 is the published number; n would do (and
# n - 1 would not: then no row could hold both 1 and n).

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
param M := n + 1;
# Pairs of cells that must differ, each once.
set PAIRS dimen 4 := setof{i in N, j in N, k in N, l in N:
    (i = k and j < l) or (j = l and i < k)
    or (region[i,j] = region[k,l] and i < k and j <> l)} (i,j,k,l);

var x{N,N}, >= 1, <= n;      # the digit in row i, column j
var b{N,N,1..bits}, binary;  # its binary digits
var y{PAIRS}, binary;        # 1: the first of the pair is larger, 0: the second

s.t. expansion{i in N, j in N}: x[i,j] = sum{p in 1..bits} 2^(p-1) * b[i,j,p];  # (18)
s.t. larger{(i,j,k,l) in PAIRS}: x[i,j] - x[k,l] >= 1 - M * (1 - y[i,j,k,l]);  # (18)
s.t. smaller{(i,j,k,l) in PAIRS}: x[k,l] - x[i,j] >= 1 - M * y[i,j,k,l];  # (18)
s.t. given_digit{i in N, j in N: given[i,j] > 0}: x[i,j] = given[i,j];

solve;

for {i in N} {
    printf{j in N} "%s", substr("123456789ABCDEFGHIJKLMNOP", round(x[i,j]), 1);
    printf "\n";
}

end;
