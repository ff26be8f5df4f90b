//! The compiler as one function: [`compile`] calls every stage in order.

use crate::check::{self, Checked};
use crate::diagnostics::Diagnostic;
use crate::ir::Module;
use crate::lower::lower;
use crate::opencl;
use crate::passes::{self, Options, Remarks};
use crate::schedule::{Schedule, schedule};

/// The result of a compilation, with the intermediate stages.
#[derive(Debug, Clone)]
pub struct Compilation {
    /// The syntax tree and the results of checking it.
    pub checked: Checked,
    /// Warnings about code that is valid but probably not intended.
    pub warnings: Vec<Diagnostic>,
    /// The IR after lowering, with the name `lower`, and after each pass, with the name of the
    /// pass.
    pub stages: Vec<(&'static str, Module)>,
    /// Remarks on the effects of the optimisations.
    pub remarks: Remarks,
    /// The compiled program.
    pub artefact: Artefact,
}

/// A compiled program. It is the same for every device.
#[derive(Debug, Clone)]
pub struct Artefact {
    /// The IR of the compiled program, which the device `host` interprets.
    pub module: Module,
    /// The OpenCL C of the kernels. It includes the device library through
    /// [`LIBRARY_INCLUDE`](opencl::LIBRARY_INCLUDE).
    pub kernels: String,
    /// The program of the host.
    pub schedule: Schedule,
}

impl Artefact {
    /// Returns whether a device performs the same work for both artefacts: their kernels and
    /// schedules are equal, apart from the selected optimisations. `workgroup_size` replaces the
    /// workgroup sizes of the schedules, if it is given.
    pub fn does_the_same_as(&self, other: &Artefact, workgroup_size: Option<u32>) -> bool {
        self.essence(workgroup_size) == other.essence(workgroup_size)
    }

    /// Returns the parts that determine the work of a device: the kernels, and the schedule without
    /// the selected optimisations.
    pub fn essence(&self, workgroup_size: Option<u32>) -> (&str, Schedule) {
        let schedule = Schedule {
            options: Options::default(),
            workgroup_size: workgroup_size.unwrap_or(self.schedule.workgroup_size),
            ..self.schedule.clone()
        };
        (self.code(), schedule)
    }

    /// Returns the kernels without the comment before the device library, which lists the options.
    fn code(&self) -> &str {
        let parts = self.kernels.split_once(opencl::LIBRARY_INCLUDE);
        parts.map_or(&self.kernels, |(_, code)| code)
    }
}

/// The reason why a program did not compile.
#[derive(Debug, Clone)]
pub enum Failure {
    /// The program is wrong: at least one diagnostic is an error.
    Program(Vec<Diagnostic>),
    /// The compiler has a bug.
    Bug(String),
}

/// Compiles a program. `name` is the name of the artefact, usually the name of the file without its
/// suffix.
///
/// # Errors
///
/// If the program is wrong, returns all diagnostics that one run can find. A program with syntax
/// errors is not checked further. If the compiler violates one of its own invariants, returns a
/// description of the bug.
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
    let kernels = opencl::emit(&module, options);
    let schedule = schedule(&module, options);
    let artefact = Artefact { module, kernels, schedule };
    Ok(Compilation { checked, warnings, stages, remarks, artefact })
}

/// Converts a name to an identifier of C: replaces other characters with `_`, and does not start
/// with a digit.
fn identifier(name: &str) -> String {
    let mut text: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if !text.starts_with(|c: char| c.is_ascii_alphabetic()) {
        text.insert(0, 'p');
    }
    text
}
