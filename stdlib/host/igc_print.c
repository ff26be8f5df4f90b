// The lines that `main` prints to standard error.

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "igc_arithmetic.h"
#include "igc_internal.h"

// Prints a float with as few digits as it takes to read the same value back.
static void print_float(double value, int most_digits, bool is_single)
{
    char text[64];
    if (isnan(value)) {
        fputs("NaN", stderr);
        return;
    }
    for (int digits = 1; digits <= most_digits; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (is_single ? (double)strtof(text, NULL) == value : strtod(text, NULL) == value)
            break;
    }
    fputs(text, stderr);
}

void igc_print_text(igc_execution *run, const char *text, char end)
{
    if (igc_is_ok(run))
        fprintf(stderr, "%s%c", text, end);
}

void igc_print_value(igc_execution *run, igc_type type, uint64_t bits, char end)
{
    // The evaluation of the value may have failed.
    if (!igc_is_ok(run))
        return;
    switch (type) {
    case IGC_BOOL:
        fputs(igc_bool(bits) ? "true" : "false", stderr);
        break;
    case IGC_I32:
        fprintf(stderr, "%" PRId32, igc_i32(bits));
        break;
    case IGC_I64:
        fprintf(stderr, "%" PRId64, igc_i64(bits));
        break;
    case IGC_U64:
        fprintf(stderr, "%" PRIu64, bits);
        break;
    case IGC_F32:
        print_float(igc_f32((uint32_t)bits), 9, true);
        break;
    case IGC_F64:
        print_float(igc_f64(bits), 17, false);
        break;
    case IGC_U32:
        fprintf(stderr, "%" PRIu32, (uint32_t)bits);
        break;
    case IGC_NODE:
    case IGC_EDGE:
        if ((uint32_t)bits == UINT32_MAX)
            fputs("none", stderr);
        else
            fprintf(stderr, "%" PRIu32, (uint32_t)bits);
        break;
    }
    fputc(end, stderr);
}
