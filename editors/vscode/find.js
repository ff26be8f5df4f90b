// Finds the binary of igc. This file does not need VS Code, so that a test can run it.

const fs = require("fs");
const path = require("path");

// Returns the first path that exists: the setting, the PATH, the folder of Cargo, and the build of a checkout.
// Returns undefined if there is none.
function find({ setting, folders, env, home, platform }) {
  const name = platform === "win32" ? "igc.exe" : "igc";
  if (setting) {
    return setting.replace(/^~(?=[/\\])/, home);
  }
  const places = [
    ...(env.PATH || "").split(path.delimiter).filter((folder) => folder),
    path.join(home, ".cargo", "bin"),
    ...folders.map((folder) => path.join(folder, "target", "release")),
  ];
  return places.map((folder) => path.join(folder, name)).find(isProgram);
}

function isProgram(file) {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

module.exports = { find };
