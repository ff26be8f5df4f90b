// Loops that are expected to do work in few iterations, without flags and with some that rewrite loops.

#test selective
#also wg,fg8,coop-cv
#also sg,fg1,sz256
#module
node level: u32 = MAX;
node rank: f32 = 0;
node next: f32 = 0;
global changed: bool = false;
worklist w;
output level;
output next;
node limit: u32 = 0;
node level2: u32 = 0;
global total: u32 = 0;
output level2;
output total;
kernel fill() {
    forall u in nodes {
        u.level = (u as u32) * 7 % 11;
        u.limit = (u as u32) % 5;
    }
}
…

// Equality with a value selects few elements.
#case
kernel k(depth: u32) {
    forall u in nodes where u.limit == depth {
        u.level2 = 1;
    }
}
main {
    k(7);
}
#gives
few iterations

#case
kernel k(depth: u32) {
    forall u in nodes where MAX == u.limit {
        forall e in u.out {
            e.dst.level2 = depth;
        }
    }
}
main {
    k(7);
}
#gives
few iterations

#case
kernel k(depth: u32) {
    forall u in nodes where u.degree > 3 && u.limit == depth + 1 {
        u.level2 = 1;
    }
}
main {
    k(7);
}
#gives
few iterations

#case
kernel k(depth: u32) {
    forall u in nodes {
        let seen = u.limit + 1;
        if seen == depth {
            u.level2 = 1;
        }
    }
}
main {
    k(7);
}
#gives
few iterations

#case
kernel k(depth: u32) {
    forall e in edges where e.src.limit == depth {
        e.dst.level2 = 1;
    }
}
main {
    k(7);
}
#gives
few iterations

// Other conditions select many elements.
#case
kernel k(depth: u32) {
    forall u in nodes {
        u.level2 = depth;
    }
}
main {
    k(7);
}
#gives
many iterations

#case
kernel k(depth: u32) {
    forall u in nodes where u.limit < depth {
        u.level2 = 1;
    }
}
main {
    k(7);
}
#gives
many iterations

#case
kernel k(depth: u32) {
    forall u in nodes where u.limit != depth {
        u.level2 = 1;
    }
}
main {
    k(7);
}
#gives
many iterations

#case
kernel k(depth: u32) {
    forall u in nodes where u.limit == u.level2 {
        u.level2 = 1;
    }
}
main {
    k(7);
}
#gives
many iterations

#case
kernel k(depth: u32) {
    forall u in nodes where u.limit == depth || u.degree > 3 {
        u.level2 = 1;
    }
}
main {
    k(7);
}
#gives
many iterations

#case
kernel k(depth: u32) {
    forall u in nodes where depth == 7 {
        u.level2 = 1;
    }
}
main {
    k(7);
}
#gives
many iterations

#case
kernel k(depth: u32) {
    forall u in nodes {
        if u.limit == depth {
            u.level2 = 1;
        } else {
            u.level2 = 2;
        }
    }
}
main {
    k(7);
}
#gives
many iterations

#case
kernel k(depth: u32) {
    forall u in nodes {
        u.level2 = 2;
        if u.limit == depth {
            u.level2 = 1;
        }
    }
}
main {
    k(7);
}
#gives
many iterations

#case
kernel k(depth: u32) {
    forall i in 0..depth where i == 3 {
        (i as node).level2 = 1;
    }
}
main {
    k(7);
}
#gives
many iterations
