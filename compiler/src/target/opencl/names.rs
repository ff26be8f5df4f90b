//! Names in emitted code: the source's own wherever C allows.

use std::collections::{BTreeMap, BTreeSet};

use crate::ir::{Local, Type};
use crate::schedule::Argument;

/// Words that C, OpenCL C or the device library take, and functions that emitted code calls.
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
    "again",
    "once",
    "holds",
    "leaves",
    "now",
    "grid",
    "place",
    "run",
];

/// Prefixes of names that belong to OpenCL C or the device library.
const RESERVED_PREFIXES: &[&str] =
    &["__", "igc_", "IGC_", "cl_", "CL_", "CLK_", "get_", "as_", "atomic_", "convert_", "memory_"];

/// Which name in C each thing of one kernel has.
#[derive(Default)]
pub(super) struct Names {
    taken: BTreeSet<String>,
    /// By what the IR calls it, prefixed by its kind.
    chosen: BTreeMap<String, String>,
}

impl Names {
    /// Chooses the name of an argument.
    pub fn argument(&mut self, locals: &[Local], argument: &Argument) -> String {
        match argument {
            Argument::Graph(name) => self.choose(&format!("graph {name}"), name),
            Argument::Buffer(name) => self.choose(&format!("array {name}"), name),
            Argument::Param(name) => self.choose(&format!("param {name}"), name),
            Argument::WorklistFront(w) => self.worklist(w, "front"),
            Argument::WorklistBack(w) => self.worklist(w, "back"),
            Argument::WorklistSizes(w) => self.worklist(w, "sizes"),
            Argument::WorklistTurn(w) => self.worklist(w, "turn"),
            Argument::WorklistCapacity(w) => self.worklist(w, "capacity"),
            Argument::NodeCount => "node_count".into(),
            Argument::EdgeCount => "edge_count".into(),
            Argument::Launch(position, _) => self.local(&locals[*position].name),
            // A bool arrives as a word.
            Argument::Local(name, Type::Bool) => {
                self.choose(&format!("word {name}"), &format!("{name}_word"))
            }
            Argument::Local(name, _) => self.local(name),
            Argument::Rounds => self.choose("launch rounds", "rounds"),
            Argument::MostRounds => self.choose("launch most_rounds", "most_rounds"),
            Argument::Locks => self.choose("launch locks", "locks"),
            Argument::Environment => self.choose("launch environment", "environment"),
            Argument::Patience => self.choose("launch patience", "patience"),
            Argument::Results => self.choose("launch results", "results"),
        }
    }

    /// Chooses the name of a local.
    pub fn local(&mut self, name: &str) -> String {
        self.choose(&format!("local {name}"), name)
    }

    /// Chooses the name of the end of a counted loop.
    pub fn loop_end(&mut self, variable: &str) -> String {
        self.choose(&format!("end {variable}"), &format!("{variable}_end"))
    }

    /// Chooses the name of a variable that keeps which array has become this one.
    pub fn place(&mut self, array: &str) -> String {
        self.choose(&format!("place {array}"), &format!("{array}_place"))
    }

    /// Chooses the name of shared memory.
    pub fn shared(&mut self, name: &str) -> String {
        self.choose(&format!("shared {name}"), name)
    }

    /// Chooses the name of local memory that several kernels use, by what it is known by to all of them.
    pub fn memory(&mut self, key: &str, wish: &str) -> String {
        self.choose(&format!("memory {key}"), wish)
    }

    /// Chooses the names of the parts of a worklist's queue.
    pub fn queue(&mut self, worklist: &str) {
        for part in ["queue", "counts", "round"] {
            self.worklist(worklist, part);
        }
    }

    /// Chooses the name of a part of a worklist.
    pub fn worklist(&mut self, worklist: &str, part: &str) -> String {
        self.choose(&format!("worklist {worklist} {part}"), &format!("{worklist}_{part}"))
    }

    fn choose(&mut self, key: &str, wish: &str) -> String {
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
        self.chosen.insert(key.into(), name.clone());
        name
    }

    /// The name chosen for `kind name`, such as `array level` or `worklist near back`.
    pub fn get(&self, kind: &str, name: &str) -> &str {
        let chosen = self.chosen.get(&format!("{kind} {name}"));
        chosen.expect("every argument and local has a name before the body is printed")
    }

    /// The name of what an argument of a kernel is bound to, other than the value that a launch passes.
    pub fn bound(&self, argument: &Argument) -> &str {
        match argument {
            Argument::Graph(name) => self.get("graph", name),
            Argument::Buffer(name) => self.get("array", name),
            Argument::Param(name) => self.get("param", name),
            Argument::WorklistFront(w) => self.part(w, "front"),
            Argument::WorklistBack(w) => self.part(w, "back"),
            Argument::WorklistSizes(w) => self.part(w, "sizes"),
            Argument::WorklistTurn(w) => self.part(w, "turn"),
            Argument::WorklistCapacity(w) => self.part(w, "capacity"),
            Argument::NodeCount => "node_count",
            Argument::EdgeCount => "edge_count",
            Argument::Rounds => self.get("launch", "rounds"),
            Argument::MostRounds => self.get("launch", "most_rounds"),
            Argument::Locks => self.get("launch", "locks"),
            Argument::Environment => self.get("launch", "environment"),
            Argument::Patience => self.get("launch", "patience"),
            Argument::Results => self.get("launch", "results"),
            Argument::Local(name, _) => self.get("local", name),
            Argument::Launch(..) => unreachable!("a value that is passed is no name"),
        }
    }

    /// The name of a part of a worklist.
    pub fn part(&self, worklist: &str, part: &str) -> &str {
        self.get("worklist", &format!("{worklist} {part}"))
    }
}

/// `uint4`, `half16`, …
fn is_vector_type(name: &str) -> bool {
    let scalar = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let types = [
        "char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "float", "double",
        "half",
    ];
    scalar.len() < name.len() && types.contains(&scalar)
}
