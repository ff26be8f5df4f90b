//! Tests that only results are read after a run: a program can have much more state than results,
//! and a copy of the state from a device can take longer than the run.

use std::borrow::Cow;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use igc_compiler::configuration::Configuration;
use igc_compiler::data::{ArrayData, Inputs};
use igc_compiler::driver::{Artefact, Executed};
use igc_compiler::ir::Value;
use igc_measure::comparison::{Candidate, Outcome, Settings, compare};
use igc_runtime::Error;
use igc_runtime::backend::interpreter::Interpreter;
use igc_runtime::backend::{Build, Device, DeviceKind, DeviceName, Prepared, Repetition, Resident};
use igc_runtime::input::Input;
use igc_runtime::memory::MemoryUse;
use igc_runtime::run::{Request, run};
use igc_runtime::run_options::RunOptions;
use igc_tests::device;
use igc_tests::program::Program;

/// The positions of the arrays that were read, in order.
type Reads = Arc<Mutex<Vec<usize>>>;

/// A device that notes which arrays are read.
struct Recording<D> {
    device: D,
    reads: Reads,
}

impl<D: std::ops::Deref<Target = dyn Device> + Send + Sync + 'static> Device for Recording<D> {
    fn name(&self) -> DeviceName {
        self.device.name()
    }

    fn kind(&self) -> DeviceKind {
        self.device.kind()
    }

    fn facts(&self) -> serde_json::Value {
        self.device.facts()
    }

    fn executed(&self) -> Executed {
        self.device.executed()
    }

    fn open(&self, input: &Input) -> Result<Box<dyn Resident>, Error> {
        let resident = self.device.open(input)?;
        Ok(Box::new(RecordingGraph { resident, reads: Arc::clone(&self.reads) }))
    }
}

struct RecordingGraph {
    resident: Box<dyn Resident>,
    reads: Reads,
}

impl Resident for RecordingGraph {
    fn prepare(
        &self,
        artefact: &Artefact,
        params: &[Value],
        inputs: &Inputs,
        run_options: &RunOptions,
    ) -> Result<Box<dyn Prepared>, Error> {
        let prepared = self.resident.prepare(artefact, params, inputs, run_options)?;
        Ok(Box::new(RecordingProgram { prepared, reads: Arc::clone(&self.reads) }))
    }

    fn release_state(&self) {
        self.resident.release_state();
    }
}

struct RecordingProgram {
    prepared: Box<dyn Prepared>,
    reads: Reads,
}

impl Prepared for RecordingProgram {
    fn build(&self) -> Build {
        self.prepared.build()
    }

    fn transfer_time(&self) -> Duration {
        self.prepared.transfer_time()
    }

    fn geometry(&self) -> Option<(usize, usize)> {
        self.prepared.geometry()
    }

    fn memory(&self) -> Option<MemoryUse> {
        self.prepared.memory()
    }

    fn run_once(&mut self) -> Result<Repetition, Error> {
        self.prepared.run_once()
    }

    fn array(&self, position: usize) -> Result<Cow<'_, ArrayData>, Error> {
        self.reads.lock().unwrap().push(position);
        self.prepared.array(position)
    }
}

/// A program with state at position 0, a result that only its oracle sees at position 1, and an
/// output at position 2.
const PROGRAM: &str = "node scratch: u32[64] = 0; node level: u32 = MAX; node seen: u32 = 0;
    param source: node = 0;
    kernel step(now: u32) {
        forall u in nodes {
            u.scratch[5] = now;
            if u.level == now {
                u.seen = 1;
                for e in u.out { atomic_min(e.dst.level, now + 1); }
            }
        }
    }
    main {
        source.level = 0;
        let depth: u32 = 0;
        while depth < 20 { step(depth); depth += 1; }
    }
    output seen;
    check bfs(level, source);";

/// Returns what was read by some work on a device that notes it.
fn reads_of(work: impl Fn(&dyn Device)) -> Vec<(String, Vec<usize>)> {
    let mut all = vec![];
    for device in device::all() {
        let name = device.to_string();
        let recording = Recording { device, reads: Reads::default() };
        work(&recording);
        all.push((name, std::mem::take(&mut *recording.reads.lock().unwrap())));
    }
    let interpreter: Box<dyn Device> = Box::new(Interpreter);
    let recording = Recording { device: interpreter, reads: Reads::default() };
    work(&recording);
    all.push(("the interpreter".into(), std::mem::take(&mut *recording.reads.lock().unwrap())));
    all
}

#[test]
fn a_run_reads_its_outputs_and_what_the_oracles_judge() {
    let program = Program::new("levels", PROGRAM);
    let artefact = &program.compilation.artefact;
    for (graph, check, expected) in [
        ("chain:10", false, vec![2]),
        ("chain:10", true, vec![2, 1]),
        ("chain:10,order=degree", false, vec![2]),
    ] {
        let input = Input::load(graph).unwrap();
        let request = Request { check, ..Request::default() };
        let reads = reads_of(|device| {
            let outcome = run(artefact, &input, device, &request).unwrap();
            assert!(!outcome.is_refused());
            assert_eq!(outcome.outputs, [("seen".into(), ArrayData::U32(vec![1; 10]))]);
        });
        for (device, reads) in reads {
            assert_eq!(reads, expected, "{graph} on {device}, check: {check}");
        }
    }
}

#[test]
fn a_comparison_reads_what_the_oracles_judge_once() {
    let program = Program::new("levels", PROGRAM);
    let candidate = Candidate {
        without_effect: vec![],
        options: Configuration::default(),
        artefact: Ok(program.compilation.artefact.clone()),
        compile_time: Duration::ZERO,
        given_up: None,
        completed: vec![],
    };
    let input = Input::load("chain:10").unwrap();
    for (check, expected) in [(false, vec![]), (true, vec![1])] {
        let settings = Settings { check, repeat: 3, ..Settings::default() };
        let reads = reads_of(|device| {
            let candidates = std::slice::from_ref(&candidate);
            let comparison = compare(candidates, &input, device, &settings, &mut |_| {}).unwrap();
            let outcome = &comparison.configurations[0].outcome;
            assert!(matches!(outcome, Outcome::Timed(_)), "{outcome:?}");
        });
        for (device, reads) in reads {
            assert_eq!(reads, expected, "on {device}, check: {check}");
        }
    }
}
