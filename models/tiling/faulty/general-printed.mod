# Title: General tiling, as many pieces as possible, for pieces of any size
# Source: Lampainen 2024, Sections 4.1 and 4.2
# Teaches: when a maximum is a cover, and when not
# Faulty: as printed. A board shows it; docs/models.md names one

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
