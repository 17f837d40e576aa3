# Title: Match 22 with one equation for each pair and colour
# Source: pulma; the disaggregated form of Hartmann 2018, (11) and (12)
# Teaches: one equation over colour numbers lets fractions average (half a 1 and half
#   a 3 look like a 2); one equation for each colour does not, so the bound is better
#
# C colours: 4n variables, n + C(|H| + |V|) constraints at most (80 and 116 for Figure 3).

param rows, integer, >= 1;
param columns, integer, >= 1;
param n, integer, >= 0;                             # disks
param disk{1..rows, 1..columns}, integer, default 0;  # the number of the disk there, or 0
param d{1..n, 0..3}, integer, >= 1;                 # colour of segment h, against the clock:
                                                    # 0 top, 1 left, 2 bottom, 3 right
set H, within {1..n, 1..n};                         # (i,k): disk k is right of disk i
set V, within {1..n, 1..n};                         # (i,k): disk k is below disk i

set C := setof{i in 1..n, h in 0..3} d[i,h];        # the colours

var x{1..n, 0..3}, binary;                          # disk i is turned left j times

minimize turns:
    sum{i in 1..n, j in 0..3} j * x[i,j];

s.t. choice{i in 1..n}:
    sum{j in 0..3} x[i,j] = 1;

s.t. beside{(i,k) in H, c in C}:
    sum{j in 0..3: d[i, (3-j) mod 4] = c} x[i,j] = sum{j in 0..3: d[k, (1-j) mod 4] = c} x[k,j];

s.t. below{(i,k) in V, c in C}:
    sum{j in 0..3: d[i, (2-j) mod 4] = c} x[i,j] = sum{j in 0..3: d[k, (0-j) mod 4] = c} x[k,j];

solve;

for {r in 1..rows} {
    for {c in 1..columns} {
        for {{0}: disk[r,c] = 0} printf "#";
        for {{0}: disk[r,c] > 0} printf "%d", sum{j in 0..3} j * x[disk[r,c], j];
    }
    printf "\n";
}

end;
