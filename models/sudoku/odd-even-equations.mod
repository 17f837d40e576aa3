# Title: Odd-even sudoku: a system of equations
# Source: Lampainen 2024, Sections 6.1.2 and 6.2.2 together
# Teaches: the parity rows in the form in which the thesis first states them
#
# 9 x 9 with every cell marked: 729 variables, 486 constraints.

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

s.t. cell{i in N, j in N}: sum{k in N} x[i,j,k] = 1;  # (15)
s.t. row{i in N, k in N}: sum{j in N} x[i,j,k] = 1;  # (15)
s.t. column{j in N, k in N}: sum{i in N} x[i,j,k] = 1;  # (15)
s.t. box{b in N, k in N}: sum{i in N, j in N: region[i,j] = b} x[i,j,k] = 1;  # (15)
s.t. odd_has_odd{i in N, j in N: parity[i,j] = 1}: sum{k in N: k mod 2 = 1} x[i,j,k] = 1;
s.t. odd_no_even{i in N, j in N: parity[i,j] = 1}: sum{k in N: k mod 2 = 0} x[i,j,k] = 0;
s.t. even_has_even{i in N, j in N: parity[i,j] = 2}: sum{k in N: k mod 2 = 0} x[i,j,k] = 1;
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
