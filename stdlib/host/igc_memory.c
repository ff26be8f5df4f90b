// The memory of a run on the device: the graph, the program's arrays, and the worklists.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "igc_internal.h"

// The number of locks of the device library, for atomic accesses to 64 bits on devices without such atomics.
#define LOCKS 1024

// The number of words of the sizes of a worklist.
#define SIZE_WORDS 4

size_t igc_type_size(igc_type type) { return type == IGC_I64 || type == IGC_U64 || type == IGC_F64 ? 8 : 4; }

size_t igc_row_count(const igc_execution *run, uint32_t buffer)
{
    switch (run->program->buffers[buffer].extent) {
    case IGC_PER_NODE:
        return run->graph->node_count;
    case IGC_PER_EDGE:
        return run->graph->edge_count;
    case IGC_PER_ORIGINAL_NODE:
        return run->input->node_count;
    case IGC_ONE:
        break;
    }
    return 1;
}

uint32_t igc_row_length(const igc_execution *run, uint32_t buffer)
{
    const igc_buffer_info *info = &run->program->buffers[buffer];
    if (run->row_lengths != NULL)
        return (uint32_t)run->row_lengths[buffer];
    return info->row_length == NULL ? 1 : (uint32_t)info->row_length(run);
}

size_t igc_buffer_length(const igc_execution *run, uint32_t buffer)
{
    return igc_row_count(run, buffer) * igc_row_length(run, buffer);
}

// Checks the lengths that depend on the graph and on parameters.
bool igc_check_lengths(const igc_execution *run, igc_error *error)
{
    for (uint32_t i = 0; i < run->program->buffer_count; i++) {
        const igc_buffer_info *info = &run->program->buffers[i];
        const uint64_t length = info->row_length == NULL ? 1 : info->row_length(run);
        if (length > IGC_MAX_LENGTH)
            return igc_fail(error, IGC_INVALID_ARGUMENT,
                            "the array `%s` would have %llu elements, but the maximum is %llu", info->name,
                            (unsigned long long)length, (unsigned long long)IGC_MAX_LENGTH);
    }
    return true;
}

// Allocates memory on the device. Returns NULL if the run has failed.
cl_mem igc_new_buffer(igc_execution *run, size_t bytes)
{
    cl_int code = CL_SUCCESS;
    // OpenCL has no empty buffers, but empty graphs have empty arrays.
    const size_t size = bytes > 0 ? bytes : sizeof(uint64_t);
    if (!igc_is_ok(run))
        return NULL;
    if (size > run->device->max_allocation) {
        igc_fail(&run->error, IGC_OUT_OF_MEMORY, "%s allows at most %llu bytes in a buffer, but %zu are needed",
                 run->device->name, (unsigned long long)run->device->max_allocation, size);
        return NULL;
    }
    cl_mem memory = clCreateBuffer(run->device->context, CL_MEM_READ_WRITE, size, NULL, &code);
    return igc_check_call(&run->error, code, "clCreateBuffer") ? memory : NULL;
}

uint64_t igc_bits(const void *elements, size_t index, size_t size)
{
    switch (size) {
    case 1:
        return ((const uint8_t *)elements)[index];
    case 2:
        return ((const uint16_t *)elements)[index];
    case 4:
        return ((const uint32_t *)elements)[index];
    default:
        return ((const uint64_t *)elements)[index];
    }
}

// Fills a range with copies of the low `size` bytes of `bits`, without waiting.
bool igc_fill_range(igc_execution *run, cl_mem memory, size_t offset, size_t bytes, uint64_t bits, size_t size)
{
    const uint8_t byte = (uint8_t)bits;
    const uint16_t half = (uint16_t)bits;
    const uint32_t word = (uint32_t)bits;
    const void *pattern = size == 1 ? (const void *)&byte
        : size == 2                 ? (const void *)&half
        : size == 4                 ? (const void *)&word
                                    : (const void *)&bits;
    if (!igc_is_ok(run) || bytes == 0)
        return igc_is_ok(run);
    return igc_check_call(
        &run->error, clEnqueueFillBuffer(run->device->queue, memory, pattern, size, offset, bytes, 0, NULL, NULL),
        "clEnqueueFillBuffer");
}

bool igc_read_memory(igc_execution *run, cl_mem memory, size_t offset, size_t bytes, void *data)
{
    if (!igc_is_ok(run) || bytes == 0)
        return igc_is_ok(run);
    return igc_check_call(
        &run->error, clEnqueueReadBuffer(run->device->queue, memory, CL_TRUE, offset, bytes, data, 0, NULL, NULL),
        "clEnqueueReadBuffer");
}

bool igc_write_memory(igc_execution *run, cl_mem memory, size_t offset, size_t bytes, const void *data)
{
    if (!igc_is_ok(run) || bytes == 0)
        return igc_is_ok(run);
    return igc_check_call(
        &run->error, clEnqueueWriteBuffer(run->device->queue, memory, CL_TRUE, offset, bytes, data, 0, NULL, NULL),
        "clEnqueueWriteBuffer");
}

void igc_release_memory(cl_mem *memory)
{
    if (*memory != NULL)
        clReleaseMemObject(*memory);
    *memory = NULL;
}

static void free_worklist(igc_worklist *worklist)
{
    igc_release_memory(&worklist->front);
    igc_release_memory(&worklist->back);
    igc_release_memory(&worklist->sizes);
}

static void allocate_worklist(igc_execution *run, uint32_t index, uint32_t capacity)
{
    igc_worklist *worklist = &run->worklists[index];
    const size_t bytes = capacity * run->program->worklists[index].item_size;
    *worklist = (igc_worklist){.capacity = capacity};
    worklist->front = igc_new_buffer(run, bytes);
    worklist->back = igc_new_buffer(run, bytes);
    worklist->sizes = igc_new_buffer(run, SIZE_WORDS * sizeof(uint32_t));
}

// Returns the size of the elements of an array of the graph on the device.
static size_t element_size(const igc_execution *run, igc_graph_array array)
{
    const bool has_edges =
        array == IGC_OUT_OFFSETS || array == IGC_IN_OFFSETS || array == IGC_IN_EDGES || array == IGC_REVERSE;
    return has_edges ? igc_type_size(run->program->edge_type) : sizeof(uint32_t);
}

// Writes edges of 32 bits as edges of 64 bits.
static void write_wide_edges(igc_execution *run, cl_mem memory, const uint32_t *edges, size_t count)
{
    uint64_t *wide = igc_allocate(&run->error, count, sizeof *wide);
    for (size_t i = 0; wide != NULL && i < count; i++)
        wide[i] = igc_wide_edge(edges[i]);
    if (igc_is_ok(run))
        igc_write_memory(run, memory, 0, count * sizeof *wide, wide);
    free(wide);
}

// Writes an array of a graph to memory of the device, which is allocated unless it exists. `most` is the graph for which
// there must be room.
static bool write_graph_array(igc_execution *run, const igc_graph *graph, const igc_graph *most, igc_graph_array array,
                              cl_mem *memory)
{
    const bool is_offsets = array == IGC_OUT_OFFSETS || array == IGC_IN_OFFSETS;
    const size_t count = is_offsets ? (size_t)graph->node_count + 1 : graph->edge_count;
    const size_t room = is_offsets ? (size_t)most->node_count + 1 : most->edge_count;
    const size_t size = element_size(run, array);
    uint32_t *derived = NULL;
    const uint32_t *data = array == IGC_OUT_OFFSETS ? graph->offsets : graph->targets;
    if (array != IGC_OUT_OFFSETS && array != IGC_TARGETS)
        data = derived = igc_derive_graph_array(graph, array, &run->error);
    if (*memory == NULL)
        *memory = igc_new_buffer(run, room * size);
    if (size == sizeof *data)
        igc_write_memory(run, *memory, 0, count * size, data);
    else if (igc_is_ok(run))
        write_wide_edges(run, *memory, data, count);
    free(derived);
    // Memory without content must not stay with the graph.
    if (!igc_is_ok(run))
        igc_release_memory(memory);
    return igc_is_ok(run);
}

bool igc_copy_graph(igc_execution *run, bool is_overwritten)
{
    const bool is_input = run->graph == run->input;
    const bool is_wide = igc_type_size(run->program->edge_type) == sizeof(uint64_t);
    for (uint32_t i = 0; i < IGC_GRAPH_ARRAYS; i++) {
        if ((run->program->graph_arrays >> i & 1u) == 0)
            continue;
        cl_mem *kept = &run->resident->arrays[is_wide ? 1 : 0][i];
        cl_mem *memory = is_input || run->is_temporary ? kept : &run->quotient_arrays[i];
        const bool has_content = is_input && *memory != NULL && !(run->is_temporary && is_overwritten);
        if (!has_content && !write_graph_array(run, run->graph, run->input, (igc_graph_array)i, memory))
            return false;
        run->graph_arrays[i] = *memory;
    }
    return igc_is_ok(run);
}

bool igc_allocate_memory(igc_execution *run)
{
    const igc_program *program = run->program;
    const size_t lock_bytes = (run->device->dialect.has_wide_atomics ? 1 : LOCKS) * sizeof(uint32_t);
    run->buffers = igc_allocate(&run->error, program->buffer_count, sizeof *run->buffers);
    run->worklists = igc_allocate(&run->error, program->worklist_count, sizeof *run->worklists);
    run->environments = igc_allocate(&run->error, program->loop_count, sizeof *run->environments);
    if (!igc_is_ok(run) || !igc_check_lengths(run, &run->error) || !igc_copy_graph(run, false))
        return false;
    // Later, the numbers of nodes and edges may be those of a quotient.
    uint64_t *lengths = igc_allocate(&run->error, program->buffer_count, sizeof *lengths);
    for (uint32_t i = 0; lengths != NULL && i < program->buffer_count; i++)
        lengths[i] = igc_row_length(run, i);
    run->row_lengths = lengths;
    run->locks = igc_new_buffer(run, lock_bytes);
    igc_fill_range(run, run->locks, 0, lock_bytes, 0, sizeof(uint32_t));
    for (uint32_t i = 0; i < program->buffer_count; i++)
        run->buffers[i] = igc_new_buffer(run, igc_buffer_length(run, i) * program->buffers[i].element_size);
    for (uint32_t i = 0; i < program->worklist_count; i++)
        allocate_worklist(run, i, run->options.worklist_capacity);
    for (uint32_t i = 0; i < program->loop_count; i++)
        igc_create_environment(run, i);
    return igc_is_ok(run);
}

// Writes the weights of the graph, in the type of a buffer, to memory of the device.
static bool convert_weights(igc_execution *run, const igc_buffer_info *info, cl_mem memory)
{
    const size_t size = igc_type_size(info->type);
    const size_t length = run->graph->edge_count;
    void *converted = igc_allocate(&run->error, length, size);
    if (converted == NULL)
        return false;
    if (igc_convert_weights(run->graph, info, converted, &run->error))
        igc_write_memory(run, memory, 0, length * size, converted);
    free(converted);
    return igc_is_ok(run);
}

// Gives a buffer the weights of the graph. A graph that stays on the device keeps a copy in each type.
static bool write_weights(igc_execution *run, uint32_t buffer)
{
    const igc_buffer_info *info = &run->program->buffers[buffer];
    const size_t bytes = run->graph->edge_count * igc_type_size(info->type);
    if (run->is_temporary || bytes == 0)
        return convert_weights(run, info, run->buffers[buffer]);
    cl_mem *kept = &run->resident->weights[info->type];
    if (*kept == NULL) {
        *kept = igc_new_buffer(run, bytes);
        if (!igc_is_ok(run) || !convert_weights(run, info, *kept)) {
            igc_release_memory(kept);
            return false;
        }
    }
    return igc_check_call(
        &run->error,
        clEnqueueCopyBuffer(run->device->queue, *kept, run->buffers[buffer], 0, 0, bytes, 0, NULL, NULL),
        "clEnqueueCopyBuffer");
}

// Copies an input to a buffer. On the device, a `bool` has 32 bits.
static bool write_input(igc_execution *run, uint32_t buffer)
{
    const igc_buffer_info *info = &run->program->buffers[buffer];
    const size_t length = igc_buffer_length(run, buffer);
    const void *data = run->inputs[info->fill].data;
    if (info->type != IGC_BOOL)
        return igc_write_memory(run, run->buffers[buffer], 0, length * igc_type_size(info->type), data);
    uint32_t *words = igc_allocate(&run->error, length, sizeof *words);
    if (words == NULL)
        return false;
    for (size_t i = 0; i < length; i++)
        words[i] = ((const bool *)data)[i];
    igc_write_memory(run, run->buffers[buffer], 0, length * sizeof *words, words);
    free(words);
    return igc_is_ok(run);
}

// Writes the number of each row.
static bool write_numbers(igc_execution *run, uint32_t buffer)
{
    const size_t length = igc_buffer_length(run, buffer);
    uint32_t *numbers = igc_allocate(&run->error, length, sizeof *numbers);
    if (numbers == NULL)
        return false;
    for (size_t i = 0; i < length; i++)
        numbers[i] = (uint32_t)i;
    igc_write_memory(run, run->buffers[buffer], 0, length * sizeof *numbers, numbers);
    free(numbers);
    return igc_is_ok(run);
}

static int compare_degrees(const void *a, const void *b)
{
    const uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return (left > right) - (left < right);
}

// Writes a statistic of the degrees of the input graph. `property` is 8 * side + statistic: the sides are outgoing,
// incoming and all edges; the statistics are the five quartiles, the mean and the standard deviation.
static bool write_degrees(igc_execution *run, uint32_t buffer, uint64_t property)
{
    const igc_graph *graph = run->input;
    const uint64_t side = property / 8, statistic = property % 8;
    uint32_t *degrees = igc_allocate(&run->error, graph->node_count, sizeof *degrees);
    if (degrees == NULL)
        return false;
    memset(degrees, 0, graph->node_count * sizeof *degrees);
    double sum = 0, squares = 0;
    for (uint32_t node = 0; side != 1 && node < graph->node_count; node++)
        degrees[node] = graph->offsets[node + 1] - graph->offsets[node];
    for (uint32_t edge = 0; side != 0 && edge < graph->edge_count; edge++)
        degrees[graph->targets[edge]]++;
    for (uint32_t node = 0; node < graph->node_count; node++)
        sum += degrees[node];
    const double mean = graph->node_count > 0 ? sum / graph->node_count : 0;
    for (uint32_t node = 0; node < graph->node_count; node++)
        squares += (degrees[node] - mean) * (degrees[node] - mean);
    const double variance = graph->node_count > 0 ? squares / graph->node_count : 0;
    qsort(degrees, graph->node_count, sizeof *degrees, compare_degrees);
    float value = 0;
    if (statistic < 5 && graph->node_count > 0)
        value = (float)degrees[(graph->node_count * statistic + 3) / 4 - (statistic > 0)];
    else if (statistic >= 5)
        value = (float)(statistic == 5 ? mean : sqrt(variance));
    igc_write_memory(run, run->buffers[buffer], 0, sizeof value, &value);
    free(degrees);
    return igc_is_ok(run);
}

// Gives all state its initial values.
bool igc_initialise_memory(igc_execution *run)
{
    if (!igc_restore_graph(run))
        return false;
    for (uint32_t i = 0; i < run->program->buffer_count; i++) {
        if (run->program->buffers[i].initial == IGC_INITIAL_WEIGHTS)
            write_weights(run, i);
        else if (run->program->buffers[i].initial == IGC_INITIAL_INPUT)
            write_input(run, i);
        else if (run->program->buffers[i].initial == IGC_INITIAL_ITSELF)
            write_numbers(run, i);
        else if (run->program->buffers[i].initial == IGC_INITIAL_DEGREES)
            write_degrees(run, i, run->program->buffers[i].fill);
        else
            igc_fill(run, i, run->program->buffers[i].fill);
    }
    for (uint32_t i = 0; i < run->program->worklist_count; i++) {
        igc_worklist *worklist = &run->worklists[i];
        worklist->phase = 0;
        worklist->knows_pushed = true;
        worklist->pushed = 0;
        worklist->knows_front = false;
        igc_fill_range(run, worklist->sizes, 0, SIZE_WORDS * sizeof(uint32_t), 0, sizeof(uint32_t));
    }
    return igc_is_ok(run);
}

// Replaces the worklist that ran out of room by a larger one: for what the run needed so far and some more,
// because the run was not over. The old memory is freed first.
bool igc_enlarge_worklist(igc_execution *run)
{
    igc_worklist *worklist = &run->worklists[run->full_worklist];
    const uint32_t most = run->options.max_worklist;
    const uint64_t doubled = 2 * (uint64_t)worklist->capacity;
    const uint64_t needed = run->needed_capacity + (uint64_t)run->needed_capacity / 4;
    const uint64_t wanted = doubled > needed ? doubled : needed;
    if (worklist->capacity >= most)
        return igc_fail(&run->error, IGC_WORKLIST_FULL, "worklist `%s` needs more than the allowed %u items",
                        run->program->worklists[run->full_worklist].name, (unsigned)most);
    free_worklist(worklist);
    allocate_worklist(run, run->full_worklist, wanted < most ? (uint32_t)wanted : most);
    return igc_is_ok(run);
}

void igc_free_memory(igc_execution *run)
{
    for (uint32_t i = 0; i < IGC_GRAPH_ARRAYS; i++) {
        igc_release_memory(&run->quotient_arrays[i]);
        free(run->host_arrays[i]);
    }
    igc_release_memory(&run->locks);
    for (uint32_t i = 0; run->buffers != NULL && i < run->program->buffer_count; i++)
        igc_release_memory(&run->buffers[i]);
    for (uint32_t i = 0; run->worklists != NULL && i < run->program->worklist_count; i++)
        free_worklist(&run->worklists[i]);
    for (uint32_t i = 0; run->environments != NULL && i < run->program->loop_count; i++) {
        igc_release_memory(&run->environments[i].words);
        igc_release_memory(&run->environments[i].results);
    }
    free(run->quotient_offsets);
    free(run->quotient_targets);
    free(run->row_lengths);
    free(run->buffers);
    free(run->worklists);
    free(run->environments);
}
