# Title: V3ck with one binary per arc and colour
# Source: Hartmann, More logic puzzle apps, Section 3, (6)-(9)
# Teaches: edge colouring with counts per node; an undirected graph through pairs of arcs
#
# 2mC variables and 2m + 2mC + nC constraints for n nodes, m edges and C colours; the model
# `edges` does with half the variables.

param n, integer, >= 1;                 # nodes
param C, integer, >= 1;                 # colours
set L, dimen 3;                         # (e,i,j): edge number e joins nodes i and j
param a{1..n, 1..C}, integer, default -1;   # edges of colour k at node i; -1: not told
param node{1..n}, symbolic;             # names, for printing
param colour{1..C}, symbolic;

set E := setof{(e,i,j) in L} (i,j) union setof{(e,i,j) in L} (j,i);   # arcs

var x{E, 1..C}, binary;                 # arc (i,j) has colour k

s.t. one_colour{(i,j) in E}:
    sum{k in 1..C} x[i,j,k] = 1;  # (6)

s.t. both_ways{(i,j) in E, k in 1..C}:
    x[i,j,k] = x[j,i,k];  # (7)

s.t. count{i in 1..n, k in 1..C: a[i,k] >= 0}:
    sum{(i,j) in E} x[i,j,k] = a[i,k];  # (8)

solve;

for {(e,i,j) in L, k in 1..C: x[i,j,k] > 0.5}
    printf "%s %s %s\n", node[i], node[j], colour[k];

end;
