// Finds out which OpenCL C suits a device: the dialect, which the device library reads from macros.
//
// Drivers do not report reliably what they can build, and some report wrong capabilities. Therefore the standard
// of OpenCL C is found by a trial, and the table of `igc devices` of wrong reports is repeated here.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "igc_internal.h"

// Queries of later versions of OpenCL and of extensions (CL/cl.h, CL/cl_ext.h).
#define DEVICE_ATOMIC_MEMORY_CAPABILITIES 0x1063
#define DEVICE_OPENCL_C_FEATURES 0x106F
#define DEVICE_COMPUTE_CAPABILITY_MAJOR_NV 0x4000
#define DEVICE_COMPUTE_CAPABILITY_MINOR_NV 0x4001
#define DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES 0x4231
#define DEVICE_DOUBLE_FP_ATOMIC_CAPABILITIES 0x4232

// Bits of the answers.
#define ATOMIC_ACQUIRE_RELEASE (1u << 1)
#define ATOMIC_DEVICE_SCOPE (1u << 5)
#define FLOAT_ADD_GLOBAL (UINT64_C(1) << 1)
#define FLOAT_ADD_LOCAL (UINT64_C(1) << 17)

// The first compute capability for which PTX has a memory model, and those with additions of floats.
#define LEAST_PTX 70
#define LEAST_PTX_FLOAT_ADD 20

#define OPENCL_C_12 "-cl-std=CL1.2"

// An element of an answer of type cl_name_version[].
typedef struct {
    cl_uint version;
    char name[64];
} name_version;

// What the decision depends on.
typedef struct {
    char *platform;
    char *vendor;
    char *version;
    char *driver_version;
    char *extensions;
    char *name;
    cl_device_type type;
} facts;

static bool starts_with(const char *text, const char *start)
{
    return text != NULL && strncmp(text, start, strlen(start)) == 0;
}

static bool has(const char *text, const char *part) { return text != NULL && strstr(text, part) != NULL; }

// Reads a number of 32 or 64 bits. Returns false if the driver rejects the query.
static bool number(cl_device_id id, cl_device_info what, uint64_t *value)
{
    unsigned char bytes[8] = {0};
    size_t size = 0;
    uint32_t narrow = 0;
    if (clGetDeviceInfo(id, what, sizeof bytes, bytes, &size) != CL_SUCCESS)
        return false;
    memcpy(&narrow, bytes, sizeof narrow);
    memcpy(value, bytes, sizeof *value);
    if (size == sizeof narrow)
        *value = narrow;
    return size == sizeof narrow || size == sizeof *value;
}

static bool has_feature(cl_device_id id, const char *wanted)
{
    size_t size = 0;
    if (clGetDeviceInfo(id, DEVICE_OPENCL_C_FEATURES, 0, NULL, &size) != CL_SUCCESS || size == 0)
        return false;
    name_version *features = calloc(1, size);
    bool found = false;
    if (features != NULL && clGetDeviceInfo(id, DEVICE_OPENCL_C_FEATURES, size, features, NULL) == CL_SUCCESS)
        for (size_t i = 0; i < size / sizeof *features; i++)
            found = found || strncmp(features[i].name, wanted, sizeof features[i].name) == 0;
    free(features);
    return found;
}

// Returns whether atomics order other accesses, between all workgroups of the device. OpenCL 2.x guarantees
// this, and OpenCL 1.x has no orders. (Oclgrind answers the query, but it is an OpenCL 1.2 device.)
static bool claims_ordered_atomics(cl_device_id id, const char *version)
{
    uint64_t claims = 0;
    if (starts_with(version, "OpenCL 1."))
        return false;
    if (number(id, DEVICE_ATOMIC_MEMORY_CAPABILITIES, &claims))
        return (claims & ATOMIC_ACQUIRE_RELEASE) != 0 && (claims & ATOMIC_DEVICE_SCOPE) != 0;
    return starts_with(version, "OpenCL 2.");
}

static bool has_float_add(cl_device_id id, cl_device_info what)
{
    uint64_t claims = 0;
    return number(id, what, &claims) && (claims & (FLOAT_ADD_GLOBAL | FLOAT_ADD_LOCAL)) != 0;
}

// Returns NVIDIA's compute capability (90 for 9.0), or 0 for other devices.
static uint32_t compute_capability(cl_device_id id, const char *vendor)
{
    uint64_t major = 0;
    uint64_t minor = 0;
    if (!has(vendor, "NVIDIA") || !number(id, DEVICE_COMPUTE_CAPABILITY_MAJOR_NV, &major)
        || !number(id, DEVICE_COMPUTE_CAPABILITY_MINOR_NV, &minor))
        return 0;
    return (uint32_t)(major * 10 + minor);
}

// Runs the built trial. Its cell starts at 40 and ends at 47 if every operation works.
static bool run_trial(igc_device *device, cl_program program)
{
    const size_t one = 1;
    cl_uint cell = 40;
    cl_int code = CL_SUCCESS;
    cl_kernel kernel = clCreateKernel(program, "c11_trial", &code);
    if (code != CL_SUCCESS)
        return false;
    cl_mem memory =
        clCreateBuffer(device->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof cell, &cell, &code);
    const bool is_right = code == CL_SUCCESS && clSetKernelArg(kernel, 0, sizeof memory, &memory) == CL_SUCCESS
        && clEnqueueNDRangeKernel(device->queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL) == CL_SUCCESS
        && clEnqueueReadBuffer(device->queue, memory, CL_TRUE, 0, sizeof cell, &cell, 0, NULL, NULL) == CL_SUCCESS
        && cell == 47;
    if (memory != NULL)
        clReleaseMemObject(memory);
    clReleaseKernel(kernel);
    return is_right;
}

// Returns the option of the newest standard with which the device builds and runs C11 atomics.
static const char *find_standard(igc_device *device, const char *version)
{
    static const char *const standards[] = {"-cl-std=CL3.0", "-cl-std=CL2.0"};
    if (starts_with(version, "OpenCL 1."))
        return OPENCL_C_12;
    for (size_t i = 0; i < IGC_ARRAY_LENGTH(standards); i++) {
        igc_error rejection = {IGC_OK, 0, ""};
        cl_program program = igc_compile(device, &igc_trial, 1, standards[i], &rejection);
        const bool is_right = program != NULL && run_trial(device, program);
        if (program != NULL)
            clReleaseProgram(program);
        if (is_right)
            return standards[i];
    }
    return OPENCL_C_12;
}

// Intel's runtime for CPUs links kernels with the C library of the process.
#ifdef __linux__
#define USLEEP " -DIGC_USLEEP"
#else
#define USLEEP ""
#endif

static igc_dialect best_dialect(igc_device *device, const facts *facts)
{
    const bool is_cpu = (facts->type & CL_DEVICE_TYPE_CPU) != 0;
    // PoCL's sums of subgroups are sometimes wrong if several threads run workgroups.
    const bool is_pocl_cpu = is_cpu && facts->platform != NULL
        && strcmp(facts->platform, "Portable Computing Language") == 0;
    // PoCL 5.0 crashes when it compiles assembly.
    const bool is_pocl_3_cpu = is_pocl_cpu && starts_with(facts->driver_version, "3.");
    // Intel's vectoriser moves pushes out of their branches, and crashes on some loops of one iteration.
    const bool is_intel_cpu = is_cpu && starts_with(facts->platform, "Intel");
    // LLVM's passes create intrinsics that Oclgrind cannot run.
    const bool is_oclgrind = has(facts->platform, "Oclgrind");
    // No extension announces it, but NVIDIA's compiler accepts PTX. PTX has orders and scopes that the driver does
    // not report, and the driver compiles relaxed C11 accesses as plain accesses.
    const uint32_t ptx = compute_capability(device->id, facts->vendor);
    const char *standard = find_standard(device, facts->version);
    const bool is_c11 = strcmp(standard, OPENCL_C_12) != 0;
    const bool has_subgroups = !is_pocl_cpu
        && (has(facts->extensions, "cl_khr_subgroups") || has_feature(device->id, "__opencl_c_subgroups"));
    const bool adds_floats = ptx >= LEAST_PTX_FLOAT_ADD
        || has_float_add(device->id, DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES)
        || has_float_add(device->id, DEVICE_DOUBLE_FP_ATOMIC_CAPABILITIES);
    return (igc_dialect){
        .atomics = ptx >= LEAST_PTX                                                    ? 70
            : is_c11 && claims_ordered_atomics(device->id, facts->version) ? 20
                                                                                       : 12,
        .has_wide_atomics = has(facts->extensions, "cl_khr_int64_base_atomics")
            && has(facts->extensions, "cl_khr_int64_extended_atomics"),
        .has_float_atomics = adds_floats && (is_c11 || ptx > 0),
        .subgroups = ptx > 0 ? 2 : has_subgroups && is_c11 ? 1 : 0,
        .ptx = ptx,
        .standard = standard,
        .workarounds = is_intel_cpu ? " -DIGC_PLACE=volatile -DIGC_TAKEN=volatile" USLEEP
            : is_pocl_3_cpu         ? " -DIGC_ASSEMBLY"
            : is_oclgrind           ? " -disable-llvm-passes"
                                    : "",
        // Mesa's renderer on CPUs counts the rounds of all loops of a kernel, and ends loops at this number.
        .loop_limit = has(facts->name, "llvmpipe") ? 65535 : 0,
    };
}

bool igc_choose_dialect(igc_device *device, igc_error *error)
{
    facts facts = {
        .platform = igc_platform_text(device->platform, CL_PLATFORM_NAME),
        .vendor = igc_platform_text(device->platform, CL_PLATFORM_VENDOR),
        .version = igc_device_text(device->id, CL_DEVICE_VERSION),
        .driver_version = igc_device_text(device->id, CL_DRIVER_VERSION),
        .extensions = igc_device_text(device->id, CL_DEVICE_EXTENSIONS),
        .name = igc_device_text(device->id, CL_DEVICE_NAME),
    };
    const bool is_known =
        igc_check_call(error, clGetDeviceInfo(device->id, CL_DEVICE_TYPE, sizeof facts.type, &facts.type, NULL),
                       "clGetDeviceInfo");
    if (is_known)
        device->dialect = best_dialect(device, &facts);
    free(facts.platform);
    free(facts.vendor);
    free(facts.version);
    free(facts.driver_version);
    free(facts.extensions);
    free(facts.name);
    return is_known;
}

const char *igc_device_options(igc_device *device, uint32_t workgroup_size)
{
    if (device == NULL)
        return "";
    const igc_dialect *dialect = &device->dialect;
    // A workgroup that is not a whole number of warps does without subgroups.
    const int subgroups = dialect->subgroups == 2 && workgroup_size % 32 != 0 ? 0 : dialect->subgroups;
    char ptx[32] = "";
    if (dialect->ptx > 0)
        snprintf(ptx, sizeof ptx, " -DIGC_PTX=%u", (unsigned)dialect->ptx);
    snprintf(device->build_options, sizeof device->build_options,
             "%s -DIGC_ATOMICS=%d -DIGC_WIDE_ATOMICS=%d -DIGC_FLOAT_ATOMICS=%d -DIGC_SUBGROUPS=%d%s "
             "-DIGC_WORKGROUP_SIZE=%u",
             dialect->standard, dialect->atomics, dialect->has_wide_atomics, dialect->has_float_atomics, subgroups, ptx,
             (unsigned)workgroup_size);
    return device->build_options;
}
