// Starts the language server `igc lsp`. The server does everything else.

const os = require("os");
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");
const { find } = require("./find");

let client;

async function start() {
  const settings = vscode.workspace.getConfiguration("igc");
  const igc = find({
    setting: settings.get("path"),
    folders: (vscode.workspace.workspaceFolders || []).map((folder) => folder.uri.fsPath),
    env: process.env,
    home: os.homedir(),
    platform: process.platform,
  });
  if (!igc) {
    vscode.window.showErrorMessage("igc is not installed. Install it, or set igc.path to its path.");
    return;
  }
  const server = { command: igc, args: ["lsp"] };
  client = new LanguageClient("igc", "igc", server, {
    documentSelector: [{ language: "igc" }],
    initializationOptions: settings,
    synchronize: { configurationSection: "igc" },
  });
  await client.start();
}

async function stop() {
  const old = client;
  client = undefined;
  await old?.stop();
}

async function activate(context) {
  const restart = async () => {
    await stop();
    await start();
  };
  context.subscriptions.push(vscode.commands.registerCommand("igc.restart", restart));
  await start();
}

module.exports = { activate, deactivate: stop };
