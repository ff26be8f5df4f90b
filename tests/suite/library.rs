//! Builds the device library and the kernels in `kernels-generated/` on every device in each
//! dialect, with warnings as errors. Also tests the messages when a driver rejects a kernel.

use std::path::Path;

use igc_compiler::artefact::Code;
use igc_compiler::codegen::{Language, library, with_library};
use igc_compiler::configuration::Configuration;
use igc_opencl::{CacheFolder, DeviceInfo, Session, SessionOptions};
use igc_runtime::backend::opencl::OpenClDevice;
use igc_runtime::backend::opencl::build::build_options;
use igc_runtime::execution::execute;
use igc_runtime::run_options::RunOptions;
use igc_tests::device;
use igc_tests::kept;
use igc_tests::program::Program;
use igc_tests::small::chain;

/// Builds a source like the runtime, but without the cache, which would hide warnings.
pub fn build(device: &DeviceInfo, source: &str, workgroup_size: u32) -> Result<(), String> {
    let options = SessionOptions { cache: CacheFolder::Off, ..SessionOptions::default() };
    let session = Session::open_with(device, &options).unwrap();
    let options = format!("{} -Werror", build_options(&device.dialect, workgroup_size as usize));
    session.build(source, &options).map(drop).map_err(|e| e.to_string())
}

#[track_caller]
fn builds(what: &str, source: &str, options: &Configuration, device: &DeviceInfo) {
    if let Err(error) = build(device, source, options.workgroup_size as u32) {
        panic!("{what} on {}, {}: {error}", device.name, device.dialect);
    }
}

#[test]
fn the_device_library_builds() {
    for device in device::opencl().iter().flat_map(device::opencl_dialects) {
        builds("the library", &library(Language::OpenCl), &Configuration::default(), &device);
    }
}

/// Builds the kernels in the folder of a configuration.
fn generated_kernels_build(configuration: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../kernels-generated");
    let options = Configuration::parse(configuration).unwrap();
    let files = std::fs::read_dir(root.join(configuration)).unwrap();
    let mut paths: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == "cl"));
    paths.sort();
    let applications = kept::folders().find(|(folder, _)| *folder == configuration);
    assert_eq!(Some(paths.len()), applications.map(|(_, names)| names.len()));
    let all = device::opencl();
    for (at, path) in paths.iter().enumerate() {
        let text = std::fs::read_to_string(path).unwrap();
        assert_eq!(
            text.matches(Language::OpenCl.library_include()).count(),
            1,
            "{}",
            path.display()
        );
        // In the next folder, the same kernel may be built in another dialect.
        let turn = at + configuration.len();
        for dialects in all.iter().map(device::opencl_dialects) {
            let device = &dialects[turn % dialects.len()];
            builds(
                &path.display().to_string(),
                &with_library(Language::OpenCl, &text),
                &options,
                device,
            );
        }
    }
}

/// Defines one test for each folder, so that tests run in parallel and fail separately.
macro_rules! generated_kernels {
    ($($name:ident: $folder:literal,)*) => {
        mod generated {
            $(#[test]
            fn $name() {
                super::generated_kernels_build($folder);
            })*

            #[test]
            fn every_folder_is_built() {
                let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../kernels-generated");
                let entries = std::fs::read_dir(root).unwrap().map(|entry| entry.unwrap());
                let folders = entries.filter(|entry| entry.path().is_dir());
                let mut folders: Vec<_> =
                    folders.map(|f| f.file_name().to_string_lossy().into_owned()).collect();
                folders.sort();
                assert_eq!(folders, [$($folder),*]);
            }
        }
    };
}

generated_kernels! {
    all: "all",
    coop_cv: "coop-cv",
    fg1: "fg1",
    fg8: "fg8",
    none: "none",
    oitergb: "oitergb",
    sg: "sg",
    sz256: "sz256",
    wg: "wg",
}

/// Tests that the library rejects an unknown dialect with a message.
#[test]
fn an_unknown_dialect_is_refused() {
    for device in device::opencl() {
        let options = SessionOptions { cache: CacheFolder::Off, ..SessionOptions::default() };
        let session = Session::open_with(&device, &options).unwrap();
        let options = format!("{} -DIGC_ATOMICS=13", device.dialect.build_options);
        let error =
            session.build(&library(Language::OpenCl), &options).map(drop).unwrap_err().to_string();
        assert!(error.contains("IGC_ATOMICS must be 12, 20 or 70"), "{error}");
    }
}

/// Tests that, if a driver rejects a kernel, the error quotes the driver and names a file with the
/// source.
#[test]
fn a_driver_that_refuses_a_kernel_is_quoted() {
    let mut program = Program::file("examples/bfs/bfs_wl.ig");
    let artefact = &mut program.compilation.artefact;
    let wrong = artefact.code(Language::OpenCl).replace("igc_push(", "igc_push_what(");
    artefact.code = Code::of(Language::OpenCl, wrong);
    let input = chain(4).load();
    for device in device::opencl() {
        let (artefact, run_options) = (&program.compilation.artefact, RunOptions::default());
        let params = program.params(&[]);
        let run = execute(artefact, &input, &params, &OpenClDevice::new(device), &run_options);
        let error = run.map(drop).unwrap_err();
        assert!(error.is_device() && !error.is_absence());
        let text = error.to_string();
        assert!(text.contains("igc_push_what"), "{text}");
        let file = text.split_once("its source is in ").and_then(|(_, t)| t.split_once(')'));
        let file = file.unwrap_or_else(|| panic!("no file in {text}")).0;
        let kept = std::fs::read_to_string(file).unwrap();
        assert_eq!(kept, with_library(Language::OpenCl, artefact.code(Language::OpenCl)));
        std::fs::remove_file(file).unwrap();
    }
}
