//! `E06xx`: items of worklists.

use super::Explanation;

/// What each code of the group means.
pub const CODES: &[Explanation] = &[
    Explanation {
        code: "E0601",
        title: "a type that items of worklists cannot have",
        text: r"An item of a worklist is a `node`, an `edge`, a `u32`, a `u64`, or a pair of these.
Convert other values when they are pushed. Worklists that start with the items of a file hold nodes.",
        wrong: r"worklist near: (node, f32);
node largest: f32 = 0.0;
kernel start() {
    forall u in nodes {
        push near(u, 0.5);
    }
}
kernel spread() {
    forall (u, share) in near {
        atomic_max(u.largest, share);
    }
}
main {
    start();
    once pipe near {
        spread();
    }
}
output largest;
",
        right: r"worklist near: (node, u32);
node largest: f32 = 0.0;
kernel start() {
    forall u in nodes {
        push near(u, bits(0.5f32));
    }
}
kernel spread() {
    forall (u, share) in near {
        atomic_max(u.largest, f32_from_bits(share));
    }
}
main {
    start();
    once pipe near {
        spread();
    }
}
output largest;
",
    },
    Explanation {
        code: "E0602",
        title: "an item that does not fit its worklist",
        text: r"A `push` gives as many values as the worklist declares for an item, with the declared
types, and a `forall` over the worklist has as many variables. `pipe near nodes` and `compact` add
nodes, so they need a worklist of nodes.",
        wrong: r"worklist near: (node, u32);
node seen: bool = false;
kernel start() {
    forall u in nodes {
        push near u;
    }
}
kernel visit() {
    forall (u, depth) in near where depth < 4 {
        u.seen = true;
    }
}
main {
    start();
    once pipe near {
        visit();
    }
}
output seen;
",
        right: r"worklist near: (node, u32);
node seen: bool = false;
kernel start() {
    forall u in nodes {
        push near(u, u.degree);
    }
}
kernel visit() {
    forall (u, depth) in near where depth < 4 {
        u.seen = true;
    }
}
main {
    start();
    once pipe near {
        visit();
    }
}
output seen;
",
    },
    Explanation {
        code: "E0603",
        title: "a block of `once` that does not process its items",
        text: r"`once near { … }` takes the items of a worklist. All kernels of the block that loop over
the worklist process these items, and at least one kernel does. The block cannot take, clear or swap
the items of the worklist itself.",
        wrong: r"node level: u32 = MAX;
kernel settle() {
    forall u in worklist {
        u.level = 0;
    }
}
main {
    once worklist {
        pipe [0 as node] {
            settle();
        }
    }
}
output level;
",
        right: r"node level: u32 = MAX;
node seen: bool = false;
kernel mark() {
    forall u in worklist {
        u.seen = true;
    }
}
kernel settle() {
    forall u in worklist {
        u.level = 0;
    }
}
main {
    pipe [0 as node] {
        once worklist {
            mark();
            settle();
        }
    }
}
output level, seen;
",
    },
    Explanation {
        code: "E0604",
        title: "a position of something that has none",
        text: r"`forall u in worklist at i` gives each item its position on the worklist, from 0. Nodes, edges
and the values of a range have no positions: they are numbers already. An `async` kernel may process
an item that it pushes at once, before the item is on the worklist, so its items have no positions
either.",
        wrong: r"node order: u32 = 0;
kernel number() {
    forall u in nodes at i {
        u.order = i;
    }
}
main {
    number();
}
output order;
",
        right: r"node order: u32 = 0;
kernel choose() {
    forall u in nodes where u.degree > 2 {
        push u;
    }
}
kernel number() {
    forall u in worklist at i {
        u.order = i + 1;
    }
}
main {
    choose();
    once pipe {
        number();
    }
}
output order;
",
    },
];
