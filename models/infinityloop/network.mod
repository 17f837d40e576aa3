# Title: Infinity Loop and Net as one network, by a flow
# Source: pulma; Hartmann 2018, (9)-(17), with a single-commodity flow
# Teaches: connectivity by a flow: a root sends a unit to every other tile, and only
#   connections carry it; a tree as a network with one link less than tiles
#
# T tiles with a connection: to Hartmann's model a flow adds 2(|H| + |V|) continuous variables
# and 2(|H| + |V|) + T - 1 constraints, one more without loops.
# Refuses boards without loops that need not be connected.

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
check connected = 1 or loops = 1;

set T := setof{i in 1..n: sum{h in 0..3} d[i,h] > 0} i;  # tiles that have a connection
param root := if card(T) = 0 then 0 else min{i in T} i;
set A := if connected = 1 then {0,1} else {};            # flow there and back, if any

var x{1..n, 0..3}, binary;                           # tile i is turned left j times

var fh{(i,k) in H, a in A}, >= 0, <= card(T);        # flow right (0) and left (1)
var fv{(i,k) in V, a in A}, >= 0, <= card(T);        # flow down (0) and up (1)

minimize turns:
    sum{i in 1..n, j in 0..3} j * x[i,j];

s.t. choice{i in 1..n}:
    sum{j in 0..3} x[i,j] = 1;

s.t. beside{(i,k) in H}:
    sum{j in 0..3} d[i, (3-j) mod 4] * x[i,j] = sum{j in 0..3} d[k, (1-j) mod 4] * x[k,j];

s.t. below{(i,k) in V}:
    sum{j in 0..3} d[i, (2-j) mod 4] * x[i,j] = sum{j in 0..3} d[k, (0-j) mod 4] * x[k,j];

s.t. top{i in Btop}:
    sum{j in 0..3} d[i, (0-j) mod 4] * x[i,j] = 0;

s.t. left{i in Bleft}:
    sum{j in 0..3} d[i, (1-j) mod 4] * x[i,j] = 0;

s.t. bottom{i in Bbottom}:
    sum{j in 0..3} d[i, (2-j) mod 4] * x[i,j] = 0;

s.t. right{i in Bright}:
    sum{j in 0..3} d[i, (3-j) mod 4] * x[i,j] = 0;

s.t. carry_h{(i,k) in H, a in A}:
    fh[i,k,a] <= (card(T) - 1) * sum{j in 0..3} d[i, (3-j) mod 4] * x[i,j];

s.t. carry_v{(i,k) in V, a in A}:
    fv[i,k,a] <= (card(T) - 1) * sum{j in 0..3} d[i, (2-j) mod 4] * x[i,j];

s.t. reach{k in T: connected = 1 and k <> root}:
    sum{(i,k) in H} (fh[i,k,0] - fh[i,k,1]) + sum{(i,k) in V} (fv[i,k,0] - fv[i,k,1])
    - sum{(k,i) in H} (fh[k,i,0] - fh[k,i,1]) - sum{(k,i) in V} (fv[k,i,0] - fv[k,i,1]) = 1;

s.t. tree{{0}: loops = 0 and card(T) > 0}:
    sum{(i,k) in H, j in 0..3} d[i, (3-j) mod 4] * x[i,j]
    + sum{(i,k) in V, j in 0..3} d[i, (2-j) mod 4] * x[i,j] = card(T) - 1;

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
