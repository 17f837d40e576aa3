# Title: Coloured nonogram with the starts of the blocks
# Source: after Mingote and Azevedo 2009, whom Lampainen 2024, Section 7.2, cites
# Teaches: how far apart two blocks stand depends on data; one equation instead of two
#   inequalities where at most one block can cover a cell
#
# Blocks of different colours may touch, so a gap is counted only between equal ones.  A cell
# has a colour exactly if a block of that colour covers it, in its row and in its column: two
# equations for each cell and colour.  That no cell has two colours follows from the order
# of the blocks.  A row with k blocks of total length s and g gaps leaves d = n - s - g + 1
# starts to each of them: C*m*n + sum k*d variables (the same for the columns, with m), and
# blocks + sum (k-1)*d + 2C*m*n constraints.  With one colour it is a smaller and tighter
# program than lampainen.

param m, integer, >= 1;                         # rows
param n, integer, >= 1;                         # columns
param C, integer, >= 1;                         # colours
param letters, symbolic;                        # one letter for each colour
param kr{1..m}, integer, >= 0;                  # blocks of a row
param kc{1..n}, integer, >= 0;                  # blocks of a column
param sr{i in 1..m, t in 1..kr[i]}, integer;    # their lengths; 0: not told
param sc{j in 1..n, t in 1..kc[j]}, integer;
param cr{i in 1..m, t in 1..kr[i]}, integer;    # their colours
param cc{j in 1..n, t in 1..kc[j]}, integer;
set G, within 1..m cross 1..n cross 0..C;       # cells that are given

check{i in 1..m, t in 1..kr[i]}: sr[i,t] >= 1;  # the length of every block must be told
check{j in 1..n, t in 1..kc[j]}: sc[j,t] >= 1;

# Cells between a block and the next one: 1 if their colours are equal.
param gr{i in 1..m, t in 1..kr[i]-1} := if cr[i,t] = cr[i,t+1] then 1 else 0;
param gc{j in 1..n, t in 1..kc[j]-1} := if cc[j,t] = cc[j,t+1] then 1 else 0;

# Earliest and latest start of each block.
param er{i in 1..m, t in 1..kr[i]} := 1 + sum{u in 1..t-1} (sr[i,u] + gr[i,u]);
param lr{i in 1..m, t in 1..kr[i]} :=
    n + 1 - sum{u in t..kr[i]} sr[i,u] - sum{u in t..kr[i]-1} gr[i,u];
param ec{j in 1..n, t in 1..kc[j]} := 1 + sum{u in 1..t-1} (sc[j,u] + gc[j,u]);
param lc{j in 1..n, t in 1..kc[j]} :=
    m + 1 - sum{u in t..kc[j]} sc[j,u] - sum{u in t..kc[j]-1} gc[j,u];

var z{1..m, 1..n, 1..C}, binary;                                 # cell (i,j) has colour c
var y{i in 1..m, t in 1..kr[i], j in er[i,t]..lr[i,t]}, binary;  # block t of row i starts at j
var x{j in 1..n, t in 1..kc[j], i in ec[j,t]..lc[j,t]}, binary;  # block t of column j, at i

s.t. row_block{i in 1..m, t in 1..kr[i]}:
    sum{j in er[i,t]..lr[i,t]} y[i,t,j] = 1;

s.t. column_block{j in 1..n, t in 1..kc[j]}:
    sum{i in ec[j,t]..lc[j,t]} x[j,t,i] = 1;

s.t. row_order{i in 1..m, t in 1..kr[i]-1, j in er[i,t]..lr[i,t]}:
    y[i,t,j] <= sum{h in j+sr[i,t]+gr[i,t]..lr[i,t+1]} y[i,t+1,h];

s.t. column_order{j in 1..n, t in 1..kc[j]-1, i in ec[j,t]..lc[j,t]}:
    x[j,t,i] <= sum{h in i+sc[j,t]+gc[j,t]..lc[j,t+1]} x[j,t+1,h];

s.t. row_paints{i in 1..m, j in 1..n, c in 1..C}:
    z[i,j,c] = sum{t in 1..kr[i], h in max(er[i,t], j-sr[i,t]+1)..min(lr[i,t], j):
                   cr[i,t] = c} y[i,t,h];

s.t. column_paints{i in 1..m, j in 1..n, c in 1..C}:
    z[i,j,c] = sum{t in 1..kc[j], h in max(ec[j,t], i-sc[j,t]+1)..min(lc[j,t], i):
                   cc[j,t] = c} x[j,t,h];

s.t. given{(i,j,c) in G: c > 0}:
    z[i,j,c] = 1;

s.t. given_empty{(i,j,c) in G, d in 1..C: c = 0}:
    z[i,j,d] = 0;

solve;

for {i in 1..m} {
    for {j in 1..n}
        printf "%s", substr("-" & letters, 1 + sum{c in 1..C} c * z[i,j,c], 1);
    printf "\n";
}

end;
