# Title: Edge matching on a triangular board
# Source: Lampainen 2024, Section 5.2.2, (13); Appendix A with its 4 x 4 rim row corrected
# Teaches: index sets for rows of different length; numbering the sides of inverted pieces
#   so that equal numbers meet
#
# n rows: n^4 + 5n^2 variables, 6n^4 + 3n^2 constraints; linearised (3/2)n^3(n-1)(n^2-1)
# variables and twice as many constraints more.
# The appendix's 4 x 4 model puts cell (4,4) on the bottom rim in place of (4,5); then no board
# can be completed.
# Refuses squares and the goal edges.

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
check goal <> 1;
check signs = 0;

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

param pmax := max{k in K, l in 1..sides} c[k,l];

var x{(i,j) in T, k in K}, binary;          # piece k lies in cell (i,j)
var y{K, 1..2}, binary;                     # piece k is turned m times clockwise
var r{K, 1..sides}, >= 0, <= pmax;          # the colour on side l of piece k as it lies

var s{l in 1..3, (i,j,a,b) in N[l], k in K, t in K: k <> t}, binary;
s.t. product_s{l in 1..3, (i,j,a,b) in N[l], k in K, t in K: k <> t}:
    0 <= x[i,j,k] + x[a,b,t] - 2*s[l,i,j,a,b,k,t] <= 1;

maximize placed:
    sum{(i,j) in T, k in K} x[i,j,k];  # (13)

s.t. piece{k in K}:
    sum{(i,j) in T} x[i,j,k] <= 1;  # (13)

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
