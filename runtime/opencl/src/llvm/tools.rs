//! Finds LLVM's tools: clang, opt, the tool that writes the target's code, and libclc.
//!
//! All tools must have the same version, because a tool may not be able to read the bitcode of
//! another version. Debian installs a tool of version N as `clang-N`, and also as `clang` in
//! `/usr/lib/llvm-N/bin`. Other systems have only `clang`. The newest complete version is used.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::capabilities::LlvmTarget;

/// The versions with which the targets were tested, newest first.
const VERSIONS: std::ops::RangeInclusive<u32> = 14..=19;

/// The folders in which systems install libclc.
const LIBRARY_FOLDERS: [&str; 5] = [
    "/usr/lib/clc",
    "/usr/share/clc",
    "/usr/lib64/clc",
    "/usr/local/lib/clc",
    "/usr/local/share/clc",
];

/// The file of libclc with OpenCL's functions for NVIDIA's GPUs.
const PTX_LIBRARY: &str = "nvptx64--nvidiacl.bc";

/// The tools of one version.
#[derive(Clone, Debug)]
pub(super) struct Tools {
    /// The major version.
    pub(super) version: u32,
    /// The full version, such as `LLVM 19.1.7`.
    pub(super) name: String,
    pub(super) clang: PathBuf,
    pub(super) opt: PathBuf,
    /// The tool that writes the target's code. SPIR is LLVM's own bitcode and needs none.
    pub(super) backend: Option<PathBuf>,
    /// The functions of OpenCL C, for targets whose driver does not link them.
    pub(super) library: Option<PathBuf>,
}

impl Tools {
    /// Finds the newest complete version, or the version `only`.
    ///
    /// # Errors
    ///
    /// Returns a text that lists what is necessary and how to install it.
    pub(super) fn find(target: LlvmTarget, only: Option<u32>) -> Result<Tools, String> {
        let mut versions =
            VERSIONS.rev().filter(|version| only.is_none_or(|only| only == *version));
        let debian = versions.find_map(|version| {
            let installed = PathBuf::from(format!("/usr/lib/llvm-{version}/bin"));
            let find = |name: &str| {
                on_path(&format!("{name}-{version}")).or_else(|| file(installed.join(name)))
            };
            Tools::complete(target, find)
        });
        let any = || Tools::complete(target, on_path);
        let is_known = |tools: &Tools| {
            VERSIONS.contains(&tools.version) && only.is_none_or(|only| only == tools.version)
        };
        debian.or_else(any).filter(is_known).ok_or_else(|| missing(target, only))
    }

    /// Returns passes as this version takes them. From version 18 on, a single `instcombine` is an
    /// error if it has not simplified everything in its first round, unless an option disables this
    /// check, which LLVM's own sequences do.
    pub(super) fn passes(&self, passes: &str) -> String {
        let is_checked = |pass: &str| self.version >= 18 && pass == "instcombine";
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '<' | '>');
        let mut texts = String::new();
        for part in passes.split_inclusive(|c: char| !is_part(c)) {
            let pass = part.trim_end_matches(|c: char| !is_part(c));
            texts += if is_checked(pass) { "instcombine<no-verify-fixpoint>" } else { pass };
            texts += &part[pass.len()..];
        }
        texts
    }

    /// Returns the tools if `find` finds all that the target needs.
    fn complete(target: LlvmTarget, find: impl Fn(&str) -> Option<PathBuf>) -> Option<Tools> {
        let clang = find("clang")?;
        let opt = find("opt")?;
        let backend = match backend(target) {
            Some(name) => Some(find(name)?),
            None => None,
        };
        let library = match target {
            LlvmTarget::Ptx => Some(library(PTX_LIBRARY)?),
            LlvmTarget::SpirV | LlvmTarget::Spir => None,
        };
        let full = version(&clang)?;
        let version = full.split('.').next()?.parse().ok()?;
        Some(Tools { version, name: format!("LLVM {full}"), clang, opt, backend, library })
    }
}

/// Returns the name of the tool that writes the target's code.
fn backend(target: LlvmTarget) -> Option<&'static str> {
    match target {
        LlvmTarget::Ptx => Some("llc"),
        LlvmTarget::SpirV => Some("llvm-spirv"),
        LlvmTarget::Spir => None,
    }
}

fn missing(target: LlvmTarget, only: Option<u32>) -> String {
    let mut names = vec!["clang", "opt"];
    names.extend(backend(target));
    if target == LlvmTarget::Ptx {
        names.push("libclc");
    }
    let version = match only {
        Some(only) => format!("of version {only}"),
        None => format!("of one version from {} to {}", VERSIONS.start(), VERSIONS.end()),
    };
    let last = only.unwrap_or(15);
    let packages = match target {
        LlvmTarget::Ptx => "clang-19 llvm-19 libclc-19".to_owned(),
        LlvmTarget::SpirV => "clang-15 llvm-15 llvm-spirv-15".to_owned(),
        LlvmTarget::Spir => format!("clang-{last} llvm-{last}"),
    };
    format!(
        "it needs {} {version}\nhelp: on Debian or Ubuntu, `apt-get install {packages}` installs \
         them",
        names.join(", ")
    )
}

/// Returns the full version of clang, such as `19.1.7`.
fn version(clang: &Path) -> Option<String> {
    let output = Command::new(clang).arg("-dumpversion").stdin(Stdio::null()).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (output.status.success() && !text.is_empty()).then_some(text)
}

fn on_path(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).find_map(|folder| file(folder.join(name)))
}

fn library(name: &str) -> Option<PathBuf> {
    LIBRARY_FOLDERS.iter().find_map(|folder| file(Path::new(folder).join(name)))
}

fn file(path: PathBuf) -> Option<PathBuf> {
    path.is_file().then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_incomplete_version_is_not_used() {
        let without_opt = |name: &str| (name != "opt").then(|| PathBuf::from("/bin/true"));
        assert!(Tools::complete(LlvmTarget::Spir, without_opt).is_none());
        assert!(Tools::complete(LlvmTarget::Spir, |_| None).is_none());
    }

    #[test]
    fn instcombine_does_not_check_itself() {
        let tools = |version| Tools {
            version,
            name: String::new(),
            clang: PathBuf::new(),
            opt: PathBuf::new(),
            backend: None,
            library: None,
        };
        let passes = "module(instcombine,aggressive-instcombine,function(instcombine))";
        assert_eq!(tools(15).passes(passes), passes);
        let checked = "module(instcombine<no-verify-fixpoint>,aggressive-instcombine,\
                       function(instcombine<no-verify-fixpoint>))";
        assert_eq!(tools(19).passes(passes), checked);
    }

    #[test]
    fn the_message_names_the_tools_and_the_packages() {
        let text = missing(LlvmTarget::Ptx, None);
        assert!(text.contains("clang, opt, llc, libclc of one version from 14 to 19"), "{text}");
        assert!(text.contains("apt-get install clang-19 llvm-19 libclc-19"), "{text}");
        let text = missing(LlvmTarget::Spir, Some(15));
        assert!(text.contains("clang, opt of version 15"), "{text}");
        assert!(text.contains("clang-15 llvm-15"), "{text}");
    }
}
