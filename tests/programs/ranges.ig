/// Ranges that end at their type's largest value, and empty, reversed, negative and nested ranges.
param from: u32 = 4294967290;
param to: u32 = MAX;
param low: i32 = MIN;
param high: i32 = 2147483647;

global last: u32 = 0;
global first: u32 = MAX;
global count: u32 = 0;
global sum: i64 = 0;
global negative: i64 = 0;
global never: u32 = 0;
global pairs: u64 = 0;
global top: i32 = MIN;
global ends: u32 = 0;

kernel up() {
    forall i in from..to {
        last max= i;
        first min= i;
        count += 1;
    }
}

kernel down() {
    forall _i in to..from {
        never += 1;
    }
}

kernel empty() {
    forall _i in to..to {
        never += 1;
    }
}

kernel bottom() {
    forall i in low..low + 3 {
        sum += i as i64;
    }
}

kernel upmost() {
    forall i in high - 2..high {
        top max= i;
    }
}

kernel around() {
    forall i in -5..4 {
        negative += i as i64;
        forall j in i..2 where j % 2 == 0 {
            pairs += (j + 10) as u64;
        }
        forall _k in 4294967293..MAX {
            ends += 1;
        }
    }
}

kernel sized(n: u32) {
    forall i in 0..n * 3 where i % 2 == 1 {
        count += i;
    }
}

main {
    up();
    down();
    empty();
    bottom();
    upmost();
    around();
    sized(node_count);
}

output last, first, count, sum, negative, never, pairs, top, ends;
