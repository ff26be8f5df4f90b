/// Parameters with ranges of every form and type, and requirements that hold.
const half: f32 = 0.5;

param share: f32 = half in 0..half * 2.0;
param ratio: f64 = 1e-9 in 0<..MAX;
param offset: i32 = -3 in -5..=5;
param parts: u32 = 4 in 0<..=4;
param shift: i64 = MIN in ..0;
param most: u64 = MAX in 1..;
param limit: u32 = MAX;

node x: u32 = 1;
global sum: u64 = 0;
global values: f64 = 0;

kernel grow() {
    forall u in nodes {
        u.x += u.degree;
    }
}

main {
    let round = 0;
    iterate {
        grow();
        round += 1;
        require reduce_max(x) <= limit, "each value is at most the limit, \\ and so on";
    } while round < parts;
    sum = reduce_add(x) as u64 + most;
    values = share as f64 + ratio + offset as f64 + shift as f64;
}

output x, sum, values;
