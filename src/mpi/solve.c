/* pulma-mpi solve: long lists, by all ranks.
 *
 * Rank 0 reads and prints, as `pulma solve -j` does, and works as well; an agent, a thread of its
 * own, sends pieces of the list to the other ranks.  Each rank has two, so that it need not wait for
 * the second.  No other rank opens a file. */
#include <stdlib.h>
#include <string.h>

#include "mpi/commands.h"
#include "mpi/work.h"

enum { IN_FLIGHT = 2 };

struct agent {
    struct team *team;
    struct cli_chain *chain;
    struct cli_piece **pieces; /* that ranks have, IN_FLIGHT for each; NULL: free */
    int flying;
};

/* ---- Rank 0 ---------------------------------------------------------------------- */

static bool send_piece(struct agent *agent, int rank, int slot)
{
    struct cli_parcel share;
    struct pm_out out = {0};
    struct cli_piece *piece = cli_chain_take(agent->chain, &share);
    char *bytes = NULL;
    size_t len = 0;
    if (!piece)
        return false;
    pulma_status status =
        pulma_lot_pack(share.lot, share.from, share.to, &bytes, &len, NULL);
    team_put(&out, slot);
    team_put(&out, share.number);
    team_put(&out, share.shift);
    team_put(&out, share.several);
    team_put(&out, share.terminal);
    team_put_text(&out, share.file, strlen(share.file));
    team_put_text(&out, bytes, len);
    pulma_free(bytes);
    if (status || out.failed) {
        cli_chain_work(agent->chain, piece); /* what cannot be sent is done here */
    } else {
        team_send(agent->team, rank, TEAM_TASK, out.data, out.len);
        agent->pieces[slot] = piece;
        agent->flying++;
    }
    pm_out_free(&out);
    return true;
}

static bool hand_out(struct agent *agent)
{
    bool some = false;
    for (int k = 0; k < IN_FLIGHT; k++)
        for (int rank = 1; rank < agent->team->size; rank++) {
            const int slot = rank * IN_FLIGHT + k;
            some |= !agent->pieces[slot] && send_piece(agent, rank, slot);
        }
    return some;
}

/* Memory of its own for a text that came with a message. */
static char *copy_of(struct team_reading *reading, size_t *len)
{
    const char *text = team_get_text(reading, len);
    char *copy = malloc(*len + 1);
    if (copy)
        memcpy(copy, text, *len);
    else
        *len = 0;
    return copy;
}

static void take_result(struct agent *agent, const struct team_message *m)
{
    struct team_reading reading = {m->bytes, m->bytes + m->len, false};
    const int slot = team_get_int(&reading);
    struct cli_piece *piece = agent->pieces[slot];
    struct cli_said said = {.done = team_get_int(&reading)};
    said.status = team_get_int(&reading);
    said.bad = (long)team_get(&reading);
    said.ends_file = team_get(&reading) != 0;
    said.out = copy_of(&reading, &said.out_len);
    said.complaints = copy_of(&reading, &said.complaints_len);
    agent->pieces[slot] = NULL;
    agent->flying--;
    cli_chain_finish(agent->chain, piece, &said);
}

static void run_agent(void *context, struct cli_chain *chain)
{
    struct agent *agent = context;
    agent->chain = chain;
    bool open = true, told = false;
    while (open || agent->flying > 0) {
        bool some = open && hand_out(agent);
        for (struct team_message *m; (m = team_receive(agent->team, 0)); free(m)) {
            take_result(agent, m);
            some = true;
        }
        if (cli_interrupted() && !told) {
            team_send_all(agent->team, TEAM_CANCEL, NULL, 0);
            told = true;
        }
        /* With enough to do for all, there is nothing to wait for but messages. */
        const bool full = agent->flying == IN_FLIGHT * (agent->team->size - 1);
        if (!some && (full || !open))
            team_rest(agent->team, agent->team->rest);
        else if (!some)
            open = cli_chain_wait(chain, agent->team->rest);
        agent->team->rest = some                       ? 50e-6
                            : agent->team->rest < 1e-3 ? 2 * agent->team->rest
                                                       : 1e-3;
    }
}

/* ---- The other ranks ------------------------------------------------------------- */

static void work_on_share(struct team *team, void *context, const struct team_message *m)
{
    const struct worker *worker = context;
    const struct cli_task task = cli_solving(worker->call);
    struct team_reading reading = {m->bytes, m->bytes + m->len, false};
    struct cli_parcel share = {0};
    struct cli_said said = {.status = CLI_BAD};
    struct pm_out out = {0};
    pulma_error err = {0};
    size_t file_len, lot_len;
    const int slot = team_get_int(&reading);
    share.number = (long)team_get(&reading);
    share.shift = team_get_int(&reading);
    share.several = team_get(&reading) != 0;
    share.terminal = team_get(&reading) != 0;
    char *file = copy_of(&reading, &file_len);
    const char *lot = team_get_text(&reading, &lot_len);
    share.file = file;
    if (file) {
        file[file_len] = '\0';
        pulma_lot_unpack(lot, lot_len, &share.lot, &err);
    }
    if (!share.lot) { /* nothing can be done without it: the run ends */
        fprintf(stderr, "pulma-mpi: rank %d: %s\n", team->rank,
                file ? err.message : "out of memory");
        abort();
    }
    share.to = pulma_lot_count(share.lot);
    cli_do_parcel(worker->call, &task, &share, &said);
    team_put(&out, slot);
    team_put(&out, said.done);
    team_put(&out, said.status);
    team_put(&out, said.bad);
    team_put(&out, said.ends_file);
    team_put_text(&out, said.out, said.out_len);
    team_put_text(&out, said.complaints, said.complaints_len);
    team_say(team, TEAM_RESULT, &out);
    pm_out_free(&out);
    free(said.out);
    free(said.complaints);
    free(file);
    pulma_lot_free(share.lot);
}

int run_solve(const struct cli_call *call)
{
    struct team team;
    struct worker worker = {.call = call};
    struct cli_task task = cli_solving(call);
    int ending = CLI_DONE;
    int rank;
    if (!cli_one_method(call))
        return CLI_BAD;
    rank = team_rank();
    if (!team_open(&team, rank == 0 ? NULL : work_on_share, &worker))
        return cli_no_memory(call, stdout, stderr);
    if (rank > 0) {
        team_serve(&team);
    } else {
        struct agent agent = {.team = &team};
        agent.pieces = calloc((size_t)team.size * IN_FLIGHT, sizeof(struct cli_piece *));
        const struct cli_agency agency = {team.size - 1, run_agent, &agent};
        if (team.size > 1 && agent.pieces)
            task.agency = &agency;
        ending = cli_each_puzzle(call, &task);
        free(agent.pieces);
    }
    team_close(&team);
    return ending;
}
