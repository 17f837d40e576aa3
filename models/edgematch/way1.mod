# Title: Edge matching with a binary for each piece, cell and turn
# Source: Lampainen 2024, Section 5.1.1, (2)
# Teaches: a turn as an index; soft constraints: a flag lets a join fail, and the objective
#   counts the flags; an absolute difference of two 0-1 sums as two inequalities
#
# n x n cells and p colours besides grey: 4n^4 + 2n^2 - 2n variables,
# 2n^2(1 + 2p) + 4n(1 - p) constraints (4n less without a border).
# As published it finds the most matching edges (goal: edges).  For the goal match, cells at a
# join that fails are printed empty.  Refuses triangles and the goal pieces.
# Colours with signs are an addition; without them the rows are the published ones.

param rows, integer, >= 1;
param columns, integer, >= 1;
param sides, integer, >= 3, <= 4;
param border, binary;                       # the rim is grey
param goal, integer, >= 0, <= 2;            # 0 match, 1 edges, 2 pieces
set K := 1 .. if sides = 4 then rows * columns else rows * rows;
param signs, binary, default 0;             # 1: colours are +p and -p, which meet each other
param c{K, 1..sides}, integer;              # colours: left, top, right, bottom; 0 is grey
set G, within {1..rows, 1..columns, K, 0..3};  # hints: row, column, piece, turn
check sides = 4;
check goal <= 1;

param o := if signs = 1 then -1 else 1;     # the colour o*p meets p
set C := setof{k in K, l in 1..sides: c[k,l] <> 0} c[k,l];
set P := C union setof{p in C} o * p;
# S[l,p]: the pieces and turns that show colour p on side l
set S{l in 1..4, p in P union {0}} :=
    setof{k in K, m in 0..3: c[k, (l-1-m) mod 4 + 1] = p} (k,m);

var x{K, 1..rows, 1..columns, 0..3}, binary;   # piece k lies in cell (i,j), turned m times
var h{1..rows, 1..columns-1}, binary;          # the right side of cell (i,j) does not match
var v{1..rows-1, 1..columns}, binary;          # the bottom side of cell (i,j) does not match

minimize mismatches:
    sum{i in 1..rows, j in 1..columns-1} h[i,j] + sum{i in 1..rows-1, j in 1..columns} v[i,j];  # (2)

s.t. piece{k in K}:
    sum{i in 1..rows, j in 1..columns, m in 0..3} x[k,i,j,m] = 1;  # (2)

s.t. cell{i in 1..rows, j in 1..columns}:
    sum{k in K, m in 0..3} x[k,i,j,m] = 1;  # (2)

s.t. right_more{i in 1..rows, j in 1..columns-1, p in P}:
    sum{(k,m) in S[3,p]} x[k,i,j,m] - sum{(k,m) in S[1,o*p]} x[k,i,j+1,m] <= h[i,j];  # (2)

s.t. right_less{i in 1..rows, j in 1..columns-1, p in P}:
    - sum{(k,m) in S[3,p]} x[k,i,j,m] + sum{(k,m) in S[1,o*p]} x[k,i,j+1,m] <= h[i,j];  # (2)

s.t. below_more{i in 1..rows-1, j in 1..columns, p in P}:
    sum{(k,m) in S[4,p]} x[k,i,j,m] - sum{(k,m) in S[2,o*p]} x[k,i+1,j,m] <= v[i,j];  # (2)

s.t. below_less{i in 1..rows-1, j in 1..columns, p in P}:
    - sum{(k,m) in S[4,p]} x[k,i,j,m] + sum{(k,m) in S[2,o*p]} x[k,i+1,j,m] <= v[i,j];  # (2)

s.t. rim_top{j in 1..columns: border = 1}:
    sum{(k,m) in S[2,0]} x[k,1,j,m] = 1;  # (2)

s.t. rim_bottom{j in 1..columns: border = 1}:
    sum{(k,m) in S[4,0]} x[k,rows,j,m] = 1;  # (2)

s.t. rim_left{i in 1..rows: border = 1}:
    sum{(k,m) in S[1,0]} x[k,i,1,m] = 1;  # (2)

s.t. rim_right{i in 1..rows: border = 1}:
    sum{(k,m) in S[3,0]} x[k,i,columns,m] = 1;  # (2)

s.t. given{(i,j,k,m) in G}:
    x[k,i,j,m] = 1;

solve;

for {i in 1..rows} {
    for {j in 1..columns, k in K, m in 0..3: x[k,i,j,m] = 1} {
        for {{0}: goal = 0 and
                sum{b in j-1..j: b >= 1 and b < columns} h[i,b]
                + sum{a in i-1..i: a >= 1 and a < rows} v[a,j] > 0} printf " .";
        for {{0}: goal = 1 or
                sum{b in j-1..j: b >= 1 and b < columns} h[i,b]
                + sum{a in i-1..i: a >= 1 and a < rows} v[a,j] = 0} printf " %d/%d", k, m;
    }
    printf "\n";
}

end;
