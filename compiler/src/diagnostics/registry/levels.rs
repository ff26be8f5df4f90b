//! `E07xx`: contraction, and the levels that state belongs to.

use super::Explanation;

/// What each code of the group means.
pub const CODES: &[Explanation] = &[
    Explanation {
        code: "E0701",
        title: "state of another level",
        text: r"`contract` replaces the graph by its quotient. Node and edge properties then belong to
the new graph. A property that is declared by `original node` belongs to the input graph: `contract`
keeps it up to date, and the run can return it, but kernels and `main` cannot access it. A program that
contracts the graph returns only such properties and globals, because the result of a run describes the
input graph.",
        wrong: r"graph undirected;
node community: node = 0;
original node member: node;
main {
    contract(community, member);
}
output community;
",
        right: r"graph undirected;
node community: node = 0;
original node member: node;
main {
    contract(community, member);
}
output member;
",
    },
    Explanation {
        code: "E0702",
        title: "a property of the input graph that is not a node",
        text: r"A property that is declared by `original node` keeps, for each node of the input graph,
its node in the current graph. At the start, that is the node itself. It therefore has the type `node`,
and no initial value.",
        wrong: r"node label: u32 = 0;
original node member: u32 = 0;
main {
    contract(label, member);
}
output member;
",
        right: r"node label: u32 = 0;
original node member: node;
main {
    contract(label, member);
}
output member;
",
    },
    Explanation {
        code: "E0703",
        title: "a contraction that loses an input",
        text: r"After a `contract`, properties have their initial values again. The initial values of an
input come from a file for the input graph, so `contract` must carry the input: a node gets the value of
its member with the smallest number, and the values of edges are added up.",
        wrong: r"node label: u32 = 0;
input edge length: f32;
original node member: node;
global total: f32;
kernel sum() {
    forall e in edges {
        total += e.length;
    }
}
main {
    contract(label, member);
    sum();
}
output total, member;
",
        right: r"node label: u32 = 0;
input edge length: f32;
original node member: node;
global total: f32;
kernel sum() {
    forall e in edges {
        total += e.length;
    }
}
main {
    contract(label, member, length);
    sum();
}
output total, member;
",
    },
];
