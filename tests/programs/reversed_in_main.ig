/// Reverses of edges that only the statements of `main` read, also inside a loop that runs on the device.

node a: u32 = 0;
edge back: edge = 5;
global rounds: u32 = 0;

kernel step() {
    forall u in worklist {
        atomic_add(u.a, 1);
    }
}

main {
    pipe [0 as node] {
        step();
        rounds += 1;
        (0 as node).out[0].back = (0 as node).out[0].reverse;
    }
}

output a, back, rounds;
