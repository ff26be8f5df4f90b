//! Tests that a thread runs the items that it pushes in the same launch, if the kernel allows this.

use std::num::NonZero;

use igc_compiler::configuration::Configuration;
use igc_compiler::data::ArrayData;
use igc_compiler::driver::compile;
use igc_compiler::ir::{ArrayId, KernelId, Type, WorklistId};
use igc_native::{GraphArrays, Program, State, Team};

/// Number of nodes of a chain of edges, which is more than the items of a launch.
const NODES: u32 = 10_000;

/// Runs the launches that visit a chain from its first node, with a kernel that begins with a word, until no item waits.
/// Returns their number.
fn launches(word: &str, again: bool, threads: usize) -> u32 {
    let text = format!(
        "node reached: bool = false;
         worklist list;
         {word} kernel visit() {{
             forall u in list {{
                 u.reached = true;
                 forall e in u.out {{
                     push list e.dst;
                 }}
             }}
         }}
         main {{ pipe list nodes {{ visit(); }} }}
         output reached;"
    );
    let compiled = compile("program", &text, &Configuration::default()).expect("it compiles");
    let program = Program::compile(&compiled.artefact.parallel, threads).expect("it compiles");
    let offsets: Vec<u32> = (0..=NODES).map(|node| node.min(NODES - 1)).collect();
    let targets: Vec<u32> = (1..NODES).collect();
    let graph = GraphArrays {
        out_offsets: offsets.into(),
        targets: targets.into(),
        ..GraphArrays::default()
    };
    let mut team = Team::new(NonZero::new(threads).expect("it is not zero")).expect("it starts");
    let mut state = State::new(&program, graph, &[], NODES, threads).expect("it fits");
    let list = WorklistId(0);
    state.seed(program.module(), list, &[0]).expect("it fits");
    let mut launches = 0;
    while state.waiting(list) > 0 {
        state.swap_read_buffers(&program, KernelId(0));
        state.launch(&program, &mut team, KernelId(0), &[], again).expect("the list has room");
        launches += 1;
    }
    let reached = state.content(ArrayId(0), Type::Bool);
    assert_eq!(reached, ArrayData::Bool(vec![true; NODES as usize]));
    launches
}

#[test]
fn a_launch_runs_pushed_items_up_to_a_limit() {
    for threads in [1, 3] {
        assert_eq!(launches("async", false, threads), 3, "{threads} threads");
        assert_eq!(launches("async", true, threads), NODES);
        assert_eq!(launches("", false, threads), NODES);
    }
}
