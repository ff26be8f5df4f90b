// Lists, selects and opens OpenCL devices.

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "igc_internal.h"

// The code of the loader if no driver is installed.
#define PLATFORM_NOT_FOUND (-1001)

// The largest number that is always the position of a device, and never a part of a name.
#define MOST_DEVICES 99

char *igc_device_text(cl_device_id id, cl_device_info what)
{
    size_t size = 0;
    if (clGetDeviceInfo(id, what, 0, NULL, &size) != CL_SUCCESS)
        return NULL;
    char *text = calloc(size + 1, 1);
    if (text != NULL && clGetDeviceInfo(id, what, size, text, NULL) != CL_SUCCESS)
        text[0] = '\0';
    return text;
}

char *igc_platform_text(cl_platform_id id, cl_platform_info what)
{
    size_t size = 0;
    if (clGetPlatformInfo(id, what, 0, NULL, &size) != CL_SUCCESS)
        return NULL;
    char *text = calloc(size + 1, 1);
    if (text != NULL && clGetPlatformInfo(id, what, size, text, NULL) != CL_SUCCESS)
        text[0] = '\0';
    return text;
}

// Adds the devices of a platform to the list. A platform without devices adds none.
static bool add_devices(cl_platform_id platform, igc_device_entry **entries, size_t *count, igc_error *error)
{
    cl_uint found = 0;
    const cl_int code = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, NULL, &found);
    if (code == CL_DEVICE_NOT_FOUND || (code == CL_SUCCESS && found == 0))
        return true;
    if (!igc_check_call(error, code, "clGetDeviceIDs"))
        return false;
    cl_device_id *ids = igc_allocate(error, found, sizeof *ids);
    igc_device_entry *larger = realloc(*entries, (*count + found) * sizeof **entries);
    if (larger != NULL)
        *entries = larger;
    else
        igc_fail(error, IGC_OUT_OF_MEMORY, "the host has too little memory for the list of devices");
    if (error->status == IGC_OK
        && igc_check_call(error, clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, found, ids, NULL), "clGetDeviceIDs"))
        for (cl_uint i = 0; i < found; i++)
            (*entries)[(*count)++] = (igc_device_entry){platform, ids[i]};
    free(ids);
    return error->status == IGC_OK;
}

// Lists all devices of all platforms, in the loader's order. The caller frees the list.
bool igc_list_devices(igc_device_entry **entries, size_t *count, igc_error *error)
{
    cl_uint platform_count = 0;
    *entries = NULL;
    *count = 0;
    const cl_int code = clGetPlatformIDs(0, NULL, &platform_count);
    if (code == PLATFORM_NOT_FOUND || (code == CL_SUCCESS && platform_count == 0))
        return igc_fail(error, IGC_NO_DEVICE, "no OpenCL driver is installed");
    if (!igc_check_call(error, code, "clGetPlatformIDs"))
        return false;
    cl_platform_id *platforms = igc_allocate(error, platform_count, sizeof *platforms);
    if (platforms == NULL)
        return false;
    if (igc_check_call(error, clGetPlatformIDs(platform_count, platforms, NULL), "clGetPlatformIDs"))
        for (cl_uint i = 0; i < platform_count; i++)
            if (!add_devices(platforms[i], entries, count, error))
                break;
    free(platforms);
    if (error->status == IGC_OK && *count == 0)
        igc_fail(error, IGC_NO_DEVICE, "OpenCL drivers are installed, but none of them has a device");
    if (error->status != IGC_OK) {
        free(*entries);
        *entries = NULL;
    }
    return error->status == IGC_OK;
}

static cl_device_type type_of(cl_device_id id)
{
    cl_device_type type = 0;
    return clGetDeviceInfo(id, CL_DEVICE_TYPE, sizeof type, &type, NULL) == CL_SUCCESS ? type : 0;
}

// Returns whether `text` contains `part`, without regard to case.
static bool contains(const char *text, const char *part)
{
    for (; text != NULL; text++) {
        size_t i = 0;
        while (part[i] != '\0' && tolower((unsigned char)text[i]) == tolower((unsigned char)part[i]))
            i++;
        if (part[i] == '\0')
            return true;
        if (*text == '\0')
            break;
    }
    return false;
}

// Returns whether a selector names a device by its kind, or by a part of its name or of its platform's name.
// The version of the platform counts, too, because it contains the name `PoCL`.
static bool is_named(const igc_device_entry *entry, const char *selector)
{
    static const struct {
        const char *word;
        cl_device_type type;
    } kinds[] = {
        {"cpu", CL_DEVICE_TYPE_CPU}, {"gpu", CL_DEVICE_TYPE_GPU}, {"accelerator", CL_DEVICE_TYPE_ACCELERATOR}};
    for (size_t i = 0; i < IGC_ARRAY_LENGTH(kinds); i++)
        if (strlen(selector) == strlen(kinds[i].word) && contains(selector, kinds[i].word))
            return (type_of(entry->id) & kinds[i].type) != 0;
    char *texts[] = {igc_device_text(entry->id, CL_DEVICE_NAME), igc_platform_text(entry->platform, CL_PLATFORM_NAME),
                     igc_platform_text(entry->platform, CL_PLATFORM_VERSION)};
    bool found = false;
    for (size_t i = 0; i < IGC_ARRAY_LENGTH(texts); i++) {
        found = found || contains(texts[i], selector);
        free(texts[i]);
    }
    return found;
}

// Returns the selected device, or NULL.
static const igc_device_entry *choose(const igc_device_entry *entries, size_t count, const char *selector)
{
    if (selector == NULL) {
        for (size_t i = 0; i < count; i++)
            if ((type_of(entries[i].id) & CL_DEVICE_TYPE_GPU) != 0)
                return &entries[i];
        return &entries[0];
    }
    char *end = NULL;
    const unsigned long position = strtoul(selector, &end, 10);
    const bool is_number = isdigit((unsigned char)selector[0]) && *end == '\0';
    if (is_number && position <= MOST_DEVICES)
        return position < count ? &entries[position] : NULL;
    for (size_t i = 0; i < count; i++)
        if (is_named(&entries[i], selector))
            return &entries[i];
    return NULL;
}

// Reads the properties of the device that do not depend on its dialect.
static bool read_properties(igc_device *device, igc_error *error)
{
    char *name = igc_device_text(device->id, CL_DEVICE_NAME);
    char *platform = igc_platform_text(device->platform, CL_PLATFORM_NAME);
    char *extensions = igc_device_text(device->id, CL_DEVICE_EXTENSIONS);
    snprintf(device->name, sizeof device->name, "%s (%s)", name == NULL ? "unnamed device" : name,
             platform == NULL ? "unnamed platform" : platform);
    device->has_fp64 = extensions != NULL && contains(extensions, "cl_khr_fp64");
    free(name);
    free(platform);
    free(extensions);
    device->is_cpu = (type_of(device->id) & CL_DEVICE_TYPE_CPU) != 0;
    device->is_gpu = (type_of(device->id) & CL_DEVICE_TYPE_GPU) != 0;
    const struct {
        cl_device_info what;
        size_t size;
        void *value;
    } numbers[] = {
        {CL_DEVICE_MAX_COMPUTE_UNITS, sizeof device->compute_units, &device->compute_units},
        {CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof device->max_workgroup_size, &device->max_workgroup_size},
        {CL_DEVICE_LOCAL_MEM_SIZE, sizeof device->local_memory, &device->local_memory},
        {CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof device->max_allocation, &device->max_allocation},
    };
    for (size_t i = 0; i < IGC_ARRAY_LENGTH(numbers); i++) {
        const cl_int code = clGetDeviceInfo(device->id, numbers[i].what, numbers[i].size, numbers[i].value, NULL);
        if (!igc_check_call(error, code, "clGetDeviceInfo"))
            return false;
    }
    return true;
}

// Uses the context and the queue of the caller.
static bool open_queue(igc_device *device, cl_command_queue queue, igc_error *error)
{
    cl_command_queue_properties properties = 0;
    cl_context context = NULL;
    const struct {
        cl_command_queue_info what;
        size_t size;
        void *value;
    } facts[] = {{CL_QUEUE_DEVICE, sizeof device->id, &device->id},
                 {CL_QUEUE_CONTEXT, sizeof context, &context},
                 {CL_QUEUE_PROPERTIES, sizeof properties, &properties}};
    for (size_t i = 0; i < IGC_ARRAY_LENGTH(facts); i++)
        if (!igc_check_call(error, clGetCommandQueueInfo(queue, facts[i].what, facts[i].size, facts[i].value, NULL),
                            "clGetCommandQueueInfo"))
            return false;
    if ((properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0)
        return igc_fail(error, IGC_INVALID_ARGUMENT, "the queue does not run commands in order");
    if (!igc_check_call(
            error, clGetDeviceInfo(device->id, CL_DEVICE_PLATFORM, sizeof device->platform, &device->platform, NULL),
            "clGetDeviceInfo")
        || !igc_check_call(error, clRetainContext(context), "clRetainContext"))
        return false;
    device->context = context;
    if (!igc_check_call(error, clRetainCommandQueue(queue), "clRetainCommandQueue"))
        return false;
    device->queue = queue;
    return read_properties(device, error) && igc_choose_dialect(device, error);
}

igc_status igc_use_queue(struct _cl_command_queue *queue, igc_device **device, igc_error *error)
{
    igc_error unused;
    igc_error *failure = igc_begin(error, &unused);
    if (!igc_needs(failure, device, "device"))
        return failure->status;
    *device = NULL;
    if (!igc_needs(failure, queue, "queue"))
        return failure->status;
    igc_device *opened = igc_allocate(failure, 1, sizeof *opened);
    if (opened != NULL && !open_queue(opened, queue, failure)) {
        igc_close_device(opened);
        opened = NULL;
    }
    *device = opened;
    return failure->status;
}

static bool open_entry(igc_device *device, const igc_device_entry *entry, igc_error *error)
{
    const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)entry->platform, 0};
    cl_int code = CL_SUCCESS;
    device->platform = entry->platform;
    device->id = entry->id;
    if (!read_properties(device, error))
        return false;
    device->context = clCreateContext(properties, 1, &device->id, NULL, NULL, &code);
    if (!igc_check_call(error, code, "clCreateContext"))
        return false;
    device->queue = clCreateCommandQueue(device->context, device->id, 0, &code);
    return igc_check_call(error, code, "clCreateCommandQueue") && igc_choose_dialect(device, error);
}

igc_status igc_open_device(const char *selector, igc_device **device, igc_error *error)
{
    igc_error unused;
    igc_error *failure = igc_begin(error, &unused);
    igc_device_entry *entries = NULL;
    size_t count = 0;
    if (!igc_needs(failure, device, "device"))
        return failure->status;
    *device = NULL;
    if (selector == NULL)
        selector = getenv("IGC_DEVICE");
    if (!igc_list_devices(&entries, &count, failure))
        return failure->status;
    const igc_device_entry *entry = choose(entries, count, selector);
    igc_device *opened = NULL;
    if (entry == NULL)
        igc_fail(failure, IGC_NO_DEVICE, "no OpenCL device is called `%s`; there are %zu devices", selector, count);
    else
        opened = igc_allocate(failure, 1, sizeof *opened);
    if (opened != NULL && !open_entry(opened, entry, failure)) {
        igc_close_device(opened);
        opened = NULL;
    }
    free(entries);
    *device = opened;
    return failure->status;
}

const char *igc_device_name(const igc_device *device) { return device == NULL ? "" : device->name; }

void igc_close_device(igc_device *device)
{
    if (device == NULL)
        return;
    while (device->built != NULL) {
        igc_built *next = device->built->next;
        igc_free_built(device->built);
        device->built = next;
    }
    if (device->queue != NULL)
        clReleaseCommandQueue(device->queue);
    if (device->context != NULL)
        clReleaseContext(device->context);
    free(device);
}
