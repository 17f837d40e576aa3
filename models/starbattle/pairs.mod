# Title: Star battle with an inequality for each pair of touching cells
# Source: pulma; the pairwise form of Hartmann, More Logic Puzzle Apps Solved by
#   Mathematical Programming, Section 2, (4)
# Teaches: the same rule by edges instead of cliques: more rows, and a weaker
#   linear relaxation
#
# An n x n board without holes: n^2 variables, 3n + 2(n-1)(2n-1) constraints.  Four
# touching cells with 1/2 each keep all the pairs, but not the square.

param m, integer, >= 1;                # rows
param n, integer, >= 1;                # columns
param S, integer, >= 1;                # stars in every row, column and island
param K, integer, >= 1;                # islands
set A{1..K}, within {1..m, 1..n};      # cells of an island
set C := {i in 1..m, j in 1..n: exists{k in 1..K} (i,j) in A[k]};  # cells; the rest are holes
param g{C}, integer, default -1;       # 1 a given star, 0 given without a star
set D := {(0,1), (1,-1), (1,0), (1,1)};  # the four neighbours that come later

var x{C}, binary;                      # a star in cell (i,j)

s.t. row{i in 1..m: exists{j in 1..n} (i,j) in C}:
    sum{(i,j) in C} x[i,j] = S;

s.t. column{j in 1..n: exists{i in 1..m} (i,j) in C}:
    sum{(i,j) in C} x[i,j] = S;

s.t. island{k in 1..K}:
    sum{(i,j) in A[k]} x[i,j] = S;

s.t. apart{(i,j) in C, (p,q) in D: (i+p,j+q) in C}:
    x[i,j] + x[i+p,j+q] <= 1;

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
