//! Solves two problems on a graph, and shows which plans igc has chosen.
//!
//! Usage: `cargo run --release --package igc --example solve [GRAPH] [DEVICE]`, by default
//! `rmat:16` on this machine's processor.

use std::error::Error;

use igc::auto::Task;
use igc::{Arguments, ArrayData, Device, Graph, Session};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let graph = Graph::load(&arguments.next().unwrap_or("rmat:16".into()))?;
    let device = Device::open(&arguments.next().unwrap_or("cpu".into()))?;

    let mut session = Session::new(&device, &graph);
    let source = Arguments::new().param("source", 7).check(true);
    let (levels, plan) = session.solve(&Task::named("bfs")?, &source)?;
    let Some(ArrayData::U32(levels)) = levels.output("level") else {
        return Err("the program has no output `level`".into());
    };
    let farthest = levels.iter().filter(|level| **level != u32::MAX).max();
    let mut lines = format!("{farthest:?} edges, by {} ({})\n", plan.plan, plan.reason);

    let (triangles, plan) = session.solve(&Task::named("triangles")?, &Arguments::new())?;
    let triangles = triangles.output("triangles");
    lines += &format!("{triangles:?}, by {} ({})\n", plan.plan, plan.reason);
    std::io::Write::write_all(&mut std::io::stdout(), lines.as_bytes())?;
    Ok(())
}
