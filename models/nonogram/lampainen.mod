# Title: Nonogram with the starts of the blocks
# Source: Lampainen 2024, Section 7.2, after Mingote and Azevedo 2009
# Teaches: earliest and latest starts; order by implications; channelling between blocks and
#   cells in both directions
#
# Two colours only.  A row with k blocks of total length s leaves n - s - k + 2 starts to each
# of them: m*n + sum k(n-s-k+2) variables (the same for the columns, with m), and the blocks +
# sum (k-1)(n-s-k+2) + 2mn + sum s(n-s-k+2) constraints.  The publication gives the range of
# x[j,t,i] for j where it means i.

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

check C = 1;                                    # this model has black and white only
check{i in 1..m, t in 1..kr[i]}: sr[i,t] >= 1;  # and the length of every block
check{j in 1..n, t in 1..kc[j]}: sc[j,t] >= 1;

# Earliest and latest start of each block.
param er{i in 1..m, t in 1..kr[i]} := 1 + sum{u in 1..t-1} (sr[i,u] + 1);
param lr{i in 1..m, t in 1..kr[i]} := n + 2 - sum{u in t..kr[i]} (sr[i,u] + 1);
param ec{j in 1..n, t in 1..kc[j]} := 1 + sum{u in 1..t-1} (sc[j,u] + 1);
param lc{j in 1..n, t in 1..kc[j]} := m + 2 - sum{u in t..kc[j]} (sc[j,u] + 1);

var z{1..m, 1..n}, binary;                                       # cell (i,j) is black
var y{i in 1..m, t in 1..kr[i], j in er[i,t]..lr[i,t]}, binary;  # block t of row i starts at j
var x{j in 1..n, t in 1..kc[j], i in ec[j,t]..lc[j,t]}, binary;  # block t of column j, at i

s.t. row_block{i in 1..m, t in 1..kr[i]}:
    sum{j in er[i,t]..lr[i,t]} y[i,t,j] = 1;

s.t. column_block{j in 1..n, t in 1..kc[j]}:
    sum{i in ec[j,t]..lc[j,t]} x[j,t,i] = 1;

s.t. row_order{i in 1..m, t in 1..kr[i]-1, j in er[i,t]..lr[i,t]}:
    y[i,t,j] <= sum{h in j+sr[i,t]+1..lr[i,t+1]} y[i,t+1,h];

s.t. column_order{j in 1..n, t in 1..kc[j]-1, i in ec[j,t]..lc[j,t]}:
    x[j,t,i] <= sum{h in i+sc[j,t]+1..lc[j,t+1]} x[j,t+1,h];

s.t. row_covers{i in 1..m, j in 1..n}:
    z[i,j] <= sum{t in 1..kr[i], h in max(er[i,t], j-sr[i,t]+1)..min(lr[i,t], j)} y[i,t,h];

s.t. column_covers{i in 1..m, j in 1..n}:
    z[i,j] <= sum{t in 1..kc[j], h in max(ec[j,t], i-sc[j,t]+1)..min(lc[j,t], i)} x[j,t,h];

s.t. row_paints{i in 1..m, j in 1..n, t in 1..kr[i],
                h in max(er[i,t], j-sr[i,t]+1)..min(lr[i,t], j)}:
    z[i,j] >= y[i,t,h];

s.t. column_paints{i in 1..m, j in 1..n, t in 1..kc[j],
                   h in max(ec[j,t], i-sc[j,t]+1)..min(lc[j,t], i)}:
    z[i,j] >= x[j,t,h];

s.t. given{(i,j,c) in G}:
    z[i,j] = c;

solve;

for {i in 1..m} {
    for {j in 1..n} printf "%s", if z[i,j] then letters else "-";
    printf "\n";
}

end;
