// Errors, memory of the host, and the clock.

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "igc_internal.h"

igc_error *igc_begin(igc_error *error, igc_error *unused)
{
    igc_error *used = error == NULL ? unused : error;
    igc_clear_error(used);
    return used;
}

void igc_clear_error(igc_error *error)
{
    error->status = IGC_OK;
    error->opencl_code = 0;
    error->message[0] = '\0';
}

bool igc_needs(igc_error *error, const void *pointer, const char *name)
{
    return pointer != NULL || igc_fail(error, IGC_INVALID_ARGUMENT, "`%s` is NULL", name);
}

igc_status igc_refuse_null(const char *name, igc_error *error)
{
    igc_error unused;
    igc_error *failure = igc_begin(error, &unused);
    igc_needs(failure, NULL, name);
    return failure->status;
}

bool igc_fail(igc_error *error, igc_status status, const char *format, ...)
{
    if (error->status == IGC_OK) {
        va_list values;
        error->status = status;
        va_start(values, format);
        vsnprintf(error->message, sizeof error->message, format, values);
        va_end(values);
    }
    return false;
}

// The names of the codes of OpenCL that a run is likely to meet. Others are shown as numbers.
static const struct {
    cl_int code;
    const char *name;
} code_names[] = {
    {CL_DEVICE_NOT_AVAILABLE, "CL_DEVICE_NOT_AVAILABLE"},
    {CL_COMPILER_NOT_AVAILABLE, "CL_COMPILER_NOT_AVAILABLE"},
    {CL_MEM_OBJECT_ALLOCATION_FAILURE, "CL_MEM_OBJECT_ALLOCATION_FAILURE"},
    {CL_OUT_OF_RESOURCES, "CL_OUT_OF_RESOURCES"},
    {CL_OUT_OF_HOST_MEMORY, "CL_OUT_OF_HOST_MEMORY"},
    {CL_BUILD_PROGRAM_FAILURE, "CL_BUILD_PROGRAM_FAILURE"},
    {CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST"},
    {CL_INVALID_VALUE, "CL_INVALID_VALUE"},
    {CL_INVALID_MEM_OBJECT, "CL_INVALID_MEM_OBJECT"},
    {CL_INVALID_BUILD_OPTIONS, "CL_INVALID_BUILD_OPTIONS"},
    {CL_INVALID_PROGRAM_EXECUTABLE, "CL_INVALID_PROGRAM_EXECUTABLE"},
    {CL_INVALID_KERNEL_NAME, "CL_INVALID_KERNEL_NAME"},
    {CL_INVALID_KERNEL_ARGS, "CL_INVALID_KERNEL_ARGS"},
    {CL_INVALID_ARG_INDEX, "CL_INVALID_ARG_INDEX"},
    {CL_INVALID_ARG_SIZE, "CL_INVALID_ARG_SIZE"},
    {CL_INVALID_WORK_GROUP_SIZE, "CL_INVALID_WORK_GROUP_SIZE"},
    {CL_INVALID_BUFFER_SIZE, "CL_INVALID_BUFFER_SIZE"},
    {-1001, "CL_PLATFORM_NOT_FOUND_KHR"},
};

bool igc_check_call(igc_error *error, cl_int code, const char *call)
{
    if (code == CL_SUCCESS)
        return true;
    const char *name = "unknown code";
    for (size_t i = 0; i < IGC_ARRAY_LENGTH(code_names); i++)
        if (code_names[i].code == code)
            name = code_names[i].name;
    const bool is_memory = code == CL_MEM_OBJECT_ALLOCATION_FAILURE || code == CL_OUT_OF_HOST_MEMORY;
    if (error->status == IGC_OK)
        error->opencl_code = code;
    return igc_fail(error, is_memory ? IGC_OUT_OF_MEMORY : IGC_DEVICE_FAILED, "%s failed with %s (%d)", call, name,
                    (int)code);
}

bool igc_is_ok(const igc_execution *run) { return run->error.status == IGC_OK; }

void *igc_allocate(igc_error *error, size_t count, size_t size)
{
    // The result of an allocation of zero bytes may be NULL.
    void *memory = calloc(count > 0 ? count : 1, size);
    if (memory == NULL)
        igc_fail(error, IGC_OUT_OF_MEMORY, "the host has too little memory for %zu elements of %zu bytes", count, size);
    return memory;
}

double igc_seconds(void)
{
    struct timespec now;
    if (timespec_get(&now, TIME_UTC) != TIME_UTC)
        return 0.0;
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
