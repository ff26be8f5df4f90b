/// Everything is used before its declaration.
output far, g, lengths;

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
global lengths: u32 = table.length * 16 + slots.length;
global table: u32[node_count + start];
node slots: u32[last];
global g: u32 = start * first;
param start: u32 = last;
const first: u32 = 3;
const last: u32 = first + 1;
