//! Features that change documents: quick fixes, formatting, rename, and the changes of the editor itself.

use serde_json::{Value, json};

use crate::client::{Client, about, apply, everything, position};

/// Applies the quick fix with a title, and returns the new text.
fn fixed(client: &mut Client, uri: &str, text: &str, title: &str) -> String {
    let params = json!({
        "textDocument": { "uri": uri },
        "range": everything(),
        "context": { "diagnostics": [] },
    });
    let actions = client.ok("textDocument/codeAction", params);
    let wanted = actions.as_array().unwrap().iter().find(|action| action["title"] == title);
    let action = wanted.unwrap_or_else(|| panic!("{title} is not among {actions}"));
    assert_eq!(action["kind"], "quickfix");
    apply(text, &action["edit"]["changes"][uri])
}

#[test]
fn quick_fixes_remove_their_diagnostics() {
    let mut client = Client::new(Value::Null);
    for (at, (wrong, code, title, right)) in [
        (
            "node x: float = 0;\nmain {\n}\noutput x;\n",
            "E0102",
            "Write `f32`",
            "node x: f32 = 0;\nmain {\n}\noutput x;\n",
        ),
        (
            "global g: bool = 1 ≤ 2;\nmain {\n}\noutput g;\n",
            "E0001",
            "Write `<=`",
            "global g: bool = 1 <= 2;\nmain {\n}\noutput g;\n",
        ),
        (
            "global g: u32 = 0;\nmain {\n    g = 1\n}\noutput g;\n",
            "E0004",
            "Insert `;`",
            "global g: u32 = 0;\nmain {\n    g = 1;\n}\noutput g;\n",
        ),
        (
            "global g: u32 = 0;\nmain {\n    let wide: u64 = 1;\n    g = wide;\n}\noutput g;\n",
            "E0201",
            "Convert with `as u32`",
            "global g: u32 = 0;\nmain {\n    let wide: u64 = 1;\n    g = wide as u32;\n}\noutput g;\n",
        ),
        (
            "use std::hash;\nglobal g: u32 = 0;\nmain {\n}\noutput g;\n",
            "W0104",
            "Remove this",
            "global g: u32 = 0;\nmain {\n}\noutput g;\n",
        ),
        (
            "global g: u32 = 0;\nmain {\n    g = hash::mix(1);\n}\noutput g;\n",
            "E0109",
            "Insert `use std::hash;`",
            "use std::hash;\n\nglobal g: u32 = 0;\nmain {\n    g = hash::mix(1);\n}\noutput g;\n",
        ),
        (
            "global g: u32 = 0;\noutput g;\n",
            "E0401",
            "Insert `main { }`",
            "global g: u32 = 0;\noutput g;\n\nmain {\n}\n",
        ),
        (
            "global g: u32 = 0;\nmain {\n    print \"😀\", gg;\n}\noutput g;\n",
            "E0101",
            "Write `g`",
            "global g: u32 = 0;\nmain {\n    print \"😀\", g;\n}\noutput g;\n",
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let uri = client.open(&format!("p{at}.ig"), wrong);
        let found = client.diagnostics(&uri, 1);
        let has = |found: &[Value]| found.iter().any(|it| it["code"] == code);
        assert!(has(&found), "{wrong}: {found:?}");
        let new = fixed(&mut client, &uri, wrong, title);
        assert_eq!(new, right);
        client.replace(&uri, 2, &new);
        let found = client.diagnostics(&uri, 2);
        assert!(!has(&found), "{new}: {found:?}");
    }
    client.end();
}

const CROOKED: &str = "global g:u32=0;\n// 😀\nmain{\n  g=1;\n  g=2;\n}\noutput g;\n";
const STRAIGHT: &str = "global g: u32 = 0;\n// 😀\nmain {\n    g = 1;\n    g = 2;\n}\noutput g;\n";

#[test]
fn documents_and_ranges_are_formatted() {
    let mut client = Client::new(Value::Null);
    let uri = client.open("a.ig", CROOKED);
    let options = json!({ "tabSize": 4, "insertSpaces": true });
    let params = json!({ "textDocument": { "uri": uri }, "options": options });
    let edits = client.ok("textDocument/formatting", params.clone());
    assert_eq!(apply(CROOKED, &edits), STRAIGHT);
    let range =
        json!({ "start": { "line": 4, "character": 1 }, "end": { "line": 4, "character": 2 } });
    let mut of_range = params.clone();
    of_range["range"] = range;
    let edits = client.ok("textDocument/rangeFormatting", of_range);
    let part = apply(CROOKED, &edits);
    assert!(part.starts_with("global g:u32=0;\n") && part.contains("    g = 2;"), "{part}");
    client.replace(&uri, 2, STRAIGHT);
    assert_eq!(client.ok("textDocument/formatting", params.clone()), json!([]));
    client.replace(&uri, 3, "main {");
    assert_eq!(client.ok("textDocument/formatting", params), Value::Null, "it does not parse");
    client.end();
}

const LIB: &str = "/// Doubles.\nfn twice(x: u32) -> u32 {\n    return x * 2;\n}\n\nfn four(x: u32) -> u32 {\n    return twice(twice(x));\n}\n";

fn user(name: &str) -> String {
    format!(
        "use ./lib.ig;\nglobal {name}: u32 = 0;\nmain {{\n    {name} = lib::twice(1);\n}}\noutput {name};\n"
    )
}

#[test]
fn renames_change_all_files() {
    let mut client = Client::new(Value::Null);
    let lib = client.open("lib.ig", LIB);
    let a = client.open("a.ig", &user("a"));
    let on_disk = client.write("sub/c.ig", &user("c").replace("./lib.ig", "../lib.ig"));
    let mut params = about(&a, position(&user("a"), "twice", 2));
    let range = client.ok("textDocument/prepareRename", params.clone());
    assert_eq!(range["placeholder"], "twice");
    params["newName"] = json!("doubled");
    let edit = client.ok("textDocument/rename", params.clone());
    let changes = edit["changes"].as_object().unwrap();
    assert_eq!(changes.len(), 3, "{edit}");
    assert_eq!(apply(LIB, &changes[&lib]), LIB.replace("twice", "doubled"));
    assert_eq!(apply(&user("a"), &changes[&a]), user("a").replace("twice", "doubled"));
    assert_eq!(changes[&on_disk].as_array().unwrap().len(), 1);
    // A local is renamed in its function only.
    let mut params = about(&lib, position(LIB, "x * 2", 0));
    params["newName"] = json!("number");
    let edit = client.ok("textDocument/rename", params);
    let new = apply(LIB, &edit["changes"][&lib]);
    assert_eq!(new, LIB.replacen("x: u32", "number: u32", 1).replacen("x * 2", "number * 2", 1));
    client.end();
}

#[test]
fn impossible_renames_are_refused() {
    let mut client = Client::new(Value::Null);
    let lib = client.open("lib.ig", LIB);
    let text = "use std::hash;\nglobal g: u32 = 0;\nmain {\n    let local = 1;\n    g = hash::mix(local);\n}\noutput g;\ncheck triangles(g);\n";
    let uri = client.open("a.ig", text);
    for (uri, text, needle, plus, new, reason) in [
        (&lib, LIB, "twice", 0, "four", "declared twice"),
        (&lib, LIB, "twice", 0, "forall", "not a name"),
        (&lib, LIB, "twice", 0, "a b", "not a name"),
        (&lib, LIB, "twice", 0, "select", "cannot be declared"),
        (&lib, LIB, "u32", 0, "u64", "part of the language"),
        (&uri, text, "mix", 0, "mixed", "part of the standard library"),
        (&uri, text, "hash::", 0, "other", "rename the file"),
        (&uri, text, "triangles", 0, "other", "oracle"),
        (&uri, text, "let local", 4, "g", "not possible"),
        (&uri, text, " = 1;", 1, "x", "no name"),
    ] {
        let mut params = about(uri, position(text, needle, plus));
        params["newName"] = json!(new);
        let (_, message) = client.request("textDocument/rename", params).unwrap_err();
        assert!(message.contains(reason), "{needle} to {new}: {message}");
    }
    client.end();
}

#[test]
fn changes_of_parts_are_applied() {
    let mut client = Client::new(Value::Null);
    let text = "// 😀ä\nglobal g: u32 = 0;\nmain {\n    print \"😀\", h;\n}\noutput g;\n";
    let uri = client.open("a.ig", text);
    client.codes(&uri, &["E0101"]);
    // Two changes, the second of which refers to the result of the first one.
    let start = position(text, "// ", 0);
    let h = position(text, "h;", 0);
    let (line, column) = (h["line"].as_u64().unwrap() + 1, h["character"].as_u64().unwrap());
    let changes = json!([
        { "range": { "start": start, "end": start }, "text": "// 😀\n" },
        {
            "range": {
                "start": { "line": line, "character": column },
                "end": { "line": line, "character": column + 1 },
            },
            "text": "g",
        },
    ]);
    client.change(&uri, 2, changes);
    client.codes(&uri, &[]);
    client.end();
}

#[test]
fn columns_can_count_bytes() {
    let general = json!({ "positionEncodings": ["utf-8", "utf-16"] });
    let mut client = Client::with(Value::Null, general, None);
    assert_eq!(client.capabilities()["positionEncoding"], "utf-8");
    let uri = client.open("a.ig", "main {\n    print \"😀\", h;\n}\n");
    let found = client.codes(&uri, &["E0101"]);
    let column = "    print \"😀\", ".len();
    assert_eq!(found[0]["range"]["start"], json!({ "line": 1, "character": column }));
    client.end();
}
