// Contraction: replaces the graph by its quotient. Nodes with the same label become one node, and the program
// continues on the quotient graph. A new run starts from the input graph again.
//
// The quotient is never larger than the graph, so all memory on the device is used again, except for that of a graph that
// stays on the device.

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "igc_internal.h"

// A node and its label.
typedef struct {
    uint64_t label;
    uint32_t node;
} labelled_node;

// How the nodes and edges of a graph belong to its quotient.
typedef struct {
    uint32_t node_count;
    uint32_t edge_count;
    uint32_t *node_of;       // for each node of the graph, its node of the quotient
    uint32_t *first_members; // for each node of the quotient, its member with the smallest number
    uint32_t *edges;         // the edges of the graph, ordered by their edge of the quotient, and then by their numbers
    uint32_t *starts;        // for each edge of the quotient, the position of its first edge, followed by their number
    uint32_t *offsets;
    uint32_t *targets;
} quotient;

static int compare_labels(const void *first, const void *second)
{
    const labelled_node *a = first, *b = second;
    if (a->label != b->label)
        return a->label < b->label ? -1 : 1;
    return a->node < b->node ? -1 : a->node > b->node;
}

// Reads all elements of a buffer to new memory. Returns NULL after an error.
static void *read_buffer(igc_execution *run, uint32_t buffer)
{
    const size_t size = igc_type_size(run->program->buffers[buffer].type);
    const size_t length = igc_buffer_length(run, buffer);
    void *data = igc_allocate(&run->error, length, size);
    if (data != NULL && !igc_read_memory(run, run->buffers[buffer], 0, length * size, data)) {
        free(data);
        return NULL;
    }
    return data;
}

// Numbers the labels in ascending order.
static bool number_nodes(igc_execution *run, uint32_t buffer, quotient *result)
{
    const uint32_t count = run->graph->node_count;
    const bool is_wide = igc_type_size(run->program->buffers[buffer].type) == sizeof(uint64_t);
    void *labels = read_buffer(run, buffer);
    labelled_node *nodes = igc_allocate(&run->error, count, sizeof *nodes);
    result->node_of = igc_allocate(&run->error, count, sizeof *result->node_of);
    result->first_members = igc_allocate(&run->error, count, sizeof *result->first_members);
    for (uint32_t i = 0; igc_is_ok(run) && i < count; i++)
        nodes[i] = (labelled_node){is_wide ? ((uint64_t *)labels)[i] : ((uint32_t *)labels)[i], i};
    if (igc_is_ok(run) && count > 0)
        qsort(nodes, count, sizeof *nodes, compare_labels);
    for (uint32_t i = 0; igc_is_ok(run) && i < count; i++) {
        if (i == 0 || nodes[i].label != nodes[i - 1].label)
            result->first_members[result->node_count++] = nodes[i].node;
        result->node_of[nodes[i].node] = result->node_count - 1;
    }
    free(labels);
    free(nodes);
    return igc_is_ok(run);
}

// Sorts edges by their keys, which are below `keys`. Edges with the same key keep their order. `places` has room for
// `keys` + 1 numbers.
static void sort_edges(const uint32_t *edges, uint32_t count, const uint32_t *key_of, uint32_t keys, uint32_t *places,
                       uint32_t *sorted)
{
    memset(places, 0, ((size_t)keys + 1) * sizeof *places);
    for (uint32_t i = 0; i < count; i++)
        places[key_of[edges[i]] + 1]++;
    for (uint32_t key = 0; key < keys; key++)
        places[key + 1] += places[key];
    for (uint32_t i = 0; i < count; i++)
        sorted[places[key_of[edges[i]]]++] = edges[i];
}

// Combines the edges between the same two nodes of the quotient.
static bool combine_edges(igc_execution *run, quotient *result)
{
    const igc_graph *graph = run->graph;
    const uint32_t count = graph->edge_count;
    uint32_t *sources = igc_allocate(&run->error, count, sizeof *sources);
    uint32_t *targets = igc_allocate(&run->error, count, sizeof *targets);
    uint32_t *places = igc_allocate(&run->error, (size_t)result->node_count + 1, sizeof *places);
    uint32_t *by_target = igc_allocate(&run->error, count, sizeof *by_target);
    result->edges = igc_allocate(&run->error, count, sizeof *result->edges);
    result->starts = igc_allocate(&run->error, (size_t)count + 1, sizeof *result->starts);
    result->targets = igc_allocate(&run->error, count, sizeof *result->targets);
    result->offsets = igc_allocate(&run->error, (size_t)result->node_count + 1, sizeof *result->offsets);
    if (igc_is_ok(run)) {
        for (uint32_t node = 0; node < graph->node_count; node++)
            for (uint32_t edge = graph->offsets[node]; edge < graph->offsets[node + 1]; edge++) {
                sources[edge] = result->node_of[node];
                targets[edge] = result->node_of[graph->targets[edge]];
                result->edges[edge] = edge;
            }
        sort_edges(result->edges, count, targets, result->node_count, places, by_target);
        sort_edges(by_target, count, sources, result->node_count, places, result->edges);
        for (uint32_t i = 0; i < count; i++) {
            const uint32_t edge = result->edges[i];
            const uint32_t last = i == 0 ? edge : result->edges[i - 1];
            if (i > 0 && sources[edge] == sources[last] && targets[edge] == targets[last])
                continue;
            result->starts[result->edge_count] = i;
            result->targets[result->edge_count++] = targets[edge];
            result->offsets[sources[edge] + 1]++;
        }
        result->starts[result->edge_count] = count;
        for (uint32_t node = 0; node < result->node_count; node++)
            result->offsets[node + 1] += result->offsets[node];
    }
    free(sources);
    free(targets);
    free(places);
    free(by_target);
    return igc_is_ok(run);
}

// Replaces nodes of the graph by the nodes of the quotient that contain them. Other numbers stay.
static void translate(const igc_graph *graph, const quotient *result, uint32_t *nodes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (nodes[i] < graph->node_count)
            nodes[i] = result->node_of[nodes[i]];
}

// Writes the rows of the first members.
static void carry_nodes(igc_execution *run, uint32_t buffer, const quotient *result)
{
    const igc_type type = run->program->buffers[buffer].type;
    const size_t row = igc_row_length(run, buffer) * igc_type_size(type);
    char *data = read_buffer(run, buffer);
    if (data == NULL)
        return;
    char *rows = igc_allocate(&run->error, result->node_count, row);
    for (uint32_t node = 0; rows != NULL && node < result->node_count; node++)
        memcpy(rows + node * row, data + result->first_members[node] * row, row);
    if (rows != NULL && type == IGC_NODE)
        translate(run->graph, result, (uint32_t *)rows, result->node_count * row / sizeof(uint32_t));
    if (rows != NULL)
        igc_write_memory(run, run->buffers[buffer], 0, result->node_count * row, rows);
    free(rows);
    free(data);
}

// The sum of some elements: exact for integers, and as `double` for floats.
typedef struct {
    uint64_t low;
    int64_t high;
    double real;
    bool is_finite;
} edge_sum;

static void add(edge_sum *sum, igc_type type, const void *data, size_t index)
{
    const uint64_t wide = igc_type_size(type) == 8 ? ((const uint64_t *)data)[index] : ((const uint32_t *)data)[index];
    if (type == IGC_F32 || type == IGC_F64) {
        const double value = type == IGC_F64 ? ((const double *)data)[index] : (double)((const float *)data)[index];
        sum->is_finite = sum->is_finite && value - value == 0.0;
        sum->real += value;
        return;
    }
    const bool is_signed = type == IGC_I32 || type == IGC_I64;
    const uint64_t bits = type == IGC_I32 ? (uint64_t)(int64_t)((const int32_t *)data)[index] : wide;
    sum->low += bits;
    sum->high += (sum->low < bits) - (is_signed && bits >> 63 != 0);
}

// Stores a sum in the type of a buffer. Returns false if it does not fit.
static bool store_sum(const edge_sum *sum, igc_type type, void *data, size_t index)
{
    const int64_t value = (int64_t)sum->low;
    const bool fits_signed = sum->high == (value < 0 ? -1 : 0);
    switch (type) {
    case IGC_F32: {
        const float narrow = (float)sum->real;
        ((float *)data)[index] = narrow;
        return !sum->is_finite || narrow - narrow == 0.0f;
    }
    case IGC_F64:
        ((double *)data)[index] = sum->real;
        return !sum->is_finite || sum->real - sum->real == 0.0;
    case IGC_I32:
        ((int32_t *)data)[index] = (int32_t)value;
        return fits_signed && value >= INT32_MIN && value <= INT32_MAX;
    case IGC_I64:
        ((int64_t *)data)[index] = value;
        return fits_signed;
    case IGC_U64:
        ((uint64_t *)data)[index] = sum->low;
        return sum->high == 0;
    default:
        ((uint32_t *)data)[index] = (uint32_t)sum->low;
        return sum->high == 0 && sum->low <= UINT32_MAX;
    }
}

// Writes the sums of the rows of the edges that become one edge.
static void carry_edges(igc_execution *run, uint32_t buffer, const quotient *result)
{
    const igc_buffer_info *info = &run->program->buffers[buffer];
    const size_t length = igc_row_length(run, buffer);
    void *data = read_buffer(run, buffer);
    void *sums = igc_allocate(&run->error, result->edge_count, length * igc_type_size(info->type));
    for (uint32_t edge = 0; igc_is_ok(run) && edge < result->edge_count; edge++)
        for (size_t element = 0; element < length; element++) {
            edge_sum sum = {.is_finite = true};
            for (uint32_t i = result->starts[edge]; i < result->starts[edge + 1]; i++)
                add(&sum, info->type, data, result->edges[i] * length + element);
            if (!store_sum(&sum, info->type, sums, edge * length + element))
                igc_fail(&run->error, IGC_INVALID_ARGUMENT,
                         "`%s` cannot represent the sum over the %" PRIu32 " edges that a contraction combines",
                         info->name, result->starts[edge + 1] - result->starts[edge]);
        }
    igc_write_memory(run, run->buffers[buffer], 0, result->edge_count * length * igc_type_size(info->type), sums);
    free(sums);
    free(data);
}

// Gives a buffer its new content.
static void contract_buffer(igc_execution *run, uint32_t buffer, bool is_carried, const quotient *result)
{
    const igc_buffer_info *info = &run->program->buffers[buffer];
    if (info->extent == IGC_PER_NODE && is_carried)
        carry_nodes(run, buffer, result);
    else if (info->extent == IGC_PER_EDGE && (is_carried || info->initial == IGC_INITIAL_WEIGHTS))
        carry_edges(run, buffer, result);
    else if ((info->extent == IGC_PER_NODE || info->extent == IGC_PER_EDGE) && info->initial == IGC_INITIAL_FILL)
        igc_fill(run, buffer, info->fill);
}

static void contract_members(igc_execution *run, uint32_t member, const quotient *result)
{
    const size_t count = igc_buffer_length(run, member);
    uint32_t *nodes = read_buffer(run, member);
    if (nodes == NULL)
        return;
    translate(run->graph, result, nodes, count);
    igc_write_memory(run, run->buffers[member], 0, count * sizeof *nodes, nodes);
    free(nodes);
}

// Frees the current graph, if it is a quotient, and the arrays that the host derived from the current graph.
static void forget_graph(igc_execution *run)
{
    for (uint32_t i = 0; i < IGC_GRAPH_ARRAYS; i++) {
        free(run->host_arrays[i]);
        run->host_arrays[i] = NULL;
    }
    free(run->quotient_offsets);
    free(run->quotient_targets);
    run->quotient_offsets = run->quotient_targets = NULL;
}

bool igc_restore_graph(igc_execution *run)
{
    if (run->graph == run->input)
        return igc_is_ok(run);
    forget_graph(run);
    run->graph = run->input;
    return igc_copy_graph(run, true);
}

void igc_contract(igc_execution *run, uint32_t label, uint32_t member, const uint32_t *carried, uint32_t carried_count)
{
    quotient result = {0};
    if (igc_is_ok(run) && number_nodes(run, label, &result) && combine_edges(run, &result)) {
        for (uint32_t i = 0; i < run->program->buffer_count; i++) {
            bool is_carried = false;
            for (uint32_t j = 0; j < carried_count; j++)
                is_carried = is_carried || carried[j] == i;
            contract_buffer(run, i, is_carried, &result);
        }
        contract_members(run, member, &result);
        forget_graph(run);
        run->quotient_offsets = result.offsets;
        run->quotient_targets = result.targets;
        run->quotient = (igc_graph){.node_count = result.node_count,
                                    .edge_count = result.edge_count,
                                    .offsets = result.offsets,
                                    .targets = result.targets,
                                    .weight_type = IGC_NO_WEIGHTS};
        run->graph = &run->quotient;
        result.offsets = result.targets = NULL;
        for (uint32_t i = 0; i < run->program->worklist_count; i++)
            igc_clear(run, i);
        igc_copy_graph(run, true);
    }
    free(result.node_of);
    free(result.first_members);
    free(result.edges);
    free(result.starts);
    free(result.offsets);
    free(result.targets);
}
