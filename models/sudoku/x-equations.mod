# Title: Sudoku-x: a system of equations
# Source: Lampainen 2024, end of Section 6.2.1
# Teaches: way 2 with both diagonals; every group of rows may become equations, as each
#   holds every digit
#
# 9 x 9: 729 variables, 342 constraints.

param n, integer, >= 1;                         # rows, columns and digits
set N := 1..n;
param region{N,N}, integer, in N;               # the box or region of a cell
param given{N,N}, integer, in 0..n, default 0;  # 0: to be found
param diagonals, binary, default 0;             # 1: both diagonals hold each digit once

# Parts of a puzzle that this model does not know: it refuses such puzzles.
param parity{N,N}, default 0;
param cages, default 0;
param cage{N,N}, default 0;
param total{1..cages};
param repeats, default 0;
check{i in N, j in N}: parity[i,j] = 0;
check: cages = 0;

var x{N,N,N}, binary;  # x[i,j,k] = 1: digit k stands in row i, column j

s.t. cell{i in N, j in N}: sum{k in N} x[i,j,k] = 1;  # (15)
s.t. row{i in N, k in N}: sum{j in N} x[i,j,k] = 1;  # (15)
s.t. column{j in N, k in N}: sum{i in N} x[i,j,k] = 1;  # (15)
s.t. box{b in N, k in N}: sum{i in N, j in N: region[i,j] = b} x[i,j,k] = 1;  # (15)
s.t. falling{k in N: diagonals = 1}: sum{i in N} x[i,i,k] = 1;
s.t. rising{k in N: diagonals = 1}: sum{i in N} x[i,n+1-i,k] = 1;
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
