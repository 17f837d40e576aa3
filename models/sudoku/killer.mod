# Title: Killer sudoku: fill as many cells as possible
# Source: Lampainen 2024, Section 6.2.3, and Appendix A
# Teaches: cages as at-most-one rows and a weighted sum that is an equation
#
# 9 x 9 with T cages: 729 variables, 324 + 10*T constraints (27 cages: 594, Table 6).

param n, integer, >= 1;                         # rows, columns and digits
set N := 1..n;
param region{N,N}, integer, in N;               # the box or region of a cell
param given{N,N}, integer, in 0..n, default 0;  # 0: to be found
param cages, integer, >= 0, default 0;          # how many there are
param cage{N,N}, integer, in 0..cages, default 0;  # the cage of a cell; 0: none
param total{1..cages}, integer;                 # what the digits of a cage add up to
param repeats, binary, default 0;               # 1: a cage may hold a digit twice
param also{1..cages,N,N}, default 0;            # 1: a cell of a cage that lies over others
check{t in 1..cages, i in N, j in N}: also[t,i,j] = 0;

# Parts of a puzzle that this model does not know: it refuses such puzzles.
param diagonals, default 0;
param parity{N,N}, default 0;
check: diagonals = 0;
check{i in N, j in N}: parity[i,j] = 0;

var x{N,N,N}, binary;  # x[i,j,k] = 1: digit k stands in row i, column j

maximize filled: sum{i in N, j in N, k in N} x[i,j,k];  # (14)

s.t. cell{i in N, j in N}: sum{k in N} x[i,j,k] <= 1;  # (14)
s.t. row{i in N, k in N}: sum{j in N} x[i,j,k] <= 1;  # (14)
s.t. column{j in N, k in N}: sum{i in N} x[i,j,k] <= 1;  # (14)
s.t. box{b in N, k in N}: sum{i in N, j in N: region[i,j] = b} x[i,j,k] <= 1;  # (14)
s.t. cage_once{t in 1..cages, k in N: repeats = 0}:
    sum{i in N, j in N: cage[i,j] = t} x[i,j,k] <= 1;
s.t. cage_sum{t in 1..cages}:
    sum{i in N, j in N: cage[i,j] = t} sum{k in N} k * x[i,j,k] = total[t];
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
