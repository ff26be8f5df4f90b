/// Adds a multiple of a vector to another one.

input node x: f32;
node y: f32 = 1;

kernel axpy() {
    forall u in nodes {
        u.y = 1.5 * u.x + u.y;
    }
}

main {
    axpy();
}

output y;
