/* The pulma command: reads the call, runs it, and makes sure that what was printed has arrived. */
#include "cli/options.h"

int main(int argc, char **argv)
{
    int status;
    struct cli_call call;
    return cli_finish(cli_start(argc, argv, &call, &status) ? call.command->run(&call)
                                                            : status);
}
