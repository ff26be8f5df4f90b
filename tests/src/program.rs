//! Programs: compiled once, then interpreted in every way and run on devices.

use igc_compiler::data::ArrayData;
use igc_compiler::driver::{Compilation, Failure, compile};
use igc_compiler::interp::{self, RunError, Settings};
use igc_compiler::ir::{Module, Value};
use igc_compiler::options::Options;
use igc_opencl::DeviceInfo;
use igc_runtime::Error;
use igc_runtime::input::{Input, OracleGraph};
use igc_runtime::params::bind;
use igc_runtime::report::Execution;
use igc_runtime::run::Limits;
use igc_runtime::verdict::judge_on;

use crate::same::difference;

/// More steps than any test needs: a program that does not end fails.
pub const MAX_STEPS: u64 = 20_000_000;

/// Orders of iterations, and launches: workgroups, their size, and that of their subgroups. One
/// work-item, some, and more than most graphs here have nodes; subgroups that fit and that do not.
pub const ORDERS: [Order; 4] = [(0, [1, 1, 1]), (1, [1, 3, 2]), (7, [4, 2, 1]), (42, [4, 16, 8])];

/// A seed, and what launches look like.
pub type Order = (u64, [u32; 3]);

/// A compiled program.
pub struct Program {
    /// What came of compiling it.
    pub compilation: Compilation,
}

impl Program {
    /// Compiles a program's text.
    ///
    /// # Panics
    ///
    /// It does not compile.
    pub fn new(name: &str, text: &str) -> Program {
        Program::with(name, text, &Options::default())
    }

    /// Compiles a program's text with optimisations.
    ///
    /// # Panics
    ///
    /// It does not compile.
    pub fn with(name: &str, text: &str, options: &Options) -> Program {
        match compile(name, text, options) {
            Ok(compilation) => Program { compilation },
            Err(Failure::Program(diagnostics)) => {
                panic!("{}", igc_compiler::diagnostics::render::plain(name, text, &diagnostics))
            }
            Err(Failure::Bug(message)) => panic!("{name} with {options}: {message}"),
        }
    }

    /// Reads and compiles a file, from the top of the repository.
    pub fn file(path: &str) -> Program {
        Program::file_with(path, &Options::default())
    }

    /// Reads a file, from the top of the repository, and compiles it with optimisations.
    pub fn file_with(path: &str, options: &Options) -> Program {
        let full = absolute(path);
        let text = std::fs::read_to_string(&full).unwrap_or_else(|e| panic!("{path}: {e}"));
        Program::with(full.file_stem().unwrap().to_str().unwrap(), &text, options)
    }

    /// The program's name.
    pub fn name(&self) -> &str {
        &self.compilation.artefact.schedule.program
    }

    /// What must hold of a graph that it runs on.
    pub fn requirements(&self) -> &[String] {
        &self.compilation.artefact.schedule.graph.requirements
    }

    /// A value for each parameter: as given, else its default.
    pub fn params(&self, given: &[(&str, &str)]) -> Vec<Value> {
        let given: Vec<_> = given.iter().map(|(n, v)| (n.to_string(), v.to_string())).collect();
        bind(&self.compilation.artefact.schedule.params, &given).unwrap()
    }

    /// Every array by its name, of those that are the result.
    pub fn outputs<'a>(&self, arrays: &'a [ArrayData]) -> Vec<(&str, &'a ArrayData)> {
        let module = &self.compilation.artefact.module;
        let output = |id: &igc_compiler::ir::ArrayId| {
            (module.arrays[id.index()].name.as_str(), &arrays[id.index()])
        };
        module.outputs.iter().map(output).collect()
    }

    /// One interpretation of one stage, with accesses watched.
    pub fn interpret_stage(
        &self,
        module: &Module,
        input: &Input,
        params: &[Value],
        (seed, [groups, workgroup_size, subgroup_size]): Order,
    ) -> Result<interp::Outcome, RunError> {
        let settings = Settings {
            seed,
            groups,
            workgroup_size,
            subgroup_size,
            max_steps: Some(MAX_STEPS),
            check_access: true,
            ..Settings::default()
        };
        interp::run(module, &input.view(), params, &settings)
    }

    /// What every interpretation leaves, each with what it was: every stage, in several orders and
    /// with several numbers of work-items.
    ///
    /// # Panics
    ///
    /// One fails.
    pub fn interpretations(
        &self,
        input: &Input,
        params: &[Value],
    ) -> impl Iterator<Item = (String, interp::Outcome)> {
        let stages = self.compilation.stages.iter();
        let ways = stages.flat_map(|stage| ORDERS.map(|order| (stage, order)));
        ways.map(move |((stage, module), order)| {
            let context = format!("after `{stage}`, order and launches {order:?}");
            let outcome = self.interpret_stage(module, input, params, order);
            let outcome = outcome.unwrap_or_else(|e| panic!("{}, {context}: {e}", self.name()));
            (context, outcome)
        })
    }

    /// What a run leaves, on whose outputs the interpretations of every stage agree, whatever
    /// the order and the number of work-items.
    ///
    /// # Panics
    ///
    /// They do not, or one fails.
    pub fn interpret(&self, input: &Input, params: &[Value]) -> interp::Outcome {
        let mut interpretations = self.interpretations(input, params);
        let (_, first) = interpretations.next().expect("there is a stage");
        for (context, outcome) in interpretations {
            self.assert_same(&context, &outcome.arrays, &first.arrays);
        }
        first
    }

    /// Runs it on a device; `None`, and a line that says so, where the device lacks a type.
    ///
    /// # Panics
    ///
    /// It fails.
    pub fn execute(
        &self,
        input: &Input,
        params: &[Value],
        device: &DeviceInfo,
        limits: &Limits,
    ) -> Option<Execution> {
        let artefact = &self.compilation.artefact;
        match igc_runtime::opencl::execute(artefact, input, params, device, limits) {
            Ok(execution) => Some(execution),
            Err(error @ Error::Unsupported { .. }) => {
                println!("not tested: {error}");
                None
            }
            Err(error) => panic!("{} on {}: {error}", input.name, device.summary()),
        }
    }

    /// What the program's oracles have against the arrays of a run; `None` where they accept them.
    ///
    /// # Panics
    ///
    /// It names no oracle, or one that cannot judge.
    pub fn refusal(
        &self,
        graph: &OracleGraph,
        params: &[Value],
        arrays: &[ArrayData],
    ) -> Option<String> {
        let verdicts = judge_on(&self.compilation.artefact.schedule, graph, params, arrays);
        let verdicts = verdicts.unwrap_or_else(|e| panic!("{}: {e}", self.name()));
        assert!(!verdicts.is_empty(), "{} names an oracle", self.name());
        verdicts.into_iter().find_map(|verdict| verdict.reason)
    }

    /// Holds the outputs of two runs together.
    ///
    /// # Panics
    ///
    /// They differ.
    pub fn assert_same(&self, context: &str, found: &[ArrayData], expected: &[ArrayData]) {
        if let Some(difference) = self.difference(found, expected) {
            panic!("{}, {context}: {difference}", self.name());
        }
    }

    /// The first difference between the outputs of two runs, in words.
    pub fn difference(&self, found: &[ArrayData], expected: &[ArrayData]) -> Option<String> {
        let pairs = self.outputs(found).into_iter().zip(self.outputs(expected));
        pairs.into_iter().find_map(|((name, found), (_, expected))| {
            let (at, found, expected) = difference(found, expected)?;
            Some(format!("{name}[{at}] is {found:?}, expected {expected:?}"))
        })
    }

    /// Interprets it in every way and runs it on every device in every dialect; the arrays after a
    /// run, on whose outputs all agree.
    ///
    /// # Panics
    ///
    /// They do not.
    pub fn agree(
        &self,
        input: &Input,
        given: &[(&str, &str)],
        devices: &[DeviceInfo],
    ) -> Vec<ArrayData> {
        let params = self.params(given);
        let expected = self.interpret(input, &params);
        for device in devices {
            if let Some(execution) = self.execute(input, &params, device, &Limits::default()) {
                let context = format!("on {}, {}", device.name, device.dialect);
                self.assert_same(&context, &execution.arrays, &expected.arrays);
            }
        }
        expected.arrays
    }
}

/// The absolute path of a file that is given from the top of the repository.
pub fn absolute(path: &str) -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}
