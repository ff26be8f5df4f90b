/// Computes the dot product of two vectors.

input node x: f32;
input node y: f32;
global sum: f32 = 0;

kernel dot() {
    forall u in nodes {
        sum += u.x * u.y;
    }
}

main {
    dot();
}

output sum;
