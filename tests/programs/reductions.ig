/// Reductions into globals of every type, from outer and nested foralls.
global count: u32 = 0;
global least: u32 = MAX;
global most: u32 = 0;
global sum_i32: i32 = 100;
global sum_i64: i64 = MIN;
global sum_u64: u64 = MAX;
global least_i64: i64 = 3;
global most_i32: i32 = MIN;
global ones: u32 = MAX;
global any: u32 = 0;
global parity: u64 = 0;
global every: bool = true;
global some: bool = false;
global odd: bool = false;
global least_f32: f32 = MAX;
global most_f64: f64 = -1.5;
global whole_f32: f32 = 0.5;
global whole_f64: f64 = 0;

kernel reduce(bias: i32) {
    forall u in nodes {
        let n = u as u32;
        count += 1;
        least min= n * 7 % 5;
        most max= u.degree;
        sum_i32 += bias - n as i32;
        least_i64 min= 0 - n as i64;
        most_i32 max= n as i32 - 1000;
        every &= n < node_count;
        odd ^= n == 3;
        least_f32 min= (n as f32) / 4.0 - 1.0;
        most_f64 max= n as f64 * 0.25;
        whole_f32 += 2.0;
        whole_f64 += n as f64;
        forall e in u.out where e.dst != u {
            sum_i64 += e.dst as i64;
            sum_u64 += 1 << (e as u32 % 64);
            ones &= ~(e as u32);
            any |= 1 << (e.dst as u32 % 32);
            parity ^= (e as u64) << 33;
            some |= e.src == e.dst;
        }
    }
}

main {
    reduce(5);
    reduce(-7);
    count *= 3;
}

output count, least, most, sum_i32, sum_i64, sum_u64, least_i64, most_i32, ones, any, parity;
output every, some, odd, least_f32, most_f64, whole_f32, whole_f64;
