/// Copies a vector.

input node x: f32;
node y: f32 = 0;

kernel copy() {
    forall u in nodes {
        u.y = u.x;
    }
}

main {
    copy();
}

output y;
