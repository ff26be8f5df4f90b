//! Targets: each folder translates the IR, or the schedule that was made from it, to another
//! language.
//!
//! The code of an [`Artefact`] is printed when a device first asks for it, so that a run in one
//! language prints no other. A target also knows which artefacts are the same for its devices.

pub mod host_c;
pub mod opencl;

use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use crate::configuration::Configuration;
use crate::driver::{Artefact, for_host};
use crate::schedule::Schedule;

/// A language in which a target prints the kernels of an artefact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// OpenCL C. The kernels include the device library by
    /// [`LIBRARY_INCLUDE`](opencl::LIBRARY_INCLUDE).
    OpenCl,
}

impl Language {
    /// Every language.
    pub const ALL: [Language; 1] = [Language::OpenCl];
}

/// The kernels of an artefact in each language, after they were first needed.
#[derive(Debug, Clone, Default)]
pub struct Code([OnceLock<String>; Language::ALL.len()]);

impl Code {
    /// Returns code that was written by hand in one language.
    pub fn of(language: Language, text: String) -> Code {
        let code = Code::default();
        code.0[language as usize].get_or_init(|| text);
        code
    }
}

/// The part of an [`Artefact`] that a device executes. A device cannot tell artefacts apart whose
/// parts are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Executed {
    /// The IR before its work is distributed over work-items.
    Parallel,
    /// The kernels in OpenCL C and the schedule.
    OpenCl,
}

impl Artefact {
    /// Returns the kernels in a language. They are printed when they are first needed.
    pub fn code(&self, language: Language) -> &str {
        self.code.0[language as usize].get_or_init(|| match language {
            Language::OpenCl => {
                opencl::of_devices(&self.module, &self.interface, &self.schedule.options)
            }
        })
    }

    /// Returns a hash, in 32 hexadecimal digits, of all that a device executes. Artefacts with the
    /// same hash behave identically on the device, even if their optimisation flags are not the
    /// same. For OpenCL, the parts are the kernels, the device library, the order of LLVM's passes,
    /// and the schedule, which has the host program and the plans of all launches. Workgroups have
    /// the given size, or the size in the module if it is `None`.
    pub fn identity(&self, executed: Executed, workgroup_size: Option<u32>) -> String {
        let mut hasher = blake3::Hasher::new();
        let mut add = |part: &str| {
            hasher.update(&(part.len() as u64).to_le_bytes()).update(part.as_bytes());
        };
        match executed {
            Executed::Parallel => add(&self.parallel.to_string()),
            Executed::OpenCl => {
                let llvm = self.schedule.options.llvm.clone();
                let size = workgroup_size.unwrap_or(self.module.workgroup_size);
                let options = Configuration::default().with_llvm(llvm);
                let schedule = Schedule { options, workgroup_size: size, ..self.schedule.clone() };
                add(&opencl::library());
                add(without_comment(self.code(Language::OpenCl)));
                add(&schedule.json());
            }
        }
        hasher.finalize().to_hex()[..32].to_string()
    }

    /// Returns a text that is the same for artefacts whose code is the same for a device, whatever
    /// names the passes chose. The order of LLVM's passes is not a part of this code.
    pub fn code_without_names(&self, executed: Executed) -> String {
        match executed {
            Executed::Parallel => self.parallel.with_numbered_names().to_string(),
            Executed::OpenCl => {
                let module = self.module.with_numbered_names();
                let options = &self.schedule.options;
                let (interface, schedule) = for_host(&module, &self.overwritten, options);
                let kernels = opencl::of_devices(&module, &interface, options);
                let schedule = Schedule { options: Configuration::default(), ..schedule };
                format!("{}{}", without_comment(&kernels), schedule.json())
            }
        }
    }
}

/// Returns kernels without the comment before the device library.
fn without_comment(kernels: &str) -> &str {
    kernels.split_once(opencl::LIBRARY_INCLUDE).map_or(kernels, |(_, code)| code)
}
