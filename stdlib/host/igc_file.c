// Reads the serialised graphs of the GAP benchmark suite: `.sg` without weights, and `.wsg` with weights.
//
// | bytes                       | content, little-endian                                               |
// | --------------------------- | -------------------------------------------------------------------- |
// | 1                           | 1 if the graph is directed, otherwise 0                              |
// | 8                           | number of edges; an undirected edge counts twice                     |
// | 8                           | number of nodes                                                      |
// | 8 * (nodes + 1)             | offsets                                                              |
// | 4 * edges, or 8 with weights| the target of each edge, followed by its weight of 32 bits           |
// | the last two rows again     | the reversed graph, if the graph is directed; it is not read         |

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "igc_internal.h"

// Bytes that are read at a time.
#define PIECE 65536

// A file that is read from the start to the end.
typedef struct {
    FILE *file;
    const char *path;
    igc_error *error;
} input;

static bool read_bytes(input *input, void *bytes, size_t count)
{
    if (fread(bytes, 1, count, input->file) == count)
        return true;
    return igc_fail(input->error, IGC_INVALID_FILE, "%s: the file is shorter than its header says", input->path);
}

static uint64_t little_endian(const unsigned char *bytes, size_t count)
{
    uint64_t value = 0;
    for (size_t i = count; i > 0; i--)
        value = value << 8 | bytes[i - 1];
    return value;
}

static bool read_offsets(input *input, igc_owned_graph *graph)
{
    const uint64_t count = (uint64_t)graph->graph.node_count + 1;
    unsigned char piece[PIECE];
    for (uint64_t start = 0; start < count; start += PIECE / 8) {
        const size_t values = count - start < PIECE / 8 ? (size_t)(count - start) : PIECE / 8;
        if (!read_bytes(input, piece, values * 8))
            return false;
        for (size_t i = 0; i < values; i++) {
            const uint64_t offset = little_endian(piece + 8 * i, 8);
            if (offset > graph->graph.edge_count)
                return igc_fail(input->error, IGC_INVALID_FILE, "%s: an offset is past the last edge", input->path);
            graph->offsets[start + i] = (uint32_t)offset;
        }
    }
    return true;
}

static bool read_edges(input *input, igc_owned_graph *graph)
{
    const uint32_t count = graph->graph.edge_count;
    const size_t size = graph->weights == NULL ? 4 : 8;
    int32_t *weights = graph->weights;
    unsigned char piece[PIECE];
    for (uint32_t start = 0; start < count; start += (uint32_t)(PIECE / size)) {
        const size_t values = count - start < PIECE / size ? count - start : PIECE / size;
        if (!read_bytes(input, piece, values * size))
            return false;
        for (size_t i = 0; i < values; i++) {
            graph->targets[start + i] = (uint32_t)little_endian(piece + size * i, 4);
            if (weights != NULL) {
                const uint32_t bits = (uint32_t)little_endian(piece + size * i + 4, 4);
                memcpy(&weights[start + i], &bits, sizeof bits);
            }
        }
    }
    return true;
}

static bool read_graph(input *input, bool is_weighted, igc_owned_graph *graph)
{
    unsigned char header[17];
    if (!read_bytes(input, header, sizeof header))
        return false;
    const uint64_t edges = little_endian(header + 1, 8);
    const uint64_t nodes = little_endian(header + 9, 8);
    if (header[0] > 1)
        return igc_fail(input->error, IGC_INVALID_FILE, "%s: the header is not that of a GAP graph", input->path);
    if (nodes > IGC_MAX_EXTENT || edges > IGC_MAX_EXTENT)
        return igc_fail(input->error, IGC_INVALID_FILE,
                        "%s: the graph has %" PRIu64 " nodes and %" PRIu64 " edges, but the maximum is %" PRIu32,
                        input->path, nodes, edges, (uint32_t)IGC_MAX_EXTENT);
    graph->offsets = igc_allocate(input->error, (size_t)nodes + 1, sizeof *graph->offsets);
    graph->targets = igc_allocate(input->error, (size_t)edges, sizeof *graph->targets);
    if (is_weighted)
        graph->weights = igc_allocate(input->error, (size_t)edges, sizeof(int32_t));
    graph->graph = (igc_graph){(uint32_t)nodes,
                               (uint32_t)edges,
                               graph->offsets,
                               graph->targets,
                               is_weighted ? IGC_WEIGHTS_I32 : IGC_NO_WEIGHTS,
                               graph->weights,
                               NULL};
    if (input->error->status != IGC_OK || !read_offsets(input, graph) || !read_edges(input, graph))
        return false;
    // The rest is the reversed graph, which has the same length as the graph.
    if (header[0] == 0 && fgetc(input->file) != EOF)
        return igc_fail(input->error, IGC_INVALID_FILE, "%s: the file is longer than its header says", input->path);
    return igc_check_graph(&graph->graph, input->error) == IGC_OK;
}

static bool ends_with(const char *text, const char *end)
{
    const size_t length = strlen(text);
    return length >= strlen(end) && strcmp(text + length - strlen(end), end) == 0;
}

igc_status igc_read_graph(const char *path, igc_owned_graph *graph, igc_error *error)
{
    igc_error unused;
    input input = {.path = path, .error = igc_begin(error, &unused)};
    if (!igc_needs(input.error, path, "path") || !igc_needs(input.error, graph, "graph"))
        return input.error->status;
    const bool is_weighted = ends_with(path, ".wsg");
    *graph = (igc_owned_graph){0};
    if (!is_weighted && !ends_with(path, ".sg")) {
        igc_fail(input.error, IGC_INVALID_FILE, "%s: the name of a graph must end in .sg or .wsg", path);
        return input.error->status;
    }
    input.file = fopen(path, "rb");
    if (input.file == NULL) {
        igc_fail(input.error, IGC_INVALID_FILE, "%s: %s", path, strerror(errno));
        return input.error->status;
    }
    if (!read_graph(&input, is_weighted, graph))
        igc_free_graph(graph);
    fclose(input.file);
    return input.error->status;
}
