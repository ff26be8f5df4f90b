//! Translates the arguments and results of an [interface](crate::interface) from ids to names.

// A new statement or choice must be considered here.
#![deny(clippy::wildcard_enum_match_arm)]

use super::{Argument, Output};
use crate::interface::{self, WorklistPart};
use crate::ir::{ArrayId, Kernel, Local, LocalId, Module, OutlinedId, WorklistId};

/// Returns the bindings of a kernel's arguments.
pub(super) fn of_kernel(
    module: &Module,
    kernel: &Kernel,
    arguments: &[interface::Argument],
) -> Vec<Argument> {
    let passed = |id: LocalId| Argument::Launch(id.index(), kernel.locals[id.index()].ty);
    arguments.iter().map(|argument| bound(module, argument, passed)).collect()
}

/// Returns the bindings of an outlined loop's arguments. `locals` are the locals that `main` passes
/// to it.
pub(super) fn of_outlined(
    module: &Module,
    locals: &[LocalId],
    arguments: &[interface::Argument],
) -> Vec<Argument> {
    let passed = |id: LocalId| {
        let Local { name, ty, .. } = &module.main.locals[locals[id.index()].index()];
        Argument::Local(name.clone(), *ty)
    };
    arguments.iter().map(|argument| bound(module, argument, passed)).collect()
}

fn bound(
    module: &Module,
    argument: &interface::Argument,
    passed: impl Fn(LocalId) -> Argument,
) -> Argument {
    match argument {
        interface::Argument::Graph(array) => Argument::Graph(array.name().into()),
        interface::Argument::Array { id, .. } => Argument::Buffer(array(module, *id)),
        interface::Argument::Worklist(id, part) => {
            let name = worklist(module, *id);
            match part {
                WorklistPart::Front => Argument::WorklistFront(name),
                WorklistPart::Back => Argument::WorklistBack(name),
                WorklistPart::Sizes => Argument::WorklistSizes(name),
                WorklistPart::Phase => Argument::WorklistPhase(name),
                WorklistPart::Capacity => Argument::WorklistCapacity(name),
            }
        }
        interface::Argument::NodeCount => Argument::NodeCount,
        interface::Argument::EdgeCount => Argument::EdgeCount,
        interface::Argument::Length(id) => Argument::Length(array(module, *id)),
        interface::Argument::Param(id) => Argument::Param(module.params[id.index()].name.clone()),
        interface::Argument::Locks => Argument::Locks,
        interface::Argument::Passed(id) => passed(*id),
        interface::Argument::Rounds => Argument::Rounds,
        interface::Argument::MostRounds => Argument::MostRounds,
        interface::Argument::Environment => Argument::Environment,
        interface::Argument::Patience => Argument::Patience,
        interface::Argument::Results => Argument::Results,
    }
}

/// Returns the meanings of an outlined loop's results. `locals` are the locals that `main` passes
/// to it.
pub(super) fn results(
    module: &Module,
    id: OutlinedId,
    locals: &[LocalId],
    results: &[interface::Output],
) -> Vec<Output> {
    let returned = |own: &LocalId| {
        let name = &module.main.locals[locals[own.index()].index()].name;
        Output::Local(name.clone(), module.outlined[id.index()].locals[own.index()].ty)
    };
    let named = |output: &interface::Output| match output {
        interface::Output::Ending => Output::Ending,
        interface::Output::Node => Output::Node,
        interface::Output::SeededWorklist => Output::SeededWorklist,
        interface::Output::Groups => Output::Groups,
        interface::Output::Rounds => Output::Rounds,
        interface::Output::Launches => Output::Launches,
        interface::Output::Returned(id) => returned(id),
        interface::Output::ArrayPlace(id) => Output::BufferPlace(array(module, *id)),
        interface::Output::WorklistPlace(id) => Output::WorklistPlace(worklist(module, *id)),
        interface::Output::Phase(id) => Output::WorklistPhase(worklist(module, *id)),
        interface::Output::BuffersSwapped(id) => Output::WorklistSwapped(worklist(module, *id)),
    };
    results.iter().map(named).collect()
}

fn array(module: &Module, id: ArrayId) -> String {
    module.arrays[id.index()].name.clone()
}

fn worklist(module: &Module, id: WorklistId) -> String {
    module.worklists[id.index()].name.clone()
}
