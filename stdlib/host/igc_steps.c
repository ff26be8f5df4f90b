// The steps of `main` that do not launch kernels: accesses to arrays, worklists and rounds.
//
// A round of a loop over a worklist costs its launches and one read of four bytes: the number of items that were
// pushed. No other step waits for the device, except for reads of arrays.

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "igc_internal.h"

// Index of the word of a worklist's sizes that holds the capacity that a push without room needed.
#define MISSING_WORD 3

// Number of rounds after which the host checks for the first time that all worklists had room. It checks again
// whenever the number has doubled. A loop may otherwise wait forever for an item that was lost.
#define ROUNDS_BEFORE_ROOM 64

// Items of a worklist of all nodes that are written at a time.
#define SEED_PIECE 65536

// Ends the run because a worklist was too small. The run then starts again with a larger one.
static bool overflow(igc_execution *run, uint32_t worklist, uint32_t needed)
{
    if (igc_is_ok(run)) {
        run->is_overflow = true;
        run->full_worklist = worklist;
        run->needed_capacity = needed;
    }
    return igc_fail(&run->error, IGC_WORKLIST_FULL, "worklist `%s` had no room for an item",
                    run->program->worklists[worklist].name);
}

void igc_require(igc_execution *run, bool holds, const char *message)
{
    if (igc_is_ok(run) && !holds)
        igc_fail(&run->error, IGC_INVALID_ARGUMENT, "the program requires: %s", message);
}

uint64_t igc_load(igc_execution *run, uint32_t buffer, uint32_t index)
{
    return igc_load_element(run, buffer, index, 0);
}

// Returns whether an element exists. The elements of a row follow each other.
static bool has_element(const igc_execution *run, uint32_t buffer, uint32_t row, uint32_t element)
{
    return row < igc_row_count(run, buffer) && element < igc_row_length(run, buffer);
}

uint64_t igc_load_element(igc_execution *run, uint32_t buffer, uint32_t row, uint32_t element)
{
    const size_t size = run->program->buffers[buffer].element_size;
    const size_t index = (size_t)row * igc_row_length(run, buffer) + element;
    uint64_t value = 0;
    if (!has_element(run, buffer, row, element)
        || !igc_read_memory(run, run->buffers[buffer], index * size, size, &value))
        return 0;
    return igc_bits(&value, 0, size);
}

uint32_t igc_graph_element(igc_execution *run, igc_graph_array array, uint32_t index)
{
    const igc_graph *graph = run->graph;
    const bool is_offsets = array == IGC_OUT_OFFSETS || array == IGC_IN_OFFSETS;
    const size_t length = is_offsets ? (size_t)graph->node_count + 1 : graph->edge_count;
    // Past the end, an offset is 0, and an id is the largest one.
    if (index >= length || !igc_is_ok(run))
        return is_offsets ? 0 : UINT32_MAX;
    if (array == IGC_OUT_OFFSETS)
        return graph->offsets[index];
    if (array == IGC_TARGETS)
        return graph->targets[index];
    // Derived arrays take long to compute, so they are kept.
    uint32_t **kept = graph == run->input ? run->resident->host_arrays : run->host_arrays;
    if (kept[array] == NULL)
        kept[array] = igc_derive_graph_array(graph, array, &run->error);
    return igc_is_ok(run) ? kept[array][index] : 0;
}

uint64_t igc_wide_graph_element(igc_execution *run, igc_graph_array array, uint32_t index)
{
    return igc_wide_edge(igc_graph_element(run, array, index));
}

void igc_store(igc_execution *run, uint32_t buffer, uint32_t index, uint64_t bits)
{
    igc_store_element(run, buffer, index, 0, bits);
}

void igc_store_element(igc_execution *run, uint32_t buffer, uint32_t row, uint32_t element, uint64_t bits)
{
    const size_t size = run->program->buffers[buffer].element_size;
    const size_t index = (size_t)row * igc_row_length(run, buffer) + element;
    // A fill of one element does not wait, unlike a write, and the driver copies the value.
    if (has_element(run, buffer, row, element))
        igc_fill_range(run, run->buffers[buffer], index * size, size, bits, size);
}

void igc_fill(igc_execution *run, uint32_t buffer, uint64_t bits)
{
    const size_t size = run->program->buffers[buffer].element_size;
    igc_fill_range(run, run->buffers[buffer], 0, igc_buffer_length(run, buffer) * size, bits, size);
}

void igc_swap_buffers(igc_execution *run, uint32_t first, uint32_t second)
{
    const cl_mem kept = run->buffers[first];
    if (!igc_is_ok(run))
        return;
    run->buffers[first] = run->buffers[second];
    run->buffers[second] = kept;
}

void igc_swap_worklists(igc_execution *run, uint32_t first, uint32_t second)
{
    const igc_worklist kept = run->worklists[first];
    if (!igc_is_ok(run))
        return;
    run->worklists[first] = run->worklists[second];
    run->worklists[second] = kept;
}

// Makes a worklist have `count` items in its back buffer, and none in its front buffer. The fourth word of the
// sizes is not written: the missing capacity must be known until the end of the run.
static void set_sizes(igc_execution *run, igc_worklist *worklist, uint32_t count)
{
    const uint32_t sizes[] = {0, count, 0};
    worklist->phase = 0;
    worklist->knows_pushed = true;
    worklist->pushed = count;
    igc_write_memory(run, worklist->sizes, 0, sizeof sizes, sizes);
}

void igc_clear(igc_execution *run, uint32_t worklist) { set_sizes(run, &run->worklists[worklist], 0); }

void igc_seed_nodes(igc_execution *run, uint32_t worklist)
{
    igc_worklist *target = &run->worklists[worklist];
    const uint32_t nodes = run->graph->node_count;
    if (nodes > target->capacity) {
        overflow(run, worklist, nodes);
        return;
    }
    uint32_t *items = igc_allocate(&run->error, SEED_PIECE, sizeof *items);
    for (uint32_t start = 0; start < nodes && igc_is_ok(run); start += SEED_PIECE) {
        const uint32_t count = nodes - start < SEED_PIECE ? nodes - start : SEED_PIECE;
        for (uint32_t i = 0; i < count; i++)
            items[i] = start + i;
        igc_write_memory(run, target->back, start * sizeof *items, count * sizeof *items, items);
    }
    free(items);
    set_sizes(run, target, nodes);
}

void igc_seed_input(igc_execution *run, uint32_t worklist, uint32_t input)
{
    igc_seed_items(run, worklist, run->inputs[input].data, run->inputs[input].count);
}

// The items have the size that the worklist declares.
void igc_seed_items(igc_execution *run, uint32_t worklist, const void *items, uint32_t count)
{
    igc_worklist *target = &run->worklists[worklist];
    const igc_worklist_info *info = &run->program->worklists[worklist];
    const uint32_t *nodes = items;
    for (uint32_t i = 0; info->holds_nodes && i < count; i++)
        if (nodes[i] >= run->graph->node_count) {
            igc_fail(&run->error, IGC_INVALID_SEED,
                     "worklist `%s` starts with %" PRIu32 ", but the graph has only %" PRIu32 " nodes, numbered from 0",
                     info->name, nodes[i], run->graph->node_count);
            return;
        }
    if (count > target->capacity) {
        overflow(run, worklist, count);
        return;
    }
    igc_write_memory(run, target->back, 0, count * info->item_size, items);
    set_sizes(run, target, count);
}

uint32_t igc_waiting(igc_execution *run, uint32_t worklist)
{
    igc_worklist *asked = &run->worklists[worklist];
    const size_t back_word = (asked->phase + 1) % 3;
    if (!igc_is_ok(run))
        return 0;
    if (!asked->knows_pushed) {
        if (!igc_read_memory(run, asked->sizes, back_word * sizeof asked->pushed, sizeof asked->pushed, &asked->pushed))
            return 0;
        asked->knows_pushed = true;
    }
    // The size also counts pushes that found no room.
    if (asked->pushed > asked->capacity) {
        overflow(run, worklist, asked->pushed);
        return 0;
    }
    return asked->pushed;
}

bool igc_check_room(igc_execution *run)
{
    for (uint32_t i = 0; i < run->program->worklist_count; i++) {
        uint32_t needed = 0;
        if (!igc_read_memory(run, run->worklists[i].sizes, MISSING_WORD * sizeof needed, sizeof needed, &needed))
            return false;
        if (needed > run->worklists[i].capacity)
            return overflow(run, i, needed);
    }
    return igc_is_ok(run);
}

bool igc_begin_round(igc_execution *run)
{
    if (!igc_may_continue(run))
        return false;
    run->rounds++;
    const bool is_power_of_two = (run->rounds & (run->rounds - 1)) == 0;
    if (run->rounds >= ROUNDS_BEFORE_ROOM && is_power_of_two && !igc_check_room(run))
        return false;
    if (run->rounds > run->options.max_rounds)
        return igc_fail(&run->error, IGC_TOO_MANY_ROUNDS, "the loops needed more than %" PRIu64 " rounds",
                        run->options.max_rounds);
    return true;
}
