/// A program whose names mean something in C, and whose `main` has every kind of operator.

param NULL: u32 = 1;
param INFINITY: f32 = 1.5;
param errno: i64 = -9223372036854775808;
param long: i32 = -2147483648;
param register: f64 = 0.1;
param flag: bool = true;
param start: node = 0;
param big: u64 = 18446744073709551615;

node double: u32 = MAX;
node short: f32 = 0.0;
edge volatile: i32 = -1;
global struct: f64 = 0.0;
global boolean: bool = false;

kernel static(switch: u32, inline: f32, b: bool, c: i64, d: u64, e: f64, f: i32) {
    forall u in nodes {
        u.double = switch + (c as u32) + (d as u32) + (f as u32);
        u.short = inline + (e as f32);
        if b {
            boolean |= true;
        }
    }
}

main {
    let run = NULL;
    let uint32_t = INFINITY * 2.0;
    let word = bits(INFINITY * 0.5) + (bits(register) >> 40) as u32;
    let c = errno;
    c = c - 1;
    let f = long;
    f = f / -1;
    f = f % 7;
    let s = f >> 3;
    s = s << run;
    let bits = big ^ (c as u64);
    let e = register / 0.03;
    let m = min(e, max(register, 0.2));
    let negative = -m;
    let always = run >= 0;
    let never = run < 0;
    let same = run == run;
    let cond = always && !never || same;
    let ab = abs(f) + abs(s);
    for i in 0..3 {
        run += i;
        if run > 100 {
            break;
        }
    }
    let whole = floor(e) + ceil(e) + round(-e) + sqrt(f64_from_bits(0x4010000000000000));
    let close = round((exp(0.5) + log(e + 3.0) + sin(e) + cos(e) + pow(e + 1.0, 1.5)) * 1000.0);
    let single = round((exp(0.5f32) + pow(2.0f32, 0.5)) * 100.0) + floor(sqrt(9.5f32));
    let counts = popcount(c) + clz(c) + ctz(c) + popcount(s) + clz(s) + ctz(f);
    counts += popcount(bits) + clz(bits) + ctz(bits) + clz(run - run) + ctz(run - run);
    ab += (counts + popcount(run)) as i32 + f32_from_bits(0x40400000) as i32;
    run += word + (whole as u32) + (close as u32) + (single as u32) + counts;
    run += (f32_from_bits(0x7fc00001) as u32) + (ctz(c - c) + clz(c - c));
    let j = 0;
    while j < 5 {
        j += 1;
        if j == 2 {
            continue;
        }
        run = saturating_add(run, 4294967290);
    }
    static(run, uint32_t + (m as f32), cond == flag, c, bits, negative, ab);
    let back = start.double;
    struct = (back as f64) + ((uint32_t as i32) as f64) + ((bits as f32) as f64);
    boolean = boolean != false;
}

output double, short, volatile, struct, boolean;
