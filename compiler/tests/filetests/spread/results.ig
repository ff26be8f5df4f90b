// The result is that without the flag, if there are fewer work-items than items, and if no workgroup has two items.

#test agree
#opts spread,wg
#opts spread,fg8
#opts spread,wg,sg,fg1,coop-cv
#opts spread,fg1,oitergb
#graph 3:
#graph random 30 200 1
#graph random 90 300 2
#launch 1 1
#launch 3 4
#launch 2 64
#launch 40 8
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

#case
kernel k() {
    forall u in w {
        let far = u.level + 1;
        forall e in u.out {
            atomic_add(e.dst.level2, far);
        }
    }
}
kernel begin() {
    forall u in nodes where (u as u32) % 3 == 0 {
        push u;
        push u;
    }
}
main {
    fill();
    begin();
    k();
}
#agrees

#case
kernel k(depth: u32) {
    forall u in w {
        forall e in u.out where e.dst.limit != 9 {
            e.dst.limit = 9;
            e.dst.level2 = depth;
            push e.dst;
        }
    }
}
main {
    let depth = 1;
    pipe [0 as node] {
        k(depth);
        depth += 1;
    }
}
#agrees

#case
kernel k() {
    forall u in w {
        let sum = 0u32;
        forall e in u.out {
            sum += e.dst.limit + 1;
        }
        if atomic_add(u.level2, sum + 1) < 20 {
            retry;
        }
    }
}
main {
    fill();
    pipe nodes {
        k();
    }
}
#agrees
