//! The features that decision trees ask for.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A property of a round of a run, or of its graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Feature {
    /// `nodes`: number of nodes of the graph.
    Nodes,
    /// `edges`: number of edges of the graph.
    Edges,
    /// `out_degree_greatest` and others: a statistic of the degrees of all nodes.
    Degree(Property),
    /// `frontier_nodes`: number of nodes whose edges the round visits. For a loop over a worklist,
    /// the number of its items; a program may push a node twice.
    FrontierNodes,
    /// `frontier_node_share`: the frontier's nodes as a share of all nodes.
    FrontierNodeShare,
    /// `frontier_edges`: number of edges that the program's own order visits in the round.
    FrontierEdges,
    /// `frontier_edge_share`: the frontier's edges as a share of all edges.
    FrontierEdgeShare,
    /// `frontier_mean_degree`: the frontier's edges for each of its nodes; 0 without nodes.
    FrontierMeanDegree,
    /// `frontier_edges_of_rest`: the frontier's edges as a share of the edges that no earlier round
    /// of the loop visited; 2³² if there are none.
    FrontierEdgesOfRest,
    /// `discovered_share`: the sum of the frontier's nodes over the rounds of the loop up to this
    /// one, as a share of all nodes. It exceeds 1 if nodes are visited again.
    DiscoveredShare,
}

/// A statistic of the degrees of all nodes of a graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Property {
    /// Which edges of a node count.
    pub side: Side,
    /// The statistic.
    pub statistic: Statistic,
}

/// The edges that a degree counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Outgoing edges.
    Out,
    /// Incoming edges.
    In,
    /// Both.
    Total,
}

/// A statistic of degrees.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Statistic {
    /// The smallest degree.
    Least,
    /// The lower quartile.
    LowerQuartile,
    /// The median.
    Median,
    /// The upper quartile.
    UpperQuartile,
    /// The largest degree.
    Greatest,
    /// The mean.
    Mean,
    /// The standard deviation.
    StandardDeviation,
}

impl Side {
    /// All sides, with the words of the names of features.
    pub const ALL: [(&'static str, Side); 3] =
        [("out_degree", Side::Out), ("in_degree", Side::In), ("degree", Side::Total)];
}

impl Statistic {
    /// All statistics, with the words of the names of features.
    pub const ALL: [(&'static str, Statistic); 7] = [
        ("least", Statistic::Least),
        ("lower_quartile", Statistic::LowerQuartile),
        ("median", Statistic::Median),
        ("upper_quartile", Statistic::UpperQuartile),
        ("greatest", Statistic::Greatest),
        ("mean", Statistic::Mean),
        ("standard_deviation", Statistic::StandardDeviation),
    ];
}

impl Feature {
    /// The features that are not statistics of degrees, with their names.
    const SINGLE: [(&'static str, Feature); 9] = [
        ("nodes", Feature::Nodes),
        ("edges", Feature::Edges),
        ("frontier_nodes", Feature::FrontierNodes),
        ("frontier_node_share", Feature::FrontierNodeShare),
        ("frontier_edges", Feature::FrontierEdges),
        ("frontier_edge_share", Feature::FrontierEdgeShare),
        ("frontier_mean_degree", Feature::FrontierMeanDegree),
        ("frontier_edges_of_rest", Feature::FrontierEdgesOfRest),
        ("discovered_share", Feature::DiscoveredShare),
    ];

    /// Returns every feature.
    pub fn all() -> impl Iterator<Item = Feature> {
        let degrees = Side::ALL.into_iter().flat_map(|(_, side)| {
            let property = move |(_, statistic)| Property { side, statistic };
            Statistic::ALL.into_iter().map(property)
        });
        let single = Feature::SINGLE.into_iter().map(|(_, feature)| feature);
        single.chain(degrees.map(Feature::Degree))
    }

    /// Returns the feature with a name in the text of models.
    pub fn of_name(name: &str) -> Option<Feature> {
        Feature::all().find(|feature| feature.to_string() == name)
    }

    /// Whether the feature follows from the number of nodes of the frontier. A loop over a worklist
    /// knows it without counting: it is the size of the worklist.
    pub fn is_size_of_frontier(self) -> bool {
        matches!(self, Feature::FrontierNodes | Feature::FrontierNodeShare)
    }

    /// Whether the feature changes from round to round.
    pub fn is_of_round(self) -> bool {
        !matches!(self, Feature::Nodes | Feature::Edges | Feature::Degree(_))
    }
}

impl fmt::Display for Feature {
    /// Writes the name in the text of models.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Feature::Degree(property) => property.fmt(f),
            _ => {
                let named = Feature::SINGLE.iter().find(|(_, feature)| feature == self);
                f.write_str(named.map_or("", |(name, _)| name))
            }
        }
    }
}

impl fmt::Display for Property {
    /// Writes the name of the feature, such as `out_degree_greatest`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = Side::ALL.iter().find(|(_, side)| *side == self.side);
        let statistic = Statistic::ALL.iter().find(|(_, one)| *one == self.statistic);
        let (side, statistic) = (side.map_or("", |(n, _)| n), statistic.map_or("", |(n, _)| n));
        write!(f, "{side}_{statistic}")
    }
}
