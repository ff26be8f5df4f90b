//! The result of a program in the reference interpreter, with which first results are compared.
//!
//! Oracles know the right result of some problems. The interpreter knows that of every program, but
//! it is slow, so a limit of steps applies. It runs the program several times: first the IR after
//! lowering, in order, without any pass; and then with other orders of execution and with
//! [perturbed](Perturbation) floats, both of this IR and of the distributed IR without optional
//! passes. The runs show which outputs have a unique result:
//!
//! - Integers, nodes, edges and `bool`: if all runs agree, the output must be equal.
//! - Floats: if the runs agree within 1 % of the largest value, each element has a tolerance. It is
//!   four times the largest deviation of a run, and four units in the last place. The deviations grow
//!   with the number of operations and with the sizes of their operands, as rounding errors do.
//! - Other outputs depend on the order of execution. Only an oracle can judge them.
//!
//! An oracle takes precedence for floats, because it knows the tolerance of its problem. An integer
//! output is also compared if an oracle judges it: an oracle may accept several answers where the
//! program has only one.
//!
//! # Limits
//!
//! The runs are samples of all executions. The result of a program with a race may be the same in all
//! of them, and still differ on a device. The comparison then rejects a possible result. It never
//! accepts an output that differs from every run.

mod expected;

use std::borrow::Cow;
use std::sync::Arc;

use igc_compiler::artefact::Code;
use igc_compiler::data::{ArrayData, Inputs};
use igc_compiler::driver::{Artefact, compile};
use igc_compiler::interp::{Perturbation, RunError};
use igc_compiler::ir::{Module, Value};
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::backend::interpreter::Variant;
use crate::backend::open;
use crate::input::Input;
use crate::params::RunInputs;
use crate::results::{Results, position};
use crate::run_options::RunOptions;
use expected::Expected;

/// The program to run in the interpreter, and the limit of each run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReferenceSettings {
    /// Name of the program.
    pub program: String,
    /// The text of the program, or a bundle.
    pub text: String,
    /// Maximum number of steps of each run.
    pub steps: u64,
}

/// Number of steps of a run by default. The interpreter takes some seconds for them.
pub const STEPS: u64 = 5_000_000;

/// The runs after the first. The last two run the distributed IR.
const VARIANTS: [(u64, Perturbation, bool); 3] = [
    (1, Perturbation::Grow, false),
    (2, Perturbation::Shrink, true),
    (3, Perturbation::Mixed(4), true),
];

/// The outputs of a program on a graph.
pub struct Reference {
    outputs: Vec<(String, Expected)>,
}

impl Reference {
    /// Runs a program in the interpreter.
    ///
    /// # Errors
    ///
    /// Returns the reason why there is no reference: the program has no outputs, or the interpreter
    /// cannot run it on this graph within the limit.
    pub fn of(
        settings: &ReferenceSettings,
        input: &Input,
        params: &[Value],
        inputs: &Inputs,
    ) -> Result<Reference, String> {
        let ReferenceSettings { program, text, steps } = settings;
        let too_large =
            || format!("the reference interpreter needs more than {steps} steps on this graph");
        // Each run visits the graph at least once.
        if u64::from(input.graph.nodes()) + input.graph.edges() > steps / 4 {
            return Err(too_large());
        }
        let compiled = compile(program, text, &Default::default());
        let compiled =
            compiled.map_err(|_| "the program does not compile without optimisations")?;
        let lowered = Artefact {
            module: Arc::new(compiled.stages[0].1.clone()),
            code: Code::default(),
            ..compiled.artefact.clone()
        };
        if lowered.module.outputs.is_empty() {
            return Err("the program has no outputs".into());
        }
        let mut options = RunOptions::default();
        let run = |artefact: &Artefact, variant: Variant, options: &RunOptions| {
            let ran = run(artefact, variant, input, RunInputs { params, inputs }, options);
            ran.map_err(|error| match error {
                Error::Run(RunError::StepLimit(_)) => too_large(),
                other => format!("the reference interpreter fails: {other}"),
            })
        };
        let max_steps = Some(*steps);
        let first = Variant { max_steps, ..Variant::default() };
        let (outputs, rounds) = run(&lowered, first, &options)?;
        let names = lowered.module.output_names().map(str::to_owned);
        let mut outputs: Vec<(String, Expected)> =
            names.zip(outputs.into_iter().map(Expected::new)).collect();
        // A loop whose end depends on rounding may never end.
        options.max_rounds = rounds.saturating_mul(4).saturating_add(64);
        for (seed, perturbation, is_distributed) in VARIANTS {
            let artefact = if is_distributed { &compiled.artefact } else { &lowered };
            // The distributed IR takes more steps.
            let max_steps = Some(steps.saturating_mul(4));
            let variant = Variant { seed, perturbation: Some(perturbation), max_steps };
            match run(artefact, variant, &options) {
                Ok((others, _)) => {
                    outputs
                        .iter_mut()
                        .zip(&others)
                        .for_each(|((_, expected), other)| expected.add(other));
                }
                Err(_) => outputs.iter_mut().for_each(|(_, expected)| expected.differ()),
            }
        }
        Ok(Reference { outputs })
    }

    /// Compares a result with the reference.
    ///
    /// # Errors
    ///
    /// Returns a message about the first difference.
    pub fn compare(&self, module: &Module, results: &Results<'_>) -> Result<(), String> {
        for (name, expected) in &self.outputs {
            if expected.is_float() && has_oracle(module, name) {
                continue;
            }
            let Some(found) = results.get(name) else {
                return Err(format!("the output `{name}` is missing"));
            };
            expected.compare(found).map_err(|difference| {
                let hint = match module.checks.is_empty() {
                    true => "\nhelp: if the program may have several results, let it name an oracle with `check`",
                    false => "",
                };
                format!("`{name}` differs from the reference interpreter: {difference}{hint}")
            })?;
        }
        Ok(())
    }

    /// Returns an output that neither the reference nor an oracle can judge, as a reason.
    pub fn unjudged(&self, module: &Module) -> Option<String> {
        let unjudged = |(name, expected): &&(String, Expected)| {
            !expected.is_unique() && !has_oracle(module, name)
        };
        let (name, _) = self.outputs.iter().find(unjudged)?;
        Some(format!(
            "`{name}` depends on the order of execution, and the program names no oracle for it"
        ))
    }
}

/// Returns why a result is not checked completely: no oracle judges an output, and the reference
/// does not, either. Without a reference, the program's oracles suffice if it names any.
pub fn unchecked(module: &Module, reference: Option<&Result<Reference, String>>) -> Option<String> {
    let no_oracle = || "the program names no oracle".to_string();
    match reference {
        None => module.checks.is_empty().then(no_oracle),
        Some(Ok(reference)) => reference.unjudged(module),
        Some(Err(_)) if is_judged_by_oracles(module) => None,
        Some(Err(reason)) => {
            Some(match module.output_names().find(|name| !has_oracle(module, name)) {
                Some(name) => format!("{} for `{name}`, and {reason}", no_oracle()),
                None => format!("{}, and {reason}", no_oracle()),
            })
        }
    }
}

/// Returns whether a program names an oracle for each of its outputs.
pub fn is_judged_by_oracles(module: &Module) -> bool {
    !module.checks.is_empty() && module.output_names().all(|name| has_oracle(module, name))
}

/// Returns whether a program names an oracle for an output.
fn has_oracle(module: &Module, output: &str) -> bool {
    module.checks.iter().any(|check| module.judged_names(check).any(|name| name == output))
}

/// Runs a program once. Returns its outputs, in the order of the module, and the number of rounds
/// of its loops.
fn run(
    artefact: &Artefact,
    variant: Variant,
    input: &Input,
    RunInputs { params, inputs }: RunInputs<'_>,
    options: &RunOptions,
) -> Result<(Vec<ArrayData>, u64), Error> {
    let resident = open(&variant, input)?;
    let mut prepared = resident.prepare(artefact, params, inputs, options)?;
    let rounds = prepared.run_once()?.rounds;
    let module = &artefact.module;
    let read = |name| prepared.array(position(module, name)?).map(Cow::into_owned);
    let outputs = module.output_names().map(read).collect::<Result<_, Error>>()?;
    Ok((outputs, rounds))
}
