//! Describes the derived communication for people.

use std::fmt::Write;

use super::{Combine, Exchange, Ranked, StoredEdges};
use crate::ir::{ArrayId, AtomicOp, Extent, KernelId, Module};

/// Describes what ranks store and exchange, one line for each fact.
pub fn explain(ranked: &Ranked) -> String {
    let mut text = String::new();
    let stored = match ranked.edges {
        StoredEdges { outgoing: true, incoming: true } => {
            "the outgoing and incoming edges of its nodes"
        }
        StoredEdges { outgoing: true, incoming: false } => "the outgoing edges of its nodes",
        StoredEdges { outgoing: false, incoming: true } => "the incoming edges of its nodes",
        StoredEdges { outgoing: false, incoming: false } => "no edges",
    };
    let _ = writeln!(text, "each rank stores {stored}");
    let kernels = &ranked.module.kernels;
    for (id, (kernel, exchange)) in (0..).map(KernelId).zip(kernels.iter().zip(&ranked.exchanges)) {
        let _ = writeln!(text, "kernel {}", kernel.name);
        if let Some(first) = ranked.ends.get(&id) {
            let first = &kernels[first.index()].name;
            let _ = writeln!(text, "  ends the iterations of `{first}` at the owners of nodes");
        }
        for line in lines(&ranked.module, exchange) {
            let _ = writeln!(text, "  {line}");
        }
    }
    text
}

fn lines(module: &Module, exchange: &Exchange) -> Vec<String> {
    let name = |id: &ArrayId| &module.arrays[id.index()].name;
    let mut lines = vec![];
    for array in &exchange.refreshed {
        let (to, why) = match exchange.combined.get(array) {
            _ if module.arrays[array.index()].extent == Extent::Edges => {
                ("the owners of the targets", "reads it at incoming edges")
            }
            Some(_) => ("copies", "updates it at neighbours, and only changes travel"),
            None => ("copies", "reads it at neighbours"),
        };
        let name = name(array);
        lines.push(format!("before: owners send `{name}` to {to}, because the kernel {why}"));
    }
    for array in &exchange.rewritten {
        let name = name(array);
        lines.push(format!(
            "after: all values of `{name}` are new, so owners send all of them before copies need them"
        ));
    }
    for (array, combine) in &exchange.combined {
        lines.push(format!("after: copies send `{}` to owners, {}", name(array), how(*combine)));
    }
    for (array, combine) in &exchange.globals {
        lines.push(format!("after: all ranks combine `{}`, {}", name(array), how(*combine)));
    }
    for worklist in &exchange.routed {
        let name = &module.worklists[worklist.index()].name;
        lines.push(format!("after: items of `{name}` travel to the owners of the nodes"));
    }
    if lines.is_empty() {
        lines.push("no communication: the kernel accesses only nodes that its rank owns".into());
    }
    lines
}

fn how(combine: Combine) -> &'static str {
    match combine {
        Combine::Assign => "where one of the new values remains",
        Combine::Accumulate(AtomicOp::Xor) => "where they are combined by exclusive or",
        Combine::Accumulate(_) => "where they are added",
        Combine::Monotone(AtomicOp::Min) => "where the smallest value remains",
        Combine::Monotone(AtomicOp::Max) => "where the largest value remains",
        Combine::Monotone(AtomicOp::And) => "where they are combined by and",
        Combine::Monotone(_) => "where they are combined by or",
    }
}
