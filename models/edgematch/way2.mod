# Title: Edge matching with cell, turn and side colours apart
# Source: Lampainen 2024, Section 5.1.2, (11); without a border Section 5.2.1
# Teaches: position and turn as separate variables, so that a colour is a linear function of the
#   turn; products of binaries that switch a big-M constraint on; what linearising them costs
#
# n x n cells: n^4 + 7n^2 variables, 4n^4 + 7n^2 constraints (4n^2 less without a border);
# linearised 2n^6 - 2n^5 - n^4 + 2n^3 + 7n^2 variables, 4n^6 - 4n^5 + 4n^3 + 7n^2 constraints.
# As published it places as many pieces as possible (goal: pieces).
# Refuses triangles and the goal edges.

param rows, integer, >= 1;
param columns, integer, >= 1;
param sides, integer, >= 3, <= 4;
param border, binary;                       # the rim is grey
param goal, integer, >= 0, <= 2;            # 0 match, 1 edges, 2 pieces
set K := 1 .. if sides = 4 then rows * columns else rows * rows;
param signs, binary, default 0;             # 1: colours have signs
param c{K, 1..sides}, integer, >= 0;        # colours: left, top, right, bottom; 0 is grey
set G, within {1..rows, 1..columns, K, 0..3};  # hints: row, column, piece, turn
check sides = 4;
check goal <> 1;
check signs = 0;

param pmax := max{k in K, l in 1..sides} c[k,l];

var x{1..rows, 1..columns, K}, binary;      # piece k lies in cell (i,j)
var y{K, 1..3}, binary;                     # piece k is turned m times clockwise
var r{K, 1..sides}, >= 0, <= pmax;          # the colour on side l of piece k as it lies

var sh{i in 1..rows, j in 1..columns-1, k in K, t in K: k <> t}, binary;
var sv{i in 1..rows-1, j in 1..columns, k in K, t in K: k <> t}, binary;
s.t. product_sh{i in 1..rows, j in 1..columns-1, k in K, t in K: k <> t}:
    0 <= x[i,j,k] + x[i,j+1,t] - 2*sh[i,j,k,t] <= 1;
s.t. product_sv{i in 1..rows-1, j in 1..columns, k in K, t in K: k <> t}:
    0 <= x[i,j,k] + x[i+1,j,t] - 2*sv[i,j,k,t] <= 1;

maximize placed:
    sum{i in 1..rows, j in 1..columns, k in K} x[i,j,k];  # (11)

s.t. piece{k in K}:
    sum{i in 1..rows, j in 1..columns} x[i,j,k] <= 1;  # (3)

s.t. cell{i in 1..rows, j in 1..columns}:
    sum{k in K} x[i,j,k] <= 1;  # (11)

s.t. turn{k in K}:
    sum{m in 1..3} y[k,m] <= 1;  # (11)

s.t. rim_left{k in K: border = 1}:
    r[k,1] <= pmax * (1 - sum{i in 1..rows} x[i,1,k]);  # (4)

s.t. rim_top{k in K: border = 1}:
    r[k,2] <= pmax * (1 - sum{j in 1..columns} x[1,j,k]);  # (4)

s.t. rim_right{k in K: border = 1}:
    r[k,3] <= pmax * (1 - sum{i in 1..rows} x[i,columns,k]);  # (4)

s.t. rim_bottom{k in K: border = 1}:
    r[k,4] <= pmax * (1 - sum{j in 1..columns} x[rows,j,k]);  # (4)

s.t. side{k in K, l in 1..sides}:
    r[k,l] = c[k,l] * (1 - sum{m in 1..3} y[k,m])
             + sum{m in 1..3} c[k, (l-1-m) mod sides + 1] * y[k,m];  # (11)

s.t. right_more{k in K, t in K: k <> t}:
    r[k,3] - r[t,1] <= pmax * (1 - sum{i in 1..rows, j in 1..columns-1} sh[i,j,k,t]);  # (7)

s.t. right_less{k in K, t in K: k <> t}:
    - r[k,3] + r[t,1] <= pmax * (1 - sum{i in 1..rows, j in 1..columns-1} sh[i,j,k,t]);  # (8)

s.t. below_more{k in K, t in K: k <> t}:
    r[k,4] - r[t,2] <= pmax * (1 - sum{i in 1..rows-1, j in 1..columns} sv[i,j,k,t]);  # (9)

s.t. below_less{k in K, t in K: k <> t}:
    - r[k,4] + r[t,2] <= pmax * (1 - sum{i in 1..rows-1, j in 1..columns} sv[i,j,k,t]);  # (10)

s.t. given{(i,j,k,m) in G}:
    x[i,j,k] = 1;

s.t. given_turn{(i,j,k,m) in G, q in 1..3}:
    y[k,q] = if q = m then 1 else 0;

solve;

for {i in 1..rows} {
    for {j in 1..columns} {
        for {k in K: x[i,j,k] = 1} printf " %d/%d", k, sum{m in 1..3} m * y[k,m];
        for {{0}: sum{k in K} x[i,j,k] = 0} printf (if goal = 2 then " -" else " .");
    }
    printf "\n";
}

end;
