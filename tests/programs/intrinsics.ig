/// The functions of numbers, wherever a program may call them. Results that may differ in their last
/// bits are rounded.
const TURN: f64 = 6.283185307179586;
const WIDTH: u32 = clz(1) + popcount(0xff) + ctz(0x100);
const HALF: f32 = pow(2.0, -1.0);

param base: f64 = exp(1.0);

node whole: f32 = floor(sqrt(node_count as f32) + 0.25);
node angle: f64 = 0;
node circle: i32 = 0;
node logarithm: i32 = 0;
node power: u32 = 0;
node rounded: f32 = 0;
node word: u32 = 0;
node again: f64 = 0;
node left: i64 = 100;
global outside: u32 = 0;
global total: i32 = 1000;
global ones: u32 = 0;

/// A program may use the names of the functions for its own things.
global bits: u32 = 0;

fn log(x: u32) -> u32 {
    return 31 - clz(x | 1);
}

fn log2(x: f64) -> f64 {
    return exp(x) / 7.0;
}

kernel compute() {
    forall u in nodes {
        let x = u as u32 as f64 / node_count as f64;
        u.angle = TURN * x;
        u.circle = round((sin(u.angle) * 1000.0 + cos(u.angle)) * 100.0) as i32;
        u.logarithm = round(log2(x + 1.0) - pow(x + 0.5, 2.0) * 1000.0 + 0.3) as i32;
        u.power = log(u as u32 + 1) + WIDTH;
        u.rounded = ceil(x as f32 * 10.0) + round(x as f32 * 10.0) * HALF;
        u.word = f32_from_bits(0x3f800000 + u as u32) as u32;
        u.again = f64_from_bits(0x3ff0000000000000 | u as u64 << 40);
        let rest = 0;
        forall e in u.out {
            rest += 3;
            rest -= e.dst as i64;
            atomic_sub(e.dst.left, u as i64);
        }
        u.again += rest as f64;
        total -= popcount(u as i32) as i32;
        ones += ctz(u as u64 + 1);
    }
}

main {
    compute();
    let e = round(base * 1000000.0) as u64;
    outside = (e as u32) + popcount(e) + clz(e) + ctz(e) + clz(0i32) + ctz(0u64);
    outside += (sqrt(16.0) + floor(-2.5f32) + ceil(-2.5f32) + exp(0.0)) as u32;
    bits = (pow(2.0, 10.0) + cos(0.0f64) + sin(0.0f64)) as u32;
}

output whole, circle, logarithm, power, rounded, word, again, left, outside, total, ones, bits;
