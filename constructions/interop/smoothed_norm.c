/* y = (x - mean) f(v) w + b over rows of float or double, and its gradients, with f = f_sigma.

   The formulas are those of torch_weierstrass.py (class _Fused), the table and the series those of
   weierstrass_arrays.py.  A mean is a sum of two numbers, so that x - mean keeps its digits where
   the mean is large; v and f are computed in double.  Rows are shared out in parts, which the
   threads of the OpenMP runtime take that torch has anyway (netproof_pool), or threads that live
   as long as a call.  The part below `#else` is read twice, once for each type. */

#ifndef REAL

#include <math.h>
#include <pthread.h>
#include <stdlib.h>

enum { PARTS = 64, ROWS = 64 };

struct factor {        /* f and f' at v >= 0 */
    double reach;      /* the parts of cells lie to the left of it */
    double places;     /* parts for each unit of v */
    double sigma, root, slope;   /* sigma, sigma^(-1/2), sigma^(-3/2) */
    long parts, terms;     /* how many; terms of each polynomial, in u from -1/2 to 1/2 */
    const double *table;   /* parts x (terms of h, terms of h'), the lowest degree first */
    long falling;      /* terms of the series in (sigma/v)^2 */
    const double *series;  /* those of h, those of h' */
};

/* f and f' of each row, and its mean as a sum of two: what the backward pass takes. */
struct row {
    double high, low, f, slope;
};

static void polynomials(const double *c, long terms, double u, double *a, double *b) {
    const double *d = c + terms;
    double one = c[terms - 1], other = d[terms - 1];
    for (long k = terms - 2; k >= 0; k--) {
        one = one * u + c[k];
        other = other * u + d[k];
    }
    *a = one;
    *b = other;
}

static void at(const struct factor *p, double v, struct row *made) {
    if (v < p->reach) {
        double place = v * p->places;
        long part = (long)place;
        if (part >= p->parts) part = p->parts - 1;
        polynomials(p->table + 2 * p->terms * part, p->terms, place - part - 0.5, &made->f,
                    &made->slope);
        made->f *= p->root;
        made->slope *= p->slope;
    } else {
        double w = p->sigma / v, root = 1 / sqrt(v);
        polynomials(p->series, p->falling, w * w, &made->f, &made->slope);
        made->f *= root;
        made->slope *= root / v;
    }
}

struct team {
    int (*work)(const void *job, long part, long first, long last);
    const void *job;
    long rows, parts, next;
    int failed;
};

static void take(void *given) {
    struct team *team = given;
    for (;;) {
        long part = __atomic_fetch_add(&team->next, 1, __ATOMIC_RELAXED), parts = team->parts;
        if (part >= parts) return;
        if (team->work(team->job, part, team->rows * part / parts,
                       team->rows * (part + 1) / parts))
            __atomic_store_n(&team->failed, 1, __ATOMIC_RELAXED);
    }
}

static void *taken(void *given) {
    take(given);
    return 0;
}

/* GOMP_parallel of the runtime that torch has loaded, or null. */
static void (*pool)(void (*)(void *), void *, unsigned, unsigned);

void netproof_pool(void *found) { *(void **)&pool = found; }

static int shared(int (*work)(const void *, long, long, long), const void *job, long rows,
                  long parts) {
    struct team team = {work, job, rows, parts, 0, 0};
    pthread_t started[PARTS];
    long t, count = 0;
    if (parts < 2) return work(job, 0, 0, rows);
    if (pool) {
        pool(take, &team, 0, 0);  /* as many threads as torch takes: another number costs more */
        return team.failed;
    }
    for (t = 1; t < parts; t++) count += !pthread_create(&started[count], 0, taken, &team);
    take(&team);
    for (t = 0; t < count; t++) pthread_join(started[t], 0);
    return team.failed;
}

#define JOINED(name, real) name##_##real
#define EXPANDED(name, real) JOINED(name, real)
#define NAMED(name) EXPANDED(name, REAL)

#define REAL float
#include "smoothed_norm.c"
#undef REAL
#define REAL double
#include "smoothed_norm.c"

#else

struct NAMED(job) {
    const struct factor *factor;
    long size;
    int centred;
    const REAL *x, *g, *w, *b;
    REAL *y, *dx;
    struct row *rows;  /* or null, where there is no backward pass */
    int dw, db;        /* whether they are wanted */
    double *sums;      /* of dw and db, parts x 2 x size */
    REAL *some;        /* the same of ROWS rows at most */
};

static int NAMED(forward_row)(const struct NAMED(job) *j, long at_row) {
    const REAL *restrict x = j->x + at_row * j->size;
    const REAL *restrict w = j->w, *restrict b = j->b;
    REAL *restrict y = j->y + at_row * j->size;
    REAL high = 0, low = 0, square = 0, scale;
    struct row row;
    double v;
    long size = j->size, i;
    if (j->centred) {
        REAL sum = 0;
#pragma omp simd reduction(+ : sum)
        for (i = 0; i < size; i++) sum += x[i];
        high = sum / size;
        sum = 0;
#pragma omp simd reduction(+ : sum, square)
        for (i = 0; i < size; i++) {
            REAL c = x[i] - high;
            sum += c;
            square += c * c;
        }
        low = sum / size;
    } else {
#pragma omp simd reduction(+ : square)
        for (i = 0; i < size; i++) square += x[i] * x[i];
    }
    v = (double)square / size - (double)low * low;
    if (v < 0) v = 0;
    at(j->factor, v, &row);
    row.high = high;
    row.low = low;
    if (j->rows) j->rows[at_row] = row;
    scale = (REAL)row.f;
    if (b)
        for (i = 0; i < size; i++) y[i] = (x[i] - high - low) * scale * w[i] + b[i];
    else if (w)
        for (i = 0; i < size; i++) y[i] = (x[i] - high - low) * scale * w[i];
    else
        for (i = 0; i < size; i++) y[i] = (x[i] - high - low) * scale;
    return !(row.f > 0) || !isfinite(high);
}

static int NAMED(forward_rows)(const void *given, long part, long first, long last) {
    int failed = 0;
    (void)part;
    for (long row = first; row < last; row++) failed |= NAMED(forward_row)(given, row);
    return failed;
}

static inline __attribute__((always_inline)) void NAMED(sums_of)(
    const REAL *restrict x, const REAL *restrict g, const REAL *restrict w, int weighted,
    REAL high, REAL low, long size, REAL *one, REAL *two) {
    REAL sum = 0, both = 0;
#pragma omp simd reduction(+ : sum, both)
    for (long i = 0; i < size; i++) {
        REAL G = weighted ? g[i] * w[i] : g[i];
        sum += G;
        both += G * (x[i] - high - low);
    }
    *one = sum;
    *two = both;
}

static inline __attribute__((always_inline)) void NAMED(gradients)(
    const REAL *restrict x, const REAL *restrict g, const REAL *restrict w, REAL *restrict dx,
    REAL *restrict dw, REAL *restrict db, int weighted, int inputs, int weights, int offsets,
    REAL high, REAL low, REAL f, REAL middle, REAL outer, long size) {
#pragma omp simd
    for (long i = 0; i < size; i++) {
        REAL c = x[i] - high - low;
        if (inputs) dx[i] = f * ((weighted ? g[i] * w[i] : g[i]) - middle) + outer * c;
        if (weights) dw[i] += g[i] * (c * f);
        if (offsets) db[i] += g[i];
    }
}

static void NAMED(backward_row)(const struct NAMED(job) *j, long at_row, REAL *dw, REAL *db) {
    const REAL *x = j->x + at_row * j->size, *g = j->g + at_row * j->size, *w = j->w;
    REAL *dx = j->dx ? j->dx + at_row * j->size : 0;
    const struct row *row = j->rows + at_row;
    REAL high = (REAL)row->high, low = (REAL)row->low, f = (REAL)row->f;
    REAL sum, both, middle = 0, outer = 0;
    long size = j->size;
    if (dx) {
        if (w) NAMED(sums_of)(x, g, w, 1, high, low, size, &sum, &both);
        else NAMED(sums_of)(x, g, w, 0, high, low, size, &sum, &both);
        if (j->centred) middle = sum / size;
        outer = (REAL)(2 * row->slope * both / size);
    }
#define WITH(weighted, inputs, weights, offsets) \
    NAMED(gradients)(x, g, w, dx, dw, db, weighted, inputs, weights, offsets, high, low, f, \
                     middle, outer, size)
    if (dx && w && j->dw && j->db) WITH(1, 1, 1, 1);
    else if (dx && w && j->dw) WITH(1, 1, 1, 0);
    else {
        if (dx && w) WITH(1, 1, 0, 0);
        else if (dx) WITH(0, 1, 0, 0);
        if (j->dw) WITH(0, 0, 1, 0);
        if (j->db) WITH(0, 0, 0, 1);
    }
#undef WITH
}

/* Sums over rows are taken of ROWS at a time in float, and of these in double. */
static int NAMED(backward_rows)(const void *given, long part, long first, long last) {
    const struct NAMED(job) *j = given;
    long both = 2 * j->size;
    double *sums = j->sums ? j->sums + part * both : 0;
    REAL *some = j->some ? j->some + part * both : (REAL *)sums;
    for (long row = first; row < last; row++) {
        NAMED(backward_row)(j, row, some, some ? some + j->size : 0);
        if (j->some && ((row - first) % ROWS == ROWS - 1 || row == last - 1))
            for (long i = 0; i < both; i++) {
                sums[i] += some[i];
                some[i] = 0;
            }
    }
    return 0;
}

/* 0, or 1 where a row is not finite; made may be null. */
int NAMED(netproof_forward)(const struct factor *factor, long rows, long size, int centred,
                            long parts, const REAL *x, const REAL *w, const REAL *b, REAL *y,
                            struct row *made) {
    struct NAMED(job) job = {.factor = factor, .size = size, .centred = centred, .x = x,
                             .w = w, .b = b, .y = y, .rows = made};
    return shared(NAMED(forward_rows), &job, rows, parts < PARTS ? parts : PARTS);
}

/* What is null is not wanted; 1 where there was no memory. */
int NAMED(netproof_backward)(long rows, long size, int centred, long parts, const REAL *g,
                             const REAL *x, const REAL *w, struct row *made, REAL *dx, REAL *dw,
                             REAL *db) {
    struct NAMED(job) job = {.size = size, .centred = centred, .g = g, .x = x, .w = w,
                             .rows = made, .dx = dx, .dw = !!dw, .db = !!db};
    int narrow = sizeof(REAL) < sizeof(double);
    long part, i, both = 2 * size;
    double *sums = 0;
    if (parts > PARTS) parts = PARTS;
    if (dw || db) {
        sums = calloc(both * parts, sizeof(double) + (narrow ? sizeof(REAL) : 0));
        if (!sums) return 1;
        job.sums = sums;
        if (narrow) job.some = (REAL *)(sums + both * parts);
    }
    shared(NAMED(backward_rows), &job, rows, parts);
    for (part = 1; part < parts && sums; part++)
        for (i = 0; i < both; i++) sums[i] += sums[part * both + i];
    for (i = 0; dw && i < size; i++) dw[i] = (REAL)sums[i];
    for (i = 0; db && i < size; i++) db[i] = (REAL)sums[size + i];
    free(sums);
    return 0;
}

#endif
