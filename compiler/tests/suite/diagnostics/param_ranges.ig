// Ranges that do not fit their parameters.
param start: node = 0 in 0..10;
param is_on: bool = true in 0..1;
param length: u32 = 3 in 0..=2.5;
param width: i32 = 3 in 0..count;
param open: u64 in 0..node_count;
const count: u32 = 3;

main {
    require 3, "three";
    require count > 0, "a number";
}
