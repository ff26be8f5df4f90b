// Runs the packaged extension for Visual Studio Code in Node, with its own language client and a stub of the module
// `vscode`, and checks what the editor would show: diagnostics, hover, hints, completion and formatting. No real Visual
// Studio Code runs. Run by `scripts/try-editors`:
//
//   node vscode.js FOLDER-OF-THE-EXTENSION IGC EXAMPLES

const fs = require("fs");
const Module = require("module");
const os = require("os");
const path = require("path");

const [extension, igc, examples] = process.argv.slice(2);
const stub = require("./vscode-stub");
const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? stub : load(name, ...rest));

function fail(text) {
  console.error(`vscode: ${text}`);
  process.exit(1);
}

function check(holds, text) {
  if (!holds) fail(text);
}

// Waits until a function returns a value.
async function until(what, get) {
  for (let round = 0; round < 600; round++) {
    const value = await get();
    if (value) return value;
    await new Promise((done) => setTimeout(done, 50));
  }
  return fail(`no ${what}`);
}

async function open(file, text) {
  const lines = text.split("\n");
  const document = {
    uri: stub.Uri.file(file),
    fileName: file,
    languageId: "igc",
    version: 1,
    isClosed: false,
    isDirty: false,
    lineCount: lines.length,
    getText: () => text,
  };
  stub.workspace.textDocuments.push(document);
  await stub.events.onDidOpenTextDocument.fire(document);
  return document;
}

// Calls the function that the client registered for a feature.
function provide(feature, name, ...values) {
  const token = new stub.CancellationTokenSource().token;
  return stub.seen.providers[`register${feature}Provider`][0][1][name](...values, token);
}

async function main() {
  const { activate, deactivate } = require(path.join(extension, "extension.js"));
  process.env.PATH = path.dirname(igc) + path.delimiter + process.env.PATH;
  await activate({ subscriptions: [], extensionPath: extension });

  const text =
    "node level: u32 = 0;\nkernel visit() {\n  forall u in nodes { u.leevl = 1; }\n}\nmain { visit(); }\noutput level;\n";
  const wrong = await open(path.join(os.tmpdir(), "igc-wrong.ig"), text);
  const [found] = await until("diagnostic", () => {
    const all = stub.seen.diagnostics.get(String(wrong.uri)) || [];
    return all.length > 0 && all;
  });
  check(found.message.includes("leevl") && found.range.start.line === 2, `wrong diagnostic: ${found.message}`);

  const file = path.join(examples, "bfs/bfs_wl.ig");
  const source = fs.readFileSync(file, "utf8");
  const document = await open(file, source);
  const lines = source.split("\n");
  const line = lines.findIndex((one) => one.includes("forall e in u.out"));
  const place = new stub.Position(line, lines[line].indexOf("u.out"));
  const hover = await provide("Hover", "provideHover", document, place);
  check(JSON.stringify(hover).includes("node"), `wrong hover: ${JSON.stringify(hover)}`);
  const whole = new stub.Range(0, 0, lines.length, 0);
  const hints = await until("hints about optimisations", async () => {
    const all = await provide("InlayHints", "provideInlayHints", document, whole);
    return JSON.stringify(all).includes("✓") && all;
  });
  const after = new stub.Position(line, lines[line].indexOf("out"));
  const completions = await provide("CompletionItem", "provideCompletionItems", document, after, {});
  check((completions.items || completions).length > 0, "no completions");
  const edits = await provide("DocumentFormattingEdit", "provideDocumentFormattingEdits", wrong, {
    tabSize: 4,
    insertSpaces: true,
  });
  check(edits.length > 0, "no formatting");
  await deactivate();
  const count = Object.keys(stub.seen.providers).length;
  console.log(
    `vscode (stub): diagnostics, hover, ${hints.length} hints, completion, formatting; ${count} features registered`,
  );
  process.exit(0);
}

setTimeout(() => fail("the test did not end"), 100_000).unref();
main().catch((error) => fail(error.stack));
