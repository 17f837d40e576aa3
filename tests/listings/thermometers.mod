# One file for one board, as in a paper: model, data, a heading above the answer.
param n integer;
param full{1..n} integer;
param tall{1..n} integer;
set before within {1..n} cross {1..n} cross {1..n} cross {1..n};
var x{1..n,1..n} binary;
maximize nothing: 0;
s.t. across{i in 1..n}: sum{j in 1..n} x[i,j] = full[i];
s.t. down{j in 1..n}: sum{i in 1..n} x[i,j] = tall[j];
s.t. bulb_first{(i,j,k,l) in before}: x[i,j] >= x[k,l];
solve;
printf "\nMercury:\n\n";
for {i in 1..n}
{
    printf{j in 1..n} "%d", x[i,j];
    printf "\n";
}
printf "\n";
data;
param n := 4;
param : full tall :=
1 2 4
2 2 3
3 3 3
4 3 0 ;
set before := (1,3,1,2) (2,1,1,1) (3,1,2,1) (3,2,2,2) (3,3,2,3)
    (4,1,4,2) (4,2,4,3) (4,4,3,4) (3,4,2,4) (2,4,1,4);
end;
