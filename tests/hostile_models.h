/* Models that mean harm, or that somebody wrote in a bad hour. */
#ifndef HOSTILE_MODELS_H
#define HOSTILE_MODELS_H

/* Places that a model might want to write or read; the statements stand below. */
static const char *const hostile_paths[] = {
    "new.txt",     "./new.txt", "../new.txt",     "/tmp/pulma-hostile",    "/etc/passwd",
    "/dev/stdout", "/dev/fd/2", "/proc/self/mem", "/dev/tcp/127.0.0.1/80", "|cat",
};

/* Each with each of the paths. */
static const char *const hostile_statements[] = {
    "var x; solve; printf \"a\" > \"%s\"; end;\n",
    "var x; solve; printf \"a\" >> \"%s\"; end;\n",
    "printf \"a\" > \"%s\"; var x; solve; end;\n",
    "set I := 1..2; var x{I}; solve; table t{i in I} OUT \"CSV\" \"%s\": i, x[i]; end;\n",
    "set I; param p{I}; table t IN \"CSV\" \"%s\": I <- [i], p; var x; solve; end;\n",
    "set I := 1..2; solve; table t{i in I} OUT \"xBASE\" \"%s\" \"N(5)\": i; end;\n",
    "set I; table t IN \"ODBC\" \"DSN=%s\" \"SELECT 1\": I <- [i]; var x; solve; end;\n",
    "set I; table t IN \"MySQL\" \"Database=%s\" \"x\": I <- [i]; var x; solve; end;\n",
};

/* As they are.  A % is doubled for nobody: these are no formats. */
static const char *const hostile_models[] = {
    /* arithmetic */
    "param p := 1 / 0; var x >= p; solve; end;\n",
    "param p := 1 mod 0; var x >= p; solve; end;\n",
    "param p := 1 div 0; var x >= p; solve; end;\n",
    "param p := log(-1); var x >= p; solve; end;\n",
    "param p := sqrt(-1); var x >= p; solve; end;\n",
    "param p := exp(1e9); var x >= p; solve; end;\n",
    "param p := 10 ** 1000; var x >= p; solve; end;\n",
    "param p := 1e308 * 10; var x >= p; solve; end;\n",
    "param p := round(1e300, 400); var x >= p; solve; end;\n",
    "param p := trunc(1e300, -400); var x >= p; solve; end;\n",
    "param p := 0 ** -1; var x >= p; solve; end;\n",
    "param p := sum{i in 1..1e9: i > 1e9} i; var x >= p; solve; end;\n",
    "param p := prod{i in 1..1000} i; var x >= p; solve; end;\n",
    "param p := min{i in 1..0} i; var x >= p; solve; end;\n",
    "param p := card(1..1e300); var x >= p; solve; end;\n",
    "param p := Irand224() / 0; var x >= p; solve; end;\n",
    "param p := Uniform(1, 0); var x >= p; solve; end;\n",
    "param p := Normal(0, -1); var x >= p; solve; end;\n",
    "param p := gmtime(); var x >= p; solve; printf \"%d\", p; end;\n",
    "param p := str2time(\"x\", \"%Y%Y%Y\"); var x >= p; solve; end;\n",
    "param s, symbolic := time2str(1e300, \"%Y\"); var x; solve; end;\n",
    /* texts */
    "param s, symbolic := substr(\"abc\", 5, 9); var x; solve; printf s; end;\n",
    "param s, symbolic := substr(\"abc\", -1); var x; solve; printf s; end;\n",
    "var x; solve; printf \"%n\", 5; end;\n",
    "var x; solve; printf \"%s%s%s%s%s%n\"; end;\n",
    "var x; solve; printf \"%100000000d\", 1; end;\n",
    "var x; solve; printf \"%*d\", 1, 1; end;\n",
    "var x; solve; printf \"%.100000f\", 1; end;\n",
    "var x; solve; printf \"%c\", 1; end;\n",
    "var x; solve; printf \"%d\", \"abc\"; end;\n",
    "var x; solve; printf \"%s\", 1e300; end;\n",
    "var x; solve; printf; end;\n",
    "var x; solve; for {i in 1..100000000} printf \"\"; end;\n",
    "var x; solve; for {i in 1..100000000} {} end;\n",
    "var x; solve; printf \"\\033[2J\\007\"; end;\n",
    "var x; solve; display{i in 1..1000000} i; end;\n",
    /* sets */
    "set S := 1..1e300; var x{S}; solve; end;\n",
    "set S := 1..10 by 0; var x{S}; solve; end;\n",
    "set S := 1..1e9; var x{S, S}; solve; end;\n",
    "set S := setof{i in 1..5} 1; var x{S}; solve; end;\n",
    "set S := {1, 1}; var x{S}; solve; end;\n",
    "set S{i in 1..9} := S[i]; var x{S[1]}; solve; end;\n",
    "set S; set T := S cross S; var x{T}; solve; end;\n",
    "set S := {i in 1..1e6, j in 1..1e6, k in 1..1e6}; var x; solve; end;\n",
    "set S dimen 25; var x{S}; solve; end;\n",
    "var x{1..3}; s.t. c: x[4] >= 1; solve; end;\n",
    "var x{i in 1..1000000000}; solve; end;\n",
    "var x; s.t. c{i in 1..1000000000}: x >= i; solve; end;\n",
    /* definitions that go round */
    "param p := p + 1; var x >= p; solve; end;\n",
    "param p default p; var x >= p; solve; end;\n",
    "param f{i in 1..9} := f[i]; var x >= f[1]; solve; end;\n",
    "param f{i in 0..9999999} := if i = 9999999 then 0 else f[i+1]; var x >= f[0]; solve; "
    "end;\n",
    "param x := 1; var x; solve; end;\n",
    "var x >= x; solve; end;\n",
    "s.t. c: c >= 1; solve; end;\n",
    /* letters */
    "var x; solve; printf \"abc; end;\n",
    "/* var x; solve; end;\n",
    "var x; solve; printf 'abc\n'; end;\n",
    "var x\x01; solve; end;\n",
    "var \xff\xfe; solve; end;\n",
    "\xef\xbb\xbfvar x; solve; end;\n",
    "var x; solve; end; var y;\n",
    "var x",
    "end;",
    "",
    ";;;;;;;;",
    "data; param p := 1; end;\n",
    "var x; data; end; data; end;\n",
    "solve; solve; end;\n",
    "var x; solve; var y; solve; end;\n",
    "#",
    "param p, p, p, p;\n",
    "model; model; end;\n",
    "var x integer binary symbolic; solve; end;\n",
    "var x, >= 1, <= 0; solve; end;\n",
    "param p > 1; var x >= p; solve; end;\n",
    "param p in 1..0 := 1; var x >= p; solve; end;\n",
    "check 1 > 2; var x; solve; end;\n",
    "check: 0; var x; solve; end;\n",
    /* programs */
    "var x; maximize o: x; solve; end;\n",
    "var x, integer; maximize o: x; s.t. c: x <= 1e300; solve; end;\n",
    "var x >= 0; s.t. c: 1e-300 * x >= 1e-301; solve; end;\n",
    "var x >= 0; s.t. c: 1e300 * x = 1e-300; solve; end;\n",
    "var x, integer, >= -1e18, <= 1e18; s.t. c: 3 * x = 1; solve; end;\n",
    "var x, binary; s.t. c: x * x >= 1; solve; end;\n",
    "var x, binary; s.t. c: x / x >= 1; solve; end;\n",
    "var x, binary; s.t. c: 0 >= 1; solve; end;\n",
    "var x, binary; s.t. c: 1 >= 0; solve; end;\n",
    "var x, binary; s.t. c: 1 <= x <= 0; solve; end;\n",
    "maximize o: 1; solve; end;\n",
    "solve; end;\n",
    "var x; minimize a: x; maximize b: x; solve; end;\n",
    "var x{i in 1..300}, integer, >= 0; maximize o: sum{i in 1..300} x[i]; s.t. c: "
    "sum{i in 1..300} (100000 + i * i) * x[i] = 123456789; solve; end;\n",
};

#endif
