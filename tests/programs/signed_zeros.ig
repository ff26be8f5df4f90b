/// Minima and maxima of floats in every kind of place: -0 is smaller than 0, and NaN is ignored.

param zero: f32 = 0;
param wide_zero: f64 = 0;

const operands: u32 = 9;
const pairs: u32 = 81;
const least_constant: f32 = min(0.0, -0.0);
const greatest_constant: f64 = max(-0.0, 0.0);

node lesser: u32[pairs] = 0;
node greater: u32[pairs] = 0;
node wide_lesser: u64[pairs] = 0;
node wide_greater: u64[pairs] = 0;
node low: f32 = 0;
node high: f64 = 0;
node after_min: u32[pairs] = 0;
node after_max: u64[pairs] = 0;
node of_edges: u32[2] = 0;
node mixed: f32 = 0;
node wide_mixed: f64 = 0;
node nothing: f32 = 0;
global least: f32 = 0;
global greatest: f32 = -0.0;
global wide_least: f64 = 0;
global wide_greatest: f64 = -0.0;
global unchanged: f32 = -0.0;
global from_nan: f32 = 0;
global shared: f32 = 0;
global wide_shared: f64 = -0.0;
global elements: f32[2] = 0;
global in_main: u32 = 0;
global wide_in_main: u64 = 0;
global results: u32[12] = 0;
global wide_results: u64[5] = 0;

fn operand(i: u32) -> f32 {
    let x = zero;
    if i == 1 {
        x = -zero;
    } else if i == 2 {
        x += 1.0;
    } else if i == 3 {
        x -= 1.0;
    } else if i == 4 {
        x = MAX;
    } else if i == 5 {
        x = MIN;
    } else if i == 6 {
        x = zero / zero;
    } else if i == 7 {
        x = -(zero / zero);
    } else if i == 8 {
        // NaN that signals.
        x = f32_from_bits(0x7f800001 + bits(zero));
    }
    return x;
}

kernel compare() {
    forall u in nodes where u as u32 < 2 {
        for k in 0..pairs {
            let a = operand(k / operands);
            let b = operand(k % operands);
            u.lesser[k] = bits(min(a, b));
            u.greater[k] = bits(max(a, b));
            u.wide_lesser[k] = bits(min(a as f64, b as f64));
            u.wide_greater[k] = bits(max(a as f64, b as f64));
            u.low = a;
            atomic_min(u.low, b);
            u.after_min[k] = bits(u.low);
            u.high = a as f64;
            atomic_max(u.high, b as f64);
            u.after_max[k] = bits(u.high);
        }
    }
}

kernel reduce() {
    forall u in nodes {
        // Node 0 has -0, and the others have 0 and NaN.
        let x = select(u == 0, -zero, zero);
        let y = select(u as u32 % 3 == 1, zero / zero, x);
        u.nothing = zero / zero;
        u.mixed = y;
        u.wide_mixed = -x as f64;
        least min= y;
        greatest max= -y;
        wide_least min= x as f64;
        wide_greatest max= -x as f64;
        unchanged min= zero;
        from_nan max= y;
        atomic_min(shared, y);
        atomic_max(wide_shared, -x as f64);
        elements[0] min= x;
        elements[1] max= y;
        let of_out = zero;
        let of_in = -zero;
        forall e in u.out {
            of_out min= select(e.dst == 0, -zero, zero / zero);
        }
        forall e in u.in {
            of_in max= select(e.src == 0, zero, -zero);
        }
        u.of_edges[0] = bits(of_out);
        u.of_edges[1] = bits(of_in);
    }
}

main {
    from_nan = zero / zero;
    compare();
    reduce();
    for k in 0..pairs {
        let a = operand(k / operands);
        let b = operand(k % operands);
        in_main = in_main * 31 + (bits(min(a, b)) ^ (bits(max(a, b)) >> 3));
        let c = a as f64;
        let d = b as f64;
        wide_in_main = wide_in_main * 31 + (bits(min(c, d)) ^ (bits(max(c, d)) >> 3));
    }
    results[0] = bits(reduce_min(mixed));
    results[1] = bits(reduce_max(mixed));
    results[2] = bits(least);
    results[3] = bits(greatest);
    results[4] = bits(unchanged);
    results[5] = bits(from_nan);
    results[6] = bits(shared);
    results[7] = bits(elements[0]);
    results[8] = bits(elements[1]);
    results[9] = bits(least_constant);
    results[10] = bits(reduce_min(nothing));
    results[11] = bits(reduce_max(nothing));
    wide_results[0] = bits(reduce_min(wide_mixed));
    wide_results[1] = bits(reduce_max(wide_mixed));
    wide_results[2] = bits(wide_least);
    wide_results[3] = bits(wide_greatest) ^ bits(wide_shared);
    wide_results[4] = bits(greatest_constant);
}

output lesser, greater, wide_lesser, wide_greater, after_min, after_max, of_edges;
output in_main, wide_in_main, results, wide_results;
