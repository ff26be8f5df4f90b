//! Tests of `igc lsp`: the server on standard input and output.

use std::io::{BufReader, Write};
use std::process::{Child, ChildStdout, Stdio};

use lsp_server::{Message, Notification, Request, Response};
use serde_json::{Value, json};

use crate::{Folder, command};

/// A server, and the end of its standard output that was not read yet.
struct Server {
    child: Child,
    out: BufReader<ChildStdout>,
    next_id: i32,
    notes: Vec<Notification>,
}

impl Server {
    fn start(arguments: &[&str]) -> Server {
        let mut command = command(&[&["lsp"], arguments].concat());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        Server { child, out, next_id: 0, notes: vec![] }
    }

    fn send(&mut self, message: impl Into<Message>) {
        let stdin = self.child.stdin.as_mut().unwrap();
        message.into().write(stdin).unwrap();
        stdin.flush().unwrap();
    }

    fn notify(&mut self, method: &str, params: Value) {
        self.send(Notification { method: method.to_owned(), params });
    }

    /// Sends a request and returns its result.
    fn request(&mut self, method: &str, params: Value) -> Value {
        self.next_id += 1;
        self.send(Request { id: self.next_id.into(), method: method.to_owned(), params });
        loop {
            match Message::read(&mut self.out).unwrap().expect("the server answers") {
                Message::Response(Response { id, response_result }) => {
                    assert_eq!(id, self.next_id.into());
                    return response_result.unwrap();
                }
                Message::Notification(note) => self.notes.push(note),
                Message::Request(_) => {}
            }
        }
    }

    fn initialize(&mut self, settings: Value) -> Value {
        let params = json!({ "capabilities": {}, "initializationOptions": settings });
        let result = self.request("initialize", params);
        self.notify("initialized", json!({}));
        result
    }

    fn open(&mut self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "igc", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Waits for the process, and returns its exit code.
    fn code(mut self) -> i32 {
        drop(self.child.stdin.take());
        self.child.wait().unwrap().code().unwrap()
    }
}

#[test]
fn the_server_speaks_over_standard_input_and_output() {
    let folder = Folder::new();
    let program = folder.file("a b.ig", "global g: u32 = 0;\nmain {\n    g = 1;\n}\noutput g;\n");
    let uri = format!("file://{}", program.replace(' ', "%20"));
    let mut server = Server::start(&["--stdio"]);
    let result = server.initialize(json!({ "graph": "chain:4" }));
    assert_eq!(result["serverInfo"]["version"], env!("CARGO_PKG_VERSION"));
    server.open(&uri, &folder.read("a b.ig"));
    let at = json!({ "line": 2, "character": 4 });
    let about = json!({ "textDocument": { "uri": uri }, "position": at });
    let hover = server.request("textDocument/hover", about);
    assert!(hover["contents"]["value"].as_str().unwrap().contains("global g: u32 = 0"));
    // A code lens runs the program with the same binary, on the device that igc chooses.
    let lenses = server.request("textDocument/codeLens", json!({ "textDocument": { "uri": uri } }));
    assert_eq!(lenses[0]["command"]["title"], "run on chain:4");
    let explain = json!({ "command": "igc.explain", "arguments": [uri] });
    let result = server.request("workspace/executeCommand", explain);
    assert_eq!(result["success"], true, "{result}");
    assert!(result["output"].as_str().unwrap().contains("with --opts"), "{result}");
    let published = |note: &&Notification| note.method == "textDocument/publishDiagnostics";
    let published: Vec<_> = server.notes.iter().filter(published).collect();
    assert_eq!(published[0].params["diagnostics"], json!([]));
    server.request("shutdown", Value::Null);
    server.notify("exit", Value::Null);
    assert_eq!(server.code(), 0);
}

#[test]
fn an_editor_that_disappears_ends_the_server() {
    let mut server = Server::start(&[]);
    server.initialize(Value::Null);
    server.open("untitled:a", "main {");
    assert_eq!(server.code(), 1);
}

#[test]
fn text_that_is_not_the_protocol_ends_the_server() {
    let mut server = Server::start(&[]);
    server.child.stdin.as_mut().unwrap().write_all(b"hello\r\n\r\n").unwrap();
    assert_eq!(server.code(), 1);
}
