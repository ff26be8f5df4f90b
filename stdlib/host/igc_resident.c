// Graphs that stay on a device between runs.

#include <stdlib.h>

#include "igc_internal.h"

bool igc_place_graph(igc_device *device, const igc_graph *graph, igc_resident *resident, igc_error *error)
{
    if (!igc_needs(error, device, "device") || !igc_is_graph(graph, error))
        return false;
    *resident = (igc_resident){.device = device, .graph = *graph};
    if (graph->offsets != NULL)
        return true;
    const size_t count = (size_t)graph->node_count + 1;
    resident->narrow_offsets = igc_allocate(error, count, sizeof *resident->narrow_offsets);
    for (size_t i = 0; resident->narrow_offsets != NULL && i < count; i++)
        resident->narrow_offsets[i] = (uint32_t)graph->wide_offsets[i];
    resident->graph.offsets = resident->narrow_offsets;
    return resident->narrow_offsets != NULL;
}

void igc_free_resident(igc_resident *resident)
{
    for (uint32_t i = 0; i < IGC_GRAPH_ARRAYS; i++) {
        igc_release_memory(&resident->arrays[0][i]);
        igc_release_memory(&resident->arrays[1][i]);
        free(resident->host_arrays[i]);
    }
    for (uint32_t i = 0; i < IGC_TYPE_COUNT; i++)
        igc_release_memory(&resident->weights[i]);
    free(resident->narrow_offsets);
}

igc_status igc_load_graph(igc_device *device, const igc_graph *graph, igc_resident **resident, igc_error *error)
{
    igc_error unused;
    igc_error *failure = igc_begin(error, &unused);
    if (!igc_needs(failure, resident, "resident"))
        return failure->status;
    *resident = NULL;
    igc_resident *made = igc_allocate(failure, 1, sizeof *made);
    if (made != NULL && !igc_place_graph(device, graph, made, failure)) {
        free(made);
        made = NULL;
    }
    *resident = made;
    return failure->status;
}

void igc_unload_graph(igc_resident *resident)
{
    if (resident == NULL)
        return;
    igc_free_resident(resident);
    free(resident);
}
