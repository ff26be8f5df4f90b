/// Inputs of several types and arrays, a worklist that starts with the items of a file, and a node
/// that may be missing.

input node feature: f32;
input node flag: bool;
input node next: node;
input node class: u32[3];
input edge shares: f32[2];
input edge capacity: u64;
input edge wide: f64;
input worklist seeds;

param target: node = MAX;

node taken: u32 = 0;
node level: u32 = MAX;
node copy: f32 = 0;
edge half: f64 = 0;
global flow: u64 = 0;
edge share: f32 = 0;
global missing: bool = false;

kernel gather() {
    forall u in nodes {
        u.copy = u.feature;
        if u.flag {
            atomic_add(u.next.taken, 1);
        }
        forall e in u.out {
            e.half = e.wide / 2;
            e.share = e.shares[0] - e.shares[1];
            flow += e.dst.class[e as u32 % 3] as u64;
            flow += e.capacity;
        }
        if u == target || target.level == 0 {
            missing |= true;
        }
    }
}

racy kernel visit(depth: u32) {
    forall u in seeds {
        atomic_min(u.level, depth);
        forall e in u.out where e.dst.level > depth + 1 {
            if atomic_min(e.dst.level, depth + 1) > depth + 1 {
                push e.dst;
            }
        }
        u.feature = 0;
        u.class[1] = 9;
    }
}

main {
    let first = seeds.size;
    gather();
    let depth = 0;
    pipe {
        visit(depth);
        depth += 1;
    }
    flow += first as u64;
}

output taken, level, copy, feature, class, half, share, flow, missing;
