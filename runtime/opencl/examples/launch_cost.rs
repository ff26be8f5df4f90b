//! Measures the cost of a kernel launch: the median times of a launch without a wait, with a wait,
//! and with the 4-byte read of a host loop.
//!
//! Usage: `cargo run --release -p igc-opencl --example launch_cost [DEVICE]`, where `DEVICE`
//! selects a device as igc's `--device` does.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "an example prints its results")]

use std::process::ExitCode;
use std::time::{Duration, Instant};

use igc_opencl::{Kernel, OpenClError, Session};

const SOURCE: &str =
    "__kernel void nothing(__global uint *cell) { if (cell[0] != 0u) cell[1] = 1u; }";
const ROUNDS: usize = 51;
/// Number of consecutive launches per measurement of a launch without a wait.
const BATCH: u32 = 100;

fn main() -> ExitCode {
    match measure() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn measure() -> Result<(), OpenClError> {
    let devices = match std::env::args().nth(1) {
        Some(request) => vec![igc_opencl::select(&request)?],
        None => igc_opencl::devices()?,
    };
    for device in devices {
        println!("{}", device.summary());
        println!("  {:?}, {}", device.dialect.atomics, device.dialect.build_options);
        let session = Session::open(&device)?;
        let start = Instant::now();
        let program = session.build(SOURCE, &device.dialect.build_options)?;
        let from = if program.was_cached() { "from the cache" } else { "from source" };
        println!("  program {from}: {:.1?}", program.build_time());
        let kernel = program.kernel("nothing")?;
        let cell = session.buffer_from(&[0u32; 2])?;
        kernel.set_buffer(0, &cell)?;
        kernel.launch(64, 64)?;
        session.finish()?;
        println!("  to the end of the first launch: {:.1?}", start.elapsed());
        report("launch", median(|| in_a_row(&session, &kernel))? / BATCH);
        report(
            "launch and wait",
            median(|| kernel.launch(64, 64).and_then(|()| session.finish()))?,
        );
        report(
            "launch and 4-byte read",
            median(|| kernel.launch(64, 64).and_then(|()| cell.read_u32(0)).map(drop))?,
        );
    }
    Ok(())
}

fn in_a_row(session: &Session, kernel: &Kernel) -> Result<(), OpenClError> {
    for _ in 0..BATCH {
        kernel.launch(64, 64)?;
    }
    session.finish()
}

fn median(mut step: impl FnMut() -> Result<(), OpenClError>) -> Result<Duration, OpenClError> {
    let mut times = Vec::with_capacity(ROUNDS);
    for _ in 0..ROUNDS {
        let start = Instant::now();
        step()?;
        times.push(start.elapsed());
    }
    times.sort_unstable();
    Ok(times[ROUNDS / 2])
}

fn report(what: &str, time: Duration) {
    println!("  {what:<24} {:>8.2} µs", time.as_secs_f64() * 1e6);
}
