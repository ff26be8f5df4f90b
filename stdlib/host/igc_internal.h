// The internal interface between the generated code of a program and the files of this folder.
//
// The generated code describes a program by tables, and `main` by a function. That function calls the steps
// below. If a step fails, the run keeps the first error, all later steps do nothing and return zero, and no loop
// starts another round. The generated code therefore contains no error handling.

#ifndef IGC_INTERNAL_H
#define IGC_INTERNAL_H

#include <stddef.h>

#include "igc_host.h"

#define CL_TARGET_OPENCL_VERSION 120
#ifdef __APPLE__
#include <OpenCL/opencl.h>
#else
#include <CL/cl.h>
#endif

// The largest number of nodes, edges or items, so that strided loops of kernels do not wrap.
#define IGC_MAX_EXTENT (UINT32_MAX - (UINT32_C(1) << 24))

// The largest computed length of an array.
#define IGC_MAX_LENGTH (UINT64_C(1) << 31)

#define IGC_ARRAY_LENGTH(array) (sizeof(array) / sizeof((array)[0]))

// Initialises a pointer to a table and the number of its rows.
#define IGC_ROWS(table) table, IGC_ARRAY_LENGTH(table)

// The types of the language. On the device, a `bool` has 32 bits.
typedef enum {
    IGC_BOOL,
    IGC_I32,
    IGC_U32,
    IGC_I64,
    IGC_U64,
    IGC_F32,
    IGC_F64,
    IGC_NODE,
    IGC_EDGE
} igc_type;
#define IGC_TYPE_COUNT (IGC_EDGE + 1)

// The arrays of the graph that kernels can read.
typedef enum {
    IGC_OUT_OFFSETS,
    IGC_TARGETS,
    IGC_SOURCES,
    IGC_IN_OFFSETS,
    IGC_IN_EDGES,
    IGC_IN_SOURCES,
    IGC_IN_TARGETS,
    IGC_REVERSE,
    IGC_GRAPH_ARRAYS // their number
} igc_graph_array;

// A parameter of a program. A value is kept as the bits of its type, in the low bits of a word.
typedef struct {
    const char *name;
    igc_type type;
    bool has_default;
    uint64_t default_bits;
    const char *range; // as the program states it, or NULL if every value is valid
    uint64_t least_bits; // the smallest value in the range
    uint64_t most_bits; // the largest value in the range
} igc_parameter_info;

typedef struct igc_execution igc_execution;

// An array of a program, and its initial values.
// `IGC_PER_ORIGINAL_NODE`: for each node of the input graph, whatever contractions do.
typedef enum { IGC_ONE, IGC_PER_NODE, IGC_PER_EDGE, IGC_PER_ORIGINAL_NODE } igc_extent;
typedef enum { IGC_INITIAL_FILL, IGC_INITIAL_WEIGHTS, IGC_INITIAL_INPUT, IGC_INITIAL_ITSELF, IGC_INITIAL_DEGREES } igc_initial;
typedef struct {
    const char *name;
    igc_type type;
    igc_extent extent;
    igc_initial initial;
    uint64_t fill; // the bits of every element with IGC_INITIAL_FILL, the index of an input with IGC_INITIAL_INPUT,
                   // 8 * side + statistic with IGC_INITIAL_DEGREES
    uint64_t (*row_length)(const igc_execution *run); // NULL if each node, edge or global has a single element
    size_t element_size; // in bytes, on the device: 1 or 2 if elements are narrow, otherwise that of the type
} igc_buffer_info;

// A worklist of a program.
typedef struct {
    const char *name;
    bool holds_nodes;
    size_t item_size; // in bytes: 4, 8 or 16
} igc_worklist_info;

// What an argument of a kernel or of an outlined loop is bound to. `index` selects among things of one kind.
typedef enum {
    IGC_ARGUMENT_GRAPH,
    IGC_ARGUMENT_BUFFER,
    IGC_ARGUMENT_WORKLIST_FRONT,
    IGC_ARGUMENT_WORKLIST_BACK,
    IGC_ARGUMENT_WORKLIST_SIZES,
    IGC_ARGUMENT_WORKLIST_PHASE,
    IGC_ARGUMENT_WORKLIST_CAPACITY,
    IGC_ARGUMENT_NODE_COUNT,
    IGC_ARGUMENT_EDGE_COUNT,
    IGC_ARGUMENT_LENGTH, // the number of elements of each row of a buffer
    IGC_ARGUMENT_PARAMETER,
    IGC_ARGUMENT_LOCKS,
    IGC_ARGUMENT_VALUE, // a value that a launch passes, or a local of `main` that an outlined loop takes
    IGC_ARGUMENT_ROUNDS,
    IGC_ARGUMENT_MOST_ROUNDS,
    IGC_ARGUMENT_ENVIRONMENT,
    IGC_ARGUMENT_PATIENCE,
    IGC_ARGUMENT_RESULTS
} igc_argument_kind;

typedef struct {
    igc_argument_kind kind;
    uint32_t index;
    igc_type type; // of a parameter or a value
} igc_argument;

// The domain of a parallel loop of a kernel. With IGC_WORK_OTHER, only the kernel knows it.
typedef enum { IGC_WORK_NODES, IGC_WORK_EDGES, IGC_WORK_WORKLIST, IGC_WORK_VALUE, IGC_WORK_OTHER } igc_work_kind;
typedef struct {
    igc_work_kind kind;
    uint32_t index; // of the worklist, or of the value that is the number of iterations
} igc_work;

// A kernel that the host launches.
typedef struct {
    const char *function;
    const igc_argument *arguments;
    size_t argument_count;
    const igc_work *work;
    size_t work_count;
    bool is_selective; // few elements of its loops are expected to do work
    bool is_resident;  // a launch has no more work-items than can be resident
} igc_kernel_info;

// The meaning of a word that an outlined loop returns.
typedef enum {
    IGC_RESULT_ENDING,
    IGC_RESULT_NODE,
    IGC_RESULT_SEEDED_WORKLIST,
    IGC_RESULT_GROUPS,
    IGC_RESULT_ROUNDS,
    IGC_RESULT_LAUNCHES,
    IGC_RESULT_VALUE,          // the final value of a local of `main`
    IGC_RESULT_BUFFER_PLACE,   // the buffer whose memory this buffer has now
    IGC_RESULT_WORKLIST_PLACE, // the same for worklists
    IGC_RESULT_WORKLIST_PHASE,
    IGC_RESULT_WORKLIST_SWAPPED
} igc_result_kind;

typedef struct {
    igc_result_kind kind;
    uint32_t index;
} igc_result;

// A loop of `main` that the device runs in one launch.
typedef struct {
    const char *function;
    const igc_argument *arguments;
    size_t argument_count;
    const igc_result *results;
    size_t result_count;
    bool is_narrow;           // over worklists, which are often short on graphs with few edges
    uint32_t groups_per_unit; // workgroups for each compute unit of a GPU; 0 leaves the number to igc_loop.c
} igc_loop_info;

// A text, as lines that end with line breaks. C compilers need not accept long string literals.
typedef struct {
    const char *const *lines;
    size_t line_count;
} igc_text;

// The data of an input. Only worklists need a count.
typedef struct {
    const void *data;
    uint32_t count;
} igc_input;

// A program: the tables of its parts, its OpenCL C, and `main`. Tables without rows are NULL.
typedef struct {
    const char *name;
    const char *options; // the optimisation flags with which igc compiled it
    uint32_t workgroup_size;
    uint64_t private_bytes; // the size of the local arrays of a work-item, for the launch that has the most
    unsigned requirements;
    unsigned graph_arrays; // bit i: kernels read the igc_graph_array i
    igc_type edge_type;    // IGC_EDGE, or IGC_U64 if edge ids and the number of edges have 64 bits
    const igc_parameter_info *parameters;
    size_t parameter_count;
    const igc_buffer_info *buffers;
    size_t buffer_count;
    const igc_worklist_info *worklists;
    size_t worklist_count;
    const igc_kernel_info *kernels;
    size_t kernel_count;
    const igc_loop_info *loops;
    size_t loop_count;
    const uint32_t *outputs; // indices of buffers
    size_t output_count;
    const char *const *inputs; // their names
    size_t input_count;
    igc_text before_library; // the OpenCL C is this text, the device library, and the text after it
    igc_text after_library;
    void (*main)(igc_execution *run);
} igc_program;

// The device library, and the kernel of the trial that finds out which atomics a device has.
extern const igc_text igc_device_library;
extern const igc_text igc_trial;

// A double-buffered worklist on the device.
typedef struct {
    uint32_t capacity; // of each buffer, in items
    cl_mem front;      // the items that kernels read
    cl_mem back;       // the items that kernels push
    cl_mem sizes;      // three sizes that rotate, and the capacity that a push without room needed
    uint32_t phase;    // index of the front buffer's size; the next one, modulo 3, is the back buffer's
    bool knows_pushed; // whether the host knows the number of items in the back buffer
    uint32_t pushed;
    bool knows_front; // the same for the front buffer
    uint32_t front_size;
} igc_worklist;

// How the workgroups of an outlined loop find each other and synchronise.
typedef struct {
    size_t groups;     // workgroups of the next launch
    size_t min_groups; // later launches have at least this number
    uint32_t patience; // number of times that a workgroup checks for others before it starts without them
    cl_mem words;
    cl_mem results;
} igc_environment;

// The kernels of a program, built for a device. `kernels` and `loops` are in the order of the program.
typedef struct igc_built igc_built;
struct igc_built {
    const igc_program *program;
    uint32_t wanted_size;
    size_t workgroup_size;
    cl_program handle;
    cl_kernel *kernels;
    cl_kernel *loops;
    bool is_finished; // whether every kernel was launched, which makes some drivers compile it
    igc_built *next;
};

// The choices with which OpenCL C is built for a device: see stdlib/opencl/dialect.cl.
typedef struct {
    int atomics;            // 12, 20 or 70
    bool has_wide_atomics;  // atomics on 64 bits without locks
    bool has_float_atomics; // atomic additions of floats without compare-and-swap
    int subgroups;          // 0, 1 or 2
    uint32_t ptx;           // NVIDIA's compute capability, such as 90 for 9.0, or 0
    const char *standard;   // the option that selects the version of OpenCL C
    const char *workarounds;
    uint32_t loop_limit; // the device ends loops after this number of rounds; 0: it does not
} igc_dialect;

struct igc_device {
    cl_platform_id platform;
    cl_device_id id;
    cl_context context;
    cl_command_queue queue;
    char name[512];
    bool is_cpu;
    bool is_gpu;
    bool has_fp64;
    cl_uint compute_units;
    size_t max_workgroup_size;
    cl_ulong local_memory;
    cl_ulong max_allocation;
    igc_dialect dialect;
    char build_options[512];
    igc_built *built; // all programs that were built for the device
};

// A graph on a device. Its arrays are copied to the device, or derived on the host, when a program first needs them.
struct igc_resident {
    igc_device *device;
    igc_graph graph; // with offsets of 32 bits
    uint32_t *narrow_offsets; // the memory of these offsets, if the caller gave offsets of 64 bits
    cl_mem arrays[2][IGC_GRAPH_ARRAYS]; // with edges of 32 bits, and with edges of 64 bits
    cl_mem weights[IGC_TYPE_COUNT]; // in each type that an array of weights can have
    uint32_t *host_arrays[IGC_GRAPH_ARRAYS];
};

// Where a program runs: on a resident graph, or on a graph of the caller.
typedef struct {
    igc_device *device;
    const igc_graph *graph;
    igc_resident *resident;
} igc_place;

// A run of a program on a graph.
struct igc_execution {
    const igc_program *program;
    igc_device *device;
    igc_resident *resident;
    bool is_temporary; // whether the resident graph exists only for this run, which may then overwrite it
    igc_built *built;
    const igc_graph *graph; // the current graph: the input, or its quotient after a contraction
    const igc_graph *input;
    igc_graph quotient;
    uint32_t *quotient_offsets; // the memory of the quotient
    uint32_t *quotient_targets;
    uint64_t *row_lengths; // of each buffer, for the input graph
    const uint64_t *parameters;
    const igc_input *inputs;
    igc_options options; // without zeros, except for `workgroup_size`
    igc_error error;     // the first error of the run
    bool is_overflow;    // whether the error is that `full_worklist` had no room
    uint32_t full_worklist;
    uint32_t needed_capacity;
    cl_mem graph_arrays[IGC_GRAPH_ARRAYS];   // of the current graph
    cl_mem quotient_arrays[IGC_GRAPH_ARRAYS]; // the memory of a quotient, unless the resident graph is temporary
    uint32_t *host_arrays[IGC_GRAPH_ARRAYS]; // those of a quotient that the host computed for itself
    cl_mem locks;
    cl_mem *buffers;
    igc_worklist *worklists;
    igc_environment *environments; // one for each outlined loop
    uint64_t rounds;
    uint64_t launches;
    uint32_t unfinished; // launches since the host last waited for the device
    double deadline;     // time at which the run has taken too long, or 0
};

// Errors (igc_error.c). `igc_begin` clears the caller's error, or `unused` if the caller wants none, and returns the
// one to use. The other functions keep the first error, and return whether there is none.
igc_error *igc_begin(igc_error *error, igc_error *unused);
void igc_clear_error(igc_error *error);
bool igc_needs(igc_error *error, const void *pointer, const char *name); // fails if the pointer is NULL
bool igc_fail(igc_error *error, igc_status status, const char *format, ...);
bool igc_check_call(igc_error *error, cl_int code, const char *call);
bool igc_is_ok(const igc_execution *run);
double igc_seconds(void);

// Allocates an array of zeros. Returns NULL and notes the error if there is too little memory.
void *igc_allocate(igc_error *error, size_t count, size_t size);

// Devices (igc_device.c, igc_dialect.c).
typedef struct {
    cl_platform_id platform;
    cl_device_id id;
} igc_device_entry;
bool igc_list_devices(igc_device_entry **entries, size_t *count, igc_error *error);
char *igc_device_text(cl_device_id id, cl_device_info what);     // NULL if the driver rejects the query
char *igc_platform_text(cl_platform_id id, cl_platform_info what); // the caller frees both texts
bool igc_choose_dialect(igc_device *device, igc_error *error);

// Programs (igc_build.c).
cl_program igc_compile(igc_device *device, const igc_text *texts, size_t text_count, const char *options,
                       igc_error *error);
igc_built *igc_build(igc_device *device, const igc_program *program, const igc_options *options, igc_error *error);
void igc_free_built(igc_built *built);

// Memory (igc_memory.c). `igc_free_memory` frees all memory of a run.
bool igc_allocate_memory(igc_execution *run);
bool igc_initialise_memory(igc_execution *run);
// Makes the arrays of the current graph that kernels read available on the device. `is_overwritten` says that the
// arrays of a temporary graph hold another graph.
bool igc_copy_graph(igc_execution *run, bool is_overwritten);
void igc_release_memory(cl_mem *memory);
bool igc_enlarge_worklist(igc_execution *run);
void igc_free_memory(igc_execution *run);
cl_mem igc_new_buffer(igc_execution *run, size_t bytes);
bool igc_fill_range(igc_execution *run, cl_mem memory, size_t offset, size_t bytes, uint64_t bits, size_t size);
bool igc_read_memory(igc_execution *run, cl_mem memory, size_t offset, size_t bytes, void *data);
bool igc_write_memory(igc_execution *run, cl_mem memory, size_t offset, size_t bytes, const void *data);
// Returns an element of `size` bytes, extended with zeros.
uint64_t igc_bits(const void *elements, size_t index, size_t size);
size_t igc_type_size(igc_type type);
size_t igc_row_count(const igc_execution *run, uint32_t buffer);
uint32_t igc_row_length(const igc_execution *run, uint32_t buffer);
size_t igc_buffer_length(const igc_execution *run, uint32_t buffer);
bool igc_check_lengths(const igc_execution *run, igc_error *error);

// Resident graphs (igc_resident.c). `igc_place_graph` checks a graph, and fills `resident`, which owns no memory before.
bool igc_place_graph(igc_device *device, const igc_graph *graph, igc_resident *resident, igc_error *error);
void igc_free_resident(igc_resident *resident);

// Graphs (igc_graph.c). `igc_offset` returns an offset of either width. The result of the other function belongs to the
// caller.
bool igc_is_graph(const igc_graph *graph, igc_error *error);
uint64_t igc_offset(const igc_graph *graph, uint32_t node);
uint32_t *igc_derive_graph_array(const igc_graph *graph, igc_graph_array array, igc_error *error);

// Conversion of weights (igc_weights.c): the bits of each weight in the type of a buffer.
bool igc_convert_weights(const igc_graph *graph, const igc_buffer_info *buffer, void *converted, igc_error *error);

// Contraction (igc_contract.c). `igc_restore_graph` returns to the input graph.
bool igc_restore_graph(igc_execution *run);

// Launches (igc_launch.c). `igc_bind` binds an argument of a kernel to its current value.
bool igc_set_value(igc_execution *run, cl_kernel kernel, cl_uint position, igc_type type, uint64_t bits);
bool igc_bind(igc_execution *run, cl_kernel kernel, cl_uint position, const igc_argument *argument,
              const uint64_t *values);
bool igc_enqueue(igc_execution *run, cl_kernel kernel, size_t work_items);
size_t igc_usual_work_items(const igc_execution *run, bool is_resident);

// The environments of outlined loops (igc_loop.c), and the arguments that are part of them.
bool igc_create_environment(igc_execution *run, uint32_t loop);
bool igc_is_of_environment(const igc_argument *argument);
bool igc_bind_environment(igc_execution *run, uint32_t loop, cl_uint position, const igc_argument *argument);

// Completes the build of all kernels (igc_finish_build.c).
bool igc_finish_build(igc_execution *run);

// Runs a program (igc_run.c). `inputs` has the data of each input, and `outputs` has a pointer for each output, or NULL for an output that is not wanted.
igc_status igc_run_program(igc_place place, const igc_program *program, const uint64_t *parameters,
                           const igc_input *inputs, const igc_options *options, void *const *outputs,
                           igc_report *report, igc_error *error);

// Refuses a call with a pointer that is NULL.
igc_status igc_refuse_null(const char *name, igc_error *error);

// Returns whether the run may continue: it has not failed, nobody cancelled it, and it has time left.
bool igc_may_continue(igc_execution *run);

// Implements the command line of a program (igc_command.c).
int igc_command_line(const igc_program *program, int argument_count, char **arguments);

// The steps of `main` (igc_steps.c, igc_launch.c, igc_loop.c, igc_contract.c).
uint64_t igc_load(igc_execution *run, uint32_t buffer, uint32_t index);
uint64_t igc_load_element(igc_execution *run, uint32_t buffer, uint32_t row, uint32_t element);
uint32_t igc_graph_element(igc_execution *run, igc_graph_array array, uint32_t index);
// Returns an edge of an array of the graph in 64 bits.
uint64_t igc_wide_graph_element(igc_execution *run, igc_graph_array array, uint32_t index);
// Returns an edge in 64 bits. The largest value, which means that there is no edge, stays the largest one.
static inline uint64_t igc_wide_edge(uint32_t edge)
{
    return edge == UINT32_MAX ? UINT64_MAX : edge;
}
// Returns an edge of 64 bits as an index. A larger value becomes the largest one, which is not an index.
static inline uint32_t igc_index(uint64_t edge)
{
    return edge < UINT32_MAX ? (uint32_t)edge : UINT32_MAX;
}
void igc_store(igc_execution *run, uint32_t buffer, uint32_t index, uint64_t bits);
void igc_store_element(igc_execution *run, uint32_t buffer, uint32_t row, uint32_t element, uint64_t bits);
void igc_fill(igc_execution *run, uint32_t buffer, uint64_t bits);
void igc_swap_buffers(igc_execution *run, uint32_t first, uint32_t second);
void igc_swap_worklists(igc_execution *run, uint32_t first, uint32_t second);
void igc_contract(igc_execution *run, uint32_t label, uint32_t member, const uint32_t *carried, uint32_t carried_count);
void igc_clear(igc_execution *run, uint32_t worklist);
void igc_seed_nodes(igc_execution *run, uint32_t worklist);
void igc_seed_input(igc_execution *run, uint32_t worklist, uint32_t input);
void igc_seed_items(igc_execution *run, uint32_t worklist, const void *items, uint32_t count);
void igc_launch(igc_execution *run, uint32_t kernel, const uint64_t *values);
void igc_take(igc_execution *run, uint32_t worklist);
void igc_launch_again(igc_execution *run, uint32_t kernel, const uint64_t *values);
void igc_run_loop(igc_execution *run, uint32_t loop, uint64_t *values);

// The parts of a line that `main` prints (igc_print.c). `end` is a space, or ends the line.
void igc_print_text(igc_execution *run, const char *text, char end);
void igc_print_value(igc_execution *run, igc_type type, uint64_t bits, char end);

// Ends the run with an error unless a condition of `main` holds.
void igc_require(igc_execution *run, bool holds, const char *message);

// Returns the number of items in the back buffer of a worklist. A worklist without room ends the run.
uint32_t igc_waiting(igc_execution *run, uint32_t worklist);

// Counts a round of a loop. Returns false if the run has failed or has had too many rounds, which ends the loop.
bool igc_begin_round(igc_execution *run);

// Checks that no worklist ran out of room.
bool igc_check_room(igc_execution *run);

#endif // IGC_INTERNAL_H
