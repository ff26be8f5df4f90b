//! `E01xx`: names.

use super::Explanation;

/// What each code of the group means.
pub const CODES: &[Explanation] = &[
    Explanation {
        code: "E0101",
        title: "an unknown name",
        text: r"Nothing of that name is visible here. Locals are visible from their `let` to the end of their block,
items in the whole program. A property is not a value by itself: it is read through a node or an edge,
as `u.level`.",
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
        text: r"The types are `bool`, `i32`, `u32`, `i64`, `u64`, `f32`, `f64`, `node` and `edge`. There are no
arrays, structures or pointers: what belongs to a node is a property, `node x: u32;`.",
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
        text: r"All items of a program share one set of names, whatever their kind, so that `output` and `check` can
name any of them; and the locals of one block have different names. A local may hide an item or a
local of an outer block.",
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
        title: "a name that is part of the language",
        text: r"`nodes`, `edges`, `MAX`, `MIN`, `node_count`, `edge_count`, `min`, `max`, `abs`, `select`, the
`atomic_…` functions, `std` and the names of types always mean the same. So do the fields `src`, `dst`,
`out`, `in`, `degree`, `in_degree`, `out_degree`, `out_begin` and `out_end`, which no property can be
called. The names of what `main` does to whole properties, such as `sort`, may be declared.",
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
        text: r"A node has the fields `out`, `in`, `degree`, `out_degree`, `in_degree`, `out_begin` and `out_end`, an
edge `src` and `dst`, and each the properties that the program declares with `node` and `edge`. A
worklist has `size`.",
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
        text: r"A worklist other than the unnamed one is declared before it is pushed to, piped or looped over:
`worklist near, far;`.",
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
        title: "a worklist that must be named",
        text: r"`push v;`, `pipe { … }` and `forall u in worklist` mean the program's only worklist. A program that
declares several says which one is meant.",
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
        text: r"The value of a constant is made of literals and of constants declared further up, so that no constant
depends on itself. Everything else may use constants wherever they are declared.",
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
        title: "an unknown module, or an item that a module lacks",
        text: r"`use std::hash;` brings a module of the standard library into the program, whose items are then
called `hash::mix`; `use std::hash::mix;` brings one item, called `mix`. The chapter on the standard
library lists the modules. Programs cannot use each other.",
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
];
