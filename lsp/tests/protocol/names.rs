//! Definitions and references, across files and the standard library.

use serde_json::{Value, json};

use crate::client::{Client, position, references};

const LIB: &str =
    "use std::hash;\n\n/// Mixes.\nfn mixed(x: u32) -> u32 {\n    return hash::mix(x);\n}\n";
const MAIN: &str = "use ./sub/lib.ig;\nuse std::hash::mix;\nnode level: u32 = 0;\nkernel start() {\n    forall u in nodes {\n        u.level = lib::mixed(u as u32) + mix(1);\n    }\n}\nmain {\n    start();\n}\noutput level;\n";

fn definition(client: &mut Client, uri: &str, text: &str, needle: &str, plus: usize) -> Value {
    client.at("definition", uri, position(text, needle, plus))
}

#[test]
fn definitions_are_found_in_files_and_std() {
    let mut client = Client::new(Value::Null);
    let lib = client.write("sub/lib.ig", LIB);
    let uri = client.open("main.ig", MAIN);
    let found = definition(&mut client, &uri, MAIN, "lib::mixed", 6);
    assert_eq!(found["uri"], lib);
    assert_eq!(found["range"]["start"], position(LIB, "mixed", 0));
    let found = definition(&mut client, &uri, MAIN, "lib::mixed", 1);
    assert_eq!(found["uri"], lib, "the module is its file");
    let found = definition(&mut client, &uri, MAIN, "./sub", 3);
    assert_eq!(found["uri"], lib);
    for (needle, plus) in [("u.level", 2), ("output level", 8)] {
        let found = definition(&mut client, &uri, MAIN, needle, plus);
        assert_eq!(
            (&found["uri"], &found["range"]["start"]),
            (&json!(uri), &position(MAIN, "level", 0))
        );
    }
    let found = definition(&mut client, &uri, MAIN, "u.level", 0);
    assert_eq!(found["range"]["start"], position(MAIN, "u in nodes", 0));
    assert_eq!(definition(&mut client, &uri, MAIN, "forall", 0), Value::Null);
    // The standard library becomes a file, which can be opened and has definitions, too.
    let found = definition(&mut client, &uri, MAIN, "mix(1)", 1);
    let path = found["uri"].as_str().unwrap().strip_prefix("file://").unwrap().to_owned();
    let text = std::fs::read_to_string(&path).unwrap();
    assert_eq!(found["range"]["start"], position(&text, "fn mix(", 3));
    let std = client.open(&format!("file://{path}"), &text);
    client.codes(&std, &[]);
    let hover = client.at("hover", &std, position(&text, "fn mix(", 3));
    assert!(hover["contents"]["value"].as_str().unwrap().contains("fn mix("), "{hover}");
    client.end();
}

#[test]
fn references_are_found_in_all_programs() {
    let mut client = Client::new(Value::Null);
    let lib = client.write("sub/lib.ig", LIB);
    let other = client.write("other.ig", &MAIN.replace("level", "value"));
    let uri = client.open("main.ig", MAIN);
    let places = |found: &Value| {
        let mut places: Vec<(String, u64)> = found
            .as_array()
            .unwrap()
            .iter()
            .map(|it| {
                let line = it["range"]["start"]["line"].as_u64().unwrap();
                (it["uri"].as_str().unwrap().to_owned(), line)
            })
            .collect();
        places.sort();
        places
    };
    let found = client
        .ok("textDocument/references", references(&uri, position(MAIN, "lib::mixed", 6), true));
    let mut expected = vec![(lib.clone(), 3), (other.clone(), 5), (uri.clone(), 5)];
    expected.sort();
    assert_eq!(places(&found), expected);
    let found =
        client.ok("textDocument/references", references(&uri, position(MAIN, "mix(1)", 0), true));
    let of_std = places(&found).into_iter().filter(|it| it.0.ends_with("std/hash.ig")).count();
    assert!(of_std >= 1, "{found}");
    for place in [(uri.clone(), 1), (uri.clone(), 5), (lib.clone(), 4), (other.clone(), 1)] {
        assert!(places(&found).contains(&place), "{place:?} is not in {found}");
    }
    let params = references(&uri, position(MAIN, "node level", 5), false);
    let found = client.ok("textDocument/references", params);
    assert_eq!(
        places(&found),
        [(uri.clone(), 5), (uri.clone(), 11)],
        "properties are of one program"
    );
    client.end();
}
