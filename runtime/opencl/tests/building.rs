//! Tests of program builds: the cache on disk, damaged entries, invalid sources, and the trial of
//! the dialect.

#![allow(clippy::print_stdout, reason = "a test prints why it skips something")]
#![allow(clippy::unwrap_used, reason = "a test stops where something fails")]

mod support;

use std::fs;
use std::path::{Path, PathBuf};

use igc_opencl::{Atomics, CacheFolder, DeviceInfo, OpenClError, Session, SessionOptions};
use support::on_each_device;

const DOUBLE: &str = "
__kernel void twice(__global uint *data) { data[get_global_id(0)] *= 2u; }";

fn uncached(device: &DeviceInfo) -> Session {
    let options = SessionOptions { cache: CacheFolder::Off, ..SessionOptions::default() };
    Session::open_with(device, &options).unwrap()
}

fn session_in(device: &DeviceInfo, folder: &Path) -> Session {
    let cache = CacheFolder::At(folder.to_owned());
    Session::open_with(device, &SessionOptions { cache, ..SessionOptions::default() }).unwrap()
}

/// Returns the device with the claim that its driver does not cache programs, so that igc caches
/// them.
fn without_a_cache_of_its_own(device: &DeviceInfo) -> DeviceInfo {
    let mut device = device.clone();
    device.capabilities.keeps_programs = false;
    device
}

/// Builds and runs the test program. Returns whether it came from the cache.
fn run(session: &Session) -> bool {
    let program = session.build(DOUBLE, "-cl-std=CL1.2").unwrap();
    let kernel = program.kernel("twice").unwrap();
    let data = session.buffer_from(&[1u32, 2, 3, 4]).unwrap();
    kernel.set_buffer(0, &data).unwrap();
    kernel.launch(4, 4).unwrap();
    assert_eq!(data.to_vec::<u32>().unwrap(), [2, 4, 6, 8]);
    program.was_cached()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn a_second_build_comes_from_the_cache_and_other_options_do_not() {
    on_each_device(|device| {
        let device = &without_a_cache_of_its_own(device);
        let folder = tempfile::tempdir().unwrap();
        let session = session_in(device, folder.path());
        assert!(!run(&session));
        assert!(run(&session));
        assert!(run(&session_in(device, folder.path())));
        assert!(!session.build(DOUBLE, "-cl-std=CL1.2 -DX=1").unwrap().was_cached());
        assert_eq!(files(&folder.path().join("programs")).len(), 2);
    });
}

#[test]
fn a_damaged_or_refused_entry_is_built_anew_and_replaced() {
    on_each_device(|device| {
        let device = &without_a_cache_of_its_own(device);
        let folder = tempfile::tempdir().unwrap();
        let session = session_in(device, folder.path());
        assert!(!run(&session));
        let [entry] = files(&folder.path().join("programs")).try_into().unwrap();
        let good = fs::read(&entry).unwrap();
        let mut flipped = good.clone();
        flipped[good.len() / 2] ^= 0x40;
        // The hash of this entry is right, but no driver accepts its content as a binary.
        let mut refused = blake3::hash(b"no binary").as_bytes().to_vec();
        refused.extend_from_slice(b"no binary");
        for damaged in [Vec::new(), good[..good.len() / 2].to_vec(), flipped, refused] {
            fs::write(&entry, damaged).unwrap();
            assert!(!run(&session));
            assert!(run(&session));
        }
    });
}

#[test]
fn a_refused_source_is_kept_with_the_drivers_log() {
    on_each_device(|device| {
        let folder = tempfile::tempdir().unwrap();
        let session = session_in(device, folder.path());
        let source = "__kernel void broken(__global uint *data) { data[0] = undeclared_name; }";
        let error = session.build(source, "-cl-std=CL1.2").map(drop).unwrap_err();
        let text = error.to_string();
        let OpenClError::Build { log, source_file: Some(file), .. } = error else {
            panic!("not a build error with a file: {text}");
        };
        assert!(log.contains("undeclared_name"), "{log}");
        assert_eq!(fs::read_to_string(&file).unwrap(), source);
        assert!(text.contains(&file.display().to_string()), "{text}");
        assert!(file.starts_with(folder.path().join("failed")));
    });
}

#[test]
fn the_cache_may_be_off() {
    on_each_device(|device| {
        let session = uncached(device);
        assert!(!run(&session));
        assert!(!run(&session));
    });
}

/// Checks that igc does not request binaries from a driver that caches programs itself. The request
/// may take longer than building.
#[test]
fn who_keeps_programs_is_left_to_it() {
    on_each_device(|device| {
        let folder = tempfile::tempdir().unwrap();
        let mut device = device.clone();
        device.capabilities.keeps_programs = true;
        let session = session_in(&device, folder.path());
        assert!(!run(&session));
        assert!(!run(&session));
        assert!(!folder.path().join("programs").exists());
    });
}

#[test]
fn the_dialect_builds_what_it_promises() {
    on_each_device(|device| {
        let session = uncached(device);
        let source = match device.dialect.atomics {
            Atomics::C11Device => {
                "__kernel void add(__global atomic_uint *cell) {
                     atomic_fetch_add_explicit(cell, 1u, memory_order_acq_rel, memory_scope_device);
                 }"
            }
            Atomics::OpenCl12 | Atomics::Ptx => {
                "__kernel void add(__global uint *cell) { atomic_inc(cell); }"
            }
        };
        let program = session.build(source, &device.dialect.build_options).unwrap();
        let kernel = program.kernel("add").unwrap();
        let cell = session.buffer_from(&[0u32]).unwrap();
        kernel.set_buffer(0, &cell).unwrap();
        kernel.launch(4096, 64).unwrap();
        assert_eq!(cell.read_u32(0).unwrap(), 4096);
        // PoCL since 3.0 supports C11 atomics, although it reports OpenCL C 1.2 as its language.
        if device.platform_name == "Portable Computing Language" {
            assert_eq!(device.dialect.atomics, Atomics::C11Device);
            assert_eq!(device.dialect.build_options, "-cl-std=CL3.0");
        }
    });
}
