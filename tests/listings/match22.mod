# A line for each disk, and their total.
param n integer;
set H within {1..n} cross {1..n};
set V within {1..n} cross {1..n};
param shows{1..n, 0..3};
var x{1..n,0..3} binary;
minimize total: sum{i in 1..n, j in 0..3} j * x[i,j];
s.t. once{i in 1..n}: sum{j in 0..3} x[i,j] = 1;
s.t. beside{(i,k) in H}: sum{j in 0..3} shows[i,(3-j) mod 4] * x[i,j]
    = sum{j in 0..3} shows[k,(1-j) mod 4] * x[k,j];
s.t. below{(i,k) in V}: sum{j in 0..3} shows[i,(2-j) mod 4] * x[i,j]
    = sum{j in 0..3} shows[k,(0-j) mod 4] * x[k,j];
solve;
printf "\nTurns:\n\n";
for {i in 1..n}
    printf "Disk %2d: %d left turn(s)\n", i, sum{j in 0..3} j*x[i,j];
printf "\n%d left turns in total\n\n", sum{i in 1..n, j in 0..3} j*x[i,j];
data;
param n := 14;
set H := (1,2) (2,3) (4,5) (7,8) (8,9) (9,10) (11,12) (12,13) (13,14);
set V := (1,4) (2,5) (4,7) (5,8) (6,10) (7,11) (8,12) (9,13) (10,14);
param shows : 0 1 2 3 :=
1 1 2 1 2
2 2 3 1 3
3 1 4 1 4
4 1 2 1 3
5 2 4 3 2
6 4 1 1 4
7 4 2 4 1
8 1 2 4 4
9 2 4 1 4
10 3 4 2 2
11 2 2 3 2
12 2 3 2 4
13 1 4 2 4
14 2 2 1 2 ;
end;
