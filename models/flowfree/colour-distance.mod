# Title: Flow Free by colours and distances
# Source: chapter 49, "Flow Free", of the web book "Solving Puzzles through Mathematical
#   Programming", a constraint program, here as an integer program
# Teaches: counting neighbours of the same colour; "equal or not" as a binary (reified
#   equality); a distance from the root of a path against closed loops
#
# One dot of each colour (S) is its root.  The constraint program states "same colour, or
# not" by two conditional constraints per pair of neighbours and "one nearer to the root" by
# two per possible predecessor; as linear rows they take four (with a binary for which colour
# is the larger one) and three.  No line may run beside itself, which is a stricter rule than
# Hartmann's, not an equivalent reading of it: his Figure 6 has 17 drawings, this model 1.
# The program lets distances grow to the number of cells; here it is one less, the longest
# path there can be.

param m, integer, >= 1;                 # rows
param n, integer, >= 1;                 # columns
param Q, integer, >= 1;                 # colours
param cover, binary;                    # 1: every cell lies on a line
param touch, binary;                    # 1: a line may run beside itself
check: cover = 1 and touch = 0;         # this model knows no other rules

set H, dimen 2;                         # holes
set V := ({1..m} cross {1..n}) diff H;  # cells
set N{(i,j) in V} := {(i-1,j), (i+1,j), (i,j-1), (i,j+1)} inter V;
set S, within V;                        # the dot of each colour where its line starts
set T, within V;                        # the other one
param C{1..m, 1..n}, integer, default 0;  # the colour of a dot
param name{1..Q}, symbolic;
param width, integer, >= 1;             # of the longest name

set E := setof{(i,j) in V, (k,l) in N[i,j]: k > i or l > j} (i,j,k,l);  # neighbours, once

var y{V}, integer, >= 1, <= Q;              # colour
var d{V}, integer, >= 0, <= card(V) - 1;    # distance from the root
var same{E}, binary;                        # both have one colour
var larger{E}, binary;                      # if not: the first colour is the larger one
var p{(i,j) in V diff S, N[i,j]}, binary;   # (k,l) comes before (i,j)

s.t. given{(i,j) in S union T}: y[i,j] = C[i,j];
s.t. root{(i,j) in S}: d[i,j] = 0;

s.t. equal_up{(i,j,k,l) in E}: y[i,j] - y[k,l] <= (Q - 1) * (1 - same[i,j,k,l]);
s.t. equal_down{(i,j,k,l) in E}: y[k,l] - y[i,j] <= (Q - 1) * (1 - same[i,j,k,l]);
s.t. differ_up{(i,j,k,l) in E}:
    y[i,j] - y[k,l] >= 1 - Q * (same[i,j,k,l] + 1 - larger[i,j,k,l]);
s.t. differ_down{(i,j,k,l) in E}:
    y[k,l] - y[i,j] >= 1 - Q * (same[i,j,k,l] + larger[i,j,k,l]);

s.t. neighbours{(i,j) in V}:
    sum{(i,j,k,l) in E} same[i,j,k,l] + sum{(k,l,i,j) in E} same[k,l,i,j] =
    (if (i,j) in S union T then 1 else 2);

s.t. one_before{(i,j) in V diff S}: sum{(k,l) in N[i,j]} p[i,j,k,l] = 1;
s.t. before_same{(i,j) in V diff S, (k,l) in N[i,j]}:
    p[i,j,k,l] <= (if k > i or l > j then same[i,j,k,l] else same[k,l,i,j]);
s.t. nearer{(i,j) in V diff S, (k,l) in N[i,j]}:
    d[k,l] - d[i,j] + 1 <= card(V) * (1 - p[i,j,k,l]);
s.t. not_by_more{(i,j) in V diff S, (k,l) in N[i,j]}:
    d[i,j] - d[k,l] - 1 <= card(V) * (1 - p[i,j,k,l]);

solve;

param colour{(i,j) in V} := round(y[i,j]);
param across{i in 1..m, j in 1..n} := sum{(i,j,k,l) in E: k = i} same[i,j,k,l];
param down{i in 1..m, j in 1..n} := sum{(i,j,k,l) in E: l = j} same[i,j,k,l];
param letter{(i,j) in V}, symbolic := if colour[i,j] in 1..Q then name[colour[i,j]] else "?";

# The drawing: the name of each cell's colour, - and | where a line runs on.
for {i in 1..m} {
    for {j in 1..n} {
        printf "%s", if (i,j) in H then "#" else letter[i,j];
        printf{1..1 + width - (if (i,j) in H then 1 else length(letter[i,j])): j < n}
            "%s", if across[i,j] then "-" else " ";
    }
    printf "\n";
    for {{0}: i < m} {
        for {j in 1..n} {
            printf "%s", if down[i,j] then "|" else " ";
            printf{1..width} " ";
        }
        printf "\n";
    }
}

end;
