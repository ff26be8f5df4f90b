/// Hubs and authorities: good hubs lead to good authorities, and good authorities are reached from
/// good hubs.
///
/// In each round, the authority of a node is the sum of the hub scores of the nodes that lead to it,
/// and its hub score is the sum of the authorities to which it leads. Both are then normalised.
///
/// From: Kleinberg, "Authoritative sources in a hyperlinked environment", J. ACM 1999; scores sum to 1
/// as in NetworkX, while the squares of Kleinberg's scores sum to 1.
/// Work: O((nodes + edges) · rounds). Rounds: the logarithm of 1 / tolerance, divided by the logarithm
/// of the ratio of the two largest eigenvalues.
/// Graph: directed, parallel edges count, weights are not used. Devices need 64-bit floats, because
/// convergence is often slow.
/// Result: `hub` and `authority`, each with the sum 1, or 0 in a graph without edges; another round
/// would change the hub scores by about `tolerance` in sum.

/// The program ends after a round in which the changes of all hub scores sum to no more than this.
param tolerance: f64 = 1e-9 in 0..MAX;
/// The largest number of rounds.
param rounds: u32 = 1000;

/// How good the node is as a hub.
node hub: f64 = 1.0 / (node_count as f64);
/// How good the node is as an authority.
node authority: f64 = 0;
/// The hub score before it is normalised.
node sum: f64 = 0;
/// By how much the hub score changed in this round.
node change: f64 = 0;

/// Sums the hub scores of the nodes that lead to each node.
kernel sum_hubs() {
    forall v in nodes {
        let total = 0.0;
        forall e in v.in {
            total += e.src.hub;
        }
        v.authority = total;
    }
}

/// Sums the authorities to which each node leads.
kernel sum_authorities() {
    forall u in nodes {
        let total = 0.0;
        forall e in u.out {
            total += e.dst.authority;
        }
        u.sum = total;
    }
}

/// The share of a total, which is 0 if there are no edges.
fn share(x: f64, total: f64) -> f64 {
    return select(total > 0.0, x / total, 0.0);
}

/// Divides all scores by their totals.
kernel normalise(authorities: f64, hubs: f64) {
    forall u in nodes {
        u.authority = share(u.authority, authorities);
        let hub = share(u.sum, hubs);
        u.change = abs(hub - u.hub);
        u.hub = hub;
    }
}

main {
    let round = 0;
    let moved: f64 = MAX;
    while round < rounds && moved > tolerance {
        sum_hubs();
        sum_authorities();
        normalise(reduce_add(authority), reduce_add(sum));
        moved = reduce_add(change);
        round += 1;
    }
}

output hub, authority;
check hits(hub, authority, rounds, tolerance);
