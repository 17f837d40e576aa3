/* pulma-mpi: the work that outgrows one machine, on MPI.
 *
 * All ranks read the same call; rank 0 alone complains of it, reads files and prints. */
#include <fcntl.h>
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "cli/console.h"
#include "cli/options.h"

/* The rank as it is known before MPI is: by the environment that launchers make.  0: none does. */
static int early_rank(void)
{
    static const char *const names[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK",
                                        "SLURM_PROCID"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *text = getenv(names[i]);
        if (text)
            return *text == '0' && text[1] == '\0' ? 0 : 1;
    }
    return 0;
}

/* Lets a stream speak to nobody; returns what brings it back. */
static int silence(int fd)
{
    int kept = dup(fd), nowhere = open("/dev/null", O_WRONLY);
    if (nowhere >= 0) {
        dup2(nowhere, fd);
        close(nowhere);
    }
    return kept;
}

/* ---- Ranks that start late ------------------------------------------------------- */

struct waiting {
    pthread_mutex_t lock;
    pthread_cond_t all_here;
    bool done;
};

static void *say_so(void *context)
{
    struct waiting *waiting = context;
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 2;
    pthread_mutex_lock(&waiting->lock);
    int status = 0;
    while (!waiting->done && status == 0)
        status = pthread_cond_timedwait(&waiting->all_here, &waiting->lock, &until);
    if (!waiting->done)
        fputs("pulma-mpi: waiting for ranks that have not started yet\n", stderr);
    pthread_mutex_unlock(&waiting->lock);
    return NULL;
}

/* MPI begins when all ranks are there; who waits long is told why. */
static void begin_together(int rank, int *argc, char ***argv)
{
    struct waiting waiting = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false};
    pthread_t thread;
    int provided;
    bool watched = rank == 0 && pthread_create(&thread, NULL, say_so, &waiting) == 0;
    MPI_Init_thread(argc, argv, MPI_THREAD_SERIALIZED, &provided);
    MPI_Barrier(MPI_COMM_WORLD);
    if (!watched)
        return;
    pthread_mutex_lock(&waiting.lock);
    waiting.done = true;
    pthread_cond_signal(&waiting.all_here);
    pthread_mutex_unlock(&waiting.lock);
    pthread_join(thread, NULL);
}

/* Ranks on one machine share its memory. */
static void share_memory(struct cli_call *call)
{
    MPI_Comm here;
    int ranks = 1;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
    MPI_Comm_size(here, &ranks);
    MPI_Comm_free(&here);
    if (!cli_given(call, CLI_MEMORY))
        call->memory /= (size_t)ranks;
}

static int run(struct cli_call *call, int rank)
{
    int status = call->command->run(call);
    /* Ctrl-C and a dying rank end all others by a signal, which is caught: what is there is kept. */
    MPI_Finalize();
    return rank == 0 ? cli_finish(status) : CLI_DONE;
}

int main(int argc, char **argv)
{
    const int rank = early_rank();
    struct cli_call call;
    int status, kept = rank > 0 ? silence(STDERR_FILENO) : -1;
    /* mpirun reads the output through a terminal, where it would go line by line. */
    static char output[1 << 16];
    setvbuf(stdout, output, _IOFBF, sizeof output);
    if (rank > 0)
        close(silence(STDOUT_FILENO));
    const bool runs = cli_start(argc, argv, &call, &status);
    if (kept >= 0) {
        dup2(kept, STDERR_FILENO);
        close(kept);
    }
    if (!runs)
        return rank == 0 ? cli_finish(status) : CLI_DONE;
    if (call.command->run == cli_help || call.command->run == cli_version)
        return rank == 0 ? cli_finish(call.command->run(&call)) : CLI_DONE;
    begin_together(rank, &argc, &argv);
    share_memory(&call);
    return run(&call, rank);
}
