//! Runs igc for code lenses, in another process: a program may run for ever, and a driver may crash.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use igc_compiler::bundle::{self, Content};

/// The maximum time of a run.
const MAX_TIME: Duration = Duration::from_secs(120);

/// The largest output that is kept, in bytes.
const MAX_OUTPUT: u64 = 1 << 20;

/// The commands of code lenses, by their names in the protocol.
pub const COMMANDS: [&str; 3] = ["igc.run", "igc.check", "igc.explain"];

/// Returns the arguments of igc for a command.
pub fn arguments(command: &str, program: &Path, graph: &str) -> Option<Vec<String>> {
    let program = program.to_string_lossy().into_owned();
    let words: Vec<String> = match command {
        "igc.run" => vec!["run".into(), program, "--graph".into(), graph.into()],
        "igc.check" => {
            vec!["run".into(), program, "--graph".into(), graph.into(), "--check".into()]
        }
        "igc.explain" => vec!["explain".into(), program],
        _ => return None,
    };
    Some(words)
}

/// The file of a program that igc runs.
pub struct ProgramFile {
    /// The path of the program.
    pub path: PathBuf,
    /// The folder that is removed after the run, if the program was not saved.
    pub temporary: Option<PathBuf>,
}

impl ProgramFile {
    /// Writes a program and the files that it imports to a new folder, at the same places relative to each other.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be written.
    pub fn write(folder: PathBuf, name: &str, bundle: &str) -> std::io::Result<ProgramFile> {
        let files = bundle::files(bundle);
        // `../lib.ig` must stay in the folder.
        let depth = |path: &str| path.split('/').filter(|part| *part == "..").count();
        let depth = files.iter().map(|file| depth(file.path)).max().unwrap_or(0);
        let inner = (0..depth).fold(folder.clone(), |inner, _| inner.join("program"));
        let path = inner.join(format!("{name}.ig"));
        // Removes the folder if a file cannot be written.
        let program = ProgramFile { path, temporary: Some(folder) };
        std::fs::create_dir_all(&inner)?;
        for file in files.iter().filter(|file| matches!(file.content, Content::Text(_))) {
            let path = match file.path {
                "" => program.path.clone(),
                path => crate::uri::normal(&inner.join(path)),
            };
            path.parent().map_or(Ok(()), std::fs::create_dir_all)?;
            std::fs::write(path, file.text())?;
        }
        Ok(program)
    }
}

impl Drop for ProgramFile {
    fn drop(&mut self) {
        if let Some(folder) = &self.temporary {
            let _ = std::fs::remove_dir_all(folder);
        }
    }
}

/// The result of a run of igc.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Output {
    /// Whether igc succeeded.
    pub success: bool,
    /// Its standard output, followed by its standard error.
    pub text: String,
}

/// Runs igc and returns what it prints.
pub fn run(igc: &PathBuf, arguments: &[String]) -> Output {
    let mut command = Command::new(igc);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    match command.spawn() {
        Ok(child) => wait(child),
        Err(error) => Output { success: false, text: format!("igc cannot be started: {error}") },
    }
}

fn wait(mut child: Child) -> Output {
    let read = |source: Option<Box<dyn Read + Send>>| {
        std::thread::spawn(move || {
            let mut bytes = vec![];
            if let Some(mut source) = source {
                let _ = source.by_ref().take(MAX_OUTPUT).read_to_end(&mut bytes);
                // Reads the rest, so that the process does not wait.
                let _ = std::io::copy(&mut source, &mut std::io::sink());
            }
            String::from_utf8_lossy(&bytes).into_owned()
        })
    };
    let out = read(child.stdout.take().map(|it| Box::new(it) as Box<dyn Read + Send>));
    let err = read(child.stderr.take().map(|it| Box::new(it) as Box<dyn Read + Send>));
    let end = Instant::now() + MAX_TIME;
    let success = loop {
        match child.try_wait() {
            Ok(Some(status)) => break Ok(status.success()),
            Ok(None) if Instant::now() < end => std::thread::sleep(Duration::from_millis(10)),
            Ok(None) => {
                let _ = child.kill();
                let _ = child.wait();
                break Err(format!("igc took longer than {} s", MAX_TIME.as_secs()));
            }
            Err(error) => break Err(error.to_string()),
        }
    };
    let mut text = out.join().unwrap_or_default() + &err.join().unwrap_or_default();
    let success = success.unwrap_or_else(|reason| {
        text += &reason;
        false
    });
    Output { success, text }
}
