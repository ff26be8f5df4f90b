//! Compiles OpenCL C with LLVM's tools, to a form that a driver accepts.
//!
//! The driver's own compiler has a fixed order of passes. With LLVM's tools, the order is a choice:
//!
//! ```text
//! OpenCL C ── clang ──► IR ── opt -passes=… ──► bitcode ── llc ────────► PTX     NVIDIA
//!                                                       ── llvm-spirv ─► SPIR-V  Intel, PoCL
//!                                                       ───────────────► SPIR    PoCL 3
//! ```
//!
//! clang writes LLVM's IR without running passes. The driver still compiles the result to machine
//! code, so its own later optimisations run as well.
//!
//! **Correctness.** Barriers, subgroup operations and inline assembly are calls of *convergent*
//! functions, which no pass makes depend on further conditions, and which no pass
//! [merges](convergent). Relaxed accesses are volatile or atomic accesses, or inline assembly that
//! clobbers memory; passes neither duplicate nor remove them.
//!
//! **Cache.** The code is kept in the [cache] with the name of the tools. A machine
//! without the tools uses the code that another machine has compiled, see [`compile`].

mod convergent;
mod freeze;
mod process;
mod target;
mod tools;

use std::path::Path;
use std::time::Duration;

use igc_output::{Cache, CacheFolder};

use crate::cache::COMPILED;
use crate::capabilities::LlvmTarget;
use crate::device::DeviceInfo;
use crate::dialect::NO_LLVM;
use crate::error::OpenClError;
use target::Machine;
pub(crate) use target::llvm_version;
use tools::Tools;

/// The passes that run if none are chosen, as `opt -passes=` takes them.
pub const DEFAULT_PASSES: &str = "default<O3>";

/// The first part of the keys in the cache. It changes if the code of a recipe changes.
const KEY: &str = "llvm 2";

/// Time limit of each tool.
const TOOL_LIMIT: Duration = Duration::from_secs(60);

/// A program for LLVM's tools.
#[derive(Clone, Copy, Debug)]
pub struct Recipe<'a> {
    /// The source in OpenCL C.
    pub source: &'a str,
    /// The options of the program, as for the driver's compiler.
    pub options: &'a str,
    /// The passes, as `opt -passes=` takes them.
    pub passes: &'a str,
}

/// Compiles a program for a device, or returns the code from the cache. The device need not exist
/// on this machine: its description suffices, so a cache can be filled for another machine.
///
/// # Errors
///
/// Returns [`OpenClError::NoLlvm`] if the tools are missing and the cache has no code, and
/// [`OpenClError::Llvm`] if a tool fails.
pub fn compile(
    device: &DeviceInfo,
    cache: &CacheFolder,
    recipe: Recipe,
) -> Result<Vec<u8>, OpenClError> {
    compile_in(device, &Cache::open(cache), recipe, true)
}

/// Returns whether LLVM's tools on this machine can compile for a device.
///
/// # Errors
///
/// Returns the reason why they cannot.
pub fn available(device: &DeviceInfo) -> Result<(), OpenClError> {
    let machine = Machine::of(device).ok_or_else(|| refused(device))?;
    Tools::find(machine.target, machine.only)
        .map(|_| ())
        .map_err(|lacks| OpenClError::NoLlvm { device: device.name.clone(), lacks })
}

/// Compiles a program like [`compile`]. The source of a failed build is kept if `keep_failed` is
/// true.
pub(crate) fn compile_in(
    device: &DeviceInfo,
    cache: &Cache,
    recipe: Recipe,
    keep_failed: bool,
) -> Result<Vec<u8>, OpenClError> {
    let Some(machine) = Machine::of(device) else {
        return Err(refused(device));
    };
    let options = [recipe.options, &device.capabilities.build_options].join(" ");
    let key = igc_output::key(&[KEY, &machine.key(), &options, recipe.passes, recipe.source]);
    let tools = Tools::find(machine.target, machine.only);
    if let Some((name, code)) = cache.load(COMPILED, key).and_then(unpacked)
        && tools.as_ref().map_or(true, |tools| tools.name == name)
    {
        return Ok(code);
    }
    let tools =
        tools.map_err(|lacks| OpenClError::NoLlvm { device: device.name.clone(), lacks })?;
    let code =
        run(&machine, &tools, &options, recipe).map_err(|(tool, log)| OpenClError::Llvm {
            tool: tool.to_owned(),
            version: tools.name.clone(),
            log,
            source_file: keep_failed.then(|| cache.keep_failed(key, recipe.source, "cl")).flatten(),
        })?;
    cache.store(COMPILED, key, &packed(&tools.name, &code));
    Ok(code)
}

/// Returns the error of a device whose driver does not accept LLVM's code.
pub(crate) fn refused(device: &DeviceInfo) -> OpenClError {
    OpenClError::Dialect {
        device: device.name.clone(),
        choice: "compiler=llvm".into(),
        lacks: NO_LLVM.into(),
    }
}

/// Runs the tools. Returns the tool that failed and its messages.
fn run(
    machine: &Machine,
    tools: &Tools,
    options: &str,
    recipe: Recipe,
) -> Result<Vec<u8>, (&'static str, String)> {
    let filter = |name: &'static str, tool: &Path, mut arguments: Vec<String>, input: &[u8]| {
        arguments.extend(["-o", "-", "-"].map(str::to_owned));
        process::filter(tool, &arguments, input, TOOL_LIMIT).map_err(|log| (name, log))
    };
    let mut clang = machine.clang(tools);
    clang.extend(options.split_whitespace().map(str::to_owned));
    let ir = filter("clang", &tools.clang, clang, recipe.source.as_bytes())?;
    let ir = convergent::with_distinct_calls(&String::from_utf8_lossy(&ir), tools.version);
    let opt = |passes: &str, text: &[&str], input: &[u8]| {
        let mut arguments = vec![format!("-passes={}", tools.passes(passes))];
        arguments.extend(text.iter().map(|option| (*option).to_owned()));
        filter("opt", &tools.opt, arguments, input)
    };
    let bitcode = match machine.target == LlvmTarget::SpirV && tools.version < 16 {
        true => {
            let ir = opt(recipe.passes, &["-S"], ir.as_bytes())?;
            let ir = freeze::without_freeze(&String::from_utf8_lossy(&ir));
            opt("no-op-module", &[], ir.as_bytes())?
        }
        false => opt(recipe.passes, &[], ir.as_bytes())?,
    };
    match &tools.backend {
        Some(backend) => filter("the backend", backend, machine.backend(tools), &bitcode),
        None => Ok(bitcode),
    }
}

/// An entry of the cache: the name of the tools, a new line, and the code.
fn packed(name: &str, code: &[u8]) -> Vec<u8> {
    [name.as_bytes(), b"\n", code].concat()
}

fn unpacked(entry: Vec<u8>) -> Option<(String, Vec<u8>)> {
    let end = entry.iter().position(|byte| *byte == b'\n')?;
    let name = String::from_utf8(entry[..end].to_vec()).ok()?;
    Some((name, entry[end + 1..].to_vec()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_has_the_name_of_the_tools() {
        let entry = packed("LLVM 19.1.7", b"a\nb");
        assert_eq!(unpacked(entry), Some(("LLVM 19.1.7".into(), b"a\nb".to_vec())));
        assert_eq!(unpacked(b"no line".to_vec()), None);
    }

    #[test]
    fn a_device_that_takes_no_code_is_refused() {
        let device = DeviceInfo { name: "Old GPU".into(), ..DeviceInfo::default() };
        let recipe = Recipe { source: "", options: "", passes: DEFAULT_PASSES };
        let error = compile(&device, &CacheFolder::Off, recipe).unwrap_err().to_string();
        assert!(error.contains("Old GPU does not support `compiler=llvm`"), "{error}");
    }
}
