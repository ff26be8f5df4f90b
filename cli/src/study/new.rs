//! `igc study new`: writes a template of a study file.

#[cfg(feature = "opencl")]
use igc_runtime::devices::DeviceRequest;
use igc_study::Study;

use crate::args::study::NewArguments;
use crate::failed::Failed;
use crate::output::not_written;

/// Returns the name and the selector of a device of this machine: a GPU, or else another OpenCL
/// device, or else the native target. Optimisations matter most in this order.
fn device() -> (&'static str, &'static str) {
    #[cfg(feature = "opencl")]
    for known in [("gpu", "gpu"), ("opencl", "0")] {
        if igc_runtime::devices::select(&DeviceRequest::of(known.1)).is_ok() {
            return known;
        }
    }
    ("cpu", "cpu")
}

/// Writes the template.
///
/// # Errors
///
/// Returns an error if the file exists or cannot be written.
pub fn new(arguments: &NewArguments) -> Result<(), Failed> {
    let path = &arguments.output;
    let name = path.file_stem().map_or("study".into(), |stem| stem.to_string_lossy());
    // The file quotes the name.
    let name: String = name.chars().filter(|c| !c.is_control() && !"\"\\".contains(*c)).collect();
    let shown = |path: &std::path::Path| path.display().to_string().replace(['\n', '\r'], " ");
    let text = Study::template(&name, &shown(path), &shown(&path.with_extension("db")), device());
    not_written(path, igc_output::create_new(path, text))
}
