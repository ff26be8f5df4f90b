/// Iterations that read what other iterations change as their own.

node rank: f32 = 1.0;
node next: f32 = 0.0;
node kept: u32 = 5;
node rounds: u32 = 0;

fn share(u: node) -> f32 {
    return u.rank / max(u.degree, 1) as f32;
}

/// The function hides the read from the warnings of the compiler.
kernel in_place() {
    forall u in nodes {
        let sum = 0.0;
        forall e in u.out {
            sum += share(e.dst);
        }
        u.rank = sum;
    }
}

kernel to_the_side() {
    forall u in nodes {
        let sum = 0.0;
        forall e in u.out {
            sum += share(e.dst);
        }
        u.next = sum;
        // The value does not change.
        u.kept = 5;
        u.rounds += 1;
    }
}

main {
    in_place();
    to_the_side();
    swap rank, next;
    to_the_side();
}

output rank, kept, rounds;
