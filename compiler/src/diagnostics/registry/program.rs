//! `E04xx`: `main`, `output`, `check`, `graph` and other declarations.

use super::Explanation;

/// What each code of the group means.
pub const CODES: &[Explanation] = &[
    Explanation {
        code: "E0401",
        title: "no `main`, or several",
        text: r"A program has one `main`, which says which kernels run in which order.",
        wrong: r"kernel k() {
    forall _u in nodes {}
}
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
        code: "E0402",
        title: "an output that is no state",
        text: r"Properties and globals can be outputs: they are what a run leaves behind.",
        wrong: r"param source: node = 0;
main {}
output source;
",
        right: r"node level: u32 = 0;
main {}
output level;
",
    },
    Explanation {
        code: "E0403",
        title: "an unknown oracle",
        text: r"`check` names an oracle, an independent program that knows what a right result is. The oracles come
with igc.",
        wrong: r"node level: u32 = 0;
param source: node = 0;
main {}
check breadth(level, source);
",
        right: r"node level: u32 = 0;
param source: node = 0;
main {}
check bfs(level, source);
",
    },
    Explanation {
        code: "E0404",
        title: "wrong arguments of an oracle",
        text: r"Each oracle is shown certain things, such as the levels and the source of a search, in a fixed order
and of a fixed type.",
        wrong: r"node level: f32 = 0;
param source: node = 0;
main {}
check bfs(level, source);
",
        right: r"node level: u32 = 0;
param source: node = 0;
main {}
check bfs(level, source);
",
    },
    Explanation {
        code: "E0405",
        title: "a constant without a value",
        text: r"A constant is its value. A property or global without an initial value starts as zero or `false` (a
property of edges as the graph's weights), a parameter without a default must be given for each run.",
        wrong: r"const limit: u32;
global g: u32 = limit;
main {}
output g;
",
        right: r"const limit: u32 = 16;
global g: u32 = limit;
main {}
output g;
",
    },
    Explanation {
        code: "E0406",
        title: "an unknown requirement on the graph",
        text: r"`graph` says what the loader must make true: `undirected` (every edge both ways), `simple` (no loops
and no edge twice), `sorted` (neighbours in ascending order).",
        wrong: r"graph directed;
main {}
",
        right: r"graph undirected;
main {}
",
    },
    Explanation {
        code: "E0407",
        title: "weights that are no numbers",
        text: r"A property of edges without an initial value holds the graph's weights, which are numbers. One that is to
hold something else needs a value to start with.",
        wrong: r"edge is_marked: bool;
main {}
output is_marked;
",
        right: r"edge is_marked: bool = false;
main {}
output is_marked;
",
    },
];
