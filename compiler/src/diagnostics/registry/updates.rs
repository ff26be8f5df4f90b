//! `E03xx`, statements: what a statement may change, and how.

use super::Explanation;

/// What each code of the group means.
pub const CODES: &[Explanation] = &[
    Explanation {
        code: "E0301",
        title: "an assignment to something that cannot change",
        text: r"Locals made by `let`, globals and properties can be assigned to. Constants, parameters, the variables
of loops and the graph cannot.",
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
        title: "an assignment to a local from around a `forall`",
        text: r"The iterations of a nested `forall` run at the same time. They may read the locals around them, and
combine values into those of their own iteration by a reduction (`sum += x;`), but not assign to them.
What stands before the kernel's `forall` is shared by all iterations, and only read. What iterations
compute together goes into a local or a global by a reduction, or into a property.",
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
        title: "an update that would lose other updates",
        text: r"`v.x += 1` reads, adds and writes. Another iteration may write in between, and its update would be
lost. An atomic does the three as one. An iteration may update without one what it owns: the variable
of an outermost `forall` over `nodes` or `edges`, directly within it the edges of its node, and the
nodes of an `exclusive`. A worklist may hold a node twice, so nobody owns its items; and a function
owns nothing.

Owning keeps away only who asks for it. So in one kernel a property is not updated in two ways, of
which one is a read and a write: by owners and by atomics on other nodes, by owners and in an
`exclusive`, or an edge by the node that it leaves and by the one that it leads to.",
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
        title: "an update of a global that is no reduction",
        text: r"In a kernel a global is reduced into, by an operator of which the order does not matter: `+=`, `&=`,
`|=`, `^=`, `min=`, `max=`. A plain `=` is allowed too, and some iteration's value wins. In `main`
every operator is allowed.",
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
        title: "an atomic on something that is no place",
        text: r"An atomic changes a property or a global. Locals belong to one iteration, and need none.",
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
        title: "state that a kernel reads at its start and changes",
        text: r"What stands before the `forall` of a kernel, and the bounds of its range, are shared by all
iterations, and each work-item of the device reads them for itself. If the kernel changes what they
read, some would see it before the change and some after. Make the value a parameter: `main` reads
it once.",
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
        title: "a reduction into a local that is not only that",
        text: r"The iterations of a nested `forall` may combine values into a local from around it, by one of `+=`,
`&=`, `|=`, `^=`, `min=`, `max=`. They run at the same time, so until the `forall` is over the local
has no value that could be read, and combining in two ways would depend on the order.",
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
