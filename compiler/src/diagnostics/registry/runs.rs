//! `R0xxx`, findings of [checked runs](crate::interp::findings): mistakes that devices ignore.

use super::Explanation;

/// What each code of the group means.
pub const CODES: &[Explanation] = &[
    Explanation {
        code: "R0001",
        title: "an access past the end of an array, or to an edge that does not exist",
        text: r"A read past the end yields zero, and a write does nothing, without any message. A
checked run (`igc run --device interpreter --checked`) reports both. Properties of a node or edge
that is `MAX` are past the end, too. The source and the destination of an edge that does not exist,
such as `u.out[k]` if `u` has fewer edges, are the node `MAX`, and its reverse is the edge `MAX`.",
        wrong: r"global histogram: u32[3] = 0;
kernel count() {
    forall u in nodes {
        histogram[u.degree] += 1;
    }
}
main {
    count();
}
output histogram;
",
        right: r"global histogram: u32[3] = 0;
kernel count() {
    forall u in nodes {
        histogram[min(u.degree, histogram.length - 1)] += 1;
    }
}
main {
    count();
}
output histogram;
",
    },
    Explanation {
        code: "R0002",
        title: "a read of a value that was never written",
        text: r"The property or global is declared without an initial value, so it starts at zero, and
nothing has written the element before this read. Write the element first, or declare the initial
value. Atomics, reductions and compound assignments may use the zero.",
        wrong: r"node parent: node;
node is_root: bool = false;
kernel look() {
    forall u in nodes {
        u.is_root = u.parent == u;
    }
}
main {
    look();
}
output is_root;
",
        right: r"node parent: node = MAX;
node is_root: bool = false;
kernel look() {
    forall u in nodes {
        u.is_root = u.parent == u;
    }
}
main {
    look();
}
output is_root;
",
    },
    Explanation {
        code: "R0003",
        title: "iterations that write different values to one element",
        text: r"One of the values is lost. Use an atomic or a reduction, or write `racy` before the
kernel if every one of the values is right.",
        wrong: r"node found: u32 = 0;
kernel visit() {
    forall e in edges {
        e.dst.found = e.src as u32;
    }
}
main {
    visit();
}
output found;
",
        right: r"node found: u32 = 0;
kernel visit() {
    forall e in edges {
        atomic_max(e.dst.found, e.src as u32);
    }
}
main {
    visit();
}
output found;
",
    },
    Explanation {
        code: "R0004",
        title: "a read of what another iteration changes as its own",
        text: r"It depends on the device whether the read yields the old or the new value. Write the new
values to a second property, and `swap` the two in `main`. If both values are right, write `racy`
before the kernel.",
        wrong: r"node rank: u32 = 1;
fn of(v: node) -> u32 {
    return v.rank;
}
kernel gather() {
    forall u in nodes {
        let sum = 0;
        forall e in u.out {
            sum += of(e.dst);
        }
        u.rank = sum;
    }
}
main {
    gather();
}
output rank;
",
        right: r"node rank: u32 = 1;
node next: u32 = 0;
fn of(v: node) -> u32 {
    return v.rank;
}
kernel gather() {
    forall u in nodes {
        let sum = 0;
        forall e in u.out {
            sum += of(e.dst);
        }
        u.next = sum;
    }
}
main {
    gather();
    swap rank, next;
}
output rank;
",
    },
];
