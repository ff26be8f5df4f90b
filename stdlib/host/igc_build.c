// Builds the kernels of a program for a device, and refuses programs that the device cannot run.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef _WIN32
#include <sys/resource.h>
#endif

#include "igc_internal.h"

// Notes the driver's log of a failed build.
static void note_build_log(igc_device *device, cl_program program, cl_int code, igc_error *error)
{
    size_t size = 0;
    char *log = NULL;
    error->opencl_code = code;
    if (clGetProgramBuildInfo(program, device->id, CL_PROGRAM_BUILD_LOG, 0, NULL, &size) == CL_SUCCESS)
        log = calloc(size + 1, 1);
    if (log != NULL)
        clGetProgramBuildInfo(program, device->id, CL_PROGRAM_BUILD_LOG, size, log, NULL);
    igc_fail(error, IGC_BUILD_FAILED, "clBuildProgram failed with code %d on %s:\n%s", (int)code, device->name,
             log == NULL ? "" : log);
    free(log);
}

// Builds a program from several texts. Returns NULL and notes the error if the driver rejects it.
cl_program igc_compile(igc_device *device, const igc_text *texts, size_t text_count, const char *options,
                       igc_error *error)
{
    size_t count = 0;
    for (size_t i = 0; i < text_count; i++)
        count += texts[i].line_count;
    const char **lines = igc_allocate(error, count, sizeof *lines);
    if (lines == NULL)
        return NULL;
    size_t at = 0;
    for (size_t i = 0; i < text_count; i++)
        for (size_t line = 0; line < texts[i].line_count; line++)
            lines[at++] = texts[i].lines[line];
    cl_int code = CL_SUCCESS;
    cl_program program = clCreateProgramWithSource(device->context, (cl_uint)count, lines, NULL, &code);
    free(lines);
    if (!igc_check_call(error, code, "clCreateProgramWithSource"))
        return NULL;
    code = clBuildProgram(program, 1, &device->id, options, NULL, NULL);
    if (code == CL_SUCCESS)
        return program;
    note_build_log(device, program, code, error);
    clReleaseProgram(program);
    return NULL;
}

void igc_free_built(igc_built *built)
{
    if (built == NULL)
        return;
    for (size_t i = 0; built->kernels != NULL && i < built->program->kernel_count; i++)
        if (built->kernels[i] != NULL)
            clReleaseKernel(built->kernels[i]);
    for (size_t i = 0; built->loops != NULL && i < built->program->loop_count; i++)
        if (built->loops[i] != NULL)
            clReleaseKernel(built->loops[i]);
    if (built->handle != NULL)
        clReleaseProgram(built->handle);
    free(built->kernels);
    free(built->loops);
    free(built);
}

// Creates a kernel. Lowers `largest` to the size of workgroups that the kernel supports.
static cl_kernel create_kernel(igc_device *device, const igc_built *built, const char *function, size_t *largest,
                               igc_error *error)
{
    cl_int code = CL_SUCCESS;
    size_t size = 0;
    cl_ulong local_memory = 0;
    cl_kernel kernel = clCreateKernel(built->handle, function, &code);
    if (!igc_check_call(error, code, "clCreateKernel"))
        return NULL;
    igc_check_call(
        error,
        clGetKernelWorkGroupInfo(kernel, device->id, CL_KERNEL_WORK_GROUP_SIZE, sizeof size, &size, NULL),
        "clGetKernelWorkGroupInfo");
    igc_check_call(error,
                   clGetKernelWorkGroupInfo(kernel, device->id, CL_KERNEL_LOCAL_MEM_SIZE, sizeof local_memory,
                                            &local_memory, NULL),
                   "clGetKernelWorkGroupInfo");
    // Most of the local memory is a fixed number of elements per work-item.
    if (local_memory > device->local_memory && size > built->workgroup_size / 2)
        size = built->workgroup_size / 2;
    if (size < *largest)
        *largest = size;
    return kernel;
}

// The options of the policies for primitives that igc ships for each kind of device (runtime/src/primitives.toml).
#define POLICY_OF_GPUS ""
#define POLICY_OF_OTHERS " -DIGC_RANKING=1"

// The option for the distribution of iterations on GPUs (runtime/src/backend/opencl/build.rs).
#define DISTRIBUTION_OF_GPUS " -DIGC_BLOCKS"

// Builds the program for workgroups of one size. Sets `largest` to the size that all kernels support.
static igc_built *build_for(igc_device *device, const igc_program *program, size_t workgroup_size, size_t *largest,
                            igc_error *error)
{
    const igc_text texts[] = {program->before_library, igc_device_library, program->after_library};
    char options[1024];
    snprintf(options, sizeof options, "%s%s%s%s", igc_device_options(device, (uint32_t)workgroup_size),
             device->is_gpu ? POLICY_OF_GPUS DISTRIBUTION_OF_GPUS : POLICY_OF_OTHERS,
             program->loop_count > 0 ? " -DIGC_GRID_BARRIER=1" : "", device->dialect.workarounds);
    igc_built *built = igc_allocate(error, 1, sizeof *built);
    if (built == NULL)
        return NULL;
    built->program = program;
    built->workgroup_size = workgroup_size;
    built->handle = igc_compile(device, texts, IGC_ARRAY_LENGTH(texts), options, error);
    built->kernels = igc_allocate(error, program->kernel_count, sizeof *built->kernels);
    built->loops = igc_allocate(error, program->loop_count, sizeof *built->loops);
    *largest = workgroup_size;
    for (size_t i = 0; i < program->kernel_count && error->status == IGC_OK; i++)
        built->kernels[i] = create_kernel(device, built, program->kernels[i].function, largest, error);
    for (size_t i = 0; i < program->loop_count && error->status == IGC_OK; i++)
        built->loops[i] = create_kernel(device, built, program->loops[i].function, largest, error);
    if (error->status == IGC_OK)
        return built;
    igc_free_built(built);
    return NULL;
}

// Rounds a workgroup size down to a multiple of 32, the size of warps and of many subgroups, or to a power of two
// below 32.
static size_t fitting(size_t most)
{
    size_t power = 1;
    if (most >= 32)
        return most / 32 * 32;
    while (power * 2 <= most)
        power *= 2;
    return power;
}

// Returns whether any kernel may take the locks of 64-bit atomics.
static bool uses_locks(const igc_program *program)
{
    for (size_t i = 0; i < program->kernel_count; i++)
        for (size_t at = 0; at < program->kernels[i].argument_count; at++)
            if (program->kernels[i].arguments[at].kind == IGC_ARGUMENT_LOCKS)
                return true;
    for (size_t i = 0; i < program->loop_count; i++)
        for (size_t at = 0; at < program->loops[i].argument_count; at++)
            if (program->loops[i].arguments[at].kind == IGC_ARGUMENT_LOCKS)
                return true;
    return false;
}

// Refuses a program that needs something that the device lacks. The driver would fail, hang, or be wrong.
static bool refuse(const igc_device *device, const igc_program *program, igc_error *error)
{
    const igc_dialect *dialect = &device->dialect;
    for (size_t i = 0; i < program->buffer_count; i++)
        if (program->buffers[i].type == IGC_F64 && !device->has_fp64)
            return igc_fail(error, IGC_UNSUPPORTED, "`%s` has the type f64, but %s lacks double precision",
                            program->buffers[i].name, device->name);
    if (dialect->loop_limit > 0 && !dialect->has_wide_atomics && uses_locks(program))
        return igc_fail(error, IGC_UNSUPPORTED,
                        "%s has no 64-bit atomics, and its work-items cannot wait for locks instead", device->name);
    if (program->loop_count > 0 && dialect->loop_limit > 0)
        return igc_fail(error, IGC_UNSUPPORTED,
                        "the workgroups of %s cannot wait for each other, as a program with oitergb needs",
                        device->name);
    if (program->loop_count > 0 && dialect->ptx > 0 && dialect->atomics == 12)
        return igc_fail(error, IGC_UNSUPPORTED,
                        "on %s, the fences of OpenCL 1.2 do not reach other workgroups, as oitergb needs",
                        device->name);
    return true;
}

// Returns the size of the stack of a thread that a driver starts without choosing a size, in bytes
// (runtime/opencl/src/threads.rs).
static uint64_t driver_stack(void)
{
#ifndef _WIN32
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
        return limit.rlim_cur;
#endif
    return UINT64_C(2) << 20;
}

// Returns the largest workgroup of a device. A driver for CPUs runs a workgroup on one thread, and may keep the local
// arrays of all its work-items on the stack of that thread. Returns 0 if those of a single work-item do not fit.
static size_t most_work_items(const igc_device *device, const igc_program *program, igc_error *error)
{
    const size_t most = device->max_workgroup_size > 0 ? device->max_workgroup_size : 1;
    if (!device->is_cpu || program->private_bytes == 0)
        return most;
    // The other half is for everything else.
    const uint64_t room = driver_stack() / 2;
    const uint64_t fits = room / program->private_bytes;
    if (fits == 0) {
        igc_fail(error, IGC_UNSUPPORTED,
                 "the local arrays of a work-item have %llu bytes with these optimisations, but %s has room for %llu; "
                 "compile the program with fewer optimisations or shorter arrays, or raise the limit on the size of "
                 "stacks (ulimit -s)",
                 (unsigned long long)program->private_bytes, device->name, (unsigned long long)room);
        return 0;
    }
    return fits < most ? fitting((size_t)fits) : most;
}

// Returns the kernels of a program for workgroups of the wanted size. Without a wanted size, the size is the
// program's, or the next smaller one that works. The device keeps the result.
igc_built *igc_build(igc_device *device, const igc_program *program, const igc_options *options, igc_error *error)
{
    const uint32_t wanted = options->workgroup_size;
    for (igc_built *built = device->built; built != NULL; built = built->next)
        if (built->program == program && built->wanted_size == wanted)
            return built;
    if (!refuse(device, program, error))
        return NULL;
    size_t size = wanted > 0 ? wanted : program->workgroup_size;
    size_t largest = most_work_items(device, program, error);
    igc_built *built = NULL;
    if (largest == 0)
        return NULL;
    if (size > largest && wanted == 0)
        size = largest;
    while (size <= largest) {
        built = build_for(device, program, size, &largest, error);
        if (built == NULL)
            return NULL;
        if (largest >= size || size == 1)
            break;
        igc_free_built(built);
        built = NULL;
        if (wanted == 0)
            size = fitting(largest < size - 1 ? largest : size - 1);
        largest = wanted == 0 ? size : largest;
    }
    if (built == NULL) {
        igc_fail(error, IGC_UNSUPPORTED, "%s supports only %zu work-items in a workgroup, not %zu", device->name,
                 largest, size);
        return NULL;
    }
    built->wanted_size = wanted;
    built->next = device->built;
    device->built = built;
    return built;
}
