//! Measures how fast graphs load and how much memory loading takes at most. A load reads a file
//! from the system's cache, parses it and builds the graph, on all threads.
//!
//! `cargo bench -p igc-graph` writes a random graph (2²⁰ nodes, 2²³ edges) in every format to a
//! temporary folder and loads each file several times, each time in a new process. It prints the
//! medians of three values:
//!
//! - megabytes of (uncompressed) file per second,
//! - megabytes per second of processor time, which depends less on other work on the machine,
//! - the ratio of peak memory to the size of the finished graph.
//!
//! Names given as arguments restrict the formats.

#![allow(clippy::print_stdout, reason = "a benchmark prints its results")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use igc_graph::{Assembler, EdgeChunk, Format, Graph, GraphInfo, LoadOptions, Weights};
use igc_graph::{load_file, save};

const NODES: u32 = 1 << 20;
const CHUNKS: u64 = 64;
const CHUNK_EDGES: u64 = 1 << 17;
const RUNS: usize = 5;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [flag, path] = &arguments[..]
        && flag == "--load"
    {
        return load(Path::new(path));
    }
    let names: Vec<_> = arguments.iter().filter(|name| !name.starts_with('-')).collect();
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let graph = random_graph();
    let plain = Graph { weights: None, ..graph.clone() };
    println!("{:12} {:>8} {:>10} {:>12} {:>12}", "", "MB", "MB/s", "MB/core-s", "peak/graph");
    for format in Format::ALL.into_iter().filter(|format| format.is_available()) {
        for ending in ["", ".gz", ".zst"] {
            let name = format!("{format}{ending}");
            let chosen = names.is_empty() || names.iter().any(|wanted| **wanted == name);
            if !chosen || !(ending.is_empty() || format == Format::EdgeList) {
                continue;
            }
            let path = folder.path().join(format!("graph.{name}"));
            let unweighted = matches!(
                format,
                Format::EdgeList | Format::Sg | Format::MatrixMarket | Format::Metis
            );
            let graph = if unweighted { &plain } else { &graph };
            let uncompressed = write(graph, &path, format, folder.path());
            report(&name, uncompressed, &path);
            std::fs::remove_file(path).expect("what was written can be removed");
        }
    }
}

/// Writes the graph and returns the length of the file without compression.
fn write(graph: &Graph, path: &Path, format: Format, folder: &Path) -> u64 {
    let plain: PathBuf = folder.join("plain");
    save(graph, &plain, format).expect("the format holds the graph");
    let length = std::fs::metadata(&plain).expect("it was written").len();
    match path.extension().is_some_and(|ending| ending == "gz" || ending == "zst") {
        true => save(graph, path, format).expect("the format holds the graph"),
        false => std::fs::rename(&plain, path).expect("names in one folder"),
    }
    length
}

/// Loads the file several times, each time in a new process, and prints the medians.
fn report(name: &str, uncompressed: u64, path: &Path) {
    let runs: Vec<Vec<f64>> = (0..RUNS)
        .map(|_| {
            let program = std::env::current_exe().expect("a running program has a file");
            let output = Command::new(program).arg("--load").arg(path).output();
            let output = String::from_utf8(output.expect("it starts").stdout).expect("it is ASCII");
            output.split_whitespace().map(|number| number.parse().expect("a number")).collect()
        })
        .collect();
    let median = |column: usize| {
        let mut values: Vec<f64> = runs.iter().map(|run| run[column]).collect();
        values.sort_by(f64::total_cmp);
        values[RUNS / 2]
    };
    let megabytes = uncompressed as f64 / 1e6;
    let (speed, core_speed) = (megabytes / median(0), megabytes / median(1));
    println!("{name:12} {megabytes:8.0} {speed:10.0} {core_speed:12.0} {:12.2}", median(2));
}

/// Loads one file and prints the elapsed seconds, the processor seconds, and the ratio of peak
/// memory to the size of the graph.
fn load(path: &Path) {
    let start = Instant::now();
    let graph = load_file(path, &LoadOptions::default()).expect("it was written just now");
    let seconds = start.elapsed().as_secs_f64();
    let core_seconds = core_seconds();
    let peak = peak_bytes();
    let bytes = GraphInfo::of(&graph).bytes as f64;
    println!("{seconds} {core_seconds} {}", peak / bytes);
}

/// Returns the peak memory of this process in bytes, or NaN if the system does not report it.
fn peak_bytes() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix("kB"));
    kilobytes.and_then(|number| number.trim().parse().ok()).map_or(f64::NAN, |kb: f64| kb * 1024.0)
}

/// Returns the processor time of this process in seconds, or NaN if the system does not report it.
fn core_seconds() -> f64 {
    // The 14th and 15th values are user and system time in hundredths of a second. The second value
    // is a name in parentheses.
    let status = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let values = status.rsplit(')').next().unwrap_or_default().split_whitespace();
    let times: Vec<f64> = values.skip(11).take(2).filter_map(|time| time.parse().ok()).collect();
    if times.is_empty() { f64::NAN } else { times.iter().sum::<f64>() / 100.0 }
}

/// Returns a graph whose edges connect random nodes and have weights from 1 to 255.
fn random_graph() -> Graph {
    let assembler = Assembler::new();
    for place in 0..CHUNKS {
        // SplitMix64 (Steele, Lea, Flood 2014), applied to the number of each edge.
        let bits = |at: u64| {
            let mut z = (place * CHUNK_EDGES + at).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ z >> 31
        };
        let edges = (0..CHUNK_EDGES).map(bits);
        let chunk = EdgeChunk {
            sources: edges.clone().map(|bits| bits as u32 % NODES).collect(),
            targets: edges.clone().map(|bits| (bits >> 32) as u32 % NODES).collect(),
            weights: Some(Weights::U32(edges.map(|bits| (bits >> 20) as u32 % 255 + 1).collect())),
        };
        assembler.push(place, &chunk).expect("even chunks of few edges");
    }
    assembler.finish(NODES).expect("targets are below the number of nodes")
}
