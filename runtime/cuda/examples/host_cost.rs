//! Measures what a round of a loop costs the host: a launch of a kernel that does nothing, and a read of
//! four bytes that decides about the next round. Prints a line for each way to read.
//!
//!     cargo run --release -p igc-cuda --example host_cost
//!
//! - *wait*: a launch and a wait for the stream, without a read.
//! - *copy*: an asynchronous copy to pinned memory, then a wait for the stream ([`igc_cuda::Buffer::read`]).
//! - *blocking copy*: `cuMemcpyDtoH`.
//! - *polled copy*: the copy, and a write of the number of the round by the stream, for which the host looks.
//! - *mapped*: a second kernel writes the word and the number of the round to memory of the host, where the
//!   host looks for the number.
//! - *mapped early*: this kernel starts while the first one runs, and waits for its end on the device
//!   (programmatic dependent launch, compute capability 9.0).
//! - *written*: the kernel itself writes to this memory.

#![allow(clippy::print_stdout, reason = "an example prints its results")]

use std::ffi::{CString, c_void};
use std::ptr;
use std::time::Instant;

use cudarc::driver::{result, sys};
use igc_cuda::nvrtc::{Form, Nvrtc};

const SOURCE: &str = r#"
extern "C" __global__ void work(unsigned *word) { if (blockIdx.x == 0 && threadIdx.x == 0) *word += 1; }
extern "C" __global__ void publish(const unsigned *word, volatile unsigned *host, unsigned round) {
    host[0] = *word;
    __threadfence_system();
    host[1] = round;
}
#if __CUDA_ARCH__ >= 900
extern "C" __global__ void early(const unsigned *word, volatile unsigned *host, unsigned round) {
    asm volatile("griddepcontrol.wait;" ::: "memory");
    host[0] = *word;
    __threadfence_system();
    host[1] = round;
}
#endif
extern "C" __global__ void both(unsigned *word, volatile unsigned *host, unsigned round) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        *word += 1;
        host[0] = *word;
        __threadfence_system();
        host[1] = round;
    }
}
"#;

const ROUNDS: u32 = 2000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let device = igc_cuda::devices()?.remove(0);
    println!("{}, driver {:?}", device.summary(), device.driver_version);
    let nvrtc = Nvrtc::of_this_machine()?.ok_or("NVRTC was not found")?;
    let code = nvrtc.compile(SOURCE, &device.architecture(), Form::Cubin, &[]);
    let code = code.map_err(|error| format!("{error:?}"))?.code;
    // SAFETY: the arguments of all calls are those that their documentation asks for, and all memory lives
    // until the end.
    unsafe {
        let handle = result::device::get(0)?;
        sys::cuDevicePrimaryCtxSetFlags_v2(handle, sys::CUctx_flags::CU_CTX_SCHED_SPIN as u32);
        let context = result::primary_ctx::retain(handle)?;
        result::ctx::set_current(context)?;
        let stream = result::stream::create(result::stream::StreamKind::NonBlocking)?;
        let module = result::module::load_data(code.as_ptr().cast())?;
        let kernel = |name: &str| {
            result::module::get_function(module, CString::new(name).expect("it has no zero"))
        };
        let (work, publish, both) = (kernel("work")?, kernel("publish")?, kernel("both")?);
        let mut word = result::malloc_sync(4)?;
        let mapped = result::malloc_host(64, sys::CU_MEMHOSTALLOC_DEVICEMAP)?.cast::<u32>();
        let mut seen = 0;
        sys::cuMemHostGetDevicePointer_v2(&mut seen, mapped.cast(), 0).result()?;
        let launch = |kernel, groups, parameters: &mut [*mut c_void]| {
            result::launch_kernel(kernel, (groups, 1, 1), (128, 1, 1), 0, stream, parameters)
        };
        for groups in [1, 132, 1056] {
            let report = |name: &str, round: &mut dyn FnMut(u32)| {
                for number in 0..100 {
                    round(number + 1);
                }
                let mut times: Vec<f64> = (0..9)
                    .map(|repeat| {
                        let start = Instant::now();
                        for number in 0..ROUNDS {
                            round(1000 + repeat * ROUNDS + number);
                        }
                        start.elapsed().as_secs_f64() * 1e6 / f64::from(ROUNDS)
                    })
                    .collect();
                times.sort_by(f64::total_cmp);
                println!(
                    "{groups:5} workgroups, {name:15} {:6.2} us ({:.2} to {:.2})",
                    times[4], times[0], times[8]
                );
            };
            let word_at = (&raw mut word).cast();
            report("no read", &mut |number| {
                launch(work, groups, &mut [word_at]).expect("it runs");
                if number % 100 == 0 {
                    result::stream::synchronize(stream).expect("it runs");
                }
            });
            report("wait", &mut |_| {
                launch(work, groups, &mut [word_at]).expect("it runs");
                result::stream::synchronize(stream).expect("it runs");
            });
            report("copy", &mut |_| {
                launch(work, groups, &mut [word_at]).expect("it runs");
                let to = std::slice::from_raw_parts_mut(mapped, 1);
                result::memcpy_dtoh_async(to, word, stream).expect("it runs");
                result::stream::synchronize(stream).expect("it runs");
            });
            report("blocking copy", &mut |_| {
                launch(work, groups, &mut [word_at]).expect("it runs");
                result::stream::synchronize(stream).expect("it runs");
                let mut to = [0u32];
                result::memcpy_dtoh_sync(&mut to, word).expect("it runs");
            });
            let wait = |number: u32| {
                while ptr::read_volatile(mapped.add(1)) != number {
                    std::hint::spin_loop();
                }
            };
            let mut seen_at = seen;
            report("mapped", &mut |mut number| {
                launch(work, groups, &mut [word_at]).expect("it runs");
                let mut parameters = [word_at, (&raw mut seen_at).cast(), (&raw mut number).cast()];
                result::launch_kernel(publish, (1, 1, 1), (1, 1, 1), 0, stream, &mut parameters)
                    .expect("it runs");
                wait(number);
            });
            let mut seen_at = seen;
            report("polled copy", &mut |number| {
                launch(work, groups, &mut [word_at]).expect("it runs");
                let to = std::slice::from_raw_parts_mut(mapped, 1);
                result::memcpy_dtoh_async(to, word, stream).expect("it runs");
                let flag = seen + 4;
                sys::cuStreamWriteValue32_v2(stream, flag, number, 0).result().expect("it runs");
                wait(number);
            });
            if let Ok(early) = kernel("early") {
                let mut attribute: sys::CUlaunchAttribute = std::mem::zeroed();
                attribute.id = sys::CUlaunchAttributeID_enum::CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION;
                attribute.value.programmaticStreamSerializationAllowed = 1;
                let config = sys::CUlaunchConfig {
                    gridDimX: 1,
                    gridDimY: 1,
                    gridDimZ: 1,
                    blockDimX: 1,
                    blockDimY: 1,
                    blockDimZ: 1,
                    sharedMemBytes: 0,
                    hStream: stream,
                    attrs: &raw mut attribute,
                    numAttrs: 1,
                };
                report("mapped early", &mut |mut number| {
                    launch(work, groups, &mut [word_at]).expect("it runs");
                    let mut parameters =
                        [word_at, (&raw mut seen_at).cast(), (&raw mut number).cast()];
                    let code = sys::cuLaunchKernelEx(
                        &config,
                        early,
                        parameters.as_mut_ptr(),
                        ptr::null_mut(),
                    );
                    code.result().expect("it runs");
                    wait(number);
                });
            }
            report("written", &mut |mut number| {
                let mut parameters = [word_at, (&raw mut seen_at).cast(), (&raw mut number).cast()];
                launch(both, groups, &mut parameters).expect("it runs");
                wait(number);
            });
        }
    }
    Ok(())
}
