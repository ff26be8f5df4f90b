//! `W01xx`: warnings. The program compiles, but something in it is probably not meant.

use super::Explanation;

/// What each code of the group means.
pub const CODES: &[Explanation] = &[
    Explanation {
        code: "W0101",
        title: "a local that is never used",
        text: r"A local, parameter or loop variable is declared and never mentioned again. Remove it, or start its
name with `_` to say that this is meant.",
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
        text: r"A constant, parameter, global, property or worklist is declared and never mentioned again.",
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
        text: r"A kernel that `main` does not call never runs.",
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
        text: r"A `use` brings in a module of which the program names nothing.",
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
