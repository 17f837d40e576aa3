#include "cli/unpack.h"

#include <stdlib.h>
#include <string.h>

#ifdef WITH_ZLIB
#include <zlib.h>
#endif
#ifdef WITH_LZMA
#include <lzma.h>
#endif
#ifdef WITH_ZSTD
#include <zstd.h>
#endif

struct cli_unpack {
    enum cli_packing packing;
    char in[1 << 16];
    size_t at, len; /* of `in`: what is not used yet */
    bool ended;     /* nothing more will be fed */
    bool whole;     /* a stream has just ended, or none has begun */
#ifdef WITH_ZLIB
    z_stream gzip;
#endif
#ifdef WITH_LZMA
    lzma_stream xz;
#endif
#ifdef WITH_ZSTD
    ZSTD_DStream *zstd;
#endif
};

enum cli_packing cli_packing_of(const char *bytes, size_t len)
{
    static const struct {
        enum cli_packing packing;
        const char *start;
        size_t len;
    } known[] = {{CLI_GZIP, "\x1f\x8b\x08", 3},
                 {CLI_XZ,
                  "\xfd"
                  "7zXZ",
                  6},
                 {CLI_ZSTD, "\x28\xb5\x2f\xfd", 4}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (len >= known[i].len && memcmp(bytes, known[i].start, known[i].len) == 0)
            return known[i].packing;
    return CLI_PLAIN;
}

const char *cli_packing_name(enum cli_packing packing)
{
    static const char *const names[] = {"nothing", "gzip", "xz", "zstd"};
    return names[packing];
}

bool cli_packing_known(enum cli_packing packing)
{
    bool known = packing == CLI_PLAIN;
#ifdef WITH_ZLIB
    known |= packing == CLI_GZIP;
#endif
#ifdef WITH_LZMA
    known |= packing == CLI_XZ;
#endif
#ifdef WITH_ZSTD
    known |= packing == CLI_ZSTD;
#endif
    return known;
}

static bool begin(struct cli_unpack *unpack)
{
#ifdef WITH_ZLIB
    if (unpack->packing == CLI_GZIP)
        return inflateInit2(&unpack->gzip, 16 + MAX_WBITS) == Z_OK;
#endif
#ifdef WITH_LZMA
    const uint64_t most = (uint64_t)1 << 30; /* bytes of memory */
    if (unpack->packing == CLI_XZ)
        return lzma_stream_decoder(&unpack->xz, most, LZMA_CONCATENATED) == LZMA_OK;
#endif
#ifdef WITH_ZSTD
    if (unpack->packing == CLI_ZSTD)
        return (unpack->zstd = ZSTD_createDStream()) != NULL;
#endif
    return false;
}

struct cli_unpack *cli_unpack_new(enum cli_packing packing)
{
    struct cli_unpack *unpack = calloc(1, sizeof *unpack);
    if (!unpack)
        return NULL;
    unpack->packing = packing;
    unpack->whole = true;
    if (begin(unpack))
        return unpack;
    free(unpack);
    return NULL;
}

void cli_unpack_free(struct cli_unpack *unpack)
{
    if (!unpack)
        return;
#ifdef WITH_ZLIB
    if (unpack->packing == CLI_GZIP)
        inflateEnd(&unpack->gzip);
#endif
#ifdef WITH_LZMA
    lzma_end(&unpack->xz);
#endif
#ifdef WITH_ZSTD
    ZSTD_freeDStream(unpack->zstd);
#endif
    free(unpack);
}

bool cli_unpack_is_hungry(const struct cli_unpack *unpack)
{
    return unpack->at == unpack->len && !unpack->ended;
}

char *cli_unpack_room(struct cli_unpack *unpack, size_t *size)
{
    *size = sizeof unpack->in;
    return unpack->in;
}

void cli_unpack_feed(struct cli_unpack *unpack, size_t len)
{
    unpack->at = 0;
    unpack->len = len;
    unpack->ended = len == 0;
}

/* Each takes what it can from `in` and gives what it can; false: damaged. */
#ifdef WITH_ZLIB
static bool next_gzip(struct cli_unpack *unpack, char *buffer, size_t size, size_t *got)
{
    z_stream *z = &unpack->gzip;
    const unsigned most = 1u << 30;
    if (unpack->at < unpack->len && unpack->whole && z->total_in > 0)
        inflateReset(z); /* files may be put together */
    z->next_in = (unsigned char *)unpack->in + unpack->at;
    z->avail_in = (unsigned)(unpack->len - unpack->at);
    z->next_out = (unsigned char *)buffer;
    z->avail_out = size < most ? (unsigned)size : most;
    if (z->avail_in > 0)
        unpack->whole = false;
    int status = inflate(z, Z_NO_FLUSH);
    unpack->at = unpack->len - z->avail_in;
    *got = (size_t)((char *)z->next_out - buffer);
    unpack->whole |= status == Z_STREAM_END;
    return status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR;
}
#endif

#ifdef WITH_LZMA
static bool next_xz(struct cli_unpack *unpack, char *buffer, size_t size, size_t *got)
{
    lzma_stream *xz = &unpack->xz;
    xz->next_in = (unsigned char *)unpack->in + unpack->at;
    xz->avail_in = unpack->len - unpack->at;
    xz->next_out = (unsigned char *)buffer;
    xz->avail_out = size;
    unpack->whole = false;
    lzma_ret status = lzma_code(xz, unpack->ended ? LZMA_FINISH : LZMA_RUN);
    unpack->at = unpack->len - xz->avail_in;
    *got = size - xz->avail_out;
    unpack->whole = status == LZMA_STREAM_END;
    return status == LZMA_OK || status == LZMA_STREAM_END || status == LZMA_BUF_ERROR;
}
#endif

#ifdef WITH_ZSTD
static bool next_zstd(struct cli_unpack *unpack, char *buffer, size_t size, size_t *got)
{
    ZSTD_inBuffer in = {unpack->in, unpack->len, unpack->at};
    ZSTD_outBuffer out = {buffer, size, 0};
    bool starved = unpack->at == unpack->len;
    size_t wanted = ZSTD_decompressStream(unpack->zstd, &out, &in);
    unpack->at = in.pos;
    *got = out.pos;
    if (ZSTD_isError(wanted))
        return false;
    if (!starved || out.pos > 0)
        unpack->whole = wanted == 0;
    return true;
}
#endif

bool cli_unpack_next(struct cli_unpack *unpack, char *buffer, size_t size, size_t *got)
{
    bool good = false;
    *got = 0;
#ifdef WITH_ZLIB
    if (unpack->packing == CLI_GZIP)
        good = next_gzip(unpack, buffer, size, got);
#endif
#ifdef WITH_LZMA
    if (unpack->packing == CLI_XZ)
        good = next_xz(unpack, buffer, size, got);
#endif
#ifdef WITH_ZSTD
    if (unpack->packing == CLI_ZSTD)
        good = next_zstd(unpack, buffer, size, got);
#endif
    bool over = unpack->ended && *got == 0;
    return good && (!over || unpack->whole);
}
