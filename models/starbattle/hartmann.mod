# Title: Star battle as an assignment problem with islands
# Source: Hartmann, More Logic Puzzle Apps Solved by Mathematical Programming,
#   Section 2, (1)-(5)
# Teaches: the assignment problem with further equations; "no two of them touch"
#   by one inequality for each square of two by two cells
#
# An n x n board without holes: n^2 variables, 3n + (n-1)^2 constraints.  With S = 1,
# rows and columns alone are the assignment problem.

param m, integer, >= 1;                # rows
param n, integer, >= 1;                # columns
param S, integer, >= 1;                # stars in every row, column and island
param K, integer, >= 1;                # islands
set A{1..K}, within {1..m, 1..n};      # cells of an island
set C := {i in 1..m, j in 1..n: exists{k in 1..K} (i,j) in A[k]};  # cells; the rest are holes
param g{C}, integer, default -1;       # 1 a given star, 0 given without a star

var x{C}, binary;                      # a star in cell (i,j)

s.t. row{i in 1..m: exists{j in 1..n} (i,j) in C}:
    sum{(i,j) in C} x[i,j] = S;  # (1)

s.t. column{j in 1..n: exists{i in 1..m} (i,j) in C}:
    sum{(i,j) in C} x[i,j] = S;  # (2)

s.t. island{k in 1..K}:
    sum{(i,j) in A[k]} x[i,j] = S;  # (3)

s.t. apart{i in 1..max(m-1,1), j in 1..max(n-1,1):
           card({k in i..i+1, l in j..j+1: (k,l) in C}) >= 2}:
    sum{k in i..i+1, l in j..j+1: (k,l) in C} x[k,l] <= 1;  # (4)

s.t. given{(i,j) in C: g[i,j] >= 0}:
    x[i,j] = g[i,j];

solve;

for {i in 1..m} {
    for {j in 1..n} {
        for {{0}: (i,j) not in C} printf "#";
        for {{0}: (i,j) in C} printf "%s", if x[i,j] = 1 then "*" else "-";
    }
    printf "\n";
}

end;
