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
];
