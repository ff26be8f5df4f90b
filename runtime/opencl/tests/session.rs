//! Tests of buffers, kernels and launches on all devices of the machine.

#![allow(clippy::print_stdout, reason = "a test prints why it skips something")]
#![allow(clippy::unwrap_used, reason = "a test stops where something fails")]

mod support;

use std::sync::Arc;
use std::thread;
use std::time::Instant;

use igc_opencl::{CacheFolder, Calls, DeviceInfo, OpenClError, Session, SessionOptions};
use support::on_each_device;

/// Opens a session that does not cache programs.
fn session(device: &DeviceInfo) -> Session {
    let options = SessionOptions { cache: CacheFolder::Off, ..SessionOptions::default() };
    Session::open_with(device, &options).unwrap()
}

const VECTOR_ADD: &str = "
__kernel void vector_add(__global const float *a, __global const float *b, __global float *sum)
{
    size_t i = get_global_id(0);
    sum[i] = a[i] + b[i];
}";

const GRID_STRIDE: &str = "
__kernel void grid_stride(__global uint *data, uint count, __local uint *scratch)
{
    scratch[get_local_id(0)] = 1u;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t i = get_global_id(0); i < count; i += get_global_size(0))
        data[i] = data[i] * 2u + scratch[get_local_id(0)];
}";

#[test]
fn vectors_add() {
    on_each_device(|device| {
        let session = session(device);
        let program = session.build(VECTOR_ADD, "-cl-std=CL1.2").unwrap();
        let kernel = program.kernel("vector_add").unwrap();
        assert_eq!(kernel.argument_count(), 3);
        let a: Vec<f32> = (0..1024).map(|i| i as f32).collect();
        let (a_buffer, b_buffer) =
            (session.buffer_from(&a).unwrap(), session.buffer_from(&vec![0.5f32; 1024]).unwrap());
        let sum = session.buffer(4 * 1024).unwrap();
        for (index, buffer) in [&a_buffer, &b_buffer, &sum].into_iter().enumerate() {
            kernel.set_buffer(index as u32, buffer).unwrap();
        }
        kernel.launch(1024, 64).unwrap();
        let expected: Vec<f32> = a.iter().map(|x| x + 0.5).collect();
        assert_eq!(sum.to_vec::<f32>().unwrap(), expected);
    });
}

#[test]
fn a_grid_smaller_than_the_data_strides_over_it() {
    on_each_device(|device| {
        let session = session(device);
        let program = session.build(GRID_STRIDE, &device.dialect.build_options).unwrap();
        let kernel = program.kernel("grid_stride").unwrap();
        let data = session.buffer_from(&(0..1000u32).collect::<Vec<_>>()).unwrap();
        kernel.set_buffer(0, &data).unwrap();
        kernel.set_scalar(1, 999u32).unwrap();
        kernel.set_local(2, 4 * 32).unwrap();
        kernel.launch(64, 32).unwrap();
        let mut expected: Vec<u32> = (0..999).map(|i| i * 2 + 1).collect();
        expected.push(999);
        assert_eq!(data.to_vec::<u32>().unwrap(), expected);
    });
}

#[test]
fn buffers_are_filled_written_copied_and_read() {
    on_each_device(|device| {
        let session = session(device);
        let buffer = session.buffer(32).unwrap();
        buffer.fill(7u32).unwrap();
        buffer.set(4, u32::MAX).unwrap();
        buffer.write(8, &[1u8, 0, 0, 0]).unwrap();
        buffer.write_later(12, 3u32.to_ne_bytes().to_vec()).unwrap();
        buffer.fill_range(16, 8, 5u64).unwrap();
        assert_eq!(buffer.to_vec::<u32>().unwrap(), [7, u32::MAX, 1, 3, 5, 0, 7, 7]);
        assert_eq!(buffer.read_u32(4).unwrap(), u32::MAX);
        let copy = session.buffer(32).unwrap();
        copy.fill(0u8).unwrap();
        copy.copy_from(&buffer, 12).unwrap();
        assert_eq!(copy.to_vec::<u32>().unwrap(), [7, u32::MAX, 1, 0, 0, 0, 0, 0]);
    });
}

#[test]
fn what_lies_outside_a_buffer_is_refused() {
    on_each_device(|device| {
        let session = session(device);
        let buffer = session.buffer(16).unwrap();
        let before = session.calls();
        let outside = |result: Result<(), OpenClError>| {
            assert!(matches!(result, Err(OpenClError::OutOfRange { size: 16, .. })), "{result:?}");
        };
        outside(buffer.write(13, &[0u32]));
        outside(buffer.write(usize::MAX, &[0u32]));
        outside(buffer.write_later(16, vec![0]));
        outside(buffer.read(0, &mut [0u8; 17]));
        outside(buffer.read_u32(16).map(drop));
        outside(buffer.fill_range(8, 16, 0u32));
        let other = session.buffer(8).unwrap();
        assert!(matches!(other.copy_from(&buffer, 16), Err(OpenClError::OutOfRange { .. })));
        for result in [buffer.fill_range(2, 4, 0u32), buffer.fill([0u8; 3])] {
            assert!(matches!(result, Err(OpenClError::Pattern { .. })), "{result:?}");
        }
        assert_eq!(session.calls().since(&before).enqueued(), 0);
    });
}

#[test]
fn empty_buffers_exist_and_hold_nothing() {
    on_each_device(|device| {
        let session = session(device);
        let empty = session.buffer_from::<u32>(&[]).unwrap();
        assert_eq!(empty.size(), 0);
        empty.fill(1u32).unwrap();
        empty.read::<u32>(0, &mut []).unwrap();
        assert!(empty.to_vec::<u32>().unwrap().is_empty());
        assert!(matches!(empty.read_u32(0), Err(OpenClError::OutOfRange { .. })));
        // A kernel accepts an empty buffer, and a launch of 0 work-items makes no call.
        let program = session.build(VECTOR_ADD, "-cl-std=CL1.2").unwrap();
        let kernel = program.kernel("vector_add").unwrap();
        for index in 0..3 {
            kernel.set_buffer(index, &empty).unwrap();
        }
        let before = session.calls();
        kernel.launch(0, 64).unwrap();
        assert_eq!(session.calls(), before);
    });
}

#[test]
fn buffers_larger_than_the_device_are_refused_before_the_driver() {
    on_each_device(|device| {
        let session = session(device);
        for bytes in [usize::MAX, device.max_allocation as usize + 1] {
            let refused = session.buffer(bytes).map(drop).unwrap_err();
            assert!(matches!(refused, OpenClError::TooLarge { .. }), "{refused}");
        }
        assert_eq!(session.calls().allocations, 0);
    });
}

#[test]
fn an_iteration_is_its_launches_and_one_read_of_four_bytes() {
    on_each_device(|device| {
        let session = session(device);
        let program = session.build(GRID_STRIDE, &device.dialect.build_options).unwrap();
        let kernel = program.kernel("grid_stride").unwrap();
        let data = session.buffer_from(&[0u32; 64]).unwrap();
        let iteration = || {
            kernel.set_buffer(0, &data).unwrap();
            kernel.set_scalar(1, 64u32).unwrap();
            kernel.set_local(2, 4 * 32).unwrap();
            kernel.launch(64, 32).unwrap();
            kernel.launch(64, 32).unwrap();
            data.read_u32(0).unwrap()
        };
        iteration();
        let before = session.calls();
        assert_eq!(iteration(), 15);
        let expected =
            Calls { launches: 2, flushes: 1, reads: 1, read_bytes: 4, ..Calls::default() };
        assert_eq!(session.calls().since(&before), expected);
    });
}

#[test]
fn wrong_arguments_and_sizes_are_told_apart() {
    on_each_device(|device| {
        let session = session(device);
        let program = session.build(GRID_STRIDE, &device.dialect.build_options).unwrap();
        assert!(matches!(program.kernel("absent"), Err(OpenClError::NoKernel { .. })));
        assert!(matches!(program.kernel("zero\0"), Err(OpenClError::ZeroByte { .. })));
        let kernel = program.kernel("grid_stride").unwrap();
        let data = session.buffer(256).unwrap();
        kernel.set_buffer(0, &data).unwrap();
        kernel.set_scalar(1, 1u32).unwrap();
        let unset = kernel.launch(64, 32).unwrap_err();
        assert_eq!(unset.to_string(), "kernel `grid_stride`, argument 2: it is not set");
        let beyond = kernel.set_scalar(3, 1u32).unwrap_err();
        assert!(beyond.to_string().contains("the kernel has 3 arguments"), "{beyond}");
        let size = kernel.set_scalar(1, 1u64).unwrap_err();
        assert!(size.to_string().contains("CL_INVALID_ARG_SIZE"), "{size}");
        // After a rejected value, the argument is not set: it does not keep its old value.
        kernel.set_local(2, 128).unwrap();
        assert!(matches!(kernel.launch(64, 32), Err(OpenClError::Argument { index: 1, .. })));
        kernel.set_scalar(1, 1u32).unwrap();

        let most = kernel.limits().max_workgroup_size;
        for (global, local) in [(64, 0), (65, 32), (most * 2, most * 2)] {
            let refused = kernel.launch(global, local).unwrap_err();
            assert!(matches!(refused, OpenClError::Geometry { .. }), "{refused}");
        }
        kernel.set_local(2, device.local_memory as usize + 1).unwrap_or_default();
        assert!(kernel.launch(64, 32).is_err());
    });
}

#[test]
fn objects_of_two_sessions_do_not_mix() {
    on_each_device(|device| {
        let (one, other) = (session(device), session(device));
        let program = one.build(VECTOR_ADD, "-cl-std=CL1.2").unwrap();
        let kernel = program.kernel("vector_add").unwrap();
        let (mine, foreign) = (one.buffer(4).unwrap(), other.buffer(4).unwrap());
        let set = kernel.set_buffer(0, &foreign);
        assert!(matches!(set, Err(OpenClError::ForeignObject { .. })), "{set:?}");
        let copy = mine.copy_from(&foreign, 4);
        assert!(matches!(copy, Err(OpenClError::ForeignObject { .. })), "{copy:?}");
    });
}

#[test]
fn things_may_be_dropped_in_any_order_with_work_under_way() {
    on_each_device(|device| {
        let session = session(device);
        let program = session.build(GRID_STRIDE, &device.dialect.build_options).unwrap();
        let kernel = program.kernel("grid_stride").unwrap();
        let data = session.buffer_from(&vec![1u32; 1 << 16]).unwrap();
        kernel.set_buffer(0, &data).unwrap();
        kernel.set_scalar(1, 1u32 << 16).unwrap();
        kernel.set_local(2, 4 * 32).unwrap();
        data.write_later(0, vec![0; 1 << 18]).unwrap();
        for _ in 0..8 {
            kernel.launch(64, 32).unwrap();
        }
        drop(session);
        drop(program);
        assert_eq!(data.read_u32(4 * 65_535).unwrap(), 255);
        kernel.launch(64, 32).unwrap();
        drop(data);
        drop(kernel);
    });
}

#[test]
fn launches_are_timed_where_the_session_profiles() {
    on_each_device(|device| {
        let options = SessionOptions { profiling: true, ..SessionOptions::default() };
        let profiling = Session::open_with(device, &options).unwrap();
        let program = profiling.build(GRID_STRIDE, &device.dialect.build_options).unwrap();
        let kernel = program.kernel("grid_stride").unwrap();
        let data = profiling.buffer_from(&vec![1u32; 1 << 20]).unwrap();
        kernel.set_buffer(0, &data).unwrap();
        kernel.set_scalar(1, 1u32 << 20).unwrap();
        kernel.set_local(2, 4 * 32).unwrap();
        let timing = kernel.launch_timed(64, 32).unwrap().unwrap().wait().unwrap();
        assert!(timing.duration() > 0, "{timing:?}");
        assert!(timing.queued <= timing.started, "{timing:?}");
        assert!(kernel.launch_timed(0, 32).unwrap().is_none());
    });
}

const COUNT_UP: &str = "
__kernel void count_up(__global uint *cell, uint by) { if (get_global_id(0) == 0) cell[0] += by; }";

#[test]
fn calls_are_made_again() {
    on_each_device(|device| {
        let session = session(device);
        let kernel = session.build(COUNT_UP, "-cl-std=CL1.2").unwrap().kernel("count_up").unwrap();
        let cell = session.buffer_from(&[0u32]).unwrap();
        kernel.set_buffer(0, &cell).unwrap();
        let work = || {
            cell.fill(5u32).unwrap();
            let mut seen = vec![];
            for by in [1u32, 2, 2] {
                kernel.set_scalar(1, by).unwrap();
                kernel.launch(1, 1).unwrap();
                seen.push(cell.read_u32(0).unwrap());
            }
            session.finish().unwrap();
            seen
        };
        let (seen, trace) = session.record(work);
        assert_eq!(seen, [6, 8, 10]);
        let before = session.calls();
        assert_eq!(trace.replay().unwrap(), 0);
        assert_eq!(session.calls(), before, "what is made again is not counted");
        assert_eq!(cell.read_u32(0).unwrap(), 10);
        // The calls can also be replayed in a queue that times its commands.
        cell.fill(0u32).unwrap();
        let start = Instant::now();
        let kernels = trace.kernel_time().unwrap();
        assert!(kernels <= start.elapsed(), "{kernels:?}");
        assert_eq!(cell.read_u32(0).unwrap(), 10);
        // A trace that starts from another state reads other values.
        let ((), from_here) = session.record(|| {
            kernel.launch(1, 1).unwrap();
            cell.read_u32(0).unwrap();
        });
        assert_eq!(from_here.replay().unwrap(), 1);
        let ((), copied) =
            session.record(|| cell.copy_from(&session.buffer(4).unwrap(), 4).unwrap());
        assert!(matches!(copied.replay(), Err(OpenClError::NotRecorded { .. })));
        assert!(matches!(copied.kernel_time(), Err(OpenClError::NotRecorded { .. })));
    });
}

#[test]
fn a_replay_starts_with_the_arguments_of_the_recording() {
    on_each_device(|device| {
        let session = session(device);
        let kernel = session.build(COUNT_UP, "-cl-std=CL1.2").unwrap().kernel("count_up").unwrap();
        let cell = session.buffer_from(&[0u32]).unwrap();
        kernel.set_buffer(0, &cell).unwrap();
        kernel.set_scalar(1, 2u32).unwrap();
        let ((), trace) = session.record(|| {
            for by in [2u32, 5] {
                kernel.set_scalar(1, by).unwrap();
                kernel.launch(1, 1).unwrap();
            }
        });
        for sum in [7, 14, 21] {
            assert_eq!(cell.read_u32(0).unwrap(), sum);
            let calls = trace.time_calls().unwrap();
            let launches = calls.iter().filter(|call| call.is_launch);
            let launches: Vec<&str> = launches.map(|call| call.call.as_str()).collect();
            assert_eq!(launches, ["launch count_up, 1 × 1"; 2]);
            let last = calls.last().unwrap();
            assert_eq!(last.call, "finish");
            assert!(calls.iter().all(|call| call.start + call.time <= last.start + last.time));
        }
        assert_eq!(trace.time_kernels().unwrap().len(), 2);
    });
}

#[test]
fn several_threads_share_a_session_and_a_kernel() {
    const ROUNDS: u32 = 200;
    on_each_device(|device| {
        let session = Arc::new(session(device));
        let kernel = session.build(COUNT_UP, "-cl-std=CL1.2").unwrap().kernel("count_up").unwrap();
        let kernel = Arc::new(kernel);
        let threads = [1u32, 2, 3].map(|by| {
            let (session, kernel) = (Arc::clone(&session), Arc::clone(&kernel));
            thread::spawn(move || {
                let cell = session.buffer_from(&[0u32]).unwrap();
                for _ in 0..ROUNDS {
                    let mut kernel = kernel.bind();
                    kernel.set_buffer(0, &cell).unwrap();
                    kernel.set_scalar(1, by).unwrap();
                    kernel.launch(1, 1).unwrap();
                }
                let other = session.buffer(8).unwrap();
                other.write_later(0, vec![by as u8; 8]).unwrap();
                assert_eq!(other.to_vec::<u8>().unwrap(), [by as u8; 8]);
                (by, cell)
            })
        });
        for thread in threads {
            let (by, cell) = thread.join().unwrap();
            assert_eq!(cell.read_u32(0).unwrap(), by * ROUNDS);
        }
        assert_eq!(session.calls().launches, u64::from(3 * ROUNDS));
    });
}

/// Sessions of a device may share what its driver keeps for programs.
#[test]
fn sessions_build_and_run_side_by_side() {
    on_each_device(|device| {
        thread::scope(|scope| {
            for factor in 2..6u32 {
                scope.spawn(move || {
                    for round in 0..3 {
                        let session = session(device);
                        let source = format!(
                            "__kernel void scale(__global uint *data)
                             {{ data[get_global_id(0)] *= {factor}u; data[get_global_id(0)] += {round}u; }}"
                        );
                        let program = session.build(&source, "-cl-std=CL1.2").unwrap();
                        let kernel = program.kernel("scale").unwrap();
                        let data = session.buffer_from(&[1u32; 256]).unwrap();
                        kernel.set_buffer(0, &data).unwrap();
                        kernel.launch(256, 64).unwrap();
                        assert_eq!(data.to_vec::<u32>().unwrap(), [factor + round; 256]);
                    }
                });
            }
        });
    });
}
