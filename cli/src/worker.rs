//! `igc worker`: a process that executes requests of another igc process, because they may hang or
//! crash ([`igc_measure::worker`]).

use std::fs::File;
use std::io::{BufReader, stdin};
use std::process::Command;
use std::time::Duration;

use igc_measure::comparison::Progress;
use igc_measure::worker::{Activity, Workers, serve};
use igc_runtime::devices::DeviceRequest;

use crate::external;
use crate::failed::Failed;
use crate::output::{fail, grouped};

/// Describes what a worker does in words. A single run is not worth a message.
pub fn words(activity: &Activity) -> Option<String> {
    Some(match activity {
        Activity::Opening => "opening the device".into(),
        Activity::Loading => "loading the graph".into(),
        Activity::Compiling => "compiling".into(),
        Activity::Preparing => "transferring the graph to the device".into(),
        Activity::BuildingLaunch | Activity::Launching => return None,
        Activity::Comparing(Progress::Reference) => "running the reference interpreter".into(),
        Activity::Comparing(Progress::Building(options)) => format!("building {options}"),
        Activity::Comparing(Progress::WarmingUp(options)) => format!("warm-up runs of {options}"),
        Activity::Comparing(Progress::Round(round, of)) => format!("round {round} of {of}"),
        Activity::Comparing(Progress::Running(_)) | Activity::Tuning(..) => return None,
    })
}

/// Describes how many of some runs other programs disturbed, or returns `None` if they are only a
/// few.
pub fn disturbance(disturbed: usize, runs: usize) -> Option<String> {
    let [shown, all] = [disturbed, runs].map(|count| grouped(count as u64));
    (disturbed > 0 && disturbed >= runs / 20).then(|| {
        format!(
            "the machine was not idle: in {shown} of {all} runs, threads waited for a processor that \
             another program used"
        )
    })
}

/// Returns workers for a device. A worker that is silent for longer than `timeout` counts as hung.
///
/// # Errors
///
/// Returns an error if igc cannot find its own executable.
pub fn workers(device: DeviceRequest, timeout: Duration) -> Result<Workers, Failed> {
    workers_behind(&[], device, timeout)
}

/// Returns workers that the command `runner` starts. The command line of the worker is appended to
/// it.
///
/// # Errors
///
/// Returns an error if igc cannot find its own executable.
pub fn workers_behind(
    runner: &[String],
    device: DeviceRequest,
    timeout: Duration,
) -> Result<Workers, Failed> {
    let igc = match std::env::current_exe() {
        Ok(igc) => igc,
        Err(error) => {
            return fail(
                Failed::Device,
                format_args!("igc cannot find its own executable: {error}"),
            );
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
        external::pass_to(&mut command);
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
    // SAFETY: `_exit` takes a number and does not return. It does not wait for other threads, one
    // of which may wait for a kernel that does not end.
    let served = serve(BufReader::new(stdin()), messages, || unsafe { libc::_exit(0) });
    served.or_else(|error| fail(Failed::Device, format_args!("a worker cannot start: {error}")))
}

/// Reserves standard output for messages: redirects output that drivers print there to standard
/// error.
#[cfg(unix)]
pub fn own_stdout() -> std::io::Result<File> {
    use std::os::fd::AsFd;
    let messages = std::io::stdout().as_fd().try_clone_to_owned()?;
    // SAFETY: `dup2` takes the numbers of two open files, and no pointers.
    match unsafe { libc::dup2(libc::STDERR_FILENO, libc::STDOUT_FILENO) } {
        -1 => Err(std::io::Error::last_os_error()),
        _ => Ok(File::from(messages)),
    }
}

/// Returns standard output for messages. Output of drivers is not redirected on this platform.
#[cfg(not(unix))]
pub fn own_stdout() -> std::io::Result<std::io::Stdout> {
    Ok(std::io::stdout())
}
