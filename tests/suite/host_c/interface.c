// Uses the interface of a host program as a library: several runs on one device, and errors.

#include <stdio.h>
#include <string.h>

#include "../bfs_wl.h"

static int failures = 0;

static void expect(int holds, const char *what, const igc_error *error)
{
    if (!holds) {
        fprintf(stderr, "%s: status %d, %s\n", what, (int)error->status, error->message);
        failures++;
    }
}

// A path of four nodes, with edges in one direction.
static const uint32_t offsets[] = {0, 1, 2, 3, 3};
static const uint32_t targets[] = {1, 2, 3};

int main(int argument_count, char **arguments)
{
    const igc_graph path = {4, 3, offsets, targets, IGC_NO_WEIGHTS, NULL, NULL};
    uint32_t level[4] = {0};
    const bfs_wl_outputs outputs = {level};
    bfs_wl_parameters parameters = bfs_wl_defaults();
    igc_device *device = NULL;
    igc_error error = {IGC_OK, 0, ""};
    igc_report report = {0};

    if (igc_open_device(argument_count > 1 ? arguments[1] : NULL, &device, &error) != IGC_OK) {
        expect(0, "a device opens", &error);
        return 1;
    }

    // NULL means the defaults.
    bfs_wl_run(device, &path, NULL, NULL, &outputs, &report, &error);
    expect(error.status == IGC_OK && level[0] == 0 && level[3] == 3, "the first run", &error);
    expect(report.rounds == 4 && report.launches == 4, "a round for each level", &error);

    // A second run has its own parameters and memory, and keeps the kernels.
    parameters.source = 2;
    bfs_wl_run(device, &path, &parameters, NULL, &outputs, NULL, &error);
    expect(error.status == IGC_OK && level[0] == UINT32_MAX && level[3] == 1, "the second run", &error);

    parameters.source = 4;
    bfs_wl_run(device, &path, &parameters, NULL, &outputs, NULL, &error);
    expect(error.status == IGC_INVALID_ARGUMENT && strstr(error.message, "source") != NULL, "an invalid node", &error);

    const igc_graph broken = {4, 2, offsets, targets, IGC_NO_WEIGHTS, NULL, NULL};
    expect(bfs_wl_run(device, &broken, NULL, NULL, &outputs, NULL, NULL) == IGC_INVALID_ARGUMENT, "a broken graph",
           &error);

    const igc_options few_rounds = {.max_rounds = 2};
    bfs_wl_run(device, &path, NULL, &few_rounds, &outputs, NULL, &error);
    expect(error.status == IGC_TOO_MANY_ROUNDS, "too many rounds", &error);

    // A star needs three items, so the run restarts, unless larger worklists are forbidden.
    static const uint32_t star_offsets[] = {0, 3, 3, 3, 3};
    const igc_graph star = {4, 3, star_offsets, targets, IGC_NO_WEIGHTS, NULL, NULL};
    const igc_options small = {.worklist_capacity = 1};
    bfs_wl_run(device, &star, NULL, &small, &outputs, &report, &error);
    expect(error.status == IGC_OK && report.restarts > 0 && level[2] == 1, "a small worklist", &error);
    const igc_options limited = {.worklist_capacity = 1, .max_worklist = 2};
    bfs_wl_run(device, &star, NULL, &limited, &outputs, NULL, &error);
    expect(error.status == IGC_WORKLIST_FULL, "a full worklist", &error);

    const igc_graph empty = {0, 0, offsets, NULL, IGC_NO_WEIGHTS, NULL, NULL};
    bfs_wl_run(device, &empty, NULL, NULL, &outputs, NULL, &error);
    expect(error.status == IGC_INVALID_ARGUMENT, "an empty graph has no source", &error);
    igc_close_device(device);

    igc_owned_graph prepared = {0};
    expect(igc_prepare_graph(&path, IGC_UNDIRECTED | IGC_SORTED, &prepared, &error) == IGC_OK
               && prepared.graph.edge_count == 6 && prepared.graph.targets[5] == 2,
           "missing reverses are added", &error);
    igc_free_graph(&prepared);
    expect(igc_read_graph("missing.sg", &prepared, &error) == IGC_INVALID_FILE, "a missing file", &error);
    expect(igc_open_device("no such device", &device, &error) == IGC_NO_DEVICE && device == NULL, "no device", &error);
    return failures > 0;
}
