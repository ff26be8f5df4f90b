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
    /// NetworkX's adjacency lists: [`crate::text::adjacency_list`].
    AdjacencyList,
    /// The adjacency text of PBBS and Ligra: [`crate::text::ligra`].
    Ligra,
    /// GraphML: [`crate::text::graphml`].
    GraphMl,
    /// Galois's binary, version 1 or 2: [`crate::binary::galois`].
    Galois,
    /// The GAP benchmark's binary without weights: [`crate::binary::gapbs`].
    Sg,
    /// The GAP benchmark's binary with weights: [`crate::binary::gapbs`].
    Wsg,
    /// The binary of the ECL programs: [`crate::binary::ecl`].
    Egr,
    /// Edge lists in Parquet files.
    Parquet,
    /// Edge lists in Arrow files and streams.
    Arrow,
    /// This crate's own binary: [`crate::binary::igc`].
    Igc,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 16] = [
        Self::Dimacs,
        Self::MatrixMarket,
        Self::EdgeList,
        Self::WeightedEdgeList,
        Self::Konect,
        Self::Metis,
        Self::AdjacencyList,
        Self::Ligra,
        Self::GraphMl,
        Self::Galois,
        Self::Sg,
        Self::Wsg,
        Self::Egr,
        Self::Parquet,
        Self::Arrow,
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
            Self::AdjacencyList => "adjlist",
            Self::Ligra => "ligra",
            Self::GraphMl => "graphml",
            Self::Galois => "galois",
            Self::Sg => "sg",
            Self::Wsg => "wsg",
            Self::Egr => "egr",
            Self::Parquet => "parquet",
            Self::Arrow => "arrow",
            Self::Igc => "igc",
        }
    }

    /// Returns the content of a file in words.
    pub fn summary(self) -> &'static str {
        match self {
            Self::Dimacs => "9th DIMACS challenge, shortest paths",
            Self::MatrixMarket => "MatrixMarket, coordinate",
            Self::EdgeList => "edge list: SNAP, GAP, Graphalytics, CSV",
            Self::WeightedEdgeList => "edge list with weights",
            Self::Konect => "KONECT",
            Self::Metis => "METIS and 10th DIMACS challenge, adjacency",
            Self::AdjacencyList => "adjacency lists of NetworkX",
            Self::Ligra => "PBBS and Ligra, adjacency",
            Self::GraphMl => "GraphML: NetworkX, igraph, Gephi, yEd",
            Self::Galois => "Galois binary",
            Self::Sg => "GAP benchmark binary, without weights",
            Self::Wsg => "GAP benchmark binary, with weights",
            Self::Egr => "ECL binary",
            Self::Parquet => "edge list in a Parquet file",
            Self::Arrow => "edge list in an Arrow file (Feather) or stream",
            Self::Igc => "igc's own binary",
        }
    }

    /// Returns the usual endings of file names, without the dot. Two formats have the ending `gr`;
    /// their content distinguishes them.
    pub fn endings(self) -> &'static [&'static str] {
        match self {
            Self::Dimacs | Self::Galois => &["gr"],
            Self::MatrixMarket => &["mtx"],
            Self::EdgeList => &["el", "e", "edges", "edgelist", "txt", "csv", "tsv", "snap"],
            Self::WeightedEdgeList => &["wel"],
            Self::Konect => &["konect"],
            Self::Metis => &["graph", "metis"],
            Self::AdjacencyList => &["adjlist"],
            Self::Ligra => &["adj"],
            Self::GraphMl => &["graphml"],
            Self::Sg => &["sg"],
            Self::Wsg => &["wsg"],
            Self::Egr => &["egr"],
            Self::Parquet => &["parquet"],
            Self::Arrow => &["arrow", "feather", "arrows"],
            Self::Igc => &["igc"],
        }
    }

    /// Returns the format for a file name's ending (without the dot, in any case). Returns `None`
    /// for unknown endings, and for those of two formats.
    pub fn of_ending(ending: &str) -> Option<Self> {
        let ending = ending.to_ascii_lowercase();
        let mut formats =
            Self::ALL.into_iter().filter(|format| format.endings().contains(&&*ending));
        let format = formats.next()?;
        formats.next().is_none().then_some(format)
    }

    /// Returns whether the format is a text format.
    pub fn is_text(self) -> bool {
        !matches!(
            self,
            Self::Galois
                | Self::Sg
                | Self::Wsg
                | Self::Egr
                | Self::Parquet
                | Self::Arrow
                | Self::Igc
        )
    }

    /// Returns whether this build reads and writes the format. The feature `parquet` adds formats.
    pub fn is_available(self) -> bool {
        cfg!(feature = "parquet") || !matches!(self, Self::Parquet | Self::Arrow)
    }

    /// Checks that this build reads and writes the format.
    pub(crate) fn check_available(self) -> Result<(), Problem> {
        match self.is_available() {
            true => Ok(()),
            false => Err(Problem::Unsupported {
                what: format!("this igc was built without the format `{self}`"),
                help: "build igc with `cargo build --release --features parquet`, or convert the \
                       file to CSV"
                    .into(),
            }),
        }
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
