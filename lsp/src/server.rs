//! The loop of the server: it reads messages, answers requests, and publishes diagnostics.
//!
//! The server first reads all messages that have arrived. Changes are applied in their order; requests are answered
//! after them, so that they see the newest text. A request that was cancelled meanwhile is not computed. Diagnostics are
//! published when no message waits. If checking is slow, because a document is large, the server waits for a pause in
//! typing. Effects are computed by another thread after a longer pause, and the editor is asked to renew its hints.

use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, select_biased, unbounded};
use gen_lsp_types as lsp;
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::capabilities;
use crate::command::{self, Output, ProgramFile};
use crate::dispatch;
use crate::features::diagnostics;
use crate::position::Encoding;
use crate::settings::Settings;
use crate::uri;
use crate::worker::{Done, Job, Worker};
use crate::world::World;

/// Diagnostics appear at once if the last check took at most this time.
const QUICK: Duration = Duration::from_millis(30);

/// The pause in typing after which slow diagnostics are computed.
const PAUSE: Duration = Duration::from_millis(250);

/// The pause in typing after which effects are computed.
const PAUSE_BEFORE_EFFECTS: Duration = Duration::from_millis(100);

/// What the server needs from its process.
#[derive(Debug, Clone)]
pub struct Options {
    /// The program that code lenses run; `None` if there is none.
    pub igc: Option<PathBuf>,
    /// The folder in which the standard library may be written.
    pub temporary: PathBuf,
    /// The version that the server states.
    pub version: String,
}

/// How the connection ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// The client asked the server to shut down.
    Properly,
    /// The client closed the connection without asking.
    Abruptly,
}

/// Serves one client on the standard input and output.
///
/// # Errors
///
/// Returns an error if a thread cannot be started, or if the client does not speak the protocol.
pub fn serve_stdio(options: &Options) -> std::io::Result<Ended> {
    let (connection, threads) = Connection::stdio();
    let ended = serve(connection, options)?;
    if ended == Ended::Properly {
        threads.join()?;
    }
    Ok(ended)
}

/// Serves one client until it closes the connection.
///
/// # Errors
///
/// Returns an error if a thread cannot be started, or if the client does not speak the protocol.
pub fn serve(connection: Connection, options: &Options) -> std::io::Result<Ended> {
    let Ok((id, params)) = connection.initialize_start() else { return Ok(Ended::Abruptly) };
    let params = lsp_params(&params);
    let mut world = World::new(&options.temporary);
    world.encoding = params.encoding;
    world.folders = params.folders;
    let (settings, wrong) = Settings::of(&params.settings);
    world.settings = settings;
    let result = json!({
        "capabilities": capabilities::server(world.encoding),
        "serverInfo": { "name": "igc", "version": options.version },
    });
    if connection.initialize_finish(id, result).is_err() {
        return Ok(Ended::Abruptly);
    }
    let worker = Worker::start()?;
    let (results, outputs) = unbounded();
    let mut server = Server {
        sender: connection.sender.clone(),
        world,
        worker,
        options: options.clone(),
        results,
        outputs,
        refreshes: params.refreshes,
        watches: params.watches,
        published: BTreeMap::new(),
        dirty: None,
        wanted: BTreeSet::new(),
        last_change: Instant::now(),
        last_check: Duration::ZERO,
        next_id: 0,
    };
    wrong.into_iter().for_each(|message| server.say(lsp::MessageType::Warning, message));
    server.watch_files();
    Ok(server.run(&connection.receiver))
}

/// What the server reads of the parameters of `initialize`.
struct Initial {
    encoding: Encoding,
    folders: Vec<PathBuf>,
    settings: Value,
    refreshes: bool,
    watches: bool,
}

/// Reads the parameters of `initialize` without their types, because clients make mistakes in parts that the server does
/// not need.
fn lsp_params(params: &Value) -> Initial {
    let encodings = params.pointer("/capabilities/general/positionEncodings");
    let prefers_utf8 = encodings
        .and_then(Value::as_array)
        .and_then(|all| all.iter().find(|one| *one == "utf-8" || *one == "utf-16"));
    let paths = params.get("workspaceFolders").and_then(Value::as_array);
    let paths = paths.into_iter().flatten().filter_map(|folder| folder.get("uri")?.as_str());
    let root = params.get("rootUri").and_then(Value::as_str);
    let mut folders: Vec<PathBuf> = paths.filter_map(uri::path).collect();
    if folders.is_empty() {
        folders.extend(root.and_then(uri::path));
    }
    let flag = |pointer: &str| params.pointer(pointer).and_then(Value::as_bool) == Some(true);
    Initial {
        encoding: match prefers_utf8 {
            Some(encoding) if encoding == "utf-8" => Encoding::Utf8,
            _ => Encoding::Utf16,
        },
        folders,
        settings: params.get("initializationOptions").cloned().unwrap_or(Value::Null),
        refreshes: flag("/capabilities/workspace/inlayHint/refreshSupport"),
        watches: flag("/capabilities/workspace/didChangeWatchedFiles/dynamicRegistration"),
    }
}

/// A request of a command, and what the command printed.
type Finished = (RequestId, Output);

struct Server {
    sender: Sender<Message>,
    world: World,
    worker: Worker,
    options: Options,
    /// Where the threads of commands send their results.
    results: Sender<Finished>,
    outputs: Receiver<Finished>,
    /// Whether the client renews hints when it is asked to.
    refreshes: bool,
    /// Whether the client reports changes of files when it is asked to.
    watches: bool,
    /// The diagnostics that the client has, with the version of the document.
    published: BTreeMap<String, (Option<i32>, Vec<lsp::Diagnostic>)>,
    /// Since when diagnostics may be out of date.
    dirty: Option<Instant>,
    /// The programs whose effects may be out of date.
    wanted: BTreeSet<String>,
    last_change: Instant,
    /// How long the last check took.
    last_check: Duration,
    next_id: i32,
}

impl Server {
    fn run(&mut self, receiver: &Receiver<Message>) -> Ended {
        loop {
            let pause = self.until_next_work();
            let message = select_biased! {
                recv(receiver) -> message => match message {
                    Ok(message) => Some(message),
                    Err(_) => return Ended::Abruptly,
                },
                recv(self.worker.done) -> done => {
                    if let Ok(done) = done {
                        self.effects(done);
                    }
                    None
                }
                recv(self.outputs) -> output => {
                    if let Ok((id, output)) = output {
                        self.finished(id, &output);
                    }
                    None
                }
                default(pause) => None,
            };
            if let Some(message) = message {
                let all = std::iter::once(message).chain(receiver.try_iter()).collect();
                if let Some(ended) = self.messages(all, receiver) {
                    return ended;
                }
            }
            self.work();
        }
    }

    // ---- Messages -----------------------------------------------------------------------------

    /// Applies the notifications of a batch of messages, and then answers its requests. Requests before a `shutdown` are
    /// answered before it.
    fn messages(&mut self, all: Vec<Message>, receiver: &Receiver<Message>) -> Option<Ended> {
        let mut requests: VecDeque<Request> = VecDeque::new();
        let mut cancelled: HashSet<RequestId> = HashSet::new();
        let mut ended = None;
        for message in all {
            match message {
                Message::Request(request) => requests.push_back(request),
                Message::Notification(note) if note.method == "$/cancelRequest" => {
                    cancelled.extend(cancelled_id(&note.params));
                }
                Message::Notification(note) if note.method == "exit" => {
                    ended = Some(Ended::Abruptly);
                }
                Message::Notification(note) => self.notified(note),
                Message::Response(_) => {}
            }
        }
        while let Some(request) = requests.pop_front() {
            if request.method == "shutdown" {
                self.send(Response::new_ok(request.id, Value::Null));
                return Some(self.wait_for_exit(receiver, ended.is_some()));
            }
            if cancelled.contains(&request.id) {
                let code = ErrorCode::RequestCanceled as i32;
                self.send(Response::new_err(request.id, code, "cancelled".to_owned()));
            } else if request.method == "workspace/executeCommand" {
                self.execute(request);
            } else {
                let response = dispatch::answer(&mut self.world, request);
                self.send(response);
            }
        }
        ended
    }

    /// After a `shutdown`, only `exit` is valid.
    fn wait_for_exit(&mut self, receiver: &Receiver<Message>, exited: bool) -> Ended {
        if exited {
            return Ended::Properly;
        }
        loop {
            match receiver.recv_timeout(Duration::from_secs(30)) {
                Ok(Message::Notification(note)) if note.method == "exit" => break,
                Ok(Message::Request(request)) => {
                    let code = ErrorCode::InvalidRequest as i32;
                    let message = "the server is shutting down".to_owned();
                    self.send(Response::new_err(request.id, code, message));
                }
                Ok(_) => {}
                Err(_) => break,
            }
        }
        Ended::Properly
    }

    fn send(&self, message: impl Into<Message>) {
        // If the client is gone, the loop ends with the next message.
        let _ = self.sender.send(message.into());
    }

    fn say(&self, kind: lsp::MessageType, message: String) {
        let params = json!({ "type": kind, "message": message });
        self.send(Notification { method: "window/showMessage".to_owned(), params });
    }

    fn request(&mut self, method: &str, params: Value) {
        self.next_id += 1;
        let id = RequestId::from(format!("igc-{}", self.next_id));
        self.send(Request { id, method: method.to_owned(), params });
    }

    fn watch_files(&mut self) {
        if self.watches {
            let registration = json!({
                "id": "igc-files",
                "method": "workspace/didChangeWatchedFiles",
                "registerOptions": { "watchers": [{ "globPattern": "**/*.ig" }] },
            });
            self.request("client/registerCapability", json!({ "registrations": [registration] }));
        }
    }

    /// Applies a notification. One that is wrong is ignored, as the protocol demands.
    fn notified(&mut self, note: Notification) {
        let run = || self.apply(&note.method, note.params);
        if catch_unwind(AssertUnwindSafe(run)).is_err() {
            self.world.forget_all();
        }
    }

    fn apply(&mut self, method: &str, params: Value) {
        fn read<P: DeserializeOwned>(params: Value) -> Option<P> {
            serde_json::from_value(params).ok()
        }
        match method {
            "textDocument/didOpen" => {
                let Some(it) = read::<lsp::DidOpenTextDocumentParams>(params) else { return };
                let lsp::TextDocumentItem { uri, version, text, .. } = it.text_document;
                self.world.open(uri.as_ref(), version, &text);
                self.changed();
            }
            "textDocument/didChange" => {
                let Some(it) = read::<lsp::DidChangeTextDocumentParams>(params) else { return };
                let document = it.text_document;
                let uri = document.text_document_identifier.uri;
                self.world.change(uri.as_ref(), document.version, it.content_changes);
                self.changed();
            }
            "textDocument/didClose" => {
                let Some(it) = read::<lsp::DidCloseTextDocumentParams>(params) else { return };
                self.world.close(it.text_document.uri.as_ref());
                self.changed();
            }
            "workspace/didChangeWatchedFiles" => {
                let Some(it) = read::<lsp::DidChangeWatchedFilesParams>(params) else { return };
                for change in it.changes {
                    self.world.forget(&uri::normalised(change.uri.as_ref()));
                }
                self.changed();
            }
            "workspace/didChangeConfiguration" => {
                // Some editors only announce a change.
                let Some(given) = params.get("settings").filter(|it| !it.is_null()) else { return };
                let (settings, wrong) = Settings::of(given);
                wrong.into_iter().for_each(|it| self.say(lsp::MessageType::Warning, it));
                self.world.settings = settings;
                self.world.effects.clear();
                self.changed();
            }
            "workspace/didChangeWorkspaceFolders" => {
                let Some(it) = read::<lsp::DidChangeWorkspaceFoldersParams>(params) else { return };
                let path = |folder: &lsp::WorkspaceFolder| uri::path(folder.uri.as_ref());
                let removed: Vec<PathBuf> = it.event.removed.iter().filter_map(path).collect();
                self.world.folders.retain(|folder| !removed.contains(folder));
                self.world.folders.extend(it.event.added.iter().filter_map(path));
            }
            _ => {}
        }
    }

    fn changed(&mut self) {
        self.last_change = Instant::now();
        self.dirty.get_or_insert(self.last_change);
        self.wanted.extend(self.world.documents.keys().cloned());
    }

    // ---- Work between messages ----------------------------------------------------------------

    /// Returns how long the server may wait for messages.
    fn until_next_work(&self) -> Duration {
        let since = self.last_change.elapsed();
        if self.dirty.is_some() {
            let pause = if self.last_check <= QUICK { Duration::ZERO } else { PAUSE };
            return pause.saturating_sub(since);
        }
        if !self.wanted.is_empty() {
            return PAUSE_BEFORE_EFFECTS.saturating_sub(since);
        }
        Duration::from_secs(3600)
    }

    fn work(&mut self) {
        if self.until_next_work() > Duration::ZERO {
            return;
        }
        if self.dirty.is_some() {
            self.publish();
        } else {
            self.want_effects();
        }
    }

    fn publish(&mut self) {
        self.dirty = None;
        let start = Instant::now();
        let run = || diagnostics::all(&mut self.world);
        let Ok(found) = catch_unwind(AssertUnwindSafe(run)) else {
            self.world.forget_all();
            return;
        };
        self.last_check = start.elapsed();
        let mut published = BTreeMap::new();
        for (uri, of_file) in found {
            let version = self.world.documents.get(&uri).map(|document| document.version);
            let new = (version, of_file);
            if self.published.get(&uri) != Some(&new) {
                self.send_diagnostics(&uri, &new);
            }
            published.insert(uri, new);
        }
        for uri in std::mem::replace(&mut self.published, published).into_keys() {
            if !self.published.contains_key(&uri) {
                self.send_diagnostics(&uri, &(None, vec![]));
            }
        }
    }

    fn send_diagnostics(
        &self,
        uri: &str,
        (version, diagnostics): &(Option<i32>, Vec<lsp::Diagnostic>),
    ) {
        let mut params = json!({ "uri": self.world.written(uri), "diagnostics": diagnostics });
        if let Some(version) = version {
            params["version"] = (*version).into();
        }
        self.send(Notification { method: "textDocument/publishDiagnostics".to_owned(), params });
    }

    /// Asks the other thread for the effects on the programs that have changed.
    fn want_effects(&mut self) {
        for uri in std::mem::take(&mut self.wanted) {
            let run = || self.world.analysis(&uri);
            let Ok(Some(analysis)) = catch_unwind(AssertUnwindSafe(run)) else { continue };
            let known = self.world.effects.get(&uri).is_some_and(|it| it.bundle == analysis.bundle);
            if known || analysis.has_errors || analysis.is_module || analysis.main.is_none() {
                continue;
            }
            let path = uri::path(&uri);
            let stem = path.as_deref().and_then(|path| path.file_stem());
            let name = stem.map_or("program".into(), |stem| stem.to_string_lossy().into_owned());
            let (bundle, settings) = (analysis.bundle.clone(), self.world.settings.clone());
            let _ = self.worker.jobs.send(Job { uri, name, bundle, settings });
        }
    }

    fn effects(&mut self, (uri, effects): Done) {
        let Some(effects) = effects.filter(|_| self.world.documents.contains_key(&uri)) else {
            return;
        };
        self.world.effects.insert(uri, Arc::new(effects));
        // A compilation finds wrong ranges of parameters.
        self.dirty.get_or_insert(self.last_change);
        if self.refreshes {
            self.request("workspace/inlayHint/refresh", Value::Null);
        }
    }

    // ---- Commands -----------------------------------------------------------------------------

    fn execute(&mut self, request: Request) {
        let Request { id, params, .. } = request;
        let refuse = |server: &Server, message: String| {
            let code = ErrorCode::RequestFailed as i32;
            server.send(Response::new_err(id.clone(), code, message));
        };
        let Ok(params) = serde_json::from_value::<lsp::ExecuteCommandParams>(params) else {
            return refuse(self, "the parameters are wrong".to_owned());
        };
        let Some(igc) = self.options.igc.clone() else {
            return refuse(self, "the server does not know where igc is".to_owned());
        };
        let arguments = params.arguments.unwrap_or_default();
        let Some(uri) = arguments.first().and_then(Value::as_str).map(uri::normalised) else {
            return refuse(self, "the command needs the URI of a program".to_owned());
        };
        let program = match self.program_file(&uri) {
            Ok(program) => program,
            Err(reason) => return refuse(self, reason),
        };
        let graph = &self.world.settings.graph;
        let Some(words) = command::arguments(&params.command, &program.path, graph) else {
            return refuse(self, format!("the server does not know `{}`", params.command));
        };
        let results = self.results.clone();
        let for_thread = id.clone();
        let run = move || {
            let output = command::run(&igc, &words);
            drop(program);
            let _ = results.send((for_thread, output));
        };
        if std::thread::Builder::new().name("command".to_owned()).spawn(run).is_err() {
            refuse(self, "the system has no threads left".to_owned());
        }
    }

    /// Returns the file of a program: the file itself if the editor has saved it, and otherwise a temporary file with the
    /// text of the editor and of the files that it imports.
    fn program_file(&mut self, uri: &str) -> Result<ProgramFile, String> {
        let analysis = self.world.analysis(uri).ok_or("there is no such program")?;
        let path = uri::path(uri);
        let is_saved = path.as_ref().is_some_and(|path| {
            let on_disk = analysis.files.iter().all(|file| {
                let read = uri::path(&file.uri).and_then(|path| std::fs::read_to_string(path).ok());
                read.as_deref() == Some(&*file.content.text)
            });
            on_disk && path.extension().is_some_and(|ending| ending == "ig")
        });
        if let Some(path) = path.clone().filter(|_| is_saved) {
            return Ok(ProgramFile { path, temporary: None });
        }
        self.next_id += 1;
        let name = format!("igc-{}-{}", std::process::id(), self.next_id);
        let folder = self.options.temporary.join(name);
        let stem = path.as_deref().and_then(|path| path.file_stem()).and_then(|stem| stem.to_str());
        let program = ProgramFile::write(folder, stem.unwrap_or("program"), &analysis.bundle);
        program.map_err(|error| format!("the program cannot be written for igc: {error}"))
    }

    fn finished(&mut self, id: RequestId, output: &Output) {
        let params = json!({ "type": lsp::MessageType::Log, "message": output.text });
        self.send(Notification { method: "window/logMessage".to_owned(), params });
        let kind = if output.success { lsp::MessageType::Info } else { lsp::MessageType::Error };
        let lines: Vec<&str> = output.text.lines().take(12).collect();
        self.say(kind, lines.join("\n"));
        self.send(Response::new_ok(
            id,
            json!({ "success": output.success, "output": output.text }),
        ));
    }
}

/// Returns the id of the request that a notification cancels.
fn cancelled_id(params: &Value) -> Option<RequestId> {
    serde_json::from_value(params.get("id")?.clone()).ok()
}
