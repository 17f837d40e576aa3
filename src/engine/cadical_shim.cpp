/* The only C++ here.  Each call is tried; what is thrown marks the solver as broken, and a
 * broken solver is not touched again (not even destroyed: its state is unknown). */
#include "engine/cadical_shim.h"

#include <cadical.hpp>
#include <new>

struct pm_cadical : CaDiCaL::Terminator, CaDiCaL::Learner {
    CaDiCaL::Solver solver;
    bool (*stop)(void *);
    void *context;
    int64_t conflicts = 0;
    bool broken = false;

    bool terminate() override
    {
        return stop && stop(context);
    }
    /* CaDiCaL keeps its statistics to itself, but offers every clause that it learns. */
    bool learning(int) override
    {
        conflicts++;
        return false;
    }
    void learn(int) override {}
};

template <class Work> static void attempt(struct pm_cadical *s, Work work)
{
    if (s->broken)
        return;
    try {
        work();
    } catch (...) {
        s->broken = true;
    }
}

struct pm_cadical *pm_cadical_new(bool (*stop)(void *context), void *context)
{
    try {
        pm_cadical *s = new pm_cadical;
        s->stop = stop;
        s->context = context;
        s->solver.connect_terminator(s);
        s->solver.connect_learner(s);
        s->solver.set("quiet", 1);
        return s;
    } catch (...) {
        return nullptr;
    }
}

void pm_cadical_free(struct pm_cadical *s)
{
    if (!s || s->broken)
        return;
    s->solver.disconnect_terminator();
    s->solver.disconnect_learner();
    delete s;
}

void pm_cadical_set(struct pm_cadical *s, const char *option, int value)
{
    attempt(s, [=] { s->solver.set(option, value); });
}

void pm_cadical_trace(struct pm_cadical *s, FILE *file)
{
    attempt(s, [=] {
        s->solver.set("binary", 0);
        s->solver.trace_proof(file, "proof");
    });
}

void pm_cadical_close_trace(struct pm_cadical *s)
{
    attempt(s, [=] { s->solver.close_proof_trace(); });
}

void pm_cadical_reserve(struct pm_cadical *s, int variable)
{
    attempt(s, [=] { s->solver.reserve(variable); });
}

void pm_cadical_add(struct pm_cadical *s, const int *lits, size_t n)
{
    attempt(s, [=] {
        for (size_t i = 0; i < n; i++)
            s->solver.add(lits[i]);
    });
}

void pm_cadical_add_open(struct pm_cadical *s, const int *clause, const signed char *known)
{
    attempt(s, [=] {
        for (const int *lit = clause; *lit; lit++)
            if (!known[*lit < 0 ? -*lit : *lit])
                s->solver.add(*lit);
        s->solver.add(0);
    });
}

void pm_cadical_assume(struct pm_cadical *s, int lit)
{
    attempt(s, [=] { s->solver.assume(lit); });
}

void pm_cadical_constrain(struct pm_cadical *s, int lit)
{
    attempt(s, [=] { s->solver.constrain(lit); });
}

enum pm_cadical_result pm_cadical_solve(struct pm_cadical *s, int conflicts)
{
    int result = PM_CADICAL_BROKEN;
    attempt(s, [&] {
        if (conflicts >= 0)
            s->solver.limit("conflicts", conflicts);
        result = s->solver.solve();
    });
    return s->broken ? PM_CADICAL_BROKEN : static_cast<pm_cadical_result>(result);
}

bool pm_cadical_broken(const struct pm_cadical *s)
{
    return s->broken;
}

bool pm_cadical_true(struct pm_cadical *s, int lit)
{
    bool is_true = false;
    /* Versions differ in what val() gives for a negative literal. */
    attempt(s, [&] { is_true = (s->solver.val(lit < 0 ? -lit : lit) > 0) == (lit > 0); });
    return is_true;
}

bool pm_cadical_failed(struct pm_cadical *s, int lit)
{
    bool failed = false;
    attempt(s, [&] { failed = s->solver.failed(lit); });
    return failed;
}

int pm_cadical_fixed(struct pm_cadical *s, int lit)
{
    int fixed = 0;
    attempt(s, [&] { fixed = s->solver.fixed(lit); });
    return fixed;
}

void pm_cadical_phase(struct pm_cadical *s, int lit)
{
    attempt(s, [=] { s->solver.phase(lit); });
}

void pm_cadical_unphase(struct pm_cadical *s, int lit)
{
    attempt(s, [=] { s->solver.unphase(lit); });
}

int64_t pm_cadical_conflicts(const struct pm_cadical *s)
{
    return s->conflicts;
}
