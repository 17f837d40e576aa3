/* Models that mean harm get a sentence; the caller lives, and no file changes. */
/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <dirent.h>
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/process.h"
#include "hostile_models.h"
#include "program/wire.h"
#include "programs.h"

static const char *const solvers[] = {"glpk", "cbc"};
static const char modest[] =
    "var x, binary; s.t. c: x >= 1; solve; printf \"%d\\n\", x; end;\n";

/* ---- Models that mean harm ---- */

static void a_model_writes_and_reads_no_file(void **state)
{
    (void)state;
    char folder[] = "/tmp/pulma-test-XXXXXX", file[100], secret[100], model[2000];
    assert_non_null(mkdtemp(folder));
    snprintf(file, sizeof file, "%s/new.csv", folder);
    snprintf(secret, sizeof secret, "%s/old.csv", folder);
    FILE *old = fopen(secret, "w");
    assert_non_null(old);
    fputs("i,p\n1,42\n", old);
    fclose(old);
    static const char *const models[] = {
        "var x; solve; printf \"a\" > \"%s\"; end;\n",
        "printf \"a\" > \"%s\"; var x; solve; end;\n",
        "var x; solve; printf \"a\" >> \"%s\"; end;\n",
        "set I := 1..2; var x{I}; solve; table t{i in I} OUT \"CSV\" \"%s\": i, i~x; "
        "end;\n",
        "set I; param p{I}; table t IN \"CSV\" \"%s\": I <- [i], p; var x; solve; "
        "printf{i in I} \"%%d\", p[i]; end;\n",
        "set I; param p{I}; table t IN \"xBASE\" \"%s\": I <- [i], p; var x; solve; end;\n",
        "set I; param p{I}; table t IN \"ODBC\" \"DSN=x\" \"%s\": I <- [i], p; var x; "
        "solve; end;\n",
    };
    for (size_t i = 0; i < sizeof models / sizeof *models; i++)
        for (int target = 0; target < 2; target++) {
            struct pm_model_result result;
            pulma_error err;
            snprintf(model, sizeof model, models[i], target ? secret : file);
            pulma_status status = solve_text("glpk", model, "", 0, &result, &err);
            if (status != PULMA_BAD_TEXT || !err.message[0])
                fail_msg("%s: %d %s", model, (int)status, err.message);
            assert_null(result.printed.data);
            assert_int_not_equal(access(file, F_OK), 0);
            pm_model_result_free(&result);
        }
    char content[40] = "";
    old = fopen(secret, "r");
    assert_non_null(old);
    assert_true(fread(content, 1, sizeof content - 1, old) > 0);
    fclose(old);
    assert_string_equal(content, "i,p\n1,42\n");
    unlink(secret);
    assert_int_equal(rmdir(folder), 0); /* nothing else is in it */
}

/* A sanitizer reserves more addresses than any limit allows, so its helper has no limit of memory,
 * and what is about that limit cannot be tested. */
#ifdef __SANITIZE_ADDRESS__
enum { MEMORY_IS_LIMITED = 0 };
#else
enum { MEMORY_IS_LIMITED = 1 };
#endif

static void a_model_that_goes_too_deep_or_too_far_ends_with_a_sentence(void **state)
{
    (void)state;
    if (!MEMORY_IS_LIMITED)
        skip();
    char *deep = repeated("var x >= ", "(", 400000, "1;\nsolve;\nend;\n");
    char *nested = repeated("var x >= ", "abs(", 400000, "1;\nsolve;\nend;\n");
    const char *recursive =
        "param f{n in 0..9999999} := if n >= 9999999 then 0 else f[n+1] + 1;\n"
        "var x >= f[0]; s.t. c: x >= 0; solve; end;\n";
    const char *hungry =
        "set S := setof{i in 1..100000000} i; var x{S} >= 0; s.t. c: sum{i in S} "
        "x[i] >= 1; solve; end;\n";
    const char *endless = "param p := sum{i in 1..100000000, j in 1..100000000} 1;\n"
                          "var x >= p; s.t. c: x >= 0; solve; end;\n";
    const char *chatty =
        "var x; solve; for {i in 1..100000000} printf \"%1000d\", i; end;\n";
    static const struct {
        size_t memory;
        double seconds;
        pulma_status status;
    } expected[] = {
        {0, 0, PULMA_SOLVER}, {0, 0, PULMA_SOLVER},
        {0, 0, PULMA_SOLVER}, {(size_t)256 << 20, 0, PULMA_NO_MEMORY},
        {0, 0.7, PULMA_OK},   {(size_t)256 << 20, 0, PULMA_SOLVER},
    };
    const char *models[] = {deep, nested, recursive, hungry, endless, chatty};
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        struct pm_source source = source_of(models[i], "");
        struct pm_model_options options = {.solver = "glpk",
                                           .memory_bytes = expected[i].memory};
        struct pm_limits limits = {
            .deadline = expected[i].seconds > 0 ? pm_clock() + expected[i].seconds : 0};
        struct pm_model_result result;
        pulma_error err = {0};
        pulma_status status = pm_model_solve(&source, &options, &limits, &result, &err);
        if (status != expected[i].status || (status && !err.message[0]))
            fail_msg("model %d: %d %s", (int)i, (int)status, err.message);
        if (status == PULMA_OK)
            assert_int_equal(result.status, PM_MIP_LIMIT);
        assert_true(result.other_seconds > 0); /* also where it was killed */
        pm_model_result_free(&result);
    }
    free(deep);
    free(nested);
}

static void solvers_out_of_memory_are_heard_of(void **state)
{
    (void)state;
    static const char big[] =
        "set I := 1..400; var x{I,I}, binary; maximize o: sum{i in I, j in I} (i*j mod "
        "7) * x[i,j]; s.t. a{i in I}: sum{j in I} x[i,j] <= 1; s.t. b{j in I}: "
        "sum{i in I} x[i,j] <= 1; solve; end;\n";
    for (int s = 0; s < 2; s++)
        for (size_t megabytes = 60; megabytes <= 180; megabytes += 60) {
            struct pm_source source = source_of(big, "");
            struct pm_model_options options = {.solver = solvers[s],
                                               .memory_bytes = megabytes << 20};
            struct pm_limits limits = {.deadline = pm_clock() + 3};
            struct pm_model_result result;
            pulma_error err = {0};
            pulma_status status = pm_model_solve(&source, &options, &limits, &result, &err);
            assert_true(status == PULMA_OK || (status == PULMA_SOLVER && err.message[0]) ||
                        (status == PULMA_NO_MEMORY && err.message[0]) ||
                        (status == PULMA_UNAVAILABLE && err.message[0]));
            if (status == PULMA_OK)
                assert_true(result.status != PM_MIP_INFEASIBLE &&
                            result.status != PM_MIP_UNBOUNDED);
            pm_model_result_free(&result);
        }
}

/* In a child where the kernel seems to know no seccomp: starts the helper on this input. */
static void start_in_an_old_world(const char *path, bool unconfined, int in, int out)
{
    struct sock_filter program[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_seccomp, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog filter = {4, program};
    if (dup2(in, 0) < 0 || dup2(out, 1) < 0 ||
        prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0)
        _exit(99);
    execl(path, path, unconfined ? "--unconfined" : (char *)NULL, (char *)NULL);
    _exit(99);
}

/* The helper's reply to this request in such a world; false if that cannot be tried here. */
static bool reply_in_an_old_world(const struct pm_out *request, bool unconfined,
                                  struct pm_out *reply)
{
    char path[1000];
    int in[2], out[2], status;
    assert_true(pm_process_find("pulma-mip", path, sizeof path));
    assert_true(pipe(in) == 0 && pipe(out) == 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        close(in[1]); /* or it would wait for itself */
        start_in_an_old_world(path, unconfined, in[0], out[1]);
    }
    close(in[0]);
    close(out[1]);
    signal(SIGPIPE, SIG_IGN); /* a helper that refuses reads nothing */
    ssize_t sent = write(in[1], request->data, request->len);
    (void)sent;
    close(in[1]);
    char bytes[4096];
    ssize_t n;
    while ((n = read(out[0], bytes, sizeof bytes)) > 0)
        pm_out_bytes(reply, bytes, (size_t)n);
    close(out[0]);
    assert_true(waitpid(child, &status, 0) == child);
    return WIFEXITED(status) && WEXITSTATUS(status) != 99;
}

static void without_walls_the_helper_refuses(void **state)
{
    (void)state;
    struct pm_mip_request request = {.task = PM_MIP_SOLVE, .source = source_of(modest, "")};
    for (int unconfined = 0; unconfined < 2; unconfined++) {
        struct pm_out message = {0}, bytes = {0};
        struct pm_mip_reply reply;
        struct pm_arena arena;
        pm_wire_put_request(&message, &request);
        if (!reply_in_an_old_world(&message, unconfined, &bytes))
            skip();
        pm_arena_init(&arena, 0);
        struct pm_wire in = {bytes.data, bytes.data + bytes.len, bytes.len == 0};
        assert_true(pm_wire_reply(&in, &arena, &reply));
        assert_int_equal(reply.outcome, unconfined ? PM_MIP_DONE : PM_MIP_OPEN);
        assert_true(unconfined ? reply.printed_len > 0 : reply.message_len > 10);
        pm_arena_free(&arena);
        pm_out_free(&message);
        pm_out_free(&bytes);
    }
}

/* ---- Many of them ---- */

/* What is in a folder, as a number; the names are not told. */
static int entries(const char *folder)
{
    int count = 0;
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    while (readdir(dir))
        count++;
    closedir(dir);
    return count;
}

/* It ends in time and with a sentence that does not guess; whatever it claims of the program is no
 * answer. */
static void contain(const char *model)
{
    struct pm_source source = source_of(model, "");
    struct pm_model_options options = {.solver = "glpk", .memory_bytes = (size_t)256 << 20};
    struct pm_limits limits = {.deadline = pm_clock() + 0.5};
    struct pm_model_result result;
    pulma_error err = {0};
    pulma_status status = pm_model_solve(&source, &options, &limits, &result, &err);
    if (status && !err.message[0])
        fail_msg("no sentence (%d) for %s", (int)status, model);
    if (strstr(err.message, "crash") || strstr(err.message, "invalid reply"))
        fail_msg("%s: %s", err.message, model);
    bool recursive = strstr(model, "f[i+1]") != NULL;
    if (strstr(err.message, "overflowed the stack") && !recursive)
        fail_msg("%s: %s", err.message, model);
    pm_model_result_free(&result);
}

static void hostile_models_are_contained(void **state)
{
    (void)state;
    if (!MEMORY_IS_LIMITED)
        skip();
    char folder[] = "/tmp/pulma-test-XXXXXX", home[1000], model[1000];
    const size_t paths = sizeof hostile_paths / sizeof *hostile_paths,
                 statements = sizeof hostile_statements / sizeof *hostile_statements,
                 models = sizeof hostile_models / sizeof *hostile_models;
    assert_non_null(getcwd(home, sizeof home));
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chdir(folder), 0);
    for (size_t i = 0; i < paths * statements; i++) {
        const char *path = hostile_paths[i % paths];
        bool there = access(path, F_OK) == 0;
        snprintf(model, sizeof model, hostile_statements[i / paths], path);
        contain(model);
        if (!there && access(path, F_OK) == 0)
            fail_msg("%s has been made by %s", path, model);
    }
    for (size_t i = 0; i < models; i++)
        contain(hostile_models[i]);
    assert_int_equal(entries(folder), 2); /* . and .. */
    assert_int_equal(chdir(home), 0);
    assert_int_equal(rmdir(folder), 0);
    printf("%zu hostile models\n", paths * statements + models);
}

static void the_walls_are_told(void **state)
{
    (void)state;
    char path[1000];
    const char *argv[] = {path, "--walls", NULL};
    const struct pm_process process = {.argv = argv};
    struct pm_out names = {0}, complaints = {0};
    struct pm_ended ended;
    assert_true(pm_process_find("pulma-mip", path, sizeof path));
    assert_int_equal(pm_process_run(&process, 4096, &names, &complaints, &ended, NULL),
                     PULMA_OK);
    if (ended.exit_status == PM_EXIT_DONE) {
        assert_non_null(strstr(names.data, "seccomp\n"));
        assert_non_null(strstr(names.data, "limits\n"));
    }
    pm_out_free(&names);
    pm_out_free(&complaints);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_model_writes_and_reads_no_file),
        cmocka_unit_test(hostile_models_are_contained),
        cmocka_unit_test(the_walls_are_told),
        cmocka_unit_test(a_model_that_goes_too_deep_or_too_far_ends_with_a_sentence),
        cmocka_unit_test(solvers_out_of_memory_are_heard_of),
        cmocka_unit_test(without_walls_the_helper_refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
