//! Prints the data set of a made-up study, to try analyses and reports:
//!
//! ```sh
//! cargo run -p igc-study --example made_up > made-up.json
//! igc study report made-up.json -o report.html
//! ```

#![allow(clippy::print_stdout, reason = "an example prints its results")]

#[path = "../tests/report/made_up.rs"]
mod made_up;

use igc_compiler::configuration::Flag;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("{}", serde_json::to_string(&made_up::study(Flag::OF_96))?);
    Ok(())
}
