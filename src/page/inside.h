/* What the files of this room share: a request that is being answered. */
#ifndef API_INSIDE_H
#define API_INSIDE_H

#include "core/arena.h"
#include "core/out.h"
#include "notations/json.h"
#include "page/api.h"
#include "pulma/pulma.h"

struct api {
    const struct pm_json *request;
    const struct api_host *host;
    struct pm_arena arena; /* of the request and of what is made for it */
    struct pm_out out;     /* the reply */
    pulma_error err;
    pulma_puzzle *puzzle; /* of the request; NULL: not read yet */
    int places;
    pulma_job *job;    /* whose nodes are told as progress, or NULL */
    double told_until; /* when the host is told again, on pm_clock() */
};

/* ---- Arguments: false after the error is set ---- */

bool api_fail(struct api *api, pulma_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* A string with NUL behind it; NULL if it is left out, or after an error. */
const char *api_text(struct api *api, const char *name, bool needed);
/* The name of a model, or "text", a model itself.  Unlike elsewhere the path of a file is refused: a
 * request may come from somebody who may not read what its host can. */
const char *api_model(struct api *api, bool needed);
/* A list of numbers, `count` of them; NULL if it is left out, or after an error.  Arena memory. */
double *api_numbers(struct api *api, const char *name, int *count);
bool api_int(struct api *api, const char *name, int min, int max, int usual, int *value);
bool api_seconds(struct api *api, double *seconds);
bool api_bool(struct api *api, const char *name, bool usual, bool *value);
bool api_kind(struct api *api, int *kind);
/* Reads "puzzle" (and "kind") into api->puzzle. */
bool api_puzzle(struct api *api);
/* The list "answer", or `usual` (NULL: none) if it is left out.  Arena memory. */
bool api_answer(struct api *api, const int *usual, int **answer);

/* ---- The reply ---- */

void api_put_name(struct api *api,
                  const char *name); /* "name": with a comma where needed */
void api_put_text(struct api *api, const char *name, const char *text);
void api_put_int(struct api *api, const char *name, int64_t value);
void api_put_bool(struct api *api, const char *name, bool value);
void api_put_number(struct api *api, const char *name, double value);
/* A list of values, null for PULMA_EMPTY; of plain numbers. */
void api_put_answer(struct api *api, const char *name, const int *answer);
void api_put_ints(struct api *api, const char *name, const int *list, int n);
/* JSON text as it is, up to its line end. */
void api_put_json(struct api *api, const char *name, const char *json);
/* {"text", "places"}, in a list. */
void api_put_reason(struct api *api, const char *text, const int *places, int n);

/* A job for the request's puzzle with its limits, method or model; NULL after an error. */
pulma_job *api_new_job(struct api *api);
void api_put_job(struct api *api, const pulma_job *job); /* solver, model, seconds, nodes */
void api_put_reasons(struct api *api, const pulma_job *job);

/* The stop() of jobs and the like: asks the host, and tells it how it is going. */
bool api_watch(void *context);
/* Tells the host something, a JSON document. */
void api_tell(struct api *api, const char *json);

/* ---- Calls: false after the error is set ---- */

struct api_call {
    const char *name;
    bool (*answer)(struct api *api);
};
extern const struct api_call api_calls_board[], api_calls_solve[], api_calls_explain[],
    api_calls_model[], api_calls_program[],
    api_calls_study[]; /* the last one has a NULL name */

#endif
