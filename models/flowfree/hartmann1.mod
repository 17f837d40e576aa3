# Title: Flow Free as a multi-commodity flow
# Source: Hartmann 2018, Section 6, first model (22)-(31) and Appendix E
# Teaches: one unit of flow per colour through a network; a colour as a weighted sum of
#   binaries; ordering variables with a big M against closed loops (Miller, Tucker, Zemlin)
#
# Lines are directed from a dot in S to its partner in T.  The publication has square boards
# without holes and M = n^2; the number of cells is the same there.  Such a board has
# Q*4n(n-1) binary and n^2 continuous variables (not Q*n^4 binaries, as printed) and
# 7n^2 - 4n constraints.  z is printed without an upper bound; it has one here, as `sat` needs
# it, which every order of the cells keeps.

param m, integer, >= 1;                 # rows
param n, integer, >= 1;                 # columns
param Q, integer, >= 1;                 # colours
param cover, binary;                    # 1: every cell lies on a line
param touch, binary;                    # 1: a line may run beside itself
check: cover = 1 and touch = 1;         # this model knows no other rules

set H, dimen 2;                         # holes
set V := ({1..m} cross {1..n}) diff H;  # cells
set N{(i,j) in V} := {(i-1,j), (i+1,j), (i,j-1), (i,j+1)} inter V;
set S, within V;                        # the dot of each colour where its line starts
set T, within V;                        # the other one
param C{1..m, 1..n}, integer, default 0;  # the colour of a dot
param name{1..Q}, symbolic;
param width, integer, >= 1;             # of the longest name

var x{1..Q, (i,j) in V, N[i,j]}, binary;    # colour q runs from (i,j) to (k,l)
var z{V}, >= 0, <= card(V) - 1;             # grows along every line

s.t. nothing_into{(i,j) in S}:
    sum{q in 1..Q, (k,l) in N[i,j]} x[q,k,l,i,j] = 0;  # (22)

s.t. nothing_out_of{(i,j) in T}:
    sum{q in 1..Q, (k,l) in N[i,j]} x[q,i,j,k,l] = 0;  # (23)

s.t. into{(i,j) in V diff S}:
    sum{q in 1..Q, (k,l) in N[i,j]} x[q,k,l,i,j] = 1;  # (24)

s.t. out_of{(i,j) in V diff T}:
    sum{q in 1..Q, (k,l) in N[i,j]} x[q,i,j,k,l] = 1;  # (25)

s.t. colour_from{(i,j) in S}:
    sum{q in 1..Q, (k,l) in N[i,j]} q * x[q,i,j,k,l] = C[i,j];  # (26)

s.t. colour_to{(i,j) in T}:
    sum{q in 1..Q, (k,l) in N[i,j]} q * x[q,k,l,i,j] = C[i,j];  # (27)

s.t. colour_kept{(i,j) in V diff (S union T)}:
    sum{q in 1..Q, (k,l) in N[i,j]} q * x[q,k,l,i,j] =
    sum{q in 1..Q, (k,l) in N[i,j]} q * x[q,i,j,k,l];  # (28)

s.t. order{(i,j) in V, (k,l) in N[i,j]}:
    z[k,l] - z[i,j] + card(V) * (1 - sum{q in 1..Q} x[q,i,j,k,l]) >= 1;  # (29)

solve;

param colour{(i,j) in V} := round(sum{q in 1..Q, (k,l) in N[i,j]} q *
    (if (i,j) in S then x[q,i,j,k,l] else x[q,k,l,i,j]));
param across{i in 1..m, j in 1..n} := sum{q in 1..Q, (k,l) in V:
    (i,j) in V and k = i and l = j + 1} (x[q,i,j,k,l] + x[q,k,l,i,j]);
param down{i in 1..m, j in 1..n} := sum{q in 1..Q, (k,l) in V:
    (i,j) in V and k = i + 1 and l = j} (x[q,i,j,k,l] + x[q,k,l,i,j]);
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
