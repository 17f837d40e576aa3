# Title: Match 22 with a binary for each disk and number of turns
# Source: Hartmann 2018, Section 4, (9)-(13) and Appendix C
# Teaches: choosing one of four rotations; a turn as a shift of the index (modulo 4)
#   instead of turned data; colours as numbers, compared by one equation a pair
#
# n disks with H and V pairs of neighbours: 4n variables, n + |H| + |V| constraints
# (80 and 44 for Figure 3).

param rows, integer, >= 1;
param columns, integer, >= 1;
param n, integer, >= 0;                             # disks
param disk{1..rows, 1..columns}, integer, default 0;  # the number of the disk there, or 0
param d{1..n, 0..3}, integer, >= 1;                 # colour of segment h, against the clock:
                                                    # 0 top, 1 left, 2 bottom, 3 right
set H, within {1..n, 1..n};                         # (i,k): disk k is right of disk i
set V, within {1..n, 1..n};                         # (i,k): disk k is below disk i

var x{1..n, 0..3}, binary;                          # disk i is turned left j times

minimize turns:
    sum{i in 1..n, j in 0..3} j * x[i,j];  # (9)

s.t. choice{i in 1..n}:
    sum{j in 0..3} x[i,j] = 1;  # (10)

s.t. beside{(i,k) in H}:
    sum{j in 0..3} d[i, (3-j) mod 4] * x[i,j] = sum{j in 0..3} d[k, (1-j) mod 4] * x[k,j];  # (11)

s.t. below{(i,k) in V}:
    sum{j in 0..3} d[i, (2-j) mod 4] * x[i,j] = sum{j in 0..3} d[k, (0-j) mod 4] * x[k,j];  # (12)

solve;

for {r in 1..rows} {
    for {c in 1..columns} {
        for {{0}: disk[r,c] = 0} printf "#";
        for {{0}: disk[r,c] > 0} printf "%d", sum{j in 0..3} j * x[disk[r,c], j];
    }
    printf "\n";
}

end;
