node a: f32 = 0;
node b: f64 = 0;
edge c: f32 = 0;
global g: u64 = 0;
worklist near, far;

main {
    swap a, b;
    swap a, c;
    swap a, near;
    swap g, g;
    swap a, a;
    swap near, far;
}
output a, b, c, g;
