//! Programs that are compiled once, and then interpreted in several ways and run on devices.

use igc_compiler::configuration::Configuration;
use igc_compiler::data::{ArrayData, Inputs};
use igc_compiler::driver::{Compilation, Failure, compile};
use igc_compiler::interp::{self, RunError, Settings};
use igc_compiler::ir::{Module, Value};
use igc_runtime::Error;
use igc_runtime::data_file;
use igc_runtime::execution::{Execution, execute_with};
use igc_runtime::input::{Input, OracleGraph};
use igc_runtime::params::bind;
use igc_runtime::results::Results;
use igc_runtime::run_options::RunOptions;
use igc_runtime::source::read_program;
use igc_runtime::verdict::judge_on;

use crate::device::TestDevice;
use crate::model::restless;
use crate::same::difference;
use crate::scope::everything_is_asked_for;

/// Maximum number of steps of an interpretation. No test needs as many, so a program that does not
/// end fails.
pub const MAX_STEPS: u64 = 20_000_000;

/// Seeds and sizes of launches. There are launches with one work-item, with several, and with more
/// work-items than most test graphs have nodes. In one of the launches, subgroups do not divide the
/// workgroup evenly.
pub const ORDERS: [LaunchOrder; 4] =
    [(0, [1, 1, 1]), (1, [1, 3, 2]), (7, [4, 2, 1]), (42, [4, 16, 8])];

/// A seed, and the size of launches: number of workgroups, workgroup size, subgroup size.
pub type LaunchOrder = (u64, [u32; 3]);

/// A compiled program.
pub struct Program {
    /// The result of the compilation.
    pub compilation: Compilation,
}

impl Program {
    /// Compiles a program.
    ///
    /// # Panics
    ///
    /// Panics if the program does not compile.
    pub fn new(name: &str, text: &str) -> Program {
        Program::with(name, text, &Configuration::default())
    }

    /// Compiles a program with optimisations.
    ///
    /// # Panics
    ///
    /// Panics if the program does not compile.
    pub fn with(name: &str, text: &str, options: &Configuration) -> Program {
        match compile(name, &restless(text, options), options) {
            Ok(compilation) => Program { compilation },
            Err(Failure::Program(diagnostics)) => {
                panic!("{}", igc_compiler::diagnostics::render::plain(name, text, &diagnostics))
            }
            Err(failure @ Failure::Model(..)) => panic!("{name} with {options}: {failure}"),
            Err(Failure::Bug(message)) => panic!("{name} with {options}: {message}"),
        }
    }

    /// Reads a file and compiles it without optimisations. The path is relative to the repository.
    pub fn file(path: &str) -> Program {
        Program::file_with(path, &Configuration::default())
    }

    /// Reads a file and compiles it with optimisations. The path is relative to the repository.
    pub fn file_with(path: &str, options: &Configuration) -> Program {
        let full = absolute(path);
        let text = read_program(&full).unwrap_or_else(|e| panic!("{path}: {e}"));
        Program::with(full.file_stem().unwrap().to_str().unwrap(), &text, options)
    }

    /// Returns the name of the program.
    pub fn name(&self) -> &str {
        &self.compilation.artefact.module.name
    }

    /// Returns the properties that the program requires of a graph.
    pub fn requirements(&self) -> Vec<String> {
        self.compilation.artefact.module.requirement_names()
    }

    /// Returns a value for each parameter: the given value or the default.
    pub fn params(&self, given: &[(&str, &str)]) -> Vec<Value> {
        let given: Vec<_> = given.iter().map(|(n, v)| (n.to_string(), v.to_string())).collect();
        bind(&self.compilation.artefact.module.params, &given, None).unwrap()
    }

    /// Returns random data for each input of the program. The data depends on the graph only.
    pub fn inputs(&self, input: &Input) -> Inputs {
        let module = &self.compilation.artefact.module;
        data_file::load(module, &input.graph, &data_file::or_random(module, &[])).unwrap()
    }

    /// Returns the output arrays of a run with their names.
    pub fn outputs<'a>(&self, arrays: &'a [ArrayData]) -> Vec<(&str, &'a ArrayData)> {
        let module = &self.compilation.artefact.module;
        let output = |id: &igc_compiler::ir::ArrayId| {
            (module.arrays[id.index()].name.as_str(), &arrays[id.index()])
        };
        module.outputs.iter().map(output).collect()
    }

    /// Interprets one stage of the program once, with checked accesses.
    pub fn interpret_stage(
        &self,
        module: &Module,
        input: &Input,
        params: &[Value],
        (seed, [groups, workgroup_size, subgroup_size]): LaunchOrder,
    ) -> Result<interp::Outcome, RunError> {
        let settings = Settings {
            seed,
            groups,
            workgroup_size,
            subgroup_size,
            max_steps: Some(MAX_STEPS),
            check_access: true,
            inputs: self.inputs(input),
            ..Settings::default()
        };
        interp::run(module, &input.view().expect("the graph is small"), params, &settings)
    }

    /// Runs every interpretation: every stage in several orders, with several numbers of
    /// work-items. Returns each outcome with a description. Unless everything is asked for, the stages
    /// between the first and the last one take turns with the orders, and begin with another order on another
    /// graph.
    ///
    /// # Panics
    ///
    /// Panics if an interpretation fails.
    pub fn interpretations(
        &self,
        input: &Input,
        params: &[Value],
    ) -> impl Iterator<Item = (String, interp::Outcome)> {
        let stages: Vec<_> = self.compilation.distinct_stages().collect();
        let ends = [0, stages.len() - 1];
        let of_graph = u64::from(input.graph.nodes()) + input.graph.edges() / 3;
        let everything = everything_is_asked_for();
        let ways = stages.into_iter().enumerate().flat_map(move |(at, stage)| {
            let is_turn = move |order: usize| {
                (order as u64 + at as u64 + of_graph).is_multiple_of(ORDERS.len() as u64)
            };
            let orders = ORDERS.into_iter().enumerate();
            let orders = orders
                .filter(move |(order, _)| everything || ends.contains(&at) || is_turn(*order));
            orders.map(move |(_, order)| (stage, order))
        });
        ways.map(move |((stage, module), order)| {
            let context = format!("after `{stage}`, order and launches {order:?}");
            let outcome = self.interpret_stage(module, input, params, order);
            let outcome = outcome.unwrap_or_else(|e| panic!("{}, {context}: {e}", self.name()));
            (context, outcome)
        })
    }

    /// Runs every interpretation, and checks that the outputs do not depend on the stage, the order
    /// or the number of work-items. Returns one outcome.
    ///
    /// # Panics
    ///
    /// Panics if an interpretation fails, or if the outputs differ.
    pub fn interpret(&self, input: &Input, params: &[Value]) -> interp::Outcome {
        let mut interpretations = self.interpretations(input, params);
        let (_, first) = interpretations.next().expect("there is a stage");
        for (context, outcome) in interpretations {
            self.assert_same(&context, &outcome.arrays, &first.arrays);
        }
        first
    }

    /// Runs the program on a device. If the device does not support a type, prints a line and
    /// returns `None`.
    ///
    /// # Panics
    ///
    /// Panics if the run fails.
    pub fn execute(
        &self,
        input: &Input,
        params: &[Value],
        device: &TestDevice,
        run_options: &RunOptions,
    ) -> Option<Execution> {
        let artefact = &self.compilation.artefact;
        let inputs = self.inputs(input);
        match execute_with(artefact, input, params, &inputs, &**device, run_options) {
            Ok(execution) => Some(execution),
            Err(error @ Error::Unsupported { .. }) => {
                println!("not tested: {error}");
                None
            }
            Err(error) => panic!("{} on {} on {}: {error}", self.name(), input.name, device),
        }
    }

    /// Returns the reason why the program's oracles reject the arrays of a run, or `None` if they
    /// accept them.
    ///
    /// # Panics
    ///
    /// Panics if the program names no oracle, or an oracle that cannot check the result.
    pub fn refusal(
        &self,
        graph: &OracleGraph,
        params: &[Value],
        arrays: &[ArrayData],
    ) -> Option<String> {
        let module = &self.compilation.artefact.module;
        let results = Results::all(module, arrays);
        let verdicts = judge_on(module, graph, params, &results);
        let verdicts = verdicts.unwrap_or_else(|e| panic!("{}: {e}", self.name()));
        assert!(!verdicts.is_empty(), "{} names an oracle", self.name());
        verdicts.into_iter().find_map(|verdict| verdict.reason)
    }

    /// Checks that the outputs of two runs are the same.
    ///
    /// # Panics
    ///
    /// Panics if they differ.
    pub fn assert_same(&self, context: &str, found: &[ArrayData], expected: &[ArrayData]) {
        if let Some(difference) = self.difference(found, expected) {
            panic!("{}, {context}: {difference}", self.name());
        }
    }

    /// Describes the first difference between the outputs of two runs. Returns `None` if the
    /// outputs are the same.
    pub fn difference(&self, found: &[ArrayData], expected: &[ArrayData]) -> Option<String> {
        let pairs = self.outputs(found).into_iter().zip(self.outputs(expected));
        pairs.into_iter().find_map(|((name, found), (_, expected))| {
            let (at, found, expected) = difference(found, expected)?;
            Some(format!("{name}[{at}] is {found:?}, expected {expected:?}"))
        })
    }

    /// Runs every interpretation, and runs the program on every device in every dialect. Returns
    /// the arrays of a run.
    ///
    /// # Panics
    ///
    /// Panics if the outputs differ.
    pub fn agree(
        &self,
        input: &Input,
        given: &[(&str, &str)],
        devices: &[TestDevice],
    ) -> Vec<ArrayData> {
        let params = self.params(given);
        let expected = self.interpret(input, &params);
        for device in devices {
            if let Some(execution) = self.execute(input, &params, device, &RunOptions::default()) {
                let context = format!("on {device}");
                self.assert_same(&context, &execution.arrays, &expected.arrays);
            }
        }
        expected.arrays
    }
}

/// Returns the absolute path of a file, given its path relative to the repository.
pub fn absolute(path: &str) -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}
