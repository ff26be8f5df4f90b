//! Compiles each file of the device library (`stdlib/device/`) alone, to check that it includes
//! everything that it uses. Every device compiles the files in two dialects, and in all of them
//! with `IGC_CONFIGURATIONS=all`. Clang compiles them in the other dialects, also in those that no
//! device here supports.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::thread;

use igc_compiler::codegen::{Language, library_file, library_files};
use igc_opencl::DeviceInfo;
use igc_tests::scope::everything_is_asked_for;
use igc_tests::{clang, device};

use crate::library::build;

const WORKGROUP_SIZE: u32 = 128;

#[test]
fn each_file_builds_alone_with_every_device() {
    let dialects = match everything_is_asked_for() {
        true => DeviceInfo::dialects,
        false => device::opencl_dialects,
    };
    for device in device::opencl().iter().flat_map(dialects) {
        for name in library_files(Language::OpenCl) {
            let text = library_file(Language::OpenCl, name).unwrap();
            if let Err(error) = build(&device, &text, WORKGROUP_SIZE) {
                panic!("{name} on {}, {}: {error}", device.name, device.dialect);
            }
        }
    }
}

#[test]
fn each_file_compiles_alone_with_clang_in_every_dialect() {
    let path = |name: &str| {
        let mut paths = library_folders().into_iter().map(|folder| folder.join(name));
        paths.find(|path| path.exists()).unwrap()
    };
    let files: Vec<PathBuf> = library_files(Language::OpenCl).map(path).collect();
    compile_with_clang(&files, &library_folders().map(|folder| include(&folder)));
}

/// Compiles the kernels of the self test (`stdlib/selftest/`) with clang, because devices here
/// support only some of the dialects.
#[test]
fn the_self_test_compiles_with_clang_in_every_dialect() {
    let folder = stdlib().join("selftest");
    // Some files of the test have the names of files of the library.
    let include_of = |name: &str| format!("#include \"{}\"\n", folder.join(name).display());
    let mut includes = "#include \"igc.cl\"\n".to_owned() + &include_of("common.cl");
    for entry in std::fs::read_dir(&folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if name != "common.cl" {
            includes += &include_of(&name);
        }
    }
    let mut all = tempfile::Builder::new().suffix(".cl").tempfile().unwrap();
    all.write_all(includes.as_bytes()).unwrap();
    // A macro that tests all types compares their values with constants of one type.
    let includes = library_folders().map(|folder| include(&folder));
    let options: Vec<String> =
        ["-Wno-sign-compare".to_owned()].into_iter().chain(includes).collect();
    compile_with_clang(&[all.path().to_owned()], &options);
}

/// Returns the folders with the device library for OpenCL.
fn library_folders() -> [PathBuf; 2] {
    let shared = stdlib().join("device");
    [shared.join("opencl"), shared]
}

fn include(folder: &Path) -> String {
    format!("-I{}", folder.display())
}

fn stdlib() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../stdlib")
}

/// Number of turns in which files are compiled in a dialect.
const TURNS: usize = 3;

/// Compiles files in every dialect with clang, on all processors. Many files take turns with the dialects, unless the
/// environment asks for everything.
fn compile_with_clang(files: &[PathBuf], options: &[String]) {
    if !clang::is_there() {
        return;
    }
    let dialects = dialects();
    let everything = everything_is_asked_for();
    let threads = thread::available_parallelism().map_or(1, |count| count.get());
    thread::scope(|scope| {
        for (at, share) in dialects.chunks(dialects.len().div_ceil(threads)).enumerate() {
            scope.spawn(move || {
                for (number, dialect) in (at..).zip(share) {
                    // Files take turns with the dialects.
                    let turn = files.iter().skip(number % TURNS).step_by(TURNS);
                    let files: Vec<PathBuf> = match everything || files.len() < TURNS {
                        true => files.to_vec(),
                        false => turn.cloned().collect(),
                    };
                    clang::check(&files, &[dialect, options].concat())
                        .unwrap_or_else(|error| panic!("{}: {error}", dialect.join(" ")));
                }
            });
        }
    });
}

/// Returns clang's options for each dialect: all combinations that a device may have, and other
/// macros that change the code.
fn dialects() -> Vec<Vec<String>> {
    let mut all = vec![];
    for atomics in [12, 20, 70] {
        for wide in [0, 1] {
            for floats in [0, 1] {
                for subgroups in 0..=3 {
                    // NVIDIA's devices support only NVIDIA's own subgroup functions. Compilation
                    // with Intel's functions takes ten times as long, so only two of their
                    // combinations are tested.
                    let can_be = atomics != 70 || matches!(subgroups, 0 | 2);
                    let kept = (wide, floats) == (atomics / 20, atomics / 20);
                    if can_be && (subgroups != 3 || kept) {
                        all.push(dialect(atomics, wide, floats, subgroups));
                    }
                }
            }
        }
    }
    for (standard, rest) in [
        // The default choices of `dialect.cl`.
        ("CL3.0", ""),
        ("CL1.2", ""),
        // A device without extensions, and therefore without `double` and 64-bit atomics.
        ("CL1.2", "-Xclang -cl-ext=-all"),
        ("CL3.0", "-DIGC_ATOMICS=20 -Xclang -cl-ext=-cl_khr_fp64,-__opencl_c_fp64"),
        ("CL2.0", "-DIGC_ATOMICS=20 -DIGC_SUBGROUPS=1"),
        ("CL3.0", "-DIGC_ATOMICS=20 -DIGC_SUBGROUPS=1 -DIGC_SUBGROUP_SIZE=16"),
        // The second grid barrier.
        ("CL1.2", "-DIGC_GRID_BARRIER=2"),
        ("CL3.0", "-DIGC_ATOMICS=20 -DIGC_GRID_BARRIER=2"),
        ("CL3.0", "-DIGC_ATOMICS=20 -DIGC_GRID_BARRIER=3"),
    ] {
        all.push(options("spir64", standard, rest));
    }
    for rest in [
        // Versions without `redux`.
        "-DIGC_ATOMICS=70 -DIGC_SUBGROUPS=2 -DIGC_PTX=70",
        "-DIGC_ATOMICS=70 -DIGC_SUBGROUPS=2 -DIGC_PTX=80 -DIGC_GRID_BARRIER=2",
        // C11 atomics, with PTX for operations that need an order.
        "-DIGC_ATOMICS=20 -DIGC_PTX=61 -D__NV_CL_C_VERSION=120",
    ] {
        all.push(options("nvptx64", "CL3.0", rest));
    }
    all
}

/// Returns clang's options for one choice on each axis, with the library's numbers.
fn dialect(atomics: u32, wide: u32, floats: u32, subgroups: u32) -> Vec<String> {
    let is_ptx = atomics == 70 || subgroups == 2;
    let target = if is_ptx { "nvptx64" } else { "spir64" };
    let standard = if atomics == 12 && subgroups == 0 { "CL1.2" } else { "CL3.0" };
    let mut rest = format!(
        "-DIGC_ATOMICS={atomics} -DIGC_WIDE_ATOMICS={wide} -DIGC_FLOAT_ATOMICS={floats} \
         -DIGC_SUBGROUPS={subgroups}"
    );
    if is_ptx {
        rest += " -DIGC_PTX=90";
    } else if atomics == 20 && floats == 1 {
        for feature in ["fp32_global", "fp32_local", "fp64_global", "fp64_local"] {
            rest += &format!(" -D__opencl_c_ext_{feature}_atomic_add=1");
        }
    }
    if subgroups == 3 {
        // Only the long form of clang's header declares Intel's functions.
        rest += " -cl-no-stdinc -Xclang -finclude-default-header";
    }
    options(target, standard, &rest)
}

/// Returns clang's options. `rest` is split at spaces.
fn options(target: &str, standard: &str, rest: &str) -> Vec<String> {
    let mut text = format!("-target {target} -cl-std={standard} {rest}");
    if target == "nvptx64" {
        // NVIDIA's driver supports both without options.
        text += " -Dasm=__asm__ -Xclang -cl-ext=+cl_khr_int64_base_atomics";
        text += " -Xclang -cl-ext=+cl_khr_int64_extended_atomics";
    }
    text.split_whitespace().map(str::to_owned).collect()
}
