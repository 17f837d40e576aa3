# The colours alone are printed, as letters of the board.
param n integer;
param Q integer;
set V := {1..n} cross {1..n};
set N{(i,j) in V} within V := {(i-1,j), (i+1,j), (i,j-1), (i,j+1)} inter {1..n} cross {1..n};
set S within V;
set T within V;
param C{1..n, 1..n} integer, default 0;
var x{q in 1..Q, (i,j) in V, (k,l) in N[i,j]} binary;
var z{(i,j) in V} >= 0;
minimize nothing: 0;
s.t. in_s{(i,j) in S}: sum{q in 1..Q, (k,l) in N[i,j]} x[q,k,l,i,j] = 0;
s.t. out_t{(i,j) in T}: sum{q in 1..Q, (k,l) in N[i,j]} x[q,i,j,k,l] = 0;
s.t. in_v{(i,j) in V diff S}: sum{q in 1..Q, (k,l) in N[i,j]} x[q,k,l,i,j] = 1;
s.t. out_v{(i,j) in V diff T}: sum{q in 1..Q, (k,l) in N[i,j]} x[q,i,j,k,l] = 1;
s.t. out_s{(i,j) in S}: sum{q in 1..Q, (k,l) in N[i,j]} q * x[q,i,j,k,l] = C[i,j];
s.t. in_t{(i,j) in T}: sum{q in 1..Q, (k,l) in N[i,j]} q * x[q,k,l,i,j] = C[i,j];
s.t. on{(i,j) in V diff (S union T)}: sum{q in 1..Q, (k,l) in N[i,j]} q * x[q,k,l,i,j]
    = sum{q in 1..Q, (k,l) in N[i,j]} q * x[q,i,j,k,l];
s.t. order{(i,j) in V, (k,l) in N[i,j]}:
    z[k,l] - z[i,j] + n * n * (1 - sum{q in 1..Q} x[q,i,j,k,l]) >= 1;
solve;
printf "\nColours:\n\n";
for {i in 1..n}
{
    for {j in 1..n} printf "%s", substr("ABC", if (i,j) in S
        then sum{q in 1..Q, (k,l) in N[i,j]} q * x[q,i,j,k,l]
        else sum{q in 1..Q, (k,l) in N[i,j]} q * x[q,k,l,i,j], 1);
    printf "\n";
}
data;
param n := 4;
param Q := 3;
set S := (1,4) (2,1) (2,2);
set T := (3,1) (3,3) (4,1);
param C := [1,4] 1 [4,1] 1 [2,1] 2 [3,3] 2 [2,2] 3 [3,1] 3;
end;
