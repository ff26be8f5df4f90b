//! A file system without room: every command that writes a file fails, and the previous content
//! stays. The file system is a small tmpfs in a mount namespace of its own, so that the machine
//! does not change.

use std::process::{Command, Output};

use crate::killed::Study;
use crate::{must_end, repository};

/// Mounts the file system at the first argument, and ends with 77 if this is not permitted.
const MOUNT: &str = "mount -t tmpfs -o size=256k none \"$1\" || exit 77\n";

/// Fills the file system, and lets every command replace a file on it. The arguments after the
/// first are igc, a program, the store of a study, and a folder elsewhere.
const SCRIPT: &str = r#"
set -eu
cd "$1"; igc=$2; program=$3; store=$4; elsewhere=$5
files="graph.wel graph.igc.zst out.tsv rounds.csv runs.csv study.json policy.toml study.html a.ig"
for file in $files; do echo "main    {   } // the previous content of $file" >"$file"; done
mkdir "$elsewhere/copy" compiled
cp $files "$elsewhere/copy"
dd if=/dev/zero of=filler bs=1024 2>/dev/null && exit 10
refused() {
    code=0
    "$igc" "$@" >"$elsewhere/output" 2>&1 || code=$?
    if [ $code != 1 ] || ! grep -q 'No space left' "$elsewhere/output"; then
        echo "igc $*: exit code $code" >&2
        cat "$elsewhere/output" >&2
        exit 11
    fi
}
refused graph generate rmat:12 graph.wel
refused graph generate rmat:12 graph.igc.zst
refused graph convert rmat:8 graph.wel
refused run "$program" --graph rmat:8 -p source=0 --device interpreter -o out.tsv
refused bench "$program" --graph rmat:6 -p source=0 --device interpreter --repeat 1 --csv rounds.csv
refused compile "$program" -o compiled
refused study export "$store" --format csv -o runs.csv
refused study export "$store" -o study.json
refused study policy "$store" -o policy.toml
refused study report "$store" -o study.html
refused fmt a.ig
for file in $files; do cmp "$file" "$elsewhere/copy/$file" >&2; done
[ -z "$(find . -name '.igc-*')" ] || { echo "temporary files are left" >&2; exit 12; }
# When there is room again, the same commands succeed.
rm filler
"$igc" graph generate rmat:6 graph.wel
"$igc" fmt a.ig
! cmp -s a.ig "$elsewhere/copy/a.ig"
echo done
"#;

/// Runs the script. Returns `None` if this process may not mount a file system.
fn run_script(arguments: &[&str]) -> Option<Output> {
    for user in [&[][..], &["--user", "--map-root-user"]] {
        let mut command = Command::new("timeout");
        command.args(["--signal=KILL", "120", "unshare", "--mount"]).args(user);
        command.args(["sh", "-c", &(MOUNT.to_string() + SCRIPT), "sh"]).args(arguments);
        let output = command.output().ok()?;
        // `unshare` itself fails with 1 and names itself.
        let is_refused = String::from_utf8_lossy(&output.stderr).starts_with("unshare:");
        if output.status.code() != Some(77) && !is_refused {
            return Some(output);
        }
    }
    None
}

#[test]
fn a_full_file_system_keeps_the_previous_content() {
    let study = Study::new(3);
    must_end(&mut study.run(), &[0], None);
    let (mounted, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let program = repository().join("examples/bfs/bfs_wl.ig").canonicalize().unwrap();
    let store = study.store();
    let arguments =
        [mounted.path(), env!("CARGO_BIN_EXE_igc").as_ref(), &program, &store, elsewhere.path()];
    match run_script(&arguments.map(|path| path.to_str().unwrap())) {
        Some(output) => {
            let is_done = output.status.success() && output.stdout.ends_with(b"done\n");
            assert!(is_done, "{}: {}", output.status, String::from_utf8_lossy(&output.stderr));
        }
        None => println!("not tested, this process may not mount a tmpfs"),
    }
}
