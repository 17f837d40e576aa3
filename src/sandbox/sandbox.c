/* Shutting the process in, on Linux.
 *
 * Walls that do not know of each other.  seccomp lets pass a short list of system calls, all
 * about memory, time, signals of its own and file descriptors that are open already; any other
 * call fails with EPERM, so a MathProg statement that wants a file gets an ordinary error which
 * the translator reports with its line.  seccomp is what we insist on, as it alone keeps all
 * promises.  The others are there for the day that its list turns out to be too kind, each where the
 * kernel has it: Landlock forbids files and TCP, a namespace has no network to reach, and limits
 * allow no new descriptor and no byte in a file. */
#define _GNU_SOURCE /* syscall(), sigaltstack's SS_ONSTACK, si_addr */
#include "sandbox/sandbox.h"

#include <errno.h>
#include <sched.h>
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
#include <sys/resource.h>
#include <sys/stat.h>

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

/* Landlock's own structure as of its sixth version; the headers of a system may be older than its
 * kernel.  Older kernels are given the beginning of it that they know. */
struct landlock_rules {
    uint64_t files, network, scoped;
};
enum { LANDLOCK_VERSION = 1 << 0 }; /* asks for the version instead of rules */

/* Every right that this kernel's version of Landlock knows is taken away. */
static unsigned landlock(void)
{
#ifdef SYS_landlock_create_ruleset
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_VERSION);
    if (version < 1)
        return 0;
    /* 13 rights in the first version, one more in each of the next two and in the fifth. */
    int rights = version >= 5 ? 16 : version >= 3 ? 15 : version >= 2 ? 14 : 13;
    struct landlock_rules rules = {.files = (UINT64_C(1) << rights) - 1};
    size_t size = version >= 6   ? sizeof rules
                  : version >= 4 ? offsetof(struct landlock_rules, scoped)
                                 : offsetof(struct landlock_rules, network);
    rules.network = version >= 4 ? 3 : 0; /* bind, connect */
    rules.scoped = version >= 6 ? 3 : 0;  /* abstract sockets, signals */
    long fd = syscall(SYS_landlock_create_ruleset, &rules, size, 0);
    if (fd < 0)
        return 0;
    bool locked = syscall(SYS_landlock_restrict_self, fd, 0) == 0;
    close((int)fd);
    return !locked        ? 0
           : version >= 4 ? 1U << PM_WALL_LANDLOCK_FILES | 1U << PM_WALL_LANDLOCK_NETWORK
                          : 1U << PM_WALL_LANDLOCK_FILES;
#else
    return 0;
#endif
}

/* Whether somebody at a shell had the output sent to a file; pulma uses pipes. */
static bool writes_to_file(void)
{
    struct stat about;
    for (int fd = 1; fd < 16; fd++)
        if (fstat(fd, &about) == 0 && S_ISREG(about.st_mode))
            return true;
    return false;
}

/* What is open already can still be used. */
static unsigned limit_files(void)
{
    static const struct rlimit none = {0, 0};
    bool no_byte = writes_to_file() || setrlimit(RLIMIT_FSIZE, &none) == 0;
    return setrlimit(RLIMIT_NOFILE, &none) == 0 && no_byte ? 1U << PM_WALL_LIMITS : 0;
}

/* A user namespace gives the right to have a network namespace. */
static unsigned leave_network(void)
{
    return unshare(CLONE_NEWUSER | CLONE_NEWNET) == 0 ? 1U << PM_WALL_NETWORK : 0;
}

bool pm_sandbox_enter(unsigned *walls, const char **why)
{
    pid_t parent = getppid();
    unsigned standing = leave_network();
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0); /* nobody waits for the reply any more */
    if (getppid() != parent)                   /* it died before that was asked for */
        _exit(PM_EXIT_FAILED);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
        *why = "this kernel cannot take rights away from a process";
        return false;
    }
    standing |= landlock();
    standing |= limit_files();
    if (!filter_calls()) {
        *why = "this kernel has no seccomp filters";
        return false;
    }
    if (walls)
        *walls = standing | 1U << PM_WALL_SECCOMP;
    return true;
}

#else

bool pm_sandbox_enter(unsigned *walls, const char **why)
{
    (void)walls;
    *why = "pulma cannot sandbox a process on this system";
    return false;
}

#endif

const char *const pm_wall_names[PM_WALLS] = {[PM_WALL_SECCOMP] = "seccomp",
                                             [PM_WALL_LANDLOCK_FILES] = "landlock-files",
                                             [PM_WALL_LANDLOCK_NETWORK] =
                                                 "landlock-network",
                                             [PM_WALL_NETWORK] = "network-namespace",
                                             [PM_WALL_LIMITS] = "limits"};

/* ---- Crashes -------------------------------------------------------------------------------- */

/* Where the stack begins and how far it may grow: constant once crashes are caught, and at
 * file scope because a signal handler has no other way to know. */
static uintptr_t stack_top, stack_room;

enum { GUARD = 1 << 20 }; /* the kernel keeps as much free below a stack */

/* A fault at an address of the stack is one that could not be added to it. */
static void on_fault(int number, siginfo_t *info, void *context)
{
    (void)number;
    (void)context;
    uintptr_t at = (uintptr_t)info->si_addr;
    if (at < stack_top && stack_top - at <= stack_room + GUARD)
        _exit(PM_EXIT_STACK);
    /* SA_RESETHAND: it happens again, and ends the process. */
}

static void on_abort(int number)
{
    (void)number;
    _exit(PM_EXIT_ABORT);
}

void pm_sandbox_catch_crashes(void)
{
    static char stack[64 * 1024]; /* the usual one is full when it overflows */
    stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
    struct rlimit limit;
    bool bounded = getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
    stack_room = bounded ? (uintptr_t)limit.rlim_cur : (uintptr_t)1 << 40;
    stack_top = (uintptr_t)&other;
    sigaltstack(&other, NULL);
    struct sigaction fault = {.sa_sigaction = on_fault,
                              .sa_flags = SA_ONSTACK | SA_SIGINFO | (int)SA_RESETHAND};
    struct sigaction aborts = {.sa_handler = on_abort, .sa_flags = SA_ONSTACK};
    sigaction(SIGSEGV, &fault, NULL);
    sigaction(SIGBUS, &fault, NULL);
    sigaction(SIGABRT, &aborts, NULL);
}
