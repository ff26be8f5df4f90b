//! Compiles the program of the example.

fn main() {
    igc_build::Program::new("src/hops.ig").options("fg8").build();
}
