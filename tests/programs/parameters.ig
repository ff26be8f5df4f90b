/// Parameters, globals and state of every type, each also passed to a kernel.
param a_bool: bool = true;
param a_i32: i32 = -2147483648;
param a_u32: u32 = MAX;
param an_i64: i64 = MIN;
param a_u64: u64 = 18446744073709551615;
param an_f32: f32 = 1e-45;
param an_f64: f64 = 5e-324;
param a_node: node = 0;
param an_edge: edge = 3;

node node_bool: bool = true;
node node_i32: i32 = -1;
node node_u32: u32 = 1;
node node_i64: i64 = -4294967297;
node node_u64: u64 = 0xffffffff00000001;
node node_f32: f32 = -0.1;
node node_f64: f64 = 0.1;
node node_node: node = MAX;
node node_edge: edge = MAX;
node passed: u32 = 0;

kernel take(b: bool, i: i32, u: u32, l: i64, m: u64, f: f32, d: f64, n: node, e: edge) {
    forall w in nodes where b == a_bool && i == a_i32 && u == a_u32 && l == an_i64 && m == a_u64 {
        if f == an_f32 && d == an_f64 && n == a_node && e == an_edge {
            w.passed += 1;
        }
    }
}

kernel fill() {
    forall u in nodes where u as u32 % 2 == 0 {
        u.node_bool = !a_bool || u.node_bool && !u.node_bool;
        u.node_i32 = u.node_i32 + a_i32;
        u.node_u32 += a_u32;
        u.node_i64 -= an_i64;
        u.node_u64 *= a_u64;
        u.node_f32 = u.node_f32 + an_f32;
        u.node_f64 = u.node_f64 / an_f64;
        u.node_node = a_node;
        u.node_edge = an_edge;
    }
}

main {
    take(a_bool, a_i32, a_u32, an_i64, a_u64, an_f32, an_f64, a_node, an_edge);
    take(!a_bool, a_i32, a_u32, an_i64, a_u64, an_f32, an_f64, a_node, an_edge);
    take(a_bool, a_i32, a_u32, an_i64, a_u64, an_f32, an_f64, a_node, an_edge);
    fill();
}

output node_bool, node_i32, node_u32, node_i64, node_u64, node_f32, node_f64, node_node, node_edge;
output passed;
