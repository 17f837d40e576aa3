# Title: Triangular edge matching with corner, border and inner pieces kept apart
# Source: Lampainen 2024, Section 8.2, with the classes of its cells corrected
# Teaches: valid constraints from knowledge of the puzzle, and how a wrong one makes it impossible
#
# n rows: n^4 + 5n^2 variables, 6n^4 + 4n^2 constraints.
# The inverted cells of the bottom row touch no rim; the publication counts them as border.
# Refuses squares, other goals, boards without a border and more grey than the rim is long.

param rows, integer, >= 1;
param columns, integer, >= 1;
param sides, integer, >= 3, <= 4;
param border, binary;                       # the rim is grey
param goal, integer, >= 0, <= 2;            # 0 match, 1 edges, 2 pieces
set K := 1 .. if sides = 4 then rows * columns else rows * rows;
param signs, binary, default 0;             # 1: colours have signs
param c{K, 1..sides}, integer, >= 0;        # colours: bottom, left, right; 0 is grey
set G, within {1..rows, 1..columns, K, 0..2};  # hints: row, column, piece, turn
check sides = 3;
check goal = 0;
check signs = 0;
check border = 1;
check rows >= 2;
check sum{k in K, l in 1..sides: c[k,l] = 0} 1 <= 3 * rows;

set T := {i in 1..rows, j in rows-i+1..rows+i-1};   # the cells
set U := {(i,j) in T: (i + j - rows - 1) mod 2 = 0};  # those that stand upright
# N[l]: an upright cell and the inverted one that it meets with side l.  Inverted pieces keep
# their side numbers, so side l meets side l.
set N{l in 1..3} := setof{(i,j) in U, a in i..i+1, b in j-1..j+1:
    (l = 1 and a = i + 1 and b = j and i < rows) or
    (l = 2 and a = i and b = j - 1 and b > rows - i) or
    (l = 3 and a = i and b = j + 1 and b < rows + i)} (i,j,a,b);
# B[l]: the upright cells with side l at the rim: the bottom row, the left and the right side
set B{l in 1..3} := setof{(i,j) in U: (l = 1 and i = rows) or
    (l = 2 and j = rows - i + 1) or (l = 3 and j = rows + i - 1)} (i,j);

param at_rim{(i,j) in T} := sum{l in 1..3: (i,j) in B[l]} 1;
param grey{k in K} := min(2, sum{l in 1..sides: c[k,l] = 0} 1);

param pmax := max{k in K, l in 1..sides} c[k,l];

var x{(i,j) in T, k in K}, binary;          # piece k lies in cell (i,j)
var y{K, 1..2}, binary;                     # piece k is turned m times clockwise
var r{K, 1..sides}, >= 0, <= pmax;          # the colour on side l of piece k as it lies

var s{l in 1..3, (i,j,a,b) in N[l], k in K, t in K: k <> t}, binary;
s.t. product_s{l in 1..3, (i,j,a,b) in N[l], k in K, t in K: k <> t}:
    0 <= x[i,j,k] + x[a,b,t] - 2*s[l,i,j,a,b,k,t] <= 1;

maximize placed:
    sum{(i,j) in T, k in K} x[i,j,k];  # (13)

s.t. own_class{k in K}:
    sum{(i,j) in T: at_rim[i,j] = grey[k]} x[i,j,k] <= 1;

s.t. other_class{k in K}:
    sum{(i,j) in T: at_rim[i,j] <> grey[k]} x[i,j,k] = 0;

s.t. cell{(i,j) in T}:
    sum{k in K} x[i,j,k] <= 1;  # (13)

s.t. turn{k in K}:
    sum{m in 1..2} y[k,m] <= 1;  # (13)

s.t. rim{k in K, l in 1..3: border = 1}:
    r[k,l] <= pmax * (1 - sum{(i,j) in B[l]} x[i,j,k]);  # (13)

s.t. side{k in K, l in 1..sides}:
    r[k,l] = c[k,l] * (1 - sum{m in 1..2} y[k,m])
             + sum{m in 1..2} c[k, (l-1-m) mod sides + 1] * y[k,m];  # (13)

s.t. meet_more{l in 1..3, k in K, t in K: k <> t}:
    r[k,l] - r[t,l] <= pmax * (1 - sum{(i,j,a,b) in N[l]} s[l,i,j,a,b,k,t]);  # (12)

s.t. meet_less{l in 1..3, k in K, t in K: k <> t}:
    - r[k,l] + r[t,l] <= pmax * (1 - sum{(i,j,a,b) in N[l]} s[l,i,j,a,b,k,t]);  # (12)

s.t. given{(i,j,k,m) in G}:
    x[i,j,k] = 1;

s.t. given_turn{(i,j,k,m) in G, q in 1..2}:
    y[k,q] = if q = m then 1 else 0;

solve;

for {i in 1..rows} {
    for {j in rows-i+1..rows+i-1} {
        for {k in K: x[i,j,k] = 1} printf " %d/%d", k, sum{m in 1..2} m * y[k,m];
        for {{0}: sum{k in K} x[i,j,k] = 0} printf (if goal = 2 then " -" else " .");
    }
    printf "\n";
}

end;
