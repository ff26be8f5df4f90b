// Tests of libigc from C: handles, arrays of the caller, errors, cancellation and threads. scripts/test-c runs it, also with
// sanitizers. The argument is a folder for files.

#include <igc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define CHECK(condition) check((condition), #condition, __LINE__)

static void check(bool holds, const char *text, int line)
{
    if (!holds) {
        fprintf(stderr, "library.c:%d: %s\n", line, text);
        exit(EXIT_FAILURE);
    }
}

// Checks that a call succeeds.
#define GOOD(call) good((call), &error, #call, __LINE__)

static void good(igc_status status, igc_error **error, const char *text, int line)
{
    if (status != IGC_OK)
        fprintf(stderr, "%s\n", igc_error_rendered(*error));
    check(status == IGC_OK && *error == NULL, text, line);
}

// Checks that a call fails with a status, and that the message contains a text.
#define BAD(call, status, part) bad((call), &error, (status), (part), #call, __LINE__)

static void bad(igc_status found, igc_error **error, igc_status status, const char *part, const char *text, int line)
{
    check(found == status, text, line);
    check(*error != NULL && igc_error_status(*error) == status, text, line);
    if (strstr(igc_error_rendered(*error), part) == NULL)
        fprintf(stderr, "%s\n", igc_error_rendered(*error));
    check(strstr(igc_error_rendered(*error), part) != NULL, text, line);
    igc_error_free(*error);
    *error = NULL;
}

static const char endless[] = "node x: u32 = 0;\n"
                              "kernel step() { forall u in nodes { u.x = 1; } }\n"
                              "main { let b = true; while b { step(); } }\n"
                              "output x;\n";

static igc_device *device;

static igc_graph *load(const char *specification)
{
    igc_error *error = NULL;
    igc_graph *graph = NULL;
    GOOD(igc_graph_load(specification, &graph, &error));
    return graph;
}

static igc_session *start(const char *specification)
{
    igc_error *error = NULL;
    igc_graph *graph = load(specification);
    igc_session *session = NULL;
    GOOD(igc_session_new(device, graph, &session, &error));
    // The session keeps the graph.
    igc_graph_free(graph);
    return session;
}

// Every function refuses NULL without a crash, with and without a place for the error.
static void test_null(void)
{
    igc_error *error = NULL;
    igc_graph *graph = load("chain:3");
    igc_program *program = NULL;
    igc_session *session = NULL;
    igc_arguments *arguments = NULL;
    igc_outcome *outcome = NULL;
    igc_array array = {0};
    const char *text = "unset";
    igc_csr csr = {0};
    const uint32_t zero = 0;
    GOOD(igc_program_named("bfs_wl", NULL, &program, &error));
    GOOD(igc_session_new(device, graph, &session, &error));
    GOOD(igc_arguments_new(&arguments, &error));

#define NULLS(call) BAD(call, IGC_INVALID_ARGUMENT, "NULL")
    NULLS(igc_device_list(NULL, &error));
    NULLS(igc_device_open("cpu", NULL, &error));
    igc_graph *none = graph;
    NULLS(igc_graph_from_csr(NULL, NULL, NULL, &none, &error));
    CHECK(none == NULL);
    NULLS(igc_graph_from_csr(&csr, NULL, NULL, NULL, &error));
    csr.offset_type = IGC_TYPE_U32;
    csr.offsets = &zero;
    csr.edge_count = 1;
    NULLS(igc_graph_from_csr(&csr, NULL, NULL, &none, &error));
    NULLS(igc_graph_from_edges(3, 1, NULL, &zero, IGC_TYPE_NONE, NULL, &none, &error));
    NULLS(igc_graph_from_edges(3, 1, &zero, NULL, IGC_TYPE_NONE, NULL, &none, &error));
    NULLS(igc_graph_from_edges(3, 1, &zero, &zero, IGC_TYPE_U32, NULL, &none, &error));
    NULLS(igc_graph_from_edges(3, 1, &zero, &zero, IGC_TYPE_NONE, NULL, NULL, &error));
    NULLS(igc_graph_load(NULL, &none, &error));
    NULLS(igc_graph_load("chain:3", NULL, &error));
    NULLS(igc_graph_load_file(NULL, &none, &error));
    NULLS(igc_graph_load_file("x.mtx", NULL, &error));
    NULLS(igc_graph_size(NULL, NULL, NULL, &error));
    GOOD(igc_graph_size(graph, NULL, NULL, &error));
    igc_program *absent = NULL;
    NULLS(igc_program_compile(NULL, "main {}", NULL, &absent, &error));
    NULLS(igc_program_compile("p", NULL, NULL, &absent, &error));
    NULLS(igc_program_compile("p", "main {}", NULL, NULL, &error));
    NULLS(igc_program_load(NULL, NULL, &absent, &error));
    NULLS(igc_program_load("p.ig", NULL, NULL, &error));
    NULLS(igc_program_named(NULL, NULL, &absent, &error));
    NULLS(igc_program_named("bfs", NULL, NULL, &error));
    NULLS(igc_program_manifest(NULL, &text, &error));
    CHECK(text == NULL);
    NULLS(igc_program_manifest(program, NULL, &error));
    NULLS(igc_cancel_new(NULL, &error));
    NULLS(igc_arguments_new(NULL, &error));
    NULLS(igc_arguments_set_bool(NULL, "x", true, &error));
    NULLS(igc_arguments_set_bool(arguments, NULL, true, &error));
    NULLS(igc_arguments_set_i64(NULL, "x", 1, &error));
    NULLS(igc_arguments_set_i64(arguments, NULL, 1, &error));
    NULLS(igc_arguments_set_u64(NULL, "x", 1, &error));
    NULLS(igc_arguments_set_u64(arguments, NULL, 1, &error));
    NULLS(igc_arguments_set_f64(NULL, "x", 1, &error));
    NULLS(igc_arguments_set_f64(arguments, NULL, 1, &error));
    NULLS(igc_arguments_set_text(NULL, "x", "1", &error));
    NULLS(igc_arguments_set_text(arguments, NULL, "1", &error));
    NULLS(igc_arguments_set_text(arguments, "x", NULL, &error));
    NULLS(igc_arguments_set_input(NULL, "x", IGC_TYPE_U32, &zero, 1, &error));
    NULLS(igc_arguments_set_input(arguments, NULL, IGC_TYPE_U32, &zero, 1, &error));
    NULLS(igc_arguments_set_input(arguments, "x", IGC_TYPE_U32, NULL, 1, &error));
    NULLS(igc_arguments_set_nodes(NULL, "x", &zero, 1, &error));
    NULLS(igc_arguments_set_nodes(arguments, NULL, &zero, 1, &error));
    NULLS(igc_arguments_set_nodes(arguments, "x", NULL, 1, &error));
    NULLS(igc_arguments_set_output(NULL, "x", IGC_TYPE_U32, &csr, 1, &error));
    NULLS(igc_arguments_set_output(arguments, NULL, IGC_TYPE_U32, &csr, 1, &error));
    NULLS(igc_arguments_set_check(NULL, true, &error));
    NULLS(igc_arguments_set_cancel(NULL, NULL, &error));
    NULLS(igc_arguments_set_timeout(NULL, 1.0, &error));
    igc_session *missing = session;
    NULLS(igc_session_new(NULL, graph, &missing, &error));
    CHECK(missing == NULL);
    NULLS(igc_session_new(device, NULL, &missing, &error));
    NULLS(igc_session_new(device, graph, NULL, &error));
    NULLS(igc_session_run(NULL, program, NULL, &outcome, &error));
    NULLS(igc_session_run(session, NULL, NULL, &outcome, &error));
    NULLS(igc_session_run_auto(NULL, program, NULL, &outcome, &error));
    NULLS(igc_session_run_auto(session, NULL, NULL, &outcome, &error));
    NULLS(igc_session_prepare(NULL, program, NULL, &error));
    NULLS(igc_session_prepare(session, NULL, NULL, &error));
    NULLS(igc_session_solve(NULL, "bfs", NULL, &outcome, &error));
    NULLS(igc_session_solve(session, NULL, NULL, &outcome, &error));
    GOOD(igc_session_run(session, program, NULL, NULL, &error));
    GOOD(igc_session_run(session, program, NULL, &outcome, &error));
    NULLS(igc_outcome_output(NULL, "level", &array, &error));
    NULLS(igc_outcome_output(outcome, NULL, &array, &error));
    NULLS(igc_outcome_output(outcome, "level", NULL, &error));
    NULLS(igc_outcome_report(NULL, &text, &error));
    NULLS(igc_outcome_report(outcome, NULL, &error));

    // Without a place for the error, the status remains.
    CHECK(igc_graph_load(NULL, NULL, NULL) == IGC_INVALID_ARGUMENT);
    CHECK(igc_session_run(NULL, NULL, NULL, NULL, NULL) == IGC_INVALID_ARGUMENT);
    CHECK(igc_error_status(NULL) == IGC_OK);
    CHECK(strcmp(igc_error_code(NULL), "") == 0 && strcmp(igc_error_message(NULL), "") == 0);
    CHECK(strcmp(igc_error_help(NULL), "") == 0 && strcmp(igc_error_rendered(NULL), "") == 0);
    CHECK(strcmp(igc_error_diagnostics(NULL), "") == 0);
    CHECK(strcmp(igc_device_description(NULL), "") == 0 && strcmp(igc_program_warnings(NULL), "") == 0);
    CHECK(strcmp(igc_outcome_plan(NULL), "") == 0 && strcmp(igc_outcome_reason(NULL), "") == 0);
    CHECK(!igc_outcome_is_refused(NULL) && igc_outcome_seconds(NULL) == 0.0);
    CHECK(!igc_cancel_requested(NULL));
    igc_cancel_now(NULL);
    igc_error_free(NULL);
    igc_string_free(NULL);
    igc_device_free(NULL);
    igc_graph_free(NULL);
    igc_program_free(NULL);
    igc_arguments_free(NULL);
    igc_session_free(NULL);
    igc_outcome_free(NULL);
    igc_cancel_free(NULL);

    igc_outcome_free(outcome);
    igc_arguments_free(arguments);
    igc_session_free(session);
    igc_program_free(program);
    igc_graph_free(graph);
}

// Counts how often borrowed arrays were given back.
static void count_release(void *context) { ++*(int *)context; }

static const uint32_t offsets[] = {0, 1, 3, 5, 6};
static const uint64_t wide_offsets[] = {0, 1, 3, 5, 6};
static const uint32_t targets[] = {1, 0, 2, 1, 3, 2};

static void test_graphs(const char *folder)
{
    igc_error *error = NULL;
    igc_graph *graph = NULL;
    igc_session *session = NULL;
    uint32_t nodes = 0;
    uint64_t edges = 0;
    int released = 0;

    // Borrowed arrays are given back when the last user is freed.
    igc_csr csr = {.node_count = 4, .edge_count = 6, .offset_type = IGC_TYPE_U32, .offsets = offsets, .targets = targets};
    GOOD(igc_graph_from_csr(&csr, count_release, &released, &graph, &error));
    GOOD(igc_graph_size(graph, &nodes, &edges, &error));
    CHECK(nodes == 4 && edges == 6);
    GOOD(igc_session_new(device, graph, &session, &error));
    GOOD(igc_session_solve(session, "bfs", NULL, NULL, &error));
    igc_graph_free(graph);
    CHECK(released == 0);
    igc_session_free(session);
    CHECK(released == 1);

    // Arrays that are not a graph are given back, too.
    csr.edge_count = 5;
    BAD(igc_graph_from_csr(&csr, count_release, &released, &graph, &error), IGC_INVALID_INPUT, "offsets");
    CHECK(graph == NULL && released == 2);
    csr.edge_count = 6;
    csr.offset_type = 77;
    BAD(igc_graph_from_csr(&csr, count_release, &released, &graph, &error), IGC_INVALID_ARGUMENT, "offset_type");
    csr.offset_type = IGC_TYPE_F64;
    BAD(igc_graph_from_csr(&csr, count_release, &released, &graph, &error), IGC_INVALID_ARGUMENT, "offsets");
    CHECK(released == 4);
    csr.offset_type = IGC_TYPE_U32;
    csr.offsets = (const char *)offsets + 1;
    BAD(igc_graph_from_csr(&csr, count_release, &released, &graph, &error), IGC_INVALID_ARGUMENT, "aligned");
    CHECK(released == 5);
    csr.edge_count = UINT64_MAX;
    csr.offsets = offsets;
    BAD(igc_graph_from_csr(&csr, NULL, NULL, &graph, &error), IGC_INVALID_ARGUMENT, "targets");

    // Offsets of 64 bits, and copied arrays.
    csr.edge_count = 6;
    csr.offset_type = IGC_TYPE_U64;
    csr.offsets = wide_offsets;
    uint32_t *copied = malloc(sizeof targets);
    CHECK(copied != NULL);
    memcpy(copied, targets, sizeof targets);
    csr.targets = copied;
    GOOD(igc_graph_from_csr(&csr, NULL, NULL, &graph, &error));
    free(copied);
    GOOD(igc_session_new(device, graph, &session, &error));
    GOOD(igc_session_solve(session, "bfs", NULL, NULL, &error));
    igc_session_free(session);
    igc_graph_free(graph);

    // Weights of every type lead to the same distances, which are floats if the weights are.
    const uint32_t sources[] = {0, 1, 0}, ends[] = {1, 2, 2};
    const int32_t i32[] = {2, 3, 9};
    const uint32_t u32[] = {2, 3, 9};
    const int64_t i64[] = {2, 3, 9};
    uint64_t u64[] = {2, 3, 9};
    const float f32[] = {2, 3, 9};
    const double f64[] = {2, 3, 9};
    const void *weights[] = {i32, u32, i64, u64, f32, f64};
    const int types[] = {IGC_TYPE_I32, IGC_TYPE_U32, IGC_TYPE_I64, IGC_TYPE_U64, IGC_TYPE_F32, IGC_TYPE_F64};
    for (int i = 0; i < 6; i++) {
        igc_outcome *outcome = NULL;
        igc_array array;
        GOOD(igc_graph_from_edges(3, 3, sources, ends, types[i], weights[i], &graph, &error));
        GOOD(igc_session_new(device, graph, &session, &error));
        GOOD(igc_session_solve(session, "sssp", NULL, &outcome, &error));
        GOOD(igc_outcome_output(outcome, "dist", &array, &error));
        CHECK(array.count == 3);
        if (types[i] == IGC_TYPE_F32 || types[i] == IGC_TYPE_F64) {
            CHECK(array.type == IGC_TYPE_F64 && ((const double *)array.data)[2] == 5);
        } else {
            CHECK(array.type == IGC_TYPE_U32 && ((const uint32_t *)array.data)[2] == 5);
        }
        igc_outcome_free(outcome);
        igc_session_free(session);
        igc_graph_free(graph);
    }
    u64[1] = UINT64_MAX;
    BAD(igc_graph_from_edges(3, 3, sources, ends, IGC_TYPE_U64, u64, &graph, &error), IGC_INVALID_ARGUMENT, "weight");
    BAD(igc_graph_from_edges(3, 3, sources, ends, IGC_TYPE_BOOL, u64, &graph, &error), IGC_INVALID_ARGUMENT, "BOOL");
    BAD(igc_graph_from_edges(2, 3, sources, ends, IGC_TYPE_NONE, NULL, &graph, &error), IGC_INVALID_INPUT, "2");

    // Files.
    char path[4096];
    snprintf(path, sizeof path, "%s/graph.mtx", folder);
    FILE *file = fopen(path, "w");
    CHECK(file != NULL);
    fputs("%%MatrixMarket matrix coordinate pattern general\n3 3 2\n1 2\n2 3\n", file);
    fclose(file);
    GOOD(igc_graph_load_file(path, &graph, &error));
    GOOD(igc_graph_size(graph, &nodes, &edges, &error));
    CHECK(nodes == 3 && edges == 2);
    igc_graph_free(graph);
    BAD(igc_graph_load_file("no-such-file.mtx", &graph, &error), IGC_INVALID_INPUT, "no-such-file.mtx");
    BAD(igc_graph_load("rmta:10", &graph, &error), IGC_INVALID_INPUT, "rmta");
    BAD(igc_graph_load("\xff", &graph, &error), IGC_INVALID_ARGUMENT, "UTF-8");
}

static void test_programs(const char *folder)
{
    igc_error *error = NULL;
    igc_program *program = NULL;
    const char *manifest = NULL;
    GOOD(igc_program_named("bfs", "fg8,coop-cv", &program, &error));
    GOOD(igc_program_manifest(program, &manifest, &error));
    CHECK(strstr(manifest, "\"name\":\"source\",\"type\":\"node\",\"default\":\"0\"") != NULL);
    CHECK(strstr(manifest, "\"name\":\"level\",\"type\":\"u32\",\"extent\":\"nodes\"") != NULL);
    const char *again = NULL;
    GOOD(igc_program_manifest(program, &again, &error));
    CHECK(again == manifest && strcmp(igc_program_warnings(program), "") == 0);
    igc_program_free(program);

    BAD(igc_program_named("bsf", NULL, &program, &error), IGC_INVALID_INPUT, "did you mean `bfs`");
    BAD(igc_program_named("bfs", "fg9", &program, &error), IGC_INVALID_ARGUMENT, "fg9");

    // A wrong program has a code, a message, help, an excerpt, and JSON.
    CHECK(igc_program_compile("wrong", "node x: u32 = 0;\nmain { y(); }\noutput x;\n", NULL, &program, &error)
          == IGC_INVALID_INPUT);
    CHECK(program == NULL && igc_error_code(error)[0] == 'E');
    CHECK(strchr(igc_error_message(error), '`') != NULL && strchr(igc_error_message(error), '\n') == NULL);
    CHECK(strstr(igc_error_rendered(error), "main { y(); }") != NULL);
    CHECK(strstr(igc_error_diagnostics(error), igc_error_code(error)) != NULL);
    igc_error_free(error);
    error = NULL;

    char path[4096];
    snprintf(path, sizeof path, "%s/endless.ig", folder);
    FILE *file = fopen(path, "w");
    CHECK(file != NULL);
    fputs(endless, file);
    fclose(file);
    GOOD(igc_program_load(path, "none", &program, &error));
    igc_program_free(program);
    BAD(igc_program_load("no-such-program.ig", NULL, &program, &error), IGC_INVALID_INPUT, "no-such-program.ig");
}

static void test_runs(void)
{
    igc_error *error = NULL;
    igc_session *session = start("chain:5");
    igc_program *program = NULL;
    igc_arguments *arguments = NULL;
    igc_outcome *outcome = NULL;
    igc_array array;
    uint32_t level[5] = {0};
    const char *report = NULL;
    GOOD(igc_program_named("bfs_wl", NULL, &program, &error));
    GOOD(igc_session_prepare(session, program, NULL, &error));
    GOOD(igc_arguments_new(&arguments, &error));

    // The array of the caller gets the output of each run.
    GOOD(igc_arguments_set_output(arguments, "level", IGC_TYPE_U32, level, 5, &error));
    for (uint32_t source = 0; source < 5; source++) {
        GOOD(igc_arguments_set_u64(arguments, "source", source, &error));
        GOOD(igc_session_run(session, program, arguments, NULL, &error));
        CHECK(level[source] == 0 && level[0] == source && level[4] == 4 - source);
    }

    // The outcome lends the same output.
    GOOD(igc_arguments_set_text(arguments, "source", "1", &error));
    GOOD(igc_arguments_set_check(arguments, true, &error));
    GOOD(igc_session_run(session, program, arguments, &outcome, &error));
    GOOD(igc_outcome_output(outcome, "level", &array, &error));
    CHECK(array.count == 5 && array.type == IGC_TYPE_U32 && memcmp(array.data, level, sizeof level) == 0);
    CHECK(!igc_outcome_is_refused(outcome) && igc_outcome_seconds(outcome) > 0.0);
    GOOD(igc_outcome_report(outcome, &report, &error));
    CHECK(strstr(report, "\"oracle\"") != NULL && strcmp(igc_outcome_plan(outcome), "") == 0);
    BAD(igc_outcome_output(outcome, "distance", &array, &error), IGC_INVALID_ARGUMENT, "distance");
    CHECK(array.data == NULL && array.count == 0);
    igc_outcome_free(outcome);

    // Wrong arguments.
    GOOD(igc_arguments_set_u64(arguments, "source", 5, &error));
    BAD(igc_session_run(session, program, arguments, &outcome, &error), IGC_INVALID_INPUT, "source");
    CHECK(outcome == NULL);
    GOOD(igc_arguments_set_i64(arguments, "source", -1, &error));
    BAD(igc_session_run(session, program, arguments, &outcome, &error), IGC_INVALID_INPUT, "source");
    GOOD(igc_arguments_set_bool(arguments, "source", true, &error));
    BAD(igc_session_run(session, program, arguments, &outcome, &error), IGC_INVALID_INPUT, "source");
    GOOD(igc_arguments_set_u64(arguments, "source", 0, &error));
    GOOD(igc_arguments_set_output(arguments, "level", IGC_TYPE_U32, level, 4, &error));
    BAD(igc_session_run(session, program, arguments, &outcome, &error), IGC_INVALID_ARGUMENT, "room for 4");
    GOOD(igc_arguments_set_output(arguments, "level", IGC_TYPE_I64, level, 5, &error));
    BAD(igc_session_run(session, program, arguments, &outcome, &error), IGC_INVALID_ARGUMENT, "IGC_TYPE_U32");
    GOOD(igc_arguments_set_output(arguments, "level", IGC_TYPE_NONE, NULL, 0, &error));
    GOOD(igc_arguments_set_output(arguments, "other", IGC_TYPE_U32, level, 5, &error));
    BAD(igc_session_run(session, program, arguments, &outcome, &error), IGC_INVALID_ARGUMENT, "other");
    BAD(igc_session_solve(session, "bfs", arguments, &outcome, &error), IGC_INVALID_ARGUMENT, "other");
    // The outputs are checked before the run, so the wrong source is not found.
    GOOD(igc_arguments_set_u64(arguments, "source", 5, &error));
    BAD(igc_session_solve(session, "bfs", arguments, &outcome, &error), IGC_INVALID_ARGUMENT, "other");
    BAD(igc_session_run_auto(session, program, arguments, &outcome, &error), IGC_INVALID_ARGUMENT, "other");
    GOOD(igc_arguments_set_u64(arguments, "source", 0, &error));
    BAD(igc_arguments_set_output(arguments, "level", 99, level, 5, &error), IGC_INVALID_ARGUMENT, "99");
    BAD(igc_arguments_set_timeout(arguments, 0.0, &error), IGC_INVALID_ARGUMENT, "time limit");
    BAD(igc_arguments_set_timeout(arguments, -1.0, &error), IGC_INVALID_ARGUMENT, "time limit");
    igc_arguments_free(arguments);

    // igc chooses a plan.
    GOOD(igc_session_solve(session, "bfs", NULL, &outcome, &error));
    CHECK(strstr(igc_outcome_plan(outcome), "bfs") != NULL && igc_outcome_reason(outcome)[0] != '\0');
    igc_outcome_free(outcome);
    GOOD(igc_session_run_auto(session, program, NULL, &outcome, &error));
    CHECK(igc_outcome_plan(outcome)[0] != '\0');
    igc_outcome_free(outcome);
    BAD(igc_session_solve(session, "bsf", NULL, &outcome, &error), IGC_INVALID_INPUT, "did you mean");

    igc_program_free(program);
    igc_session_free(session);
}

// Parameters, inputs and outputs of every type.
static void test_types(void)
{
    static const char text[] = "param flag: bool = false; param small: i32 = 0; param large: u64 = 0;\n"
                               "param half: f32 = 0.0; param exact: f64 = 0.0; param below: i64 = 0;\n"
                               "input node kind: bool; input node value: f64; input worklist seeds;\n"
                               "node is_set: bool = false; node sum: f64 = 0.0; node seen: u32 = 0;\n"
                               "kernel fill(f: bool, s: i32, l: u64, h: f32, e: f64, b: i64) {\n"
                               "    forall u in nodes {\n"
                               "        u.is_set = f && u.kind;\n"
                               "        u.sum = u.value + (s as f64) + (l as f64) + (h as f64) + e + (b as f64);\n"
                               "    }\n"
                               "}\n"
                               "kernel mark() { forall u in seeds { u.seen = 1; } }\n"
                               "main { fill(flag, small, large, half, exact, below); mark(); }\n"
                               "output is_set, sum, seen;\n";
    igc_error *error = NULL;
    igc_session *session = start("chain:3");
    igc_program *program = NULL;
    igc_arguments *arguments = NULL;
    const bool kind[] = {true, false, true};
    const double value[] = {0.5, 1.5, 2.5};
    const uint32_t seeds[] = {2};
    bool is_set[3];
    double sum[3];
    uint32_t seen[3];
    GOOD(igc_program_compile("types", text, NULL, &program, &error));
    GOOD(igc_arguments_new(&arguments, &error));
    GOOD(igc_arguments_set_bool(arguments, "flag", true, &error));
    GOOD(igc_arguments_set_i64(arguments, "small", -7, &error));
    GOOD(igc_arguments_set_u64(arguments, "large", UINT64_C(1) << 40, &error));
    GOOD(igc_arguments_set_f64(arguments, "half", 0.25, &error));
    GOOD(igc_arguments_set_f64(arguments, "exact", 0.125, &error));
    GOOD(igc_arguments_set_i64(arguments, "below", -(INT64_C(1) << 40), &error));
    BAD(igc_session_run(session, program, arguments, NULL, &error), IGC_INVALID_INPUT, "kind");
    GOOD(igc_arguments_set_input(arguments, "kind", IGC_TYPE_BOOL, kind, 3, &error));
    GOOD(igc_arguments_set_input(arguments, "value", IGC_TYPE_F64, value, 2, &error));
    GOOD(igc_arguments_set_nodes(arguments, "seeds", seeds, 1, &error));
    BAD(igc_session_run(session, program, arguments, NULL, &error), IGC_INVALID_INPUT, "value");
    GOOD(igc_arguments_set_input(arguments, "value", IGC_TYPE_F64, value, 3, &error));
    GOOD(igc_arguments_set_output(arguments, "is_set", IGC_TYPE_BOOL, is_set, 3, &error));
    GOOD(igc_arguments_set_output(arguments, "sum", IGC_TYPE_F64, sum, 3, &error));
    GOOD(igc_arguments_set_output(arguments, "seen", IGC_TYPE_U32, seen, 3, &error));
    GOOD(igc_session_run(session, program, arguments, NULL, &error));
    CHECK(is_set[0] && !is_set[1] && is_set[2]);
    for (int i = 0; i < 3; i++)
        CHECK(sum[i] == value[i] - 7 + 0.25 + 0.125 && seen[i] == (i == 2));
    BAD(igc_arguments_set_input(arguments, "value", IGC_TYPE_NONE, value, 3, &error), IGC_INVALID_ARGUMENT, "type");
    igc_arguments_free(arguments);
    igc_program_free(program);
    igc_session_free(session);
}

static void *cancel_later(void *cancel)
{
    const struct timespec wait = {.tv_nsec = 50 * 1000 * 1000};
    nanosleep(&wait, NULL);
    igc_cancel_now(cancel);
    return NULL;
}

static void test_ends(void)
{
    igc_error *error = NULL;
    igc_session *session = start("cycle:10");
    igc_program *program = NULL, *bfs = NULL;
    igc_arguments *arguments = NULL;
    igc_cancel *cancel = NULL;
    pthread_t thread;
    GOOD(igc_program_compile("endless", endless, NULL, &program, &error));
    GOOD(igc_program_named("bfs", NULL, &bfs, &error));
    GOOD(igc_cancel_new(&cancel, &error));
    GOOD(igc_arguments_new(&arguments, &error));
    GOOD(igc_arguments_set_cancel(arguments, cancel, &error));
    CHECK(!igc_cancel_requested(cancel));
    CHECK(pthread_create(&thread, NULL, cancel_later, cancel) == 0);
    BAD(igc_session_run(session, program, arguments, NULL, &error), IGC_CANCELLED, "cancelled");
    CHECK(pthread_join(thread, NULL) == 0 && igc_cancel_requested(cancel));
    igc_cancel_free(cancel);

    // The session can run again, and a time limit ends a run, too.
    GOOD(igc_arguments_set_cancel(arguments, NULL, &error));
    GOOD(igc_arguments_set_timeout(arguments, 0.05, &error));
    BAD(igc_session_run(session, program, arguments, NULL, &error), IGC_TIMED_OUT, "0.05 s");
    GOOD(igc_arguments_set_timeout(arguments, 1e9, &error));
    GOOD(igc_session_run(session, bfs, arguments, NULL, &error));
    igc_arguments_free(arguments);
    igc_program_free(bfs);
    igc_program_free(program);
    igc_session_free(session);
}

// What several threads share: a program and a graph, and in the second part a session.
static struct {
    igc_program *program;
    igc_graph *graph;
    igc_session *session;
} shared;

static void *search(void *source)
{
    igc_error *error = NULL;
    igc_session *session = shared.session;
    igc_arguments *arguments = NULL;
    if (session == NULL)
        GOOD(igc_session_new(device, shared.graph, &session, &error));
    GOOD(igc_arguments_new(&arguments, &error));
    GOOD(igc_arguments_set_u64(arguments, "source", *(const uint32_t *)source, &error));
    GOOD(igc_arguments_set_check(arguments, true, &error));
    for (int i = 0; i < 5; i++) {
        igc_outcome *outcome = NULL;
        igc_array level;
        GOOD(igc_session_run(session, shared.program, arguments, &outcome, &error));
        GOOD(igc_outcome_output(outcome, "level", &level, &error));
        CHECK(!igc_outcome_is_refused(outcome) && ((const uint32_t *)level.data)[*(const uint32_t *)source] == 0);
        igc_outcome_free(outcome);
    }
    igc_arguments_free(arguments);
    if (session != shared.session)
        igc_session_free(session);
    return NULL;
}

static void test_threads(void)
{
    igc_error *error = NULL;
    const uint32_t sources[] = {1, 50, 99};
    pthread_t threads[3];
    GOOD(igc_program_named("bfs_wl", NULL, &shared.program, &error));
    shared.graph = load("grid:10x10");
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < 3; i++)
            CHECK(pthread_create(&threads[i], NULL, search, (void *)&sources[i]) == 0);
        for (int i = 0; i < 3; i++)
            CHECK(pthread_join(threads[i], NULL) == 0);
        // In the second round, all threads use one session.
        if (round == 0)
            GOOD(igc_session_new(device, shared.graph, &shared.session, &error));
    }
    igc_session_free(shared.session);
    igc_graph_free(shared.graph);
    igc_program_free(shared.program);
}

static void test_devices(void)
{
    igc_error *error = NULL;
    igc_device *none = NULL;
    char *json = NULL;
    GOOD(igc_device_list(&json, &error));
    CHECK(json[0] == '[' && strstr(json, "\"selector\":\"interpreter\"") != NULL);
    igc_string_free(json);
    BAD(igc_device_open("no such device", &none, &error), IGC_DEVICE_ERROR, "no such device");
    CHECK(none == NULL && igc_device_description(device)[0] != '\0');
}

int main(int argc, char **argv)
{
    igc_error *error = NULL;
    CHECK(argc == 3);
    GOOD(igc_device_open(argv[2], &device, &error));
    char version[32];
    snprintf(version, sizeof version, "%d.%d.%d", IGC_VERSION_MAJOR, IGC_VERSION_MINOR, IGC_VERSION_PATCH);
    CHECK(strcmp(igc_version(), version) == 0);
    test_null();
    test_graphs(argv[1]);
    test_programs(argv[1]);
    test_runs();
    test_types();
    test_ends();
    test_threads();
    test_devices();
    igc_device_free(device);
    puts("all tests of the library passed");
    return EXIT_SUCCESS;
}
