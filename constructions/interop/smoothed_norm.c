/* y = (x - mean) f(v) w + b over rows of float, and its gradients, with f = f_sigma.

   The formulas are those of torch_weierstrass.py (class _Fused), the table and the series those of
   weierstrass_arrays.py.  A mean is a sum of two floats, so that x - mean keeps its digits where
   the mean is large; v and f are computed in double.  Rows are shared out to threads that live as
   long as a call. */

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 64, ROWS = 64 };

struct factor {        /* f and f' at v >= 0 */
    double sigma, reach;
    long cells;        /* parts of [0, reach] */
    long terms;        /* of each polynomial, in u from -1/2 to 1/2 */
    const double *table;   /* cells x (terms of h, terms of h'), the lowest degree first */
    long falling;      /* terms of the series in (sigma/v)^2 */
    const double *series;  /* those of h, those of h' */
};

struct job {
    const struct factor *factor;
    long first, last, size;
    int centred, failed;
    const float *x, *g, *w, *b;
    float *y, *dx;
    float *mean;       /* rows x 2 */
    double *f;         /* rows x 2: f, f' */
    double *dw, *db;   /* of this thread, or null */
};

static double horner(const double *c, long terms, double u) {
    double value = c[terms - 1];
    for (long k = terms - 2; k >= 0; k--) value = value * u + c[k];
    return value;
}

static void at(const struct factor *p, double v, double *f) {
    double z = v / p->sigma, root;
    if (z < p->reach) {
        double place = z * (p->cells / p->reach);
        long cell = (long)place;
        const double *row;
        if (cell >= p->cells) cell = p->cells - 1;
        row = p->table + 2 * p->terms * cell;
        root = 1 / sqrt(p->sigma);
        f[0] = horner(row, p->terms, place - cell - 0.5) * root;
        f[1] = horner(row + p->terms, p->terms, place - cell - 0.5) * root / p->sigma;
    } else {
        double w = p->sigma / v;
        root = 1 / sqrt(v);
        f[0] = horner(p->series, p->falling, w * w) * root;
        f[1] = horner(p->series + p->falling, p->falling, w * w) * root / v;
    }
}

static void forward_row(const struct job *j, long row) {
    const float *restrict x = j->x + row * j->size;
    const float *restrict w = j->w, *restrict b = j->b;
    float *restrict y = j->y + row * j->size;
    float high = 0, low = 0, square = 0, scale;
    double v, *f = j->f + 2 * row;
    long size = j->size, i;
    if (j->centred) {
        float sum = 0;
#pragma omp simd reduction(+ : sum)
        for (i = 0; i < size; i++) sum += x[i];
        high = sum / size;
        sum = 0;
#pragma omp simd reduction(+ : sum, square)
        for (i = 0; i < size; i++) {
            float c = x[i] - high;
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
    at(j->factor, v, f);
    j->mean[2 * row] = high;
    j->mean[2 * row + 1] = low;
    scale = (float)f[0];
    if (b)
        for (i = 0; i < size; i++) y[i] = (x[i] - high - low) * scale * w[i] + b[i];
    else if (w)
        for (i = 0; i < size; i++) y[i] = (x[i] - high - low) * scale * w[i];
    else
        for (i = 0; i < size; i++) y[i] = (x[i] - high - low) * scale;
}

static void *forward_rows(void *given) {
    struct job *j = given;
    for (long row = j->first; row < j->last; row++) {
        forward_row(j, row);
        if (!(j->f[2 * row] > 0) || !isfinite(j->mean[2 * row])) j->failed = 1;
    }
    return 0;
}

static void backward_row(const struct job *j, long row, float *restrict dw, float *restrict db) {
    const float *restrict x = j->x + row * j->size, *restrict g = j->g + row * j->size;
    const float *restrict w = j->w;
    float high = j->mean[2 * row], low = j->mean[2 * row + 1];
    float f = (float)j->f[2 * row], sum = 0, both = 0, outer, middle;
    long size = j->size, i;
    if (j->dx) {
        float *restrict dx = j->dx + row * j->size;
        if (w) {
#pragma omp simd reduction(+ : sum, both)
            for (i = 0; i < size; i++) {
                float G = g[i] * w[i];
                sum += G;
                both += G * (x[i] - high - low);
            }
        } else {
#pragma omp simd reduction(+ : sum, both)
            for (i = 0; i < size; i++) {
                sum += g[i];
                both += g[i] * (x[i] - high - low);
            }
        }
        middle = j->centred ? sum / size : 0;
        outer = (float)(2 * j->f[2 * row + 1] * both / size);
        if (w)
            for (i = 0; i < size; i++)
                dx[i] = f * (g[i] * w[i] - middle) + outer * (x[i] - high - low);
        else
            for (i = 0; i < size; i++)
                dx[i] = f * (g[i] - middle) + outer * (x[i] - high - low);
    }
    if (j->dw)
        for (i = 0; i < size; i++) dw[i] += g[i] * ((x[i] - high - low) * f);
    if (j->db)
        for (i = 0; i < size; i++) db[i] += g[i];
}

/* Sums over rows are taken of ROWS at a time in float, and of these in double. */
static void *backward_rows(void *given) {
    struct job *j = given;
    float *dw = calloc(2 * j->size, sizeof(float)), *db = dw ? dw + j->size : 0;
    if (!dw) {
        j->failed = 1;
        return 0;
    }
    for (long row = j->first; row < j->last; row++) {
        backward_row(j, row, dw, db);
        if ((row - j->first) % ROWS == ROWS - 1 || row == j->last - 1) {
            for (long i = 0; j->dw && i < j->size; i++) j->dw[i] += dw[i];
            for (long i = 0; j->db && i < j->size; i++) j->db[i] += db[i];
            memset(dw, 0, 2 * j->size * sizeof(float));
        }
    }
    free(dw);
    return 0;
}

/* The rows in as many parts as threads; sums of part t are at sums + t * size of each. */
static int shared(struct job *whole, long rows, int threads, void *(*work)(void *)) {
    struct job jobs[THREADS];
    pthread_t started[THREADS];
    int running[THREADS], failed = 0, t;
    if (threads > THREADS) threads = THREADS;
    if (threads < 1) threads = 1;
    for (t = threads - 1; t >= 0; t--) {
        jobs[t] = *whole;
        jobs[t].first = rows * t / threads;
        jobs[t].last = rows * (t + 1) / threads;
        if (whole->dw) jobs[t].dw = whole->dw + t * whole->size;
        if (whole->db) jobs[t].db = whole->db + t * whole->size;
        running[t] = t && !pthread_create(&started[t], 0, work, &jobs[t]);
        if (!running[t]) work(&jobs[t]);
    }
    for (t = 0; t < threads; t++) {
        if (running[t]) pthread_join(started[t], 0);
        failed |= jobs[t].failed;
    }
    return failed;
}

/* 0, or 1 where a row is not finite. */
int netproof_forward(const struct factor *factor, long rows, long size, int centred, int threads,
                     const float *x, const float *w, const float *b, float *y, float *mean,
                     double *f) {
    struct job whole = {.factor = factor, .size = size, .centred = centred, .x = x, .w = w,
                        .b = b, .y = y, .mean = mean, .f = f};
    return shared(&whole, rows, threads, forward_rows);
}

/* dw and db are threads x size zeros, or null; 1 where there was no memory. */
int netproof_backward(long rows, long size, int centred, int threads, const float *g,
                      const float *x, const float *w, float *mean, double *f, float *dx,
                      double *dw, double *db) {
    struct job whole = {.size = size, .centred = centred, .g = g, .x = x, .w = w,
                        .mean = mean, .f = f, .dx = dx, .dw = dw, .db = db};
    return shared(&whole, rows, threads, backward_rows);
}
