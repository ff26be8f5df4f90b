/// Message passing with features of nodes and edges: each node adds up the messages of the nodes that
/// lead to it, several times. A message depends on the sender and on the edge.
///
/// The messages are those of the graph isomorphism network with edge features (GINE): the positive part
/// of the sender's state plus the features of the edge. A trained network applies a small neural network
/// to the result of each layer.
///
/// From: Gilmer and others, "Neural message passing for quantum chemistry", ICML 2017; Hu and others,
/// "Strategies for pre-training graph neural networks", ICLR 2020.
/// Work: O((nodes + edges) · layers). Rounds: the number of layers.
/// Graph: any; parallel edges have their own features, weights are not used.
/// Result: `state`, 8 values for each node.

/// The features of each node.
input node feature: f32[8];
/// The features of each edge.
input edge relation: f32[8];

/// Number of messages that pass along each edge.
param layers: u32 = 2;
/// The weight of a node's own state is 1 more than this.
param epsilon: f32 = 0.5 in MIN<..MAX;

/// The state of each node in this layer.
node state: f32[8] = 0;
/// The state in the previous layer.
node previous: f32[8] = 0;

/// Starts with the features.
kernel start() {
    forall u in nodes {
        for i in 0..feature.length {
            u.state[i] = u.feature[i];
        }
    }
}

/// The element `i` of the message along an edge.
fn message(e: edge, i: u32) -> f32 {
    return max(e.src.previous[i] + e.relation[i], 0.0);
}

/// Adds up the messages.
kernel update() {
    forall v in nodes {
        let sum: f32[8];
        forall e in v.in {
            for i in 0..sum.length {
                sum[i] += message(e, i);
            }
        }
        for i in 0..sum.length {
            v.state[i] = (1.0 + epsilon) * v.previous[i] + sum[i];
        }
    }
}

main {
    start();
    for _layer in 0..layers {
        swap state, previous;
        update();
    }
}

output state;
check gine(state, feature, relation, epsilon, layers);
