// Uses host programs as a part of an application: two configurations of one program, graphs that stay on the device, the
// queue of the application, cancellation, time limits, every type of weights, and pointers that are NULL.

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../louvain.h"
#include "../sssp_other.h"
#include "../sssp_wl.h"

#define NODES 100000u
#define DEGREE 8u
#define EDGES (NODES * DEGREE)

static uint32_t offsets[NODES + 1], targets[EDGES], weights[EDGES];
static uint64_t wide_offsets[NODES + 1];
static float float_weights[EDGES];
static uint32_t expected[NODES], found[NODES];
static int failures = 0;
static igc_error error;

static void expect(bool holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "%s: status %d, %s\n", what, (int)error.status, error.message);
        failures++;
    }
}

// Checks a successful run, which leaves no message.
static void expect_found(igc_status status, const char *what)
{
    expect(status == IGC_OK && error.status == IGC_OK, what);
    expect(error.message[0] == '\0' && error.opencl_code == 0, "success has no message");
    expect(memcmp(found, expected, sizeof found) == 0, what);
    memset(found, 0, sizeof found);
}

static void make_graph(void)
{
    uint32_t state = 1;
    for (uint32_t node = 0; node <= NODES; node++)
        wide_offsets[node] = offsets[node] = node * DEGREE;
    for (uint32_t edge = 0; edge < EDGES; edge++) {
        state = state * 1664525u + 1013904223u;
        targets[edge] = (state >> 8) % NODES;
        weights[edge] = (state >> 4) % 100 + 1;
        float_weights[edge] = (float)weights[edge];
    }
}

static const igc_graph graph = {
    .node_count = NODES, .edge_count = EDGES, .offsets = offsets, .targets = targets, .weight_type = IGC_WEIGHTS_U32, .weights = weights};
static const sssp_wl_outputs outputs = {found};
static const sssp_other_outputs other_outputs = {found};

static void test_messages(igc_device *device)
{
    igc_report report;
    const sssp_wl_outputs first = {expected};
    const igc_options small = {.worklist_capacity = 1000};
    sssp_wl_run(device, &graph, NULL, NULL, &first, &report, &error);
    expect(error.status == IGC_OK && error.message[0] == '\0' && error.opencl_code == 0, "a usual worklist");
    sssp_wl_run(device, &graph, NULL, &small, &outputs, &report, &error);
    expect(report.restarts > 0, "the worklist is too small at first");
    expect_found(error.status, "a larger worklist");
}

static void test_graphs(igc_device *device)
{
    igc_graph other = graph;
    other.weight_type = IGC_WEIGHTS_F32;
    other.weights = float_weights;
    expect_found(sssp_wl_run(device, &other, NULL, NULL, &outputs, NULL, &error), "weights of type float");
    other.offsets = NULL;
    other.wide_offsets = wide_offsets;
    expect_found(sssp_wl_run(device, &other, NULL, NULL, &outputs, NULL, &error), "offsets of 64 bits");
    expect(igc_check_graph(&other, &error) == IGC_OK, "a graph with offsets of 64 bits");
    igc_owned_graph prepared;
    expect(igc_prepare_graph(&other, IGC_UNDIRECTED | IGC_SIMPLE, &prepared, &error) == IGC_OK, "it can be prepared");
    expect(prepared.graph.weight_type == IGC_WEIGHTS_F32 && ((const float *)prepared.weights)[0] >= 1.0f, "with its weights");
    igc_free_graph(&prepared);
    wide_offsets[1] = UINT64_C(1) << 32;
    expect(igc_check_graph(&other, &error) == IGC_INVALID_ARGUMENT, "wrong offsets of 64 bits");
    wide_offsets[1] = DEGREE;
    float_weights[7] += 0.5f;
    expect(sssp_wl_run(device, &other, NULL, NULL, &outputs, NULL, &error) == IGC_INVALID_ARGUMENT
               && strstr(error.message, "edge 7") != NULL,
           "a weight that is not a whole number");
    float_weights[7] -= 0.5f;
}

// A resident graph has everything that its programs need on the device: changes of the arrays have no effect.
static void test_resident(igc_device *device)
{
    igc_resident *resident = NULL;
    igc_graph wide = graph;
    wide.offsets = NULL;
    wide.wide_offsets = wide_offsets;
    expect(igc_load_graph(device, &wide, &resident, &error) == IGC_OK, "a graph becomes resident");
    expect_found(sssp_wl_run_resident(resident, NULL, NULL, &outputs, NULL, &error), "the first run");
    expect_found(sssp_other_run_resident(resident, NULL, NULL, &other_outputs, NULL, &error), "another configuration");
    uint32_t *kept = malloc(sizeof targets);
    if (kept == NULL)
        exit(1);
    memcpy(kept, targets, sizeof targets);
    memset(targets, 0, sizeof targets);
    memset(weights, 0, sizeof weights);
    expect_found(sssp_wl_run_resident(resident, NULL, NULL, &outputs, NULL, &error), "the graph is not copied again");
    expect_found(sssp_other_run_resident(resident, NULL, NULL, &other_outputs, NULL, &error), "nor for the other one");
    memcpy(targets, kept, sizeof targets);
    free(kept);
    igc_unload_graph(resident);
    make_graph();
}

// A program that contracts the graph leaves a resident graph as it was.
static void test_contraction(igc_device *device)
{
    // Two triangles with one edge between them.
    static const uint32_t of[] = {0, 2, 4, 7, 10, 12, 14};
    static const uint32_t to[] = {1, 2, 0, 2, 0, 1, 3, 2, 4, 5, 3, 5, 3, 4};
    static const uint32_t ones[] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    const igc_graph triangles = {6, 14, of, to, IGC_WEIGHTS_U32, ones, NULL};
    uint32_t first[6], second[6];
    igc_resident *resident = NULL;
    const louvain_outputs of_first = {.community = first}, of_second = {.community = second};
    louvain_run(device, &triangles, NULL, &of_first, NULL, &error);
    expect(error.status == IGC_OK && first[0] == first[2] && first[0] != first[3] && first[3] == first[5], "two communities");
    expect(igc_load_graph(device, &triangles, &resident, &error) == IGC_OK, "the triangles become resident");
    for (int i = 0; i < 2; i++) {
        memset(second, 0xff, sizeof second);
        expect(louvain_run_resident(resident, NULL, &of_second, NULL, &error) == IGC_OK, "communities of a resident graph");
        expect(memcmp(first, second, sizeof first) == 0, "the same communities");
    }
    igc_unload_graph(resident);
}

static bool count_down(void *left) { return --*(int *)left < 0; }

static void test_ends(igc_device *device)
{
    int left = 2;
    igc_options options = {.is_cancelled = count_down, .cancel_context = &left};
    expect(sssp_wl_run(device, &graph, NULL, &options, &outputs, NULL, &error) == IGC_CANCELLED && left == -1,
           "the application ends a run");
    left = 1000000;
    expect_found(sssp_wl_run(device, &graph, NULL, &options, &outputs, NULL, &error), "a run that is not cancelled");
    options = (igc_options){.timeout = 1e-9};
    expect(sssp_wl_run(device, &graph, NULL, &options, &outputs, NULL, &error) == IGC_TIMED_OUT, "no time");
    options.timeout = 1e6;
    expect_found(sssp_wl_run(device, &graph, NULL, &options, &outputs, NULL, &error), "enough time");
    options.timeout = -1.0;
    expect(sssp_wl_run(device, &graph, NULL, &options, &outputs, NULL, &error) == IGC_INVALID_ARGUMENT, "less than no time");
    options.timeout = NAN;
    expect(sssp_wl_run(device, &graph, NULL, &options, &outputs, NULL, &error) == IGC_INVALID_ARGUMENT, "a time that is not a number");
}

#define EXPECT_NULL(call) expect((call) == IGC_INVALID_ARGUMENT && strstr(error.message, "NULL") != NULL, #call)

static void test_null(igc_device *device)
{
    igc_device *no_device = NULL;
    igc_resident *no_resident = NULL;
    igc_owned_graph no_graph;
    EXPECT_NULL(sssp_wl_run(NULL, &graph, NULL, NULL, &outputs, NULL, &error));
    EXPECT_NULL(sssp_wl_run(device, NULL, NULL, NULL, &outputs, NULL, &error));
    EXPECT_NULL(sssp_wl_run(device, &graph, NULL, NULL, NULL, NULL, &error));
    EXPECT_NULL(sssp_wl_run_resident(NULL, NULL, NULL, &outputs, NULL, &error));
    EXPECT_NULL(igc_open_device(NULL, NULL, &error));
    EXPECT_NULL(igc_use_queue(NULL, &no_device, &error));
    EXPECT_NULL(igc_load_graph(NULL, &graph, &no_resident, &error));
    EXPECT_NULL(igc_load_graph(device, NULL, &no_resident, &error));
    EXPECT_NULL(igc_load_graph(device, &graph, NULL, &error));
    EXPECT_NULL(igc_check_graph(NULL, &error));
    EXPECT_NULL(igc_prepare_graph(NULL, 0, &no_graph, &error));
    EXPECT_NULL(igc_prepare_graph(&graph, 0, NULL, &error));
    EXPECT_NULL(igc_read_graph(NULL, &no_graph, &error));
    EXPECT_NULL(igc_read_graph("graph.sg", NULL, &error));
    expect(sssp_wl_run(NULL, NULL, NULL, NULL, NULL, NULL, NULL) == IGC_INVALID_ARGUMENT, "without a place for the error");
    expect(igc_device_name(NULL)[0] == '\0' && igc_device_options(NULL, 1)[0] == '\0', "no device has no name");
    igc_free_graph(NULL);
    igc_unload_graph(NULL);
    igc_close_device(NULL);
}

// Runs on the queue of the application, which the application uses afterwards.
static void test_queue(const char *selector)
{
    cl_uint count = 0, at = (cl_uint)atoi(selector);
    cl_platform_id platforms[16];
    cl_device_id id = NULL;
    clGetPlatformIDs(16, platforms, &count);
    for (cl_uint i = 0; i < count && id == NULL; i++) {
        cl_device_id ids[16];
        cl_uint devices = 0;
        if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 16, ids, &devices) == CL_SUCCESS && at < devices)
            id = ids[at];
        at -= devices;
    }
    if (id == NULL)
        exit(1);
    cl_context context = clCreateContext(NULL, 1, &id, NULL, NULL, NULL);
    cl_command_queue queue = clCreateCommandQueue(context, id, 0, NULL);
    cl_command_queue unordered = clCreateCommandQueue(context, id, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, NULL);
    igc_device *device = NULL;
    expect(igc_use_queue(queue, &device, &error) == IGC_OK, "the queue of the application");
    expect_found(sssp_wl_run(device, &graph, NULL, NULL, &outputs, NULL, &error), "a run on it");
    igc_close_device(device);
    if (unordered != NULL) {
        expect(igc_use_queue(unordered, &device, &error) == IGC_INVALID_ARGUMENT && device == NULL, "a queue without order");
        clReleaseCommandQueue(unordered);
    }
    expect(clFinish(queue) == CL_SUCCESS, "the application uses its queue");
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
}

int main(int argument_count, char **arguments)
{
    igc_device *device = NULL;
    const char *selector = argument_count > 1 ? arguments[1] : "0";
    if (igc_open_device(selector, &device, &error) != IGC_OK) {
        expect(false, "a device opens");
        return 1;
    }
    make_graph();
    test_messages(device);
    test_graphs(device);
    test_resident(device);
    test_contraction(device);
    test_ends(device);
    test_null(device);
    igc_close_device(device);
    test_queue(selector);
    return failures > 0;
}
