//! Names in emitted code.
//!
//! A name that the program or a pass has chosen starts with a letter and ends with `_`: `level`
//! becomes `level_`, and `_unused` becomes `u_unused_`. No name of this form has another meaning:
//! the keywords, macros and functions of C++, of OpenCL C, of CUDA and of the device library that end with `_`
//! start with `_`, too. A test compares this with the headers of OpenCL C. The names that the
//! printer itself chooses, such as `node_count`, do not end with `_`. Long names are
//! [shortened](bounded), because some drivers do not accept them.

use std::collections::{BTreeMap, BTreeSet};

use crate::interface::{Argument, WorklistPart};
use crate::ir::names::bounded;
use crate::ir::{
    ArrayId, GraphArray, Local, LocalId, MemoryId, Module, ParamId, SharedId, WorklistId,
};

/// A thing that has a name in a function of emitted code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Thing {
    /// An array of the graph.
    Graph(GraphArray),
    /// An array of the program.
    Array(ArrayId),
    /// A parameter of the program.
    Param(ParamId),
    /// A part of a worklist.
    Part(WorklistId, Part),
    /// The number of nodes.
    NodeCount,
    /// The number of edges.
    EdgeCount,
    /// The computed length of an array.
    Length(ArrayId),
    /// A local.
    Local(LocalId),
    /// The word that passes a local of type `bool` to an outlined loop.
    Word(LocalId),
    /// The end of the counted loop over a local.
    End(LocalId),
    /// Shared memory of a kernel.
    Shared(SharedId),
    /// Local memory of an outlined loop.
    Memory(MemoryId),
    /// The number of the array whose memory an array currently has, after swaps.
    Place(ArrayId),
    /// The locks for atomic accesses to 64-bit elements.
    Locks,
    /// The number of rounds before the outlined loop.
    Rounds,
    /// The maximum number of rounds.
    MostRounds,
    /// The words with which workgroups discover each other and synchronise.
    Environment,
    /// The number of times that a workgroup checks for further workgroups.
    Patience,
    /// The buffer for the results of an outlined loop.
    Results,
}

/// A part of a worklist that has a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    /// The buffer that is the front buffer at the start of the function.
    Front,
    /// The buffer that is the back buffer at the start of the function.
    Back,
    /// The three sizes, and the capacity that a full worklist would have needed.
    Sizes,
    /// The index of the front buffer's size among the three sizes: 0, 1 or 2.
    Phase,
    /// The maximum number of items in a buffer.
    Capacity,
    /// The items of the workgroup's queue.
    Queue,
    /// The words that count the items of the workgroup's queue.
    Counts,
    /// The number of flushes of the workgroup's queue, modulo 3.
    Round,
    /// The number of the worklist whose memory the worklist currently has, after swaps.
    Place,
    /// Whether the buffers were swapped an odd number of times.
    Swapped,
}

impl Part {
    /// Returns the last part of the name.
    fn suffix(self) -> &'static str {
        match self {
            Part::Front => "front",
            Part::Back => "back",
            Part::Sizes => "sizes",
            Part::Phase => "phase",
            Part::Capacity => "capacity",
            Part::Queue => "queue",
            Part::Counts => "counts",
            Part::Round => "round",
            Part::Place => "place",
            Part::Swapped => "swapped",
        }
    }
}

impl From<WorklistPart> for Part {
    fn from(part: WorklistPart) -> Part {
        match part {
            WorklistPart::Front => Part::Front,
            WorklistPart::Back => Part::Back,
            WorklistPart::Sizes => Part::Sizes,
            WorklistPart::Phase => Part::Phase,
            WorklistPart::Capacity => Part::Capacity,
        }
    }
}

impl From<Argument> for Thing {
    fn from(argument: Argument) -> Thing {
        match argument {
            Argument::Graph(array) => Thing::Graph(array),
            Argument::Array { id, .. } => Thing::Array(id),
            Argument::Worklist(id, part) => Thing::Part(id, part.into()),
            Argument::NodeCount => Thing::NodeCount,
            Argument::EdgeCount => Thing::EdgeCount,
            Argument::Length(id) => Thing::Length(id),
            Argument::Param(id) => Thing::Param(id),
            Argument::Locks => Thing::Locks,
            Argument::Passed(id) => Thing::Local(id),
            Argument::Rounds => Thing::Rounds,
            Argument::MostRounds => Thing::MostRounds,
            Argument::Environment => Thing::Environment,
            Argument::Patience => Thing::Patience,
            Argument::Results => Thing::Results,
        }
    }
}

/// The names of one function.
pub(super) struct Names<'m> {
    module: &'m Module,
    locals: &'m [Local],
    taken: BTreeSet<String>,
    chosen: BTreeMap<Thing, String>,
}

impl<'m> Names<'m> {
    /// Creates an empty set of names for a function with these locals.
    pub fn new(module: &'m Module, locals: &'m [Local]) -> Names<'m> {
        Names { module, locals, taken: BTreeSet::new(), chosen: BTreeMap::new() }
    }

    /// Chooses a name that is derived from the name in the IR.
    pub fn choose(&mut self, thing: impl Into<Thing>) -> &str {
        let thing = thing.into();
        let module = self.module;
        let locals = self.locals;
        let local = |id: LocalId| locals[id.index()].name.as_str();
        let own = match thing {
            Thing::Graph(array) => array.name(),
            Thing::NodeCount => "node_count",
            Thing::EdgeCount => "edge_count",
            Thing::Locks => "locks",
            Thing::Rounds => "rounds",
            Thing::MostRounds => "most_rounds",
            Thing::Environment => "environment",
            Thing::Patience => "patience",
            Thing::Results => "results",
            Thing::Array(id) => return self.choose_as(thing, &module.arrays[id.index()].name),
            Thing::Param(id) => return self.choose_as(thing, &module.params[id.index()].name),
            Thing::Part(id, part) => {
                let worklist = &module.worklists[id.index()].name;
                return self.choose_as(thing, &format!("{worklist}_{}", part.suffix()));
            }
            Thing::Local(id) => return self.choose_as(thing, local(id)),
            Thing::Word(id) => return self.choose_as(thing, &format!("{}_word", local(id))),
            Thing::End(id) => return self.choose_as(thing, &format!("{}_end", local(id))),
            Thing::Length(id) => {
                let array = &module.arrays[id.index()].name;
                return self.choose_as(thing, &format!("{array}_length"));
            }
            Thing::Place(id) => {
                let array = &module.arrays[id.index()].name;
                return self.choose_as(thing, &format!("{array}_place"));
            }
            Thing::Shared(_) | Thing::Memory(_) => unreachable!("`choose_as` names these"),
        };
        self.keep(thing, own.into())
    }

    /// Chooses the name of a thing that the program or a pass has named: this name in the form of
    /// such names, with a number if another thing has it.
    pub fn choose_as(&mut self, thing: Thing, wish: &str) -> &str {
        let wish = &*bounded(wish);
        let mut name = safe(wish);
        let mut number = 2;
        while !self.taken.insert(name.clone()) {
            name = safe(&format!("{wish}_{number}"));
            number += 1;
        }
        self.keep(thing, name)
    }

    fn keep(&mut self, thing: Thing, name: String) -> &str {
        self.chosen.insert(thing, name);
        &self.chosen[&thing]
    }

    /// Returns the name of anything that has one.
    pub fn get(&self, thing: impl Into<Thing>) -> &str {
        let chosen = self.chosen.get(&thing.into());
        chosen.expect("everything has a name before the body is printed")
    }

    /// The name of a local.
    pub fn local(&self, id: LocalId) -> &str {
        self.get(Thing::Local(id))
    }

    /// The name of an array.
    pub fn array(&self, id: ArrayId) -> &str {
        self.get(Thing::Array(id))
    }

    /// The name of a part of a worklist.
    pub fn part(&self, id: WorklistId, part: Part) -> &str {
        self.get(Thing::Part(id, part))
    }

    /// The names of parts of a worklist, as arguments of a call.
    pub fn parts(&self, id: WorklistId, parts: &[Part]) -> String {
        let names: Vec<&str> = parts.iter().map(|part| self.part(id, *part)).collect();
        names.join(", ")
    }
}

/// The form of names that cannot have another meaning: they start with a letter and end with `_`.
pub(super) fn safe(name: &str) -> String {
    let letter = if name.starts_with('_') { "u" } else { "" };
    format!("{letter}{name}_")
}
