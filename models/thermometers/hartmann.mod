# Title: Thermometers with one binary per cell
# Source: Hartmann 2018, Section 2, (1)-(4) and Appendix A
# Teaches: precedence as x >= y along a chain; row and column sums as in a
#   transportation problem
#
# One variable per cell; a constraint for each number at the rim and for each pair of
# neighbours inside a thermometer (64 and 63 for Figure 1).

param m, integer, >= 1;              # rows
param n, integer, >= 1;              # columns
param R{1..m}, integer, default -1;  # filled cells of a row; -1 where none are told
param C{1..n}, integer, default -1;  # and of a column
set P, within {1..m, 1..n};          # cells of thermometers
set D, within P cross P;             # (i,j,k,l): the mercury flows from (i,j) into (k,l)

var x{P}, binary;                    # cell (i,j) is filled

s.t. row{i in 1..m: R[i] >= 0}:
    sum{(i,j) in P} x[i,j] = R[i];  # (1)

s.t. column{j in 1..n: C[j] >= 0}:
    sum{(i,j) in P} x[i,j] = C[j];  # (2)

s.t. rises{(i,j,k,l) in D}:
    x[i,j] >= x[k,l];  # (3)

solve;

for {i in 1..m} {
    for {j in 1..n} {
        for {{0}: (i,j) not in P} printf "#";
        for {{0}: (i,j) in P} printf "%d", x[i,j];
    }
    printf "\n";
}

end;
