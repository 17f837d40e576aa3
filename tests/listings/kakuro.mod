# Cells that take no digit are left blank in what is printed.
param n integer;
param K integer;
param sum_of{1..K} integer;
set run{1..K} within {1..n} cross {1..n};
set cells := setof{k in 1..K, (i,j) in run[k]} (i,j);
var x{cells, 1..9} binary;
maximize nothing: 0;
s.t. one{(i,j) in cells}: sum{d in 1..9} x[i,j,d] = 1;
s.t. other{k in 1..K, d in 1..9}: sum{(i,j) in run[k]} x[i,j,d] <= 1;
s.t. total{k in 1..K}: sum{(i,j) in run[k], d in 1..9} d * x[i,j,d] = sum_of[k];
solve;
printf "\nDigits:\n\n";
for {i in 1..n}
{
    for {j in 1..n} printf if (i,j) in cells then sum{d in 1..9} d * x[i,j,d] else " ";
    printf "\n";
}
data;
param n := 4;
param K := 8;
param sum_of := 1 4  2 7  3 6  4 5  5 3  6 9  7 6  8 4;
set run[1] := (1,1) (1,2);
set run[2] := (2,1) (2,2) (2,3);
set run[3] := (3,2) (3,3) (3,4);
set run[4] := (4,3) (4,4);
set run[5] := (1,1) (2,1);
set run[6] := (1,2) (2,2) (3,2);
set run[7] := (2,3) (3,3) (4,3);
set run[8] := (3,4) (4,4);
end;
