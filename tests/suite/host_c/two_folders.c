// Runs programs of two folders in one application. Their libraries have different prefixes.

#include <stdio.h>

#include "bfs_wl.h"
#include "bfs_wl_all.h"

static const uint32_t offsets[] = {0, 1, 3, 4};
static const uint32_t targets[] = {1, 0, 2, 1};

int main(int argument_count, char **arguments)
{
    const char *selector = argument_count > 1 ? arguments[1] : NULL;
    const igc_graph graph = {.node_count = 3, .edge_count = 4, .offsets = offsets, .targets = targets};
    const fast_graph other_graph = {.node_count = 3, .edge_count = 4, .offsets = offsets, .targets = targets};
    uint32_t level[3] = {0}, other[3] = {0};
    const bfs_wl_outputs outputs = {level};
    const bfs_wl_all_outputs other_outputs = {other};
    igc_device *device = NULL;
    fast_device *other_device = NULL;
    if (igc_open_device(selector, &device, NULL) != IGC_OK || fast_open_device(selector, &other_device, NULL) != FAST_OK)
        return 1;
    if (bfs_wl_run(device, &graph, NULL, NULL, &outputs, NULL, NULL) != IGC_OK
        || bfs_wl_all_run(other_device, &other_graph, NULL, NULL, &other_outputs, NULL, NULL) != FAST_OK)
        return 1;
    printf("%u %u %u, %u %u %u\n", level[0], level[1], level[2], other[0], other[1], other[2]);
    igc_close_device(device);
    fast_close_device(other_device);
    return 0;
}
