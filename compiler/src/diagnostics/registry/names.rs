//! `E01xx`: names.

use super::Explanation;

/// What each code of the group means.
pub const CODES: &[Explanation] = &[
    Explanation {
        code: "E0101",
        title: "an unknown name",
        text: r"No item or local of this name is visible here. Locals are visible from their `let`
to the end of their block, items in the whole program. The name of a property alone is not a
value: read the property through a node or an edge, as in `u.level`.",
        wrong: r"main {
    let depth = 1;
    let _next = dpeth + 1;
}
",
        right: r"main {
    let depth = 1;
    let _next = depth + 1;
}
",
    },
    Explanation {
        code: "E0102",
        title: "an unknown type",
        text: r"The types are `bool`, `i32`, `u32`, `i64`, `u64`, `f32`, `f64`, `node` and `edge`.
The language has no structures or pointers. To store a value for each node, declare a property:
`node x: u32;`. To store several, declare an array: `node x: u32[4];`.",
        wrong: r"global total: float;
main {}
output total;
",
        right: r"global total: f32;
main {}
output total;
",
    },
    Explanation {
        code: "E0103",
        title: "a name declared twice",
        text: r"All items of a program share one set of names, so that `output` and `check` can
refer to any of them. Within a block, all locals must have different names. A local may hide an
item or a local of an outer block.",
        wrong: r"node level: u32 = 0;
global level: u32;
main {}
output level;
",
        right: r"node level: u32 = 0;
global deepest: u32;
main {}
output level, deepest;
",
    },
    Explanation {
        code: "E0104",
        title: "a name that the language defines",
        text: r"The meaning of `nodes`, `edges`, `MAX`, `MIN`, `node_count`, `edge_count`, `min`,
`max`, `abs`, `select`, the `atomic_…` functions, `std` and the names of types is fixed. A
property cannot have the name of a built-in field: `src`, `dst`, `out`, `in`, `degree`,
`in_degree`, `out_degree`, `out_begin` or `out_end`. Programs may declare the names of primitives,
such as `sort`.",
        wrong: r"node degree: u32 = 0;
main {}
output degree;
",
        right: r"node core_degree: u32 = 0;
main {}
output core_degree;
",
    },
    Explanation {
        code: "E0105",
        title: "an unknown field",
        text: r"A node has the fields `out`, `in`, `degree`, `out_degree`, `in_degree`,
`out_begin` and `out_end`, and the node properties of the program. An edge has the fields `src`
and `dst`, and the edge properties of the program. A worklist has the field `size`.",
        wrong: r"node level: u32 = MAX;
param source: node = 0;
main {
    source.lvel = 0;
}
output level;
",
        right: r"node level: u32 = MAX;
param source: node = 0;
main {
    source.level = 0;
}
output level;
",
    },
    Explanation {
        code: "E0106",
        title: "an unknown worklist",
        text: r"A worklist must be declared, except the default worklist, whose name is
`worklist`. To declare worklists, write `worklist near, far;`.",
        wrong: r"kernel visit() {
    forall u in nodes {
        push near u;
    }
}
main {
    visit();
}
",
        right: r"worklist near;
kernel visit() {
    forall u in nodes {
        push near u;
    }
}
main {
    visit();
}
",
    },
    Explanation {
        code: "E0107",
        title: "an ambiguous worklist",
        text: r"`push v;`, `pipe { … }` and `forall u in worklist` refer to the only worklist of
the program. A program with several worklists must name one of them.",
        wrong: r"worklist near, far;
kernel visit() {
    forall u in near {
        push u;
    }
}
main {
    pipe near nodes {
        visit();
    }
    pipe far {}
}
",
        right: r"worklist near, far;
kernel visit() {
    forall u in near {
        push far u;
    }
}
main {
    once pipe near nodes {
        visit();
    }
}
",
    },
    Explanation {
        code: "E0108",
        title: "a constant used before its declaration",
        text: r"The value of a constant consists of literals and of constants that are declared
before it. This rule ensures that no constant depends on itself. Everything else may use a
constant before its declaration.",
        wrong: r"const double: u32 = 2 * single;
const single: u32 = 21;
global g: u32 = double;
main {}
output g;
",
        right: r"const single: u32 = 21;
const double: u32 = 2 * single;
global g: u32 = double;
main {}
output g;
",
    },
    Explanation {
        code: "E0109",
        title: "an unknown module or module item",
        text: r"`use std::hash;` makes a module of the standard library available, whose items are
then called `hash::mix` and so on. `use std::hash::mix;` makes one item available as `mix`. The
chapter on the standard library lists the modules. `use ./lib.ig;` makes a file available in the
same way, as `lib::f`.",
        wrong: r"use std::hashing;
node draw: u32 = 0;
kernel k() {
    forall u in nodes {
        u.draw = hashing::mix(u as u32);
    }
}
main {
    k();
}
output draw;
",
        right: r"use std::hash;
node draw: u32 = 0;
kernel k() {
    forall u in nodes {
        u.draw = hash::mix(u as u32);
    }
}
main {
    k();
}
output draw;
",
    },
    Explanation {
        code: "E0110",
        title: "a file that cannot be imported",
        text: r"`use ./lib.ig;` imports a file. The path starts at the folder of the file that
contains the `use`. The file must exist, and must be a file of UTF-8 text. A program that igc does
not read from a file, such as one from a pipe, cannot import files.",
        wrong: r"use ./missing.ig;
global x: u32 = 0;
main {
    x = missing::twice(2);
}
output x;
",
        right: r"use ./lib.ig;
global x: u32 = 0;
main {
    x = lib::twice(2);
}
output x;

// file ./lib.ig
fn twice(x: u32) -> u32 {
    return 2 * x;
}
",
    },
    Explanation {
        code: "E0111",
        title: "files that import each other",
        text: r"A file cannot import itself, directly or through other files. Nothing can import the
program. Move the functions that both files need into a third file.",
        wrong: r"use ./lib.ig;
global x: u32 = 0;
main {
    x = lib::four_times(2);
}
output x;

// file ./lib.ig
use ./more.ig;
fn twice(x: u32) -> u32 {
    return 2 * x;
}
fn four_times(x: u32) -> u32 {
    return more::twice_twice(x);
}

// file ./more.ig
use ./lib.ig;
fn twice_twice(x: u32) -> u32 {
    return lib::twice(lib::twice(x));
}
",
        right: r"use ./lib.ig;
global x: u32 = 0;
main {
    x = lib::four_times(2);
}
output x;

// file ./lib.ig
use ./base.ig::twice;
fn four_times(x: u32) -> u32 {
    return twice(twice(x));
}

// file ./base.ig
fn twice(x: u32) -> u32 {
    return 2 * x;
}
",
    },
    Explanation {
        code: "E0112",
        title: "an item that an imported file cannot contain",
        text: r"An imported file contains functions, constants, requirements on the graph, and `use`s.
It has no state and no kernels. Its functions take the properties and globals that they work on as
parameters.",
        wrong: r"use ./count.ig;
kernel k() {
    forall u in nodes {
        count::add(u.degree);
    }
}
main {
    k();
}

// file ./count.ig
global total: u32 = 0;
fn add(x: u32) {
    total += x;
}
",
        right: r"use ./count.ig;
global total: u32 = 0;
kernel k() {
    forall u in nodes {
        count::add(total, u.degree);
    }
}
main {
    k();
}
output total;

// file ./count.ig
fn add(global total: u32, x: u32) {
    total += x;
}
",
    },
    Explanation {
        code: "E0113",
        title: "a file whose name cannot be that of a module",
        text: r"The items of a file are called by its name, as in `lib::f`. The name without `.ig` must
therefore be a name of the language: letters, digits and `_`, and no keyword or type. It must not be
the name of a module of the standard library.",
        wrong: r"use ./my-lib.ig;
global x: u32 = 0;
main {}
output x;

// file ./my-lib.ig
const ONE: u32 = 1;
",
        right: r"use ./my_lib.ig;
global x: u32 = my_lib::ONE;
main {}
output x;

// file ./my_lib.ig
const ONE: u32 = 1;
",
    },
];
