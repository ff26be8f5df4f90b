//! A process in which plans run, as `igc tune` sees it.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child as Process, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use super::protocol::{Message, RaceRequest};
use crate::failed::Failed;
use crate::output::fail;

/// Number of bytes at the end of standard error that are kept.
const MOST_WORDS: usize = 16 * 1024;

/// Longest time to wait for the end of a process that was killed. The driver may block it in the operating system.
const PARTING: Duration = Duration::from_secs(5);

/// A process in which plans run.
pub struct Child {
    process: Process,
    orders: Option<ChildStdin>,
    messages: Receiver<Message>,
    words: Arc<Mutex<Vec<u8>>>,
    reader: JoinHandle<()>,
}

impl Child {
    /// Starts a process with the arguments of this one.
    ///
    /// # Errors
    ///
    /// Returns an error if the system cannot start it.
    pub fn start() -> Result<Child, Failed> {
        Child::try_start().or_else(|error| {
            fail(Failed::Device, format_args!("a process for the plans cannot start: {error}"))
        })
    }

    /// Returns the id of the process.
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    fn try_start() -> std::io::Result<Child> {
        let mut command = Command::new(std::env::current_exe()?);
        // Options may precede the name of the command.
        let (mut before, mut after): (Vec<_>, Vec<_>) = (vec![], vec![]);
        for argument in std::env::args_os().skip(1) {
            let is_after = before.last().is_some_and(|last: &OsString| last == "tune");
            if is_after { after.push(argument) } else { before.push(argument) }
        }
        command.args(before).arg("--child").args(after);
        // Ctrl-C ends only this process, which then ends the child.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = command.spawn()?;
        let (orders, stdout, stderr) =
            (process.stdin.take(), process.stdout.take(), process.stderr.take());
        let (sender, messages) = channel();
        Builder::new().spawn(move || {
            let lines = stdout.into_iter().flat_map(|stdout| BufReader::new(stdout).lines());
            for line in lines.map_while(Result::ok) {
                // A line that is not a message ends the child.
                let Ok(message) = serde_json::from_str(&line) else { break };
                if sender.send(message).is_err() {
                    break;
                }
            }
        })?;
        let words = Arc::new(Mutex::new(vec![]));
        let kept = words.clone();
        let reader = Builder::new().spawn(move || {
            let Some(mut stderr) = stderr else { return };
            let mut part = [0; 1024];
            while let Ok(count @ 1..) = stderr.read(&mut part) {
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                kept.extend_from_slice(&part[..count]);
                let superfluous = kept.len().saturating_sub(MOST_WORDS);
                kept.drain(..superfluous);
            }
        })?;
        Ok(Child { process, orders, messages, words, reader })
    }

    /// Sends an order. If the child has ended, the next message is an error.
    pub fn send(&mut self, order: &RaceRequest) {
        let line = serde_json::to_string(order).expect("numbers and strings serialise") + "\n";
        if let Some(orders) = &mut self.orders {
            let _ = orders.write_all(line.as_bytes()).and_then(|()| orders.flush());
        }
    }

    /// Waits for the next message.
    ///
    /// # Errors
    ///
    /// Returns an error if there is none in time, or if the child has ended.
    pub fn listen(&self, patience: Duration) -> Result<Message, RecvTimeoutError> {
        self.messages.recv_timeout(patience)
    }

    /// Takes what the child has written to standard error so far.
    pub fn words(&self) -> String {
        let words = std::mem::take(&mut *self.words.lock().unwrap_or_else(PoisonError::into_inner));
        String::from_utf8_lossy(&words).into_owned()
    }

    /// Ends the process unless it has ended, and returns why it ended, with the last words that it wrote.
    pub fn end(mut self) -> (String, String) {
        self.orders = None;
        let status = self.status(Duration::from_secs(1));
        let status = status.or_else(|| {
            // This fails if the process has ended already.
            let _ = self.process.kill();
            self.status(PARTING)
        });
        let start = Instant::now();
        // A process that the child started may keep its standard error open.
        while !self.reader.is_finished() && start.elapsed() < PARTING / 10 {
            std::thread::sleep(Duration::from_millis(2));
        }
        let words = self.words();
        (reason(status, &words), words)
    }

    /// Waits for the process to end, and returns how it ended.
    fn status(&mut self, patience: Duration) -> Option<ExitStatus> {
        let start = Instant::now();
        loop {
            match self.process.try_wait() {
                Ok(None) if start.elapsed() < patience => {
                    std::thread::sleep(Duration::from_millis(2));
                }
                Ok(status) => return status,
                Err(_) => return None,
            }
        }
    }
}

/// Returns why a process ended: what it says itself, or else its status.
fn reason(status: Option<ExitStatus>, words: &str) -> String {
    let own = words.lines().rev().find_map(|line| line.strip_prefix("error: "));
    match (own, status) {
        (Some(own), _) => own.to_owned(),
        (None, Some(status)) => format!("its process ended with {status}"),
        (None, None) => "its process does not answer".to_owned(),
    }
}
