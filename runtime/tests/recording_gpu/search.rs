//! The kernel of a breadth-first search (`examples/bfs/bfs_wl.ig`), as a function of the host.

use std::sync::Arc;

use igc_compiler::driver::Artefact;
use igc_compiler::interface::{Argument, WorklistPart};
use igc_compiler::ir::{GraphArray, KernelId};
use igc_runtime::backend::gpu::api::Bound;

use crate::recorder::{Buffer, Kernels};

/// The parameters of a kernel, and their values.
struct Arguments<'a> {
    parameters: &'a [Argument],
    values: &'a [Bound<'a, Buffer>],
}

impl<'a> Arguments<'a> {
    fn of(&self, is: impl Fn(&Argument) -> bool) -> Bound<'a, Buffer> {
        self.values[self.parameters.iter().position(is).unwrap()]
    }

    fn buffer(&self, is: impl Fn(&Argument) -> bool) -> &'a Buffer {
        match self.of(is) {
            Bound::Buffer(buffer) => buffer,
            Bound::Scalar(scalar) => panic!("{scalar:?} is not a buffer"),
        }
    }

    fn number(&self, is: impl Fn(&Argument) -> bool) -> u32 {
        match self.of(is) {
            Bound::Scalar(scalar) => u32::from_le_bytes(scalar.bytes().try_into().unwrap()),
            Bound::Buffer(_) => panic!("a buffer is not a number"),
        }
    }
}

fn word(buffer: &Buffer, at: u32) -> u32 {
    let at = at as usize * 4;
    u32::from_le_bytes(buffer.bytes()[at..at + 4].try_into().unwrap())
}

fn set_word(buffer: &Buffer, at: u32, value: u32) {
    let at = at as usize * 4;
    buffer.bytes()[at..at + 4].copy_from_slice(&value.to_le_bytes());
}

/// Returns the kernels of the search. Any other kernel does nothing.
pub fn search(artefact: &Artefact) -> Kernels {
    let visit = artefact.interface.kernel(KernelId(0)).clone();
    Arc::new(move |name, values| {
        if visit.entry.as_deref() == Some(name) {
            assert_eq!(values.len(), visit.arguments.len());
            visit_frontier(&Arguments { parameters: &visit.arguments, values });
        }
    })
}

/// Visits the nodes of the front buffer, as the device library does (`stdlib/device/worklist.cl`).
fn visit_frontier(arguments: &Arguments<'_>) {
    let part =
        |wanted| move |is: &Argument| matches!(is, Argument::Worklist(_, part) if *part == wanted);
    let graph = |wanted| move |is: &Argument| *is == Argument::Graph(wanted);
    let [front, back, sizes] = [WorklistPart::Front, WorklistPart::Back, WorklistPart::Sizes]
        .map(|of| arguments.buffer(part(of)));
    let [phase, capacity] =
        [WorklistPart::Phase, WorklistPart::Capacity].map(|of| arguments.number(part(of)));
    let offsets = arguments.buffer(graph(GraphArray::OutOffsets));
    let targets = arguments.buffer(graph(GraphArray::Targets));
    let level = arguments.buffer(|is| matches!(is, Argument::Array { .. }));
    let depth = arguments.number(|is| matches!(is, Argument::Passed(_)));
    set_word(sizes, (phase + 2) % 3, 0);
    for at in 0..word(sizes, phase).min(capacity) {
        let node = word(front, at);
        for edge in word(offsets, node)..word(offsets, node + 1) {
            let target = word(targets, edge);
            if word(level, target) != u32::MAX {
                continue;
            }
            set_word(level, target, depth);
            let slot = word(sizes, (phase + 1) % 3);
            set_word(sizes, (phase + 1) % 3, slot + 1);
            match slot < capacity {
                true => set_word(back, slot, target),
                false => set_word(sizes, 3, (slot + 1).max(word(sizes, 3))),
            }
        }
    }
}
