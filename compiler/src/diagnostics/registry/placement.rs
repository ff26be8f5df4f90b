//! `E03xx`, statements: where statements may stand, and what loops range over.

use super::Explanation;

/// What each code of the group means.
pub const CODES: &[Explanation] = &[
    Explanation {
        code: "E0302",
        title: "a loop over something that cannot be looped over",
        text: r"A loop ranges over `nodes`, `edges`, a worklist, the edges `u.out` and `u.in` of a
node, or whole numbers `a..b`.",
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
        text: r"Only kernels run in parallel and can contain `forall`. `main` runs on the host,
one statement after the other, and calls kernels. Functions are sequential, and use `for`.",
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
        title: "a `break` or `continue` outside of a sequential loop",
        text: r"`break` and `continue` act on the innermost loop around them, which must be a
`while` or a `for`. The iterations of a `forall` run at the same time, so none of them can be
skipped. A `pipe` ends when its worklist is empty.",
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
        text: r"Only a `fn` can return. In a kernel, use an `if` around the statements that an
iteration skips, or a `where` in the `forall`.",
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
        title: "a kernel statement outside of a `forall`",
        text: r"`push`, `retry` and `exclusive` need an iteration of a kernel. A function may also
push, but then `main` cannot call it. Atomics can be used in kernels and functions; `main` is
sequential, so an assignment has the same effect there. Statements before the `forall` of a kernel
do not belong to an iteration and must not change anything.",
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
        title: "a statement of `main` outside of `main`",
        text: r"`main` defines the order of kernels. Therefore, `pipe`, `iterate`, `swap`, calls
of kernels, primitives such as `fill` and `sort`, and the size of a worklist can be used in `main`
only. Put code that several kernels share into a `fn`.",
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
        title: "a `retry` without a worklist item",
        text: r"`retry` puts the item of the kernel's outermost `forall` back on its worklist.
Therefore, this loop must range over a worklist.",
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
        title: "a kernel that is not a single parallel loop",
        text: r"A kernel consists of one `forall`, optionally preceded by `let`s whose values all
iterations share. Other statements outside of the `forall` would not belong to an iteration. Split
two loops into two kernels, and let `main` call them in order.",
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
        title: "an expression whose value is not used",
        text: r"An expression is a valid statement only if it is a call of a kernel, a function, a
primitive or an atomic. Other expressions have no effect.",
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
        title: "an invalid `exclusive`",
        text: r"`exclusive(u, v) { … } else { … }` owns one to eight nodes during its first block.
If another iteration owns one of these nodes, the `else` block runs at once, without waiting.
Without an `else`, the item of the iteration is put back on its worklist, as with `retry`, so the
kernel must loop over a worklist. An `exclusive` cannot contain another one, because iterations
that hold nodes while they acquire more could block each other forever: name all nodes in one
`exclusive`.",
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
        title: "a `for` in `main` over something other than numbers",
        text: r"`main` runs on the host, where a `for` can only count, as in `for i in 0..10`. The
nodes, the edges and the items of worklists are in the memory of the device, so only kernels can
loop over them.",
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
    Explanation {
        code: "E0324",
        title: "an `async` kernel without a worklist",
        text: r"In an `async` kernel, an iteration that puts its item back on its worklist may run
again at once. Therefore, the kernel's outermost `forall` must range over a worklist.",
        wrong: r"node done: bool = false;
async kernel k() {
    forall u in nodes {
        u.done = true;
    }
}
main {
    k();
}
output done;
",
        right: r"node done: bool = false;
async kernel k() {
    forall u in worklist {
        if u as u32 == 0 || ((u as u32 - 1) as node).done {
            u.done = true;
        } else {
            retry;
        }
    }
}
main {
    pipe nodes {
        k();
    }
}
output done;
",
    },
];
