// A stub of the module `vscode`: what the extension and its language client use. Everything else is a value that accepts
// any use, so that the client can define its features.

class Disposable {
  constructor(f) {
    this.f = f;
  }
  dispose() {
    this.f && this.f();
  }
}

class EventEmitter {
  constructor() {
    this.all = new Set();
    this.event = (f, self) => {
      const g = self ? f.bind(self) : f;
      this.all.add(g);
      return new Disposable(() => this.all.delete(g));
    };
  }
  fire(value) {
    return Promise.all([...this.all].map((f) => f(value)));
  }
  dispose() {
    this.all.clear();
  }
}

class Position {
  constructor(line, character) {
    this.line = line;
    this.character = character;
  }
}

class Range {
  constructor(a, b, c, d) {
    if (typeof a === "number") {
      this.start = new Position(a, b);
      this.end = new Position(c, d);
    } else {
      this.start = a;
      this.end = b;
    }
  }
}

class Uri {
  constructor(text) {
    this.text = text;
    const url = new URL(text);
    this.scheme = url.protocol.slice(0, -1);
    this.path = decodeURIComponent(url.pathname);
    this.fsPath = this.path;
    this.authority = url.host;
    this.query = "";
    this.fragment = "";
  }
  static parse(text) {
    return new Uri(text);
  }
  static file(path) {
    return new Uri("file://" + encodeURI(path));
  }
  toString() {
    return this.text;
  }
  with() {
    return this;
  }
}

class Diagnostic {
  constructor(range, message, severity) {
    Object.assign(this, { range, message, severity });
  }
}

class MarkdownString {
  constructor(value) {
    this.value = value || "";
  }
  appendMarkdown(t) {
    this.value += t;
    return this;
  }
  appendCodeblock(t) {
    this.value += t;
    return this;
  }
  appendText(t) {
    this.value += t;
    return this;
  }
}

class Hover {
  constructor(contents, range) {
    this.contents = contents;
    this.range = range;
  }
}

class InlayHint {
  constructor(position, label, kind) {
    Object.assign(this, { position, label, kind });
  }
}

class InlayHintLabelPart {
  constructor(value) {
    this.value = value;
  }
}

class CancellationTokenSource {
  constructor() {
    this.token = { isCancellationRequested: false, onCancellationRequested: new EventEmitter().event };
  }
  cancel() {}
  dispose() {}
}

const anything = (name) => {
  const target = class {};
  return new Proxy(target, {
    get(of, key) {
      if (key in of || typeof key === "symbol") return of[key];
      if (key === "then") return undefined;
      return (of[key] = anything(`${name}.${String(key)}`));
    },
    apply: () => new Disposable(),
  });
};

// What the test sees.
const seen = { diagnostics: new Map(), providers: {}, messages: [], commands: {} };
const events = {};
const event = (name) => (events[name] ||= new EventEmitter()).event;
const withDefaults = (of, name) =>
  new Proxy(of, {
    get(it, key) {
      if (key in it || typeof key === "symbol") return it[key];
      if (/^on(Did|Will)/.test(key)) return (it[key] = event(key));
      if (/^register/.test(key))
        return (it[key] = (...all) => {
          (seen.providers[key] ||= []).push(all);
          return new Disposable();
        });
      return (it[key] = anything(`${name}.${String(key)}`));
    },
  });

const settings = {};
const configuration = {
  get: (key, other) => settings[key] ?? other,
  has: (key) => key in settings,
  inspect: () => undefined,
};
const workspace = withDefaults(
  {
    textDocuments: [],
    workspaceFolders: undefined,
    notebookDocuments: [],
    getConfiguration: () => configuration,
    getWorkspaceFolder: () => undefined,
    createFileSystemWatcher: () => ({
      onDidCreate: event("created"),
      onDidChange: event("changed"),
      onDidDelete: event("deleted"),
      dispose() {},
    }),
  },
  "workspace",
);
const say = (...all) => {
  seen.messages.push(all[0]);
  return Promise.resolve();
};
const window = withDefaults(
  {
    showErrorMessage: say,
    showWarningMessage: say,
    showInformationMessage: say,
    visibleTextEditors: [],
    activeTextEditor: undefined,
    createOutputChannel: () => ({
      append(t) {
        seen.messages.push(t);
      },
      appendLine(t) {
        seen.messages.push(t);
      },
      show() {},
      dispose() {},
      error(t) {
        seen.messages.push(t);
      },
      info() {},
      warn(t) {
        seen.messages.push(t);
      },
      debug() {},
      trace() {},
    }),
    tabGroups: {
      all: [],
      onDidChangeTabs: event("tabs"),
      onDidChangeTabGroups: event("tabGroups"),
      activeTabGroup: { tabs: [] },
    },
  },
  "window",
);
const languages = withDefaults(
  {
    createDiagnosticCollection: () => ({
      set(uri, all) {
        seen.diagnostics.set(String(uri), all || []);
      },
      delete(uri) {
        seen.diagnostics.delete(String(uri));
      },
      clear() {},
      dispose() {},
      has: (uri) => seen.diagnostics.has(String(uri)),
      get: (uri) => seen.diagnostics.get(String(uri)),
    }),
    match: (selector, document) => ([].concat(selector).some((one) => one.language === document.languageId) ? 10 : 0),
  },
  "languages",
);
const commands = withDefaults(
  {
    registerCommand(name, f) {
      seen.commands[name] = f;
      return new Disposable();
    },
    executeCommand: () => Promise.resolve(),
  },
  "commands",
);

const known = {
  Disposable,
  EventEmitter,
  Position,
  Range,
  Uri,
  Diagnostic,
  MarkdownString,
  Hover,
  InlayHint,
  InlayHintLabelPart,
  CancellationTokenSource,
  workspace,
  window,
  languages,
  commands,
  version: "1.91.0",
  env: { appName: "stub", language: "en", onDidChangeTelemetryEnabled: event("telemetry") },
  DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
  LogLevel: { Off: 0, Trace: 1, Debug: 2, Info: 3, Warning: 4, Error: 5 },
  extensions: { getExtension: () => undefined, all: [] },
};
module.exports = withDefaults(known, "vscode");
module.exports.seen = seen;
module.exports.events = events;
