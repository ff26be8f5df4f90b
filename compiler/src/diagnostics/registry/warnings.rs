//! `W01xx`, `W02xx`, `W03xx`: warnings. The program compiles, but something in it is probably not
//! meant.

use super::Explanation;

/// What each code of the group means.
pub const CODES: &[Explanation] = &[
    Explanation {
        code: "W0101",
        title: "a local that is never used",
        text: r"A local, parameter or loop variable is declared but never used. Remove it, or
start its name with `_` to show that this is intended.",
        wrong: r"main {
    let depth = 1;
}
",
        right: r"main {
    let _depth = 1;
}
",
    },
    Explanation {
        code: "W0102",
        title: "state that is never used",
        text: r"A constant, parameter, global, property or worklist is declared but never used.
Remove it, or start its name with `_` to show that this is intended.",
        wrong: r"param source: node = 0;
main {}
",
        right: r"param source: node = 0;
node level: u32 = 0;
main {
    source.level = 1;
}
output level;
",
    },
    Explanation {
        code: "W0103",
        title: "a kernel or function that is never called",
        text: r"A kernel that `main` does not call never runs. A function that nothing calls has
no effect. Call it, remove it, or start its name with `_` to show that this is intended.",
        wrong: r"kernel k() {
    forall _u in nodes {}
}
main {}
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
        code: "W0104",
        title: "a module that is never used",
        text: r"The program uses no item of a module that a `use` makes available. Remove the
`use`.",
        wrong: r"use std::hash;
main {}
",
        right: r"use std::hash;
node draw: u32 = 0;
kernel k() {
    forall u in nodes {
        u.draw = hash::mix(u as u32);
    }
}
main {
    k();
}
output draw;
",
    },
    Explanation {
        code: "W0105",
        title: "a `print` that devices ignore",
        text: r"A `print` in a kernel, or in a function that a kernel calls, has an effect only on the
device `interpreter`. Other devices cannot print. A `print` in `main` has an
effect on every device.",
        wrong: r"node level: u32 = 0;
kernel visit() {
    forall u in nodes {
        u.level = u.degree;
        print u.level;
    }
}
main {
    visit();
}
output level;
",
        right: r"node level: u32 = 0;
kernel visit() {
    forall u in nodes {
        u.level = u.degree;
    }
}
main {
    visit();
    print reduce_max(level);
}
output level;
",
    },
    Explanation {
        code: "W0106",
        title: "a text with a placeholder",
        text: r"Some languages replace `{level}`, `{}` or `%d` in a text by a value. igc prints the text as
it is. A `print` takes any number of texts and values, separated by commas, and writes a space
between them.",
        wrong: r#"global level: u32 = 3;
main {
    print "level: {level}";
}
output level;
"#,
        right: r#"global level: u32 = 3;
main {
    print "level:", level;
}
output level;
"#,
    },
    Explanation {
        code: "W0107",
        title: "state that is never read",
        text: r"The program writes a property or a global, but nothing reads it: it is not an output, no
check names it, and no expression uses its value. Name it as an output, remove it, or start its name
with `_` to show that this is intended.",
        wrong: r"node level: u32 = 0;
kernel visit() {
    forall u in nodes {
        u.level = u.degree;
    }
}
main {
    visit();
}
",
        right: r"node level: u32 = 0;
kernel visit() {
    forall u in nodes {
        u.level = u.degree;
    }
}
main {
    visit();
}
output level;
",
    },
    Explanation {
        code: "W0108",
        title: "a program without a result",
        text: r"The program computes values, but it has no `output`, no `check` and no `print`, so a run has
no result. Name the properties and globals that are results.",
        wrong: r"param source: node = 0;
node level: u32 = MAX;
kernel visit() {
    forall u in nodes where u.level == 0 {
        forall e in u.out {
            atomic_min(e.dst.level, 1);
        }
    }
}
main {
    source.level = 0;
    visit();
}
",
        right: r"param source: node = 0;
node level: u32 = MAX;
kernel visit() {
    forall u in nodes where u.level == 0 {
        forall e in u.out {
            atomic_min(e.dst.level, 1);
        }
    }
}
main {
    source.level = 0;
    visit();
}
output level;
",
    },
    Explanation {
        code: "W0201",
        title: "an assignment that can lose updates",
        text: r"`v.x = v.x + 1` reads and writes in two steps. If another iteration writes in
between, its value is lost. The compiler warns if the iteration does not own `v`, and for globals.
Write the atomic form, or a reduction for a global: `atomic_add(v.x, 1)`, `count += 1`. If the result
is right although values may be lost, write `racy` before the `kernel` or `fn`.",
        wrong: r"node indegree: u32 = 0;
kernel count() {
    forall e in edges {
        e.dst.indegree = e.dst.indegree + 1;
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
        code: "W0202",
        title: "a comparison before an assignment",
        text: r"`if d > best { best = d; }` compares and writes in two steps. If another iteration
writes a larger value in between, the assignment replaces it. Write `best max= d;` for a global and
`atomic_max(v.best, d);` for a property. Both do nothing if the value is not larger. If the result is
right in any case, for example because a loop of `main` repeats the kernel, write `racy` before the
`kernel` or `fn`.",
        wrong: r"global most: u32 = 0;
kernel find() {
    forall u in nodes {
        if u.degree > most {
            most = u.degree;
        }
    }
}
main {
    find();
}
output most;
",
        right: r"global most: u32 = 0;
kernel find() {
    forall u in nodes {
        most max= u.degree;
    }
}
main {
    find();
}
output most;
",
    },
    Explanation {
        code: "W0203",
        title: "a mixture of old and new values",
        text: r"Each iteration of the kernel writes a property of its own node and reads the same
property of other nodes. It depends on the order of the iterations whether it reads a value from
before the kernel or a new one. Write the new values to a second property and `swap` the two in
`main`, or use two kernels. If the result is right in any case, write `racy` before the `kernel`.",
        wrong: r"node heat: f32 = 1;
kernel spread() {
    forall u in nodes {
        let sum = 0.0;
        forall e in u.in {
            sum += e.src.heat;
        }
        u.heat = sum;
    }
}
main {
    spread();
}
output heat;
",
        right: r"node heat: f32 = 1;
node next_heat: f32 = 0;
kernel spread() {
    forall u in nodes {
        let sum = 0.0;
        forall e in u.in {
            sum += e.src.heat;
        }
        u.next_heat = sum;
    }
}
main {
    spread();
    swap heat, next_heat;
}
output heat;
",
    },
    Explanation {
        code: "W0204",
        title: "a result that depends on the order of iterations",
        text: r"The kernel reads a property of one node and writes the same property of another node. If an
iteration has written the value already, the iteration of that node reads the new value, and otherwise
the old one. So it depends on the order of the iterations, which no device keeps, which nodes get a
value. Write to a second property, or store the number of the round and compare with it. There is no
warning if the write replaces one value (`if v.level == MAX`) and the read asks for another one
(`where u.level == depth`), or if the node that is read is an item of a worklist and the write also
pushes its node. If the result is right in any case, for example because a loop of `main` repeats the
kernel until nothing changes, write `racy` before the `kernel`.",
        wrong: r"node infected: bool = false;
kernel spread() {
    forall u in nodes where u.infected {
        forall e in u.out {
            e.dst.infected = true;
        }
    }
}
main {
    fill(infected, false);
    spread();
}
output infected;
",
        right: r"node infected_in: u32 = MAX;
kernel spread(round: u32) {
    forall u in nodes where u.infected_in == round {
        forall e in u.out {
            if e.dst.infected_in == MAX {
                e.dst.infected_in = round + 1;
            }
        }
    }
}
main {
    spread(0);
}
output infected_in;
",
    },
    Explanation {
        code: "W0301",
        title: "a kernel that finds its worklist empty",
        text: r"A kernel that loops over a worklist takes all items. The next kernel that loops over
it sees only items that were pushed since then. If nothing pushes between two such kernels, the second
kernel does nothing. `once worklist { … }` lets all kernels of a block process the same items.",
        wrong: r"node level: u32 = 0;
node seen: bool = false;
kernel visit() {
    forall u in worklist {
        u.level = 1;
    }
}
kernel mark() {
    forall u in worklist {
        u.seen = true;
    }
}
main {
    once pipe nodes {
        visit();
        mark();
    }
}
output level, seen;
",
        right: r"node level: u32 = 0;
node seen: bool = false;
kernel visit() {
    forall u in worklist {
        u.level = 1;
    }
}
kernel mark() {
    forall u in worklist {
        u.seen = true;
    }
}
main {
    once pipe nodes {
        once worklist {
            visit();
            mark();
        }
    }
}
output level, seen;
",
    },
    Explanation {
        code: "W0302",
        title: "a `pipe` that never takes items from its worklist",
        text: r"A `pipe` repeats its body until its worklist is empty. Only a kernel that loops over
the worklist takes items, and the body calls no such kernel. If the worklist has items, the `pipe`
never ends.",
        wrong: r"param source: node = 0;
node level: u32 = 0;
kernel visit() {
    forall u in nodes {
        u.level = 1;
    }
}
main {
    pipe [source] {
        visit();
    }
}
output level;
",
        right: r"param source: node = 0;
node level: u32 = 0;
kernel visit() {
    forall u in worklist {
        u.level = 1;
    }
}
main {
    pipe [source] {
        visit();
    }
}
output level;
",
    },
    Explanation {
        code: "W0303",
        title: "a worklist that is never read",
        text: r"Kernels push to a worklist, but no kernel loops over it, and `main` neither reads its
size nor uses it in a `pipe` or `swap`. Loop over it in a kernel, or remove the pushes.",
        wrong: r"worklist far;
kernel visit() {
    forall u in nodes {
        push far u;
    }
}
main {
    visit();
}
",
        right: r"worklist far;
node level: u32 = 0;
kernel visit() {
    forall u in nodes {
        push far u;
    }
}
kernel relax() {
    forall u in far {
        u.level = 1;
    }
}
main {
    visit();
    relax();
}
output level;
",
    },
];
