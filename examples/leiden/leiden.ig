/// Communities: a partition of the nodes into connected communities with a high modularity.
///
/// Leiden: as in Louvain, nodes move to the neighbouring community that increases the modularity most,
/// until no move does. Before the next level, each community is refined: its nodes start alone again, and
/// a node that is still alone joins the neighbouring part of its community that increases the modularity
/// most. The parts become the nodes of the quotient graph, and the communities are its first partition. The
/// parts are connected, so a community that is not connected can fall apart on the next level. At the end,
/// the connected components of the communities become the communities.
///
/// A round moves many nodes at once, as in `louvain.ig`. In the refinement, a random half of the nodes that are
/// alone stays in each round, and the others join parts that stay. Each part therefore stays connected.
///
/// From: Traag, Waltman and van Eck, "From Louvain to Leiden: guaranteeing well-connected communities",
/// Scientific Reports 2019, with the best part instead of a random one.
/// Work: O(nodes + edges) in each round. Rounds: usually tens for each level, of which there are few.
/// Graph: made undirected and simple; each edge has the weight 1. `leiden_weighted` uses the weights of the
/// graph. A copy of this program without `= 1` uses them, too, if they are whole numbers that sum to at most
/// 2³¹ in both directions together. Devices need 64-bit atomics.
/// Result: `community`, numbered from 0, and its `modularity`.

use std::hash;

graph undirected, simple;

/// The community of each node.
original node community: node;

/// The weight of the edge. On a quotient graph, the sum over the edges between two communities.
edge weight: u64 = 1;

/// The modularity of the communities.
global modularity: f64 = 0;

/// The community on this level, or the part of a community, as the number of a node.
node label: node = 0;
/// The community that a node cannot leave in the refinement; otherwise the same for all nodes. Between
/// levels, it is the smallest node of the community.
node bound: node = 0;
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

/// Whether the label of any node has changed.
global changed: bool = false;

/// Puts every node into a community or part of its own.
kernel isolate() {
    forall u in nodes {
        u.label = u;
    }
}

/// Starts a level with the communities of the previous level.
kernel resume() {
    forall u in nodes {
        u.label = u.bound;
    }
}

/// Finds the smallest node of each community.
kernel find_first() {
    forall u in nodes {
        atomic_min(u.label.winner, u);
    }
}

/// Binds every node to its community.
kernel bind() {
    forall u in nodes {
        u.bound = u.label.winner;
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
    forall e in edges where e.src != e.dst && e.src.bound == e.dst.bound {
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

/// Forgets the moves of nodes that are not alone.
kernel stay_together() {
    forall u in nodes where u.label.size > 1 {
        u.target = MAX;
        u.best = 0;
    }
}

/// Lets nodes join parts whose nodes do not move in this round.
kernel join(round: u32) {
    forall u in nodes where u.target != MAX {
        let stays = u.target.size > 1 || hash::priority(u.target, round) % 2 == 1;
        if stays && hash::priority(u, round) % 2 == 0 {
            u.label = u.target;
        }
    }
}

/// Gives the nodes of each connected component of a community the smallest label.
kernel spread() {
    forall e in edges where e.src.bound == e.dst.bound {
        if atomic_min(e.dst.label, e.src.label) > e.src.label {
            changed = true;
        }
    }
}

/// Adds up the modularity if every node is a community.
kernel count_loops() {
    forall e in edges where e.src == e.dst {
        inside += e.weight;
    }
}

kernel square_strengths() {
    forall u in nodes {
        squares += u.strength * u.strength;
    }
}

main {
    // The gains have 64 bits and are products of two sums of weights.
    require reduce_max(weight) <= 1 << 31, "each weight is at most 2147483648";
    let exact = reduce_add(weight);
    require exact <= 1 << 31, "the weights in both directions sum to at most 2147483648";
    let total = exact as i64;
    isolate();
    let shrinking = total > 0;
    while shrinking {
        fill(strength, 0);
        weigh();
        // The communities: all nodes may move.
        fill(bound, 0);
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
        fill(winner, MAX);
        find_first();
        bind();
        // The parts: nodes that are alone may join a part of their community.
        isolate();
        let joined = false;
        moving = true;
        while moving {
            fill(volume, 0);
            fill(size, 0);
            gather();
            fill(key, MAX);
            fill(sum, 0);
            fill(best, 0);
            fill(target, MAX);
            collect();
            leave();
            stay_inside(total);
            compare(total);
            choose(total);
            stay_together();
            moving = reduce_max(best) > 0;
            joined = joined || moving;
            join(round);
            round += 1;
        }
        shrinking = joined;
        if joined {
            contract(label, community, bound, weight);
            resume();
        }
    }
    // The connected components of the communities.
    isolate();
    iterate {
        changed = false;
        spread();
    } while changed;
    contract(label, community, weight);
    weigh();
    inside = 0;
    squares = 0;
    count_loops();
    square_strengths();
    if total > 0 {
        let all = total as f64;
        modularity = inside as f64 / all - squares as f64 / (all * all);
    }
}

output community, modularity;
check leiden(community, modularity);
