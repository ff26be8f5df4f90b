//! The whole compiler in one function: [`compile`] calls every stage in order.

use std::sync::Arc;

use crate::artefact::{Code, for_host};
use crate::bundle;
use crate::check::{self, Checked};
use crate::configuration::Configuration;
use crate::diagnostics::Diagnostic;
use crate::interp::findings::Watched;
use crate::ir::names::bounded;
use crate::ir::overwritten::overwritten;
use crate::ir::verify::verify;
use crate::ir::{ArrayId, EdgeWidth, Module, Stage};
use crate::library;
use crate::lower::{lower, range_errors};
use crate::model::Model;
use crate::passes::widen::widen_edges;
use crate::passes::{self, BrokenPass, Settings, scalar};
use crate::remarks::Remarks;
use crate::span::Span;
use crate::syntax::ast::{Item, ItemKind};

pub use crate::artefact::{Artefact, Executed};
pub use crate::failure::Failure;

/// The result of a compilation, with the result of every stage.
#[derive(Debug, Clone)]
pub struct Compilation {
    /// The syntax tree with the results of checking.
    pub checked: Checked,
    /// Warnings: parts of the program that are probably not intended.
    pub warnings: Vec<Diagnostic>,
    /// The IR after lowering, with the name `lower`, and after each pass, with the name of the
    /// pass.
    pub stages: Vec<(&'static str, Module)>,
    /// What each optimisation did, and where.
    pub remarks: Remarks,
    /// The artefact.
    pub artefact: Artefact,
}

impl Compilation {
    /// The IR after lowering, and what a checked run of it must know about the program.
    pub fn watched(&self) -> (&Module, Watched) {
        let (_, module) = &self.stages[0];
        let mut watched = Watched::default();
        for (_, item) in self.checked.program.all_items() {
            let of_library = library::locate(item.span).is_some();
            match &item.kind {
                ItemKind::Function(function) | ItemKind::Kernel(function)
                    if function.racy || of_library =>
                {
                    watched.racy.push(function.body.span);
                }
                ItemKind::NodeProperty(field) | ItemKind::Global(field)
                    if field.init.is_none() && !field.is_input =>
                {
                    let at = module.arrays.iter().position(|array| array.name == field.name.text);
                    watched.without_value.extend(at.map(|at| ArrayId(at as u32)));
                }
                ItemKind::Main(_) => {
                    let start = item.span.start;
                    watched.main = Span { start, end: start + "main".len() as u32 };
                }
                _ => {}
            }
        }
        (module, watched)
    }

    /// The stages that differ from the one before: passes that changed nothing are left out.
    pub fn distinct_stages(&self) -> impl Iterator<Item = &(&'static str, Module)> {
        let changed = |at: &usize| *at == 0 || self.stages[*at].1 != self.stages[*at - 1].1;
        (0..self.stages.len()).filter(changed).map(|at| &self.stages[at])
    }
}

/// Compiles a program. `name` becomes the name of the artefact; it is usually the name of the file
/// without its suffix. `source` is the program or a [bundle], which may contain the model of
/// adaptive runs.
///
/// # Errors
///
/// Returns all diagnostics that one run finds if the program is wrong. A program with syntax errors
/// is not checked further. Returns an error if the model is wrong.
pub fn compile(name: &str, source: &str, options: &Configuration) -> Result<Compilation, Failure> {
    let (checked, warnings) = check::source(source).map_err(Failure::Program)?;
    let width = match options.wide_edges {
        true => EdgeWidth::Wide,
        false => EdgeWidth::Narrow,
    };
    let mut module = lower(&checked, &identifier(name), width)
        .map_err(|e| Failure::Bug(format!("the checker accepted {} at {:?}", e.what, e.span)))?;
    let wrong_ranges = range_errors(&checked, &module);
    if !wrong_ranges.is_empty() {
        return Err(Failure::Program(warnings.into_iter().chain(wrong_ranges).collect()));
    }
    let overwritten = overwritten(&module);
    let mut stages = vec![("lower", module.clone())];
    let mut observe = |pass, module: &Module| stages.push((pass, module.clone()));
    let model = match bundle::model(source).map(|(path, text)| (path, Model::parse(text))) {
        Some((path, model)) => model.map_err(|error| Failure::Model(path.to_owned(), error))?,
        None => Model::default(),
    };
    let settings = Settings { options, model: &model };
    let remarks = passes::run(&mut module, &settings, &mut observe).map_err(broken)?;
    let parallel = stages.iter().rev().find(|(_, module)| module.stage == Stage::Parallel);
    let mut parallel = parallel.map_or_else(|| module.clone(), |(_, module)| module.clone());
    let mut unread = Remarks::default();
    scalar::run(&mut parallel, &options.passes, &mut unread, &mut |_, _| {}).map_err(broken)?;
    if width == EdgeWidth::Wide {
        widen_edges(&mut parallel, &mut unread);
        verify(&parallel).map_err(|violations| broken(BrokenPass { pass: "widen", violations }))?;
    }
    let (interface, schedule) = for_host(&module, &overwritten, options);
    let is_array = |item: &&Item| {
        matches!(
            item.kind,
            ItemKind::NodeProperty(_)
                | ItemKind::EdgeProperty(_)
                | ItemKind::Original(_)
                | ItemKind::Global(_)
        )
    };
    let declared = checked.program.items.iter().filter(is_array).count();
    let (module, parallel) = (Arc::new(module), Arc::new(parallel));
    let code = Code::default();
    let configuration = options.clone();
    let artefact = Artefact {
        module,
        parallel,
        code,
        interface,
        configuration,
        schedule,
        overwritten,
        declared,
    };
    Ok(Compilation { checked, warnings, stages, remarks, artefact })
}

fn broken(by: BrokenPass) -> Failure {
    let list: Vec<String> = by.violations.iter().map(|v| v.to_string()).collect();
    Failure::Bug(format!("the IR is invalid after `{}`: {}", by.pass, list.join("; ")))
}

/// Turns a name into a C identifier: other characters become `_`, the first one is a letter, and a
/// long name is shortened.
fn identifier(name: &str) -> String {
    let mut text: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if !text.starts_with(|c: char| c.is_ascii_alphabetic()) {
        text.insert(0, 'p');
    }
    bounded(&text).into_owned()
}
