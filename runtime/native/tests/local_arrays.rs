//! Tests that local arrays of any size fit: they are not on the stacks of the threads.
//!
//! The compiler limits the arrays of a program, but passes copy them. The module here is therefore a
//! text of IR.

use std::num::NonZero;
use std::thread::Builder;

use igc_compiler::ir::parse::parse;
use igc_compiler::ir::{ArrayId, KernelId, Type};
use igc_native::{GraphArrays, Program, State, Team};

/// Number of local arrays of 8 KiB: together, they are larger than the stack of a thread.
const ARRAYS: usize = 600;
const NODES: u32 = 20_000;

/// Returns a kernel that declares many arrays, all of which are used at its end.
fn module() -> String {
    let mut body = String::new();
    for at in 0..ARRAYS {
        // Only few iterations give all arrays values, which takes long.
        body += &format!(
            "      let #a{at}: u64[1024] = u64(u32(u))\n      #a{at}[{}u32] = {at}u64\n",
            at % 1024
        );
    }
    for at in 0..ARRAYS {
        body += &format!("      set sum = (sum + #a{at}[{}u32])\n", at % 1024);
    }
    format!(
        "module large parallel\n\narray x: u64[nodes] = 0u64\n\nkernel fill() {{\n  forall parallel u: \
         node in nodes {{\n    let sum: u64 = u64(u32(u))\n    if ((u32(u) % 1000u32) == 7u32) \
         {{\n{body}    }}\n    x[u] = sum\n  }}\n}}\n\nmain {{\n  launch fill()\n}}\n"
    )
}

/// Runs the kernel on the calling thread and others. Returns the result.
fn run(threads: usize) -> Vec<u64> {
    let text = module();
    let module = parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let program = Program::compile(&module, threads).expect("it compiles");
    let offsets = vec![0u32; NODES as usize + 1];
    let graph = GraphArrays { out_offsets: offsets.into(), ..GraphArrays::default() };
    let mut team = Team::new(NonZero::new(threads).expect("it is not zero")).expect("it starts");
    let mut state = State::new(&program, graph, &[], 100, threads).expect("it fits");
    state.launch(&program, &mut team, KernelId(0), &[], false).expect("there is no worklist");
    match state.content(ArrayId(0), Type::U64) {
        igc_compiler::data::ArrayData::U64(values) => values,
        other => panic!("not numbers: {other:?}"),
    }
}

#[test]
fn local_arrays_may_be_larger_than_the_stacks_of_the_threads() {
    let sum: u64 = (0..ARRAYS as u64).sum();
    let expected: Vec<u64> =
        (0..u64::from(NODES)).map(|u| if u % 1000 == 7 { u + sum } else { u }).collect();
    for threads in [1, 2, 7] {
        // The thread that executes `main` may have a small stack, too.
        let leader = Builder::new().stack_size(2 << 20).spawn(move || run(threads));
        let values = leader.expect("a thread starts").join().expect("it does not panic");
        assert!(values == expected, "{threads} threads");
    }
}
