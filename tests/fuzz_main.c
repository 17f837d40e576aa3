/* For fuzz targets that are run as ordinary tests: every file of the folders that are named is an
 * input; with FIRST_BYTES also after each of these bytes and 99, if it is short. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>

#include "pulma/pulma.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* `bytes` has a free one in front. */
static void run_bytes(uint8_t *bytes, size_t len)
{
    LLVMFuzzerTestOneInput(bytes + 1, len);
#ifdef FIRST_BYTES
    bytes[0] = 99;
    LLVMFuzzerTestOneInput(bytes, len + 1);
    for (int first = 0; first < FIRST_BYTES && len < 3000; first++) {
        bytes[0] = (uint8_t)first;
        LLVMFuzzerTestOneInput(bytes, len + 1);
    }
#endif
}

static int run_file(const char *path, int *files)
{
    static uint8_t bytes[1 << 20];
    FILE *file = fopen(path, "rb");
    if (!file)
        return 1;
    size_t len = fread(bytes + 1, 1, sizeof bytes - 1, file);
    fclose(file);
    run_bytes(bytes, len);
    ++*files;
    return 0;
}

static int run_folder(const char *folder, int *files)
{
    DIR *dir = opendir(folder);
    if (!dir)
        return run_file(folder, files);
    struct dirent *entry;
    int failed = 0;
    while ((entry = readdir(dir))) {
        char path[1000];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (entry->d_name[0] != '.')
            failed |= run_folder(path, files);
    }
    closedir(dir);
    return failed;
}

int main(int argc, char **argv)
{
    int files = 0, failed = argc < 2;
    for (int i = 1; i < argc; i++)
        failed |= run_folder(argv[i], &files);
    printf("%d files\n", files);
    return failed || files == 0;
}
