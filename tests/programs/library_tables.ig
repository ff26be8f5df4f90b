/// The modules of the standard library with data structures: sets, hash tables, argmax, random walks and
/// samples of disjoint sets.

use std::argmax;
use std::bitmap;
use std::hash_table;
use std::random_walk;
use std::union_find;

const steps: u32 = 5;

node parent: node;
/// How often each residue of a neighbour occurs.
node residues: u32[4] = 0;
node most: u32 = 0;
node distinct: u32 = 0;
node missing: u32 = 0;
node visits: u32 = 0;
node last: node = MAX;
global set: u32[node_count / 32 + 1];
global keys: u32[2 * edge_count + 2] = MAX;
global counts: u32[2 * edge_count + 2];
global inserted: u32 = 0;
global removed: u32 = 0;
global members: u32 = 0;
global outside: bool = false;
global full: u32 = 0;
global best: u64 = 0;
global highest: u64 = 0;
global sampled: u32 = 0;
global far: u32 = 0;

fn first(u: node) -> u32 {
    return 2 * (u.out_begin as u32);
}

kernel fill_set() {
    forall e in edges {
        if bitmap::insert(set, e.dst as u32) {
            inserted += 1;
        }
    }
}

kernel empty_set() {
    forall u in nodes {
        if bitmap::contains(set, u as u32) {
            members += 1;
        }
        if (u as u32) % 2 == 0 && bitmap::remove(set, u as u32) {
            removed += 1;
        }
        outside |= bitmap::contains(set, u as u32 + 32 * set.length);
        outside |= bitmap::insert(set, u as u32 + 32 * set.length);
    }
}

/// The iterations of a nested loop add to one table at the same time.
kernel count_residues() {
    forall u in nodes {
        forall e in u.out {
            hash_table::add(keys, counts, first(u), 2 * u.degree, (e.dst as u32) % 4, 2);
        }
    }
}

kernel read_residues() {
    forall u in nodes {
        let largest = 0u64;
        for i in 0..4 {
            let count = hash_table::count(keys, counts, first(u), 2 * u.degree, i);
            u.residues[i] = count;
            if count > 0 {
                u.distinct += 1;
                largest = max(largest, argmax::of_u32(count, i));
            }
        }
        u.most = argmax::item(largest);
        u.missing = hash_table::count(keys, counts, first(u), 2 * u.degree, 4);
        best max= argmax::of_u32(u.degree, u as u32);
        highest max= argmax::of_f32(-0.5 * (u.degree as f32), u as u32);
        if argmax::key_u32(largest) > 0 && argmax::key_f32(argmax::of_f32(-2.5, 3)) == -2.5 {
            far += argmax::item(argmax::of_f32(-2.5, 3));
        }
        hash_table::clear(keys, counts, first(u), 2 * u.degree);
    }
}

/// A table of two slots has room for two of three keys.
kernel overflow() {
    forall _i in 0..1 {
        for key in 0..3 {
            if hash_table::add(keys, counts, 2 * edge_count, 2, key, 1) == 0 {
                full += 1;
            }
        }
        full += 10 * hash_table::count(keys, counts, 2 * edge_count, 2, 0);
        full += 100 * hash_table::count(keys, counts, 2 * edge_count, 2, 2);
    }
}

kernel wander() {
    forall u in nodes {
        let here = u;
        let state = random_walk::begin(3, u as u32);
        for _step in 0..steps {
            state = random_walk::advance(state);
            if here.degree > 0 && random_walk::chance(state) < 0.875 {
                here = random_walk::neighbour(state, here);
            }
            atomic_add(here.visits, 1);
        }
        u.last = here;
    }
}

kernel start() {
    forall u in nodes {
        u.parent = u;
    }
}

kernel join() {
    forall e in edges {
        union_find::link(parent, e.src, e.dst);
    }
}

kernel compress() {
    forall u in nodes {
        u.parent = union_find::root(parent, u);
    }
}

kernel sample() {
    forall i in 0..16 {
        sampled += union_find::sample(parent, i) as u32;
    }
}

main {
    fill_set();
    empty_set();
    count_residues();
    read_residues();
    overflow();
    wander();
    start();
    join();
    compress();
    sample();
}

output residues, most, distinct, missing, visits, last, parent;
output set, keys, counts, inserted, removed, members, outside, full, best, highest, sampled, far;
