//! `igc compile --emit host-c`: writes a host program in C.

use std::path::Path;

use igc_compiler::codegen::Language;
use igc_compiler::codegen::host_c;
use igc_compiler::driver::Compilation;

use crate::args::compile::CompileArguments;
use crate::args::plan::PlanArguments;
use crate::failed::Failed;
use crate::output;

/// Returns the names that the user chose. The remark is part of the comment at the top of the program.
pub fn naming(arguments: &CompileArguments, remark: &str) -> host_c::Naming {
    let PlanArguments { name, prefix, .. } = &arguments.plan;
    host_c::Naming { program: name.clone(), prefix: prefix.clone(), remark: remark.to_owned() }
}

/// Writes a host program in C, with everything that it needs.
///
/// # Errors
///
/// Returns an error if a file cannot be written.
pub fn write(
    compilation: &Compilation,
    folder: &Path,
    naming: &host_c::Naming,
) -> Result<(), Failed> {
    let artefact = &compilation.artefact;
    output::create_folder(folder)?;
    let files = host_c::files(artefact.code(Language::OpenCl), &artefact.schedule, naming);
    for host_c::File { path, text } in files {
        let path = folder.join(path);
        output::create_folder(path.parent().unwrap_or(folder))?;
        output::write(&path, text)?;
    }
    Ok(())
}
