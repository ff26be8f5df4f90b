//! Runs a program that the build script has compiled to a typed struct.

use igc::{Device, Graph, Session};

mod hops {
    include!(concat!(env!("OUT_DIR"), "/hops.rs"));
}

fn main() -> Result<(), igc::Error> {
    let program = hops::Program::new()?;
    let graph = Graph::from_edges(4, [(0, 1), (1, 2), (0, 3)])?;
    let mut session = Session::new(&Device::open("cpu")?, &graph);
    for source in [0, 1] {
        let outputs = program.run(&mut session, &hops::Parameters { source })?;
        println!("from {source}: {:?}", outputs.hops);
    }
    Ok(())
}
