/// Personalised PageRank: how likely a walker is at each node if it follows random edges, and sometimes
/// restarts at one of a few seeds.
///
/// Pull, topology-driven, as `pr_normalised`. The walker also restarts at a node without out-edges, as
/// in NetworkX.
///
/// From: Page and others, "The PageRank citation ranking", 1999, section 6; Haveliwala, "Topic-sensitive
/// PageRank", WWW 2002.
/// Work: O((nodes + edges) · rounds). Rounds: about the logarithm of 1 / tolerance.
/// Graph: directed, weights are not used.
/// Result: `rank`, with the sum 1; another round would change the ranks by no more than `tolerance` in
/// sum. Without seeds, all ranks are 0.

use std::fixed_point;

/// The seeds. A node that occurs several times counts once.
input worklist seeds;

/// The probability that the walker follows an edge.
param damping: f32 = 0.85 in 0..1;
/// The program ends after a round in which the changes of all ranks sum to no more than this.
/// Values below about 1e-6 exceed the precision of an `f32`.
param tolerance: f32 = 0.0001 in 0..MAX;
/// The largest number of rounds.
param rounds: u32 = 1000;

/// The probability that the walker is at this node.
node rank: f32 = 0;
/// Whether the node is a seed.
node is_seed: bool = false;
/// The share of the rank that each out-edge gets, multiplied by the number of nodes, because small
/// numbers would be lost in a sum.
node share: f32 = 0;
/// The rank, if the node has no out-edges.
node lost: f32 = 0;
/// By how much the rank changed in this round.
node change: f32 = 0;

/// Number of seeds.
global seed_count: u32 = 0;

/// Marks the seeds.
kernel mark() {
    forall u in seeds {
        let already = atomic_swap(u.is_seed, true);
        if !already {
            seed_count += 1;
        }
    }
}

/// Distributes a probability over the seeds.
kernel start(each: f32) {
    forall u in nodes where u.is_seed {
        u.rank = each;
    }
}

/// Divides each node's rank among its out-edges.
kernel divide() {
    forall u in nodes {
        if u.degree > 0 {
            u.share = u.rank * (node_count as f32) / (u.degree as f32);
        } else {
            u.lost = u.rank;
        }
    }
}

/// Sums the shares of the in-neighbours. Each seed gets `restart` in addition.
kernel gather(restart: f32) {
    forall v in nodes {
        // A fixed-point sum: an `f32` loses precision when many neighbours give small shares.
        let sum = 0i64;
        forall e in v.in {
            sum += fixed_point::from_f32(e.src.share);
        }
        let rank = damping * fixed_point::to_f32(sum) / (node_count as f32);
        if v.is_seed {
            rank += restart;
        }
        v.change = abs(rank - v.rank);
        v.rank = rank;
    }
}

main {
    mark();
    start(1.0 / (seed_count as f32));
    let round = 0;
    let moved: f32 = MAX;
    while round < rounds && moved > tolerance {
        divide();
        gather((1.0 - damping + damping * reduce_add(lost)) / (seed_count as f32));
        moved = reduce_add(change);
        round += 1;
    }
}

output rank, is_seed;
check pagerank_personalised(rank, is_seed, damping, tolerance);
