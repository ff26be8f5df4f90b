// Converts the weights of a graph to the type of a program's array.
//
// An array of integers takes whole numbers in the range of its type. An array of floating-point numbers takes the
// nearest value, except that a finite weight does not become infinite. All other weights are errors.

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "igc_internal.h"

// A weight: a whole number or a real number.
typedef struct {
    bool is_real;
    int64_t whole;
    double real;
} weight;

static weight weight_at(const igc_graph *graph, uint32_t edge)
{
    switch (graph->weight_type) {
    case IGC_WEIGHTS_U32:
        return (weight){.whole = ((const uint32_t *)graph->weights)[edge]};
    case IGC_WEIGHTS_I32:
        return (weight){.whole = ((const int32_t *)graph->weights)[edge]};
    case IGC_WEIGHTS_I64:
        return (weight){.whole = ((const int64_t *)graph->weights)[edge]};
    case IGC_WEIGHTS_F32:
        return (weight){.is_real = true, .real = (double)((const float *)graph->weights)[edge]};
    case IGC_WEIGHTS_F64:
        return (weight){.is_real = true, .real = ((const double *)graph->weights)[edge]};
    case IGC_NO_WEIGHTS:
        break;
    }
    return (weight){.whole = 0};
}

// Stores a weight as a floating-point number. Returns false if its type cannot represent it.
static bool store_float(weight weight, igc_type type, void *element)
{
    const double real = weight.is_real ? weight.real : (double)weight.whole;
    // A conversion from a whole number rounds once, also if the type is narrow.
    const float narrow = weight.is_real ? (float)weight.real : (float)weight.whole;
    if (type == IGC_F64)
        memcpy(element, &real, sizeof real);
    else
        memcpy(element, &narrow, sizeof narrow);
    return type == IGC_F64 || isfinite(narrow) || !isfinite(real);
}

// Stores a weight as an integer. Returns false if its type cannot represent it.
static bool store_integer(weight weight, igc_type type, void *element)
{
    if (weight.is_real) {
        // Numbers from 2^63 on are in the range of u64 only.
        const double limit = type == IGC_U64 ? 18446744073709551616.0 : 9223372036854775808.0;
        if (!(weight.real >= -9223372036854775808.0 && weight.real < limit) || weight.real != floor(weight.real))
            return false;
        if (weight.real >= 9223372036854775808.0) {
            const uint64_t large = (uint64_t)weight.real;
            memcpy(element, &large, sizeof large);
            return true;
        }
        weight.whole = (int64_t)weight.real;
    }
    // The low bytes of an integer in two's complement are the same in every type that can represent it.
    const uint64_t wide = (uint64_t)weight.whole;
    const uint32_t narrow = (uint32_t)wide;
    if (igc_type_size(type) == sizeof wide)
        memcpy(element, &wide, sizeof wide);
    else
        memcpy(element, &narrow, sizeof narrow);
    switch (type) {
    case IGC_I32:
        return weight.whole >= INT32_MIN && weight.whole <= INT32_MAX;
    case IGC_U32:
        return weight.whole >= 0 && weight.whole <= (int64_t)UINT32_MAX;
    case IGC_U64:
        return weight.whole >= 0;
    case IGC_I64:
        return true;
    default:
        return false;
    }
}

bool igc_convert_weights(const igc_graph *graph, const igc_buffer_info *buffer, void *converted, igc_error *error)
{
    static const char *const type_names[] = {"bool", "i32", "u32", "i64", "u64", "f32", "f64", "node", "edge"};
    const size_t size = igc_type_size(buffer->type);
    const bool is_float = buffer->type == IGC_F32 || buffer->type == IGC_F64;
    if (graph->weight_type == IGC_NO_WEIGHTS)
        return igc_fail(error, IGC_INVALID_ARGUMENT,
                        "`%s` holds the weights of the graph, but the graph has no weights", buffer->name);
    for (uint32_t edge = 0; edge < graph->edge_count; edge++) {
        const weight weight = weight_at(graph, edge);
        char *element = (char *)converted + edge * size;
        if (is_float ? store_float(weight, buffer->type, element) : store_integer(weight, buffer->type, element))
            continue;
        const char *type = type_names[buffer->type];
        const char *format = "`%s` has the type %s, which cannot represent the weight of edge %" PRIu32;
        return igc_fail(error, IGC_INVALID_ARGUMENT, format, buffer->name, type, edge);
    }
    return true;
}
