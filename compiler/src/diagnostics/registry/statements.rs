//! `E03xx`: statements, and where they may stand.

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
        code: "E0315",
        title: "a `swap` of unlike things",
        text: r"`swap` exchanges two properties of nodes, two of edges, both of one type, or two worklists.",
        wrong: r"node old: f32 = 0;
node new: f64 = 0;
main {
    swap old, new;
}
output new;
",
        right: r"node old: f32 = 0;
node new: f32 = 0;
main {
    swap old, new;
}
output new;
",
    },
    Explanation {
        code: "E0316",
        title: "a function that calls itself",
        text: r"Devices have no stack to recurse on, so no function calls itself, not even through others. Write a
`while` loop; walk the graph with a worklist.",
        wrong: r"node parent: node = 0;
fn root(u: node) -> node {
    return root(u.parent);
}
kernel k() {
    forall u in nodes {
        u.parent = root(u);
    }
}
main {
    k();
}
output parent;
",
        right: r"node parent: node = 0;
fn root(u: node) -> node {
    let r = u;
    while r != r.parent {
        r = r.parent;
    }
    return r;
}
kernel k() {
    forall u in nodes {
        u.parent = root(u);
    }
}
main {
    k();
}
output parent;
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
        code: "E0318",
        title: "too many calls to inline",
        text: r"Functions are inlined where they are called, so calls of functions that call others multiply. A kernel,
and `main`, may come to 10,000 calls in all.",
        wrong: r"node x: u32 = 0;
fn a(i: u32) -> u32 { return i + (i >> 1); }
fn b(i: u32) -> u32 { return a(a(a(a(a(a(a(a(a(a(i)))))))))); }
fn c(i: u32) -> u32 { return b(b(b(b(b(b(b(b(b(b(i)))))))))); }
fn d(i: u32) -> u32 { return c(c(c(c(c(c(c(c(c(c(i)))))))))); }
kernel k() {
    forall u in nodes {
        u.x = d(d(d(d(d(d(d(d(d(d(1))))))))));
    }
}
main {
    k();
}
output x;
",
        right: r"node x: u32 = 0;
fn a(i: u32) -> u32 { return i + (i >> 1); }
kernel k() {
    forall u in nodes {
        let result = 1;
        for _i in 0u32..10000 {
            result = a(result);
        }
        u.x = result;
    }
}
main {
    k();
}
output x;
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
    Explanation {
        code: "E0322",
        title: "a scan inside an expression",
        text: r"`scan_add` changes a property and yields the sum of all elements. Expressions have no effects, so it
stands alone, or is all that a `let` or an assignment takes.",
        wrong: r"node size: u32 = 1;
node start: u32 = 0;
global half: u32;
main {
    half = scan_add(size, start) / 2;
}
output start, half;
",
        right: r"node size: u32 = 1;
node start: u32 = 0;
global half: u32;
main {
    let total = scan_add(size, start);
    half = total / 2;
}
output start, half;
",
    },
    Explanation {
        code: "E0323",
        title: "something that a primitive cannot work on",
        text: r"`fill`, `reduce_add`, `scan_add`, `sort`, `compact` and their like work on a whole property or worklist,
which they take by its name alone. Two properties that belong together have one type, and the order of a
`sort` is another property than its key.",
        wrong: r"node rank: f32 = 0.5;
global sum: f32;
param source: node = 0;
main {
    sum = reduce_add(source.rank);
}
output sum;
",
        right: r"node rank: f32 = 0.5;
global sum: f32;
main {
    sum = reduce_add(rank);
}
output sum;
",
    },
];
