/* pulma page: opens the page for the browser. */
#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/console.h"
#include "cli/options.h"

extern char **environ;

/* Beside the program, where `make page` leaves it, or where `make install` put it. */
static bool find_page(char *path, size_t size)
{
    char self[2000];
    ssize_t len = readlink("/proc/self/exe", self, sizeof self - 1);
    while (len > 0 && self[len - 1] != '/')
        len--;
    self[len > 0 ? len : 0] = '\0';
    snprintf(path, size, "%spage/pulma.html", self);
    if (self[0] && access(path, R_OK) == 0)
        return true;
    snprintf(path, size, "%s/pulma.html", PULMA_DATA);
    return access(path, R_OK) == 0;
}

/* Whether a program that opens files took it. */
static bool open_file(const char *opener, char *path)
{
    char name[20];
    snprintf(name, sizeof name, "%s", opener);
    char *const arguments[] = {name, path, NULL};
    pid_t child;
    int status;
    if (posix_spawnp(&child, opener, NULL, NULL, arguments, environ) != 0)
        return false;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return false;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int cli_page(const struct cli_call *call)
{
    char path[2100];
    if (!find_page(path, sizeof path)) {
        fprintf(stderr, "pulma: the page is not installed: run 'make page' before "
                        "'make install'\n");
        return CLI_BAD;
    }
    (void)call;
    puts(path);
    fflush(stdout);
    if (!open_file("xdg-open", path) && !open_file("open", path))
        fprintf(stderr, "pulma: no program to open it was found; open this file in a "
                        "browser\n");
    return CLI_DONE;
}
