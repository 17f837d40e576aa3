/* core/process.h where there are no processes: the host runs a helper, as a module of its own
 * with memory of its own, and the call returns when it has ended.  A host that wants to stop ends
 * this module, too. */
#include "core/process.h"

#include <assert.h>
#include <emscripten.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/limits.h"
#include "core/text.h"

/* Module.helpers has a function for each helper: bytes in, {status, output} out. */
EM_JS(int, host_has, (const char *name),
      { return Module.helpers && Module.helpers[UTF8ToString(name)] ? 1 : 0; })

/* The exit status.  *output is the caller's to free. */
EM_JS(int, host_run,
      (const char *name, const char *input, size_t len, char **output, size_t *output_len),
      {
          const ended =
              Module.helpers[UTF8ToString(name)](HEAPU8.slice(input, input + len));
          const bytes = _malloc(ended.output.length || 1);
          if (bytes)
              HEAPU8.set(ended.output, bytes);
          HEAPU32[output >> 2] = bytes;
          HEAPU32[output_len >> 2] = ended.output.length;
          return ended.status;
      })

bool pm_process_find(const char *name, char *path, size_t size)
{
    int needed = snprintf(path, size, "%s", name);
    return needed > 0 && (size_t)needed < size && host_has(name);
}

pulma_status pm_process_run(const struct pm_process *process, size_t max_output,
                            struct pm_out *out, struct pm_out *complaints,
                            struct pm_ended *ended, pulma_error *err)
{
    char *output = NULL;
    size_t len = 0;
    double start = pm_clock();
    (void)complaints;
    *ended = (struct pm_ended){0};
    assert(!process->answer);
    if (!host_has(process->argv[0]) || process->pull)
        return pm_fail(err, PULMA_UNAVAILABLE, NULL, "%s is not part of this page",
                       process->argv[0]);
    ended->exit_status =
        host_run(process->argv[0], process->input, process->input_len, &output, &len);
    ended->cpu_seconds = pm_clock() - start;
    if (!output)
        return pm_fail_memory(err);
    if (len > max_output) {
        free(output);
        return pm_fail(err, PULMA_SOLVER, NULL, "%s printed more than %zu bytes",
                       process->argv[0], max_output);
    }
    pm_out_bytes(out, output, len);
    free(output);
    return PULMA_OK;
}
