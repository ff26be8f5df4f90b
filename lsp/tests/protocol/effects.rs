//! Hints, and hovers and lenses that say what a configuration does to a program.

use serde_json::{Value, json};

use crate::client::{Client, everything, position};
use crate::features::{bfs, hover};

fn hints(client: &mut Client, uri: &str) -> Vec<(u64, String, String)> {
    let params = json!({ "textDocument": { "uri": uri }, "range": everything() });
    let found = client.ok("textDocument/inlayHint", params);
    let hint = |it: &Value| {
        let line = it["position"]["line"].as_u64().unwrap();
        let tooltip = it["tooltip"]["value"].as_str().unwrap_or("").to_owned();
        (line, it["label"].as_str().unwrap().to_owned(), tooltip)
    };
    found.as_array().unwrap().iter().map(hint).collect()
}

fn line(text: &str, needle: &str) -> u64 {
    position(text, needle, 0)["line"].as_u64().unwrap()
}

#[test]
fn hints_state_types() {
    let mut client = Client::new(json!({ "inlayHints": { "effects": false } }));
    let text = bfs();
    let uri = client.open("a.ig", &text);
    let found = hints(&mut client, &uri);
    let types: Vec<(u64, &str)> = found.iter().map(|it| (it.0, it.1.as_str())).collect();
    let expected = [
        (line(&text, "forall u"), ": node"),
        (line(&text, "forall e"), ": edge"),
        (line(&text, "let v"), ": node"),
        (line(&text, "let depth"), ": u32"),
    ];
    assert_eq!(types, expected);
    client.end();
}

#[test]
fn hints_and_hovers_state_what_a_configuration_does() {
    let mut client = Client::new(json!({ "configuration": "fg8,coop-cv" }));
    let text = bfs().replace("            print \"\u{1F600}ä\", v.level; if", "            if");
    let uri = client.open("a.ig", &text);
    client.wait_for_effects();
    let found = hints(&mut client, &uri);
    let of_line = |line: u64| {
        let mut hints = found.iter().filter(|it| it.0 == line && !it.1.starts_with(": "));
        hints.next().unwrap_or_else(|| panic!("line {line} has no effects: {found:?}"))
    };
    let inner = of_line(line(&text, "forall e"));
    assert!(inner.1.contains("fg8 ✓"), "{inner:?}");
    assert!(
        inner.2.contains("--opts fg8,coop-cv") && inner.2.contains("your setting"),
        "{inner:?}"
    );
    let main = of_line(line(&text, "main {"));
    assert!(main.1.starts_with("--opts fg8,coop-cv: your setting"), "{main:?}");
    let hovered = hover(&mut client, &uri, position(&text, "forall e", 0));
    assert!(hovered.contains("`fg8` applied: "), "{hovered}");
    // While somebody types, the effects move with their loops.
    let later = text.replacen("use std::hash;", "use std::hash;\n\n// A line.", 1);
    client.replace(&uri, 2, &later);
    let moved = hints(&mut client, &uri);
    let at = line(&later, "forall e");
    assert!(moved.iter().any(|it| it.0 == at && it.1 == inner.1), "{moved:?}");
    client.end();
}

#[test]
fn hints_state_what_auto_chooses_and_why() {
    let mut client = Client::new(json!({ "graph": "rmat:8", "device": "gpu" }));
    let text = bfs().replace("            print \"\u{1F600}ä\", v.level; if", "            if");
    let uri = client.open("a.ig", &text);
    client.wait_for_effects();
    let found = hints(&mut client, &uri);
    let at = line(&text, "main {");
    let main = found.iter().find(|it| it.0 == at).expect("main has a hint");
    assert!(main.1.starts_with("--opts "), "{main:?}");
    assert!(main.1.contains("`auto` for rmat:8: a rule for GPUs"), "{main:?}");
    let choice = main.1.split(':').next().unwrap();
    assert_ne!(choice, "--opts none", "auto chooses optimisations for a GPU");
    let at = line(&text, "forall e");
    assert!(found.iter().any(|it| it.0 == at && it.1.contains('✓')), "{found:?}");
    let hovered = hover(&mut client, &uri, position(&text, "main {", 1));
    assert!(hovered.contains("`auto` for rmat:8"), "{hovered}");
    // Another device has other effects.
    let settings = json!({ "igc": { "graph": "rmat:8", "configuration": "none" } });
    client.notify("workspace/didChangeConfiguration", json!({ "settings": settings }));
    client.wait_for_effects();
    let found = hints(&mut client, &uri);
    assert!(found.iter().any(|it| it.1 == "--opts none: your setting"), "{found:?}");
    client.end();
}

#[test]
fn a_module_has_types_but_no_effects_of_its_own() {
    let mut client = Client::new(json!({ "configuration": "fg8" }));
    let module = "fn next(x: u32) -> u32 {\n    let y = x + 1;\n    return y;\n}\n";
    let lib = client.open("lib.ig", module);
    client.codes(&lib, &[]);
    let found = hints(&mut client, &lib);
    assert_eq!(found, [(1, ": u32".to_owned(), String::new())]);
    client.end();
}

/// The compiler inlines functions, so a module shows the effects of an open program that imports it.
#[test]
fn a_module_shows_the_effects_of_a_program() {
    let mut client = Client::new(json!({ "configuration": "coop-cv" }));
    let module = "fn count(global total: u32) {\n    total += 1;\n}\n";
    let lib = client.open("lib.ig", module);
    let main = "use ./lib.ig;\nglobal total: u32 = 0;\nkernel f() {\n    forall u in nodes {\n        \
                lib::count(total);\n    }\n}\nmain {\n    f();\n}\noutput total;\n";
    client.open("main.ig", main);
    client.wait_for_effects();
    let found = hints(&mut client, &lib);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].0, &*found[0].1), (1, "coop-cv ✓"), "{found:?}");
    client.end();
}

#[test]
#[cfg(unix)]
fn lenses_run_igc() {
    let mut client = Client::new(json!({ "graph": "rmat:9" }));
    let text = bfs();
    let uri = client.open("a.ig", &text);
    let lenses = client.of_document("codeLens", &uri);
    let titles: Vec<&str> = lenses
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["command"]["title"].as_str().unwrap())
        .collect();
    assert_eq!(titles, ["run on rmat:9", "check", "explain"]);
    assert_eq!(lenses[0]["range"]["start"], position(&text, "main {", 0));
    // The test's igc is `echo`. The document is not saved, so igc gets a temporary file.
    let result = client.ok("workspace/executeCommand", lenses[1]["command"].clone());
    let output = result["output"].as_str().unwrap();
    assert!(
        output.starts_with("run ") && output.ends_with("/a.ig --graph rmat:9 --check\n"),
        "{output}"
    );
    assert_eq!(result["success"], true);
    let shown = client.notes.iter().find(|(method, _)| method == "window/showMessage").unwrap();
    assert_eq!(shown.1["message"], output.trim());
    let saved = client.write("saved.ig", &text);
    client.open("saved.ig", &text);
    let result = client
        .ok("workspace/executeCommand", json!({ "command": "igc.explain", "arguments": [saved] }));
    assert!(result["output"].as_str().unwrap().ends_with("/saved.ig\n"), "{result}");
    let left = std::fs::read_dir(client.folder.path().join("temporary")).unwrap().count();
    assert_eq!(left, 0, "temporary programs are removed");
    for arguments in [json!(["untitled:none"]), json!([]), json!([uri])] {
        let command = if arguments == json!([uri]) { "igc.format_disk" } else { "igc.run" };
        let params = json!({ "command": command, "arguments": arguments });
        assert!(client.request("workspace/executeCommand", params).is_err());
    }
    client.end();
}

/// igc sees the texts of the editor, also those of imported files.
#[test]
#[cfg(unix)]
fn lenses_run_the_text_of_the_editor() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("igc");
    std::fs::write(&script, "#!/bin/sh\ncat \"$2\" \"$(dirname \"$2\")/../lib.ig\"\n").unwrap();
    std::fs::set_permissions(&script, PermissionsExt::from_mode(0o755)).unwrap();
    let mut client = Client::with(Value::Null, json!({}), script.to_str());
    let lib = "fn one() -> u32 {\n    return 1;\n}\n";
    let main = "use ../lib.ig;\nglobal g: u32 = 0;\nmain {\n    g = lib::one();\n}\noutput g;\n";
    client.open("lib.ig", lib);
    let uri = client.open("sub/main.ig", main);
    client.codes(&uri, &[]);
    let command = json!({ "command": "igc.run", "arguments": [uri] });
    let result = client.ok("workspace/executeCommand", command);
    assert_eq!(result["output"], format!("{main}{lib}"));
    client.end();
}
