//! What an outlined loop is bound to, and what it hands back.

use super::{Argument, Output};
use crate::ir::uses::{OutlineUses, outline_uses};
use crate::ir::visit::walk_host;
use crate::ir::{ArrayId, HostStmt, KernelId, LocalId, Module, WorklistId};

/// What each argument of an outlined loop's kernel is bound to, in the order in which the OpenCL C
/// declares them.
pub fn outline_arguments(module: &Module, body: &[HostStmt]) -> Vec<Argument> {
    let OutlineUses { memory, given, .. } = outline_uses(module, body);
    let mut list = vec![];
    list.extend(memory.graph.iter().map(|array| Argument::Graph(array.name().into())));
    list.extend(memory.arrays.keys().map(|id| Argument::Buffer(array(module, *id))));
    for id in memory.worklists.keys() {
        let name = || worklist(module, *id);
        list.push(Argument::WorklistFront(name()));
        list.push(Argument::WorklistBack(name()));
        list.push(Argument::WorklistSizes(name()));
        list.push(Argument::WorklistTurn(name()));
        list.push(Argument::WorklistCapacity(name()));
    }
    list.extend(memory.node_count.then_some(Argument::NodeCount));
    list.extend(memory.edge_count.then_some(Argument::EdgeCount));
    let params = memory.params.iter().map(|id| module.params[id.index()].name.clone());
    list.extend(params.map(Argument::Param));
    list.extend(memory.locks.then_some(Argument::Locks));
    for id in given {
        let local = &module.main.locals[id.index()];
        list.push(Argument::Local(local.name.clone(), local.ty));
    }
    list.extend([Argument::Rounds, Argument::MostRounds]);
    list.extend([Argument::Environment, Argument::Patience, Argument::Results]);
    list
}

/// What an outlined loop's kernel leaves in its results, in order.
pub fn outline_results(module: &Module, body: &[HostStmt]) -> Vec<Output> {
    let uses = outline_uses(module, body);
    let mut list = vec![
        Output::Ending,
        Output::Node,
        Output::SeededWorklist,
        Output::Groups,
        Output::Rounds,
        Output::Launches,
    ];
    let local = |id: &LocalId| &module.main.locals[id.index()];
    list.extend(uses.returned.iter().map(|id| Output::Local(local(id).name.clone(), local(id).ty)));
    list.extend(uses.swapped.iter().map(|id| Output::BufferPlace(array(module, *id))));
    let swapped = uses.swapped_worklists.iter();
    list.extend(swapped.map(|id| Output::WorklistPlace(worklist(module, *id))));
    for id in uses.memory.worklists.keys() {
        list.push(Output::WorklistTurn(worklist(module, *id)));
        list.push(Output::WorklistTurned(worklist(module, *id)));
    }
    list
}

/// Whether the host launches a kernel. One that nobody calls stays a kernel, which the host might.
pub fn launched_by_host(module: &Module, id: KernelId) -> bool {
    fn launches(stmts: &[HostStmt], id: KernelId) -> bool {
        stmts.iter().any(|stmt| match stmt {
            HostStmt::Outline(_) => false,
            HostStmt::Launch(kernel, _) => *kernel == id,
            _ => stmt.blocks().into_iter().any(|block| launches(block, id)),
        })
    }
    launches(&module.main.body, id) || !called_on_device(module, id)
}

/// Whether an outlined loop calls a kernel.
pub fn called_on_device(module: &Module, id: KernelId) -> bool {
    let mut called = false;
    walk_host(&module.main.body, &mut |stmt| {
        if let HostStmt::Outline(body) = stmt {
            called |= outline_uses(module, body).kernels.contains(&id);
        }
    });
    called
}

fn array(module: &Module, id: ArrayId) -> String {
    module.arrays[id.index()].name.clone()
}

fn worklist(module: &Module, id: WorklistId) -> String {
    module.worklists[id.index()].name.clone()
}
