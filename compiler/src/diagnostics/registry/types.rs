//! `E02xx`: types and values.

use super::Explanation;

/// What each code of the group means.
pub const CODES: &[Explanation] = &[
    Explanation {
        code: "E0201",
        title: "a value of the wrong type",
        text: r"There are no implicit conversions: write `x as u64`. A number without a suffix is different, it takes
the type of its surroundings, so `let x: f32 = 1;` and `source.level = 0;` need no conversion. Where
nothing else decides, whole numbers are `u32` (`i32` behind a minus) and fractions `f32`.",
        wrong: r"global total: u64;
main {
    total = node_count;
}
output total;
",
        right: r"global total: u64;
main {
    total = node_count as u64;
}
output total;
",
    },
    Explanation {
        code: "E0202",
        title: "an operator that does not apply to the type",
        text: r"Arithmetic needs numbers, `%`, shifts and `~` whole numbers, `-x` a type with a sign, `&&`, `||` and
`!` a `bool`. The bit operators `&`, `|` and `^` also apply to `bool`. Nodes and edges can be
compared, but are not numbers: convert with `as u32` and back with `as node`.",
        wrong: r"param source: node = 0;
main {
    let _next = source + 1;
}
",
        right: r"param source: node = 0;
main {
    let _next = (source as u32 + 1) as node;
}
",
    },
    Explanation {
        code: "E0203",
        title: "a conversion that does not exist",
        text: r"Numbers convert to numbers, `bool` to integers (`true` is 1), integers to `node` and `edge` and back.
Nothing converts to `bool`: compare instead.",
        wrong: r"global count: u32;
main {
    let _some = count as bool;
}
",
        right: r"global count: u32;
main {
    let _some = count != 0;
}
",
    },
    Explanation {
        code: "E0204",
        title: "a wrong number of arguments",
        text: r"A call gives one argument to each parameter.",
        wrong: r"main {
    let _x = min(1, 2, 3);
}
",
        right: r"main {
    let _x = min(1, min(2, 3));
}
",
    },
    Explanation {
        code: "E0205",
        title: "something used as a value that has none",
        text: r"Kernels, worklists, `nodes`, `edges`, `u.out`, `u.in` and the bare names of properties and functions
are not values: they are called, looped over, or read through a node or edge.",
        wrong: r"node level: u32 = 0;
main {
    let _x = level;
}
",
        right: r"node level: u32 = 0;
param source: node = 0;
main {
    let _x = source.level;
}
",
    },
    Explanation {
        code: "E0206",
        title: "a call of something that cannot be called",
        text: r"Kernels, functions and what the language has (`min`, `max`, `abs`, `select`, `atomic_…`, and in `main`
`fill`, `sort` and their like) can be called.",
        wrong: r"global count: u32;
main {
    count(1);
}
",
        right: r"global count: u32;
main {
    count = 1;
}
",
    },
    Explanation {
        code: "E0207",
        title: "a literal that its type cannot hold",
        text: r"A literal takes the type of its surroundings, or of its suffix, and must be a value of it. A literal of
which nothing else decides the type is a `u32`.",
        wrong: r"main {
    let _x = 5000000000;
}
",
        right: r"main {
    let _x = 5000000000u64;
}
",
    },
    Explanation {
        code: "E0208",
        title: "a division by a constant zero",
        text: r"A division by zero during a run has a documented result and crashes nothing; one that is certain
before is a mistake.",
        wrong: r"const step: u32 = 0;
main {
    let _x = node_count / step;
}
",
        right: r"const step: u32 = 2;
main {
    let _x = node_count / step;
}
",
    },
    Explanation {
        code: "E0209",
        title: "a field of something that has none, or another",
        text: r"Only nodes and edges have fields. A property of nodes is not one of edges: an edge's ends are
`e.src` and `e.dst`.",
        wrong: r"node level: u32 = 0;
kernel k() {
    forall e in edges {
        e.level = 1;
    }
}
main {
    k();
}
output level;
",
        right: r"node level: u32 = 0;
kernel k() {
    forall e in edges {
        e.dst.level = 1;
    }
}
main {
    k();
}
output level;
",
    },
    Explanation {
        code: "E0210",
        title: "a shift by the width of the type or more",
        text: r"A shift by as many bits as the type has leaves nothing. During a run the amount counts modulo the
width; one that is certain before is a mistake.",
        wrong: r"main {
    let _x = 1u32 << 32;
}
",
        right: r"main {
    let _x = 1u64 << 32;
}
",
    },
    Explanation {
        code: "E0211",
        title: "an initial value that is not constant",
        text: r"Constants and the defaults of parameters are made of literals and constants; the initial values of
properties and globals may also use parameters, `node_count` and `edge_count`. Anything else is
computed in `main` or in a kernel.",
        wrong: r"node rank: f32 = 0.5;
node next: f32 = rank;
global sum: f32 = total;
global total: f32;
main {}
output next, sum;
",
        right: r"node rank: f32 = 1.0 / node_count as f32;
global sum: f32 = 0;
main {}
output rank, sum;
",
    },
    Explanation {
        code: "E0212",
        title: "a result that is missing, or not wanted",
        text: r"A `fn` with a result returns a value on every way through it, one without returns none. A kernel never
has a result: it leaves values in properties and reduces into globals.",
        wrong: r"kernel count() -> u32 {
    forall _u in nodes {}
}
main {
    count();
}
",
        right: r"global total: u32;
kernel count() {
    forall _u in nodes {
        total += 1;
    }
}
main {
    count();
}
output total;
",
    },
    Explanation {
        code: "E0213",
        title: "a property passed wrongly",
        text: r"A parameter such as `node parent: node` takes a property of nodes, by its name alone, of exactly that
type; `edge w: u32` takes a property of edges, `global g: u32` a global. The function then works on
the caller's own. Kernels, which `main` calls with values, have no such parameters.",
        wrong: r"node parent: node;
fn above(node parent: node, u: node) -> node {
    return u.parent;
}
kernel k() {
    forall u in nodes {
        u.parent = above(u.parent, u);
    }
}
main {
    k();
}
output parent;
",
        right: r"node parent: node;
fn above(node parent: node, u: node) -> node {
    return u.parent;
}
kernel k() {
    forall u in nodes {
        u.parent = above(parent, u);
    }
}
main {
    k();
}
output parent;
",
    },
];
