//! Compiles a program from a text at run time, and runs it on a graph of three edges.
//!
//! Usage: `cargo run --release --package igc --example text`

use std::error::Error;
use std::io::Write;

use igc::{Arguments, ArrayData, Configuration, Device, Graph, Program, Session};

/// Counts the edges that lead to each node.
const TEXT: &str = "
node followers: u32 = 0;
kernel count() { forall u in nodes { forall e in u.out { atomic_add(e.dst.followers, 1); } } }
main { count(); }
output followers;
";

fn main() -> Result<(), Box<dyn Error>> {
    let program = Program::compile("followers", TEXT, &Configuration::default())?;
    let graph = Graph::from_edges(3, [(0, 1), (2, 1), (1, 2)])?;
    let mut session = Session::new(&Device::open("cpu")?, &graph);
    let outcome = session.run(&program, &Arguments::new())?;
    let Some(ArrayData::U32(followers)) = outcome.output("followers") else {
        return Err("the program has no output `followers`".into());
    };
    writeln!(std::io::stdout(), "{followers:?}")?;
    Ok(())
}
