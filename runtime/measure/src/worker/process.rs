//! The client's view of one worker. The client sends requests, reads messages, and kills a worker
//! that sends no messages for too long.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::Builder;
use std::time::{Duration, Instant};

use igc_compiler::configuration::Configuration;

use super::protocol::{Activity, Fault, Life, Message, News, Request};
use crate::comparison::{Failure, FailureKind};

/// Number of bytes at the end of a worker's standard error that are kept. The last messages of a
/// failing driver are the most important ones.
const LAST_WORDS: usize = 2048;

/// Maximum time for a process to end after its input or output was closed, or after it was killed.
/// A process that the driver blocks in the operating system cannot be ended.
const PARTING: Duration = Duration::from_secs(5);

/// Minimum time limit for an activity in which nothing runs on the device, such as loading a graph,
/// building kernels or judging a result.
pub(super) const STEP: Duration = Duration::from_secs(600);

/// A worker process.
pub struct Worker {
    child: Child,
    requests: Option<ChildStdin>,
    messages: Receiver<Message>,
    /// The end of its standard error, once that is closed.
    last_words: Receiver<String>,
    timeout: Duration,
    build_timeout: Duration,
    /// Maximum time to wait for the next message. Without a limit, the client waits for as long as
    /// the process exists.
    patience: Option<Duration>,
    last_activity: Option<Activity>,
}

/// A worker that ended or was killed without an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lost {
    /// The failure: [`Hung`](FailureKind::Hung), [`Crashed`](FailureKind::Crashed) or
    /// [`Killed`](FailureKind::Killed), with the reason.
    pub failure: Failure,
    /// The last activity that the worker announced.
    pub activity: Option<Activity>,
}

impl Lost {
    /// Returns the configuration that is to blame, if the last activity had only one.
    pub fn options(&self) -> Option<&Configuration> {
        self.activity.as_ref().and_then(Activity::options)
    }
}

impl From<Lost> for Fault {
    fn from(lost: Lost) -> Fault {
        lost.failure.into()
    }
}

impl Worker {
    /// Starts a worker by a command. A worker that has a request is lost if it sends no message for
    /// `timeout`. It is also lost if an activity in which nothing runs takes longer than `timeout` and
    /// than ten minutes, or if the build of the kernels of a configuration takes longer than
    /// `build_timeout`. The first message may take `arrival`. Without that limit, the client waits
    /// for as long as the process exists, because a command that starts the worker on another
    /// machine may have to queue for one.
    ///
    /// # Errors
    ///
    /// Returns an error if the system cannot start the process, or a thread that reads its output.
    pub fn start(
        command: &mut Command,
        timeout: Duration,
        build_timeout: Duration,
        arrival: Option<Duration>,
    ) -> std::io::Result<Worker> {
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        let (sender, messages) = channel();
        let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
        Builder::new().spawn(move || {
            for message in stdout.into_iter().flat_map(read_messages) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        })?;
        let (last_word, last_words) = channel();
        Builder::new().spawn(move || last_word.send(stderr.map_or(String::new(), end_of)))?;
        let requests = child.stdin.take();
        Ok(Worker {
            child,
            requests,
            messages,
            last_words,
            timeout,
            build_timeout,
            patience: arrival,
            last_activity: None,
        })
    }

    /// Returns the process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a request and waits for the answer. Calls `on_news` for the messages before it, except
    /// for signs of life.
    ///
    /// # Errors
    ///
    /// Returns an error if the worker has ended, or has fallen silent and was killed. No other
    /// request can be sent to it.
    pub fn ask(
        &mut self,
        request: &Request,
        on_news: &mut dyn FnMut(News<'_>),
    ) -> Result<Message, Lost> {
        let line = serde_json::to_string(request).expect("numbers and strings serialise") + "\n";
        if let Some(requests) = &mut self.requests {
            // If the process has ended already, this is noticed below.
            let _ = requests.write_all(line.as_bytes()).and_then(|()| requests.flush());
        }
        let limit = self.timeout.max(STEP);
        let mut progress = Instant::now();
        loop {
            if self.last_activity.as_ref().is_some_and(Activity::is_build) {
                if progress.elapsed() > self.build_timeout {
                    return Err(self.built_too_long());
                }
            } else if progress.elapsed() > limit {
                return Err(self.silent(limit));
            }
            match self.listen() {
                Ok(Message::Alive(Life::Works)) => {}
                Ok(Message::Alive(Life::Runs)) => progress = Instant::now(),
                Ok(Message::Activity(activity)) => {
                    on_news(News::Activity(&activity));
                    self.last_activity = Some(activity);
                    progress = Instant::now();
                }
                Ok(Message::Observation(observation)) => {
                    on_news(News::Observation(&observation));
                    progress = Instant::now();
                }
                Ok(Message::Measured(measurement)) => {
                    on_news(News::Measured(&measurement));
                    progress = Instant::now();
                }
                Ok(answer) => {
                    self.last_activity = None;
                    return Ok(answer);
                }
                Err(RecvTimeoutError::Timeout) => return Err(self.silent(self.timeout)),
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
            }
        }
    }

    /// Waits for the next message.
    fn listen(&mut self) -> Result<Message, RecvTimeoutError> {
        let message = match self.patience {
            Some(patience) => self.messages.recv_timeout(patience),
            None => self.messages.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        self.patience = Some(self.timeout);
        message
    }

    fn silent(&mut self, silence: Duration) -> Lost {
        self.end();
        let (seconds, meanwhile) = (silence.as_secs_f64(), self.meanwhile());
        self.too_long(
            "silent",
            format!(
                "no progress for {seconds} s{meanwhile}\n\
                 help: check whether a loop of a kernel never ends; if the program only needs more time, \
                 raise the time limit"
            ),
        )
    }

    fn built_too_long(&mut self) -> Lost {
        self.end();
        let seconds = self.build_timeout.as_secs_f64();
        self.too_long(
            "long-build",
            format!(
                "the driver has not built the kernels within {seconds} s\n\
                 help: some drivers need long for large kernels; raise the time limit of builds, or choose \
                 fewer optimisations"
            ),
        )
    }

    fn ended(&mut self) -> Lost {
        let status = self.wait();
        if status.is_none() {
            self.end();
        }
        let kind = match status {
            Some(status) if was_killed(status) => FailureKind::Killed,
            _ => FailureKind::Crashed,
        };
        let meanwhile = self.meanwhile();
        let mut reason = match (status, kind) {
            (_, FailureKind::Killed) => {
                format!("its process was killed{meanwhile}, perhaps because memory or time ran out")
            }
            (Some(status), _) => format!("its process ended with {status}{meanwhile}"),
            (None, _) => format!("its process closed its output{meanwhile}"),
        };
        let last_words = self.last_words.recv_timeout(PARTING).unwrap_or_default();
        if !last_words.trim().is_empty() {
            reason = format!("{reason}\n{}", last_words.trim());
        }
        self.lost(kind, reason)
    }

    /// Describes the last activity in words.
    fn meanwhile(&self) -> String {
        self.last_activity
            .as_ref()
            .map_or(String::new(), |activity| format!(" {}", activity.meanwhile()))
    }

    fn lost(&mut self, kind: FailureKind, reason: String) -> Lost {
        Lost { failure: Failure::new(kind, reason), activity: self.last_activity.take() }
    }

    /// Describes a worker that took too long. The code names the time limit.
    fn too_long(&mut self, code: &str, reason: String) -> Lost {
        let mut lost = self.lost(FailureKind::Hung, reason);
        lost.failure.code = Some(code.to_owned());
        lost
    }

    /// Waits for the process to end, and returns how it ended; `None` if it does not end in time.
    fn wait(&mut self) -> Option<ExitStatus> {
        let start = Instant::now();
        while start.elapsed() < PARTING {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) => std::thread::sleep(Duration::from_millis(2)),
                Err(_) => return None,
            }
        }
        None
    }

    /// Ends the process. A worker exits when its input is closed, even while it waits for its
    /// driver, and so does a command that started it elsewhere. A process that does not exit is
    /// killed.
    fn end(&mut self) {
        self.requests = None;
        if self.wait().is_none() {
            // This fails if the process has ended already.
            let _ = self.child.kill();
            self.wait();
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.end();
    }
}

fn read_messages(stdout: ChildStdout) -> impl Iterator<Item = Message> {
    let lines = BufReader::new(stdout).lines().map_while(Result::ok);
    // A line that is not a message ends the worker.
    lines.map_while(|line| serde_json::from_str(&line).ok())
}

/// Reads to the end, and keeps the last bytes.
fn end_of(mut stderr: ChildStderr) -> String {
    let mut kept = Vec::new();
    let mut chunk = [0; LAST_WORDS];
    while let Ok(count @ 1..) = stderr.read(&mut chunk) {
        kept.extend_from_slice(&chunk[..count]);
        kept.drain(..kept.len().saturating_sub(LAST_WORDS));
    }
    String::from_utf8_lossy(&kept).into_owned()
}

/// Returns whether a process was ended by a signal that only other processes send. Commands that
/// start processes, such as shells and srun, report this by an exit status of 128 plus the signal's
/// number.
#[cfg(unix)]
fn was_killed(status: ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt;
    const SIGKILL: i32 = 9;
    const SIGTERM: i32 = 15;
    let signal = status.signal().or_else(|| status.code()?.checked_sub(128));
    matches!(signal, Some(SIGKILL | SIGTERM))
}

#[cfg(not(unix))]
fn was_killed(_: ExitStatus) -> bool {
    false
}
