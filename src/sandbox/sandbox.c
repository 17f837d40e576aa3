/* Shutting the process in, on Linux.
 *
 * Two walls that do not know of each other.  seccomp lets pass a short list of system calls, all
 * about memory, time, signals of its own and file descriptors that are open already; any other
 * call fails with EPERM, so a MathProg statement that wants a file gets an ordinary error which
 * the translator reports with its line.  Landlock, where the kernel has it, forbids every access to the file system
 * by itself.  seccomp is what we insist on, as it alone keeps all promises; Landlock is there for
 * the day that the list below turns out to be too kind. */
#define _GNU_SOURCE /* syscall(), sigaltstack's SS_ONSTACK, si_addr */
#include "sandbox/sandbox.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/process.h"

#if defined(__linux__)
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

#if defined(__linux__) && defined(__has_include)
#if __has_include(<linux/landlock.h>)
#include <linux/landlock.h>
#define HAS_LANDLOCK 1
#endif
#endif

#if defined(__linux__) && defined(__x86_64__)
#define OUR_ARCH AUDIT_ARCH_X86_64
#elif defined(__linux__) && defined(__aarch64__)
#define OUR_ARCH AUDIT_ARCH_AARCH64
#elif defined(__linux__) && defined(__riscv) && __riscv_xlen == 64
#define OUR_ARCH AUDIT_ARCH_RISCV64
#endif

#ifdef OUR_ARCH

/* The calls that pass. */
static const int allowed[] = {
    SYS_read,
    SYS_write,
    SYS_readv,
    SYS_writev,
    SYS_lseek,
    SYS_close,
    SYS_fstat,
    SYS_brk,
    SYS_munmap,
    SYS_mremap,
    SYS_madvise,
    SYS_futex,
    SYS_sched_yield,
    SYS_clock_gettime,
    SYS_gettimeofday,
    SYS_clock_nanosleep,
    SYS_nanosleep,
    SYS_times,
    SYS_getrusage,
    SYS_rt_sigaction,
    SYS_rt_sigprocmask,
    SYS_rt_sigreturn,
    SYS_sigaltstack,
    SYS_getpid,
    SYS_gettid,
    SYS_tgkill,
    SYS_exit,
    SYS_exit_group,
    SYS_restart_syscall,
    SYS_getrandom,
    SYS_sysinfo,
    SYS_sched_getaffinity,
    SYS_getcwd,
};

enum { ALLOWED = sizeof allowed / sizeof *allowed };

#define LOAD(field)                                                                        \
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offsetof(struct seccomp_data, field))
#define RETURN(what) BPF_STMT(BPF_RET | BPF_K, (what))
/* If the loaded word equals `value` go on with the next statement, else skip `n`. */
#define UNLESS(value, n) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(value), 0, (n))
enum {
    PROT_EXECUTE = 4,
    LOW_WORD = 0 /* of a 64-bit argument: all our machines are little-endian */
};

static bool filter_calls(void)
{
    struct sock_filter program[8 + 2 * ALLOWED + 16];
    unsigned short n = 0;
#define ADD(...) program[n++] = (struct sock_filter)__VA_ARGS__
    ADD(LOAD(arch));
    ADD(UNLESS(OUR_ARCH, 1));
    ADD(BPF_JUMP(BPF_JMP | BPF_JA, 1, 0, 0));
    ADD(RETURN(SECCOMP_RET_KILL_PROCESS));
    ADD(LOAD(nr));
    for (size_t i = 0; i < ALLOWED; i++) {
        ADD(UNLESS(allowed[i], 1));
        ADD(RETURN(SECCOMP_RET_ALLOW));
    }
    /* Memory, as long as it is not to be executed. */
    static const int mapping[] = {SYS_mmap, SYS_mprotect};
    for (size_t i = 0; i < 2; i++) {
        ADD(UNLESS(mapping[i], 4));
        ADD(LOAD(args[2]));
        ADD(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXECUTE, 0, 1));
        ADD(RETURN(SECCOMP_RET_ERRNO | EPERM));
        ADD(RETURN(SECCOMP_RET_ALLOW));
    }
#ifdef SYS_newfstatat
    /* What fstat() became: with AT_EMPTY_PATH, about an open file. */
    ADD(UNLESS(SYS_newfstatat, 4));
    ADD(LOAD(args[3]));
    ADD(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, 0x1000, 0, 1));
    ADD(RETURN(SECCOMP_RET_ALLOW));
    ADD(RETURN(SECCOMP_RET_ERRNO | EPERM));
#endif
    ADD(RETURN(SECCOMP_RET_ERRNO | EPERM));
#undef ADD
    struct sock_fprog filter = {n, program};
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC,
                   &filter) == 0;
}

/* Every right over files that this kernel's version of Landlock knows is taken away. */
static void lock_files(void)
{
#if defined(HAS_LANDLOCK) && defined(SYS_landlock_create_ruleset)
    struct landlock_ruleset_attr rules = {.handled_access_fs = 0};
    long version =
        syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 1)
        return;
    /* 13 rights in the first version, one more in each of the next two and in the fifth. */
    int rights = version >= 5 ? 16 : version >= 3 ? 15 : version >= 2 ? 14 : 13;
    rules.handled_access_fs = (UINT64_C(1) << rights) - 1;
    long fd =
        syscall(SYS_landlock_create_ruleset, &rules, sizeof rules.handled_access_fs, 0);
    if (fd < 0)
        return;
    syscall(SYS_landlock_restrict_self, fd, 0);
    close((int)fd);
#endif
}

bool pm_sandbox_enter(const char **why)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0); /* nobody waits for the reply any more */
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
        *why = "this kernel cannot take rights away from a process";
        return false;
    }
    lock_files();
    if (filter_calls())
        return true;
    *why = "this kernel has no seccomp filters";
    return false;
}

#else

bool pm_sandbox_enter(const char **why)
{
    *why = "pulma cannot sandbox a process on this system";
    return false;
}

#endif

static void on_crash(int number)
{
    _exit(number == SIGABRT ? PM_EXIT_ABORT : PM_EXIT_STACK);
}

void pm_sandbox_catch_crashes(void)
{
    static char stack[64 * 1024]; /* the usual one is full when it overflows */
    stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
    sigaltstack(&other, NULL);
    struct sigaction action = {.sa_handler = on_crash, .sa_flags = SA_ONSTACK};
    static const int numbers[] = {SIGSEGV, SIGBUS, SIGABRT};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sigaction(numbers[i], &action, NULL);
}
