// Kernels that have no other order.

#test stage orders
#module
node level: u32 = MAX;
node rank: f32 = 0;
node next: f32 = 0;
global changed: bool = false;
worklist w;
output level;
output next;
…

// Kernels that stay.
#case
#opts pull
kernel k() {
    forall u in nodes {
        for e in u.out {
            e.dst.next = 1;
        }
    }
}
main {
    k();
}
#stays
remark: order not applied in k: a `for` or `while` runs in order

#case
#opts pull
kernel k() {
    forall e in edges {
        e.dst.next = 1;
    }
}
main {
    k();
}
#stays
remark: order not applied in k: the kernel is not a loop over nodes

#case
#opts pull
kernel k() {
    let most = changed;
    forall u in nodes {
        forall e in u.out {
            e.dst.next = most as u32 as f32;
        }
    }
}
main {
    k();
}
#stays
remark: order not applied in k: statements before the loop read or change memory

#case
#opts pull
kernel k() {
    forall u in nodes {
        forall e in u.out {
            e.dst.next = 1;
        }
        forall e in u.in {
            e.src.next = 1;
        }
    }
}
main {
    k();
}
#stays
remark: order not applied in k: the iterations visit edges in several places

#case
#opts pull
kernel k() {
    forall u in nodes {
        let v = (u as u32 / 2) as node;
        forall e in v.out {
            e.dst.next = 1;
        }
    }
}
main {
    k();
}
#stays
remark: order not applied in k: its inner loop is over the edges of another node

#case
#opts pull
kernel k() {
    forall u in nodes {
        if u.level < 3 {
            forall e in u.out {
                e.dst.next = 1;
            }
        }
        u.level = 0;
    }
}
main {
    k();
}
#stays
remark: order not applied in k: statements follow the condition under which edges are visited

#case
#opts pull
kernel k() {
    forall u in nodes {
        let a: u32[4] = 0;
        forall e in u.out {
            a[e.dst as u32 % 4] += 1;
        }
        u.level = a[0];
    }
}
main {
    k();
}
#stays
remark: order not applied in k: its visits use a local array of the iteration

#case
#opts pull
kernel k() {
    forall u in w {
        let sum = 0u32;
        forall e in u.out {
            sum += e.dst.level;
        }
        u.level = sum;
    }
}
main {
    pipe [0 as node] {
        k();
    }
}
#stays
remark: order not applied in k: items of a worklist may repeat, and it combines values of their edges

#case
#opts pull
racy kernel k() {
    forall u in w {
        let old = atomic_swap(u.level, 0);
        forall e in u.out {
            atomic_min(e.dst.level, old);
        }
    }
}
main {
    pipe [0 as node] {
        k();
    }
}
#stays
remark: order not applied in k: items of a worklist may repeat, with different values for their visits

#case
#opts pull
kernel k() {
    forall u in nodes {
        push u;
        forall e in u.out {
            forall v in w {
                atomic_min(e.dst.level, v.level);
            }
        }
    }
}
main {
    k();
}
#stays
remark: order not applied in k: its iterations read a worklist
