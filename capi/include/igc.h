// libigc: compiles graph programs, and runs them on any device.
//
// This file is generated from the sources of the library. The chapter "C and C++" of the book has examples.
//
// - A function that can fail returns an igc_status. If it is not IGC_OK and `error` is not NULL, `*error` is an error that
//   the caller frees with igc_error_free. After success, `*error` is NULL.
// - A result goes to the place that a pointer names. After a failure, the place has NULL.
// - Each handle has a function that frees it. The handles that a call takes need to exist only during the call, unless the
//   function says otherwise.
// - A NULL pointer where a function needs a value is an error, IGC_INVALID_ARGUMENT, and so is a text that is not UTF-8.
// - No function prints, ends the process, or throws an exception. A driver of OpenCL may do so.
// - Any thread may call a function, unless its comment says otherwise.

#ifndef IGC_H
#define IGC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The first number of the version of this header.
#define IGC_VERSION_MAJOR 0

// The second number of the version of this header.
#define IGC_VERSION_MINOR 1

// The third number of the version of this header.
#define IGC_VERSION_PATCH 0

// The outcome of a call.
typedef enum igc_status {
    // The call has done what it should.
    IGC_OK = 0,
    // A pointer is NULL where that is not possible, a text is not UTF-8, or a number is out of range.
    IGC_INVALID_ARGUMENT = 1,
    // The program, the graph or the values of arguments are wrong.
    IGC_INVALID_INPUT = 2,
    // The device does not exist, lacks something, or failed.
    IGC_DEVICE_ERROR = 3,
    // Another thread cancelled the run.
    IGC_CANCELLED = 4,
    // The run reached its time limit.
    IGC_TIMED_OUT = 5,
    // igc has a bug.
    IGC_INTERNAL_ERROR = 6,
} igc_status;

// The type of the elements of an array.
typedef enum igc_type {
    // There is no array.
    IGC_TYPE_NONE = 0,
    // `bool`, one byte.
    IGC_TYPE_BOOL = 1,
    // `int32_t`.
    IGC_TYPE_I32 = 2,
    // `uint32_t`. The numbers of nodes and edges have this type, too.
    IGC_TYPE_U32 = 3,
    // `int64_t`.
    IGC_TYPE_I64 = 4,
    // `uint64_t`.
    IGC_TYPE_U64 = 5,
    // `float`.
    IGC_TYPE_F32 = 6,
    // `double`.
    IGC_TYPE_F64 = 7,
} igc_type;

// The arguments of a run. They can be used for any number of runs, and changed between runs. Several threads may use them
// at the same time as long as none changes them.
typedef struct igc_arguments igc_arguments;

// A request to end runs early. Any number of threads may use it at the same time.
typedef struct igc_cancel igc_cancel;

// A device that runs programs. Any number of threads may use it at the same time.
typedef struct igc_device igc_device;

// A failure of a call. A call that fails gives it to the caller, who frees it. It does not change, so any number of
// threads may read it at the same time.
typedef struct igc_error igc_error;

// A directed graph, which does not change. Any number of threads may use it at the same time. An undirected edge is two
// edges, one per direction.
typedef struct igc_graph igc_graph;

// The result of a run. It does not change, so any number of threads may use it at the same time.
typedef struct igc_outcome igc_outcome;

// A compiled program. It is the same for every graph and device, and any number of threads may use it at the same time.
typedef struct igc_program igc_program;

// A graph on a device, where programs run. The graph is copied to the device, and the kernels of a program are built, when a
// run first needs them; later runs find both in place. Any thread may use a session, and a call waits until the call of
// another thread has ended. To run programs at the same time, make one session for each thread.
typedef struct igc_session igc_session;

// The arrays of a graph in compressed sparse row form. The edges that leave node `u` are the edges from `offsets[u]` up to,
// but not including, `offsets[u + 1]`.
typedef struct igc_csr {
    // Number of nodes.
    uint32_t node_count;
    // The type of the offsets: IGC_TYPE_U32 or IGC_TYPE_U64.
    int32_t offset_type;
    // Number of edges.
    uint64_t edge_count;
    // `node_count + 1` offsets.
    const void *offsets;
    // The destination of each edge.
    const uint32_t *targets;
    // The weight of each edge, or NULL.
    const void *weights;
    // The type of the weights: IGC_TYPE_NONE, or any number type.
    int32_t weight_type;
} igc_csr;

// Returns borrowed arrays to their owner. It is called once, from any thread, and must not call functions of igc or throw
// exceptions.
typedef void (*igc_release)(void *context);

// An array that belongs to igc.
typedef struct igc_array {
    // The elements.
    const void *data;
    // Number of elements.
    size_t count;
    // The type of the elements.
    enum igc_type type;
} igc_array;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Returns the version of the library that runs, such as `0.1.0`. Any thread may call this.
const char *igc_version(void);

// Returns the status of the call that failed, or IGC_OK for NULL. Any thread may call this.
enum igc_status igc_error_status(const struct igc_error *error);

// Returns the name of the cause: the code of the first diagnostic of a program that does not compile, such as `E0101`,
// and otherwise a word such as `parameter` or `no-device`. The text lives as long as the error. Any thread may call this.
const char *igc_error_code(const struct igc_error *error);

// Returns what is wrong, in UTF-8, without excerpts of a program and without help. The text lives as long as the error.
// Any thread may call this.
const char *igc_error_message(const struct igc_error *error);

// Returns what can be done about the error, or an empty text. The text lives as long as the error. Any thread may call
// this.
const char *igc_error_help(const struct igc_error *error);

// Returns the whole error as text for a person: all diagnostics of a program, with excerpts, and help. The text lives as
// long as the error. Any thread may call this.
const char *igc_error_rendered(const struct igc_error *error);

// Returns the diagnostics of a program that does not compile as a JSON array, in the form of `igc check --diagnostics json`. The
// array is empty for other errors. The text lives as long as the error. Any thread may call this.
const char *igc_error_diagnostics(const struct igc_error *error);

// Frees an error. NULL is accepted. No other thread may use the error.
void igc_error_free(struct igc_error *error);

// Frees a text that a function has given to the caller. NULL is accepted. Any thread may call this.
void igc_string_free(char *text);

// Lists the devices of this machine as a JSON array of objects with the members `selector`, `name`, `driver` and `dialect`.
// The preferred devices come first, and the interpreter is last. The caller frees the text with igc_string_free. Any
// thread may call this.
enum igc_status igc_device_list(char **json,
                                struct igc_error **error);

// Finds the device that a selector names: `cpu` for this machine's processor, `cpu:4` for 4 of its threads,
// `interpreter`, `gpu`, an index, or part of the name of a device. NULL selects the first GPU or, if there is none, the
// processor. Any thread may call this.
enum igc_status igc_device_open(const char *selector, struct igc_device **device, struct igc_error **error);

// Returns the name of a device with its driver, or an empty text for NULL. The text lives as long as the device. Any thread
// may call this.
const char *igc_device_description(const struct igc_device *device);

// Frees a device. Sessions that use it keep what they need. NULL is accepted. No other thread may use the device.
void igc_device_free(struct igc_device *device);

// Makes a graph of the arrays of the caller.
//
// If `release` is NULL, the arrays are copied. Otherwise, igc borrows them: the caller must neither change nor free them
// until igc calls `release(context)`. This happens once, when nothing uses the arrays any more: at the latest when the
// graph and all sessions that use it are freed, and before this function returns if it fails. Weights of the types
// IGC_TYPE_I32, IGC_TYPE_U64 and IGC_TYPE_F32 are always copied. The arrays are checked. Any thread may call this.
enum igc_status igc_graph_from_csr(const struct igc_csr *csr,
                                   igc_release release,
                                   void *context,
                                   struct igc_graph **graph,
                                   struct igc_error **error);

// Makes a graph of `node_count` nodes from `edge_count` edges: edge `i` leads from `sources[i]` to `targets[i]`. The edges
// keep their order within each node. The arrays are copied. `weights` are of the type `weight_type`, or NULL with
// IGC_TYPE_NONE. Any thread may call this.
enum igc_status igc_graph_from_edges(uint32_t node_count,
                                     uint64_t edge_count,
                                     const uint32_t *sources,
                                     const uint32_t *targets,
                                     int32_t weight_type,
                                     const void *weights,
                                     struct igc_graph **graph,
                                     struct igc_error **error);

// Loads or generates the graph that a specification names, as the option `--graph` of the command line does: a file or a
// generator, with keys, such as `roads.mtx,symmetric` or `rmat:20,weights=1..100`. Any thread may call this.
enum igc_status igc_graph_load(const char *specification,
                               struct igc_graph **graph,
                               struct igc_error **error);

// Loads a graph from a file, in any format that igc reads. The path has no keys. Any thread may call this.
enum igc_status igc_graph_load_file(const char *path, struct igc_graph **graph, struct igc_error **error);

// Writes the numbers of nodes and edges, each unless its pointer is NULL. Any thread may call this.
enum igc_status igc_graph_size(const struct igc_graph *graph,
                               uint32_t *node_count,
                               uint64_t *edge_count,
                               struct igc_error **error);

// Frees a graph. Sessions that use it keep what they need. NULL is accepted. No other thread may use the graph.
void igc_graph_free(struct igc_graph *graph);

// Compiles the text of a program. `name` is the name of the program in errors and reports. `options` are the optimisations,
// as `--opts` of the command line takes them, such as `all` or `fg8,coop-cv`; NULL is `none`. Any thread may call this.
enum igc_status igc_program_compile(const char *name,
                                    const char *text,
                                    const char *options,
                                    struct igc_program **program,
                                    struct igc_error **error);

// Compiles the program of a file, with the files that it imports. `options` are those of igc_program_compile. Any thread
// may call this.
enum igc_status igc_program_load(const char *path,
                                 const char *options,
                                 struct igc_program **program,
                                 struct igc_error **error);

// Compiles a program of the library: the default program of a problem, such as `bfs`, or a program, such as `bfs_wl`.
// `options` are those of igc_program_compile. Any thread may call this.
enum igc_status igc_program_named(const char *name,
                                  const char *options,
                                  struct igc_program **program,
                                  struct igc_error **error);

// Describes a program as a JSON object: its name, options, method, requirements on the graph and check, and its
// `parameters`, `inputs` and `outputs` with their types, extents and meanings. The text lives as long as the program. Any
// thread may call this.
enum igc_status igc_program_manifest(const struct igc_program *program,
                                     const char **json,
                                     struct igc_error **error);

// Returns the warnings about a program as text for a person, or an empty text for a program without warnings and for NULL.
// The text lives as long as the program. Any thread may call this.
const char *igc_program_warnings(const struct igc_program *program);

// Frees a program. NULL is accepted. No other thread may use the program.
void igc_program_free(struct igc_program *program);

// Makes a request to end runs, which has no effect until igc_cancel_now is called. Any thread may call this.
enum igc_status igc_cancel_new(struct igc_cancel **cancel, struct igc_error **error);

// Ends the runs whose arguments have this request, now and in the future. A run ends before the next kernel or the next
// round of a loop, with IGC_CANCELLED. NULL is accepted. Any thread may call this at any time, and so may a handler of a
// signal.
void igc_cancel_now(const struct igc_cancel *cancel);

// Returns whether igc_cancel_now was called, or false for NULL. Any thread may call this at any time.
bool igc_cancel_requested(const struct igc_cancel *cancel);

// Frees a request. Runs that have it go on. NULL is accepted. No other thread may use the request.
void igc_cancel_free(struct igc_cancel *cancel);

// Makes arguments without parameters, inputs and outputs. Any thread may call this.
enum igc_status igc_arguments_new(struct igc_arguments **arguments, struct igc_error **error);

// Sets a parameter of type `bool`. The last value of a parameter counts. The run checks its name, type and range. No other
// thread may use the arguments.
enum igc_status igc_arguments_set_bool(struct igc_arguments *arguments,
                                       const char *name,
                                       bool value,
                                       struct igc_error **error);

// Sets a parameter of a whole number, as igc_arguments_set_bool does.
enum igc_status igc_arguments_set_i64(struct igc_arguments *arguments,
                                      const char *name,
                                      int64_t value,
                                      struct igc_error **error);

// Sets a parameter of a whole number, a node or an edge, as igc_arguments_set_bool does.
enum igc_status igc_arguments_set_u64(struct igc_arguments *arguments,
                                      const char *name,
                                      uint64_t value,
                                      struct igc_error **error);

// Sets a parameter of type `f32` or `f64`, as igc_arguments_set_bool does.
enum igc_status igc_arguments_set_f64(struct igc_arguments *arguments,
                                      const char *name,
                                      double value,
                                      struct igc_error **error);

// Sets a parameter of any type to a value as a program writes it, such as `3`, `0.85` or `true`, or `none` for a node that
// may be missing, as igc_arguments_set_bool does.
enum igc_status igc_arguments_set_text(struct igc_arguments *arguments,
                                       const char *name,
                                       const char *value,
                                       struct igc_error **error);

// Sets an input of nodes or edges: `count` elements of the type `type`, row by row. Nodes and edges are IGC_TYPE_U32. The
// array is copied. The run checks the name, the type and the count. No other thread may use the arguments.
enum igc_status igc_arguments_set_input(struct igc_arguments *arguments,
                                        const char *name,
                                        int32_t type,
                                        const void *data,
                                        size_t count,
                                        struct igc_error **error);

// Sets the items of an input worklist: `count` nodes, which are copied. No other thread may use the arguments.
enum igc_status igc_arguments_set_nodes(struct igc_arguments *arguments,
                                        const char *name,
                                        const uint32_t *nodes,
                                        size_t count,
                                        struct igc_error **error);

// Names the array of the caller into which runs write an output: `data` has room for `capacity` elements of the type
// `type`. Each run writes at most so many elements; a run with more elements fails with IGC_INVALID_ARGUMENT. NULL removes
// the place. The caller keeps the array as long as runs use it. No other thread may use the arguments.
enum igc_status igc_arguments_set_output(struct igc_arguments *arguments,
                                         const char *name,
                                         int32_t type,
                                         void *data,
                                         size_t capacity,
                                         struct igc_error **error);

// Sets whether the oracles of the program check the results of runs: see igc_outcome_is_refused. No other thread may use
// the arguments.
enum igc_status igc_arguments_set_check(struct igc_arguments *arguments,
                                        bool check,
                                        struct igc_error **error);

// Lets a request end the runs. NULL removes the request. The arguments keep what they need of the request. No other thread
// may use the arguments.
enum igc_status igc_arguments_set_cancel(struct igc_arguments *arguments,
                                         const struct igc_cancel *cancel,
                                         struct igc_error **error);

// Gives runs a time limit in seconds, after which a run ends before its next kernel or the next round of a loop, with
// IGC_TIMED_OUT. Loading a graph and building kernels are not interrupted. The limit must be positive. No other thread may
// use the arguments.
enum igc_status igc_arguments_set_timeout(struct igc_arguments *arguments,
                                          double seconds,
                                          struct igc_error **error);

// Frees arguments. NULL is accepted. No other thread may use them.
void igc_arguments_free(struct igc_arguments *arguments);

// Makes a session. It keeps what it needs of the device and the graph, which the caller may free at once. Any thread may
// call this.
enum igc_status igc_session_new(const struct igc_device *device,
                                const struct igc_graph *graph,
                                struct igc_session **session,
                                struct igc_error **error);

// Runs a program in the configuration with which it was compiled. `arguments` may be NULL. `outcome` may be NULL if the
// arguments name arrays for the outputs. Any thread may call this, and waits for other calls with the same session.
enum igc_status igc_session_run(struct igc_session *session,
                                const struct igc_program *program,
                                const struct igc_arguments *arguments,
                                struct igc_outcome **outcome,
                                struct igc_error **error);

// Loads the graph onto the device, and builds the kernels of a program, so that the first run takes as long as later ones.
// `arguments` may be NULL. Any thread may call this, and waits for other calls with the same session.
enum igc_status igc_session_prepare(struct igc_session *session,
                                    const struct igc_program *program,
                                    const struct igc_arguments *arguments,
                                    struct igc_error **error);

// Solves a problem, such as `bfs`: igc chooses the program and its configuration for the graph and the device. `name` may
// also be a program of the library, such as `bfs_wl`, for which igc chooses the configuration. `arguments` and `outcome`
// are those of igc_session_run. Any thread may call this, and waits for other calls with the same session.
enum igc_status igc_session_solve(struct igc_session *session,
                                  const char *name,
                                  const struct igc_arguments *arguments,
                                  struct igc_outcome **outcome,
                                  struct igc_error **error);

// Runs a program in a configuration that igc chooses for the graph and the device. `arguments` and `outcome` are those of
// igc_session_run. Any thread may call this, and waits for other calls with the same session.
enum igc_status igc_session_run_auto(struct igc_session *session,
                                     const struct igc_program *program,
                                     const struct igc_arguments *arguments,
                                     struct igc_outcome **outcome,
                                     struct igc_error **error);

// Frees a session, and the memory of the device that it uses. NULL is accepted. No other thread may use the session.
void igc_session_free(struct igc_session *session);

// Writes the place of an output to `array`. The elements live as long as the outcome. Any thread may call this.
enum igc_status igc_outcome_output(const struct igc_outcome *outcome,
                                   const char *name,
                                   struct igc_array *array,
                                   struct igc_error **error);

// Returns whether an oracle rejected the result, or false for NULL and for a run without a check. Any thread may call this.
bool igc_outcome_is_refused(const struct igc_outcome *outcome);

// Returns the time of the run on the device in seconds, or 0 for NULL: the initialisation of state, and `main`. Any thread
// may call this.
double igc_outcome_seconds(const struct igc_outcome *outcome);

// Returns the plan that igc has chosen, such as `bfs_wl --opts fg8`, or an empty text if igc has not chosen. The text lives
// as long as the outcome. Any thread may call this.
const char *igc_outcome_plan(const struct igc_outcome *outcome);

// Returns the reason for the plan, or an empty text if igc has not chosen. The text lives as long as the outcome. Any
// thread may call this.
const char *igc_outcome_reason(const struct igc_outcome *outcome);

// Describes a run as a JSON object, in the form of `igc run --json`: times, counts, and what oracles said. The text lives as
// long as the outcome. Any thread may call this.
enum igc_status igc_outcome_report(const struct igc_outcome *outcome,
                                   const char **json,
                                   struct igc_error **error);

// Frees an outcome, and with it the outputs. NULL is accepted. No other thread may use the outcome.
void igc_outcome_free(struct igc_outcome *outcome);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* IGC_H */
