# Title: Knight Moves with ordering variables
# Source: Hartmann, More logic puzzle apps, Section 5, (15)-(21)
# Teaches: a Hamiltonian path by degrees; ordering variables with a big M against cycles
#   (Miller, Tucker, Zemlin); forbidden squares by leaving out nodes
#
# One binary a move and one continuous variable a square (8x8: 336 and 64); two constraints for
# the start, two for each other square, one for each move (464).  For open tours; an end that is
# given adds a row.  z is printed without an upper bound; M is one that every order keeps, and
# `sat` needs one.

param m, integer, >= 1;              # rows
param n, integer, >= 1;              # columns
param si, integer; param sj, integer;   # start
param closed, binary;
check closed = 0;                    # this model is about open tours

set F, within {1..m, 1..n};          # forbidden squares
set T, within {1..m, 1..n};          # where the tour must end, if anywhere
set V := {1..m, 1..n} diff F;
check card(V) >= 2;                  # a single square needs no move
set D := {i in -2..2, j in -2..2: i*i + j*j = 5};          # the eight moves
set E := {(i,j) in V, (k,l) in V: (k-i)*(k-i) + (l-j)*(l-j) = 5};

# which move leads from (0,0) to (i,j), by the clock from "two up, one right"
param clock{(i,j) in D} := if i = -2 and j = 1 then 1 else if i = -1 and j = 2 then 2
    else if i = 1 and j = 2 then 3 else if i = 2 and j = 1 then 4
    else if i = 2 and j = -1 then 5 else if i = 1 and j = -2 then 6
    else if i = -1 and j = -2 then 7 else 8;
param M := m * n;

var x{E}, binary;                    # the knight moves from (i,j) to (k,l)
var z{V}, >= 0, <= M;                # grows along the tour

s.t. never_back:
    sum{(i,j,si,sj) in E} x[i,j,si,sj] = 0;  # (15)

s.t. leave_start:
    sum{(si,sj,k,l) in E} x[si,sj,k,l] = 1;  # (16)

s.t. visit{(k,l) in V: k <> si or l <> sj}:
    sum{(i,j,k,l) in E} x[i,j,k,l] = 1;  # (17)

s.t. leave{(i,j) in V: i <> si or j <> sj}:
    sum{(i,j,k,l) in E} x[i,j,k,l] <= 1;  # (18)

s.t. order{(i,j,k,l) in E}:
    z[k,l] - z[i,j] + M * (1 - x[i,j,k,l]) >= 1;  # (19)

s.t. given_end{(i,j) in T}:
    sum{(i,j,k,l) in E} x[i,j,k,l] = 0;

solve;

for {i in 1..m} {
    for {j in 1..n} {
        for {{0}: (i,j) in F} printf "#";
        for {{0}: (i,j) not in F}
            printf "%d", sum{(i,j,k,l) in E} clock[k-i,l-j] * x[i,j,k,l];
    }
    printf "\n";
}

end;
