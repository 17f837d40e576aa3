# Title: V3ck with one binary per edge and colour
# Source: pulma, after Hartmann's model
# Teaches: how much a direct formulation saves; with two colours the rows are those of a
#   degree-constrained subgraph
#
# mC variables and m + nC constraints for n nodes, m edges and C colours.

param n, integer, >= 1;                 # nodes
param C, integer, >= 1;                 # colours
set L, dimen 3;                         # (e,i,j): edge number e joins nodes i and j
param a{1..n, 1..C}, integer, default -1;   # edges of colour k at node i; -1: not told
param node{1..n}, symbolic;             # names, for printing
param colour{1..C}, symbolic;

var x{L, 1..C}, binary;                 # edge e has colour k

s.t. one_colour{(e,i,j) in L}:
    sum{k in 1..C} x[e,i,j,k] = 1;

s.t. count{v in 1..n, k in 1..C: a[v,k] >= 0}:
    sum{(e,i,j) in L: i = v or j = v} x[e,i,j,k] = a[v,k];

solve;

for {(e,i,j) in L, k in 1..C: x[e,i,j,k] > 0.5}
    printf "%s %s %s\n", node[i], node[j], colour[k];

end;
