//! The arguments of `igc graph`. The doc comments of fields are the texts of `--help`.

use std::path::PathBuf;

use clap::Subcommand;

use crate::plot;
use crate::values::{GRAPH_HELP, graph_spec};

/// `igc graph`
#[derive(Debug, Subcommand)]
pub enum GraphCommand {
    /// Describe a graph: its size, degrees, weights, diameter and memory.
    Info {
        /// The graph: a file or a generator
        #[arg(long_help = GRAPH_HELP, value_parser = graph_spec())]
        graph: String,
        /// Print the description as JSON
        #[arg(long)]
        json: bool,
        /// Draw the distribution of degrees and the sizes of components to this file. The ending
        /// selects the form: .svg, or .html for a page that also has the numbers
        #[arg(long, value_name = "FILE", value_parser = plot::file)]
        plot: Option<PathBuf>,
    },
    /// Load a graph, and write it in another format.
    Convert {
        /// The graph: a file or a generator
        #[arg(long_help = GRAPH_HELP, value_parser = graph_spec())]
        graph: String,
        /// The file to write; the endings .gz and .zst compress it
        output: PathBuf,
        /// The format: dimacs, mtx, el, wel, konect, metis, adjlist, ligra, graphml, galois, sg, wsg,
        /// egr, parquet, arrow or igc. By default, the ending of the file determines the format
        #[arg(long, value_name = "FORMAT")]
        to: Option<String>,
        /// Sort the edges of each node by target, as programs expect that search or merge the lists
        /// of neighbours. Edges with the same target keep their order
        #[arg(long)]
        sorted: bool,
    },
    /// Generate a graph, and write it to a file.
    Generate {
        /// The generator, such as rmat:20,seed=7
        #[arg(value_parser = graph_spec())]
        generator: String,
        /// The file to write; the endings .gz and .zst compress it
        output: PathBuf,
        /// The format: dimacs, mtx, el, wel, konect, metis, adjlist, ligra, graphml, galois, sg, wsg,
        /// egr, parquet, arrow or igc. By default, the ending of the file determines the format
        #[arg(long, value_name = "FORMAT")]
        to: Option<String>,
    },
}
