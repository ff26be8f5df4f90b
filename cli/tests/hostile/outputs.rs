//! Processes that are killed while they write a file: the file has its previous content or the new
//! one, and the next process removes what the killed process left.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::mutate::Random;
use crate::{campaign, must_end};

/// The previous content of the output.
const PREVIOUS: &[u8] = b"the previous content, which is not a graph\n";

/// A call of `igc` that writes a large file.
struct Writer {
    output: PathBuf,
    arguments: Vec<String>,
    /// The content that the call writes.
    content: Vec<u8>,
    /// The time of the call, and the part of it until the call began to write.
    time: Duration,
    before: Duration,
}

impl Writer {
    /// Creates a call that writes a graph to a folder of its own, and times it.
    fn new(folder: &Path, command: &str, graph: &str, name: &str) -> Writer {
        std::fs::create_dir(folder).unwrap();
        let output = folder.join(name);
        let arguments = ["graph", command, graph, output.to_str().unwrap()];
        let arguments = arguments.map(String::from).to_vec();
        let (content, time) = (vec![], Duration::ZERO);
        let mut writer = Writer { output, arguments, content, time, before: time };
        // On a busy machine, this process may miss the temporary file.
        for _ in 0..20 {
            if let Some((before, time)) = writer.timed() {
                (writer.before, writer.time) = (before, time);
                writer.content = std::fs::read(&writer.output).unwrap();
                return writer;
            }
        }
        panic!("{:?} writes no temporary file", writer.arguments);
    }

    /// Runs the call. Returns its times, or `None` if nobody saw its temporary file.
    fn timed(&self) -> Option<(Duration, Duration)> {
        let start = Instant::now();
        let mut child = self.start();
        let mut before = None;
        while child.try_wait().unwrap().is_none() {
            before = before.or_else(|| (self.temporary_files() > 0).then(|| start.elapsed()));
        }
        assert!(child.wait().unwrap().success());
        Some((before?, start.elapsed()))
    }

    fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_igc"));
        command.args(&self.arguments);
        command
    }

    /// Starts the process itself, without a shell or a time limit around it, so that it can be
    /// killed.
    fn start(&self) -> Child {
        let mut command = self.command();
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    }

    fn temporary_files(&self) -> usize {
        let entries = std::fs::read_dir(self.output.parent().unwrap()).unwrap();
        entries.filter(|entry| entry.as_ref().unwrap().path() != self.output).count()
    }

    /// Kills the call at a random moment. Returns whether it was writing.
    fn attack(&self, random: &mut Random) -> bool {
        let has_previous = random.below(4) > 0;
        match has_previous {
            true => std::fs::write(&self.output, PREVIOUS).unwrap(),
            false => drop(std::fs::remove_file(&self.output)),
        }
        let mut child = self.start();
        // Every other kill is in the part of the call in which it writes.
        let earliest = if random.below(2) == 0 { self.before } else { Duration::ZERO };
        let span = (self.time - earliest).as_micros() as usize;
        std::thread::sleep(earliest + Duration::from_micros(random.below(span) as u64));
        child.kill().unwrap();
        child.wait().unwrap();
        let was_writing = self.temporary_files() > 0;
        match std::fs::read(&self.output) {
            Ok(found) => {
                let is_previous = has_previous && found == PREVIOUS;
                assert!(is_previous || found == self.content, "{} bytes are left", found.len());
            }
            Err(error) => assert!(!has_previous, "the previous content is lost: {error}"),
        }
        must_end(&mut self.command(), &[0], None);
        assert!(
            std::fs::read(&self.output).unwrap() == self.content,
            "the next call wrote another file"
        );
        assert_eq!(self.temporary_files(), 0, "the next call left temporary files");
        was_writing
    }
}

#[test]
fn killed_writers_leave_a_whole_file() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("input.igc");
    let generate = ["graph", "generate", "rmat:14", input.to_str().unwrap()];
    must_end(&mut crate::igc(&generate), &[0], None);
    let input = input.to_str().unwrap();
    let calls = [
        ("convert", input, "out.mtx.zst"),
        ("convert", input, "out.wel.gz"),
        ("generate", "rmat:15", "out.wel"),
    ];
    let writers = calls.map(|(command, graph, name)| {
        Writer::new(&folder.path().join(format!("of.{name}")), command, graph, name)
    });
    let (mut kills, mut while_writing) = (0, 0);
    campaign("killed writers", |random| {
        kills += 1;
        while_writing += usize::from(random.of(&writers).attack(random));
    });
    println!("{while_writing} of {kills} processes were killed while they wrote");
    // A short campaign makes tens of attempts, a quarter of them or more while the process writes.
    assert!(while_writing > 0 || kills < 8, "no process was killed while it wrote");
}
