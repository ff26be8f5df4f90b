//! Tests of the commands that concern LLVM's tools. The suite of `igc-tests` runs their kernels.

use crate::{Folder, bfs, igc};

/// The facts about an NVIDIA GPU that the compilation depends on.
const GPU: &str = r#"[
    {"name": "CPU", "kind": "native"},
    {"name": "Some GPU", "platform_vendor": "NVIDIA Corporation", "kind": "gpu",
     "compute_capability": 90, "max_workgroup_size": 1024, "extensions": ["cl_khr_fp64",
     "cl_khr_int64_base_atomics", "cl_khr_int64_extended_atomics"],
     "dialect": {"atomics": "Ptx", "wide": "Native", "floats": "Native", "subgroups": "Ptx",
     "subgroup_size": null, "ptx": 90, "build_options": "-cl-std=CL3.0"}}
]"#;

#[test]
fn kernels_are_compiled_for_a_device_of_another_machine() {
    let folder = Folder::new();
    let facts = folder.file("gpu.json", GPU);
    let done = igc(&["compile", &bfs(), "--opts", "wg,llvm=O1", "--for", &facts]);
    if done.stderr.contains("apt-get install") {
        assert!(done.stderr.contains("igc compile --for"), "{}", done.stderr);
        println!("not tested, LLVM's tools are not installed");
        return;
    }
    assert!(done.stderr.contains("bytes of code for Some GPU are in the cache"), "{}", done.stderr);
    done.ok();
}

#[test]
fn a_file_without_a_suitable_device_is_refused() {
    let folder = Folder::new();
    let compile = |text: &str| {
        let facts = folder.file("facts.json", text);
        igc(&["compile", &bfs(), "--for", &facts]).fails(1)
    };
    let none = "describes no device whose driver accepts LLVM's code";
    assert!(compile("[]").contains(none));
    assert!(compile(r#"[{"name": "Old GPU"}]"#).contains(none));
    assert!(compile("{").contains("not the output of `igc devices --json`"));
    let two = format!("[{0}, {0}]", GPU.trim_start_matches('[').trim_end_matches(']'));
    assert!(compile(&two).contains("igc devices --json --device NAME"));
}

#[test]
fn other_devices_ignore_the_order_and_cannot_search_for_one() {
    let run = ["run", &bfs(), "--graph", "chain:9", "--device", "cpu", "--check"];
    igc(&[&run[..], &["--opts", "llvm=O3"]].concat()).ok();
    let error = igc(&[&run[..], &["--opts", "llvm=O9"]].concat()).fails(2);
    assert!(error.contains("unknown pass of LLVM `O9`; the passes are O0, O1,"), "{error}");
    let search = ["search", &bfs(), "--graph", "chain:9", "--device", "cpu"];
    let error = igc(&[&search[..], &["--over", "llvm"]].concat()).fails(3);
    assert!(error.contains("`--over llvm` needs an OpenCL device"), "{error}");
}
