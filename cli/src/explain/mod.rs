//! `igc explain`: explains error codes and passes, and what the optimisations do to a program.

mod auto;
mod distributed;
mod further;
mod orders;
pub mod subjects;
mod workload;

use std::path::Path;

use igc::problems;
use igc_compiler::bundle;
use igc_compiler::configuration::{
    Choice, Configuration, Flag, Optimisation, PassKind, ScalarPass,
};
use igc_compiler::diagnostics::{registry, visible};
use igc_compiler::ir::Origin;
use igc_compiler::library;
use igc_compiler::passes::PASSES;
use igc_compiler::passes::scalar::SCALAR_PASSES;
use igc_compiler::remarks::{Outcome, Remark, Remarks};
use igc_compiler::span::Span;
use serde::Serialize;

use crate::args::explain::ExplainArguments;
use crate::failed::Failed;
use crate::output::{fail, json, print};
use crate::source::{self, Source};

/// Explains an error code, a pass or a program, or lists codes and passes.
pub fn explain(arguments: &ExplainArguments) -> Result<(), Failed> {
    if let (false, Some(option)) = (arguments.auto, arguments.device.words().first()) {
        return fail(Failed::Usage, format_args!("`{option}` needs `--auto`"));
    }
    let Some(given) = &arguments.subject else {
        return match &arguments.graph {
            None => print(&list()),
            Some(_) => fail(Failed::Usage, "`--auto` and `--workload` need a program"),
        };
    };
    match &arguments.graph {
        Some(spec) if arguments.auto => return auto::explain(Path::new(given), spec, arguments),
        Some(spec) if arguments.workload => {
            return workload::explain(Path::new(given), spec, arguments.json);
        }
        Some(_) if arguments.distributed => {
            return distributed::distributed(Path::new(given), arguments);
        }
        Some(_) => {
            let message = "`--graph` needs `--auto`, `--distributed` or `--workload`";
            return fail(Failed::Usage, message);
        }
        None => {}
    }
    let subject = &*given.to_string_lossy();
    if let Some(explanation) = registry::find(subject) {
        return print(&explanation.to_string());
    }
    if let Some(text) = subjects::text(subject) {
        return print(&text);
    }
    let path = Path::new(given);
    if source::is_file(path) || problems::find(subject).is_some() {
        return match arguments.distributed {
            true => distributed::distributed(path, arguments),
            false => program(path, arguments),
        };
    }
    fail(
        Failed::Input,
        format_args!(
            "`{}` is not an error code, an optimisation, a pass or a program{}\n\
             help: `igc explain` lists the codes and passes, `igc help opts` the optimisations, and \
             `igc problems` the programs",
            visible::name(subject),
            source::did_you_mean(subject, subjects::names())
        ),
    )
}

/// Explains what each enabled optimisation does to a program. Unless the user or a policy has
/// chosen the optimisations, also explains the further flags, and lists the orders in which its
/// kernels can visit edges.
fn program(path: &Path, arguments: &ExplainArguments) -> Result<(), Failed> {
    let mut source = source::read_program(path)?;
    arguments.model.add_to(&mut source.text)?;
    let given = arguments.opts.clone().unwrap_or_else(Configuration::everything);
    let options = arguments.passes.apply(arguments.policy.choose(&given, &source.name, None)?);
    let lists_all = arguments.opts.is_none() && arguments.policy.policy.is_none();
    let compilation = source::build(&source, &options)?;
    let remarks = &compilation.remarks;
    let flags = options.flags().map(|flag| Explained::of_flag(flag, true, &source, remarks));
    let passes = ScalarPass::ALL.into_iter().map(|(_, pass)| pass);
    let used = passes.filter(|pass| options.passes.passes().contains(pass));
    let passes =
        used.map(|pass| Explained::new((pass.name(), pass.into()), true, &source, remarks));
    let mut flags: Vec<Explained> = flags.chain(passes).collect();
    let (_, lowered) = &compilation.stages[0];
    if arguments.json {
        if lists_all {
            flags.extend(orders::explained(lowered, &source));
            flags.extend(further::explained(&source)?);
        }
        return print(&json(&flags));
    }
    let mut out = format!("{} with --opts {options}\n", source.path);
    for flag in flags {
        out += &flag.text();
    }
    if lists_all {
        out += &further::text(&further::explained(&source)?);
        out += &orders::text(lowered, &source);
    }
    print(&out)
}

/// What an optimisation did to a program. The JSON output is an array of these; fields may be
/// added.
#[derive(Serialize)]
struct Explained {
    /// The flag, as `--opts` takes it, or the scalar pass, as `--passes` takes it.
    flag: &'static str,
    /// Whether the flag is on. If it is not, the explanation is about the program with this flag
    /// alone.
    enabled: bool,
    /// Whether the optimisation was applied anywhere.
    applied: bool,
    /// The places that it concerns.
    places: Vec<Place>,
}

/// A place of the program where an optimisation was applied, or could not be.
#[derive(Serialize)]
struct Place {
    applied: bool,
    /// The kernel, or `main`.
    within: String,
    /// The file, line and column (from 1) of the statement, if the place is a single statement.
    at: Option<String>,
    /// The first line of the statement.
    statement: Option<String>,
    /// What the statement became, or why the optimisation does not apply.
    message: String,
}

impl Explained {
    /// Explains a flag.
    fn of_flag(flag: Flag, enabled: bool, source: &Source, remarks: &Remarks) -> Explained {
        Explained::new((flag.name(), flag.choice().into()), enabled, source, remarks)
    }

    /// Explains a flag or a scalar pass with a name, by the remarks about `by`.
    fn new(
        (name, by): (&'static str, Optimisation),
        enabled: bool,
        source: &Source,
        remarks: &Remarks,
    ) -> Explained {
        let of_flag = remarks.0.iter().filter(|remark| remark.by == by);
        let mut places: Vec<Place> = of_flag.map(|remark| Place::new(remark, source)).collect();
        if by == Optimisation::Choice(Choice::WorkgroupSize) {
            places.push(Place {
                applied: true,
                within: "every kernel".into(),
                at: None,
                statement: None,
                message: Flag::Sz256.row().summary.into(),
            });
        }
        let applied = places.iter().any(|place| place.applied);
        Explained { flag: name, enabled, applied, places }
    }

    fn text(&self) -> String {
        format!("\n{}{}", self.flag, self.body())
    }

    /// Returns the text behind the name of the optimisation.
    fn body(&self) -> String {
        let mut out = String::new();
        if self.places.is_empty() {
            out += ": the program has nothing that it could apply to";
        } else if !self.applied {
            out += ": not applied";
        }
        out.push('\n');
        for place in &self.places {
            let applied = if place.applied { "applied" } else { "not applied" };
            let at = place.at.as_deref().map(|at| format!(" at {at}")).unwrap_or_default();
            out += &format!("  {applied} in {}{at}\n", place.within);
            if let Some(statement) = &place.statement {
                out += &format!("    | {statement}\n");
            }
            out += &format!("    {}\n", place.message);
        }
        out
    }
}

impl Place {
    fn new(remark: &Remark, source: &Source) -> Place {
        let (at, statement) = located(remark.origin, source).unzip();
        Place {
            applied: remark.outcome == Outcome::Applied,
            within: remark.place.clone(),
            at,
            statement,
            message: remark.message.clone(),
        }
    }
}

/// Returns where a statement stands (file, line and column, from 1), and its first line.
fn located(origin: Origin, source: &Source) -> Option<(String, String)> {
    let span = origin.span?;
    let (file, text, span) = match library::locate(span) {
        Some((module, local)) => (format!("std::{}", module.name), module.text, local),
        None => in_file(source, span),
    };
    let before = text.get(..span.start as usize).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let (line, column) =
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1);
    let statement = text[before.len()..].lines().next().unwrap_or_default().trim();
    Some((format!("{file}:{line}:{column}"), statement.to_string()))
}

/// Returns the file of a program that contains a span, its text, and the span in this file.
fn in_file(source: &Source, span: Span) -> (String, &str, Span) {
    let files = bundle::files(&source.text);
    let file = files[bundle::index_at(files.iter().map(|file| file.start), span.start)];
    let local = Span { start: span.start - file.start, end: span.end - file.start };
    (bundle::shown(&source.path, file.path), file.text(), local)
}

fn list() -> String {
    let mut out = String::from("Error codes:\n");
    for explanation in registry::all() {
        out += &format!("  {}  {}\n", explanation.code, explanation.title);
    }
    out += "\nPasses, in the order in which they run:\n";
    for pass in PASSES {
        out += &format!("  {:<12}  {}\n", pass.name, pass.summary);
    }
    out += "\nScalar passes, for --passes:\n";
    for known in SCALAR_PASSES {
        out += &format!("  {:<12}  {}\n", known.pass.name(), known.summary);
    }
    out
}
