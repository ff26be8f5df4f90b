//! Measures how quickly a language server answers after an edit, with a scripted client. It types into the largest
//! example and into a file of almost 1 MiB, and requests what an editor requests after each edit.
//!
//! ```sh
//! cargo run -p igc-lsp --example latency -- target/release/igc
//! ```
//!
//! The argument is the binary of igc; the client starts its `igc lsp`. The program fails if a feature of the server is
//! missing, or if the 95th percentile of the largest example is above 30 ms.

#![allow(clippy::print_stdout, reason = "the result of an example")]
#![allow(clippy::unwrap_used, reason = "the example fails by panicking")]

#[path = "../tests/protocol/client.rs"]
#[allow(dead_code, reason = "it belongs to the tests")]
mod client;

use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use client::{Client, about, everything, examples};

/// The largest time of the 95th percentile.
const LIMIT: Duration = Duration::from_millis(30);

/// The number of edits of the largest example, and of the large file.
const EDITS: [usize; 2] = [300, 20];

/// The requests after an edit, and whether their answers must not be empty. Completion offers nothing for a new name.
const REQUESTS: [(&str, bool); 9] = [
    ("hover", true),
    ("completion", false),
    ("signatureHelp", false),
    ("documentHighlight", true),
    ("documentSymbol", true),
    ("foldingRange", true),
    ("semanticTokens/full", true),
    ("inlayHint", true),
    ("codeLens", true),
];

fn main() {
    let igc = std::env::args().nth(1).expect("the argument is the binary of igc");
    let mut command = Command::new(igc);
    command.arg("lsp");
    let mut client = Client::process(&mut command, Value::Null);
    features(&mut client);
    let example = std::fs::read_to_string(examples().join("leiden/leiden.ig")).unwrap();
    let p95 = measure(&mut client, "leiden.ig", &example, EDITS[0]);
    assert!(p95 <= LIMIT, "the 95th percentile is {p95:?}, which is above {LIMIT:?}");
    measure(&mut client, "large.ig", &large(&example), EDITS[1]);
    client.end();
}

/// Uses the features that `measure` does not use. Fails if one of them is missing.
fn features(client: &mut Client) {
    let text = "use std::hash;\nnode level: u32 = 0;\nglobal g: u32 = 0;\nkernel f() {\n    forall u in nodes {\n        \
                forall e in u.out {\n            atomic_min(e.dst.level, hash::mix(1));\n        }\n    }\n}\nmain \
                {\n    f()\n}\noutput level,g;\n";
    let uri = client.open("features.ig", text);
    assert_eq!(client.diagnostics(&uri, 1)[0]["code"], "E0004", "diagnostics");
    let whole = json!({
        "textDocument": { "uri": uri },
        "range": everything(),
        "context": { "diagnostics": [] },
        "options": { "tabSize": 4, "insertSpaces": true },
    });
    let fixes = client.ok("textDocument/codeAction", whole.clone());
    assert_eq!(fixes[0]["title"], "Insert `;`", "quick fixes");
    let text = text.replace("f()\n}", "f();\n}");
    client.replace(&uri, 2, &text);
    let is_some = |value: &Value| *value != Value::Null && *value != json!([]);
    let at = |needle: &str, plus| about(&uri, client::position(&text, needle, plus));
    let mut named = at("level", 1);
    named["newName"] = json!("distance");
    let signature = at("mix(1)", 4);
    for (method, params) in [
        ("definition", at("hash::mix", 7)),
        ("references", client::references(&uri, client::position(&text, "hash::mix", 7), true)),
        ("rename", named.clone()),
        ("prepareRename", named),
        ("signatureHelp", signature),
        ("formatting", whole.clone()),
        ("rangeFormatting", whole.clone()),
        ("semanticTokens/range", whole.clone()),
    ] {
        let found = client.ok(&format!("textDocument/{method}"), params);
        assert!(is_some(&found), "{method} is missing");
    }
    let found = client.ok("workspace/symbol", json!({ "query": "mix" }));
    assert!(is_some(&found), "symbols of the workspace are missing");
    client.wait_for_effects();
    let hints = client.ok("textDocument/inlayHint", whole);
    let labels: Vec<&str> = client_labels(&hints);
    assert!(
        labels.iter().any(|it| it.contains(['✓', '✗'])),
        "hints about effects are missing: {labels:?}"
    );
    assert!(
        labels.iter().any(|it| it.contains("auto")),
        "the reason of `auto` is missing: {labels:?}"
    );
    let settings = |it: Value| json!({ "settings": { "igc": it } });
    let named = settings(json!({ "configuration": "fg8" }));
    client.notify("workspace/didChangeConfiguration", named);
    client.wait_for_effects();
    let hover = client.ok("textDocument/hover", at("forall e", 0));
    assert!(hover.to_string().contains("`fg8` applied: "), "hovers about effects are missing");
    client.notify("workspace/didChangeConfiguration", settings(json!({})));
    client.wait_for_effects();
    println!("every feature answers");
}

fn client_labels(hints: &Value) -> Vec<&str> {
    hints.as_array().unwrap().iter().map(|it| it["label"].as_str().unwrap()).collect()
}

/// Returns a program of almost 1 MiB: a text, and many functions.
fn large(text: &str) -> String {
    let mut out = text.to_owned();
    let mut at = 0;
    while out.len() < (1 << 20) - 300 {
        out += &format!(
            "\nfn part{at}(x: u32) -> u32 {{\n    let y = x + {at};\n    return y * 2;\n}}\n"
        );
        at += 1;
    }
    out
}

/// Types into a kernel in the middle of a program. After each character, sends all requests that an editor sends, and
/// waits for the last answer and for the diagnostics. Returns the 95th percentile of these times.
fn measure(client: &mut Client, name: &str, text: &str, edits: usize) -> Duration {
    let uri = client.open(name, text);
    client.diagnostics(&uri, 1);
    client.wait_for_effects();
    // The end of a line in a loop of a kernel.
    let line = text.lines().position(|line| line.contains("u.label = u;")).unwrap() as u64;
    let start = text.lines().nth(line as usize).unwrap().encode_utf16().count() as u64;
    let typed = " let typed = u.label;";
    let (mut column, mut version) = (start, 1);
    let (mut answers, mut all) = (vec![], vec![]);
    let before = client.processor_time();
    while all.len() < edits {
        for c in typed.chars() {
            version += 1;
            let begin = Instant::now();
            let place = json!({ "line": line, "character": column });
            let range = json!({ "start": place, "end": place });
            client.change(&uri, version, json!([{ "range": range, "text": c.to_string() }]));
            column += 1;
            let here = about(&uri, json!({ "line": line, "character": column }));
            let name = about(&uri, json!({ "line": line, "character": start - 2 }));
            let ids = REQUESTS.map(|(method, _)| {
                let mut params = match method {
                    "hover" | "documentHighlight" => name.clone(),
                    _ => here.clone(),
                };
                params["range"] = everything();
                client.send(&format!("textDocument/{method}"), params)
            });
            for (at, (id, (method, is_full))) in ids.iter().zip(REQUESTS).enumerate() {
                let found = client.answer(id).unwrap();
                if at == 0 {
                    answers.push(begin.elapsed());
                }
                let is_empty = found == Value::Null || found == json!([]);
                assert!(!is_full || !is_empty, "{method} is missing");
            }
            client.diagnostics(&uri, i64::from(version));
            all.push(begin.elapsed());
        }
        // Removes the text again.
        version += 1;
        let range = json!({
            "start": { "line": line, "character": start },
            "end": { "line": line, "character": column },
        });
        client.change(&uri, version, json!([{ "range": range, "text": "" }]));
        client.diagnostics(&uri, i64::from(version));
        column = start;
    }
    let processor = (client.processor_time() - before) / all.len() as u32;
    println!("{name}: {} bytes, {} edits", text.len(), all.len());
    report("the first answer", answers);
    let last = report(&format!("{} answers and the diagnostics", REQUESTS.len()), all);
    println!("  {processor:?} of processor time for each edit, with the compilations for effects");
    last
}

/// Prints the distribution of times, and returns the 95th percentile.
fn report(what: &str, mut times: Vec<Duration>) -> Duration {
    times.sort();
    let percentile = |percent: usize| times[(times.len() * percent).div_ceil(100) - 1];
    let [half, p95, most] = [50, 95, 100].map(percentile);
    println!("  {what}: median {half:?}, 95 % {p95:?}, at most {most:?}");
    p95
}
