//! `--device cuda`: what users see on machines with and without a GPU of NVIDIA.

use std::path::Path;

use crate::{Done, Folder, command, igc};

const RUN: [&str; 6] = ["run", "bfs", "--graph", "rmat:8", "--check", "--device"];

fn has_gpu() -> bool {
    igc_cuda::devices().is_ok()
}

#[test]
fn a_machine_without_cuda_says_so_and_names_another_device() {
    if has_gpu() {
        println!("skipped: there is a CUDA device");
        return;
    }
    let error = igc(&[&RUN[..], &["cuda"]].concat()).fails(3);
    assert!(error.contains("no CUDA driver") || error.contains("no CUDA device"), "{error}");
    assert!(error.contains("--device cpu"), "{error}");
    igc(&["devices"]).ok();
}

#[test]
fn a_machine_with_cuda_runs_programs_there() {
    if !has_gpu() || igc_cuda::nvrtc::installed().is_none() {
        println!("skipped: there is no CUDA device, or no NVRTC");
        return;
    }
    for device in ["cuda", "cuda:0", "gpu"] {
        let report = igc(&[&RUN[..], &[device]].concat()).ok();
        assert!(report.contains("CUDA") && report.contains("passed"), "{report}");
    }
    let error = igc(&[&RUN[..], &["cuda:99"]].concat()).fails(3);
    assert!(error.contains("there is no device `cuda:99`"), "{error}");
    assert!(igc(&["devices"]).ok().contains("cuda: "));
}

#[test]
fn cuda_devices_have_no_dialect() {
    let error = igc(&[&RUN[..], &["cuda", "--dialect", "atomics=12"]].concat()).fails(1);
    assert!(error.contains("a CUDA device has no dialect"), "{error}");
}

/// Returns whether a call failed only because NVRTC is not installed, and says so.
fn lacks_nvrtc() -> bool {
    let is_missing = igc_cuda::nvrtc::installed().is_none();
    if is_missing {
        println!("skipped: NVRTC was not found");
    }
    is_missing
}

/// Runs `igc` with arguments and a folder for the cache.
fn with_cache(arguments: &[&str], folder: &str) -> Done {
    Done::from(command(arguments).env("IGC_CACHE_DIR", folder).output().unwrap())
}

#[test]
fn kernels_are_compiled_for_gpus_of_other_machines() {
    if lacks_nvrtc() {
        return;
    }
    let compile = ["compile", "bfs_wl", "--opts", "fg8,sg", "--for", "sm_90"];
    let ptx = igc(&[&compile[..], &["--emit", "ptx"]].concat()).ok();
    assert!(ptx.contains(".target sm_90") && ptx.trim_end().ends_with('}'), "{ptx}");
    let folder = Folder::new();
    let out = folder.path("code");
    igc(&[&compile[..], &["--emit", "cubin", "-o", &out]].concat()).ok();
    let cubin = std::fs::read(Path::new(&out).join("bfs_wl.cubin")).unwrap();
    assert!(cubin.starts_with(b"\x7fELF"));

    let cache = folder.path("cache");
    let kept = with_cache(&compile, &cache);
    assert!(kept.stderr.contains("bytes of code for sm_90 are in the cache"), "{}", kept.stderr);
    kept.ok();
    // The kernels, the kernel that reads results, and those that check the caller's memory.
    assert_eq!(std::fs::read_dir(Path::new(&cache).join("cuda")).unwrap().count(), 3);
    let off = with_cache(&compile, "off").fails(2);
    assert!(off.contains("keeps the code in the cache, which is off"), "{off}");
}

#[test]
fn architectures_and_outputs_that_do_not_fit_are_refused() {
    let refused = |arguments: &[&str]| igc(&[&["compile", "bfs_wl"], arguments].concat()).fails(2);
    assert!(refused(&["--emit", "ptx"]).contains("such as `--for sm_90`"));
    assert!(refused(&["--emit", "cubin", "--for", "sm_90"]).contains("--output DIR"));
    assert!(
        refused(&["--emit", "ir", "--for", "sm_90"]).contains("`--emit ptx` or `--emit cubin`")
    );
    assert!(refused(&["--emit", "ir", "--for", "gpu.json"]).contains("leave out `--emit`"));
    assert!(refused(&["--for", "sm_90a"]).contains("digits of a compute capability"));
    if !lacks_nvrtc() {
        let old = igc(&["compile", "bfs_wl", "--for", "sm_20"]).fails(3);
        assert!(old.contains("does not compile for sm_20, but for sm_"), "{old}");
    }
}
