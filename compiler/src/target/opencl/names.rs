//! Chooses names in emitted code: the names in the source wherever C allows them.

use std::collections::{BTreeMap, BTreeSet};

use crate::interface::{Argument, WorklistPart};
use crate::ir::{
    ArrayId, GraphArray, Local, LocalId, MemoryId, Module, ParamId, SharedId, WorklistId,
};

/// Names that C, OpenCL C or the device library reserve, and functions that emitted code calls.
const RESERVED: &[&str] = &[
    "auto",
    "bool",
    "break",
    "case",
    "char",
    "complex",
    "const",
    "constant",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "event_t",
    "extern",
    "false",
    "float",
    "fmax",
    "fmin",
    "fmod",
    "fabs",
    "for",
    "generic",
    "global",
    "goto",
    "half",
    "if",
    "image1d_t",
    "image2d_t",
    "image3d_t",
    "imaginary",
    "inline",
    "int",
    "int16_t",
    "intptr_t",
    "kernel",
    "local",
    "long",
    "main",
    "max",
    "min",
    "pipe",
    "printf",
    "private",
    "ptrdiff_t",
    "quad",
    "queue_t",
    "read_only",
    "read_write",
    "register",
    "restrict",
    "return",
    "sampler_t",
    "short",
    "signed",
    "size_t",
    "sizeof",
    "static",
    "struct",
    "switch",
    "true",
    "typedef",
    "uchar",
    "uint",
    "uintptr_t",
    "ulong",
    "uniform",
    "union",
    "unsigned",
    "ushort",
    "vec_step",
    "void",
    "volatile",
    "while",
    "write_only",
    "INFINITY",
    "NAN",
    "INT_MAX",
    "INT_MIN",
    "LONG_MAX",
    "LONG_MIN",
    "UINT_MAX",
    "ULONG_MAX",
    "NULL",
    "node_count",
    "edge_count",
    "grid",
    "place",
    "run",
];

/// Prefixes of names that belong to OpenCL C or the device library.
const RESERVED_PREFIXES: &[&str] =
    &["__", "igc_", "IGC_", "cl_", "CL_", "CLK_", "get_", "as_", "atomic_", "convert_", "memory_"];

/// Anything that has a name in a function of emitted code.
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
        let local = |id: LocalId| self.locals[id.index()].name.as_str();
        let wish = match thing {
            Thing::Graph(array) => array.name().into(),
            Thing::Array(id) => module.arrays[id.index()].name.clone(),
            Thing::Param(id) => module.params[id.index()].name.clone(),
            Thing::Part(id, part) => {
                format!("{}_{}", module.worklists[id.index()].name, part.suffix())
            }
            // These two names are reserved, so no other name can be equal to them.
            Thing::NodeCount => return self.keep(thing, "node_count".into()),
            Thing::EdgeCount => return self.keep(thing, "edge_count".into()),
            Thing::Local(id) => local(id).into(),
            Thing::Word(id) => format!("{}_word", local(id)),
            Thing::End(id) => format!("{}_end", local(id)),
            Thing::Place(id) => format!("{}_place", module.arrays[id.index()].name),
            Thing::Shared(_) | Thing::Memory(_) => unreachable!("`choose_as` names these"),
            Thing::Locks => "locks".into(),
            Thing::Rounds => "rounds".into(),
            Thing::MostRounds => "most_rounds".into(),
            Thing::Environment => "environment".into(),
            Thing::Patience => "patience".into(),
            Thing::Results => "results".into(),
        };
        self.choose_as(thing, &wish)
    }

    /// Chooses a name: `wish` if it is free, otherwise a similar one.
    pub fn choose_as(&mut self, thing: Thing, wish: &str) -> &str {
        let reserved = RESERVED.contains(&wish)
            || RESERVED_PREFIXES.iter().any(|prefix| wish.starts_with(prefix))
            || is_vector_type(wish);
        let base =
            if reserved { format!("{}_", wish.trim_start_matches('_')) } else { wish.into() };
        let mut name = base.clone();
        let mut number = 2;
        while !self.taken.insert(name.clone()) {
            name = format!("{base}_{number}");
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

/// Whether a name is a vector type of OpenCL C, such as `uint4` or `half16`.
fn is_vector_type(name: &str) -> bool {
    let scalar = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let types = [
        "char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "float", "double",
        "half",
    ];
    scalar.len() < name.len() && types.contains(&scalar)
}
