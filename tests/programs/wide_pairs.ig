// Pairs with values of 64 bits as items, of every combination of types: a search with long distances, counts,
// and the same items in several kernels.

param source: node = 0;

worklist near, far: (u64, node);
worklist tagged: (edge, u64);
worklist marked: (node, u64);
worklist counted: (u64, u32);
worklist sums: (u64, u64);

const STEP: u64 = (1 << 33) + 1;

node distance: u64 = MAX;
node mark: u64 = 0;
node tries: u32 = 0;
edge tag: u64 = MAX;
global high: u64 = 0;
global low: u64 = 0;
global counts: u64 = 0;
global total: u64 = 0;
global several: u64 = 0;

fn offer(v: node, distance: u64) {
    if atomic_min(v.distance, distance) > distance {
        push near(distance, v);
    }
}

kernel relax() {
    forall (distance, u) in near where u.distance >= distance {
        atomic_min(u.distance, distance);
        forall e in u.out {
            offer(e.dst, distance + STEP + e.dst as u64);
            push tagged(e, distance);
        }
    }
}

kernel collect() {
    forall (e, distance) in tagged {
        atomic_min(e.tag, distance);
    }
}

kernel fill() {
    forall u in nodes {
        push sums(u as u64 << 40, ~(u as u64));
        push counted((u as u64) & 3, u as u32);
        push marked(u, u as u64 + STEP);
        if u as u32 % 2 == 0 {
            push far(STEP, u);
        }
    }
}

kernel add() {
    forall (a, b) in sums {
        high += a;
        low ^= b;
    }
}

kernel add_products() {
    forall (a, b) in sums where b & 1 == 0 {
        total += a * b + 1;
    }
}

kernel count_down() {
    forall (left, key) in counted where left > 0 {
        counts += left + (key as u64 << 32);
        push counted(left - 1, key);
    }
}

kernel put_marks() {
    forall (u, value) in marked {
        atomic_add(u.mark, value);
        if atomic_add(u.tries, 1) < 2 {
            retry;
        }
    }
}

kernel nested() {
    forall u in nodes where u as u32 < 3 {
        let sum = 0u64;
        forall (a, b) in sums {
            sum += (a >> 32) + b;
        }
        several += sum;
    }
}

main {
    pipe near [(1 << 40, source), (0, source)] {
        relax();
    }
    once pipe tagged {
        collect();
    }
    fill();
    once sums {
        add();
        add_products();
        nested();
    }
    once pipe sums [(STEP, 1 << 63), (total, 5)] {
        nested();
    }
    pipe counted {
        count_down();
    }
    pipe counted [(2, 7), (5, 1)] {
        count_down();
    }
    pipe marked {
        put_marks();
    }
    swap near, far;
    print "far", near.size, far.size;
    pipe near {
        relax();
    }
    clear(tagged);
}

output distance, mark, tag, high, low, counts, total, several;
