//! Features that do not change a document: hovers, completion, signatures, symbols, folding, tokens.

use serde_json::{Value, json};

use crate::client::{Client, about, labels, position};

/// A breadth-first search. The comment has characters outside of ASCII before code on the same line.
pub fn bfs() -> String {
    "\
use std::hash;

/// Where the search starts. \u{1F600}
param source: node = 0;
/// The number of edges from the source, größer for others.
node level: u32 = MAX;
global total: u32 = 0;
const LIMIT: u32 = 100;

/// Visits the neighbours.
/// It pushes them.
kernel visit(depth: u32) {
    forall u in worklist {
        forall e in u.out {
            let v = e.dst;
            print \"\u{1F600}ä\", v.level; if v.level == MAX {
                v.level = depth;
                push v;
            }
        }
    }
}

fn mixed(x: u32, y: u32) -> u32 {
    return hash::mix(x + y) % LIMIT;
}

main {
    source.level = 0;
    let depth = 1;
    pipe [source] {
        visit(depth);
        depth += 1;
    }
    total = mixed(depth, 2);
}

output level, total;
check bfs(level, source);
"
    .to_owned()
}

pub fn hover(client: &mut Client, uri: &str, at: Value) -> String {
    let found = client.at("hover", uri, at);
    found["contents"]["value"].as_str().unwrap_or("").to_owned()
}

#[test]
fn the_server_offers_every_feature() {
    let client = Client::new(Value::Null);
    let capabilities = client.capabilities().as_object().unwrap().clone();
    for name in [
        "completionProvider",
        "hoverProvider",
        "signatureHelpProvider",
        "definitionProvider",
        "referencesProvider",
        "documentHighlightProvider",
        "documentSymbolProvider",
        "workspaceSymbolProvider",
        "codeActionProvider",
        "codeLensProvider",
        "documentFormattingProvider",
        "documentRangeFormattingProvider",
        "renameProvider",
        "foldingRangeProvider",
        "executeCommandProvider",
        "semanticTokensProvider",
        "inlayHintProvider",
    ] {
        assert!(capabilities.get(name).is_some_and(|it| *it != json!(false)), "{name}");
    }
    assert_eq!(capabilities["positionEncoding"], "utf-16");
    client.end();
}

#[test]
fn hovers_have_types_and_documentation() {
    let mut client = Client::new(Value::Null);
    let text = bfs();
    let uri = client.open("a.ig", &text);
    for (needle, plus, expected) in [
        ("v.level ==", 3, "node level: u32 = MAX"),
        ("v.level ==", 3, "größer for others"),
        ("v.level ==", 0, "let v: node"),
        ("u.out", 0, "u: node"),
        ("u.out", 3, "The outgoing edges of a node"),
        ("e.dst", 2, "e.dst: node"),
        ("visit(depth);", 0, "kernel visit(depth: u32)"),
        ("visit(depth);", 0, "It pushes them."),
        ("visit(depth);", 6, "let depth: u32"),
        ("hash::mix", 6, "fn mix("),
        ("hash::mix", 6, "Function of `std::hash`"),
        ("hash::mix", 0, "a module of the standard library"),
        ("% LIMIT", 2, "const LIMIT: u32 = 100"),
        ("pipe [", 0, "until a worklist is empty"),
        ("push v", 1, "Puts an item on a worklist"),
        ("check bfs", 6, "An oracle"),
        ("== MAX", 3, "The largest value"),
    ] {
        let found = hover(&mut client, &uri, position(&text, needle, plus));
        assert!(found.contains(expected), "{needle}: {found}");
    }
    let comment = hover(&mut client, &uri, position(&text, "for others", 0));
    assert_eq!(comment, "", "a keyword in a comment has no meaning");
    let wrong = text.replace("v.level == MAX", "v.levl == MAX");
    client.replace(&uri, 2, &wrong);
    let found = hover(&mut client, &uri, position(&wrong, "levl", 1));
    assert!(found.contains("**E0105**"), "{found}");
    client.end();
}

#[test]
fn completion_knows_what_is_expected() {
    let mut client = Client::new(Value::Null);
    let program = bfs();
    let uri = client.open("a.ig", &program);
    let mut version = 1;
    let mut complete = |before: &str, typed: &str| {
        version += 1;
        let text = program.replacen(before, &format!("{typed}{before}"), 1);
        client.replace(&uri, version, &text);
        let at = position(&text, &format!("{typed}{before}"), typed.encode_utf16().count());
        client.at("completion", &uri, at)
    };
    let line = "                push v;";
    let node = complete(line, "v.");
    assert!(["level", "out", "in_degree"].iter().all(|it| labels(&node).contains(it)), "{node}");
    assert!(!labels(&node).contains(&"dst"), "{node}");
    let edge = complete(line, "e.");
    assert_eq!(labels(&edge), ["src", "dst", "reverse"]);
    let chain = complete(line, "let z = e.src.");
    assert!(labels(&chain).contains(&"level"), "{chain}");
    let statement = complete(line, "fo");
    assert!(
        ["forall", "u", "e", "v", "depth", "mixed", "atomic_min"]
            .iter()
            .all(|it| labels(&statement).contains(it)),
        "{statement}"
    );
    assert!(!labels(&statement).contains(&"pipe"), "{statement}");
    let forall = statement.as_array().unwrap().iter().find(|it| it["label"] == "forall").unwrap();
    assert_eq!(forall["insertTextFormat"], 2, "it is a snippet");
    assert!(forall["insertText"].as_str().unwrap().contains("${1:e}"), "{forall}");
    let mixed = statement.as_array().unwrap().iter().find(|it| it["label"] == "mixed").unwrap();
    assert_eq!(mixed["insertText"], "mixed(${1:x}, ${2:y})");
    assert_eq!(mixed["detail"], "fn mixed(x: u32, y: u32) -> u32");
    let in_main = complete("    total = mixed", "    ");
    assert!(
        ["visit", "pipe", "reduce_add", "depth", "level"]
            .iter()
            .all(|it| labels(&in_main).contains(it)),
        "{in_main}"
    );
    assert!(!labels(&in_main).contains(&"forall"), "{in_main}");
    let member = complete("    total = mixed", "    let h = hash::");
    assert!(labels(&member).contains(&"mix"), "{member}");
    let unused = complete("    total = mixed", "    let h = union_find::");
    assert!(labels(&unused).contains(&"find"), "{unused}");
    let limit = complete("    total = mixed", "    let h = u32::");
    assert_eq!(labels(&limit), ["MAX", "MIN"]);
    let module = complete("/// Where", "use std::");
    assert!(labels(&module).contains(&"union_find"), "{module}");
    let ty = complete("/// Where", "node other: ");
    assert!(labels(&ty).contains(&"f64"), "{ty}");
    let item = complete("/// Where", "ker");
    assert!(labels(&item).contains(&"kernel"), "{item}");
    let output = complete("check bfs", "output ");
    assert_eq!(labels(&output), ["level", "total"]);
    let oracle = complete("check bfs", "check ");
    assert!(labels(&oracle).contains(&"sssp"), "{oracle}");
    let domain = complete(line, "forall w in ");
    assert!(["nodes", "edges", "worklist"].iter().all(|it| labels(&domain).contains(it)));
    let comment = complete(line, "// v.");
    assert_eq!(comment, json!([]));
    client.end();
}

#[test]
fn files_are_completed() {
    let mut client = Client::new(Value::Null);
    client.write("helper.ig", "fn f() {\n}\n");
    let uri = client.open("main.ig", "use ");
    let found = client.at("completion", &uri, json!({ "line": 0, "character": 4 }));
    assert_eq!(labels(&found), ["std", "./helper.ig"]);
    client.end();
}

#[test]
fn signatures_show_the_current_parameter() {
    let mut client = Client::new(Value::Null);
    let text = bfs();
    let uri = client.open("a.ig", &text);
    let help = client.at("signatureHelp", &uri, position(&text, "mixed(depth, ", 13));
    assert_eq!(help["signatures"][0]["label"], "fn mixed(x: u32, y: u32) -> u32");
    assert_eq!(help["signatures"][0]["parameters"][1]["label"], "y: u32");
    assert_eq!(help["activeParameter"], 1);
    let help = client.at("signatureHelp", &uri, position(&text, "visit(depth);", 6));
    assert_eq!(help["signatures"][0]["label"], "kernel visit(depth: u32)");
    assert!(help["signatures"][0]["documentation"]["value"].as_str().unwrap().contains("Visits"));
    let help = client.at("signatureHelp", &uri, position(&text, "hash::mix(x", 10));
    assert!(help["signatures"][0]["label"].as_str().unwrap().starts_with("fn mix("));
    let help = client.at("signatureHelp", &uri, position(&text, "check bfs(", 10));
    assert_eq!(help["signatures"][0]["parameters"][0]["label"], "the levels");
    let broken = text.replace("total = mixed(depth, 2);", "total = atomic_cas(total, ");
    client.replace(&uri, 2, &broken);
    let help = client.at("signatureHelp", &uri, position(&broken, "atomic_cas(total, ", 18));
    assert_eq!(help["activeParameter"], 1);
    assert_eq!(help["signatures"][0]["parameters"][1]["label"], "expected");
    assert_eq!(client.at("signatureHelp", &uri, position(&text, "kernel visit", 0)), Value::Null);
    client.end();
}

#[test]
fn symbols_of_documents_and_of_the_workspace() {
    let mut client = Client::new(Value::Null);
    let text = bfs();
    client.write("folder/other.ig", "fn of_a_file() -> u32 {\n    return 1;\n}\n");
    let uri = client.open("a.ig", &text);
    let found = client.of_document("documentSymbol", &uri);
    let names: Vec<&str> =
        found.as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["source", "level", "total", "LIMIT", "visit", "mixed", "main"]);
    assert_eq!(found[1]["detail"], "node level: u32 = MAX");
    assert_eq!(found[1]["selectionRange"]["start"], position(&text, "level: u32", 0));
    let query =
        |client: &mut Client, query: &str| client.ok("workspace/symbol", json!({ "query": query }));
    let found = query(&mut client, "ofafile");
    assert_eq!(found[0]["name"], "of_a_file");
    assert!(found[0]["location"]["uri"].as_str().unwrap().ends_with("folder/other.ig"));
    let found = query(&mut client, "mix");
    let places: Vec<&str> = found
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["location"]["uri"].as_str().unwrap())
        .collect();
    assert!(places.iter().any(|it| it.ends_with("a.ig")), "{places:?}");
    assert!(places.iter().any(|it| it.ends_with("std/hash.ig")), "{places:?}");
    client.end();
}

#[test]
fn blocks_comments_and_imports_fold() {
    let mut client = Client::new(Value::Null);
    let text = "use std::hash;\nuse std::bitmap;\n\n// one\n// two\nmain {\n    if true {\n        print 1;\n    }\n";
    let uri = client.open("a.ig", text);
    let found = client.of_document("foldingRange", &uri);
    let ranges: Vec<(u64, u64, &str)> = found
        .as_array()
        .unwrap()
        .iter()
        .map(|it| {
            let line = |name: &str| it[name].as_u64().unwrap();
            (line("startLine"), line("endLine"), it["kind"].as_str().unwrap_or(""))
        })
        .collect();
    assert_eq!(ranges, [(0, 1, "imports"), (3, 4, "comment"), (6, 7, "")]);
    client.end();
}

/// Returns the words of semantic tokens with their types and modifiers.
fn tokens(client: &Client, text: &str, found: &Value) -> Vec<(String, String, u64)> {
    let legend = &client.capabilities()["semanticTokensProvider"]["legend"]["tokenTypes"];
    let lines: Vec<Vec<u16>> = text.split('\n').map(|line| line.encode_utf16().collect()).collect();
    let numbers: Vec<u64> =
        found["data"].as_array().unwrap().iter().map(|it| it.as_u64().unwrap()).collect();
    let (mut line, mut column) = (0, 0);
    let mut words = vec![];
    for token in numbers.chunks(5) {
        column = if token[0] == 0 { column + token[1] } else { token[1] };
        line += token[0];
        let units = &lines[line as usize][column as usize..(column + token[2]) as usize];
        let kind = legend[token[3] as usize].as_str().unwrap().to_owned();
        words.push((String::from_utf16(units).unwrap(), kind, token[4]));
    }
    words
}

#[test]
fn semantic_tokens_know_names() {
    let mut client = Client::new(Value::Null);
    let text = bfs();
    let uri = client.open("a.ig", &text);
    let found = client.of_document("semanticTokens/full", &uri);
    let words = tokens(&client, &text, &found);
    for (word, kind) in [
        ("forall", "keyword"),
        ("level", "property"),
        ("visit", "method"),
        ("mixed", "function"),
        ("hash", "namespace"),
        ("u32", "type"),
        ("dst", "property"),
        ("v", "variable"),
        ("source", "parameter"),
        ("\"\u{1F600}ä\"", "string"),
        ("100", "number"),
        ("/// It pushes them.", "comment"),
    ] {
        assert!(words.iter().any(|it| it.0 == word && it.1 == kind), "{word}: {words:?}");
    }
    let declared = words.iter().find(|it| it.0 == "level").unwrap();
    assert_eq!(declared.2 & 1, 1, "the first one is the declaration");
    let range = json!({ "start": position(&text, "kernel visit", 0), "end": position(&text, "forall u", 0) });
    let params = json!({ "textDocument": { "uri": uri }, "range": range });
    let part = client.ok("textDocument/semanticTokens/range", params);
    let part = tokens(&client, &text, &part);
    assert_eq!(part[0].0, "kernel");
    assert!(part.len() < 10 && part.iter().all(|it| words.contains(it)), "{part:?}");
    client.end();
}

#[test]
fn highlights_are_those_of_one_name() {
    let mut client = Client::new(Value::Null);
    let text = bfs();
    let uri = client.open("a.ig", &text);
    let found =
        client.ok("textDocument/documentHighlight", about(&uri, position(&text, "let v", 4)));
    let kinds: Vec<u64> =
        found.as_array().unwrap().iter().map(|it| it["kind"].as_u64().unwrap()).collect();
    assert_eq!(kinds, [3, 2, 2, 2, 2], "one declaration and four uses");
    client.end();
}
