# Title: Edge matching with cell, turn and side colours apart, not smooth
# Source: Lampainen 2024, Section 5.1.2, (3)-(6); without a border Section 5.2.1
# Teaches: an absolute value below a bound that a product of binaries switches; one constraint
#   where the smooth form (7)-(10) has two, and nothing gained for a linear solver
#
# n x n cells: n^4 + 7n^2 variables, 2n^4 + 9n^2 constraints (4n^2 less without a border).  The
# rows abs_..._more and abs_..._less are the two halves of |e| <= M(1 - products); counted as
# one, and two once they are linear, which is way2.
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
    sum{i in 1..rows, j in 1..columns, k in K} x[i,j,k];

s.t. piece{k in K}:
    sum{i in 1..rows, j in 1..columns} x[i,j,k] <= 1;  # (3)

s.t. cell{i in 1..rows, j in 1..columns}:
    sum{k in K} x[i,j,k] <= 1;

s.t. turn{k in K}:
    sum{m in 1..3} y[k,m] <= 1;

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
             + sum{m in 1..3} c[k, (l-1-m) mod sides + 1] * y[k,m];

s.t. abs_right_more{k in K, t in K: k <> t}:
    r[k,3] - r[t,1] <= pmax * (1 - sum{i in 1..rows, j in 1..columns-1} sh[i,j,k,t]);  # (5)

s.t. abs_right_less{k in K, t in K: k <> t}:
    - r[k,3] + r[t,1] <= pmax * (1 - sum{i in 1..rows, j in 1..columns-1} sh[i,j,k,t]);  # (5)

s.t. abs_below_more{k in K, t in K: k <> t}:
    r[k,4] - r[t,2] <= pmax * (1 - sum{i in 1..rows-1, j in 1..columns} sv[i,j,k,t]);  # (6)

s.t. abs_below_less{k in K, t in K: k <> t}:
    - r[k,4] + r[t,2] <= pmax * (1 - sum{i in 1..rows-1, j in 1..columns} sv[i,j,k,t]);  # (6)

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
