# Title: Circuit Scramble with one binary per node
# Source: Hartmann, More logic puzzle apps, Section 6, (22)-(28)
# Teaches: exact linear descriptions of logic gates; the distance to the start state as objective
#
# Three constraints for each AND and OR, four for each XOR, one for each NOT, one for the output.
# The gates NAND, NOR and XNOR are an addition.  The text of the publication calls (26) a NOR gate;
# it is the NOT gate.

param n, integer, >= 1;              # nodes
param output, in 1..n;               # the node that must be on
set I0, within 1..n;                 # switches that are off at the start
set I1, within 1..n;                 # and on
set A; set O; set X; set N;          # AND, OR, XOR, NOT gates
set NA; set NO; set XN;              # NAND, NOR, XNOR gates
param p{1..n}, in 1..n;              # the first node that feeds a gate
param q{1..n}, in 1..n;              # and the second
param name{1..n}, symbolic;          # of the switches

var x{1..n}, binary;                 # the node is on

minimize flips: sum{i in I1} (1 - x[i]) + sum{i in I0} x[i];  # (22)

s.t. and_first{i in A}: x[i] <= x[p[i]];  # (23)
s.t. and_second{i in A}: x[i] <= x[q[i]];  # (23)
s.t. and_both{i in A}: x[i] >= x[p[i]] + x[q[i]] - 1;  # (23)

s.t. or_first{i in O}: x[i] >= x[p[i]];  # (24)
s.t. or_second{i in O}: x[i] >= x[q[i]];  # (24)
s.t. or_none{i in O}: x[i] <= x[p[i]] + x[q[i]];  # (24)

s.t. xor_none{i in X}: x[i] <= x[p[i]] + x[q[i]];  # (25)
s.t. xor_first{i in X}: x[i] >= x[p[i]] - x[q[i]];  # (25)
s.t. xor_second{i in X}: x[i] >= x[q[i]] - x[p[i]];  # (25)
s.t. xor_both{i in X}: x[i] <= 2 - x[p[i]] - x[q[i]];  # (25)

s.t. inverter{i in N}: x[i] = 1 - x[p[i]];  # (26)

s.t. nand_first{i in NA}: 1 - x[i] <= x[p[i]];
s.t. nand_second{i in NA}: 1 - x[i] <= x[q[i]];
s.t. nand_both{i in NA}: 1 - x[i] >= x[p[i]] + x[q[i]] - 1;

s.t. nor_first{i in NO}: 1 - x[i] >= x[p[i]];
s.t. nor_second{i in NO}: 1 - x[i] >= x[q[i]];
s.t. nor_none{i in NO}: 1 - x[i] <= x[p[i]] + x[q[i]];

s.t. xnor_none{i in XN}: 1 - x[i] <= x[p[i]] + x[q[i]];
s.t. xnor_first{i in XN}: 1 - x[i] >= x[p[i]] - x[q[i]];
s.t. xnor_second{i in XN}: 1 - x[i] >= x[q[i]] - x[p[i]];
s.t. xnor_both{i in XN}: 1 - x[i] <= 2 - x[p[i]] - x[q[i]];

s.t. on: x[output] = 1;  # (27)

solve;

for {i in 1..n: i in I0 union I1} printf "%s = %d\n", name[i], x[i];

end;
