// Compiles a program, and runs it from several nodes of a graph that stays on the device.
//
// Usage: hops [GRAPH [DEVICE]], by default rmat:10 on this machine's processor.

#include <igc.h>
#include <stdio.h>
#include <stdlib.h>

static const char text[] =
    "param source: node = 0;\n"
    "node hops: u32 = MAX;\n"
    "kernel visit(round: u32) {\n"
    "    forall u in worklist {\n"
    "        forall e in u.out {\n"
    "            if e.dst.hops == MAX { e.dst.hops = round; push e.dst; }\n"
    "        }\n"
    "    }\n"
    "}\n"
    "main {\n"
    "    source.hops = 0;\n"
    "    let round = 1;\n"
    "    pipe [source] { visit(round); round += 1; }\n"
    "}\n"
    "output hops;\n";

// Ends the program if a call has failed.
static void check(igc_status status, igc_error *error)
{
    if (status != IGC_OK) {
        fprintf(stderr, "%s\n", igc_error_rendered(error));
        exit(EXIT_FAILURE);
    }
}

int main(int argc, char **argv)
{
    igc_error *error = NULL;
    igc_device *device = NULL;
    igc_graph *graph = NULL;
    igc_program *program = NULL;
    igc_session *session = NULL;
    igc_arguments *arguments = NULL;

    check(igc_device_open(argc > 2 ? argv[2] : "cpu", &device, &error), error);
    check(igc_graph_load(argc > 1 ? argv[1] : "rmat:10", &graph, &error), error);
    check(igc_program_compile("hops", text, "none", &program, &error), error);
    check(igc_session_new(device, graph, &session, &error), error);
    check(igc_arguments_new(&arguments, &error), error);

    // The array for the output `hops` of every run.
    uint32_t nodes = 0;
    check(igc_graph_size(graph, &nodes, NULL, &error), error);
    uint32_t *hops = calloc(nodes > 0 ? nodes : 1, sizeof *hops);
    if (hops == NULL)
        return EXIT_FAILURE;
    check(igc_arguments_set_output(arguments, "hops", IGC_TYPE_U32, hops, nodes, &error), error);

    for (uint32_t source = 0; source < 3 && source < nodes; source++) {
        check(igc_arguments_set_u64(arguments, "source", source, &error), error);
        check(igc_session_run(session, program, arguments, NULL, &error), error);
        uint32_t reached = 0;
        for (uint32_t node = 0; node < nodes; node++)
            reached += hops[node] != UINT32_MAX;
        printf("from %u: %u nodes\n", (unsigned)source, (unsigned)reached);
    }

    free(hops);
    igc_arguments_free(arguments);
    igc_session_free(session);
    igc_program_free(program);
    igc_graph_free(graph);
    igc_device_free(device);
    return EXIT_SUCCESS;
}
