# Title: General tiling, as many pieces as possible
# Source: Lampainen's thesis, Section 4.2 and Appendix A
# Teaches: pieces used freely have no row; copy limits are rows of their own
#
# The thesis says that the maximum guarantees a cover.  It does so if all pieces have the same
# area, as there: with pieces of 5 and of 2 cells, a strip of 5 cells takes two short pieces and
# one cell stays bare.  So other puzzles are refused here; general-area.mod knows them.  The
# 3x4 board of the thesis has 34 variables and 12 constraints, 14 with limits on both pieces.
# "Exactly twice" is "at most twice" in the thesis, and the maximum does the rest; that is right
# if the pieces have no more cells than the board, and refused otherwise.

param m, integer, >= 1;                # rows
param n, integer, >= 1;                # columns
set V, within {1..m, 1..n};            # cells; the rest are holes
param K, integer, >= 1;                # pieces
param name{1..K}, symbolic;
param a{1..K}, integer, >= 1;          # area of a piece
param least{1..K}, integer, >= 0;      # how often it is used at least
param most{1..K}, integer, >= 0, default card(V);  # and at most; card(V): freely
param q{1..K}, integer, >= 0;          # places where it fits
param width, integer, >= 1;            # of the longest mark in the answer
set X := setof{j in 1..K, i in 1..q[j]} (i,j);
set A{V}, within X;                    # (i,j): place i of piece j covers the cell
check{j in 1..K}: a[j] = a[1];
check{j in 1..K}: least[j] = 0 or sum{k in 1..K} most[k] * a[k] <= card(V);

var x{X}, binary;                       # piece j lies in place i

maximize pieces:
    sum{(i,j) in X} x[i,j];

s.t. copies{j in 1..K: most[j] < card(V)}:
    sum{i in 1..q[j]} x[i,j] <= most[j];

s.t. cell{(r,s) in V}:
    sum{(i,j) in A[r,s]} x[i,j] <= 1;

solve;

# The board: each cell with the name of its piece, and which copy of it that is.
for {r in 1..m} {
    for {s in 1..n} {
        for {{0}: (r,s) not in V} printf "#";
        for {{0}: (r,s) in V} {
            printf{{0}: sum{(i,j) in A[r,s]} x[i,j] = 0} ".";
            for {(i,j) in A[r,s]: x[i,j] = 1} {
                printf "%s", name[j];
                printf{{0}: most[j] <> 1} "%d", sum{h in 1..i} x[h,j];
            }
        }
        printf{{0}: width > 1} " ";
    }
    printf "\n";
}

end;
