//! `igc problems` and `igc show`: describe the problems that igc solves, and print the programs.

use std::fmt::Write;

use igc::Problem;
use igc::problems::{Declaration, Named, Uniqueness};
use igc_compiler::bundle;
use serde::Serialize;

use crate::args::problems::{ProblemsArguments, ShowArguments};
use crate::failed::Failed;
use crate::output::{fail, json, print};
use crate::source;

/// Describes all problems, or one problem.
pub fn problems(arguments: &ProblemsArguments) -> Result<(), Failed> {
    let Some(name) = &arguments.name else {
        let all = igc::problems().iter().map(Description::of).collect::<Result<Vec<_>, _>>()?;
        return print(&match arguments.json {
            true => json(&all),
            false => overview(&all),
        });
    };
    let Named { problem, .. } = source::find(name)?;
    let description = Description::of(problem)?;
    print(&match arguments.json {
        true => json(&description),
        false => details(&description),
    })
}

/// Prints the source of a program, and then the files that it imports, each after a line with its path.
pub fn show(arguments: &ShowArguments) -> Result<(), Failed> {
    let source = source::named(&arguments.name)?;
    let mut out = String::new();
    for file in bundle::files(&source.text) {
        if !file.path.is_empty() {
            out += &format!("// file {}\n", file.path);
        }
        out += file.text();
    }
    print(&out)
}

/// The description of a problem. The JSON output consists of these; fields may be added.
#[derive(Serialize)]
struct Description {
    name: &'static str,
    aliases: &'static [&'static str],
    meaning: &'static str,
    /// `unique`, `up_to` or `one_of_many`.
    uniqueness: &'static str,
    /// What correct results can differ in; `null` if the result is unique.
    sense: Option<&'static str>,
    default: &'static str,
    /// Why the program is the default; `null` if there is only one.
    reason: Option<&'static str>,
    /// The oracle that checks results, with its arguments.
    check: String,
    reads_weights: bool,
    /// The problem that uses the weights, if this one ignores them.
    weighted: Option<&'static str>,
    /// The problem for real weights, if this one takes only whole numbers.
    real: Option<&'static str>,
    /// The parameters that all programs have.
    parameters: Vec<Declared>,
    inputs: Vec<Declared>,
    outputs: Vec<Declared>,
    programs: Vec<ProgramDescription>,
}

/// A program of a problem.
#[derive(Serialize)]
struct ProgramDescription {
    name: &'static str,
    method: String,
    /// The properties that the graph gets before the run.
    graph: Vec<String>,
    /// The further parameters of the program.
    parameters: Vec<Declared>,
}

/// A declaration.
#[derive(Serialize)]
struct Declared {
    name: String,
    declaration: String,
    meaning: String,
}

impl Declared {
    fn all(declarations: Vec<Declaration>) -> Vec<Declared> {
        let declared = |Declaration { name, text, meaning }| {
            let declaration = text.strip_prefix("param ").or_else(|| text.strip_prefix("input "));
            Declared { declaration: declaration.unwrap_or(&text).to_owned(), name, meaning }
        };
        declarations.into_iter().map(declared).collect()
    }
}

impl Description {
    fn of(problem: &'static Problem) -> Result<Description, Failed> {
        let facts = problem.facts(problem.default_program()).or_else(fail_with)?;
        let (uniqueness, sense) = match problem.uniqueness {
            Uniqueness::Unique => ("unique", None),
            Uniqueness::UpTo(sense) => ("up_to", Some(sense)),
            Uniqueness::OneOfMany(sense) => ("one_of_many", Some(sense)),
        };
        let parameters = problem.parameters().or_else(fail_with)?;
        let programs = problem.programs.iter();
        let programs = programs.map(|name| ProgramDescription::of(problem, name, &parameters));
        let programs = programs.collect::<Result<_, _>>()?;
        Ok(Description {
            name: problem.name,
            aliases: problem.aliases,
            meaning: problem.meaning,
            uniqueness,
            sense,
            default: problem.default_program(),
            reason: Some(problem.reason).filter(|reason| !reason.is_empty()),
            check: facts.check,
            reads_weights: facts.reads_weights,
            weighted: problem.weighted,
            real: problem.real.map(|real| real.problem),
            parameters: Declared::all(parameters),
            inputs: Declared::all(facts.inputs),
            outputs: Declared::all(facts.outputs),
            programs,
        })
    }

    /// Returns whether the result is unique, in words.
    fn result(&self) -> String {
        match (self.uniqueness, self.sense) {
            ("up_to", Some(sense)) => format!("unique up to {sense}"),
            (_, Some(sense)) => format!("one of many: {sense}"),
            (_, None) => "unique".into(),
        }
    }

    /// Returns the graph that the default program needs, in words.
    fn graph(&self) -> String {
        let weights = match (self.reads_weights, self.weighted, self.real) {
            (true, _, Some(real)) => {
                format!("weighted with whole numbers; {real} takes all real weights")
            }
            (true, _, None) => "weighted".to_owned(),
            (false, Some(weighted), _) => format!("weights are not used; {weighted} uses them"),
            (false, None, _) => "weights are not used".to_owned(),
        };
        match &self.programs[0].graph[..] {
            [] => format!("any, {weights}"),
            changes => format!("made {}; {weights}", changes.join(", ")),
        }
    }
}

impl ProgramDescription {
    fn of(
        problem: &Problem,
        program: &'static str,
        shared: &[Declaration],
    ) -> Result<ProgramDescription, Failed> {
        let facts = problem.facts(program).or_else(fail_with)?;
        let is_further = |one: &Declaration| !shared.iter().any(|other| other.name == one.name);
        let further = facts.parameters.into_iter().filter(is_further).collect();
        Ok(ProgramDescription {
            name: program,
            method: facts.method,
            graph: facts.requirements,
            parameters: Declared::all(further),
        })
    }
}

/// Prints an error about a program that is part of igc, which is a bug.
fn fail_with<T>(error: igc::Error) -> Result<T, Failed> {
    fail(Failed::Bug, error)
}

/// Returns the declarations in one line.
fn listed(declared: &[Declared]) -> String {
    match declared {
        [] => "none".into(),
        _ => declared.iter().map(|one| &*one.declaration).collect::<Vec<_>>().join("; "),
    }
}

/// Adds a line of a description.
fn line(out: &mut String, name: &str, value: &str) {
    writeln!(out, "  {name:<12}{value}").expect("a string takes all that is written");
}

/// Describes all problems in a few lines each.
fn overview(all: &[Description]) -> String {
    let mut out = String::new();
    for one in all {
        writeln!(out, "{}: {}", one.name, one.meaning).expect("a string takes all");
        line(&mut out, "aliases", &one.aliases.join(", "));
        let names: Vec<&str> = one.programs.iter().map(|program| program.name).collect();
        line(&mut out, "programs", &names.join(", "));
        line(&mut out, "parameters", &listed(&one.parameters));
        line(&mut out, "inputs", &listed(&one.inputs));
        line(&mut out, "outputs", &listed(&one.outputs));
        line(&mut out, "result", &one.result());
        out.push('\n');
    }
    out + "`igc run bfs --graph rmat:16` chooses a program for the graph and the device (`igc explain --auto`). The first\n\
           program of a problem is its default, which other commands use.\n\
           `igc problems NAME` describes one problem in detail, and `igc show NAME` prints a program.\n"
}

/// Describes one problem with its programs.
fn details(one: &Description) -> String {
    let mut out = format!("{}: {}\n", one.name, one.meaning);
    line(&mut out, "aliases", &one.aliases.join(", "));
    line(&mut out, "graph", &one.graph());
    line(&mut out, "result", &one.result());
    line(&mut out, "check", &one.check);
    let groups =
        [("Parameters", &one.parameters), ("Inputs", &one.inputs), ("Outputs", &one.outputs)];
    for (title, declared) in groups {
        if !declared.is_empty() {
            writeln!(out, "\n{title}:").expect("a string takes all that is written");
            add_declared(&mut out, declared);
        }
    }
    out += "\nPrograms:\n";
    for program in &one.programs {
        let default = match one.reason.filter(|_| program.name == one.default) {
            Some(reason) => format!("\n    The default: {reason}."),
            None => String::new(),
        };
        writeln!(out, "  {}\n    {}.{default}", program.name, program.method)
            .expect("a string takes all that is written");
        if !program.parameters.is_empty() {
            out += "    Further parameters:\n";
            let mut further = String::new();
            add_declared(&mut further, &program.parameters);
            out.extend(further.lines().map(|line| format!("    {line}\n")));
        }
    }
    out
}

/// Adds declarations, each with its meaning.
fn add_declared(out: &mut String, declared: &[Declared]) {
    for Declared { declaration, meaning, .. } in declared {
        writeln!(out, "  {declaration}\n    {meaning}")
            .expect("a string takes all that is written");
    }
}
