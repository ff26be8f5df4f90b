//! Runs one of LLVM's tools as a filter: bytes in, bytes out, within a time limit.
//!
//! A pass of LLVM may run forever on some kernels and orders of passes. A tool that exceeds the
//! limit is therefore ended.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// Runs a tool that reads standard input and writes standard output.
///
/// # Errors
///
/// Returns the tool's messages if it fails, or the reason why it did not run to its end.
pub(super) fn filter(
    tool: &Path,
    arguments: &[String],
    input: &[u8],
    limit: Duration,
) -> Result<Vec<u8>, String> {
    let mut command = Command::new(tool);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| error.to_string())?;
    let (mut stdin, stdout, stderr) =
        (child.stdin.take(), child.stdout.take(), child.stderr.take());
    thread::scope(|scope| {
        // A tool that fails early does not read all of its input. Its own messages say why.
        let writer = scope.spawn(move || stdin.take().map(|mut to| to.write_all(input)));
        let messages = scope.spawn(move || read(stderr));
        let (sender, receiver) = mpsc::channel();
        scope.spawn(move || sender.send(read(stdout)));
        let Ok(output) = receiver.recv_timeout(limit) else {
            end(&mut child);
            return Err(format!("it did not end within {} s", limit.as_secs_f64()));
        };
        let status = child.wait().map_err(|error| error.to_string())?;
        let _ = writer.join();
        match status.success() {
            true => Ok(output),
            false => {
                let text = messages.join().unwrap_or_default();
                let text = String::from_utf8_lossy(&text).trim().to_owned();
                Err(if text.is_empty() { status.to_string() } else { text })
            }
        }
    })
}

fn read(from: Option<impl Read>) -> Vec<u8> {
    let mut bytes = vec![];
    // A pipe that breaks has no more content; the status of the tool tells whether it failed.
    let _ = from.map(|mut from| from.read_to_end(&mut bytes));
    bytes
}

fn end(child: &mut Child) {
    let _ = child.kill();
    let _ = child.wait();
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str, input: &[u8], limit: Duration) -> Result<Vec<u8>, String> {
        filter(Path::new("/bin/sh"), &["-c".into(), script.into()], input, limit)
    }

    #[test]
    fn a_filter_gets_its_input_and_returns_its_output() {
        let long = vec![b'x'; 1 << 20];
        assert_eq!(shell("cat", &long, Duration::from_secs(20)), Ok(long.clone()));
        assert_eq!(shell("echo short", &long, Duration::from_secs(20)), Ok(b"short\n".to_vec()));
    }

    #[test]
    fn a_failure_has_the_tools_messages() {
        let error = shell("echo wrong >&2; exit 3", b"", Duration::from_secs(20)).unwrap_err();
        assert_eq!(error, "wrong");
        let error = shell("exit 3", b"", Duration::from_secs(20)).unwrap_err();
        assert!(error.contains('3'), "{error}");
    }

    #[test]
    fn a_tool_that_does_not_end_is_ended() {
        let error = shell("exec sleep 600", b"", Duration::from_millis(50)).unwrap_err();
        assert!(error.contains("0.05 s"), "{error}");
    }
}
