/// Communities by weights: a partition of the nodes into connected communities with a high modularity, to
/// which heavy edges contribute more than light ones.
///
/// Leiden with real weights, as `leiden`: nodes move as in Louvain, and before the next level, each community
/// is divided into connected parts, which become the nodes of the quotient graph. At the end, the connected
/// components of the communities become the communities. Edges of weight 0 connect nothing. The program
/// treats weights and roundings as `louvain_weighted` does.
///
/// From: Traag, Waltman and van Eck, "From Louvain to Leiden: guaranteeing well-connected communities",
/// Scientific Reports 2019, with the best part instead of a random one; Newman, "Analysis of weighted networks",
/// Phys. Rev. E 2004.
/// Work: O(nodes + edges) in each round. Rounds: usually tens for each level, of which there are few.
/// Graph: made undirected; weighted with numbers from 0. The weights of parallel edges add up, and a self-loop
/// counts for both of its ends, as in NetworkX. If the two directions of an edge have different weights, their
/// mean counts. Devices need 64-bit floats and 64-bit atomics.
/// Result: `community`, numbered from 0, and its `modularity`.

use std::hash;

graph undirected;

/// The community of each node.
original node community: node;

/// The weight of the edge, as a share of the weight of all edges. On a quotient graph, the sum over the
/// edges between two communities.
edge weight: f64;

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
node strength: f64 = 0;
/// The weight of all edges of the nodes in the community with this number, and the number of these nodes.
node volume: f64 = 0;
node size: u32 = 0;

/// The edges of a node are also its hash table of neighbouring communities: a community, and the weight of
/// all edges to it. The weight is then replaced by the gain of moving there.
edge key: node = MAX;
edge sum: f64 = 0;

/// The value of staying, the largest gain of a move, and where that move leads.
node stay: f64 = 0;
node best: f64 = 0;
node target: node = MAX;

/// The largest gain of the moves that concern a community, and the node that may make the move.
node bid: f64 = 0;
node winner: node = MAX;

/// The weight of all edges within communities, and the sum of the squares of the volumes.
global inside: f64 = 0;
global squares: f64 = 0;

/// Whether an edge has no reverse, because several edges lead from one node to another.
global unpaired: bool = false;

/// Whether the label of any node has changed.
global changed: bool = false;

/// Finds out whether an edge has no reverse.
kernel find_unpaired() {
    forall e in edges where e.reverse == MAX {
        unpaired |= true;
    }
}

/// Finds the weight that counts for each edge: the mean of both directions, and twice that of a self-loop.
kernel average() {
    forall e in edges {
        let mean = (e.weight + e.reverse.weight) / 2.0;
        e.sum = select(e.src == e.dst, 2.0 * mean, mean);
    }
}

/// Divides the weights by the weight of all edges.
kernel divide(total: f64) {
    forall e in edges {
        e.weight = e.sum / total;
    }
}

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
        u.stay = u.strength * (u.strength - u.label.volume);
    }
}

/// Adds that part: at most one slot of each table has it.
kernel stay_inside() {
    forall e in edges where e.key != MAX && e.key == e.src.label {
        atomic_add(e.src.stay, e.sum);
    }
}

/// Finds half the increase of the modularity if the source of a slot moves to the community of the slot.
kernel gain() {
    forall e in edges where e.key != MAX && e.key != e.src.label {
        let u = e.src;
        e.sum = e.sum - u.strength * e.key.volume - u.stay;
    }
}

/// Finds the largest gain of each node. Smaller gains than this share of the node's weight can come from
/// rounding.
kernel compare() {
    forall e in edges where e.key != MAX && e.key != e.src.label && e.sum > e.src.strength * 1e-9 {
        atomic_max(e.src.best, e.sum);
    }
}

/// Finds where that move leads. Of several communities, it is the one with the smallest number.
kernel choose() {
    forall e in edges where e.key != MAX && e.key != e.src.label {
        if e.src.best > 0.0 && e.sum == e.src.best {
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
    forall e in edges where e.src.bound == e.dst.bound && e.weight > 0.0 {
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
    require reduce_min(weight) >= 0.0, "no weight is negative";
    find_unpaired();
    if unpaired {
        // The edges from one node to another become one edge.
        isolate();
        contract(label, community, weight);
    }
    average();
    let total = reduce_add(sum);
    require total < MAX, "the weights of all edges have a sum that fits an f64";
    if total > 0.0 {
        divide(total);
    }
    isolate();
    let shrinking = total > 0.0;
    while shrinking {
        fill(strength, 0.0);
        weigh();
        // The communities: all nodes may move.
        fill(bound, 0);
        let quality = -1.0f64;
        let round: u32 = 0;
        let share: u32 = 2;
        let idle: u32 = 0;
        let undone = false;
        let moving = true;
        while moving {
            fill(volume, 0.0);
            fill(size, 0);
            gather();
            inside = 0.0;
            squares = 0.0;
            count_inside();
            square();
            let now = inside - squares;
            if now <= quality && !undone {
                if share <= 16 {
                    undo();
                    undone = true;
                    share *= 2;
                    continue;
                }
                idle += 1;
            } else {
                idle = 0;
            }
            undone = false;
            quality = max(quality, now);
            fill(key, MAX);
            fill(sum, 0.0);
            fill(best, 0.0);
            fill(target, MAX);
            collect();
            leave();
            stay_inside();
            gain();
            compare();
            choose();
            moving = reduce_max(best) > 0.0 && idle < 100;
            if moving {
                save();
                if share <= 16 {
                    leap(round, share);
                } else {
                    fill(bid, 0.0);
                    fill(winner, MAX);
                    bid_for_both();
                    win();
                    step();
                }
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
            fill(volume, 0.0);
            fill(size, 0);
            gather();
            fill(key, MAX);
            fill(sum, 0.0);
            fill(best, 0.0);
            fill(target, MAX);
            collect();
            leave();
            stay_inside();
            gain();
            compare();
            choose();
            stay_together();
            moving = reduce_max(best) > 0.0;
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
    inside = 0.0;
    squares = 0.0;
    count_loops();
    square_strengths();
    if total > 0.0 {
        modularity = inside - squares;
    }
}

output community, modularity;
check leiden_weighted(community, modularity);
