/* What several tests need: the boards of the corpus, and small conveniences around the public
 * interface.  tests/corpus/<kind>/NAME.txt is a puzzle, NAME.answer (optional) its answer,
 * NAME.count (optional, default 1) the exact number of its answers, NAME.looks (optional) how many of
 * them look different, NAME.picture (optional) its
 * drawing in ASCII, with the answer if there is one, which a person has looked at. */
#ifndef BOARDS_H
#define BOARDS_H

#include <stdbool.h>
#include <stddef.h>

#include "pulma/pulma.h"

struct board {
    char name[64]; /* "kakuro/fig2" */
    pulma_puzzle *puzzle;
    char *text; /* of the puzzle file */
    size_t text_len;
    int *answer;    /* NULL: the corpus gives none */
    char count[64]; /* decimal digits */
    char looks[64]; /* likewise; "": the corpus does not tell */
    char *picture;  /* NULL: the corpus gives none */
};

/* All boards of a kind, sorted by name; ends the test program with a word if one cannot be
 * read, or if there are fewer than three.  Returns how many. */
int boards_of(const char *kind, struct board **boards);
void boards_free(struct board *boards, int n);

/* The whole file, NUL-terminated; NULL if it cannot be opened. */
char *read_whole_file(const char *path, size_t *len);
/* The puzzle in a notation; freed by the caller; NULL if that notation cannot say it. */
char *puzzle_text(const pulma_puzzle *puzzle, const char *notation);

/* An answer with nothing filled in; freed by the caller. */
int *new_answer(const pulma_puzzle *puzzle);
/* A job that works by this method; NULL if the kind does not have it. */
pulma_job *job_for(const pulma_puzzle *puzzle, const char *method);

#endif
