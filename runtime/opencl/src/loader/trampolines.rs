//! Definitions of the OpenCL functions that `cl-sys` and `ocl::core` call. Each definition forwards
//! to the library that the [loader](super) found.
//!
//! The linker finds these definitions before it searches for a library, so the program starts
//! without one. If there is no library, or if it lacks a function, the call returns an error code:
//! `CL_PLATFORM_NOT_FOUND_KHR` from `clGetPlatformIDs`, like a loader without drivers, and
//! `CL_INVALID_OPERATION` from all other functions.
//!
//! The table contains the functions that `ocl-core` 0.11 and this crate use, with the types of `cl-sys`. If a
//! type differs from that in `cl-sys`, the crate does not compile.

#![allow(non_snake_case)]

use std::ptr;

use cl_sys::*;
use libloading::Library;

use super::loader;

type ContextNotify = extern "C" fn(*const c_char, *const c_void, size_t, *mut c_void);
type Notify = extern "C" fn(*mut c_void, *mut c_void);
type EventNotify = extern "C" fn(cl_event, cl_int, *mut c_void);
type NativeKernel = extern "C" fn(*mut c_void);

/// The status code `CL_PLATFORM_NOT_FOUND_KHR` of the extension `cl_khr_icd`.
const PLATFORM_NOT_FOUND: cl_int = -1001;
/// `CL_INVALID_OPERATION`: the result of calling a function that the library lacks.
const ABSENT: cl_int = -59;

/// Returns null, and sets `errcode_ret` to [`ABSENT`]: the result of a missing function that
/// creates an object.
fn no_object(errcode_ret: *mut cl_int) -> *mut c_void {
    if !errcode_ret.is_null() {
        // SAFETY: by OpenCL's contract, a pointer that is not null points to a `cl_int`.
        unsafe { *errcode_ret = ABSENT };
    }
    ptr::null_mut()
}

macro_rules! trampolines {
    ($(fn $name:ident($($arg:ident: $type:ty),*) -> $returns:ty = $absent:expr;)*) => {
        /// The functions of an OpenCL loader library. A function that the library lacks is `None`.
        pub(crate) struct Api {
            $($name: Option<unsafe extern "system" fn($($type),*) -> $returns>,)*
        }

        impl Api {
            /// Returns the table without any functions, for use if there is no library.
            pub(crate) fn absent() -> Api {
                Api { $($name: None,)* }
            }

            /// Looks up the functions in `library`.
            ///
            /// # Safety
            ///
            /// The functions must have the types of the OpenCL headers, and must not be called
            /// after the library is closed.
            pub(crate) unsafe fn of(library: &Library) -> Api {
                // SAFETY: the caller guarantees the types of the functions.
                Api { $($name: unsafe { library.get(stringify!($name)) }.ok().map(|f| *f),)* }
            }
        }

        $(
            const _: unsafe extern "system" fn($($type),*) -> $returns = cl_sys::$name;

            #[unsafe(no_mangle)]
            pub(crate) unsafe extern "system" fn $name($($arg: $type),*) -> $returns {
                match loader().api.$name {
                    // SAFETY: the caller fulfils the function's contract, and the arguments are
                    // forwarded.
                    Some(function) => unsafe { function($($arg),*) },
                    None => $absent,
                }
            }
        )*
    };
}

trampolines! {
    fn clGetPlatformIDs(
        num_entries: cl_uint, platforms: *mut cl_platform_id, num_platforms: *mut cl_uint
    ) -> cl_int = PLATFORM_NOT_FOUND;
    fn clGetPlatformInfo(
        platform: cl_platform_id, param: cl_platform_info, size: size_t, value: *mut c_void,
        size_ret: *mut size_t
    ) -> cl_int = ABSENT;
    fn clGetDeviceIDs(
        platform: cl_platform_id, device_type: cl_device_type, num_entries: cl_uint,
        devices: *mut cl_device_id, num_devices: *mut cl_uint
    ) -> cl_int = ABSENT;
    fn clGetDeviceInfo(
        device: cl_device_id, param: cl_device_info, size: size_t, value: *mut c_void,
        size_ret: *mut size_t
    ) -> cl_int = ABSENT;
    fn clRetainDevice(device: cl_device_id) -> cl_int = ABSENT;
    fn clReleaseDevice(device: cl_device_id) -> cl_int = ABSENT;
    fn clCreateContext(
        properties: *const cl_context_properties, num_devices: cl_uint,
        devices: *const cl_device_id, pfn_notify: Option<ContextNotify>, user_data: *mut c_void,
        errcode_ret: *mut cl_int
    ) -> cl_context = no_object(errcode_ret);
    fn clCreateContextFromType(
        properties: *const cl_context_properties, device_type: cl_device_type,
        pfn_notify: Option<ContextNotify>, user_data: *mut c_void, errcode_ret: *mut cl_int
    ) -> cl_context = no_object(errcode_ret);
    fn clRetainContext(context: cl_context) -> cl_int = ABSENT;
    fn clReleaseContext(context: cl_context) -> cl_int = ABSENT;
    fn clGetContextInfo(
        context: cl_context, param: cl_context_info, size: size_t, value: *mut c_void,
        size_ret: *mut size_t
    ) -> cl_int = ABSENT;
    fn clCreateCommandQueue(
        context: cl_context, device: cl_device_id, properties: cl_command_queue_properties,
        errcode_ret: *mut cl_int
    ) -> cl_command_queue = no_object(errcode_ret);
    fn clRetainCommandQueue(command_queue: cl_command_queue) -> cl_int = ABSENT;
    fn clReleaseCommandQueue(command_queue: cl_command_queue) -> cl_int = ABSENT;
    fn clGetCommandQueueInfo(
        command_queue: cl_command_queue, param: cl_command_queue_info, size: size_t,
        value: *mut c_void, size_ret: *mut size_t
    ) -> cl_int = ABSENT;
    fn clCreateBuffer(
        context: cl_context, flags: cl_mem_flags, size: size_t, host_ptr: *mut c_void,
        errcode_ret: *mut cl_int
    ) -> cl_mem = no_object(errcode_ret);
    fn clCreateSubBuffer(
        buffer: cl_mem, flags: cl_mem_flags, buffer_create_type: cl_buffer_create_type,
        buffer_create_info: *const c_void, errcode_ret: *mut cl_int
    ) -> cl_mem = no_object(errcode_ret);
    fn clCreateImage(
        context: cl_context, flags: cl_mem_flags, image_format: *const cl_image_format,
        image_desc: *const cl_image_desc, host_ptr: *mut c_void, errcode_ret: *mut cl_int
    ) -> cl_mem = no_object(errcode_ret);
    fn clRetainMemObject(memobj: cl_mem) -> cl_int = ABSENT;
    fn clReleaseMemObject(memobj: cl_mem) -> cl_int = ABSENT;
    fn clGetSupportedImageFormats(
        context: cl_context, flags: cl_mem_flags, image_type: cl_mem_object_type,
        num_entries: cl_uint, image_formats: *mut cl_image_format,
        num_image_formats: *mut cl_uint
    ) -> cl_int = ABSENT;
    fn clGetMemObjectInfo(
        memobj: cl_mem, param: cl_mem_info, size: size_t, value: *mut c_void,
        size_ret: *mut size_t
    ) -> cl_int = ABSENT;
    fn clGetImageInfo(
        image: cl_mem, param: cl_image_info, size: size_t, value: *mut c_void,
        size_ret: *mut size_t
    ) -> cl_int = ABSENT;
    fn clSetMemObjectDestructorCallback(
        memobj: cl_mem, pfn_notify: Option<Notify>, user_data: *mut c_void
    ) -> cl_int = ABSENT;
    fn clCreateSampler(
        context: cl_context, normalize_coords: cl_bool, addressing_mode: cl_addressing_mode,
        filter_mode: cl_filter_mode, errcode_ret: *mut cl_int
    ) -> cl_sampler = no_object(errcode_ret);
    fn clRetainSampler(sampler: cl_sampler) -> cl_int = ABSENT;
    fn clReleaseSampler(sampler: cl_sampler) -> cl_int = ABSENT;
    fn clGetSamplerInfo(
        sampler: cl_sampler, param: cl_sampler_info, size: size_t, value: *mut c_void,
        size_ret: *mut size_t
    ) -> cl_int = ABSENT;
    fn clCreateProgramWithSource(
        context: cl_context, count: cl_uint, strings: *const *const c_char,
        lengths: *const size_t, errcode_ret: *mut cl_int
    ) -> cl_program = no_object(errcode_ret);
    fn clCreateProgramWithIL(
        context: cl_context, il: *const c_void, length: size_t, errcode_ret: *mut cl_int
    ) -> cl_program = no_object(errcode_ret);
    fn clCreateProgramWithBinary(
        context: cl_context, num_devices: cl_uint, device_list: *const cl_device_id,
        lengths: *const size_t, binaries: *const *const c_uchar, binary_status: *mut cl_int,
        errcode_ret: *mut cl_int
    ) -> cl_program = no_object(errcode_ret);
    fn clRetainProgram(program: cl_program) -> cl_int = ABSENT;
    fn clReleaseProgram(program: cl_program) -> cl_int = ABSENT;
    fn clBuildProgram(
        program: cl_program, num_devices: cl_uint, device_list: *const cl_device_id,
        options: *const c_char, pfn_notify: Option<Notify>, user_data: *mut c_void
    ) -> cl_int = ABSENT;
    fn clCompileProgram(
        program: cl_program, num_devices: cl_uint, device_list: *const cl_device_id,
        options: *const c_char, num_input_headers: cl_uint, input_headers: *const cl_program,
        header_include_names: *const *const c_char, pfn_notify: Option<Notify>,
        user_data: *mut c_void
    ) -> cl_int = ABSENT;
    fn clLinkProgram(
        context: cl_context, num_devices: cl_uint, device_list: *const cl_device_id,
        options: *const c_char, num_input_programs: cl_uint, input_programs: *const cl_program,
        pfn_notify: Option<Notify>, user_data: *mut c_void, errcode_ret: *mut cl_int
    ) -> cl_program = no_object(errcode_ret);
    fn clGetProgramInfo(
        program: cl_program, param: cl_program_info, size: size_t, value: *mut c_void,
        size_ret: *mut size_t
    ) -> cl_int = ABSENT;
    fn clGetProgramBuildInfo(
        program: cl_program, device: cl_device_id, param: cl_program_build_info, size: size_t,
        value: *mut c_void, size_ret: *mut size_t
    ) -> cl_int = ABSENT;
    fn clCreateKernel(
        program: cl_program, kernel_name: *const c_char, errcode_ret: *mut cl_int
    ) -> cl_kernel = no_object(errcode_ret);
    fn clCreateKernelsInProgram(
        program: cl_program, num_kernels: cl_uint, kernels: *mut cl_kernel,
        num_kernels_ret: *mut cl_uint
    ) -> cl_int = ABSENT;
    fn clRetainKernel(kernel: cl_kernel) -> cl_int = ABSENT;
    fn clReleaseKernel(kernel: cl_kernel) -> cl_int = ABSENT;
    fn clSetKernelArg(
        kernel: cl_kernel, arg_index: cl_uint, arg_size: size_t, arg_value: *const c_void
    ) -> cl_int = ABSENT;
    fn clGetKernelInfo(
        kernel: cl_kernel, param: cl_kernel_info, size: size_t, value: *mut c_void,
        size_ret: *mut size_t
    ) -> cl_int = ABSENT;
    fn clGetKernelArgInfo(
        kernel: cl_kernel, arg_indx: cl_uint, param: cl_kernel_arg_info, size: size_t,
        value: *mut c_void, size_ret: *mut size_t
    ) -> cl_int = ABSENT;
    fn clGetKernelWorkGroupInfo(
        kernel: cl_kernel, device: cl_device_id, param: cl_kernel_work_group_info, size: size_t,
        value: *mut c_void, size_ret: *mut size_t
    ) -> cl_int = ABSENT;
    fn clWaitForEvents(num_events: cl_uint, event_list: *const cl_event) -> cl_int = ABSENT;
    fn clGetEventInfo(
        event: cl_event, param: cl_event_info, size: size_t, value: *mut c_void,
        size_ret: *mut size_t
    ) -> cl_int = ABSENT;
    fn clCreateUserEvent(
        context: cl_context, errcode_ret: *mut cl_int
    ) -> cl_event = no_object(errcode_ret);
    fn clRetainEvent(event: cl_event) -> cl_int = ABSENT;
    fn clReleaseEvent(event: cl_event) -> cl_int = ABSENT;
    fn clSetUserEventStatus(event: cl_event, execution_status: cl_int) -> cl_int = ABSENT;
    fn clSetEventCallback(
        event: cl_event, command_exec_callback_type: cl_int, pfn_notify: Option<EventNotify>,
        user_data: *mut c_void
    ) -> cl_int = ABSENT;
    fn clGetEventProfilingInfo(
        event: cl_event, param: cl_profiling_info, size: size_t, value: *mut c_void,
        size_ret: *mut size_t
    ) -> cl_int = ABSENT;
    fn clFlush(command_queue: cl_command_queue) -> cl_int = ABSENT;
    fn clFinish(command_queue: cl_command_queue) -> cl_int = ABSENT;
    fn clEnqueueReadBuffer(
        command_queue: cl_command_queue, buffer: cl_mem, blocking_read: cl_bool, offset: size_t,
        cb: size_t, ptr: *mut c_void, waits: cl_uint, wait_list: *const cl_event,
        event: *mut cl_event
    ) -> cl_int = ABSENT;
    fn clEnqueueReadBufferRect(
        command_queue: cl_command_queue, buffer: cl_mem, blocking_read: cl_bool,
        buffer_origin: *const size_t, host_origin: *const size_t, region: *const size_t,
        buffer_row_pitch: size_t, buffer_slc_pitch: size_t, host_row_pitch: size_t,
        host_slc_pitch: size_t, ptr: *mut c_void, waits: cl_uint, wait_list: *const cl_event,
        event: *mut cl_event
    ) -> cl_int = ABSENT;
    fn clEnqueueWriteBuffer(
        command_queue: cl_command_queue, buffer: cl_mem, blocking_write: cl_bool, offset: size_t,
        cb: size_t, ptr: *const c_void, waits: cl_uint, wait_list: *const cl_event,
        event: *mut cl_event
    ) -> cl_int = ABSENT;
    fn clEnqueueWriteBufferRect(
        command_queue: cl_command_queue, buffer: cl_mem, blocking_write: cl_bool,
        buffer_origin: *const size_t, host_origin: *const size_t, region: *const size_t,
        buffer_row_pitch: size_t, buffer_slc_pitch: size_t, host_row_pitch: size_t,
        host_slc_pitch: size_t, ptr: *const c_void, waits: cl_uint, wait_list: *const cl_event,
        event: *mut cl_event
    ) -> cl_int = ABSENT;
    fn clEnqueueFillBuffer(
        command_queue: cl_command_queue, buffer: cl_mem, pattern: *const c_void,
        pattern_size: size_t, offset: size_t, size: size_t, waits: cl_uint,
        wait_list: *const cl_event, event: *mut cl_event
    ) -> cl_int = ABSENT;
    fn clEnqueueCopyBuffer(
        command_queue: cl_command_queue, src_buffer: cl_mem, dst_buffer: cl_mem,
        src_offset: size_t, dst_offset: size_t, cb: size_t, waits: cl_uint,
        wait_list: *const cl_event, event: *mut cl_event
    ) -> cl_int = ABSENT;
    fn clEnqueueCopyBufferRect(
        command_queue: cl_command_queue, src_buffer: cl_mem, dst_buffer: cl_mem,
        src_origin: *const size_t, dst_origin: *const size_t, region: *const size_t,
        src_row_pitch: size_t, src_slc_pitch: size_t, dst_row_pitch: size_t,
        dst_slc_pitch: size_t, waits: cl_uint, wait_list: *const cl_event, event: *mut cl_event
    ) -> cl_int = ABSENT;
    fn clEnqueueReadImage(
        command_queue: cl_command_queue, image: cl_mem, blocking_read: cl_bool,
        origin: *const size_t, region: *const size_t, row_pitch: size_t, slc_pitch: size_t,
        ptr: *mut c_void, waits: cl_uint, wait_list: *const cl_event, event: *mut cl_event
    ) -> cl_int = ABSENT;
    fn clEnqueueWriteImage(
        command_queue: cl_command_queue, image: cl_mem, blocking_write: cl_bool,
        origin: *const size_t, region: *const size_t, input_row_pitch: size_t,
        input_slc_pitch: size_t, ptr: *const c_void, waits: cl_uint, wait_list: *const cl_event,
        event: *mut cl_event
    ) -> cl_int = ABSENT;
    fn clEnqueueFillImage(
        command_queue: cl_command_queue, image: cl_mem, fill_color: *const c_void,
        origin: *const size_t, region: *const size_t, waits: cl_uint, wait_list: *const cl_event,
        event: *mut cl_event
    ) -> cl_int = ABSENT;
    fn clEnqueueCopyImage(
        command_queue: cl_command_queue, src_image: cl_mem, dst_image: cl_mem,
        src_origin: *const size_t, dst_origin: *const size_t, region: *const size_t,
        waits: cl_uint, wait_list: *const cl_event, event: *mut cl_event
    ) -> cl_int = ABSENT;
    fn clEnqueueCopyImageToBuffer(
        command_queue: cl_command_queue, src_image: cl_mem, dst_buffer: cl_mem,
        src_origin: *const size_t, region: *const size_t, dst_offset: size_t, waits: cl_uint,
        wait_list: *const cl_event, event: *mut cl_event
    ) -> cl_int = ABSENT;
    fn clEnqueueCopyBufferToImage(
        command_queue: cl_command_queue, src_buffer: cl_mem, dst_image: cl_mem,
        src_offset: size_t, dst_origin: *const size_t, region: *const size_t, waits: cl_uint,
        wait_list: *const cl_event, event: *mut cl_event
    ) -> cl_int = ABSENT;
    fn clEnqueueMapBuffer(
        command_queue: cl_command_queue, buffer: cl_mem, blocking_map: cl_bool,
        map_flags: cl_map_flags, offset: size_t, size: size_t, waits: cl_uint,
        wait_list: *const cl_event, event: *mut cl_event, errcode_ret: *mut cl_int
    ) -> *mut c_void = no_object(errcode_ret);
    fn clEnqueueMapImage(
        command_queue: cl_command_queue, image: cl_mem, blocking_map: cl_bool,
        map_flags: cl_map_flags, origin: *const size_t, region: *const size_t,
        image_row_pitch: *mut size_t, image_slc_pitch: *mut size_t, waits: cl_uint,
        wait_list: *const cl_event, event: *mut cl_event, errcode_ret: *mut cl_int
    ) -> *mut c_void = no_object(errcode_ret);
    fn clEnqueueUnmapMemObject(
        command_queue: cl_command_queue, memobj: cl_mem, mapped_ptr: *mut c_void, waits: cl_uint,
        wait_list: *const cl_event, event: *mut cl_event
    ) -> cl_int = ABSENT;
    fn clEnqueueMigrateMemObjects(
        command_queue: cl_command_queue, num_mem_objects: cl_uint, mem_objects: *const cl_mem,
        flags: cl_mem_migration_flags, waits: cl_uint, wait_list: *const cl_event,
        event: *mut cl_event
    ) -> cl_int = ABSENT;
    fn clEnqueueNDRangeKernel(
        command_queue: cl_command_queue, kernel: cl_kernel, work_dim: cl_uint,
        global_work_offset: *const size_t, global_work_dims: *const size_t,
        local_work_dims: *const size_t, waits: cl_uint, wait_list: *const cl_event,
        event: *mut cl_event
    ) -> cl_int = ABSENT;
    fn clEnqueueTask(
        command_queue: cl_command_queue, kernel: cl_kernel, waits: cl_uint,
        wait_list: *const cl_event, event: *mut cl_event
    ) -> cl_int = ABSENT;
    fn clEnqueueNativeKernel(
        command_queue: cl_command_queue, user_func: Option<NativeKernel>, args: *mut c_void,
        cb_args: size_t, num_mem_objects: cl_uint, mem_list: *const cl_mem,
        args_mem_loc: *const *const c_void, waits: cl_uint, wait_list: *const cl_event,
        event: *mut cl_event
    ) -> cl_int = ABSENT;
    fn clEnqueueMarkerWithWaitList(
        command_queue: cl_command_queue, waits: cl_uint, wait_list: *const cl_event,
        event: *mut cl_event
    ) -> cl_int = ABSENT;
    fn clEnqueueBarrierWithWaitList(
        command_queue: cl_command_queue, waits: cl_uint, wait_list: *const cl_event,
        event: *mut cl_event
    ) -> cl_int = ABSENT;
    fn clGetExtensionFunctionAddressForPlatform(
        platform: cl_platform_id, func_name: *const c_char
    ) -> *mut c_void = ptr::null_mut();
}
