// Launches kernels and binds their arguments, in a generated host program in C.
//
// A launch has as many work-items as suit the device, whatever the size of the graph, because kernels stride. A
// GPU hides latency by many workgroups per compute unit. On a CPU, a workgroup is a loop on one core.

#include "igc_internal.h"

#define GPU_GROUPS_PER_UNIT 16
#define CPU_GROUPS_PER_UNIT 4

// Number of work-items for each compute unit of a GPU, if few iterations of a loop are expected to do work.
#define SELECTIVE_WORK_ITEMS_PER_UNIT 8192

// Number of work-items for each compute unit of a GPU that can be resident at the same time.
#define RESIDENT_WORK_ITEMS_PER_UNIT 2048

// Maximum number of work-items of a launch, far below the number at which a stride of 32 bits could wrap.
#define MAX_WORK_ITEMS (UINT32_C(1) << 22)

// Maximum number of launches before the host waits for them. It keeps the driver's queue short.
#define MAX_UNFINISHED 256

static bool set_argument(igc_execution *run, cl_kernel kernel, cl_uint position, size_t size, const void *value)
{
    return igc_check_call(&run->error, clSetKernelArg(kernel, position, size, value), "clSetKernelArg");
}

static bool set_memory(igc_execution *run, cl_kernel kernel, cl_uint position, cl_mem memory)
{
    return set_argument(run, kernel, position, sizeof memory, &memory);
}

static bool set_number(igc_execution *run, cl_kernel kernel, cl_uint position, uint32_t number)
{
    return set_argument(run, kernel, position, sizeof number, &number);
}

// Sets an argument to a value of a type, whose bits are given.
bool igc_set_value(igc_execution *run, cl_kernel kernel, cl_uint position, igc_type type, uint64_t bits)
{
    if (igc_type_size(type) == sizeof bits)
        return set_argument(run, kernel, position, sizeof bits, &bits);
    return set_number(run, kernel, position, (uint32_t)bits);
}

bool igc_bind(igc_execution *run, cl_kernel kernel, cl_uint position, const igc_argument *argument,
              const uint64_t *values)
{
    const uint32_t index = argument->index;
    switch (argument->kind) {
    case IGC_ARGUMENT_GRAPH:
        return set_memory(run, kernel, position, run->graph_arrays[index]);
    case IGC_ARGUMENT_BUFFER:
        return set_memory(run, kernel, position, run->buffers[index]);
    case IGC_ARGUMENT_WORKLIST_FRONT:
        return set_memory(run, kernel, position, run->worklists[index].front);
    case IGC_ARGUMENT_WORKLIST_BACK:
        return set_memory(run, kernel, position, run->worklists[index].back);
    case IGC_ARGUMENT_WORKLIST_SIZES:
        return set_memory(run, kernel, position, run->worklists[index].sizes);
    case IGC_ARGUMENT_WORKLIST_PHASE:
        return set_number(run, kernel, position, run->worklists[index].phase);
    case IGC_ARGUMENT_WORKLIST_CAPACITY:
        return set_number(run, kernel, position, run->worklists[index].capacity);
    case IGC_ARGUMENT_NODE_COUNT:
        return set_number(run, kernel, position, run->graph->node_count);
    case IGC_ARGUMENT_EDGE_COUNT:
        return igc_set_value(run, kernel, position, run->program->edge_type, run->graph->edge_count);
    case IGC_ARGUMENT_LENGTH:
        return set_number(run, kernel, position, igc_row_length(run, index));
    case IGC_ARGUMENT_PARAMETER:
        return igc_set_value(run, kernel, position, argument->type, run->parameters[index]);
    case IGC_ARGUMENT_LOCKS:
        return set_memory(run, kernel, position, run->locks);
    case IGC_ARGUMENT_VALUE:
        return igc_set_value(run, kernel, position, argument->type, values[index]);
    case IGC_ARGUMENT_ROUNDS:
        return igc_set_value(run, kernel, position, IGC_U64, run->rounds);
    case IGC_ARGUMENT_MOST_ROUNDS:
        return igc_set_value(run, kernel, position, IGC_U64, run->options.max_rounds);
    case IGC_ARGUMENT_ENVIRONMENT:
    case IGC_ARGUMENT_PATIENCE:
    case IGC_ARGUMENT_RESULTS:
        break;
    }
    return igc_fail(&run->error, IGC_INTERNAL_ERROR, "a kernel has an argument that only outlined loops have");
}

// Sets `count` to the number of elements of a domain. Returns false if the host does not know it.
static bool count_work(const igc_execution *run, const igc_work *work, const uint64_t *values, uint32_t *count)
{
    switch (work->kind) {
    case IGC_WORK_NODES:
        *count = run->graph->node_count;
        return true;
    case IGC_WORK_EDGES:
        *count = run->graph->edge_count;
        return true;
    case IGC_WORK_WORKLIST:
        *count = run->worklists[work->index].front_size;
        return run->worklists[work->index].knows_front;
    case IGC_WORK_VALUE:
        *count = (uint32_t)values[work->index];
        return true;
    case IGC_WORK_OTHER:
        break;
    }
    return false;
}

// Returns the number of work-items of a launch with enough work. A resident launch has no more work-items than can
// be resident on a GPU.
size_t igc_usual_work_items(const igc_execution *run, bool is_resident)
{
    const size_t local = run->built->workgroup_size;
    const size_t units = run->device->compute_units > 0 ? run->device->compute_units : 1;
    const size_t usual = units * (run->device->is_gpu ? GPU_GROUPS_PER_UNIT : CPU_GROUPS_PER_UNIT);
    const size_t most = local < MAX_WORK_ITEMS ? MAX_WORK_ITEMS / local : 1;
    const size_t groups = usual < most ? usual : most;
    const size_t per_unit = RESIDENT_WORK_ITEMS_PER_UNIT / local > 0 ? RESIDENT_WORK_ITEMS_PER_UNIT / local : 1;
    const bool is_limited = is_resident && run->device->is_gpu && units * per_unit < groups;
    return (is_limited ? units * per_unit : groups) * local;
}

// Returns the largest number of work-items of a loop over nodes, edges or a range. On a GPU, each iteration has a
// work-item, and the device balances the load. If few iterations are expected to do work, work-items have several.
static size_t widest(const igc_execution *run, const igc_kernel_info *info)
{
    const size_t local = run->built->workgroup_size;
    const size_t usual = igc_usual_work_items(run, info->is_resident);
    const size_t selective = run->device->compute_units * SELECTIVE_WORK_ITEMS_PER_UNIT;
    const size_t most = info->is_selective && selective < MAX_WORK_ITEMS ? selective : MAX_WORK_ITEMS;
    const size_t rounded = most / local * local;
    return run->device->is_gpu && rounded > usual ? rounded : usual;
}

// Returns the number of work-items of a launch: one work-item per element of the kernel's loops, up to a maximum
// that depends on the kind of loop, or the usual number for the device if the host does not know the elements.
static size_t count_work_items(const igc_execution *run, const igc_kernel_info *info, const uint64_t *values)
{
    const size_t local = run->built->workgroup_size;
    const size_t usual = igc_usual_work_items(run, info->is_resident);
    size_t limit = widest(run, info);
    uint32_t most = 0;
    for (size_t i = 0; i < info->work_count; i++) {
        uint32_t count = 0;
        if (!count_work(run, &info->work[i], values, &count))
            return usual;
        if (info->work[i].kind == IGC_WORK_WORKLIST)
            limit = usual;
        most = count > most ? count : most;
    }
    if (info->work_count == 0)
        return usual;
    const size_t needed = ((size_t)most + local - 1) / local * local;
    if (needed > limit)
        return limit;
    return needed > 0 ? needed : local;
}

// Launches a kernel whose arguments are bound, without waiting.
bool igc_enqueue(igc_execution *run, cl_kernel kernel, size_t work_items)
{
    const size_t local = run->built->workgroup_size;
    return igc_check_call(
        &run->error,
        clEnqueueNDRangeKernel(run->device->queue, kernel, 1, NULL, &work_items, &local, 0, NULL, NULL),
        "clEnqueueNDRangeKernel");
}

// Makes the back buffer the front buffer, for a launch that reads the worklist.
static void advance(igc_worklist *worklist)
{
    const cl_mem kept = worklist->front;
    worklist->front = worklist->back;
    worklist->back = kept;
    worklist->phase = (worklist->phase + 1) % 3;
    worklist->knows_front = worklist->knows_pushed;
    worklist->front_size = worklist->pushed;
    worklist->knows_pushed = true;
    worklist->pushed = 0;
}

void igc_launch(igc_execution *run, uint32_t kernel, const uint64_t *values)
{
    const igc_kernel_info *info = &run->program->kernels[kernel];
    for (size_t i = 0; igc_is_ok(run) && i < info->argument_count; i++)
        if (info->arguments[i].kind == IGC_ARGUMENT_WORKLIST_FRONT)
            advance(&run->worklists[info->arguments[i].index]);
    igc_launch_again(run, kernel, values);
}

// Takes the items that wait, for launches that read them again and again.
void igc_take(igc_execution *run, uint32_t worklist)
{
    igc_worklist *taken = &run->worklists[worklist];
    const size_t spare_word = (taken->phase + 3) % 3;
    advance(taken);
    // Otherwise, only a launch clears the spare size.
    igc_fill_range(run, taken->sizes, spare_word * sizeof(uint32_t), sizeof(uint32_t), 0, sizeof(uint32_t));
}

// Launches a kernel on the items that were taken.
void igc_launch_again(igc_execution *run, uint32_t kernel, const uint64_t *values)
{
    const igc_kernel_info *info = &run->program->kernels[kernel];
    const cl_kernel handle = run->built->kernels[kernel];
    if (!igc_may_continue(run))
        return;
    for (size_t i = 0; i < info->argument_count; i++)
        if (!igc_bind(run, handle, (cl_uint)i, &info->arguments[i], values))
            return;
    if (!igc_enqueue(run, handle, count_work_items(run, info, values)))
        return;
    for (size_t i = 0; i < info->argument_count; i++)
        if (info->arguments[i].kind == IGC_ARGUMENT_WORKLIST_BACK)
            run->worklists[info->arguments[i].index].knows_pushed = false;
    run->launches++;
    run->unfinished++;
    if (run->unfinished == MAX_UNFINISHED) {
        run->unfinished = 0;
        igc_check_call(&run->error, clFinish(run->device->queue), "clFinish");
    }
}
