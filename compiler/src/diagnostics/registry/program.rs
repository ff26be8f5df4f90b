//! `E04xx`: `main`, `output`, `check`, `graph` and other declarations.

use super::Explanation;

/// What each code of the group means.
pub const CODES: &[Explanation] = &[
    Explanation {
        code: "E0401",
        title: "no `main`, or several",
        text: r"A program has exactly one `main`, which calls the kernels.",
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
        title: "an invalid output",
        text: r"Properties and globals can be outputs, each at most once. They are the state that
a run returns.",
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
        text: r"`check` names an oracle: an independent checker that igc contains. It decides
whether a result is correct.",
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
        text: r"Each oracle takes certain arguments in a fixed order, such as the levels and the
source of a breadth-first search. Each argument must have the kind and the type that the oracle
expects.",
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
        text: r"A constant must have a value. A property or global without an initial value starts
as zero or `false`, except that an edge property then holds the weights of the graph. A parameter
without a default must be set for each run.",
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
        text: r"`graph` names properties that the loader establishes: `undirected` (each edge
exists in both directions), `simple` (no self-loops and no parallel edges) and `sorted`
(neighbours in ascending order).",
        wrong: r"graph directed;
main {}
",
        right: r"graph undirected;
main {}
",
    },
    Explanation {
        code: "E0407",
        title: "weights of a type that is not a number type",
        text: r"An edge property without an initial value holds the weights of the graph, which
are numbers. An edge property of another type needs an initial value.",
        wrong: r"edge is_marked: bool;
main {}
output is_marked;
",
        right: r"edge is_marked: bool = false;
main {}
output is_marked;
",
    },
    Explanation {
        code: "E0410",
        title: "an input with an initial value",
        text: r"The values of `input node x: T;` and `input edge x: T;` come from a file, which the
command line names with `--input x=FILE`. The file has a value for every node or edge, so an initial
value would have no effect. Declare a property without `input` if the program computes its values.",
        wrong: r"input node feature: f32 = 0;
main {}
output feature;
",
        right: r"input node feature: f32;
main {}
output feature;
",
    },
    Explanation {
        code: "E0411",
        title: "a range that does not fit its parameter",
        text: r"`in` gives the range of a parameter: `a..b` contains `a` and the numbers up to `b`, but
not `b`. `a..=b` also contains `b`, and `a<..b` does not contain `a`. One of the two ends can be
missing. Only numbers have ranges, a range contains at least one number of the type, and it contains
the default. igc checks each value that a user sets before it runs the program.",
        wrong: r"param damping: f32 = 1.5 in 0..1;
global g: f32 = damping;
main {}
output g;
",
        right: r"param damping: f32 = 0.85 in 0..1;
global g: f32 = damping;
main {}
output g;
",
    },
];
