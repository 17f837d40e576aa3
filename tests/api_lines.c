/* Answers requests of the JSON interface, one a line, for tests. */
#include <stdio.h>
#include <stdlib.h>

#include "page/api.h"
#include "pulma/pulma.h"

int main(void)
{
    char *line = NULL;
    size_t size = 0;
    ssize_t len;
    while ((len = getline(&line, &size, stdin)) > 0) {
        char *reply = api_call(line, (size_t)len, NULL);
        puts(reply ? reply : "null");
        fflush(stdout);
        pulma_free(reply);
    }
    free(line);
    return 0;
}
