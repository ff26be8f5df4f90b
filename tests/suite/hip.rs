//! Compiles the kernels for CUDA as HIP, for AMD's GPUs. No AMD GPU has run them.
//!
//! The compiler is clang, with the headers and the device libraries of HIP, which Debian has in the
//! packages `libamdhip64-dev` and `rocm-device-libs`. It compiles to assembly, which needs no linker.
//! A test that does not find all of them says that it is skipped.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use igc_compiler::codegen::{Language, with_library};
use igc_compiler::configuration::Configuration;
use igc_tests::application::{APPLICATIONS, Application};
use igc_tests::scope::everything_is_asked_for;

use crate::cuda::{on_all_processors, self_test};

/// The compiler. HIP 5.2 is for this version of clang.
const CLANG: &str = "clang++-15";

/// The environment variable with the folder in which HIP is installed, instead of `/usr`.
const PREFIX: &str = "IGC_HIP";

/// A GPU with wavefronts of 64 work-items, and one with wavefronts of 32.
const ARCHITECTURES: [&str; 2] = ["gfx90a", "gfx1030"];

/// An installation of HIP.
struct Hip {
    include: PathBuf,
    bitcode: PathBuf,
}

impl Hip {
    /// Returns the installation of this machine, if clang can compile with it. Otherwise says that
    /// the test is skipped.
    fn of_this_machine() -> Option<Hip> {
        let prefix = std::env::var_os(PREFIX).unwrap_or_else(|| "/usr".into());
        let prefix = Path::new(&prefix);
        let bitcode = prefix.join("lib/x86_64-linux-gnu/amdgcn/bitcode");
        let hip = Hip { include: prefix.join("include"), bitcode };
        let is_installed = hip.include.join("hip/hip_runtime.h").exists();
        if is_installed
            && hip.compile("__global__ void nothing() {}", ARCHITECTURES[0], 128).is_ok()
        {
            return Some(hip);
        }
        println!("skipped: {CLANG} with HIP 5.2 was not found ({PREFIX} names its folder)");
        None
    }

    /// Compiles a text for a GPU, with warnings as errors. Returns the messages if clang rejects it.
    fn compile(&self, text: &str, architecture: &str, workgroup_size: u32) -> Result<(), String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let file = folder.path().join("kernels.hip");
        fs::write(&file, text).map_err(|error| error.to_string())?;
        let mut command = Command::new(CLANG);
        command.args(["-x", "hip", "--cuda-device-only", "-S", "-O2", "-std=c++17", "-Werror"]);
        // The driver of clang looks for HIP only where AMD installs it.
        command.args(["-nogpuinc", "-include", "hip/hip_runtime.h", "-D__HIP_PLATFORM_AMD__"]);
        command.args(["-ffp-contract=off", &format!("--offload-arch={architecture}")]);
        command.arg(format!("--hip-device-lib-path={}", self.bitcode.display()));
        command.arg("-isystem").arg(&self.include);
        command.arg(format!("-DIGC_WORKGROUP_SIZE={workgroup_size}"));
        command.arg(&file).arg("-o").arg(folder.path().join("kernels.s"));
        let output = command.output().map_err(|error| error.to_string())?;
        match output.status.success() {
            true => Ok(()),
            false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
        }
    }
}

/// Each application is compiled in one configuration, which differs between applications, and for one
/// architecture, or for all of them.
#[test]
fn every_application_compiles_as_hip() {
    let Some(hip) = Hip::of_this_machine() else { return };
    let everything = everything_is_asked_for();
    on_all_processors(APPLICATIONS.len(), |at| {
        let (_, name) = APPLICATIONS[at];
        let configurations = Configuration::covering(at);
        let options = &configurations[at % configurations.len()];
        let artefact = Application::with(name, options).program.compilation.artefact;
        let text = with_library(Language::Cuda, artefact.code(Language::Cuda));
        let is_compiled = |number: usize| everything || number == at % ARCHITECTURES.len();
        let architectures = ARCHITECTURES.iter().enumerate();
        for (_, architecture) in architectures.filter(|(number, _)| is_compiled(*number)) {
            hip.compile(&text, architecture, options.workgroup_size as u32).unwrap_or_else(
                |error| panic!("{name} with {options} for {architecture}: {error}"),
            );
        }
    });
}

#[test]
fn the_library_and_the_self_test_compile_as_hip() {
    let Some(hip) = Hip::of_this_machine() else { return };
    for architecture in ARCHITECTURES {
        for workgroup_size in [100, 256] {
            hip.compile(&self_test(), architecture, workgroup_size).unwrap();
        }
    }
}
