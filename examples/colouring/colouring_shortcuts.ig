/// Graph colouring: neighbours get different colours, and the number of colours is small.
///
/// Jones and Plassmann with two shortcuts. Of two neighbours, the one with more edges chooses first.
/// Every node keeps the colours that are still possible. A node takes its first possible colour as
/// soon as none of the neighbours that choose before it can take this colour, even if these
/// neighbours have not decided yet. The result is that of a sequential pass over the nodes in the
/// order of their degrees, but there are far fewer rounds than on the longest path of this order.
///
/// Nodes with many edges are coloured by classes of degrees, from the largest. A class waits for itself
/// only, so that nodes with few edges do not look at hubs that wait. All other nodes are the last
/// class, whose nodes may look again at once, without a round. The possible colours are bits of a word,
/// for a window of 30 colours. Nodes that find no colour in the window wait for the next one.
///
/// From: Jones and Plassmann, "A parallel graph coloring heuristic", SIAM J. Scientific Computing
/// 1993; the shortcuts of Alabandi, Powers and Burtscher, "Increasing the parallelism of graph
/// coloring via shortcutting", PPoPP 2020 (ECL-GC).
/// Work: O((nodes + edges) · rounds) at worst. Rounds: for each class, few if degrees are random.
/// Graph: made undirected and simple; weights are not used.
/// Result: `colour`, from 0 up to at most the largest degree.
use std::hash;
graph undirected, simple;

/// Number of colours that a node considers at the same time.
const window: u32 = 30;
/// The bits of these colours.
const all: u32 = 0x3fffffff;
/// The bit of a node that has no colour yet.
const open_bit: u32 = 0x80000000;

/// The edges of nodes with at least this number of edges are listed in parallel.
param hub: u32 = 32;
/// The least degree of the first class; 0 for a single class.
param first_class: u32 = 256;

/// The node's colour, or `open_bit` and the possible colours of this window.
node colour: u32 = 0;
/// The neighbours that choose before a node, stored at its first edges.
edge ahead: node = MAX;
/// Number of these neighbours.
node ahead_count: u32 = 0;

/// The nodes of the class that have no colour yet, and those that take no colour of this window.
worklist open, later;

/// Returns the priority of a node: the degree, and then a random number. Of two neighbours, the one
/// with the higher priority chooses first.
fn priority(u: node) -> u32 {
    return min(u.degree, 0xffff) << 16 | hash::priority(u, 0) >> 16;
}

/// Whether `v` chooses before its neighbour `u`, which has this priority.
fn is_before(v: node, u: node, own: u32) -> bool {
    let other = priority(v);
    return other > own || (other == own && v > u);
}

/// Returns the colours of the first window that a node can take if so many neighbours choose before it:
/// at most one colour more.
fn possible(ahead: u32) -> u32 {
    return select(ahead < window, (1 << (ahead + 1)) - 1, all) & all;
}

/// Lists the neighbours that choose before a node; those of a hub in any order.
kernel list() {
    forall u in nodes {
        let own = priority(u);
        if u.degree < hub {
            let end = u.out_begin;
            for e in u.out where is_before(e.dst, u, own) {
                end.ahead = e.dst;
                end = end + 1;
            }
            u.ahead_count = end - u.out_begin;
            u.colour = open_bit | possible(end - u.out_begin);
        } else {
            u.ahead_count = 0;
            u.colour = open_bit | possible(u.degree);
            forall e in u.out where is_before(e.dst, u, own) {
                let position = atomic_add(u.ahead_count, 1);
                (u.out_begin + position).ahead = e.dst;
            }
        }
    }
}

/// Opens the nodes of a class.
kernel open_class(least: u32, end: u32) {
    forall u in nodes where u.degree >= least && u.degree < end {
        push open u;
    }
}

/// Returns the colour of this window that a neighbour with this `colour` has taken, as a bit.
fn taken_by(colour: u32, base: u32) -> u32 {
    let position = colour - base;
    return select(colour < open_bit && position < window, 1 << (position & 31), 0);
}

/// Returns the colours that a neighbour with this `colour` can still take.
fn wanted_by(colour: u32) -> u32 {
    return select(colour < open_bit, 0, colour & all);
}

/// Takes the first of the node's colours that no neighbour has taken, if no neighbour ahead wants
/// it. Returns whether the node has to wait.
fn choose(u: node, taken: u32, wanted: u32, base: u32) -> bool {
    let before = u.colour & all;
    let possible = before & ~taken;
    let first = possible & (~possible + 1);
    let waits = possible != 0 && first & wanted != 0;
    if possible == 0 {
        u.colour = open_bit;
        push later u;
    } else if !waits {
        u.colour = base + ctz(first);
    } else if possible != before {
        u.colour = open_bit | possible;
    }
    return waits;
}

/// Refines the nodes of a class: they look at the neighbours that choose before them. Neighbours
/// that decide at the same time only make the choice easier.
racy kernel refine(base: u32) {
    forall u in open {
        let taken = 0;
        let wanted = 0;
        forall e in u.out_begin..u.out_begin + u.ahead_count {
            let colour = e.ahead.colour;
            taken |= taken_by(colour, base);
            wanted |= wanted_by(colour);
        }
        if choose(u, taken, wanted, base) {
            retry;
        }
    }
}

/// The same for the last class, which is all nodes that have no colour yet. They have few edges. A node
/// may look again at once, because the colours that its neighbours want only become fewer.
async racy kernel refine_last(base: u32) {
    forall u in open {
        if u.colour >= open_bit {
            let taken = 0;
            let wanted = 0;
            for e in u.out_begin..u.out_begin + u.ahead_count {
                let colour = e.ahead.colour;
                taken |= taken_by(colour, base);
                wanted |= wanted_by(colour);
            }
            if choose(u, taken, wanted, base) {
                retry;
            }
        }
    }
}

/// Opens the nodes that take a colour of the next window.
kernel reopen() {
    forall u in later {
        u.colour = open_bit | all;
        push open u;
    }
}

main {
    list();
    // The last class has nodes with fewer edges than half of the average, or all nodes if all
    // degrees are small.
    let last = edge_count as u32 / node_count / 2;
    let least = select(edge_count / 4 < node_count, 0, first_class);
    let end: u32 = MAX;
    while least > 0 {
        open_class(least, end);
        let base = 0;
        pipe open {
            refine(base);
            if open.size == 0 && later.size > 0 {
                reopen();
                base += window;
            }
        }
        end = least;
        least = select(least > 16, least / 2, least - min(least, max(least / 4, 2)));
        least = select(least <= last, 0, least);
    }
    let base = 0;
    pipe open nodes {
        refine_last(base);
        if open.size == 0 && later.size > 0 {
            reopen();
            base += window;
        }
    }
}

output colour;
check colouring(colour);
