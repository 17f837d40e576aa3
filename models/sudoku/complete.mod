# Title: Sudoku with all its parts: diagonals, parity, cages, regions
# Source: the equation forms of Lampainen 2024, Section 6, put together
# Teaches: optional groups of rows by indexing over what the data says; parity as
#   variables fixed at zero, one row for a cell instead of two

param n, integer, >= 1;                         # rows, columns and digits
set N := 1..n;
param region{N,N}, integer, in N;               # the box or region of a cell
param given{N,N}, integer, in 0..n, default 0;  # 0: to be found
param diagonals, binary, default 0;             # 1: both diagonals hold each digit once
param parity{N,N}, in 0..2, default 0;          # 1: odd, 2: even, 0: any
param cages, integer, >= 0, default 0;          # how many there are
param cage{N,N}, integer, in 0..cages, default 0;  # the cage of a cell; 0: none
param total{1..cages}, integer;                 # what the digits of a cage add up to
param repeats, binary, default 0;               # 1: a cage may hold a digit twice
param also{1..cages,N,N}, binary, default 0;    # 1: a cell of a cage that lies over others

var x{N,N,N}, binary;  # x[i,j,k] = 1: digit k stands in row i, column j

s.t. cell{i in N, j in N}: sum{k in N} x[i,j,k] = 1;
s.t. row{i in N, k in N}: sum{j in N} x[i,j,k] = 1;
s.t. column{j in N, k in N}: sum{i in N} x[i,j,k] = 1;
s.t. box{b in N, k in N}: sum{i in N, j in N: region[i,j] = b} x[i,j,k] = 1;
s.t. falling{k in N: diagonals = 1}: sum{i in N} x[i,i,k] = 1;
s.t. rising{k in N: diagonals = 1}: sum{i in N} x[i,n+1-i,k] = 1;
s.t. wrong_parity{i in N, j in N: parity[i,j] > 0}:
    sum{k in N: k mod 2 <> parity[i,j] mod 2} x[i,j,k] = 0;
s.t. cage_once{t in 1..cages, k in N: repeats = 0}:
    sum{i in N, j in N: cage[i,j] = t or also[t,i,j] = 1} x[i,j,k] <= 1;
s.t. cage_sum{t in 1..cages}:
    sum{i in N, j in N: cage[i,j] = t or also[t,i,j] = 1} sum{k in N} k * x[i,j,k] = total[t];
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
