//! `E03xx`, statements: what a statement may change, and how.

use super::Explanation;

/// What each code of the group means.
pub const CODES: &[Explanation] = &[
    Explanation {
        code: "E0301",
        title: "an assignment to something that cannot change",
        text: r"Locals declared by `let`, globals and properties can be assigned to. Constants,
parameters, loop variables and the graph cannot.",
        wrong: r"param source: node = 0;
main {
    source = 1;
}
",
        right: r"param source: node = 0;
main {
    let start = source;
    start = 1;
}
",
    },
    Explanation {
        code: "E0308",
        title: "an assignment to a local that a `forall` shares",
        text: r"The iterations of a nested `forall` run at the same time. They may read the locals
around the `forall` and reduce into the locals of their own outer iteration (`sum += x;`), but
they must not assign to them. All iterations of the kernel share the locals before the kernel's
`forall`, which can only be read. To combine the values of all iterations, reduce into a global or
write to a property.",
        wrong: r"kernel k() {
    forall u in nodes {
        let last = u;
        forall e in u.out {
            last = e.dst;
        }
    }
}
main {
    k();
}
",
        right: r"node last: node = 0;
kernel k() {
    forall u in nodes {
        forall e in u.out {
            u.last = e.dst;
        }
    }
}
main {
    k();
}
output last;
",
    },
    Explanation {
        code: "E0309",
        title: "an update that could be lost",
        text: r"`v.x += 1` reads, adds and writes. If another iteration writes between the read
and the write, its update is lost. An atomic does all three steps at once. An iteration may update
without an atomic only what it owns: the variable of an outermost `forall` over `nodes` or
`edges`, the edges of this node in a `forall` directly inside, and the nodes of an `exclusive`. A
worklist may contain a node twice, so no iteration owns its items. A function owns nothing.

Ownership does not protect an element from updates that ignore ownership. Therefore, a kernel must
not update the same property both as an owner and with atomics on other nodes, both as an owner
and in an `exclusive`, or an edge property through both `u.out` and `u.in`.",
        wrong: r"node indegree: u32 = 0;
kernel count() {
    forall e in edges {
        e.dst.indegree += 1;
    }
}
main {
    count();
}
output indegree;
",
        right: r"node indegree: u32 = 0;
kernel count() {
    forall e in edges {
        atomic_add(e.dst.indegree, 1);
    }
}
main {
    count();
}
output indegree;
",
    },
    Explanation {
        code: "E0310",
        title: "an update of a global that is not a reduction",
        text: r"A kernel can reduce into a global with operators whose order does not matter:
`+=`, `-=`, `&=`, `|=`, `^=`, `min=` and `max=`. A kernel can also assign with `=`; the value of one
iteration then wins. `main` can use every operator.",
        wrong: r"global product: f32 = 1.0;
kernel k() {
    forall _u in nodes {
        product *= 2.0;
    }
}
main {
    k();
}
output product;
",
        right: r"global sum: f32 = 0.0;
kernel k() {
    forall _u in nodes {
        sum += 2.0;
    }
}
main {
    k();
}
output sum;
",
    },
    Explanation {
        code: "E0314",
        title: "an atomic on something other than state",
        text: r"An atomic changes a property or a global. A local belongs to one iteration and
does not need atomics.",
        wrong: r"kernel k() {
    forall _u in nodes {
        let count = 0;
        atomic_add(count, 1);
    }
}
main {
    k();
}
",
        right: r"global count: u32;
kernel k() {
    forall _u in nodes {
        atomic_add(count, 1);
    }
}
main {
    k();
}
output count;
",
    },
    Explanation {
        code: "E0317",
        title: "state that a kernel reads before its `forall` and changes",
        text: r"Each work-item of the device evaluates the `let`s before the `forall` of a kernel,
and the bounds of its range, separately. If the kernel changes the state that they read, some
work-items read the old value and some the new one. Make the value a parameter of the kernel, so
that `main` reads it once.",
        wrong: r"global limit: u32 = 10;
kernel k() {
    forall i in 0..limit {
        limit max= i + 5;
    }
}
main {
    k();
}
output limit;
",
        right: r"global limit: u32 = 10;
kernel k(bound: u32) {
    forall i in 0..bound {
        limit max= i + 5;
    }
}
main {
    k(limit);
}
output limit;
",
    },
    Explanation {
        code: "E0319",
        title: "a local used in a `forall` that reduces into it",
        text: r"The iterations of a nested `forall` can combine values into a local of the outer
iteration with one of `+=`, `-=`, `&=`, `|=`, `^=`, `min=` and `max=`. The iterations run at the same
time. Therefore, the local has no defined value until the `forall` ends, and two different
operators would make the result depend on the order.",
        wrong: r"node x: u32 = 0;
kernel k() {
    forall u in nodes {
        let sum = 0;
        forall e in u.out {
            sum += e.dst.degree;
            e.dst.x = sum;
        }
    }
}
main {
    k();
}
output x;
",
        right: r"node x: u32 = 0;
kernel k() {
    forall u in nodes {
        let sum = 0;
        forall e in u.out {
            sum += e.dst.degree;
        }
        forall e in u.out {
            e.dst.x = sum;
        }
    }
}
main {
    k();
}
output x;
",
    },
];
