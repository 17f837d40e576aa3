# Title: Monodot with one binary per cell and number
# Source: Hartmann, More logic puzzle apps, Section 4, (10)-(14)
# Teaches: counting neighbours; "if occupied, then exactly t" by a pair of inequalities, one of
#   them with a big M
#
# Eight variables a cell; three constraints a cell and eight for the list (for the full grid).

param m, integer, >= 1;                  # rows
param n, integer, >= 1;                  # columns
param a{1..8}, integer, >= 0;            # how many nodes ask for t neighbours
set H, within {1..m, 1..n};              # cells that stay empty
set G, within {1..m, 1..n, 1..8};        # nodes that are given
param M := 8;

set N{i in 1..m, j in 1..n} :=
    {k in i-1..i+1, l in j-1..j+1: 1 <= k and k <= m and 1 <= l and l <= n
                                   and (k <> i or l <> j)};

var x{1..m, 1..n, 1..8}, binary;         # a node that asks for t neighbours is in cell (i,j)

s.t. given_hole{(i,j) in H, t in 1..8}: x[i,j,t] = 0;
s.t. given_node{(i,j,t) in G}: x[i,j,t] = 1;

s.t. cell{i in 1..m, j in 1..n}:
    sum{t in 1..8} x[i,j,t] <= 1;  # (10)

s.t. list{t in 1..8}:
    sum{i in 1..m, j in 1..n} x[i,j,t] = a[t];  # (11)

s.t. enough{i in 1..m, j in 1..n}:
    sum{(k,l) in N[i,j], t in 1..8} x[k,l,t] >= sum{t in 1..8} t * x[i,j,t];  # (12)

s.t. not_more{i in 1..m, j in 1..n}:
    sum{(k,l) in N[i,j], t in 1..8} x[k,l,t]
    <= sum{t in 1..8} t * x[i,j,t] + M * (1 - sum{t in 1..8} x[i,j,t]);  # (13)

solve;

for {i in 1..m} {
    for {j in 1..n} {
        for {{0}: (i,j) in H} printf "#";
        for {{0}: (i,j) not in H and sum{t in 1..8} x[i,j,t] < 0.5} printf "-";
        for {t in 1..8: x[i,j,t] > 0.5} printf "%d", t;
    }
    printf "\n";
}

end;
