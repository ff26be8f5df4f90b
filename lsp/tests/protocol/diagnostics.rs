//! Diagnostics: their codes, places and files.

use serde_json::{Value, json};

use crate::client::{Client, position};
use crate::features::bfs;

#[test]
fn diagnostics_have_codes_help_and_related_places() {
    let mut client = Client::new(Value::Null);
    let text = "node a: u32 = 0;\nnode a: u32 = 0;\nmain {\n    /* x */\n}\noutput a;\n";
    let text = text.replace("    /* x */\n", "    let \u{e4} = 1;\n");
    // A wrong character hides the errors of checking.
    let uri = client.open("a.ig", &text);
    client.codes(&uri, &["E0001"]);
    let text = text.replace("\u{e4}", "x");
    client.replace(&uri, 2, &text);
    let found = client.codes(&uri, &["E0103"]);
    let [twice] = &found[..] else { panic!("{found:?}") };
    assert_eq!(twice["severity"], 1);
    assert_eq!(twice["source"], "igc");
    assert_eq!(twice["range"]["start"], json!({ "line": 1, "character": 5 }));
    let related = &twice["relatedInformation"][0];
    assert_eq!(related["location"]["range"]["start"], json!({ "line": 0, "character": 5 }));
    assert_eq!(related["message"], "first declared here");
    let message = twice["message"].as_str().unwrap();
    assert!(message.contains("help: choose another name"), "{message}");
    client.replace(&uri, 3, &text.replacen("node a: u32 = 0;\n", "", 1));
    let found = client.codes(&uri, &["W0101"]);
    assert_eq!((&found[0]["severity"], &found[0]["tags"]), (&json!(2), &json!([1])));
    client.end();
}

#[test]
fn columns_of_diagnostics_count_utf_16() {
    let mut client = Client::new(Value::Null);
    let text = bfs().replace("v.level == MAX", "v.levl == MAX");
    let uri = client.open("a.ig", &text);
    let found = client.diagnostics(&uri, 1);
    let unknown = found.iter().find(|it| it["code"] == "E0105").unwrap();
    assert_eq!(unknown["range"]["start"], position(&text, "levl", 0));
    client.end();
}

#[test]
fn a_wrong_range_of_a_parameter_is_found_by_the_compilation() {
    let mut client = Client::new(Value::Null);
    let text = "param p: u32 = 0 in 5..3;\nglobal g: u32 = 0;\nmain {\n    g = p;\n}\noutput g;\n";
    let uri = client.open("a.ig", text);
    let found = client.codes(&uri, &["E0411"]);
    assert_eq!(found[0]["range"]["start"]["line"], 0);
    client.end();
}

#[test]
fn diagnostics_of_imported_files_belong_to_their_documents() {
    let mut client = Client::new(Value::Null);
    let lib = client.write("my lib/helper.ig", "fn twice(x: u32) -> u32 {\n    return x * 2\n}\n");
    let lib = lib.replace(' ', "%20");
    let main =
        "use ./helper.ig;\nglobal g: u32 = 0;\nmain {\n    g = helper::twice(1);\n}\noutput g;\n";
    let uri = client.open("my%20lib/main.ig", main);
    let found = client.codes(&lib, &["E0004"]);
    assert_eq!(found[0]["range"]["start"]["line"], 1);
    client.codes(&uri, &[]);
    // The text of the editor counts, not that on disk.
    let opened =
        client.open("my%20lib/helper.ig", "fn twice(x: u32) -> u32 {\n    return x * 2;\n}\n");
    client.codes(&opened, &[]);
    client.replace(&opened, 2, "fn thrice(x: u32) -> u32 {\n    return x * 3;\n}\n");
    client.codes(&uri, &["E0109"]);
    client.codes(&opened, &[]);
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": opened } }));
    client.codes(&lib, &["E0004"]);
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
    client.codes(&lib, &[]);
    client.end();
}

#[test]
fn a_file_that_appears_on_disk_is_noticed() {
    let mut client = Client::new(Value::Null);
    let main = "use ./late.ig;\nglobal g: u32 = 0;\nmain {\n    g = late::one();\n}\noutput g;\n";
    let uri = client.open("main.ig", main);
    client.codes(&uri, &["E0110"]);
    let late = client.write("late.ig", "fn one() -> u32 {\n    return 1;\n}\n");
    let changes = json!([{ "uri": late, "type": 1 }]);
    client.notify("workspace/didChangeWatchedFiles", json!({ "changes": changes }));
    client.codes(&uri, &[]);
    client.end();
}

#[test]
fn untitled_documents_are_programs() {
    let mut client = Client::new(Value::Null);
    let uri = client.open("untitled:Untitled-1", "main {\n    let x = y;\n}\n");
    let found = client.codes(&uri, &["E0101"]);
    assert_eq!(found[0]["range"]["start"], json!({ "line": 1, "character": 12 }));
    let import = client.open("untitled:Untitled-2", "use ./lib.ig;\nmain {\n}\n");
    client.codes(&import, &["E0110"]);
    client.end();
}
