# The moves are listed in any order.
param m integer;
param n integer;
param i_s integer;
param j_s integer;
param i_t integer;
param j_t integer;
set to{i in 1..m, j in 1..n} within {1..m} cross {1..n};
var x{i in 1..m, j in 1..n, (k,l) in to[i,j]} binary;
minimize moves: sum{i in 1..m, j in 1..n, (k,l) in to[i,j]} x[i,j,k,l];
s.t. flow{i in 1..m, j in 1..n: i <> i_t or j <> j_t}:
    sum{(k,l) in to[i,j]} x[i,j,k,l]
    - sum{k in 1..m, l in 1..n: (i,j) in to[k,l]} x[k,l,i,j]
    = if i = i_s and j = j_s then 1 else 0;
solve;
printf "\nMoves (in any order):\n\n";
for {i in 1..m, j in 1..n}
    printf{(k,l) in to[i,j]: x[i,j,k,l] = 1} "(%d,%d) --> (%d,%d)\n", i, j, k, l;
printf "\n";
data;
param m := 4;
param n := 4;
param i_s := 4;
param j_s := 4;
param i_t := 2;
param j_t := 2;
set to[1,1] := (1,4);
set to[1,2] := (1,4) (4,2) (1,1);
set to[1,3] := (1,4) (2,3) (1,1);
set to[1,4] := (2,4) (1,1);
set to[2,1] := ;
set to[2,2] := ;
set to[2,3] := (1,3) (2,4) (2,2);
set to[2,4] := (1,4) (2,2);
set to[3,1] := (3,2) (4,1);
set to[3,2] := (1,2) (4,2) (3,1);
set to[3,3] := ;
set to[3,4] := ;
set to[4,1] := (3,1) (4,4);
set to[4,2] := (1,2) (4,4) (4,1);
set to[4,3] := (4,4) (4,1);
set to[4,4] := (4,1);
end;
