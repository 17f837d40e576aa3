# Title: Slider as a shortest path
# Source: Hartmann 2018, Section 5, (18)-(21) and Appendix D
# Teaches: the shortest path as a flow of one unit; a state graph made from the slide rule
#
# The publication asks only that a unit of flow leaves the start.  Flow could then come back to
# the start and never reach the target, so here outflow minus inflow of the start is 1.  Its set
# for cell (6,1) of Figure D.1 holds a move of length zero, which does not exist (55 arcs, not 56).

param m, integer, >= 1;             # rows
param n, integer, >= 1;             # columns
param si, integer; param sj, integer;   # start
param ti, integer; param tj, integer;   # target
set O, within {1..m, 1..n};         # obstacles
set A, dimen 4;                     # slides from (i,j) to (k,l); none leaves the target

var x{A}, binary;                   # the slide is used

minimize moves: sum{(i,j,k,l) in A} x[i,j,k,l];  # (18)

s.t. start:
    sum{(si,sj,k,l) in A} x[si,sj,k,l] - sum{(k,l,si,sj) in A} x[k,l,si,sj] = 1;  # (19)

s.t. balance{i in 1..m, j in 1..n: (i <> si or j <> sj) and (i <> ti or j <> tj)}:
    sum{(i,j,k,l) in A} x[i,j,k,l] = sum{(k,l,i,j) in A} x[k,l,i,j];  # (20)

solve;

for {i in 1..m} {
    for {j in 1..n} {
        for {{0}: (i,j) in O} printf "#";
        for {{0}: (i,j) not in O and sum{(i,j,k,l) in A} x[i,j,k,l] < 0.5} printf "-";
        for {(i,j,k,l) in A: x[i,j,k,l] > 0.5}
            printf if k < i then "^" else if k > i then "v" else if l > j then ">" else "<";
    }
    printf "\n";
}

end;
