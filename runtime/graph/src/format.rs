//! The graph file formats, their names and their usual file endings.

use std::fmt;
use std::str::FromStr;

use crate::error::Problem;

/// A graph file format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// Shortest-path text of the 9th DIMACS challenge: [`crate::text::dimacs`].
    Dimacs,
    /// MatrixMarket coordinate text: [`crate::text::matrix_market`].
    MatrixMarket,
    /// Lines of source and target, with or without a weight: [`crate::text::edge_list`].
    EdgeList,
    /// Lines of source, target and weight: [`crate::text::edge_list`].
    WeightedEdgeList,
    /// KONECT's `out.*` text: [`crate::text::konect`].
    Konect,
    /// METIS's adjacency text: [`crate::text::metis`].
    Metis,
    /// Galois's binary, version 1 or 2: [`crate::binary::galois`].
    Galois,
    /// The GAP benchmark's binary without weights: [`crate::binary::gapbs`].
    Sg,
    /// The GAP benchmark's binary with weights: [`crate::binary::gapbs`].
    Wsg,
    /// The binary of the ECL programs: [`crate::binary::ecl`].
    Egr,
    /// This crate's own binary: [`crate::binary::igc`].
    Igc,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 11] = [
        Self::Dimacs,
        Self::MatrixMarket,
        Self::EdgeList,
        Self::WeightedEdgeList,
        Self::Konect,
        Self::Metis,
        Self::Galois,
        Self::Sg,
        Self::Wsg,
        Self::Egr,
        Self::Igc,
    ];

    /// The name of the format, as the key `format` accepts it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Dimacs => "dimacs",
            Self::MatrixMarket => "mtx",
            Self::EdgeList => "el",
            Self::WeightedEdgeList => "wel",
            Self::Konect => "konect",
            Self::Metis => "metis",
            Self::Galois => "galois",
            Self::Sg => "sg",
            Self::Wsg => "wsg",
            Self::Egr => "egr",
            Self::Igc => "igc",
        }
    }

    /// Returns the format for a file name's ending (without the dot, in any case). Returns `None`
    /// for unknown endings, and for `gr`, because two formats use it; their content distinguishes
    /// them.
    pub fn of_ending(ending: &str) -> Option<Self> {
        Some(match ending.to_ascii_lowercase().as_str() {
            "mtx" => Self::MatrixMarket,
            "el" | "e" | "edges" | "edgelist" | "txt" | "csv" | "tsv" | "snap" => Self::EdgeList,
            "wel" => Self::WeightedEdgeList,
            "konect" => Self::Konect,
            "graph" | "metis" => Self::Metis,
            "sg" => Self::Sg,
            "wsg" => Self::Wsg,
            "egr" => Self::Egr,
            "igc" => Self::Igc,
            _ => return None,
        })
    }

    /// Returns whether the format is a text format.
    pub fn is_text(self) -> bool {
        !matches!(self, Self::Galois | Self::Sg | Self::Wsg | Self::Egr | Self::Igc)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = Problem;

    fn from_str(name: &str) -> Result<Self, Problem> {
        let named = Self::ALL.into_iter().find(|format| format.name() == name);
        named.or((name == "snap").then_some(Self::EdgeList)).ok_or_else(|| {
            let names: Vec<_> = Self::ALL.iter().map(|format| format.name()).collect();
            Problem::BadKey {
                key: "format".into(),
                value: name.into(),
                allowed: format!("one of {}", names.join(", ")),
            }
        })
    }
}
