//! The kinds of tests, and what each of them checks.
//!
//! | `#test` | the test | verdicts |
//! | --- | --- | --- |
//! | `pass NAME` | runs a pass of `PASSES`, or `hoist`, on IR | `becomes`, `stays` |
//! | `scalar ORDER` | runs an order of scalar passes on IR | `becomes`, `stays` |
//! | `stage NAME` | compiles a program; the result is that of one pass | `becomes`, `stays` |
//! | `agree` | compiles a program, and compares its results with those without flags | `agrees` |
//! | `verify` | runs the verifier | `accepted`, `refused` |
//! | `parse` | parses IR | `refused` |
//! | `run` | executes IR in the interpreter | `gives`, `fails` |
//! | `fixpoint`, `overwritten`, `selective` | runs an analysis | `gives` |
//!
//! A test of a pass shows the declarations, kernels and loops that are new or changed, and the
//! remarks. It also checks that the verifier accepts the module before and after, that the text of
//! the result can be parsed again, and that a second run changes nothing (unless the file says
//! `#once`). The result of scalar passes, and of others with `#runs`, is executed: it must have the
//! results of the module before the pass.

use igc_compiler::bundle::with_model;
use igc_compiler::configuration::{Configuration, PassOrder};
use igc_compiler::driver::{Compilation, compile};
use igc_compiler::ir::Module;
use igc_compiler::ir::fixpoint::fixed_points;
use igc_compiler::ir::overwritten::overwritten;
use igc_compiler::ir::parse::parse;
use igc_compiler::ir::verify::verify;
use igc_compiler::model::Model;
use igc_compiler::passes::hoist::hoist_reads;
use igc_compiler::passes::{PASSES, Pass, Settings, scalar};
use igc_compiler::remarks::{Outcome, Remark, Remarks};

use crate::execute::{self, same_results};
use crate::format::{Case, File};
use crate::items::changed;

/// The verdict and the result of a case.
type Found = Result<(&'static str, String), String>;

/// Runs a case. Returns its result, and the number of its variants.
pub fn run(file: &File, case: &Case) -> Result<(String, usize), String> {
    let (with, options, also) =
        (file.all(case, "with"), file.all(case, "opts"), file.all(case, "also"));
    let options = if options.is_empty() { vec!["none"] } else { options };
    let (mut text, mut count) = (String::new(), 0);
    for (at, input) in file.inputs(case).iter().enumerate() {
        for options in &options {
            let result = variant(file, case, input, options, None)?;
            for other in &also {
                let again = variant(file, case, input, options, Some(other))?;
                if case.verdict == "gives" && again != result {
                    return Err(format!("the result with {other} is\n{again}"));
                }
            }
            let heads = [(with.len(), with.get(at)), (file.all(case, "opts").len(), Some(options))];
            for (_, head) in heads.iter().filter(|(len, _)| *len > 1 && !result.is_empty()) {
                text += &format!("with {}\n", head.unwrap());
            }
            text += &result;
            count += 1 + also.len();
        }
    }
    Ok((text, count))
}

/// Runs a variant of a case, whose verdict must be that of the case. Returns its result.
fn variant(
    file: &File,
    case: &Case,
    input: &str,
    options: &str,
    other: Option<&str>,
) -> Result<String, String> {
    let (found, result) = of_kind(file, case, input, options, other)?;
    if found == case.verdict {
        return Ok(result);
    }
    Err(format!("with {}, the verdict is `#{found}`\n{result}", other.unwrap_or(options)))
}

/// Runs a variant of a case, with another configuration or order if one is given.
fn of_kind(file: &File, case: &Case, input: &str, options: &str, other: Option<&str>) -> Found {
    let (kind, of) = (file.test.0.as_str(), file.test.1.as_str());
    let is_program = matches!(kind, "stage" | "agree" | "selective");
    if is_program != file.is_program {
        return Err(format!("tests of `{kind}` have other inputs than those of this file"));
    }
    let options = other.unwrap_or(options);
    match kind {
        "pass" => pass(file, case, input, of, &configuration(options)?),
        "scalar" => scalar_passes(file, case, input, other.unwrap_or(of)),
        "stage" => stage(file, case, input, of, options),
        "agree" => agree(file, case, input, options),
        "selective" => selective(input, options),
        "verify" => Ok(match verify(&parsed(input)?) {
            Ok(()) => ("accepted", String::new()),
            Err(found) => ("refused", lines(&found)),
        }),
        "parse" => Ok(match parse(input) {
            Ok(module) => ("accepted", module.to_string()),
            Err(error) => ("refused", format!("{error}\n")),
        }),
        "run" => Ok(match execute::run(file, case, &parsed(input)?)? {
            Ok(result) => ("gives", result),
            Err(error) => {
                let bug = if error.is_internal() { "a bug of the compiler: " } else { "" };
                ("fails", format!("{bug}{error}\n"))
            }
        }),
        "fixpoint" => fixpoint(&verified(input)?),
        "overwritten" => never_read(&verified(input)?),
        _ => Err(format!("unknown kind `{kind}`")),
    }
}

fn lines<T: std::fmt::Display>(list: &[T]) -> String {
    list.iter().map(|one| format!("{one}\n")).collect()
}

fn configuration(options: &str) -> Result<Configuration, String> {
    Configuration::parse(options).map_err(|error| error.to_string())
}

fn parsed(text: &str) -> Result<Module, String> {
    parse(text).map_err(|error| format!("{error}\n{text}"))
}

/// Parses a module that the verifier must accept.
fn verified(text: &str) -> Result<Module, String> {
    let module = parsed(text)?;
    accepted(&module)?;
    Ok(module)
}

fn accepted(module: &Module) -> Result<(), String> {
    verify(module)
        .map_err(|found| format!("the verifier refuses a module:\n{}{module}", lines(&found)))
}

/// Checks that the text of a module is parsed and written again without a change.
fn readable(module: &Module) -> Result<(), String> {
    let text = module.to_string();
    let again = parsed(&text)?.to_string();
    if again == text { Ok(()) } else { Err(format!("the text changes when it is read:\n{again}")) }
}

fn written<'r>(remarks: impl Iterator<Item = &'r Remark>) -> String {
    let line = |remark: &Remark| {
        let outcome = match remark.outcome {
            Outcome::Applied => "applied",
            Outcome::NotApplied => "not applied",
        };
        let (by, place) = (remark.by.name(), &remark.place);
        format!("remark: {by} {outcome} in {place}: {}\n", remark.message)
    };
    remarks.map(line).collect()
}

/// Returns the verdict and the result of a pass. Modules are compared with everything that their
/// text does not show.
fn compared(file: &File, case: &Case, before: &Module, after: &Module, remarks: String) -> Found {
    accepted(after)?;
    readable(after)?;
    if is_same(before, after) {
        return Ok(("stays", remarks));
    }
    let show = file.one(case, "show");
    Ok(("becomes", changed(&before.to_string(), &after.to_string(), show) + &remarks))
}

/// Whether modules are the same. A constant that is not a number is the same as itself.
fn is_same(one: &Module, other: &Module) -> bool {
    one == other || format!("{one:?}") == format!("{other:?}")
}

fn pass_named(name: &str) -> Result<&'static Pass, String> {
    PASSES.iter().find(|pass| pass.name == name).ok_or_else(|| format!("no pass `{name}`"))
}

fn pass(file: &File, case: &Case, input: &str, name: &str, options: &Configuration) -> Found {
    let before = verified(input)?;
    let model = Model::default();
    let settings = Settings { options, model: &model };
    // The native target calls this pass itself.
    let run: &dyn Fn(&mut Module, &mut Remarks) = match name {
        "hoist" => &|module, _| hoist_reads(module),
        _ => {
            let pass = pass_named(name)?;
            &move |module, remarks| (pass.run)(module, &settings, remarks)
        }
    };
    let (mut after, mut remarks) = (before.clone(), Remarks::default());
    run(&mut after, &mut remarks);
    let found = compared(file, case, &before, &after, written(remarks.0.iter()))?;
    if file.one(case, "runs").is_some() {
        same_results(&before, &after)?;
    }
    if file.one(case, "once").is_none() {
        repeated(&after, run)?;
    }
    Ok(found)
}

/// Checks that a further run of a pass changes nothing.
fn repeated(after: &Module, run: &dyn Fn(&mut Module, &mut Remarks)) -> Result<(), String> {
    let mut again = after.clone();
    run(&mut again, &mut Remarks::default());
    match is_same(after, &again) {
        true => Ok(()),
        false => {
            let changed = changed(&after.to_string(), &again.to_string(), None);
            Err(format!("a second run of the pass changes the module again:\n{changed}"))
        }
    }
}

fn scalar_passes(file: &File, case: &Case, input: &str, order: &str) -> Found {
    let before = verified(input)?;
    let order = PassOrder::parse(order).map_err(|error| error.to_string())?;
    let run = |module: &mut Module, remarks: &mut Remarks| {
        let run = scalar::run(module, &order, remarks, &mut |_, _| {});
        run.unwrap_or_else(|broken| panic!("{broken:?}\n{module}"));
    };
    let (mut after, mut remarks) = (before.clone(), Remarks::default());
    run(&mut after, &mut remarks);
    let found = compared(file, case, &before, &after, written(remarks.0.iter()))?;
    same_results(&before, &after)?;
    if file.one(case, "once").is_none() {
        repeated(&after, &run)?;
    }
    Ok(found)
}

fn compiled(source: &str, options: &str) -> Result<Compilation, String> {
    compile("m", source, &configuration(options)?).map_err(|failure| format!("{failure}\n{source}"))
}

/// Compiles a program. The result is what one pass changed, with the remarks about its flags.
fn stage(file: &File, case: &Case, input: &str, name: &str, options: &str) -> Found {
    let source = match file.one(case, "model") {
        Some(model) => with_model(input, "test.model", model),
        None => input.to_owned(),
    };
    let Compilation { stages, remarks, .. } = compiled(&source, options)?;
    let pass = pass_named(name)?;
    let is_of_pass = |remark: &&Remark| pass.flags().any(|flag| remark.by == flag.choice().into());
    let remarks = written(remarks.0.iter().filter(is_of_pass));
    match stages.iter().position(|(pass, _)| *pass == name) {
        Some(at) => compared(file, case, &stages[at - 1].1, &stages[at].1, remarks),
        None => Ok(("stays", format!("the pass does not run\n{remarks}"))),
    }
}

/// Compares the results of a program with those without flags, in every size of launches.
fn agree(file: &File, case: &Case, input: &str, options: &str) -> Found {
    let reference = compiled(input, "none")?.artefact;
    let module = compiled(input, options)?.artefact.module;
    let arrays = |module: &Module, graph: &str, seed, launch| {
        let graph = execute::graph(graph);
        let params = execute::params(module, None);
        let settings = execute::settings(seed, launch);
        let outcome = igc_compiler::interp::run(module, &graph.view(), &params, &settings);
        let arrays = outcome.map_err(|error| format!("{error}\n{module}"))?.arrays;
        Ok::<_, String>(arrays[..reference.declared].to_vec())
    };
    for graph in file.all(case, "graph") {
        let expected = arrays(&reference.module, graph, 0, [1, 1, 1])?;
        for (seed, launch) in (1..).zip(execute::launches(file, case)) {
            let found = arrays(&module, graph, seed, launch)?;
            if found != expected {
                return Err(format!(
                    "other results with {options} for the graph {graph} and launches of \
                     {launch:?}:\n{found:?}\n{expected:?}"
                ));
            }
        }
    }
    Ok(("agrees", String::new()))
}

/// Returns whether the kernel `k` of a program is expected to do work in few iterations.
fn selective(input: &str, options: &str) -> Found {
    let schedule = compiled(input, options)?.artefact.schedule;
    let kernel = schedule.kernels.iter().find(|kernel| kernel.name == "k");
    let is_selective = kernel.ok_or("no kernel `k`")?.selective;
    Ok(("gives", if is_selective { "few iterations\n" } else { "many iterations\n" }.into()))
}

/// Returns what the proof that a loop computes a fixed point says about the kernel.
fn fixpoint(module: &Module) -> Found {
    let text = match fixed_points(module).values().next() {
        None => "no loop launches the kernel".into(),
        Some(Err(reason)) => reason.clone(),
        Some(Ok(proof)) => {
            let state = proof
                .state
                .iter()
                .map(|(id, direction)| format!("{} {direction:?}", module.arrays[id.index()].name));
            format!("proven: {}", state.collect::<Vec<_>>().join(", "))
        }
    };
    Ok(("gives", text + "\n"))
}

/// Returns the arrays whose initial values no statement reads.
fn never_read(module: &Module) -> Found {
    let names = overwritten(module).into_iter().map(|id| module.arrays[id.index()].name.as_str());
    let names: Vec<&str> = names.collect();
    Ok(("gives", if names.is_empty() { "none\n".into() } else { lines(&[names.join(", ")]) }))
}
