//! `E03xx`, statements: where statements may stand, and what loops range over.

use super::Explanation;

/// What each code of the group means.
pub const CODES: &[Explanation] = &[
    Explanation {
        code: "E0302",
        title: "a loop over something that cannot be looped over",
        text: r"Loops range over `nodes`, `edges`, a worklist, the edges `u.out` and `u.in` of a node, and whole
numbers `a..b`.",
        wrong: r"kernel k() {
    forall u in nodes {
        forall _e in u {}
    }
}
main {
    k();
}
",
        right: r"kernel k() {
    forall u in nodes {
        forall _e in u.out {}
    }
}
main {
    k();
}
",
    },
    Explanation {
        code: "E0303",
        title: "a `forall` outside of a kernel",
        text: r"`forall` is what a kernel does in parallel. `main` runs on the host, one statement after the other,
and calls kernels; functions are sequential, and use `for`.",
        wrong: r"node level: u32 = 0;
main {
    forall u in nodes {
        u.level = 1;
    }
}
output level;
",
        right: r"node level: u32 = 0;
kernel start() {
    forall u in nodes {
        u.level = 1;
    }
}
main {
    start();
}
output level;
",
    },
    Explanation {
        code: "E0304",
        title: "a `break` or `continue` without a loop to act on",
        text: r"`break` and `continue` act on the innermost loop around them, which must be a `while` or a `for`. The
iterations of a `forall` have no order, so there is no rest to skip; a `pipe` ends when its worklist is
empty.",
        wrong: r"kernel k() {
    forall u in nodes {
        if u.degree == 0 {
            continue;
        }
    }
}
main {
    k();
}
",
        right: r"kernel k() {
    forall _u in nodes {
        let i = 0;
        while true {
            i += 1;
            if i == 3 {
                break;
            }
        }
    }
}
main {
    k();
}
",
    },
    Explanation {
        code: "E0305",
        title: "a `return` outside of a function",
        text: r"Only a `fn` returns. In a kernel, what an iteration should not do stands in an `if`, or the `forall`
has a `where`.",
        wrong: r"main {
    return;
}
",
        right: r"main {
    if node_count > 1 {
        let _x = 1;
    }
}
",
    },
    Explanation {
        code: "E0306",
        title: "a statement or function of kernels outside of one",
        text: r"`push`, `retry` and `exclusive` belong to an iteration of a kernel. A function may push, and is then not
called in `main`. Atomics need kernels or functions: in `main` nothing happens at the same time, and an
assignment does the same. What stands before the `forall` of a kernel belongs to no iteration, and
changes nothing.",
        wrong: r"global count: u32;
main {
    atomic_add(count, 1);
}
output count;
",
        right: r"global count: u32;
main {
    count += 1;
}
output count;
",
    },
    Explanation {
        code: "E0307",
        title: "a statement of `main` outside of it",
        text: r"`main` says which kernels run in which order: `pipe`, `iterate`, `swap`, the calls of kernels, the
primitives such as `fill` and `sort`, and the size of a worklist stand there only. Code shared by
kernels goes into a `fn`.",
        wrong: r"kernel a() {
    forall _u in nodes {}
}
kernel b() {
    forall _u in nodes {
        a();
    }
}
main {
    b();
}
",
        right: r"kernel a() {
    forall _u in nodes {}
}
kernel b() {
    forall _u in nodes {}
}
main {
    a();
    b();
}
",
    },
    Explanation {
        code: "E0311",
        title: "a `retry` of something that is no item",
        text: r"`retry` puts the item of the outermost `forall` back on its worklist, so that loop must range over a
worklist.",
        wrong: r"kernel k() {
    forall _u in nodes {
        retry;
    }
}
main {
    k();
}
",
        right: r"kernel k() {
    forall _u in worklist {
        retry;
    }
}
main {
    pipe nodes {
        k();
    }
}
",
    },
    Explanation {
        code: "E0312",
        title: "a kernel that is not one parallel loop",
        text: r"A kernel is one `forall`, with nothing but `let`s before it, whose values all iterations share. What
is outside of it would belong to no iteration. Two loops are two kernels, and `main` says which comes
first.",
        wrong: r"global count: u32;
kernel k() {
    count = 0;
    forall _u in nodes {
        count += 1;
    }
}
main {
    k();
}
output count;
",
        right: r"global count: u32;
kernel k() {
    forall _u in nodes {
        count += 1;
    }
}
main {
    count = 0;
    k();
}
output count;
",
    },
    Explanation {
        code: "E0313",
        title: "a value that is computed and dropped",
        text: r"A statement that is an expression is a call of a kernel, a function or an atomic. Anything else has no
effect.",
        wrong: r"global count: u32;
main {
    count + 1;
}
output count;
",
        right: r"global count: u32;
main {
    count += 1;
}
output count;
",
    },
    Explanation {
        code: "E0320",
        title: "an `exclusive` that cannot be",
        text: r"`exclusive(u, v) { … } else { … }` owns one to eight nodes while its first block runs. Nobody waits for a
node that another iteration owns: the `else` runs then. Without an `else` the item is put back, as
by `retry`, so the kernel must loop over a worklist. It does not nest, since who holds nodes while
asking for more could be refused for ever: name all nodes in one.",
        wrong: r"node count: u32 = 0;
kernel k() {
    forall e in edges {
        let u = e.src;
        let v = e.dst;
        exclusive(u, v) {
            u.count += 1;
            v.count += 1;
        }
    }
}
main {
    k();
}
output count;
",
        right: r"node count: u32 = 0;
global refused: u32 = 0;
kernel k() {
    forall e in edges {
        let u = e.src;
        let v = e.dst;
        exclusive(u, v) {
            u.count += 1;
            v.count += 1;
        } else {
            refused += 1;
        }
    }
}
main {
    k();
}
output count, refused;
",
    },
    Explanation {
        code: "E0321",
        title: "a `for` in `main` over something else than numbers",
        text: r"`main` runs on the host. It counts over whole numbers, `for i in 0..10`; the nodes, the edges and what
is on a worklist lie on the device, where kernels loop over them.",
        wrong: r"node level: u32 = 0;
main {
    for u in nodes {
        u.level = 1;
    }
}
output level;
",
        right: r"node level: u32 = 0;
kernel start() {
    forall u in nodes {
        u.level = 1;
    }
}
main {
    for _i in 0..2 {
        start();
    }
}
output level;
",
    },
];
