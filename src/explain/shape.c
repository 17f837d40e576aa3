/* How instances touch.
 *
 * Every instance alone says of each open value of a place that it is possible, once single
 * instances conclude nothing more.  Instances that touch like a tree then conclude nothing
 * together either: a value can be carried along from one to the next.  So a set of two needs two
 * that share two places, and a set of three two such or three in a ring.  Lines of a nonogram
 * and runs of a kakuro share one cell at most and form rings of four: sets of two and three
 * need not be searched there. */
#include <stdlib.h>

#include "explain/inside.h"

/* A joint is what instances share: a variable of a place, or all variables of a place where its
 * having one value is not a rule of its own. */
struct shape {
    int instance_count, joint_count;
    size_t *first_joint; /* by instance, one more at the end: in joints */
    int *joints;
    size_t *first_user; /* by joint, likewise */
    int *users;
    int *last; /* scratch, by instance */
    int *via;
};

/* Whether instance 0 says nothing but that places have one value; these are marked. */
static bool mark_tied(const struct pm_net *net, bool *tied)
{
    const struct pm_instance *zero = &net->instances[0];
    for (int r = zero->first_row; r < zero->first_row + zero->row_count; r++) {
        const struct pm_net_row *row = &net->rows[r];
        int place = row->n > 0 ? net->place_of[abs(net->terms[row->first].lit)] : -1;
        if (place < 0)
            return false;
        for (int i = 1; i < row->n; i++)
            if (net->place_of[abs(net->terms[row->first + (size_t)i].lit)] != place)
                return false;
        tied[place] = true;
    }
    return true;
}

/* Goes through all pairs of instance and joint, each once; first only counts them.  Variables of
 * a place follow one another. */
static void go_through(struct shape *s, const struct pm_explainer *x, const bool *tied,
                       bool count)
{
    const struct pm_net *net = x->net;
    for (int i = 0; i < s->instance_count; i++)
        s->last[i] = 0;
    for (int v = 1; v <= net->variable_count; v++) {
        int place = net->place_of[v];
        int joint = place >= 0 && tied[place] ? x->rules->numbers[place].first : v;
        for (size_t u = net->first_user[v]; place >= 0 && u < net->first_user[v + 1]; u++) {
            int instance = net->users[u];
            if (s->last[instance] == joint || net->instances[instance].given)
                continue;
            s->last[instance] = joint;
            if (count) {
                s->first_joint[instance + 1]++;
                s->first_user[joint + 1]++;
            } else {
                s->joints[s->first_joint[instance]++] = joint;
                s->users[s->first_user[joint]++] = instance;
            }
        }
    }
}

static void add_up(size_t *first, int n)
{
    for (int i = 0; i < n; i++)
        first[i + 1] += first[i];
}

/* After filling, each first has moved to the start of the next. */
static void move_back(size_t *first, int n)
{
    for (int i = n; i > 0; i--)
        first[i] = first[i - 1];
    first[0] = 0;
}

static bool make(struct shape *s, const struct pm_explainer *x, const bool *tied)
{
    s->instance_count = x->net->instance_count;
    s->joint_count = x->net->variable_count + 1;
    s->first_joint = calloc((size_t)s->instance_count + 1, sizeof *s->first_joint);
    s->first_user = calloc((size_t)s->joint_count + 1, sizeof *s->first_user);
    s->last = calloc((size_t)s->instance_count, sizeof *s->last);
    s->via = calloc((size_t)s->instance_count, sizeof *s->via);
    if (!s->first_joint || !s->first_user || !s->last || !s->via)
        return false;
    go_through(s, x, tied, true);
    add_up(s->first_joint, s->instance_count);
    add_up(s->first_user, s->joint_count);
    size_t pairs = s->first_joint[s->instance_count];
    s->joints = calloc(pairs + 1, sizeof *s->joints);
    s->users = calloc(pairs + 1, sizeof *s->users);
    if (!s->joints || !s->users)
        return false;
    go_through(s, x, tied, false);
    move_back(s->first_joint, s->instance_count);
    move_back(s->first_user, s->joint_count);
    return true;
}

/* Marks in `last` and `via` the instances that share a joint with this one; true if one shares
 * two. */
static bool mark_neighbours(struct shape *s, int instance)
{
    bool twice = false;
    for (size_t a = s->first_joint[instance]; a < s->first_joint[instance + 1]; a++) {
        int joint = s->joints[a];
        for (size_t u = s->first_user[joint]; u < s->first_user[joint + 1]; u++) {
            int other = s->users[u];
            twice |= other != instance && s->last[other] == instance + 1;
            s->last[other] = instance + 1;
            s->via[other] = joint;
        }
    }
    return twice;
}

static bool in_triangle(const struct shape *s, int instance)
{
    for (size_t a = s->first_joint[instance]; a < s->first_joint[instance + 1]; a++) {
        int joint = s->joints[a];
        for (size_t u = s->first_user[joint]; u < s->first_user[joint + 1]; u++) {
            int other = s->users[u];
            for (size_t b = s->first_joint[other];
                 other != instance && b < s->first_joint[other + 1]; b++)
                for (size_t w = s->first_user[s->joints[b]];
                     s->joints[b] != joint && w < s->first_user[s->joints[b] + 1]; w++)
                    if (s->users[w] != other && s->users[w] != instance &&
                        s->last[s->users[w]] == instance + 1 &&
                        s->via[s->users[w]] != joint)
                        return true;
        }
    }
    return false;
}

static int least_ring(struct shape *s)
{
    for (int i = 0; i < s->instance_count; i++)
        s->last[i] = 0;
    for (int i = 1; i < s->instance_count; i++)
        if (mark_neighbours(s, i))
            return 2;
    for (int i = 1; i < s->instance_count; i++) {
        mark_neighbours(s, i);
        if (in_triangle(s, i))
            return 3;
    }
    return 4;
}

int pm_explain_least(struct pm_explainer *x)
{
    struct shape s = {0};
    bool *tied = calloc((size_t)x->rules->place_count + 1, sizeof *tied);
    int least = 2;
    if (!tied || (mark_tied(x->net, tied) && !make(&s, x, tied)))
        x->failed = true;
    else if (s.via)
        least = least_ring(&s);
    free(tied);
    free(s.first_joint);
    free(s.joints);
    free(s.first_user);
    free(s.users);
    free(s.last);
    free(s.via);
    return least;
}
