//! The whole compiler in one function: [`compile`] names every stage in order.

use crate::check::{self, Checked};
use crate::diagnostics::Diagnostic;
use crate::interface::Interface;
use crate::ir::Module;
use crate::lower::lower;
use crate::passes::{self, Options, Remarks};
use crate::schedule::{Schedule, schedule};
use crate::target::opencl;

/// What a compilation made, and every stage on the way.
#[derive(Debug, Clone)]
pub struct Compilation {
    /// The syntax tree and what checking found out about it.
    pub checked: Checked,
    /// What is probably not meant.
    pub warnings: Vec<Diagnostic>,
    /// The IR as lowered, under the name `lower`, and after each pass, under the pass's name.
    pub stages: Vec<(&'static str, Module)>,
    /// What the optimisations did where.
    pub remarks: Remarks,
    /// The result.
    pub artefact: Artefact,
}

/// A compiled program: the same for every device.
#[derive(Debug, Clone)]
pub struct Artefact {
    /// The IR that the rest was made from: what the host device interprets.
    pub module: Module,
    /// The OpenCL C, which includes the device library by
    /// [`LIBRARY_INCLUDE`](opencl::LIBRARY_INCLUDE).
    pub kernels: String,
    /// What the host does with it.
    pub schedule: Schedule,
}

impl Artefact {
    /// Whether a device does the same for both: the kernels' text and the schedule are those of the
    /// other, whatever optimisations were asked for. Workgroups have the given size, or, where none
    /// is, the schedules' own.
    pub fn does_the_same_as(&self, other: &Artefact, workgroup_size: Option<u32>) -> bool {
        self.essence(workgroup_size) == other.essence(workgroup_size)
    }

    /// What a device does for it: the kernels' text and the schedule, without the optimisations that
    /// were asked for.
    pub fn essence(&self, workgroup_size: Option<u32>) -> (&str, Schedule) {
        let schedule = Schedule {
            options: Options::default(),
            workgroup_size: workgroup_size.unwrap_or(self.schedule.workgroup_size),
            ..self.schedule.clone()
        };
        (self.code(), schedule)
    }

    /// The kernels without the comment above the library, which names the options.
    fn code(&self) -> &str {
        let parts = self.kernels.split_once(opencl::LIBRARY_INCLUDE);
        parts.map_or(&self.kernels, |(_, code)| code)
    }
}

/// Why a program did not compile.
#[derive(Debug, Clone)]
pub enum Failure {
    /// The program is wrong: at least one diagnostic is an error.
    Program(Vec<Diagnostic>),
    /// The compiler is wrong.
    Bug(String),
}

/// Compiles a program. `name` is what the artefact is called: the file's name without its suffix.
///
/// # Errors
///
/// The diagnostics of a program that is wrong, all that could be found in one run; nothing is checked
/// in a program with syntax errors.
pub fn compile(name: &str, source: &str, options: &Options) -> Result<Compilation, Failure> {
    let (checked, warnings) = check::source(source).map_err(Failure::Program)?;
    let mut module = lower(&checked, &identifier(name))
        .map_err(|e| Failure::Bug(format!("{} got past checking: {:?}", e.what, e.span)))?;
    let mut stages = vec![("lower", module.clone())];
    let mut observe = |pass, module: &Module| stages.push((pass, module.clone()));
    let remarks = passes::run(&mut module, options, &mut observe).map_err(|broken| {
        let list: Vec<String> = broken.violations.iter().map(|v| v.to_string()).collect();
        Failure::Bug(format!("the IR is broken after `{}`: {}", broken.pass, list.join("; ")))
    })?;
    let interface = Interface::of(&module);
    let kernels = opencl::emit(&module, &interface, options);
    let schedule = schedule(&module, &interface, options);
    let artefact = Artefact { module, kernels, schedule };
    Ok(Compilation { checked, warnings, stages, remarks, artefact })
}

/// A name that C accepts: other characters become `_`, and a digit does not stand first.
fn identifier(name: &str) -> String {
    let mut text: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if !text.starts_with(|c: char| c.is_ascii_alphabetic()) {
        text.insert(0, 'p');
    }
    text
}
