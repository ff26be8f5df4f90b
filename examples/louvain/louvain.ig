/// Communities: a partition of the nodes with a high modularity.
///
/// Louvain: nodes move to the neighbouring community that increases the modularity most, until no move
/// does. Then each community becomes a node, and the next level starts on the quotient graph, until a
/// level moves no node. A round moves many nodes at once. First, a random share of the nodes moves; if
/// that does not increase the modularity, the round is undone and the share is halved. Finally, two
/// nodes move in the same round only if their moves concern four different communities. The gains of such
/// moves add up exactly, so each level ends in a local optimum.
///
/// From: Blondel, Guillaume, Lambiotte and Lefebvre, "Fast unfolding of communities in large networks",
/// J. Stat. Mech. 2008; the rounds are similar to those of Lu, Halappanavar and Kalyanaraman, "Parallel
/// heuristics for scalable community detection", Parallel Computing 2015.
/// Work: O(nodes + edges) in each round. Rounds: usually tens for each level, of which there are few.
/// Graph: made undirected and simple; each edge has the weight 1. `louvain_weighted` uses the weights of the
/// graph. A copy of this program without `= 1` uses them, too, if they are whole numbers that sum to at most
/// 2³¹ in both directions together. Devices need 64-bit atomics.
/// Result: `community`, numbered from 0, and the `modularity` after each of the `levels`.

use std::hash;

graph undirected, simple;

/// The community of each node.
original node community: node;

/// The weight of the edge. On a quotient graph, the sum over the edges between two communities.
edge weight: u64 = 1;

/// Number of levels on which nodes moved.
global levels: u32 = 0;
/// The modularity of the communities after each level.
global modularity: f64[32] = 0;

/// The community on this level, as the number of a node.
node label: node = 0;
/// The community before a round that may be undone.
node before: node = 0;
/// The weight of all edges of the node.
node strength: u64 = 0;
/// The weight of all edges of the nodes in the community with this number, and the number of these nodes.
node volume: u64 = 0;
node size: u32 = 0;

/// The edges of a node are also its hash table of neighbouring communities: a community, and the weight of
/// all edges to it.
edge key: node = MAX;
edge sum: u64 = 0;

/// The value of staying, the largest gain of a move, and where that move leads.
node stay: i64 = 0;
node best: i64 = 0;
node target: node = MAX;

/// The largest gain of the moves that concern a community, and the node that may make the move.
node bid: i64 = 0;
node winner: node = MAX;

/// The weight of all edges within communities, and the sum of the squares of the volumes.
global inside: u64 = 0;
global squares: u64 = 0;

/// Starts a level: every node is a community.
kernel start() {
    forall u in nodes {
        u.label = u;
    }
}

kernel weigh() {
    forall e in edges {
        atomic_add(e.src.strength, e.weight);
    }
}

/// Adds up the volumes of the communities.
kernel gather() {
    forall u in nodes {
        atomic_add(u.label.volume, u.strength);
        atomic_add(u.label.size, 1);
    }
}

/// Adds up both parts of the modularity.
kernel count_inside() {
    forall e in edges where e.src.label == e.dst.label {
        inside += e.weight;
    }
}

kernel square() {
    forall u in nodes where u.size > 0 {
        squares += u.volume * u.volume;
    }
}

/// Fills the hash tables.
kernel collect() {
    forall e in edges where e.src != e.dst {
        let u = e.src;
        let c = e.dst.label;
        let k = hash::mix(c as u32) % u.degree;
        let searching = true;
        while searching {
            let slot = u.out[k];
            let old = atomic_cas(slot.key, MAX, c);
            if old == MAX || old == c {
                atomic_add(slot.sum, e.weight);
                searching = false;
            }
            k = (k + 1) % u.degree;
        }
    }
}

/// Finds the value of staying, without the part that the edges to the own community contribute.
kernel leave() {
    forall u in nodes {
        let strength = u.strength as i64;
        u.stay = strength * (strength - u.label.volume as i64);
    }
}

/// Adds that part: at most one slot of each table has it.
kernel stay_inside(total: i64) {
    forall e in edges where e.key != MAX && e.key == e.src.label {
        atomic_add(e.src.stay, total * (e.sum as i64));
    }
}

/// Returns how much the modularity increases if the source of the slot moves to the community of the
/// slot, times half the square of the total weight.
fn gain(slot: edge, total: i64) -> i64 {
    let u = slot.src;
    return total * (slot.sum as i64) - u.strength as i64 * (slot.key.volume as i64) - u.stay;
}

/// Finds the largest gain of each node.
kernel compare(total: i64) {
    forall e in edges where e.key != MAX && e.key != e.src.label {
        atomic_max(e.src.best, gain(e, total));
    }
}

/// Finds where that move leads. Of several communities, it is the one with the smallest number.
kernel choose(total: i64) {
    forall e in edges where e.key != MAX && e.key != e.src.label {
        if e.src.best > 0 && gain(e, total) == e.src.best {
            atomic_min(e.src.target, e.key);
        }
    }
}

kernel save() {
    forall u in nodes {
        u.before = u.label;
    }
}

kernel undo() {
    forall u in nodes {
        u.label = u.before;
    }
}

/// Moves a random share of the nodes. Two nodes that are alone do not swap their communities.
kernel leap(round: u32, share: u32) {
    forall u in nodes where u.target != MAX {
        let alone = u.label.size == 1 && u.target.size == 1;
        if hash::priority(u, round) % share == 0 && !(alone && u.target > u.label) {
            u.label = u.target;
        }
    }
}

/// Finds the largest gain that concerns each community.
kernel bid_for_both() {
    forall u in nodes where u.target != MAX {
        atomic_max(u.label.bid, u.best);
        atomic_max(u.target.bid, u.best);
    }
}

/// Finds the node with this gain. Of several nodes, it is the one with the smallest number.
kernel win() {
    forall u in nodes where u.target != MAX {
        if u.label.bid == u.best {
            atomic_min(u.label.winner, u);
        }
        if u.target.bid == u.best {
            atomic_min(u.target.winner, u);
        }
    }
}

/// Moves the nodes that won both of their communities.
kernel step() {
    forall u in nodes where u.target != MAX && u.label.winner == u && u.target.winner == u {
        u.label = u.target;
    }
}

main {
    // The gains have 64 bits and are products of two sums of weights.
    require reduce_max(weight) <= 1 << 31, "each weight is at most 2147483648";
    let exact = reduce_add(weight);
    require exact <= 1 << 31, "the weights in both directions sum to at most 2147483648";
    let total = exact as i64;
    let improves = total > 0;
    while improves && levels < 32 {
        start();
        weigh();
        let first: i64 = MAX;
        let quality: i64 = MIN;
        let round: u32 = 0;
        let share: u32 = 2;
        let undone = false;
        let moving = true;
        while moving {
            fill(volume, 0);
            fill(size, 0);
            gather();
            inside = 0;
            squares = 0;
            count_inside();
            square();
            let now = total * (inside as i64) - squares as i64;
            if now <= quality && !undone {
                undo();
                undone = true;
                share *= 2;
                continue;
            }
            undone = false;
            first = min(first, now);
            quality = now;
            fill(key, MAX);
            fill(sum, 0);
            fill(best, 0);
            fill(target, MAX);
            collect();
            leave();
            stay_inside(total);
            compare(total);
            choose(total);
            moving = reduce_max(best) > 0;
            save();
            if share <= 16 {
                leap(round, share);
            } else {
                fill(bid, 0);
                fill(winner, MAX);
                bid_for_both();
                win();
                step();
            }
            round += 1;
        }
        improves = quality > first;
        if improves {
            modularity[levels] = quality as f64 / (total as f64 * total as f64);
            levels += 1;
            contract(label, community, weight);
        }
    }
}

output community, modularity, levels;
check louvain(community, modularity, levels);
