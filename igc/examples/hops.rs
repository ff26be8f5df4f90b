//! Runs a breadth-first search from several nodes of a graph that stays on the device.
//!
//! Usage: `cargo run --release --package igc --example hops [GRAPH] [DEVICE]`, by default
//! `rmat:16` on this machine's processor.

use std::error::Error;
use std::path::Path;

use igc::{Arguments, ArrayData, Configuration, Device, Graph, Program, Session};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let graph = Graph::load(&arguments.next().unwrap_or("rmat:16".into()))?;
    let device = Device::open(&arguments.next().unwrap_or("cpu".into()))?;

    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/bfs/bfs_wl.ig");
    let program = Program::from_file(&path, &Configuration::default())?;
    let mut session = Session::new(&device, &graph);
    let mut lines = String::new();
    for source in [0, 1, 2] {
        let arguments = Arguments::new().param("source", source).check(true);
        let outcome = session.run(&program, &arguments)?;
        let Some(ArrayData::U32(levels)) = outcome.output("level") else {
            return Err("the program has no output `level`".into());
        };
        let reached = levels.iter().filter(|level| **level != u32::MAX);
        let farthest = reached.clone().max().unwrap_or(&0);
        let seconds = outcome.report.seconds.compute;
        lines += &format!(
            "from {source}: {} nodes, at most {farthest} edges away, in {:.3} ms, {}\n",
            reached.count(),
            1e3 * seconds,
            if outcome.is_refused() { "wrong" } else { "checked" }
        );
    }
    std::io::Write::write_all(&mut std::io::stdout(), lines.as_bytes())?;
    Ok(())
}
