//! The files of the generated code that do not depend on the program: the host library
//! (`stdlib/host/`), the device library as C strings, and the files for `make` and CMake.

use super::File;
use super::text::lines;
use crate::codegen::{self, Language};

macro_rules! files {
    ($($path:literal: $name:literal),* $(,)?) => {
        [$(($path, include_str!(concat!("../../../stdlib/host/", $name)))),*]
    };
}

/// The paths of the files in the folder of the generated code, with their contents.
static FILES: [(&str, &str); 22] = files![
    "Makefile": "Makefile",
    "CMakeLists.txt": "CMakeLists.txt",
    "igc/igc_arithmetic.h": "igc_arithmetic.h",
    "igc/igc_build.c": "igc_build.c",
    "igc/igc_command.c": "igc_command.c",
    "igc/igc_contract.c": "igc_contract.c",
    "igc/igc_device.c": "igc_device.c",
    "igc/igc_dialect.c": "igc_dialect.c",
    "igc/igc_error.c": "igc_error.c",
    "igc/igc_file.c": "igc_file.c",
    "igc/igc_finish_build.c": "igc_finish_build.c",
    "igc/igc_graph.c": "igc_graph.c",
    "igc/igc_host.h": "igc_host.h",
    "igc/igc_internal.h": "igc_internal.h",
    "igc/igc_launch.c": "igc_launch.c",
    "igc/igc_loop.c": "igc_loop.c",
    "igc/igc_memory.c": "igc_memory.c",
    "igc/igc_print.c": "igc_print.c",
    "igc/igc_resident.c": "igc_resident.c",
    "igc/igc_run.c": "igc_run.c",
    "igc/igc_steps.c": "igc_steps.c",
    "igc/igc_weights.c": "igc_weights.c",
];

/// The kernel with which the host library finds out which atomics a device has.
const TRIAL: &str = include_str!("../../../stdlib/trial/c11_trial.cl");

/// Returns the files.
pub(super) fn files() -> impl Iterator<Item = File> {
    let device_library = File { path: "igc/igc_library.c".into(), text: device_library() };
    let files =
        FILES.iter().map(|(path, text)| File { path: (*path).into(), text: (*text).into() });
    files.chain([device_library])
}

/// Returns the C file with the device library.
fn device_library() -> String {
    let (library, library_text) =
        lines("device_library_lines", &codegen::library(Language::OpenCl));
    let (trial, trial_text) = lines("trial_lines", TRIAL);
    format!(
        "// The device library of igc, and the kernel of a trial, as texts in OpenCL C.\n\n\
         #include \"igc_internal.h\"\n\n\
         {library}{trial}\
         const igc_text igc_device_library = {library_text};\n\
         const igc_text igc_trial = {trial_text};\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_folder_is_copied() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../stdlib/host");
        let mut found: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        found.sort();
        let mut copied: Vec<&str> =
            FILES.iter().map(|(path, _)| path.rsplit('/').next().unwrap()).collect();
        copied.sort_unstable();
        assert_eq!(found, copied);
    }
}
