/// Graph colouring: neighbours get different colours, and the number of colours is small.
///
/// Nodes choose without waiting for each other, by classes of degrees, from the largest. All nodes of
/// a class take the first colour that none of their neighbours has. Of two neighbours that chose the
/// same colour at the same time, one chooses again. The number of colours is about that of a
/// sequential pass over the nodes in the order of their degrees.
///
/// A class takes few rounds. The first check for conflicts looks at one end of each edge only. After
/// that, conflicts are rare, and one look at the neighbours finds both the conflict and the next
/// colour. If nodes have fewer than four edges on average, or fewer than eight in a small graph, rounds take
/// longer than the work. Then, all nodes are in one class, and each waits for its neighbours of higher priority
/// within a round.
///
/// From: Gebremedhin and Manne, "Scalable parallel graph coloring algorithms", Concurrency: Practice
/// and Experience 2000 (choices without waiting); Rokos, Gorman and Kelly, "A fast and scalable graph
/// coloring algorithm for multi-core and many-core architectures", Euro-Par 2015 (one look for the
/// conflict and the colour); Hasenplaug, Kaler, Schardl and Leiserson, "Ordering heuristics for
/// parallel graph coloring", SPAA 2014 (classes of degrees); Jones and Plassmann, "A parallel graph
/// coloring heuristic", SIAM J. Scientific Computing 1993 (waiting).
/// Work: O((nodes + edges) · rounds) at worst. Rounds: for each class, few if degrees are random.
/// Graph: made undirected and simple; weights are not used.
/// Result: `colour`, from 0 up to at most the largest degree.
use std::hash;
graph undirected, simple;

/// Number of colours that a node considers at the same time.
const window: u32 = 32;
/// The colour of a node that has none yet, and could take any.
const none: u32 = MAX;
/// The bit of a node that waits. The other bits are the colours that it could take.
const undecided: u32 = 0x80000000;
/// The mark of a node without a colour, and of one whose colour is outside of the first window.
const unmarked: u32 = 255;
const outside: u32 = 254;

/// The least degree of the first class, if some degrees are far above the average; 0 for 0.7 times the
/// largest degree.
param first_class: u32 = 0;
/// Classes of larger degrees are narrower: nodes with many edges decide about the number of colours.
param narrow_class: u32 = 256;
/// A graph with at most this number of nodes is small. Waiting is faster there on GPUs, and may take more colours.
param small: u32 = 0;

/// A small copy of the colour, which neighbours read: a colour of the first window, `unmarked`, or
/// `outside`.
node mark: u32 = unmarked;
/// The node's colour, `none`, or `undecided` with the colours that it could take.
node colour: u32 = none;

/// The largest degree.
global largest: u32 = 0;

/// The nodes of a class; those of them that may have a conflict; and those that take no colour of
/// this window.
worklist members, open, later;

/// Whether `v` keeps a colour that its neighbour `u`, which has the priority `own`, has, too.
fn is_before(v: node, u: node, own: u32) -> bool {
    let other = hash::priority(v, 0);
    return other > own || (other == own && v > u);
}

/// Returns a colour as a bit of the window that begins at `base`; no bit if it is outside.
fn bit_of(colour: u32, base: u32) -> u32 {
    let position = colour - base;
    return select(position < window, 1 << (position & 31), 0);
}

/// Returns a random number for a node, which no other node has. It needs few instructions, because
/// nodes that wait draw it again and again.
fn rank(u: node) -> u32 {
    let number = u as u32;
    return (number ^ number >> 9) * 2654435769;
}

/// Returns the colours of the window that begins at `base` that neighbours of a higher rank have.
fn taken_ahead(u: node, own: u32, base: u32) -> u32 {
    let taken: u32 = 0;
    for e in u.out where rank(e.dst) > own {
        taken |= bit_of(e.dst.colour, base);
    }
    return taken;
}

/// Gives each node a colour as soon as no neighbour of a higher rank can take the same colour. Until
/// then, the node publishes the colours that are still possible.
async racy kernel wait() {
    forall u in open {
        let own = rank(u);
        let ahead: u32 = 0;
        let taken: u32 = 0;
        let wanted: u32 = 0;
        for e in u.out {
            let colour = e.dst.colour;
            let is_ahead = rank(e.dst) > own;
            ahead += select(is_ahead, 1, 0);
            taken |= select(is_ahead, bit_of(colour, 0), 0);
            wanted |= select(is_ahead && colour >= undecided, colour, 0);
        }
        // One colour more than there are neighbours ahead is enough.
        let possible =
            select(ahead < window - 1, (1 << (ahead + 1)) - 1, MAX) & ~taken & ~undecided;
        let first = possible & (~possible + 1);
        if possible != 0 && first & wanted == 0 {
            u.colour = ctz(first);
        } else if possible == 0 && wanted == 0 {
            let base: u32 = window - 1;
            taken = taken_ahead(u, own, base);
            while taken == MAX {
                base += window;
                taken = taken_ahead(u, own, base);
            }
            u.colour = base + ctz(~taken);
        } else {
            u.colour = undecided | possible;
            retry;
        }
    }
}

/// Finds the largest degree.
kernel measure() {
    forall u in nodes {
        largest max= u.degree;
    }
}

/// Lists the nodes of a class.
kernel list(least: u32, end: u32) {
    forall u in nodes where u.degree >= least && u.degree < end {
        push members u;
    }
}

/// Gives each node of a class the first colour that none of its neighbours has.
racy kernel choose() {
    forall u in members {
        let taken: u32 = 0;
        forall e in u.out {
            taken |= bit_of(e.dst.mark, 0);
        }
        if taken != MAX {
            u.mark = min(ctz(~taken), 31);
        }
    }
}

/// Opens the nodes of a class that have to choose again.
racy kernel find_conflicts() {
    forall u in members {
        let own = hash::priority(u, 0);
        let mark = u.mark;
        let conflict = mark == unmarked;
        forall e in u.out where is_before(e.dst, u, own) {
            conflict |= e.dst.mark == mark;
        }
        if conflict {
            push open u;
        }
    }
}

/// Returns the node's choice: its mark in the first window, its colour in later ones.
fn choice(u: node, base: u32) -> u32 {
    let choice: u32 = 0;
    if base == 0 {
        choice = u.mark;
    } else {
        choice = u.colour;
    }
    return choice;
}

/// Gives each node that has a conflict the first colour of a window that none of its neighbours has.
/// Neighbours that choose at the same time are checked in the next round.
racy kernel resolve(base: u32) {
    forall u in open {
        let own = hash::priority(u, 0);
        let before = choice(u, base);
        let conflict = before == select(base == 0, unmarked, none);
        let taken: u32 = 0;
        forall e in u.out {
            let other = choice(e.dst, base);
            taken |= bit_of(other, base);
            conflict |= other == before && is_before(e.dst, u, own);
        }
        if conflict {
            let is_full = taken == MAX;
            let first = min(ctz(~taken), 31);
            if base == 0 {
                u.mark = select(is_full, outside, first);
            } else {
                u.colour = select(is_full, none, base + first);
            }
            if is_full {
                push later u;
            } else {
                retry;
            }
        }
    }
}

/// Opens the nodes that take a colour of the next window.
kernel reopen() {
    forall u in later {
        push open u;
    }
}

/// Writes the colours of the first window.
kernel finish() {
    forall u in nodes where u.mark != outside {
        u.colour = u.mark;
    }
}

/// Returns the least degree of the class after one with this least degree.
fn next_class(least: u32) -> u32 {
    return select(least > narrow_class, (least as u64 * 181 / 256) as u32, least / 2);
}

main {
    let average = ((edge_count as u64 + node_count as u64 / 2) / node_count as u64) as u32;
    if average < 4 || (average < 8 && node_count <= small) {
        pipe open nodes {
            wait();
        }
    } else {
        measure();
        // Either classes begin at falling multiples of the largest degree, down to the average, or all
        // degrees are near the average: then they begin at 11/8, 1 and 3/4 of it.
        let is_skewed = largest >= 8 * average;
        let least = average * 11 / 8;
        if is_skewed {
            least = select(first_class == 0, next_class(largest), first_class);
        }
        let end: u32 = MAX;
        while end > 0 {
            list(least, end);
            once members {
                choose();
                find_conflicts();
            }
            let base: u32 = 0;
            pipe open {
                resolve(base);
                if open.size == 0 && later.size > 0 {
                    reopen();
                    base += window;
                }
            }
            end = least;
            if is_skewed {
                least = select(next_class(least) < average, 0, next_class(least));
            } else {
                least =
                    select(least > average, average, select(least == average, average * 3 / 4, 0));
            }
        }
        finish();
    }
}

output colour;
check colouring(colour);
