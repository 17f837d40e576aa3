/* How every program begins and ends: the call is read, and what was printed has arrived. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/console.h"
#include "cli/options.h"
#include "core/cpu.h"

/* A standard stream that the caller closed would be the next file opened.  Its number is
 * taken here instead, the wrong way round, so that using it still fails. */
static void occupy_standard_streams(void)
{
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) == -1 && errno == EBADF &&
            open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY) != fd)
            return;
}

/* Whether nobody reads the output any more. */
static bool pipe_closed(void)
{
    struct pollfd output = {STDOUT_FILENO, POLLOUT, 0};
    return poll(&output, 1, 0) == 1 && (output.revents & (POLLERR | POLLHUP));
}

/* A closed pipe is its reader's wish to stop; everything else that keeps the output from
 * arriving is an error. */
int cli_finish(int status)
{
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    int reason = errno; /* 0 if the writing failed long ago */
    if (reason == EPIPE || pipe_closed())
        return CLI_STOPPED;
    fprintf(stderr, "%s: cannot write standard output%s%s\n", cli_program.name,
            reason ? ": " : "", reason ? strerror(reason) : "");
    return CLI_BAD;
}

bool cli_start(int argc, char **argv, struct cli_call *call, int *status)
{
    char why[100];
    occupy_standard_streams();
    cli_catch_signals();
    *status = CLI_BAD;
    if (!pm_cpu_check(why, sizeof why)) {
        fprintf(stderr, "%s: %s\n", cli_program.name, why);
        return false;
    }
    const struct cli_command *command = cli_find_command(argc, argv, status);
    if (!command)
        return false;
    *status = CLI_BAD;
    if (!cli_parse(command, argc - 2, argv + 2, call))
        return false;
    cli_limit_memory(call);
    *status = CLI_DONE;
    if (!cli_given(call, CLI_HELP) || command->run == cli_help)
        return true;
    cli_print_help(stdout, command);
    return false;
}
