//! A scripted client: it sends messages to a server and waits for the answers. The server runs in a thread, or is
//! another process.

use std::collections::BTreeMap;
use std::io::BufReader;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, unbounded};
use igc_lsp::{Ended, Options, serve};
use lsp_server::{Connection, Message, Notification, Request, RequestId, Response};
use serde_json::{Value, json};

/// The longest time to wait for a message.
const PATIENCE: Duration = Duration::from_secs(60);

/// The server of a client.
#[allow(dead_code, reason = "the tests use threads, and the example a process")]
enum Server {
    Thread(Option<std::thread::JoinHandle<Ended>>),
    Process(Child),
}

/// A client with its server.
pub struct Client {
    sender: Sender<Message>,
    receiver: Receiver<Message>,
    server: Server,
    /// The files that the test and the server write.
    pub folder: tempfile::TempDir,
    /// The latest diagnostics of each document, and their version.
    diagnostics: BTreeMap<String, (Option<i64>, Value)>,
    /// The other notifications and requests of the server.
    pub notes: Vec<(String, Value)>,
    next_id: i32,
}

impl Client {
    /// Starts a server in a thread, with settings. `igc` is the program that code lenses run.
    pub fn new(settings: Value) -> Client {
        Client::with(settings, json!({}), Some("/bin/echo"))
    }

    /// Starts a server in a thread, with settings and with general capabilities of the client.
    pub fn with(settings: Value, general: Value, igc: Option<&str>) -> Client {
        let folder = tempfile::tempdir().unwrap();
        let (server, client) = Connection::memory();
        let options = Options {
            igc: igc.map(Into::into),
            temporary: folder.path().join("temporary"),
            version: "test".into(),
        };
        let thread = std::thread::spawn(move || serve(server, &options).unwrap());
        let server = Server::Thread(Some(thread));
        let mut client = Client::of(client.sender, client.receiver, server, folder);
        client.initialize(settings, general);
        client
    }

    /// Starts a server in a process.
    #[allow(dead_code, reason = "the example that measures times uses it")]
    pub fn process(command: &mut Command, settings: Value) -> Client {
        let folder = tempfile::tempdir().unwrap();
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("igc starts");
        let (mut stdin, stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let (sender, to_write) = unbounded::<Message>();
        let (read, receiver) = unbounded();
        std::thread::spawn(move || {
            for message in to_write {
                if message.write(&mut stdin).is_err() {
                    break;
                }
            }
        });
        std::thread::spawn(move || {
            let mut stdout = BufReader::new(stdout);
            while let Ok(Some(message)) = Message::read(&mut stdout) {
                if read.send(message).is_err() {
                    break;
                }
            }
        });
        let mut client = Client::of(sender, receiver, Server::Process(child), folder);
        client.initialize(settings, json!({}));
        client
    }

    fn of(
        sender: Sender<Message>,
        receiver: Receiver<Message>,
        server: Server,
        folder: tempfile::TempDir,
    ) -> Client {
        let (diagnostics, notes) = (BTreeMap::new(), vec![]);
        Client { sender, receiver, server, folder, diagnostics, notes, next_id: 0 }
    }

    fn initialize(&mut self, settings: Value, general: Value) {
        let capabilities = json!({
            "general": general,
            "workspace": { "inlayHint": { "refreshSupport": true } },
        });
        let result = self.ok(
            "initialize",
            json!({
                "processId": null,
                "capabilities": capabilities,
                "initializationOptions": settings,
                "workspaceFolders": [{ "uri": self.uri(""), "name": "test" }],
            }),
        );
        assert_eq!(result["serverInfo"]["name"], "igc");
        self.notes.push(("capabilities".into(), result["capabilities"].clone()));
        self.notify("initialized", json!({}));
    }

    /// Returns the capabilities of the server.
    #[allow(dead_code, reason = "the example that measures times does not use it")]
    pub fn capabilities(&self) -> &Value {
        &self.notes[0].1
    }

    // ---- Files --------------------------------------------------------------------------------

    /// Returns the URI of a file in the folder of the test.
    pub fn uri(&self, name: &str) -> String {
        let folder = self.folder.path().to_str().unwrap();
        match name {
            "" => format!("file://{folder}"),
            _ => format!("file://{folder}/{name}"),
        }
    }

    /// Writes a file without opening it.
    #[allow(dead_code, reason = "the example that measures times does not use it")]
    pub fn write(&self, name: &str, text: &str) -> String {
        let path = self.folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
        self.uri(name)
    }

    /// Opens a document that is not on disk. Returns its URI.
    pub fn open(&mut self, name: &str, text: &str) -> String {
        let uri = if name.contains(':') { name.to_owned() } else { self.uri(name) };
        let document = json!({ "uri": uri, "languageId": "igc", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
        uri
    }

    /// Replaces the whole text of a document.
    pub fn replace(&mut self, uri: &str, version: i32, text: &str) {
        let changes = json!([{ "text": text }]);
        self.change(uri, version, changes);
    }

    /// Changes a document.
    pub fn change(&mut self, uri: &str, version: i32, changes: Value) {
        let document = json!({ "uri": uri, "version": version });
        let params = json!({ "textDocument": document, "contentChanges": changes });
        self.notify("textDocument/didChange", params);
    }

    // ---- Messages -----------------------------------------------------------------------------

    pub fn notify(&mut self, method: &str, params: Value) {
        let note = Notification { method: method.to_owned(), params };
        self.sender.send(note.into()).unwrap();
    }

    /// Sends a request without waiting for the answer.
    pub fn send(&mut self, method: &str, params: Value) -> RequestId {
        self.next_id += 1;
        let id = RequestId::from(self.next_id);
        let request = Request { id: id.clone(), method: method.to_owned(), params };
        self.sender.send(request.into()).unwrap();
        id
    }

    /// Waits for the answer to a request.
    pub fn answer(&mut self, id: &RequestId) -> Result<Value, (i32, String)> {
        loop {
            if let Some(response) = self.receive().filter(|response| response.id == *id) {
                let result = response.response_result;
                return result.map_err(|error| (error.code, error.message));
            }
        }
    }

    /// Sends a request and waits for its answer.
    pub fn request(&mut self, method: &str, params: Value) -> Result<Value, (i32, String)> {
        let id = self.send(method, params);
        self.answer(&id)
    }

    /// Sends a request that succeeds.
    pub fn ok(&mut self, method: &str, params: Value) -> Value {
        let answer = self.request(method, params);
        answer.unwrap_or_else(|(code, message)| panic!("{method} fails with {code}: {message}"))
    }

    /// Sends a request about a position of a document.
    pub fn at(&mut self, method: &str, uri: &str, position: Value) -> Value {
        self.ok(&format!("textDocument/{method}"), about(uri, position))
    }

    /// Sends a request about a whole document.
    pub fn of_document(&mut self, method: &str, uri: &str) -> Value {
        self.ok(&format!("textDocument/{method}"), json!({ "textDocument": { "uri": uri } }))
    }

    /// Receives a message. Answers requests of the server.
    fn receive(&mut self) -> Option<Response> {
        let message = self.receiver.recv_timeout(PATIENCE);
        let message = message
            .unwrap_or_else(|error| panic!("{error}; the diagnostics are {:#?}", self.diagnostics));
        match message {
            Message::Response(response) => return Some(response),
            Message::Request(request) => {
                self.sender.send(Response::new_ok(request.id, Value::Null).into()).unwrap();
                self.notes.push((request.method, request.params));
            }
            Message::Notification(note) if note.method == "textDocument/publishDiagnostics" => {
                let uri = note.params["uri"].as_str().unwrap().to_owned();
                let version = note.params["version"].as_i64();
                self.diagnostics.insert(uri, (version, note.params["diagnostics"].clone()));
            }
            Message::Notification(note) => self.notes.push((note.method, note.params)),
        }
        None
    }

    /// Waits until a condition holds.
    pub fn wait(&mut self, what: &str, holds: impl Fn(&Client) -> bool) {
        let end = Instant::now() + PATIENCE;
        while !holds(self) {
            assert!(Instant::now() < end, "{what} does not happen");
            self.receive();
        }
    }

    /// Returns the diagnostics of a document, after the server has published those of a version.
    pub fn diagnostics(&mut self, uri: &str, version: i64) -> Vec<Value> {
        let of = |client: &Client| client.diagnostics.get(uri).cloned();
        self.wait(uri, |client| of(client).is_some_and(|(found, _)| found >= Some(version)));
        of(self).unwrap().1.as_array().unwrap().clone()
    }

    /// Waits until the codes of the diagnostics of a document are these.
    #[allow(dead_code, reason = "the example that measures times does not use it")]
    pub fn codes(&mut self, uri: &str, expected: &[&str]) -> Vec<Value> {
        let codes = |client: &Client| {
            let found = client.diagnostics.get(uri).map(|(_, found)| found.clone());
            let found = found.unwrap_or(Value::Null);
            let codes = found.as_array().into_iter().flatten();
            codes.map(|it| it["code"].as_str().unwrap_or("").to_owned()).collect::<Vec<_>>()
        };
        let end = Instant::now() + PATIENCE;
        while !self.diagnostics.contains_key(uri) || codes(self) != expected {
            assert!(Instant::now() < end, "{uri} has {:?}, not {expected:?}", codes(self));
            self.receive();
        }
        self.diagnostics[uri].1.as_array().unwrap().clone()
    }

    /// Waits until the server has computed effects since the last call.
    pub fn wait_for_effects(&mut self) {
        let refresh = "workspace/inlayHint/refresh";
        self.wait("effects", |it| it.notes.iter().any(|(method, _)| method == refresh));
        self.notes.retain(|(method, _)| method != refresh);
    }

    /// Returns the processor time that the process of the server has used, on Linux.
    #[allow(dead_code, reason = "the example that measures times uses it")]
    pub fn processor_time(&self) -> Duration {
        let Server::Process(child) = &self.server else { return Duration::ZERO };
        let stat =
            std::fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap_or_default();
        // The times are the 14th and the 15th field, in hundredths of a second; the second one may have spaces.
        let fields = stat.rsplit(')').next().unwrap_or("").split_whitespace().skip(11).take(2);
        Duration::from_millis(fields.filter_map(|it| it.parse::<u64>().ok()).sum::<u64>() * 10)
    }

    /// Ends the server as the protocol demands.
    pub fn end(mut self) {
        self.ok("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        match &mut self.server {
            Server::Thread(thread) => {
                assert_eq!(thread.take().unwrap().join().unwrap(), Ended::Properly);
            }
            Server::Process(child) => assert!(child.wait().unwrap().success()),
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        if let Server::Process(child) = &mut self.server {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Returns the parameters of a request about a position.
pub fn about(uri: &str, position: Value) -> Value {
    json!({
        "textDocument": { "uri": uri },
        "position": position,
    })
}

/// Returns the parameters of a request for references.
#[allow(dead_code, reason = "the tests of names use it")]
pub fn references(uri: &str, position: Value, with_declaration: bool) -> Value {
    let mut params = about(uri, position);
    params["context"] = json!({ "includeDeclaration": with_declaration });
    params
}

/// Returns the position of a text, in UTF-16, plus a number of columns.
pub fn position(text: &str, needle: &str, plus: usize) -> Value {
    let at = text.find(needle).unwrap_or_else(|| panic!("{needle} is not in the text"));
    let before = &text[..at];
    let line = before.rsplit('\n').next().unwrap();
    json!({
        "line": before.matches('\n').count(),
        "character": line.encode_utf16().count() + plus,
    })
}

/// Returns the range of a whole text.
pub fn everything() -> Value {
    json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 100_000, "character": 0 } })
}

/// Applies edits of a document, whose columns count UTF-16.
pub fn apply(text: &str, edits: &Value) -> String {
    let offset = |position: &Value| {
        let line = position["line"].as_u64().unwrap() as usize;
        let mut start = 0;
        for _ in 0..line {
            start = text[start..].find('\n').map_or(text.len(), |at| start + at + 1);
        }
        let mut units = position["character"].as_u64().unwrap() as usize;
        let mut at = start;
        for c in text[start..].chars().take_while(|c| *c != '\n') {
            if units == 0 {
                break;
            }
            units -= c.len_utf16();
            at += c.len_utf8();
        }
        at
    };
    let mut edits: Vec<(usize, usize, &str)> = edits
        .as_array()
        .unwrap()
        .iter()
        .map(|edit| {
            let range = &edit["range"];
            let new = edit["newText"].as_str().unwrap();
            (offset(&range["start"]), offset(&range["end"]), new)
        })
        .collect();
    edits.sort_by_key(|(start, end, _)| (*start, *end));
    let mut out = text.to_owned();
    for (start, end, new) in edits.into_iter().rev() {
        out.replace_range(start..end, new);
    }
    out
}

/// Returns the labels of completions.
#[allow(dead_code, reason = "the example that measures times does not use it")]
pub fn labels(items: &Value) -> Vec<&str> {
    items.as_array().unwrap().iter().map(|item| item["label"].as_str().unwrap()).collect()
}

/// Returns the folder with the examples of the repository.
pub fn examples() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples")
}
