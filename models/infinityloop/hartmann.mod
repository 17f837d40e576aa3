# Title: Infinity Loop with a binary for each tile and number of turns
# Source: Hartmann 2018, Section 4, (9)-(17)
# Teaches: reusing a model (Match 22 with the colours 0 and 1); rim constraints by sets, where
#   a corner tile belongs to two of them
#
# A board of r x c tiles: 4rc variables, 3rc + r + c constraints.
# Knows nothing of networks and loops: refuses boards that ask for them.

param rows, integer, >= 1;
param columns, integer, >= 1;
param n, integer, >= 1;                              # tiles
param tile{1..rows, 1..columns}, integer, default 0; # the number of the tile there, or 0
param d{1..n, 0..3}, binary;                         # connection on side h, against the clock:
                                                     # 0 top, 1 left, 2 bottom, 3 right
set H, within {1..n, 1..n};                          # (i,k): tile k is right of tile i
set V, within {1..n, 1..n};                          # (i,k): tile k is below tile i
set Btop, within 1..n;                               # tiles with nothing above them: the rim,
set Bleft, within 1..n;                              # a hole or a wall
set Bbottom, within 1..n;
set Bright, within 1..n;
param connected, binary;                             # all tiles form one network
param loops, binary;                                 # loops may be closed
check connected = 0 and loops = 1;

var x{1..n, 0..3}, binary;                           # tile i is turned left j times

minimize turns:
    sum{i in 1..n, j in 0..3} j * x[i,j];  # (9)

s.t. choice{i in 1..n}:
    sum{j in 0..3} x[i,j] = 1;  # (10)

s.t. beside{(i,k) in H}:
    sum{j in 0..3} d[i, (3-j) mod 4] * x[i,j] = sum{j in 0..3} d[k, (1-j) mod 4] * x[k,j];  # (11)

s.t. below{(i,k) in V}:
    sum{j in 0..3} d[i, (2-j) mod 4] * x[i,j] = sum{j in 0..3} d[k, (0-j) mod 4] * x[k,j];  # (12)

s.t. top{i in Btop}:
    sum{j in 0..3} d[i, (0-j) mod 4] * x[i,j] = 0;  # (14)

s.t. left{i in Bleft}:
    sum{j in 0..3} d[i, (1-j) mod 4] * x[i,j] = 0;  # (15)

s.t. bottom{i in Bbottom}:
    sum{j in 0..3} d[i, (2-j) mod 4] * x[i,j] = 0;  # (16)

s.t. right{i in Bright}:
    sum{j in 0..3} d[i, (3-j) mod 4] * x[i,j] = 0;  # (17)

solve;

for {r in 1..rows} {
    for {c in 1..columns} {
        for {{0}: tile[r,c] = 0} printf "#";
        for {{0}: tile[r,c] > 0}   # right 1, up 2, left 4, down 8
            printf "%s", substr("0123456789abcdef", 1 + sum{j in 0..3} x[tile[r,c], j] *
                (2 * d[tile[r,c], (0-j) mod 4] + 4 * d[tile[r,c], (1-j) mod 4]
                 + 8 * d[tile[r,c], (2-j) mod 4] + d[tile[r,c], (3-j) mod 4]), 1);
    }
    printf "\n";
}

end;
