//! `W01xx`: warnings. The program compiles, but something in it is probably not meant.

use super::Explanation;

/// What each code of the group means.
pub const CODES: &[Explanation] = &[
    Explanation {
        code: "W0101",
        title: "a local that is never used",
        text: r"A local, parameter or loop variable is declared but never used. Remove it, or
start its name with `_` to show that this is intended.",
        wrong: r"main {
    let depth = 1;
}
",
        right: r"main {
    let _depth = 1;
}
",
    },
    Explanation {
        code: "W0102",
        title: "state that is never used",
        text: r"A constant, parameter, global, property or worklist is declared but never used.
Remove it, or start its name with `_` to show that this is intended.",
        wrong: r"param source: node = 0;
main {}
",
        right: r"param source: node = 0;
node level: u32 = 0;
main {
    source.level = 1;
}
output level;
",
    },
    Explanation {
        code: "W0103",
        title: "a kernel or function that is never called",
        text: r"A kernel that `main` does not call never runs. A function that nothing calls has
no effect. Remove it, or start its name with `_` to show that this is intended.",
        wrong: r"kernel k() {
    forall _u in nodes {}
}
main {}
",
        right: r"kernel k() {
    forall _u in nodes {}
}
main {
    k();
}
",
    },
    Explanation {
        code: "W0104",
        title: "a module that is never used",
        text: r"The program uses no item of a module that a `use` makes available. Remove the
`use`.",
        wrong: r"use std::hash;
main {}
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
