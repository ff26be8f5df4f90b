// The command line of a program: reads a graph and parameters, runs the program, and writes the outputs as
// tab-separated values, as `igc run --outputs` does.

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "igc_internal.h"

// Exit codes, as those of igc.
enum { SUCCESS = 0, INVALID_INPUT = 1, INVALID_USAGE = 2, DEVICE_FAILED = 3, NOT_IN_TIME = 5 };

// What the command line asks for.
typedef struct {
    const char *graph;
    const char *device;
    const char *outputs;
    igc_options options;
    uint64_t *parameters; // the bits of each parameter
    bool *is_given;
} request;

static void print_help(const igc_program *program)
{
    printf("Usage: %s GRAPH [OPTIONS]\n\n"
           "Runs %s (compiled by igc with --opts %s) on an OpenCL device.\n\n"
           "GRAPH is a graph of the GAP benchmark suite: a file that ends in .sg or .wsg.\n\n"
           "Options:\n"
           "  -p, --param NAME=VALUE       set a parameter of the program; may be repeated\n"
           "  --device TEXT                a number from --list-devices, cpu, gpu, or a part of a name; by default,\n"
           "                               the value of IGC_DEVICE, the first GPU, or the first device\n"
           "  -O, --outputs FILE           write the outputs to this file as tab-separated values; - is stdout\n"
           "  --max-rounds N               maximum number of rounds of the program's loops\n"
           "  --worklist-capacity ITEMS    initial capacity of each worklist\n"
           "  --max-worklist ITEMS         maximum capacity of each worklist\n"
           "  --workgroup-size N           number of work-items per workgroup\n"
           "  --timeout SECONDS            maximum time of the run, without the build of the kernels\n"
           "  --list-devices               list the OpenCL devices\n"
           "  --help                       print this text\n",
           program->name, program->name, program->options);
    for (size_t i = 0; i < program->parameter_count; i++)
        printf("%s  %s%s%s%s\n", i == 0 ? "\nParameters:\n" : "", program->parameters[i].name,
               program->parameters[i].range == NULL ? "" : " in ",
               program->parameters[i].range == NULL ? "" : program->parameters[i].range,
               program->parameters[i].has_default ? "" : " (required)");
}

static int report_error(const igc_error *error)
{
    fprintf(stderr, "error: %s\n", error->message);
    switch (error->status) {
    case IGC_OK:
        return SUCCESS;
    case IGC_NO_DEVICE:
    case IGC_UNSUPPORTED:
    case IGC_DEVICE_FAILED:
    case IGC_BUILD_FAILED:
        return DEVICE_FAILED;
    case IGC_TIMED_OUT:
        return NOT_IN_TIME;
    default:
        return INVALID_INPUT;
    }
}

static int list_devices(void)
{
    igc_error error = {IGC_OK, 0, ""};
    igc_device_entry *entries = NULL;
    size_t count = 0;
    if (!igc_list_devices(&entries, &count, &error))
        return report_error(&error);
    for (size_t i = 0; i < count; i++) {
        char *name = igc_device_text(entries[i].id, CL_DEVICE_NAME);
        char *platform = igc_platform_text(entries[i].platform, CL_PLATFORM_NAME);
        printf("%zu: %s (%s)\n", i, name == NULL ? "?" : name, platform == NULL ? "?" : platform);
        free(name);
        free(platform);
    }
    free(entries);
    return SUCCESS;
}

// Reads a number without a sign, at most `most`.
static bool parse_unsigned(const char *text, uint64_t most, uint64_t *bits)
{
    char *end = NULL;
    errno = 0;
    const unsigned long long value = strtoull(text, &end, 10);
    *bits = value;
    return isdigit((unsigned char)text[0]) && *end == '\0' && errno == 0 && value <= most;
}

static bool parse_signed(const char *text, int64_t least, int64_t most, uint64_t *bits)
{
    char *end = NULL;
    errno = 0;
    const long long value = strtoll(text, &end, 10);
    *bits = (uint64_t)value;
    return end != text && *end == '\0' && errno == 0 && value >= least && value <= most;
}

// Reads a number as the nearest value of its type. A number that is too large for the type is invalid.
static bool parse_float(const char *text, igc_type type, uint64_t *bits)
{
    char *end = NULL;
    const bool names_infinity = strpbrk(text, "iI") != NULL;
    const float narrow = strtof(text, &end);
    const double wide = strtod(text, &end);
    uint32_t narrow_bits = 0;
    memcpy(&narrow_bits, &narrow, sizeof narrow_bits);
    memcpy(bits, &wide, sizeof *bits);
    if (type == IGC_F32)
        *bits = narrow_bits;
    const bool is_infinite = type == IGC_F32 ? isinf(narrow) != 0 : isinf(wide) != 0;
    return end != text && *end == '\0' && (names_infinity || !is_infinite);
}

static bool parse_value(const char *text, igc_type type, uint64_t *bits)
{
    switch (type) {
    case IGC_BOOL:
        *bits = strcmp(text, "true") == 0;
        return *bits == 1 || strcmp(text, "false") == 0;
    case IGC_I32:
        return parse_signed(text, INT32_MIN, INT32_MAX, bits);
    case IGC_I64:
        return parse_signed(text, INT64_MIN, INT64_MAX, bits);
    case IGC_U64:
        return parse_unsigned(text, UINT64_MAX, bits);
    case IGC_F32:
    case IGC_F64:
        return parse_float(text, type, bits);
    default:
        return parse_unsigned(text, UINT32_MAX, bits);
    }
}

// Returns whether a parameter is a node that may be missing. Its default is the largest number.
static bool is_optional_node(const igc_parameter_info *parameter)
{
    return parameter->type == IGC_NODE && parameter->has_default && parameter->default_bits == UINT32_MAX;
}

// Reads NAME=VALUE. An optional node may be `none`.
static bool parse_parameter(const igc_program *program, const char *text, request *request)
{
    const char *equals = strchr(text, '=');
    const size_t length = equals == NULL ? strlen(text) : (size_t)(equals - text);
    for (size_t i = 0; i < program->parameter_count; i++) {
        const igc_parameter_info *parameter = &program->parameters[i];
        if (strlen(parameter->name) != length || strncmp(parameter->name, text, length) != 0)
            continue;
        request->is_given[i] = true;
        if (equals != NULL && strcmp(equals + 1, "none") == 0 && is_optional_node(parameter)) {
            request->parameters[i] = parameter->default_bits;
            return true;
        }
        if (equals != NULL && parse_value(equals + 1, parameter->type, &request->parameters[i]))
            return true;
        fprintf(stderr, "error: parameter `%s` has an invalid value\n", parameter->name);
        return false;
    }
    fprintf(stderr, "error: unknown parameter `%.*s`\n", (int)length, text);
    return false;
}

static bool parse_limit(const char *option, const char *value, request *request)
{
    const struct {
        const char *name;
        uint32_t *limit;
    } limits[] = {{"--worklist-capacity", &request->options.worklist_capacity},
                  {"--max-worklist", &request->options.max_worklist},
                  {"--workgroup-size", &request->options.workgroup_size}};
    uint64_t number = 0;
    char *end = NULL;
    if (strcmp(option, "--timeout") == 0) {
        request->options.timeout = strtod(value, &end);
        if (end != value && *end == '\0' && request->options.timeout > 0.0)
            return true;
    }
    if (strcmp(option, "--max-rounds") == 0 && parse_unsigned(value, UINT64_MAX, &number) && number > 0) {
        request->options.max_rounds = number;
        return true;
    }
    for (size_t i = 0; i < IGC_ARRAY_LENGTH(limits); i++)
        if (strcmp(option, limits[i].name) == 0 && parse_unsigned(value, UINT32_MAX, &number) && number > 0) {
            *limits[i].limit = (uint32_t)number;
            return true;
        }
    fprintf(stderr, "error: invalid option `%s %s`; --help lists the options\n", option, value);
    return false;
}

// Reads an option that has a value.
static bool parse_option(const igc_program *program, const char *option, const char *value, request *request)
{
    if (value == NULL) {
        fprintf(stderr, "error: `%s` needs a value, or is unknown; --help lists the options\n", option);
        return false;
    }
    if (strcmp(option, "-p") == 0 || strcmp(option, "--param") == 0)
        return parse_parameter(program, value, request);
    if (strcmp(option, "--device") == 0)
        request->device = value;
    else if (strcmp(option, "-O") == 0 || strcmp(option, "--outputs") == 0)
        request->outputs = value;
    else
        return parse_limit(option, value, request);
    return true;
}

static bool parse(const igc_program *program, int argument_count, char **arguments, request *request)
{
    for (int i = 1; i < argument_count; i++) {
        if (arguments[i][0] == '-') {
            if (!parse_option(program, arguments[i], i + 1 < argument_count ? arguments[i + 1] : NULL, request))
                return false;
            i++;
        } else if (request->graph == NULL) {
            request->graph = arguments[i];
        } else {
            fprintf(stderr, "error: there is more than one graph: `%s`\n", arguments[i]);
            return false;
        }
    }
    if (program->input_count > 0) {
        fprintf(stderr, "error: the input `%s` has no data; call the function %s_run, which takes the inputs\n",
                program->inputs[0], program->name);
        return false;
    }
    for (size_t i = 0; i < program->parameter_count; i++) {
        if (!request->is_given[i] && !program->parameters[i].has_default) {
            fprintf(stderr, "error: parameter `%s` has no value and no default; set it with -p %s=VALUE\n",
                    program->parameters[i].name, program->parameters[i].name);
            return false;
        }
        if (!request->is_given[i])
            request->parameters[i] = program->parameters[i].default_bits;
    }
    if (request->graph == NULL)
        fprintf(stderr, "error: the graph is missing; --help shows the usage\n");
    return request->graph != NULL;
}

static void print_value(FILE *file, igc_type type, const void *data, size_t index)
{
    switch (type) {
    case IGC_BOOL:
        fputs(((const bool *)data)[index] ? "true" : "false", file);
        return;
    case IGC_I32:
        fprintf(file, "%" PRId32, ((const int32_t *)data)[index]);
        return;
    case IGC_I64:
        fprintf(file, "%" PRId64, ((const int64_t *)data)[index]);
        return;
    case IGC_U64:
        fprintf(file, "%" PRIu64, ((const uint64_t *)data)[index]);
        return;
    case IGC_F32:
        fprintf(file, "%.9g", (double)((const float *)data)[index]);
        return;
    case IGC_F64:
        fprintf(file, "%.17g", ((const double *)data)[index]);
        return;
    default:
        fprintf(file, "%" PRIu32, ((const uint32_t *)data)[index]);
        return;
    }
}

// Writes the names of the columns of an output, one for each element of a row.
static void print_columns(FILE *file, const igc_execution *sizes, uint32_t buffer)
{
    const igc_buffer_info *info = &sizes->program->buffers[buffer];
    if (info->row_length == NULL) {
        fprintf(file, "\t%s", info->name);
        return;
    }
    for (uint32_t i = 0; i < igc_row_length(sizes, buffer); i++)
        fprintf(file, "\t%s[%" PRIu32 "]", info->name, i);
}

// Returns whether the table of nodes or edges has a column for a buffer.
static bool is_in_table(const igc_buffer_info *buffer, igc_extent extent)
{
    return buffer->extent == extent || (buffer->extent == IGC_PER_ORIGINAL_NODE && extent == IGC_PER_NODE);
}

// Writes the table of all outputs with one row per node, or per edge.
static void print_table(FILE *file, const igc_execution *sizes, igc_extent extent, uint32_t rows, void *const *outputs)
{
    const igc_program *program = sizes->program;
    bool has_columns = false;
    for (size_t i = 0; i < program->output_count; i++) {
        const igc_buffer_info *buffer = &program->buffers[program->outputs[i]];
        if (!is_in_table(buffer, extent))
            continue;
        fputs(has_columns ? "" : extent == IGC_PER_NODE ? "node" : "edge", file);
        print_columns(file, sizes, program->outputs[i]);
        has_columns = true;
    }
    if (!has_columns)
        return;
    fputc('\n', file);
    for (uint32_t row = 0; row < rows; row++) {
        fprintf(file, "%" PRIu32, row);
        for (size_t i = 0; i < program->output_count; i++) {
            const igc_buffer_info *buffer = &program->buffers[program->outputs[i]];
            if (!is_in_table(buffer, extent))
                continue;
            const size_t length = igc_row_length(sizes, program->outputs[i]);
            for (size_t element = row * length; element < (row + 1) * length; element++) {
                fputc('\t', file);
                print_value(file, buffer->type, outputs[i], element);
            }
        }
        fputc('\n', file);
    }
}

// Writes each global as a comment, then a table of the nodes, then a table of the edges.
static int write_outputs(const igc_execution *sizes, const char *path, void *const *outputs)
{
    const igc_program *program = sizes->program;
    FILE *file = strcmp(path, "-") == 0 ? stdout : fopen(path, "w");
    if (file == NULL) {
        fprintf(stderr, "error: %s: %s\n", path, strerror(errno));
        return INVALID_INPUT;
    }
    for (size_t i = 0; i < program->output_count; i++) {
        const igc_buffer_info *buffer = &program->buffers[program->outputs[i]];
        if (buffer->extent != IGC_ONE)
            continue;
        const uint32_t length = igc_row_length(sizes, program->outputs[i]);
        fprintf(file, "# %s", buffer->name);
        for (uint32_t element = 0; element < length; element++) {
            fputc('\t', file);
            print_value(file, buffer->type, outputs[i], element);
        }
        fputc('\n', file);
    }
    print_table(file, sizes, IGC_PER_NODE, sizes->graph->node_count, outputs);
    print_table(file, sizes, IGC_PER_EDGE, sizes->graph->edge_count, outputs);
    const bool is_written = fflush(file) == 0 && ferror(file) == 0;
    const bool is_closed = file == stdout || fclose(file) == 0;
    if (!is_written || !is_closed)
        fprintf(stderr, "error: %s cannot be written\n", path);
    return is_written && is_closed ? SUCCESS : INVALID_INPUT;
}

// Allocates an array for each output.
static void **allocate_outputs(const igc_execution *sizes, igc_error *error)
{
    const igc_program *program = sizes->program;
    if (!igc_check_lengths(sizes, error))
        return NULL;
    void **outputs = igc_allocate(error, program->output_count, sizeof *outputs);
    for (size_t i = 0; outputs != NULL && i < program->output_count; i++) {
        const igc_buffer_info *buffer = &program->buffers[program->outputs[i]];
        const size_t length = igc_buffer_length(sizes, program->outputs[i]);
        outputs[i] = igc_allocate(error, length, igc_type_size(buffer->type));
    }
    return outputs;
}

// Runs the program on an open device.
static int run_on(igc_device *device, const igc_program *program, const request *request, const igc_graph *graph)
{
    igc_error error = {IGC_OK, 0, ""};
    igc_report report = {0};
    int code = SUCCESS;
    const igc_execution sizes = {.program = program, .graph = graph, .input = graph, .parameters = request->parameters};
    void **outputs = allocate_outputs(&sizes, &error);
    if (error.status == IGC_OK)
        igc_run_program((igc_place){device, graph, NULL}, program, request->parameters, NULL, &request->options, outputs,
                        &report, &error);
    if (error.status != IGC_OK) {
        code = report_error(&error);
    } else {
        fprintf(stderr,
                "device    %s\noptions   %s\nbuild     %.3f s\ncompute   %.6f s, %" PRIu64 " rounds, %" PRIu64
                " launches, %" PRIu32 " restarts\n",
                igc_device_name(device), igc_device_options(device, report.workgroup_size), report.build_seconds,
                report.compute_seconds, report.rounds, report.launches, report.restarts);
        if (request->outputs != NULL)
            code = write_outputs(&sizes, request->outputs, outputs);
    }
    for (size_t i = 0; outputs != NULL && i < program->output_count; i++)
        free(outputs[i]);
    free(outputs);
    return code;
}

static int run(const igc_program *program, const request *request)
{
    igc_error error = {IGC_OK, 0, ""};
    igc_owned_graph graph = {0};
    igc_owned_graph prepared = {0};
    igc_device *device = NULL;
    int code = SUCCESS;
    // The device is opened first: if it is missing, reading a large graph would be a waste of time.
    if (igc_open_device(request->device, &device, &error) == IGC_OK
        && igc_read_graph(request->graph, &graph, &error) == IGC_OK)
        igc_prepare_graph(&graph.graph, program->requirements, &prepared, &error);
    igc_free_graph(&graph);
    if (error.status != IGC_OK)
        code = report_error(&error);
    else
        code = run_on(device, program, request, &prepared.graph);
    igc_free_graph(&prepared);
    igc_close_device(device);
    return code;
}

int igc_command_line(const igc_program *program, int argument_count, char **arguments)
{
    if (arguments == NULL)
        argument_count = 0;
    igc_error error = {IGC_OK, 0, ""};
    request request = {0};
    int code = INVALID_USAGE;
    for (int i = 1; i < argument_count; i++) {
        if (strcmp(arguments[i], "--help") == 0) {
            print_help(program);
            return SUCCESS;
        }
        if (strcmp(arguments[i], "--list-devices") == 0)
            return list_devices();
    }
    request.parameters = igc_allocate(&error, program->parameter_count, sizeof *request.parameters);
    request.is_given = igc_allocate(&error, program->parameter_count, sizeof *request.is_given);
    if (error.status != IGC_OK)
        code = report_error(&error);
    else if (parse(program, argument_count, arguments, &request))
        code = run(program, &request);
    free(request.parameters);
    free(request.is_given);
    return code;
}
