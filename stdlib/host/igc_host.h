// The C interface of programs that igc compiled: devices, graphs and errors. The header of each program adds
// the function that runs it.
//
// No function prints or exits. Only a resident graph keeps pointers to the caller's data. A function that can fail
// returns a status, and describes the failure in `error`, unless `error` is NULL. After success, the message is empty.
// A pointer that is NULL where a function needs it is an IGC_INVALID_ARGUMENT. A device, with its programs and resident
// graphs, belongs to one thread at a time.

#ifndef IGC_HOST_H
#define IGC_HOST_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The outcome of a call.
typedef enum {
    IGC_OK = 0,
    IGC_INVALID_ARGUMENT, // a parameter, an option, a pointer or a graph is invalid, or a `require` of the program does
                          // not hold
    IGC_INVALID_FILE,     // a file cannot be read, or is not a graph
    IGC_OUT_OF_MEMORY,    // the host or the device has too little memory
    IGC_NO_DEVICE,        // no OpenCL device exists, or none has the wanted name
    IGC_UNSUPPORTED,      // the device lacks what the program needs
    IGC_DEVICE_FAILED,    // a call of OpenCL failed
    IGC_BUILD_FAILED,     // the driver rejected the kernels
    IGC_TOO_MANY_ROUNDS,  // the loops needed more rounds than the options allow
    IGC_INVALID_SEED,     // the program started a worklist with a number that is not a node
    IGC_WORKLIST_FULL,    // a worklist of the largest possible capacity had no room for an item
    IGC_CANCELLED,        // the caller cancelled the run
    IGC_TIMED_OUT,        // the run reached its time limit
    IGC_INTERNAL_ERROR    // this code has a bug
} igc_status;

// A failure.
typedef struct {
    igc_status status;
    int32_t opencl_code; // the code of the OpenCL call that failed, or 0
    char message[4096];  // one or more lines of text, without a line break at the end
} igc_error;

// The type of the elements of an array of weights.
typedef enum {
    IGC_NO_WEIGHTS,
    IGC_WEIGHTS_U32,
    IGC_WEIGHTS_I32,
    IGC_WEIGHTS_I64,
    IGC_WEIGHTS_F32,
    IGC_WEIGHTS_F64
} igc_weight_type;

// A graph in compressed sparse row form. The caller owns the arrays. The edges of node u are the edges from
// offsets[u] up to, but not including, offsets[u + 1]. An undirected edge is stored as two edges.
typedef struct {
    uint32_t node_count;
    uint32_t edge_count;
    const uint32_t *offsets; // node_count + 1 elements, or NULL for `wide_offsets`
    const uint32_t *targets; // the destination of each edge
    igc_weight_type weight_type;
    const void *weights; // one weight for each edge, of type `weight_type`
    const uint64_t *wide_offsets; // offsets of 64 bits, which are used if `offsets` is NULL
} igc_graph;

// A graph whose arrays were allocated by this library. `igc_free_graph` frees them.
typedef struct {
    igc_graph graph;
    uint32_t *offsets;
    uint32_t *targets;
    void *weights;
} igc_owned_graph;

// Properties that a program can require of its graph, as bits.
enum {
    IGC_UNDIRECTED = 1, // every edge has its reverse
    IGC_SIMPLE = 2,     // no self-loops and no parallel edges
    IGC_SORTED = 4      // the edges of each node are in the order of their targets
};

// Reads a graph in the format of the GAP benchmark suite. The name of the file must end in `.sg` (no weights)
// or `.wsg` (weights).
igc_status igc_read_graph(const char *path, igc_owned_graph *graph, igc_error *error);

// Checks that the offsets and the targets are consistent. The function that runs a program does this, too.
igc_status igc_check_graph(const igc_graph *graph, igc_error *error);

// Makes a copy of a graph that has the properties `requirements`, in the same way as `igc run`: it adds missing
// reverse edges, drops self-loops and all but the first of parallel edges, and sorts.
igc_status igc_prepare_graph(const igc_graph *graph, unsigned requirements, igc_owned_graph *prepared,
                             igc_error *error);

// Frees the arrays of a graph. NULL and a graph that is all zero are accepted.
void igc_free_graph(igc_owned_graph *graph);

// An open OpenCL device. It keeps the kernels that were built for it.
typedef struct igc_device igc_device;

// Opens a device. `selector` is a number from the list of devices, `cpu`, `gpu`, `accelerator`, or a part of the
// name of the device or of its platform, in any case; the first match is used. If `selector` is NULL, the
// environment variable IGC_DEVICE takes its place. If that is not set either, the first GPU is opened, or the
// first device if there is no GPU.
igc_status igc_open_device(const char *selector, igc_device **device, igc_error *error);

// The types of OpenCL's header: `cl_command_queue` is a pointer to this structure.
struct _cl_command_queue;

// Uses the device, the context and the queue of the caller. The queue must run commands in order. igc keeps a reference
// to it until the device is closed, and waits for all commands of the queue.
igc_status igc_use_queue(struct _cl_command_queue *queue, igc_device **device, igc_error *error);

// Returns the name of the device, with its platform.
const char *igc_device_name(const igc_device *device);

// Returns the options with which kernels with workgroups of this size are built for the device.
const char *igc_device_options(igc_device *device, uint32_t workgroup_size);

// Closes a device, after its resident graphs. NULL is accepted.
void igc_close_device(igc_device *device);

// A graph that stays on a device between runs.
typedef struct igc_resident igc_resident;

// Makes a graph resident. Its arrays are copied to the device when a program first needs them. The caller must neither
// change nor free them until the graph is unloaded.
igc_status igc_load_graph(igc_device *device, const igc_graph *graph, igc_resident **resident, igc_error *error);

// Frees a resident graph. NULL is accepted.
void igc_unload_graph(igc_resident *resident);

// Limits of a run. A member that is zero has its default value, so `{0}` is the usual choice.
typedef struct {
    uint64_t max_rounds;        // maximum number of rounds of all loops; default: 10,000,000
    uint32_t worklist_capacity; // initial capacity of worklists; default: slightly more than the number of nodes
    uint32_t max_worklist;      // maximum capacity of worklists; default: what 32-bit numbers allow
    uint32_t workgroup_size;    // work-items of a workgroup; default: the number for which it was compiled
    double timeout;             // maximum time of the run after its kernels are built, in seconds; default: no limit
    bool (*is_cancelled)(void *context); // returns whether the run shall end; called before each launch and each round
    void *cancel_context;                // what `is_cancelled` gets
} igc_options;

// What a run did.
typedef struct {
    uint64_t rounds;         // rounds of the loops of `main`
    uint64_t launches;       // launches of kernels, and calls of kernels in loops that the device runs
    uint32_t restarts;       // number of times that a run started again with a larger worklist
    uint32_t workgroup_size; // work-items of a workgroup
    double build_seconds;    // time to build the kernels; close to zero if the device already had them
    double compute_seconds;  // time of the last run: the initialisation of state, and `main`
} igc_report;

#ifdef __cplusplus
}
#endif

#endif // IGC_HOST_H
