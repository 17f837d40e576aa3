# Title: Eternity as an exact cover
# Source: Lampainen's thesis, Section 4.3
# Teaches: one binary for each piece, rotation and position; the footprint of a placement as a
#   column of zeros and ones; a model can be right and far too large
#
# One equation for each small triangle of the board and one for each piece.  The real puzzle
# has 36*209 + 209 = 7733 constraints and 1,372,296 variables; the thesis prints the small t
# for T in the first sum.

param T, integer, >= 1;                # pieces
param N, integer, >= 1;                # small triangles of the board
param goal, default 0;                 # 1: as many pieces as possible
check goal = 0;
param number{1..T}, integer;           # what is printed on a piece
set X, dimen 4;                        # (i,j,u,v): piece i in rotation j fits at (u,v)
set A{1..N}, within X;                 # those that cover a triangle
set G, within X;                       # hints: pieces that lie already

var x{X}, binary;                      # piece i lies in rotation j at (u,v)

s.t. triangle{c in 1..N}:
    sum{(i,j,u,v) in A[c]} x[i,j,u,v] = 1;

s.t. piece{i in 1..T}:
    sum{(i,j,u,v) in X} x[i,j,u,v] = 1;

s.t. given{(i,j,u,v) in G}:
    x[i,j,u,v] = 1;

solve;

for {(i,j,u,v) in X: x[i,j,u,v] = 1}
    printf "%d %d %d %d\n", number[i], j, u, v;

end;
