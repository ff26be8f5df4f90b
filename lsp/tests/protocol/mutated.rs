//! Broken programs: the examples of the repository, truncated and with random changes. The server answers every request
//! about them without an internal error.

use std::path::PathBuf;

use fastrand::Rng;
use serde_json::{Value, json};

use crate::client::{Client, about, everything, examples, references};
use crate::common;

const INTERNAL_ERROR: i32 = -32603;

/// Texts that are inserted.
const PIECES: [&str; 20] = [
    "{",
    "}",
    "(",
    ")",
    ";",
    ".",
    "::",
    "forall ",
    "let ",
    "u.",
    "\"",
    "😀",
    "ä",
    "\r\n",
    "/// ",
    "use ./x.ig;",
    "use std::hash;",
    "kernel ",
    "[",
    "0x",
];

fn programs() -> Vec<PathBuf> {
    let found = common::programs(&[&examples()]);
    assert!(found.len() > 40);
    found
}

/// Returns a position between two characters.
fn boundary(rng: &mut Rng, text: &str) -> usize {
    let mut at = rng.usize(..=text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn mutate(rng: &mut Rng, text: &str) -> String {
    let mut text = text.to_owned();
    for _ in 0..rng.usize(1..4) {
        let at = boundary(rng, &text);
        match rng.u8(0..5) {
            0 => text.truncate(at),
            1 => text.insert_str(at, rng.choice(PIECES).unwrap()),
            2 => {
                let to = boundary(rng, &text);
                text.replace_range(at.min(to)..at.max(to), "");
            }
            3 => {
                let end = (at + 40).min(text.len());
                let end = (end..=text.len()).find(|it| text.is_char_boundary(*it)).unwrap();
                let part = text[at..end].to_owned();
                let to = boundary(rng, &text);
                text.insert_str(to, &part);
            }
            _ => {
                let next = text[at..].chars().next().map_or(0, char::len_utf8);
                text.replace_range(at..at + next, rng.choice(PIECES).unwrap());
            }
        }
    }
    text
}

/// Sends every request about a document and a position. Fails if one of them is an internal error.
fn ask_everything(client: &mut Client, uri: &str, position: &Value, text: &str) {
    let at = about(uri, position.clone());
    let whole = json!({
        "textDocument": { "uri": uri },
        "range": everything(),
        "context": { "diagnostics": [] },
        "options": { "tabSize": 4, "insertSpaces": true },
    });
    let mut named = at.clone();
    named["newName"] = json!("renamed");
    let mut requests: Vec<(&str, &Value)> = vec![];
    for method in ["hover", "completion", "signatureHelp", "definition", "documentHighlight"] {
        requests.push((method, &at));
    }
    let all = references(uri, position.clone(), true);
    requests.push(("references", &all));
    requests.extend([("prepareRename", &named), ("rename", &named)]);
    for method in [
        "documentSymbol",
        "foldingRange",
        "semanticTokens/full",
        "semanticTokens/range",
        "formatting",
        "rangeFormatting",
        "codeAction",
        "codeLens",
        "inlayHint",
    ] {
        requests.push((method, &whole));
    }
    for (method, params) in requests {
        if let Err((code, message)) =
            client.request(&format!("textDocument/{method}"), params.clone())
        {
            assert_ne!(code, INTERNAL_ERROR, "{method} at {position}: {message}\n{text}");
        }
    }
}

fn at_random(rng: &mut Rng, text: &str) -> Value {
    let line = rng.usize(..=text.matches('\n').count());
    let width = text.split('\n').nth(line).map_or(0, |line| line.encode_utf16().count());
    json!({ "line": line, "character": rng.usize(..=width) })
}

#[test]
fn broken_examples_never_crash_the_server() {
    let mut client = Client::new(Value::Null);
    for (seed, path) in programs().into_iter().enumerate() {
        let original = std::fs::read_to_string(&path).unwrap();
        let mut rng = Rng::with_seed(seed as u64);
        let uri = client.open(&format!("p{seed}.ig"), &original);
        let at = at_random(&mut rng, &original);
        ask_everything(&mut client, &uri, &at, &original);
        for version in 2..8 {
            let text = mutate(&mut rng, &original);
            client.replace(&uri, version, &text);
            let at = at_random(&mut rng, &text);
            ask_everything(&mut client, &uri, &at, &text);
        }
        client.diagnostics(&uri, 7);
        client.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
    }
    client.end();
}

/// Types an example character by character, as a user does.
#[test]
fn a_program_can_be_typed() {
    let mut client = Client::new(Value::Null);
    let text = std::fs::read_to_string(examples().join("bfs/bfs_wl.ig")).unwrap();
    let uri = client.open("typed.ig", "");
    let mut typed = String::new();
    let (mut line, mut column) = (0, 0);
    for (version, c) in (2..).zip(text.chars()) {
        let position = json!({ "line": line, "character": column });
        let range = json!({ "start": position, "end": position });
        client.change(&uri, version, json!([{ "range": range, "text": c.to_string() }]));
        typed.push(c);
        (line, column) = if c == '\n' { (line + 1, 0) } else { (line, column + c.len_utf16()) };
        if version % 7 == 0 {
            let at = json!({ "line": line, "character": column });
            ask_everything(&mut client, &uri, &at, &typed);
        }
    }
    let last = text.chars().count() as i64 + 1;
    assert_eq!(client.diagnostics(&uri, last), Vec::<Value>::new());
    client.end();
}
