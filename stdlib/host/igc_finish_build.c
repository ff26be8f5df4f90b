// Makes the driver complete the build of all kernels before the first run.
//
// Some drivers (PoCL, rusticl) compile a kernel only when it is first launched. That time is not part of the
// computation. Each kernel is therefore launched once as if the graph were empty: with the workgroup size and the
// buffers of the run, but with zero nodes, edges and items. A launch may change the program's state, which the run
// initialises afterwards. A kernel over a range that does not depend on the graph is left out.

#include "igc_internal.h"

// PoCL compiles one variant of a kernel for launches of fewer work-items, and another one for the rest.
#define SMALL_LAUNCH 65536

// Binds an argument as on an empty graph.
static bool bind_empty(igc_execution *run, cl_kernel kernel, cl_uint position, const igc_argument *argument)
{
    switch (argument->kind) {
    case IGC_ARGUMENT_EDGE_COUNT:
        return igc_set_value(run, kernel, position, run->program->edge_type, 0);
    case IGC_ARGUMENT_NODE_COUNT:
    case IGC_ARGUMENT_LENGTH:
    case IGC_ARGUMENT_WORKLIST_PHASE:
    case IGC_ARGUMENT_WORKLIST_CAPACITY:
        return igc_set_value(run, kernel, position, IGC_U32, 0);
    case IGC_ARGUMENT_ROUNDS:
    case IGC_ARGUMENT_MOST_ROUNDS:
        return igc_set_value(run, kernel, position, IGC_U64, 0);
    case IGC_ARGUMENT_VALUE:
        return igc_set_value(run, kernel, position, argument->type, 0);
    default:
        return igc_bind(run, kernel, position, argument, NULL);
    }
}

static bool has_fixed_range(const igc_kernel_info *info)
{
    for (size_t i = 0; i < info->work_count; i++)
        if (info->work[i].kind == IGC_WORK_OTHER)
            return true;
    return false;
}

static void launch_empty_kernel(igc_execution *run, uint32_t kernel)
{
    const igc_kernel_info *info = &run->program->kernels[kernel];
    const size_t largest = igc_usual_work_items(run, info->is_resident);
    for (size_t i = 0; i < info->argument_count; i++)
        if (!bind_empty(run, run->built->kernels[kernel], (cl_uint)i, &info->arguments[i]))
            return;
    igc_enqueue(run, run->built->kernels[kernel], run->built->workgroup_size);
    if (largest >= SMALL_LAUNCH)
        igc_enqueue(run, run->built->kernels[kernel], largest);
}

static void launch_empty_loop(igc_execution *run, uint32_t loop)
{
    const igc_loop_info *info = &run->program->loops[loop];
    const cl_kernel kernel = run->built->loops[loop];
    for (size_t i = 0; i < info->argument_count; i++) {
        const igc_argument *argument = &info->arguments[i];
        const bool is_bound = igc_is_of_environment(argument) ? igc_bind_environment(run, loop, (cl_uint)i, argument)
                                                              : bind_empty(run, kernel, (cl_uint)i, argument);
        if (!is_bound)
            return;
    }
    igc_enqueue(run, kernel, run->environments[loop].groups * run->built->workgroup_size);
}

// Launches all kernels and waits. All state must be initialised.
bool igc_finish_build(igc_execution *run)
{
    for (uint32_t i = 0; i < run->program->kernel_count && igc_is_ok(run); i++)
        if (!has_fixed_range(&run->program->kernels[i]))
            launch_empty_kernel(run, i);
    for (uint32_t i = 0; i < run->program->loop_count && igc_is_ok(run); i++)
        launch_empty_loop(run, i);
    if (igc_is_ok(run))
        run->built->is_finished = igc_check_call(&run->error, clFinish(run->device->queue), "clFinish");
    return igc_is_ok(run);
}
