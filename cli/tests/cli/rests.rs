//! Tests that a workgroup of an outlined loop that waits for another one does not use a core on PoCL:
//! another program may need the core.

use std::process::Command;

use crate::{Folder, has_device, igc};

/// A loop with three rounds. In each, only the first workgroup has work, which takes some tenths of a
/// second; all others wait at the grid barrier.
const UNEVEN: &str = "
    param busy: node = 0;
    node value: u32 = 1;
    kernel work() {
        forall u in nodes where u == busy {
            let value: u32 = u.value;
            let round: u32 = 0;
            while round < 200000000 {
                value = value * 1664525 + 1013904223;
                round += 1;
            }
            u.value = value;
        }
    }
    main {
        let round: u32 = 0;
        while round < 3 {
            work();
            round += 1;
        }
    }
    output value;";

/// Returns the time in seconds that a run used on all processors. A shell measures it, because the
/// processes of other tests run at the same time.
fn processor_time(file: &str, options: &str) -> f64 {
    let run = format!(
        "'{}' run '{file}' --graph chain:500 --device 0 --opts {options} >&2 && times",
        env!("CARGO_BIN_EXE_igc")
    );
    let output = Command::new("sh").args(["-c", &run]).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    // The second line is about the processes of the shell: user and system time, as `0m1.23s`.
    let line = text.lines().nth(1).unwrap_or_else(|| panic!("no times in `{text}`"));
    let seconds = |time: &str| {
        let (minutes, seconds) = time.trim_end_matches('s').split_once('m')?;
        Some(minutes.parse::<f64>().ok()? * 60.0 + seconds.parse::<f64>().ok()?)
    };
    line.split_whitespace().map(|time| seconds(time).unwrap_or_else(|| panic!("{time}"))).sum()
}

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
#[test]
fn workgroups_that_wait_use_no_core() {
    if !has_device() || !igc(&["devices", "--device", "0"]).stdout.contains("PoCL") {
        println!("not tested: the first device is not PoCL");
        return;
    }
    let folder = Folder::new();
    let file = folder.file("uneven.ig", UNEVEN);
    // The first run of each builds the kernels.
    let [host, outlined] = ["none", "oitergb"].map(|options| {
        processor_time(&file, options);
        processor_time(&file, options)
    });
    assert!(outlined < 1.6 * host, "{outlined} s outlined, {host} s with the loop on the host");
}
