/// Computations of `main`: accesses to device state and to the graph's own arrays, casts, loops.
param start: node = 0;
global a: i64 = 5;
global b: f32 = 0;
global c: u32 = 0;
global d: bool = false;
global log: u32 = 0;
node x: u32 = 3;

kernel double() {
    forall u in nodes {
        u.x *= 2;
    }
}

main {
    double();
    let last = (node_count - 1) as node;
    last.x = start.x + last.degree;
    (node_count as node).x = 12;
    c = (node_count as node).x + (MAX as u32 as node).x;
    let zero = c as i64 - c as i64;
    a *= -7;
    a = a / zero + a % 4 + (a >> 1) - (1 << 62);
    b = (start.x as f32) / 0.0;
    d = b == MAX && !(b < 0.0);
    let n = 0;
    while n < 5 && start.x < 100 {
        n += 1;
        if n % 2 == 0 {
            double();
        } else {
            start.x += n;
        }
        log = log * 10 + n;
    }
    iterate {
        double();
        log += 1;
    } while false;
    a min= (0 - log as i64) * 4294967296;
    c |= (last.degree << 4) + edge_count;
}

output a, b, c, d, log, x;
