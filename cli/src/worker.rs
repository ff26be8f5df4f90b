//! `igc worker`: the process that others of igc let do what may hang or crash
//! ([`igc_measure::worker`]).

use std::fs::File;
use std::io::{BufReader, stdin};
use std::process::Command;
use std::time::Duration;

use igc_measure::worker::{Workers, serve};
use igc_runtime::devices::DeviceRequest;

use crate::failed::Failed;
use crate::output::fail;

/// Workers on a device, of which nothing may be unheard for longer than `timeout`.
pub fn workers(device: DeviceRequest, timeout: Duration) -> Result<Workers, Failed> {
    workers_behind(&[], device, timeout)
}

/// The same, each started by another command: `runner` comes before the worker's own command line.
pub fn workers_behind(
    runner: &[String],
    device: DeviceRequest,
    timeout: Duration,
) -> Result<Workers, Failed> {
    let igc = match std::env::current_exe() {
        Ok(igc) => igc,
        Err(error) => {
            return fail(Failed::Device, format_args!("igc does not find itself: {error}"));
        }
    };
    let (runner, may_queue) = (runner.to_vec(), !runner.is_empty());
    let launch = move || {
        let mut command = match runner.split_first() {
            Some((program, arguments)) => {
                let mut command = Command::new(program);
                command.args(arguments).arg(&igc);
                command
            }
            None => Command::new(&igc),
        };
        command.arg("worker");
        command
    };
    let workers = Workers::new(launch, device, timeout);
    Ok(if may_queue { workers.that_may_queue() } else { workers })
}

/// Serves until standard input ends.
pub fn worker() -> Result<(), Failed> {
    let messages = match own_stdout() {
        Ok(messages) => messages,
        Err(error) => return fail(Failed::Device, format_args!("standard output: {error}")),
    };
    // SAFETY: it takes a number and does not return. Nobody waits for what other threads are in the
    // middle of, which may be a kernel that does not end.
    serve(BufReader::new(stdin()), messages, || unsafe { libc::_exit(0) });
    Ok(())
}

/// Standard output for messages alone: what drivers print there goes to standard error from now on.
#[cfg(unix)]
fn own_stdout() -> std::io::Result<File> {
    use std::os::fd::AsFd;
    let messages = std::io::stdout().as_fd().try_clone_to_owned()?;
    // SAFETY: it takes two numbers of files that are open, and no memory.
    match unsafe { libc::dup2(libc::STDERR_FILENO, libc::STDOUT_FILENO) } {
        -1 => Err(std::io::Error::last_os_error()),
        _ => Ok(File::from(messages)),
    }
}

/// Standard output for messages, of which drivers print what they will.
#[cfg(not(unix))]
fn own_stdout() -> std::io::Result<std::io::Stdout> {
    Ok(std::io::stdout())
}
