/// Reductions into local variables of the enclosing loops, at any depth.
node sum: u32 = 0;
node low: u32 = 0;
node high: i32 = 0;
node any: bool = false;
node all: bool = false;
node odd: u32 = 0;
node near: node = MAX;
node deep: u64 = 0;
node half: f64 = 0.0;

kernel reduce() {
    forall u in nodes {
        let sum = 5;
        let low: u32 = MAX;
        let high: i32 = 0 - 1;
        let any = false;
        let all = true;
        let odd = 0;
        let near: node = MAX;
        let deep = 0u64;
        let half = 0.0f64;
        forall e in u.out where e.dst != u {
            sum += e.dst.degree;
            low min= e.dst.degree;
            high max= e.dst as i32 - u as i32;
            any |= e.dst.degree > 3;
            all &= e.dst.degree > 1;
            odd ^= e.dst as u32;
            near min= e.dst;
            half += 0.5;
            let inner = 0u64;
            forall f in e.dst.out {
                inner += 1;
                deep += f.dst as u64;
            }
            forall i in 0..e.dst.degree {
                deep += i as u64 + inner;
            }
        }
        u.sum = sum;
        u.low = low;
        u.high = high;
        u.any = any;
        u.all = all;
        u.odd = odd;
        u.near = near;
        u.deep = deep;
        u.half = half;
        sum += 1;
        forall e in u.in {
            sum += 1;
        }
        u.sum += sum;
    }
}

main {
    reduce();
}

output sum, low, high, any, all, odd, near, deep, half;
