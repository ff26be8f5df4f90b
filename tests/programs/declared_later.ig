/// Everything is used before its declaration.
output far, g;

main {
    fill(start);
    g += last;
}

kernel fill(from: u32) {
    forall u in nodes {
        u.far = from + last;
    }
}

node far: u32 = last;
global g: u32 = start * first;
param start: u32 = last;
const first: u32 = 3;
const last: u32 = first + 1;
