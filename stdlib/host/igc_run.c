// Runs a program: checks the input, allocates memory, runs `main`, and copies the outputs.

#include <string.h>

#include "igc_arithmetic.h"
#include "igc_internal.h"

// Spare capacity of a worklist beyond one item per node: a share of the number of nodes, and a minimum. A program
// may push a node twice, but most programs rarely do.
#define SPARE_SHARE 8
#define SPARE_LEAST 1024

#define DEFAULT_MAX_ROUNDS UINT64_C(10000000)

static uint32_t smaller(uint64_t a, uint64_t b) { return (uint32_t)(a < b ? a : b); }

// Returns the options with the default values in place of zeros.
static igc_options complete_options(const igc_options *given, const igc_graph *graph)
{
    igc_options options = {0};
    if (given != NULL)
        options = *given;
    const uint64_t nodes = graph->node_count;
    const uint64_t spare = nodes / SPARE_SHARE > SPARE_LEAST ? nodes / SPARE_SHARE : SPARE_LEAST;
    if (options.max_rounds == 0)
        options.max_rounds = DEFAULT_MAX_ROUNDS;
    options.max_worklist = options.max_worklist == 0 ? IGC_MAX_EXTENT : smaller(options.max_worklist, IGC_MAX_EXTENT);
    options.worklist_capacity =
        smaller(options.worklist_capacity == 0 ? nodes + spare : options.worklist_capacity, options.max_worklist);
    return options;
}

// Returns whether a parameter is optional and has no node: the default of such a parameter is the largest number.
static bool is_missing_node(const igc_parameter_info *parameter, uint64_t value)
{
    return parameter->has_default && parameter->default_bits == UINT32_MAX && value == UINT32_MAX;
}

// Returns whether a value of a number type is in the range of its parameter. NaN is not in any range.
static bool is_in_range(const igc_parameter_info *parameter, uint64_t value)
{
    const uint64_t least = parameter->least_bits, most = parameter->most_bits;
    switch (parameter->type) {
    case IGC_I32:
        return igc_i32(value) >= igc_i32(least) && igc_i32(value) <= igc_i32(most);
    case IGC_I64:
        return igc_i64(value) >= igc_i64(least) && igc_i64(value) <= igc_i64(most);
    case IGC_F32:
        return igc_f32(value) >= igc_f32(least) && igc_f32(value) <= igc_f32(most);
    case IGC_F64:
        return igc_f64(value) >= igc_f64(least) && igc_f64(value) <= igc_f64(most);
    default:
        return value >= least && value <= most;
    }
}

// Checks that each parameter with a range is in its range.
static bool check_ranges(igc_execution *run)
{
    for (size_t i = 0; i < run->program->parameter_count; i++) {
        const igc_parameter_info *parameter = &run->program->parameters[i];
        if (parameter->range != NULL && !is_in_range(parameter, run->parameters[i]))
            return igc_fail(&run->error, IGC_INVALID_ARGUMENT, "parameter `%s` is outside of its range %s",
                            parameter->name, parameter->range);
    }
    return true;
}

// Checks that each parameter of type `node` is a node of the graph. Kernels do not check this again.
static bool check_nodes(igc_execution *run)
{
    for (size_t i = 0; i < run->program->parameter_count; i++)
        if (run->program->parameters[i].type == IGC_NODE && run->parameters[i] >= run->graph->node_count
            && !is_missing_node(&run->program->parameters[i], run->parameters[i]))
            return igc_fail(&run->error, IGC_INVALID_ARGUMENT,
                            "parameter `%s` is node %llu, but the graph has only %lu nodes, numbered from 0",
                            run->program->parameters[i].name, (unsigned long long)run->parameters[i],
                            (unsigned long)run->graph->node_count);
    return true;
}

// Checks that every input has data. A worklist that starts empty needs none.
static bool check_inputs(igc_execution *run)
{
    const igc_program *program = run->program;
    for (size_t i = 0; i < program->input_count; i++) {
        bool is_needed = run->inputs[i].count > 0;
        for (size_t j = 0; j < program->buffer_count; j++)
            if (program->buffers[j].initial == IGC_INITIAL_INPUT && program->buffers[j].fill == i)
                is_needed = igc_buffer_length(run, (uint32_t)j) > 0;
        if (is_needed && run->inputs[i].data == NULL)
            return igc_fail(&run->error, IGC_INVALID_ARGUMENT, "the input `%s` has no data", program->inputs[i]);
    }
    return true;
}

static bool check_loop_limit(igc_execution *run)
{
    const uint64_t limit = run->device->dialect.loop_limit;
    const uint64_t rounds = (uint64_t)run->graph->node_count + run->graph->edge_count;
    if (limit > 0 && rounds > limit)
        return igc_fail(&run->error, IGC_UNSUPPORTED,
                        "%s ends loops after %llu rounds, which is too few for this graph", run->device->name,
                        (unsigned long long)limit);
    return true;
}

bool igc_may_continue(igc_execution *run)
{
    const igc_options *options = &run->options;
    if (!igc_is_ok(run))
        return false;
    if (options->is_cancelled != NULL && options->is_cancelled(options->cancel_context))
        return igc_fail(&run->error, IGC_CANCELLED, "the run was cancelled");
    if (run->deadline > 0.0 && igc_seconds() >= run->deadline)
        return igc_fail(&run->error, IGC_TIMED_OUT, "the run has not ended within %g s, which is its time limit",
                        options->timeout);
    return true;
}

static void finish(igc_execution *run)
{
    if (igc_is_ok(run))
        igc_check_call(&run->error, clFinish(run->device->queue), "clFinish");
}

// Runs `main` from initial values. A worklist without room explains any other failure of `main`, except for
// failures of the device, so this is checked first.
static void attempt(igc_execution *run, double *seconds)
{
    run->rounds = 0;
    run->launches = 0;
    run->unfinished = 0;
    finish(run);
    const double start = igc_seconds();
    if (!igc_initialise_memory(run))
        return;
    run->program->main(run);
    if (igc_is_ok(run) || run->error.status == IGC_TOO_MANY_ROUNDS || run->error.status == IGC_INVALID_SEED
        || run->error.status == IGC_INVALID_ARGUMENT) {
        const igc_error ended = run->error;
        igc_clear_error(&run->error);
        finish(run);
        *seconds = igc_seconds() - start;
        igc_check_room(run);
        if (igc_is_ok(run))
            run->error = ended;
    }
}

// Copies an output to memory of the caller. On the device, a `bool` has 32 bits, and elements may be narrow.
static void copy_output(igc_execution *run, uint32_t buffer, void *output)
{
    const igc_type type = run->program->buffers[buffer].type;
    const size_t length = igc_buffer_length(run, buffer), size = run->program->buffers[buffer].element_size;
    if (type != IGC_BOOL && size == igc_type_size(type)) {
        igc_read_memory(run, run->buffers[buffer], 0, length * size, output);
        return;
    }
    uint32_t elements[1024];
    const size_t most = sizeof elements / size;
    for (size_t start = 0; start < length && igc_is_ok(run); start += most) {
        const size_t count = smaller(length - start, most);
        igc_read_memory(run, run->buffers[buffer], start * size, count * size, elements);
        for (size_t i = 0; i < count && igc_is_ok(run); i++) {
            const uint64_t bits = igc_bits(elements, i, size);
            if (type == IGC_BOOL)
                ((bool *)output)[start + i] = bits != 0;
            else
                ((uint32_t *)output)[start + i] = (uint32_t)bits;
        }
    }
}

static void run_to_the_end(igc_execution *run, void *const *outputs, igc_report *report)
{
    if (!igc_allocate_memory(run))
        return;
    const double start = igc_seconds();
    if (!run->built->is_finished) {
        if (!igc_initialise_memory(run) || !igc_finish_build(run))
            return;
        report->build_seconds += igc_seconds() - start;
    }
    if (run->options.timeout > 0.0)
        run->deadline = igc_seconds() + run->options.timeout;
    attempt(run, &report->compute_seconds);
    while (run->is_overflow) {
        // Kernels that use the old memory must have ended.
        igc_clear_error(&run->error);
        run->is_overflow = false;
        finish(run);
        if (igc_is_ok(run) && igc_enlarge_worklist(run)) {
            report->restarts++;
            attempt(run, &report->compute_seconds);
        }
    }
    report->workgroup_size = (uint32_t)run->built->workgroup_size;
    report->rounds = run->rounds;
    report->launches = run->launches;
    for (size_t i = 0; i < run->program->output_count && igc_is_ok(run); i++)
        if (outputs[i] != NULL)
            copy_output(run, run->program->outputs[i], outputs[i]);
}

// Runs the program on its graph, which is on the device.
static void run_on_graph(igc_execution *run, const igc_options *options, void *const *outputs, igc_report *report)
{
    run->graph = run->input = &run->resident->graph;
    run->options = complete_options(options, run->graph);
    const double start = igc_seconds();
    if (!(run->options.timeout >= 0.0))
        igc_fail(&run->error, IGC_INVALID_ARGUMENT, "%g s is not a time limit", run->options.timeout);
    if (!igc_is_ok(run) || !check_ranges(run) || !check_nodes(run) || !check_inputs(run) || !check_loop_limit(run))
        return;
    run->built = igc_build(run->device, run->program, &run->options, &run->error);
    report->build_seconds = igc_seconds() - start;
    if (run->built != NULL)
        run_to_the_end(run, outputs, report);
    // After an error, commands that still wait may use the memory.
    igc_check_call(&run->error, clFinish(run->device->queue), "clFinish");
    igc_free_memory(run);
}

igc_status igc_run_program(igc_place place, const igc_program *program, const uint64_t *parameters,
                           const igc_input *inputs, const igc_options *options, void *const *outputs,
                           igc_report *report, igc_error *error)
{
    igc_report unused = {0};
    igc_resident temporary = {0};
    igc_execution run = {.program = program, .parameters = parameters, .inputs = inputs};
    igc_report *filled = report == NULL ? &unused : report;
    *filled = (igc_report){0};
    run.is_temporary = place.resident == NULL;
    run.resident = run.is_temporary ? &temporary : place.resident;
    run.device = run.is_temporary ? place.device : place.resident->device;
    if (!run.is_temporary || igc_place_graph(place.device, place.graph, &temporary, &run.error))
        run_on_graph(&run, options, outputs, filled);
    igc_free_resident(&temporary);
    if (error != NULL)
        *error = run.error;
    return run.error.status;
}
