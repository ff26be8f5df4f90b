//! Counts the driver calls of one round of a worklist.
//!
//! Breadth-first searches on two paths differ only in their number of rounds. The difference of
//! their calls, divided by the difference of their rounds, is the cost of a round.

use igc_compiler::data::Inputs;
use igc_opencl::Calls;
use igc_runtime::backend::Prepared;
use igc_runtime::backend::opencl::{PreparedProgram, ResidentGraph};
use igc_runtime::run_options::RunOptions;
use igc_tests::device;
use igc_tests::program::Program;
use igc_tests::small::chain;

#[test]
fn a_round_is_one_launch_and_one_read_of_four_bytes() {
    let program = Program::file("examples/bfs/bfs_wl.ig");
    let params = program.params(&[]);
    for device in device::opencl() {
        let run = |nodes| {
            let (input, options) = (chain(nodes).load(), RunOptions::default());
            let resident = ResidentGraph::open(&device, &input).unwrap();
            let artefact = &program.compilation.artefact;
            let mut prepared =
                PreparedProgram::new(&resident, artefact, &params, &Inputs::default(), &options)
                    .unwrap();
            let before = resident.session().calls();
            let rounds = prepared.run_once().unwrap().rounds;
            (rounds, resident.session().calls().since(&before))
        };
        let ((few, short), (many, long)) = (run(20), run(70));
        assert_eq!(many - few, 50);
        let difference = long.since(&short);
        // The arguments are the two buffers of the worklist, the state of their swaps, and the
        // depth.
        let arguments = 4 * 50;
        let expected = Calls {
            launches: 50,
            flushes: 50,
            reads: 50,
            read_bytes: 4 * 50,
            arguments,
            ..Calls::default()
        };
        assert_eq!(difference, expected);
    }
}
