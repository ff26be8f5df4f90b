/// Worklists that stay empty, never become empty, or are never read.
worklist near, far, lost, counted, _ignored;

node level: u32 = 0;
node seen: u32 = 0;
global size: u32 = 0;

kernel visit() {
    forall u in near {
        u.level = 1;
        push lost u;
        push _ignored u;
    }
}

kernel mark() {
    forall u in near {
        u.seen = 1;
    }
}

kernel again() {
    forall u in near {
        retry;
    }
}

kernel push_far() {
    forall u in nodes {
        push far u;
        push counted u;
    }
}

kernel over_nodes() {
    forall u in nodes {
        u.seen = 2;
    }
}

kernel relax() {
    forall u in far {
        u.seen = 3;
    }
}

main {
    once pipe near nodes {
        visit();
        mark();
    }
    once pipe near nodes {
        again();
        mark();
        if size == 0 {
            push_far();
        } else {
            over_nodes();
        }
        mark();
    }
    pipe near nodes {
        over_nodes();
    }
    push_far();
    relax();
    relax();
    while size > 3 {
        relax();
        push_far();
    }
    pipe near nodes {
        push_far();
        swap near, far;
        relax();
    }
    size = counted.size;
}

output level, seen, size;
