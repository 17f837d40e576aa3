/* The pulma command: reads the call, runs it, and makes sure that what was printed has arrived. */
#include <stdio.h>
#include <unistd.h>

#include "cli/options.h"

int main(int argc, char **argv)
{
    int status;
    struct cli_call call;
    /* A long list of answers goes out in fewer pieces; a terminal gets every line at once. */
    static char output[1 << 15];
    if (!isatty(STDOUT_FILENO))
        setvbuf(stdout, output, _IOFBF, sizeof output);
    return cli_finish(cli_start(argc, argv, &call, &status) ? call.command->run(&call)
                                                            : status);
}
