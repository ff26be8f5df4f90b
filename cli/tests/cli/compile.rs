//! Tests of `igc compile`.

use crate::{Folder, bfs, igc};

/// Every value of `--emit` with a line that only its output contains.
const EMITTED: [(&str, &str); 8] = [
    ("tokens", "Kernel"),
    ("ast", "kernel"),
    ("ir", "module bfs_wl parallel"),
    ("ir-after=access", "module bfs_wl parallel"),
    ("ir-after=distribute", "module bfs_wl distributed"),
    ("ir-after=serialise", "@global_id"),
    ("opencl", "kernel IGC_WORKGROUP void bfs_wl_visit_("),
    ("schedule", "\"program\": \"bfs_wl\""),
];

#[test]
fn each_stage_can_be_printed_and_is_the_same_each_time() {
    let mut texts = vec![];
    for (what, line) in EMITTED {
        let emit = || igc(&["compile", &bfs(), "--emit", what]).ok();
        let text = emit();
        assert!(text.contains(line), "--emit {what} has no `{line}`:\n{text}");
        assert_eq!(text, emit(), "--emit {what} differs");
        texts.push(text);
    }
    let library = igc(&["compile", &bfs(), "--emit", "library"]).ok();
    assert!(library.contains("igc_push"));
    let stdout = igc(&["compile", &bfs()]).ok();
    assert_eq!(stdout, texts[6], "OpenCL C is what is printed where nothing is said");
}

#[test]
fn a_folder_gets_the_artefact() {
    let folder = Folder::new();
    let out = folder.path("out");
    assert_eq!(igc(&["compile", &bfs(), "-o", &out]).ok(), "");
    let read = |name: &str| folder.read(&format!("out/{name}"));
    assert_eq!(read("bfs_wl.cl"), igc(&["compile", &bfs()]).ok());
    assert_eq!(read("bfs_wl.json"), igc(&["compile", &bfs(), "--emit", "schedule"]).ok());
    assert_eq!(read("igc.cl"), igc(&["compile", &bfs(), "--emit", "library"]).ok());
    let schedule: serde_json::Value = serde_json::from_str(&read("bfs_wl.json")).unwrap();
    assert_eq!(schedule["kernels"][0]["function"], "bfs_wl_visit_");
    assert_eq!(std::fs::read_dir(&out).unwrap().count(), 3);
}

#[test]
fn a_folder_gets_the_host_program() {
    let folder = Folder::new();
    let out = folder.path("out");
    assert_eq!(igc(&["compile", &bfs(), "--emit", "host-c", "-o", &out]).ok(), "");
    let code = folder.read("out/bfs_wl.c");
    assert!(code.contains("static void run_main(igc_execution *run)"), "{code}");
    assert!(code.contains("kernel IGC_WORKGROUP void bfs_wl_visit_("), "{code}");
    assert!(folder.read("out/igc/igc_library.c").contains("igc_push"));
    assert!(folder.read("out/main/bfs_wl.c").contains("int main("));
    for shared in ["Makefile", "CMakeLists.txt", "bfs_wl.h", "igc/igc_host.h"] {
        assert!(!folder.read(&format!("out/{shared}")).is_empty(), "{shared}");
    }
    let stderr = igc(&["compile", &bfs(), "--emit", "host-c"]).fails(2);
    assert!(stderr.contains("--output DIR"), "{stderr}");
}

#[test]
fn a_wrong_program_is_explained() {
    let folder = Folder::new();
    let wrong = folder.file("wrong.ig", "main {\n    let _depth = dpeth + 1;\n}\n");
    let stderr = igc(&["compile", &wrong]).fails(1);
    assert!(stderr.contains("error[E0101]") && stderr.contains("wrong.ig:2:18"), "{stderr}");
    assert!(!stderr.contains('\x1b'), "no colours where nobody sees them");
    let stderr = igc(&["compile", &wrong, "--diagnostics", "json"]).fails(1);
    let list: serde_json::Value = serde_json::from_str(&stderr).unwrap();
    assert_eq!(list[0]["code"], "E0101");
    assert_eq!(list[0]["labels"][0]["start"]["line"], 2);
    // For a correct program, the list is empty, so that tools can handle all cases in the same way.
    let right = igc(&["compile", &bfs(), "--diagnostics", "json"]);
    assert_eq!(
        serde_json::from_str::<serde_json::Value>(&right.stderr).unwrap(),
        serde_json::json!([])
    );
}

#[test]
fn what_is_no_program_is_refused() {
    let folder = Folder::new();
    let stderr = igc(&["compile", &folder.path("missing.ig")]).fails(1);
    assert!(stderr.contains("missing.ig: No such file"), "{stderr}");
    std::fs::write(folder.path("bytes.ig"), [0xff, 0xfe, 0]).unwrap();
    let stderr = igc(&["compile", &folder.path("bytes.ig")]).fails(1);
    assert!(stderr.contains("UTF-8"), "{stderr}");
    let file = folder.file("file", "");
    let stderr = igc(&["compile", &bfs(), "-o", &file]).fails(1);
    assert!(stderr.contains(&file), "{stderr}");
}

#[test]
fn wrong_usage_is_code_2() {
    let stderr = igc(&["compile", &bfs(), "--emit", "ir-after=nope"]).fails(2);
    assert!(
        stderr.contains("unknown pass `nope`; the passes are strategy, classes, peel"),
        "{stderr}"
    );
    let stderr = igc(&["compile", &bfs(), "--opts", "fg9"]).fails(2);
    assert!(stderr.contains("unknown optimisation `fg9`"), "{stderr}");
    igc(&["compile"]).fails(2);
    igc(&["compile", &bfs(), "--emit", "ir", "-o", "x"]).fails(2);
    igc(&["comple", &bfs()]).fails(2);
}
