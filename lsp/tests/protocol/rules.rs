//! The rules of the protocol: errors, cancellation, the newest text, and the end.

use serde_json::{Value, json};

use crate::client::{Client, about};

const METHOD_NOT_FOUND: i32 = -32601;
const INVALID_PARAMS: i32 = -32602;
const REQUEST_CANCELLED: i32 = -32800;

#[test]
fn wrong_requests_are_errors_and_the_server_lives_on() {
    let mut client = Client::new(Value::Null);
    let error = client.request("textDocument/teleport", json!({})).unwrap_err();
    assert_eq!(error.0, METHOD_NOT_FOUND);
    let error = client.request("textDocument/hover", json!({ "x": 1 })).unwrap_err();
    assert_eq!(error.0, INVALID_PARAMS);
    client.notify("textDocument/didChange", json!({ "x": 1 }));
    client.notify("textDocument/unknown", json!(null));
    let nowhere = about("file:///nowhere/x.ig", json!({ "line": 0, "character": 0 }));
    assert_eq!(client.ok("textDocument/hover", nowhere), Value::Null);
    let uri = client.open("a.ig", "main {\n}\n");
    let far = about(&uri, json!({ "line": 99_999, "character": 99_999 }));
    assert_eq!(client.ok("textDocument/hover", far), Value::Null);
    client.end();
}

#[test]
fn a_request_that_is_cancelled_is_not_computed() {
    let mut client = Client::new(Value::Null);
    let uri = client.open("large.ig", &large());
    // The other messages arrive while the server computes the first answer.
    let slow = json!({ "textDocument": { "uri": uri } });
    let first = client.send("textDocument/documentSymbol", slow);
    let at = about(&uri, json!({ "line": 0, "character": 8 }));
    let [second, third] = [(); 2].map(|()| client.send("textDocument/hover", at.clone()));
    client.notify("$/cancelRequest", json!({ "id": second }));
    assert!(client.answer(&first).is_ok());
    let (code, _) = client.answer(&second).unwrap_err();
    assert_eq!(code, REQUEST_CANCELLED);
    assert_ne!(client.answer(&third).unwrap(), Value::Null);
    client.end();
}

#[test]
fn answers_are_about_the_newest_text() {
    let mut client = Client::new(Value::Null);
    let text = |name: &str| format!("global {name}: u32 = 0;\nmain {{\n}}\noutput {name};\n");
    let uri = client.open("a.ig", &text("a0"));
    for version in 2..40 {
        client.replace(&uri, version, &text(&format!("a{version}")));
    }
    let found = client.of_document("documentSymbol", &uri);
    assert_eq!(found[0]["name"], "a39");
    client.replace(&uri, 40, "main {\n    x = 1;\n}\n");
    let found = client.diagnostics(&uri, 40);
    assert_eq!(found[0]["code"], "E0101");
    client.end();
}

#[test]
fn wrong_settings_are_reported() {
    let mut client = Client::new(json!({ "configuration": "fg9" }));
    client
        .wait("a message", |it| it.notes.iter().any(|(method, _)| method == "window/showMessage"));
    let (_, shown) =
        client.notes.iter().find(|(method, _)| method == "window/showMessage").unwrap();
    assert!(shown["message"].as_str().unwrap().contains("fg9"), "{shown}");
    client.end();
}

/// Returns a program of almost 1 MiB.
fn large() -> String {
    let mut text =
        String::from("global total: u32 = 0;\nmain {\n    total = part0(1);\n}\noutput total;\n");
    let mut at = 0;
    while text.len() < (1 << 20) - 200 {
        text += &format!(
            "fn part{at}(x: u32) -> u32 {{\n    let y = x + {at};\n    return y * 2;\n}}\n\n"
        );
        at += 1;
    }
    text
}

#[test]
fn large_documents_stay_usable() {
    let mut client = Client::new(Value::Null);
    let text = large();
    let uri = client.open("large.ig", &text);
    let functions = text.matches("fn part").count();
    let symbols = client.of_document("documentSymbol", &uri);
    assert_eq!(symbols.as_array().unwrap().len(), functions + 2);
    let tokens = client.of_document("semanticTokens/full", &uri);
    assert!(tokens["data"].as_array().unwrap().len() > 5 * 10 * functions);
    client.diagnostics(&uri, 1);
    // A text that is too long is reported as a whole.
    client.replace(&uri, 2, &text.repeat(2));
    client.codes(&uri, &["E0006"]);
    client.end();
}
