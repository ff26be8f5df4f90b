// Graphs in compressed sparse row form: checks, derived arrays, and the properties that programs require.

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "igc_internal.h"

uint64_t igc_offset(const igc_graph *graph, uint32_t node)
{
    return graph->offsets != NULL ? graph->offsets[node] : graph->wide_offsets[node];
}

bool igc_is_graph(const igc_graph *graph, igc_error *error)
{
    if (!igc_needs(error, graph, "graph"))
        return false;
    const uint32_t nodes = graph->node_count;
    if (nodes > IGC_MAX_EXTENT || graph->edge_count > IGC_MAX_EXTENT)
        return igc_fail(error, IGC_INVALID_ARGUMENT, "a graph has at most %" PRIu32 " nodes and as many edges",
                        (uint32_t)IGC_MAX_EXTENT);
    if ((graph->offsets == NULL && graph->wide_offsets == NULL) || (graph->targets == NULL && graph->edge_count > 0)
        || (graph->weights == NULL && graph->weight_type != IGC_NO_WEIGHTS && graph->edge_count > 0))
        return igc_fail(error, IGC_INVALID_ARGUMENT, "an array of the graph is missing");
    if (igc_offset(graph, 0) != 0 || igc_offset(graph, nodes) != graph->edge_count)
        return igc_fail(error, IGC_INVALID_ARGUMENT, "the offsets do not span the edges");
    for (uint32_t node = 0; node < nodes; node++)
        if (igc_offset(graph, node) > igc_offset(graph, node + 1))
            return igc_fail(error, IGC_INVALID_ARGUMENT, "the offsets of node %" PRIu32 " are not in order", node);
    for (uint32_t edge = 0; edge < graph->edge_count; edge++)
        if (graph->targets[edge] >= nodes)
            return igc_fail(error, IGC_INVALID_ARGUMENT,
                            "the target of edge %" PRIu32 " is %" PRIu32 ", which is not a node", edge,
                            graph->targets[edge]);
    return true;
}

igc_status igc_check_graph(const igc_graph *graph, igc_error *error)
{
    igc_error unused;
    igc_error *failure = igc_begin(error, &unused);
    igc_is_graph(graph, failure);
    return failure->status;
}

static size_t weight_size(igc_weight_type type)
{
    switch (type) {
    case IGC_WEIGHTS_U32:
    case IGC_WEIGHTS_I32:
    case IGC_WEIGHTS_F32:
        return 4;
    case IGC_WEIGHTS_I64:
    case IGC_WEIGHTS_F64:
        return 8;
    case IGC_NO_WEIGHTS:
        break;
    }
    return 0;
}

void igc_free_graph(igc_owned_graph *graph)
{
    if (graph == NULL)
        return;
    free(graph->offsets);
    free(graph->targets);
    free(graph->weights);
    *graph = (igc_owned_graph){0};
}

// Allocates a graph without content. On failure, the graph is empty and owns no memory.
static bool allocate_graph(igc_owned_graph *owned, uint32_t nodes, uint32_t edges, igc_weight_type type,
                           igc_error *error)
{
    *owned = (igc_owned_graph){0};
    owned->offsets = igc_allocate(error, (size_t)nodes + 1, sizeof *owned->offsets);
    owned->targets = igc_allocate(error, edges, sizeof *owned->targets);
    if (type != IGC_NO_WEIGHTS)
        owned->weights = igc_allocate(error, edges, weight_size(type));
    owned->graph = (igc_graph){nodes, edges, owned->offsets, owned->targets, type, owned->weights, NULL};
    if (error->status != IGC_OK)
        igc_free_graph(owned);
    return error->status == IGC_OK;
}

static void copy_weight(const igc_graph *from, uint32_t source, igc_owned_graph *to, uint32_t destination)
{
    const size_t size = weight_size(from->weight_type);
    if (size > 0)
        memcpy((char *)to->weights + destination * size, (const char *)from->weights + source * size, size);
}

// Turns the number of edges of each row, in counts[row + 1], into offsets.
static void accumulate(uint32_t *counts, uint32_t nodes)
{
    for (uint32_t node = 0; node < nodes; node++)
        counts[node + 1] += counts[node];
}

// Sorts edges by the sources of a graph. Edges with the same source keep their order. `next` has the offsets, which
// this function changes.
static void sort_by_source(const uint32_t *edges, uint32_t count, const uint32_t *sources, uint32_t *next,
                           uint32_t *sorted)
{
    for (uint32_t i = 0; i < count; i++)
        sorted[next[sources[edges[i]]]++] = edges[i];
}

// Pairs the edges from one node to another with those back, in the order of their numbers. `outgoing` is ordered by
// source and target, and `incoming` by target and source. An edge without a partner has the number UINT32_MAX.
static void pair_edges(const igc_graph *graph, const uint32_t *sources, const uint32_t *outgoing,
                       const uint32_t *incoming, uint32_t *reverse)
{
    const uint32_t count = graph->edge_count;
    for (uint32_t out = 0, in = 0; out < count;) {
        const uint32_t edge = outgoing[out];
        const uint64_t ends = (uint64_t)sources[edge] << 32 | graph->targets[edge];
        uint64_t reversed = UINT64_MAX;
        if (in < count)
            reversed = (uint64_t)graph->targets[incoming[in]] << 32 | sources[incoming[in]];
        if (ends <= reversed) {
            reverse[edge] = ends == reversed ? incoming[in] : UINT32_MAX;
            out++;
        }
        in += ends >= reversed;
    }
}

// Derives the reverse of each edge.
static uint32_t *derive_reverse(const igc_graph *graph, igc_error *error)
{
    uint32_t *sources = igc_derive_graph_array(graph, IGC_SOURCES, error);
    uint32_t *incoming = igc_derive_graph_array(graph, IGC_IN_EDGES, error);
    uint32_t *next = igc_allocate(error, (size_t)graph->node_count + 1, sizeof *next);
    uint32_t *outgoing = igc_allocate(error, graph->edge_count, sizeof *outgoing);
    uint32_t *reverse = igc_allocate(error, graph->edge_count, sizeof *reverse);
    if (sources != NULL && incoming != NULL && next != NULL && outgoing != NULL && reverse != NULL) {
        memcpy(next, graph->offsets, ((size_t)graph->node_count + 1) * sizeof *next);
        sort_by_source(incoming, graph->edge_count, sources, next, outgoing);
        pair_edges(graph, sources, outgoing, incoming, reverse);
    } else {
        free(reverse);
        reverse = NULL;
    }
    free(sources);
    free(incoming);
    free(next);
    free(outgoing);
    return reverse;
}

// Derives an array that kernels read from the offsets and targets. The edges into a node are in the order of
// their numbers.
uint32_t *igc_derive_graph_array(const igc_graph *graph, igc_graph_array array, igc_error *error)
{
    const uint32_t nodes = graph->node_count;
    if (array == IGC_REVERSE)
        return derive_reverse(graph, error);
    uint32_t *offsets = igc_allocate(error, (size_t)nodes + 2, sizeof *offsets);
    uint32_t *edges = igc_allocate(error, graph->edge_count, sizeof *edges);
    if (offsets == NULL || edges == NULL) {
        free(offsets);
        free(edges);
        return NULL;
    }
    if (array == IGC_SOURCES) {
        for (uint32_t node = 0; node < nodes; node++)
            for (uint32_t edge = graph->offsets[node]; edge < graph->offsets[node + 1]; edge++)
                edges[edge] = node;
        free(offsets);
        return edges;
    }
    for (uint32_t edge = 0; edge < graph->edge_count; edge++)
        offsets[graph->targets[edge] + 1]++;
    accumulate(offsets, nodes);
    if (array == IGC_IN_OFFSETS) {
        free(edges);
        return offsets;
    }
    if (array == IGC_IN_TARGETS)
        for (uint32_t node = 0; node < nodes; node++)
            for (uint32_t i = offsets[node]; i < offsets[node + 1]; i++)
                edges[i] = node;
    else
        for (uint32_t node = 0; node < nodes; node++)
            for (uint32_t edge = graph->offsets[node]; edge < graph->offsets[node + 1]; edge++)
                edges[offsets[graph->targets[edge]]++] = array == IGC_IN_SOURCES ? node : edge;
    free(offsets);
    return edges;
}

// Reverses every edge. Each row of the result is sorted, and parallel edges keep their order.
static bool transpose(const igc_graph *graph, igc_owned_graph *reversed, igc_error *error)
{
    uint32_t *next = igc_derive_graph_array(graph, IGC_IN_OFFSETS, error);
    if (next == NULL || !allocate_graph(reversed, graph->node_count, graph->edge_count, graph->weight_type, error)) {
        free(next);
        return false;
    }
    memcpy(reversed->offsets, next, ((size_t)graph->node_count + 1) * sizeof *next);
    for (uint32_t node = 0; node < graph->node_count; node++)
        for (uint32_t edge = graph->offsets[node]; edge < graph->offsets[node + 1]; edge++) {
            const uint32_t place = next[graph->targets[edge]]++;
            reversed->targets[place] = node;
            copy_weight(graph, edge, reversed, place);
        }
    free(next);
    return true;
}

// Returns whether a sorted row contains a node.
static bool row_contains(const igc_graph *sorted, uint32_t row, uint32_t node)
{
    uint32_t low = sorted->offsets[row];
    uint32_t high = sorted->offsets[row + 1];
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (sorted->targets[middle] < node)
            low = middle + 1;
        else
            high = middle;
    }
    return low < sorted->offsets[row + 1] && sorted->targets[low] == node;
}

// Adds the reverse of every edge that has none, with the same weight. A row has its edges in the order in which
// a walk over all edges meets them and their reverses.
static bool add_reverses(const igc_graph *graph, igc_owned_graph *made, igc_error *error)
{
    igc_owned_graph reversed = {0};
    uint32_t *next = igc_allocate(error, (size_t)graph->node_count + 1, sizeof *next);
    uint64_t total = graph->edge_count;
    if (next == NULL || !transpose(graph, &reversed, error)) {
        free(next);
        return false;
    }
    for (uint32_t node = 0; node < graph->node_count; node++)
        for (uint32_t edge = graph->offsets[node]; edge < graph->offsets[node + 1]; edge++) {
            const bool is_alone = !row_contains(&reversed.graph, node, graph->targets[edge]);
            next[node + 1]++;
            total += is_alone;
            if (is_alone)
                next[graph->targets[edge] + 1]++;
        }
    accumulate(next, graph->node_count);
    if (total > IGC_MAX_EXTENT)
        igc_fail(error, IGC_INVALID_ARGUMENT, "with all reverse edges, the graph has too many edges");
    else if (allocate_graph(made, graph->node_count, (uint32_t)total, graph->weight_type, error)) {
        memcpy(made->offsets, next, ((size_t)graph->node_count + 1) * sizeof *next);
        for (uint32_t node = 0; node < graph->node_count; node++)
            for (uint32_t edge = graph->offsets[node]; edge < graph->offsets[node + 1]; edge++) {
                const uint32_t target = graph->targets[edge];
                made->targets[next[node]] = target;
                copy_weight(graph, edge, made, next[node]++);
                if (!row_contains(&reversed.graph, node, target)) {
                    made->targets[next[target]] = node;
                    copy_weight(graph, edge, made, next[target]++);
                }
            }
    }
    igc_free_graph(&reversed);
    free(next);
    return error->status == IGC_OK;
}

// Drops self-loops, and all but the first of parallel edges.
static bool simplify(const igc_graph *graph, igc_owned_graph *made, igc_error *error)
{
    // For each node, one more than the last row with an edge to it.
    uint32_t *seen = igc_allocate(error, graph->node_count, sizeof *seen);
    uint32_t kept = 0;
    if (seen == NULL || !allocate_graph(made, graph->node_count, graph->edge_count, graph->weight_type, error)) {
        free(seen);
        return false;
    }
    for (uint32_t node = 0; node < graph->node_count; node++) {
        for (uint32_t edge = graph->offsets[node]; edge < graph->offsets[node + 1]; edge++) {
            const uint32_t target = graph->targets[edge];
            if (target == node || seen[target] == node + 1)
                continue;
            seen[target] = node + 1;
            made->targets[kept] = target;
            copy_weight(graph, edge, made, kept++);
        }
        made->offsets[node + 1] = kept;
    }
    made->graph.edge_count = kept;
    free(seen);
    return true;
}

// Sorts each row by target. Two transpositions are a stable sort.
static bool sort_rows(const igc_graph *graph, igc_owned_graph *made, igc_error *error)
{
    igc_owned_graph reversed = {0};
    const bool is_made = transpose(graph, &reversed, error) && transpose(&reversed.graph, made, error);
    igc_free_graph(&reversed);
    return is_made;
}

static bool copy_graph(const igc_graph *graph, igc_owned_graph *made, igc_error *error)
{
    if (!allocate_graph(made, graph->node_count, graph->edge_count, graph->weight_type, error))
        return false;
    for (size_t node = 0; node <= graph->node_count; node++)
        made->offsets[node] = (uint32_t)igc_offset(graph, (uint32_t)node);
    if (graph->edge_count > 0) {
        memcpy(made->targets, graph->targets, graph->edge_count * sizeof *made->targets);
        if (graph->weight_type != IGC_NO_WEIGHTS)
            memcpy(made->weights, graph->weights, graph->edge_count * weight_size(graph->weight_type));
    }
    return true;
}

igc_status igc_prepare_graph(const igc_graph *graph, unsigned requirements, igc_owned_graph *prepared, igc_error *error)
{
    static const struct {
        unsigned requirement;
        bool (*make)(const igc_graph *graph, igc_owned_graph *made, igc_error *error);
    } steps[] = {{IGC_UNDIRECTED, add_reverses}, {IGC_SIMPLE, simplify}, {IGC_SORTED, sort_rows}};
    igc_error unused;
    igc_error *failure = igc_begin(error, &unused);
    if (!igc_needs(failure, prepared, "prepared"))
        return failure->status;
    *prepared = (igc_owned_graph){0};
    if (!igc_is_graph(graph, failure) || !copy_graph(graph, prepared, failure))
        return failure->status;
    for (size_t i = 0; i < IGC_ARRAY_LENGTH(steps); i++) {
        igc_owned_graph made = {0};
        if ((requirements & steps[i].requirement) == 0)
            continue;
        const bool is_made = steps[i].make(&prepared->graph, &made, failure);
        igc_free_graph(prepared);
        *prepared = made;
        if (!is_made) {
            igc_free_graph(prepared);
            break;
        }
    }
    return failure->status;
}
