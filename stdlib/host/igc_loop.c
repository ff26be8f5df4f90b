// Runs outlined loops: loops of `main` that the device runs in one launch.
//
// The workgroups of a launch discover which of them run at the same time, and only those take part. Their number
// is a matter of speed, and any number is correct. If fewer workgroups were resident than were launched, the
// discovery waited until its time limit, so later launches are smaller.

#include <inttypes.h>
#include <stdlib.h>

#include "igc_internal.h"

// Words of the device library's environment, which are zero before and after each launch.
#define ENVIRONMENT_WORDS 160

#define MAX_UNITS 4096
#define MAX_WORK_ITEMS (UINT32_C(1) << 22)

// Work-items per compute unit of a GPU: for loops over worklists, and for the same loops on graphs with enough
// edges and loops over all nodes or edges. `igc` measured these numbers.
#define GPU_WORK_ITEMS 256
#define GPU_MOST_WORK_ITEMS 1024
#define EDGES_OF_A_WORK_ITEM 32

// The number of times that a workgroup polls. On a CPU, the system may first have to wake a thread.
#define GPU_PATIENCE (UINT32_C(1) << 12)
#define CPU_PATIENCE (UINT32_C(1) << 22)
#define CPU_PATIENCE_OF_READ_MODIFY_WRITE (UINT32_C(1) << 16)

// How a loop ended.
enum { ENDED = 0, ENDED_BY_OVERFLOW = 1, ENDED_BY_ROUNDS = 2, ENDED_BY_SEED = 3 };

static size_t limited(size_t value, size_t least, size_t most)
{
    return value < least ? least : value > most ? most : value;
}

// Returns the number of workgroups of a loop on a GPU.
static size_t groups_of_gpu(const igc_execution *run, const igc_loop_info *info, size_t units)
{
    const size_t local = run->built->workgroup_size;
    const size_t most = local < MAX_WORK_ITEMS ? MAX_WORK_ITEMS / local : 1;
    const size_t most_groups = limited(units * ((GPU_MOST_WORK_ITEMS + local - 1) / local), 1, most);
    if (info->groups_per_unit > 0)
        return limited(units * info->groups_per_unit, 1, most);
    if (!info->is_narrow)
        return most_groups;
    const size_t groups = limited(units * ((GPU_WORK_ITEMS + local - 1) / local), 1, most);
    return limited(run->graph->edge_count / EDGES_OF_A_WORK_ITEM / local, groups, most_groups);
}

bool igc_create_environment(igc_execution *run, uint32_t loop)
{
    const igc_loop_info *info = &run->program->loops[loop];
    igc_environment *environment = &run->environments[loop];
    const size_t local = run->built->workgroup_size;
    const size_t units = limited(run->device->compute_units, 1, MAX_UNITS);
    if (run->device->is_gpu) {
        environment->groups = groups_of_gpu(run, info, units);
        environment->min_groups = 1;
        environment->patience = GPU_PATIENCE;
    } else {
        environment->groups = limited(units, 1, local < MAX_WORK_ITEMS ? MAX_WORK_ITEMS / local : 1);
        environment->min_groups = units;
        environment->patience =
            run->device->dialect.atomics == 20 ? CPU_PATIENCE : CPU_PATIENCE_OF_READ_MODIFY_WRITE;
    }
    const size_t bytes = (ENVIRONMENT_WORDS + 2 * environment->groups) * sizeof(uint32_t);
    environment->words = igc_new_buffer(run, bytes);
    environment->results = igc_new_buffer(run, info->result_count * sizeof(uint64_t));
    return igc_fill_range(run, environment->words, 0, bytes, 0, sizeof(uint32_t));
}

bool igc_is_of_environment(const igc_argument *argument)
{
    return argument->kind == IGC_ARGUMENT_ENVIRONMENT || argument->kind == IGC_ARGUMENT_RESULTS
        || argument->kind == IGC_ARGUMENT_PATIENCE;
}

bool igc_bind_environment(igc_execution *run, uint32_t loop, cl_uint position, const igc_argument *argument)
{
    const igc_environment *environment = &run->environments[loop];
    const bool is_words = argument->kind == IGC_ARGUMENT_ENVIRONMENT;
    if (argument->kind == IGC_ARGUMENT_PATIENCE)
        return igc_set_value(run, run->built->loops[loop], position, IGC_U32, environment->patience);
    return igc_check_call(&run->error,
                          clSetKernelArg(run->built->loops[loop], position, sizeof(cl_mem),
                                         is_words ? &environment->words : &environment->results),
                          "clSetKernelArg");
}

static bool bind_argument(igc_execution *run, uint32_t loop, cl_uint position, const uint64_t *values)
{
    const igc_argument *argument = &run->program->loops[loop].arguments[position];
    if (igc_is_of_environment(argument))
        return igc_bind_environment(run, loop, position, argument);
    return igc_bind(run, run->built->loops[loop], position, argument, values);
}

// Gives buffers and worklists the memory that they have after the swaps of the loop. A place is an index among
// the buffers or worklists as they were before the loop.
static bool apply_places(igc_execution *run, const igc_loop_info *info, const uint64_t *words)
{
    const igc_program *program = run->program;
    cl_mem *buffers = igc_allocate(&run->error, program->buffer_count, sizeof *buffers);
    igc_worklist *worklists = igc_allocate(&run->error, program->worklist_count, sizeof *worklists);
    for (size_t i = 0; igc_is_ok(run) && i < program->buffer_count; i++)
        buffers[i] = run->buffers[i];
    for (size_t i = 0; igc_is_ok(run) && i < program->worklist_count; i++)
        worklists[i] = run->worklists[i];
    for (size_t i = 0; igc_is_ok(run) && i < info->result_count; i++) {
        const bool is_buffer = info->results[i].kind == IGC_RESULT_BUFFER_PLACE;
        const bool is_worklist = info->results[i].kind == IGC_RESULT_WORKLIST_PLACE;
        if ((is_buffer && words[i] >= program->buffer_count) || (is_worklist && words[i] >= program->worklist_count))
            igc_fail(&run->error, IGC_INTERNAL_ERROR, "an outlined loop returned an invalid place");
        else if (is_buffer)
            run->buffers[info->results[i].index] = buffers[words[i]];
        else if (is_worklist)
            run->worklists[info->results[i].index] = worklists[words[i]];
    }
    free(buffers);
    free(worklists);
    return igc_is_ok(run);
}

// Applies the phases and the swaps of front and back buffers, after the places.
static void apply_phases(igc_execution *run, const igc_loop_info *info, const uint64_t *words)
{
    for (size_t i = 0; i < info->result_count; i++) {
        igc_worklist *worklist = &run->worklists[info->results[i].index];
        if (info->results[i].kind == IGC_RESULT_WORKLIST_PHASE) {
            worklist->phase = (uint32_t)words[i];
            worklist->knows_pushed = false;
            worklist->knows_front = false;
        } else if (info->results[i].kind == IGC_RESULT_WORKLIST_SWAPPED && words[i] != 0) {
            const cl_mem kept = worklist->front;
            worklist->front = worklist->back;
            worklist->back = kept;
        }
    }
}

// Notes why the loop ended early.
static void note_ending(igc_execution *run, uint64_t ending, uint64_t node, uint64_t worklist)
{
    if (ending == ENDED)
        return;
    if (ending == ENDED_BY_ROUNDS)
        igc_fail(&run->error, IGC_TOO_MANY_ROUNDS, "the loops needed more than %" PRIu64 " rounds",
                 run->options.max_rounds);
    else if (ending == ENDED_BY_SEED && worklist < run->program->worklist_count)
        igc_fail(&run->error, IGC_INVALID_SEED,
                 "worklist `%s` starts with %" PRIu64 ", but the graph has only %" PRIu32 " nodes, numbered from 0",
                 run->program->worklists[worklist].name, node, run->graph->node_count);
    else if (ending != ENDED_BY_OVERFLOW || igc_check_room(run))
        igc_fail(&run->error, IGC_INTERNAL_ERROR, "an outlined loop ended in an unknown way");
}

// Limits later launches to the number of workgroups that were resident in this one.
static void note_resident(igc_environment *environment, size_t resident)
{
    const size_t most = resident > environment->min_groups ? resident : environment->min_groups;
    if (environment->groups > most)
        environment->groups = most;
}

// Applies the results of a loop to the state of the host, as if the host had run the loop.
static void take_results(igc_execution *run, uint32_t loop, const uint64_t *words, uint64_t *values)
{
    const igc_loop_info *info = &run->program->loops[loop];
    uint64_t ending = ENDED;
    uint64_t node = 0;
    uint64_t seeded_worklist = 0;
    for (size_t i = 0; i < info->result_count; i++) {
        switch (info->results[i].kind) {
        case IGC_RESULT_ENDING:
            ending = words[i];
            break;
        case IGC_RESULT_NODE:
            node = words[i];
            break;
        case IGC_RESULT_SEEDED_WORKLIST:
            seeded_worklist = words[i];
            break;
        case IGC_RESULT_GROUPS:
            note_resident(&run->environments[loop], (size_t)words[i]);
            break;
        case IGC_RESULT_ROUNDS:
            run->rounds = words[i];
            break;
        case IGC_RESULT_LAUNCHES:
            run->launches += words[i];
            break;
        case IGC_RESULT_VALUE:
            values[info->results[i].index] = words[i];
            break;
        default:
            break;
        }
    }
    if (apply_places(run, info, words)) {
        apply_phases(run, info, words);
        note_ending(run, ending, node, seeded_worklist);
    }
}

void igc_run_loop(igc_execution *run, uint32_t loop, uint64_t *values)
{
    const igc_loop_info *info = &run->program->loops[loop];
    const igc_environment *environment = &run->environments[loop];
    const size_t bytes = info->result_count * sizeof(uint64_t);
    if (!igc_may_continue(run))
        return;
    for (size_t i = 0; i < info->argument_count; i++)
        if (!igc_is_ok(run) || !bind_argument(run, loop, (cl_uint)i, values))
            return;
    uint64_t *words = igc_allocate(&run->error, info->result_count, sizeof *words);
    if (words == NULL)
        return;
    if (igc_enqueue(run, run->built->loops[loop], environment->groups * run->built->workgroup_size)
        && igc_read_memory(run, environment->results, 0, bytes, words))
        take_results(run, loop, words, values);
    free(words);
}
