//! The result of the compiler: [`Artefact`].
//!
//! The code of an artefact is printed when a device first asks for it, so that a run in one language
//! prints no other. An artefact also knows which others are the same for a kind of device.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};

use crate::codegen::{self, Language, c};
use crate::configuration::Configuration;
use crate::interface::Interface;
use crate::ir::print::without_prints;
use crate::ir::{ArrayId, Module};
use crate::schedule::{Schedule, schedule};

/// A compiled program. It is the same for every device.
#[derive(Debug, Clone)]
pub struct Artefact {
    /// The IR that the kernels and the schedule were made from. The interpreter executes it.
    pub module: Arc<Module>,
    /// The IR before its work is distributed over work-items, after the scalar passes. Targets that
    /// distribute work themselves, such as threads on a CPU, start from it.
    pub parallel: Arc<Module>,
    /// The kernels in the languages of targets: see [`Artefact::code`].
    pub code: Code,
    /// The functions of the kernels, with their parameters.
    pub interface: Interface,
    /// The configuration with which the program was compiled.
    pub configuration: Configuration,
    /// The schedule: what the host does with the kernels, for people and for the printer of
    /// [host programs](crate::codegen::host_c). The runtime executes `main` of the module instead.
    pub schedule: Schedule,
    /// The arrays of which `main` writes every element before it reads any, so that their initial
    /// values make no difference.
    pub overwritten: BTreeSet<ArrayId>,
    /// Number of arrays that the program declares. They come first among the arrays of the module;
    /// the arrays that the compiler adds follow them.
    pub declared: usize,
}

/// The kernels of an artefact in each language, after they were first needed.
#[derive(Debug, Clone, Default)]
pub struct Code {
    texts: [OnceLock<String>; Language::ALL.len()],
    /// The language whose text was written by hand, if one was.
    by_hand: Option<Language>,
}

impl Code {
    /// Returns code that was written by hand in one language.
    pub fn of(language: Language, text: String) -> Code {
        let code = Code { by_hand: Some(language), ..Code::default() };
        code.texts[language as usize].get_or_init(|| text);
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
    /// The kernels in CUDA C++ and the schedule.
    Cuda,
}

impl Executed {
    /// Returns the language of the kernels, if a device executes kernels.
    pub fn language(self) -> Option<Language> {
        match self {
            Executed::Parallel => None,
            Executed::OpenCl => Some(Language::OpenCl),
            Executed::Cuda => Some(Language::Cuda),
        }
    }
}

impl Artefact {
    /// Returns the kernels in a language. They are printed when they are first needed.
    pub fn code(&self, language: Language) -> &str {
        self.code.texts[language as usize].get_or_init(|| {
            c::of_devices(language, &self.module, &self.interface, &self.schedule.options)
        })
    }

    /// Returns the source code in a language without the comment at its top, which names the version
    /// of igc and the configuration.
    pub fn code_without_banner(&self, language: Language) -> &str {
        let code = self.code(language);
        code.find(language.library_include()).map_or(code, |start| &code[start..])
    }

    /// Returns a hash, in 32 hexadecimal digits, of all that a device executes. Artefacts with the
    /// same hash behave identically on the device, even if their optimisation flags or the names
    /// that passes chose are not the same. For kernels, the parts are their text, the device library,
    /// the order of LLVM's passes, and the schedule, which has the host program and the plans of all
    /// launches. Workgroups have the given size, or the size in the module if it is `None`.
    pub fn identity(&self, executed: Executed, workgroup_size: Option<u32>) -> String {
        let mut hasher = blake3::Hasher::new();
        let mut add = |part: &str| {
            hasher.update(&(part.len() as u64).to_le_bytes()).update(part.as_bytes());
        };
        match executed.language() {
            None => add(&self.parallel.with_numbered_names().to_string()),
            Some(language) => {
                let module = self.module.with_numbered_names();
                let options = &self.schedule.options;
                let (interface, schedule) = for_host(&module, &self.overwritten, options);
                let kernels = match self.code.by_hand {
                    Some(by_hand) if by_hand == language => self.code(language).to_owned(),
                    _ => c::of_devices(language, &module, &interface, options),
                };
                let size = workgroup_size.unwrap_or(module.workgroup_size);
                let options = Configuration::default().with_llvm(options.llvm.clone());
                let schedule = Schedule { options, workgroup_size: size, ..schedule };
                add(&codegen::library(language));
                add(without_comment(language, &kernels));
                add(&schedule.json());
            }
        }
        hasher.finalize().to_hex()[..32].to_string()
    }
}

/// Returns kernels without the comment before the device library.
fn without_comment(language: Language, kernels: &str) -> &str {
    kernels.split_once(language.library_include()).map_or(kernels, |(_, code)| code)
}

/// Returns the interface of the kernels of a distributed module, and its schedule.
pub(crate) fn for_host(
    module: &Module,
    overwritten: &BTreeSet<ArrayId>,
    options: &Configuration,
) -> (Interface, Schedule) {
    let without_prints = without_prints(module);
    let of_devices = without_prints.as_ref().unwrap_or(module);
    let interface = Interface::of(of_devices);
    let mut schedule = schedule(of_devices, &interface, options);
    for id in overwritten {
        schedule.buffers[id.index()].overwritten = true;
    }
    (interface, schedule)
}
