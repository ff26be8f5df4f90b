/// Arithmetic at its limits: sums that are too large, NaN, and division by zero.
param zero: u32 = 0;
param nought: f32 = 0;
edge w: u32 = MAX - 2;

node dist: u32 = 0;
node part: f32 = 0.0;
node low: f32 = MAX;
global wrapped: u32 = 7;
global signed: i32 = 2147483647;
global quotient: i64 = 1;
global shifted: u32 = 0;
global lesser: f32 = 0;
global greater: f32 = 0;
global equal: bool = true;
global least: f32 = 0;
global reduced: f32 = 0;
global as_i32: i32 = 1;
global as_u32: u32 = 1;
global as_u64: u64 = 1;
global bits: u32 = 0;
global nowhere: u32 = 5;

kernel far() {
    forall u in nodes {
        // The sum of two nearly largest weights wraps to a small number.
        forall e in u.out {
            atomic_max(e.dst.dist, e.w + e.w);
        }
        u.part = select(u.degree == 0, nought / nought, u as u32 as f32 - 2.5);
    }
}

kernel take() {
    forall u in nodes {
        atomic_min(u.low, u.part);
        least min= u.part;
    }
}

main {
    far();
    take();
    wrapped -= 8;
    signed += 1;
    signed /= -1;
    quotient = 5 / (zero as i64) + 5 % (zero as i64);
    shifted = 1 << (zero + 33);
    let nan = nought / nought;
    lesser = min(nan, 3.0) + max(2.0, nan);
    greater = max(min(nan, nan), 1.0);
    equal = nan == nan || nan < 1.0 || nan > 1.0;
    reduced = reduce_min(part);
    as_i32 = nan as i32 + (1.0 / nought) as i32;
    as_u32 = (-7.5) as u32 + (0.0 - 1.0 / nought) as u32 + 3.99 as u32;
    as_u64 = (1e30 + nought) as u64;
    bits = -1 as i64 as u32;
    nowhere = (node_count as node).dist;
    (MAX as node).dist = 5;
}

output wrapped, signed, quotient, shifted, lesser, greater, equal, least, reduced, as_i32, as_u32,
    as_u64, bits, nowhere, dist, low;
