// Ranges without values, and defaults outside of their ranges.
const limit: f32 = 0.5 + 0.5;

param damping: f32 = 1 in 0..limit;
param walks: u32 = 0 in 1..;
param empty: u32 = 5 in 5..5;
param reversed: f64 = 0.5 in 1..=0;
param undefined: f64 = 0.5 in 0.0 / 0.0..1;
param fine: i64 = -3 in -3..=-3;

global g: f32 = damping;

main {
    print walks, empty, reversed, undefined, fine;
}

output g;
