// Pairs with values of 64 bits in a program whose state has 32 bits, so that devices without 64-bit atomics run
// it, too.

worklist near: (u64, node);
worklist both: (u64, u64);

node high: u32 = 0;
node low: u32 = 0;
node tries: u32 = 0;
global total: u32 = 0;

kernel start() {
    forall u in nodes {
        let key = (u as u64 + 1 << 40) + u.degree as u64;
        push near(key, u);
        forall e in u.out {
            push both(key + e.dst as u64, ~key);
        }
    }
}

kernel shorten() {
    forall (key, u) in near {
        atomic_add(u.high, (key >> 32) as u32);
        atomic_add(u.low, key as u32);
        if atomic_add(u.tries, 1) < 2 {
            retry;
        } else if key > 1 {
            push near(key >> 9, u);
        }
    }
}

kernel compare() {
    forall (a, b) in both where a + b < 1 << 32 {
        total += (a + b) as u32 + 1;
    }
}

main {
    start();
    pipe near {
        shorten();
    }
    once both {
        compare();
        compare();
    }
    once pipe both [(1 << 63, 1 << 63), (node_count as u64 << 33, 1)] {
        compare();
    }
}

output high, low, total;
