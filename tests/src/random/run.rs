//! Runs programs for the properties: compiles a program, and runs every stage in every order.

use igc_compiler::configuration::{Configuration, Flag};
use igc_compiler::data::{ArrayData, Inputs};
use igc_compiler::driver::{Compilation, Failure, compile};
use igc_compiler::interp::{self, Outcome, RunError, Settings};
use igc_compiler::ir::parse::parse;
use igc_compiler::ir::visit::{walk_exprs, walk_host_exprs};
use igc_compiler::ir::{Array, BinaryOp, Expr, ExprKind, Init, Module, Type, Value};
use igc_runtime::data_file;
use igc_runtime::input::Input;
use igc_runtime::params::bind;
use proptest::prelude::TestCaseError;

use super::Case;
use super::kept::Running;
use crate::model::restless;
pub use crate::program::LaunchOrder;
use crate::same::difference;
use crate::small::{Loaded, Small};

/// Maximum number of steps of the first run. A program that needs more steps is skipped.
pub const MAX_STEPS: u64 = 20_000;

/// Maximum number of steps of runs after the first, in which each work-item takes steps.
const MORE_STEPS: u64 = 200 * MAX_STEPS;

/// Seeds and sizes of launches for the interpreter.
pub const ORDERS: [LaunchOrder; 4] =
    [(0, [1, 1, 1]), (5, [3, 1, 1]), (7, [2, 4, 3]), (42, [4, 10, 4])];

/// A compiled program with its input.
pub struct Prepared {
    /// The result of the compilation.
    pub compilation: Compilation,
    /// The graph, with the properties that the program requires.
    pub input: Input,
    /// A value for each parameter.
    pub params: Vec<Value>,
    /// Random data for each input, which depends on the graph only.
    pub inputs: Inputs,
    /// The file of the graph, which is deleted when this value is dropped.
    _loaded: tempfile::NamedTempFile,
    /// The copy of the case that a crash leaves.
    _running: Running,
}

/// Returns a failure of the property.
pub fn fail<T>(message: impl Into<String>) -> Result<T, TestCaseError> {
    Err(TestCaseError::fail(message.into()))
}

/// Compiles a program.
///
/// # Errors
///
/// Returns a failure if the program does not compile.
pub fn compiled(source: &str, options: &Configuration) -> Result<Compilation, TestCaseError> {
    match compile("random", &restless(source, options), options) {
        Ok(compilation) => Ok(compilation),
        Err(Failure::Program(found)) => {
            fail(igc_compiler::diagnostics::render::plain("random.ig", source, &found))
        }
        Err(failure @ Failure::Model(..)) => fail(failure.to_string()),
        Err(Failure::Bug(message)) => fail(format!("with {options}: {message}")),
    }
}

/// Compiles a program and loads its graph.
///
/// # Errors
///
/// Returns a failure if the program does not compile, or if the graph does not load.
pub fn prepare(case: &Case, options: &Configuration) -> Result<Prepared, TestCaseError> {
    prepare_text(&case.source(), &case.graph, options)
}

/// Returns whether a program may have another result with edges of 64 bits: it uses edges as
/// integers, has edges as parameters or inputs, or computes edges that may not exist.
fn depends_on_width(lowered: &Module) -> bool {
    let is_input = |array: &Array| array.init == Init::Input && array.ty == Type::Edge;
    let mut found = lowered.numbers_edges
        || lowered.arrays.iter().any(is_input)
        || lowered.params.iter().any(|param| param.ty == Type::Edge);
    let is_offset = |expr: &Expr| matches!(expr.kind, ExprKind::Graph(..));
    let mut note = |expr: &Expr| {
        if let ExprKind::Binary(op, a, _) = &expr.kind {
            let computes = !op.is_comparison() && !matches!(op, BinaryOp::Min | BinaryOp::Max);
            found |= expr.ty == Type::Edge && computes && !is_offset(a);
        }
    };
    for kernel in &lowered.kernels {
        walk_exprs(&kernel.body, &mut note);
    }
    walk_host_exprs(&lowered.main.body, &mut note);
    found
}

/// Compiles the text or the bundle of a program and loads its graph. Edges are narrow if their width
/// may affect the result.
///
/// # Errors
///
/// Returns a failure if the program does not compile, or if the graph does not load.
pub fn prepare_text(
    text: &str,
    graph: &Small,
    options: &Configuration,
) -> Result<Prepared, TestCaseError> {
    let running = Running::new(text, graph, options);
    let mut compilation = compiled(text, options)?;
    if options.wide_edges && depends_on_width(&compilation.stages[0].1) {
        compilation = compiled(text, &options.without(Flag::WideEdges))?;
    }
    let module = &compilation.artefact.module;
    let params = bind(&module.params, &[], None).map_err(|e| TestCaseError::fail(e.to_string()))?;
    let Loaded { input, file } = graph.load();
    let input = input.require(&module.requirement_names());
    let input = input.map_err(|e| TestCaseError::fail(e.to_string()))?;
    let sources = data_file::or_random(module, &[]);
    let inputs = data_file::load(module, &input.graph, &sources);
    let inputs = inputs.map_err(|e| TestCaseError::fail(e.to_string()))?;
    Ok(Prepared { params, inputs, input, compilation, _loaded: file, _running: running })
}

/// Checks that the text of every stage parses to a module with the same text. Only the ids of
/// locals may differ.
///
/// # Errors
///
/// Returns a failure if a text does not survive the round trip.
pub fn text_goes_round(compilation: &Compilation) -> Result<(), TestCaseError> {
    for (stage, module) in &compilation.stages {
        let text = module.to_string();
        match parse(&text) {
            Ok(read) if read.to_string() == text => {}
            Ok(read) => return fail(format!("after {stage}:\n{text}\nreads as\n{read}")),
            Err(error) => return fail(format!("after {stage}: {error}\n{text}")),
        }
    }
    Ok(())
}

impl Prepared {
    fn interpret(
        &self,
        module: &Module,
        order: LaunchOrder,
        steps: u64,
    ) -> Result<Outcome, RunError> {
        let (seed, [groups, workgroup_size, subgroup_size]) = order;
        let settings = Settings {
            seed,
            groups,
            workgroup_size,
            subgroup_size,
            max_steps: Some(steps),
            check_access: true,
            inputs: self.inputs.clone(),
            ..Settings::default()
        };
        interp::run(
            module,
            &self.input.view().expect("the graph is small"),
            &self.params,
            &settings,
        )
    }

    /// Runs the lowered program in order. Returns the outcome, or the error that ended the run.
    ///
    /// # Errors
    ///
    /// Returns a failure if the run shows a bug, and a rejection if it takes too long.
    pub fn reference(&self) -> Result<Result<Outcome, RunError>, TestCaseError> {
        let (_, lowered) = &self.compilation.stages[0];
        match self.interpret(lowered, ORDERS[0], MAX_STEPS) {
            Err(RunError::StepLimit(_)) => Err(TestCaseError::reject("takes too long")),
            Err(error) if error.is_internal() => fail(error.to_string()),
            ended => Ok(ended),
        }
    }

    /// Runs every stage in several orders. If `same` is set, the results must be the same as those
    /// of the reference run.
    ///
    /// # Errors
    ///
    /// Returns a failure if a run breaks a promise, ends differently, or has a different result
    /// than the reference.
    pub fn every_stage(
        &self,
        reference: &Result<Outcome, RunError>,
        orders: &[LaunchOrder],
        same: bool,
    ) -> Result<(), TestCaseError> {
        let options = &self.compilation.artefact.configuration;
        let parallel = ("the scalar passes, not distributed", &*self.compilation.artefact.parallel);
        let stages = self.compilation.distinct_stages().map(|(stage, module)| (*stage, module));
        let is_new = !options.passes.is_empty() || options.wide_edges;
        let parallel = is_new.then_some(parallel);
        for (stage, module) in stages.chain(parallel) {
            let module = &self.with_other_initial_values(module);
            for order in orders {
                let context =
                    format!("with {options} after `{stage}`, order and launches {order:?}");
                let outcome = self.interpret(module, *order, MORE_STEPS);
                match (&outcome, reference) {
                    (Err(error), _) if error.is_internal() => {
                        return fail(format!("{context}: {error}\n{module}"));
                    }
                    (Ok(outcome), Ok(reference)) if same => {
                        self.compare(&context, &outcome.arrays, &reference.arrays)?;
                    }
                    (Err(a), Err(b)) if a == b => {}
                    _ if same => {
                        return fail(format!("{context}: {outcome:?} instead of {reference:?}"));
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Returns a module in which arrays start with other values, if the program overwrites all of their
    /// elements before it reads any.
    fn with_other_initial_values(&self, module: &Module) -> Module {
        let mut module = module.clone();
        let buffers = &self.compilation.artefact.schedule.buffers;
        for (array, buffer) in module.arrays.iter_mut().zip(buffers) {
            if buffer.overwritten {
                let other = u64::from(array.init == Init::Fill(Value::zero(array.ty)));
                array.init = Init::Fill(Value::from_bits(array.ty, other));
            }
        }
        module
    }

    /// Compares the results of two runs.
    ///
    /// # Errors
    ///
    /// Returns a failure if they differ.
    pub fn compare(
        &self,
        context: &str,
        found: &[ArrayData],
        expected: &[ArrayData],
    ) -> Result<(), TestCaseError> {
        let arrays = &self.compilation.artefact.module.arrays;
        for (array, (found, expected)) in arrays.iter().zip(found.iter().zip(expected)) {
            if let Some((at, found, expected)) = difference(found, expected) {
                let name = &array.name;
                return fail(format!("{context}: {name}[{at}] is {found:?}, not {expected:?}"));
            }
        }
        Ok(())
    }
}
