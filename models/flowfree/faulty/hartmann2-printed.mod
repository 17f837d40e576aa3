# Title: Flow Free with a path and, apart from it, its colour, as one print has it
# Source: Hartmann 2018, journal version, Section 6, second model (32)-(44) and Appendix E
# Teaches: finding which answers a model loses
# Faulty: as printed. A board shows it; docs/models.md names one

param m, integer, >= 1;                 # rows
param n, integer, >= 1;                 # columns
param Q, integer, >= 1;                 # colours
param cover, binary;                    # 1: every cell lies on a line
param touch, binary;                    # 1: a line may run beside itself
check: cover = 1 and touch = 1;         # this model knows no other rules

set H, dimen 2;                         # holes
set V := ({1..m} cross {1..n}) diff H;  # cells
set N{(i,j) in V} := {(i-1,j), (i+1,j), (i,j-1), (i,j+1)} inter V;
set S, within V;                        # the dot of each colour where its line starts
set T, within V;                        # the other one
param C{1..m, 1..n}, integer, default 0;  # the colour of a dot
param name{1..Q}, symbolic;
param width, integer, >= 1;             # of the longest name

var x{(i,j) in V, N[i,j]}, binary;          # a line runs from (i,j) to (k,l)
var y{(i,j) in V, N[i,j]}, >= 0, <= Q;      # its colour, 0 if there is none
var z{V}, >= 0, <= card(V) - 1;             # grows along every line

s.t. nothing_into{(i,j) in S}: sum{(k,l) in N[i,j]} x[k,l,i,j] = 0;
s.t. nothing_out_of{(i,j) in T}: sum{(k,l) in N[i,j]} x[i,j,k,l] = 0;
s.t. into{(i,j) in V diff S}: sum{(k,l) in N[i,j]} x[k,l,i,j] = 1;
s.t. out_of{(i,j) in V diff T}: sum{(k,l) in N[i,j]} x[i,j,k,l] = 1;

s.t. colour_from{(i,j) in S}: sum{(k,l) in N[i,j]} y[i,j,k,l] = C[i,j];
s.t. colour_to{(i,j) in T}: sum{(k,l) in N[i,j]} y[k,l,i,j] = C[i,j];
s.t. colour_kept{(i,j) in V diff (S union T)}:
    sum{(k,l) in N[i,j]} y[k,l,i,j] = sum{(k,l) in N[i,j]} y[i,j,k,l];

s.t. coloured{(i,j) in V, (k,l) in N[i,j]}: y[i,j,k,l] >= x[i,j,k,l];
s.t. colourless{(i,j) in V, (k,l) in N[i,j]}: y[i,j,k,l] <= Q * x[i,j,k,l];

s.t. order{(i,j) in V, (k,l) in N[i,j]}:
    z[k,l] - z[i,j] + n * (1 - x[i,j,k,l]) >= 1;

solve;

param colour{(i,j) in V} := round(sum{(k,l) in N[i,j]}
    (if (i,j) in S then y[i,j,k,l] else y[k,l,i,j]));
param across{i in 1..m, j in 1..n} := sum{(k,l) in V:
    (i,j) in V and k = i and l = j + 1} (x[i,j,k,l] + x[k,l,i,j]);
param down{i in 1..m, j in 1..n} := sum{(k,l) in V:
    (i,j) in V and k = i + 1 and l = j} (x[i,j,k,l] + x[k,l,i,j]);
param letter{(i,j) in V}, symbolic := if colour[i,j] in 1..Q then name[colour[i,j]] else "?";

# The drawing: the name of each cell's colour, - and | where a line runs on.
for {i in 1..m} {
    for {j in 1..n} {
        printf "%s", if (i,j) in H then "#" else letter[i,j];
        printf{1..1 + width - (if (i,j) in H then 1 else length(letter[i,j])): j < n}
            "%s", if across[i,j] then "-" else " ";
    }
    printf "\n";
    for {{0}: i < m} {
        for {j in 1..n} {
            printf "%s", if down[i,j] then "|" else " ";
            printf{1..width} " ";
        }
        printf "\n";
    }
}

end;
