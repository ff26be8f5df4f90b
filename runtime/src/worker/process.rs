//! One worker, seen from outside: it is asked, listened to, and, when it falls silent, killed.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use igc_compiler::options::Options;

use super::protocol::{Fault, Life, Message, News, Request, Step};
use crate::bench::{Failure, FailureKind};

/// How much of what a worker wrote to standard error is kept, in bytes: of a driver that gives up,
/// the last words count.
const LAST_WORDS: usize = 2048;

/// How long a process may take to be gone after its input or its output was closed, or after it was
/// killed. One that the driver holds in the kernel stays; it is left behind.
const PARTING: Duration = Duration::from_secs(5);

/// How long a worker may at least take for a step in which nothing runs on the device, such as
/// loading a graph, building kernels or judging a result.
const STEP: Duration = Duration::from_secs(600);

/// A worker process.
pub struct Worker {
    child: Child,
    requests: Option<ChildStdin>,
    messages: Receiver<Message>,
    /// The end of what it wrote to standard error, once that is closed.
    last_words: Receiver<String>,
    timeout: Duration,
    /// How long it is waited for the next that it says; without, for as long as the process lasts.
    patience: Option<Duration>,
    last_step: Option<Step>,
}

/// A worker that is gone without an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lost {
    /// [`Hung`](FailureKind::Hung), [`Crashed`](FailureKind::Crashed) or
    /// [`Killed`](FailureKind::Killed), and words.
    pub failure: Failure,
    /// What it did last.
    pub step: Option<Step>,
}

impl Lost {
    /// The configuration that is to blame, if it is one alone.
    pub fn options(&self) -> Option<&Options> {
        self.step.as_ref().and_then(Step::options)
    }
}

impl From<Lost> for Fault {
    fn from(lost: Lost) -> Fault {
        lost.failure.into()
    }
}

impl Worker {
    /// Starts a worker, which is `command`. When nothing is heard of it for `timeout` although it was
    /// asked something, it is lost; also when it takes for longer than that, and than ten minutes, for
    /// a step in which nothing runs. Its first word is waited for `arrival`; without, for as long as the
    /// process lasts, since a command that starts it on another machine may wait for one in a queue.
    ///
    /// # Errors
    ///
    /// The system does not start the process.
    pub fn start(
        command: &mut Command,
        timeout: Duration,
        arrival: Option<Duration>,
    ) -> std::io::Result<Worker> {
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        let (sender, messages) = channel();
        let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
        std::thread::spawn(move || {
            for message in stdout.into_iter().flat_map(read_messages) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let (last_word, last_words) = channel();
        std::thread::spawn(move || last_word.send(stderr.map_or(String::new(), end_of)));
        let requests = child.stdin.take();
        Ok(Worker {
            child,
            requests,
            messages,
            last_words,
            timeout,
            patience: arrival,
            last_step: None,
        })
    }

    /// The process's number.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Asks for something and waits for the answer: what is neither news nor a sign of life.
    ///
    /// # Errors
    ///
    /// It has fallen silent, and was killed, or it has ended. No more can be asked of it then.
    pub fn ask(
        &mut self,
        request: &Request,
        on_news: &mut dyn FnMut(News<'_>),
    ) -> Result<Message, Lost> {
        let line = serde_json::to_string(request).expect("numbers and strings serialise") + "\n";
        if let Some(requests) = &mut self.requests {
            // One that is gone already is noticed below.
            let _ = requests.write_all(line.as_bytes()).and_then(|()| requests.flush());
        }
        let limit = self.timeout.max(STEP);
        let mut progress = Instant::now();
        loop {
            if progress.elapsed() > limit {
                return Err(self.silent(limit));
            }
            match self.listen() {
                Ok(Message::Alive(Life::Works)) => {}
                Ok(Message::Alive(Life::Runs)) => progress = Instant::now(),
                Ok(Message::Step(step)) => {
                    on_news(News::Step(&step));
                    self.last_step = Some(step);
                    progress = Instant::now();
                }
                Ok(Message::Found(found)) => {
                    on_news(News::Found(&found));
                    progress = Instant::now();
                }
                Ok(answer) => {
                    self.last_step = None;
                    return Ok(answer);
                }
                Err(RecvTimeoutError::Timeout) => return Err(self.silent(self.timeout)),
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
            }
        }
    }

    /// The next that it says.
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
        self.lost(
            FailureKind::Hung,
            format!(
                "nothing was heard of it for {seconds} s{meanwhile}\n\
                 help: perhaps a loop of a kernel does not end; if the program is right, allow more time \
                 (--timeout, or `timeout` of a study)"
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
                format!(
                    "its process was killed{meanwhile}, perhaps as memory was short or its time was up"
                )
            }
            (Some(status), _) => format!("its process ended with {status}{meanwhile}"),
            (None, _) => format!("its process has fallen silent{meanwhile}"),
        };
        let last_words = self.last_words.recv_timeout(PARTING).unwrap_or_default();
        if !last_words.trim().is_empty() {
            reason = format!("{reason}\n{}", last_words.trim());
        }
        self.lost(kind, reason)
    }

    /// What it did last, in words.
    fn meanwhile(&self) -> String {
        self.last_step.as_ref().map_or(String::new(), |step| format!(" {}", step.meanwhile()))
    }

    fn lost(&mut self, kind: FailureKind, reason: String) -> Lost {
        Lost { failure: Failure { kind, reason }, step: self.last_step.take() }
    }

    /// How it ended; `None` where it does not.
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

    /// Ends it: a worker leaves when its input ends, whatever its driver waits for, and so does a command
    /// that started it elsewhere, in good order. What does not is killed.
    fn end(&mut self) {
        self.requests = None;
        if self.wait().is_none() {
            // It fails where the process is gone already, which is what is wanted.
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
    // What is no message ends the listening, and with it the worker.
    lines.map_while(|line| serde_json::from_str(&line).ok())
}

/// Reads to the end, and keeps the last of it.
fn end_of(mut stderr: ChildStderr) -> String {
    let mut kept = Vec::new();
    let mut chunk = [0; LAST_WORDS];
    while let Ok(count @ 1..) = stderr.read(&mut chunk) {
        kept.extend_from_slice(&chunk[..count]);
        kept.drain(..kept.len().saturating_sub(LAST_WORDS));
    }
    String::from_utf8_lossy(&kept).into_owned()
}

/// Whether a process was ended by a signal that only others send. Commands that start processes, as shells
/// and srun do, say so of theirs by an exit status of 128 and the signal's number.
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
