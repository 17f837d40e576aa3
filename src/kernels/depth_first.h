/* Depth-first search: the loop that many kernels share.
 *
 * A kernel includes this once, where the loop would stand, after it has defined its
 * `struct search`, with a member `struct pm_search *search`, and
 *
 *     bool propagate(struct search *s);  draws conclusions; false: a contradiction
 *     bool choose(struct search *s);     where to branch next; false: nothing is open
 *     bool report(struct search *s);     hands over an answer; false: that is enough
 *     bool guess(struct search *s);      takes the first way there; false: no memory
 *     bool go_back(struct search *s);    the other way of the last guess; false: there is none
 *
 * They are called by name, so that the compiler can make one function of it all. */
static pulma_status depth_first(struct search *s)
{
    for (;;) {
        if (propagate(s)) {
            if (choose(s)) {
                pulma_status status = pm_search_node(s->search);
                if (status)
                    return status;
                if (!guess(s))
                    return PULMA_NO_MEMORY;
                continue;
            }
            if (!report(s))
                return PULMA_OK;
        }
        if (!go_back(s))
            return PULMA_OK;
    }
}
