//! `igc graph`: describes, converts and generates graphs.

use std::path::Path;
use std::sync::Arc;

use igc_runtime::graph::clustering::transitivity;
use igc_runtime::graph::{DegreeInfo, Format, GraphInfo, save};
use igc_runtime::input::Input;
use serde::Serialize;

use crate::args::GraphCommand;
use crate::failed::Failed;
use crate::message::shown;
use crate::output::{self, doing, fail, grouped, print};

/// Describes, converts or generates a graph.
pub fn graph(command: &GraphCommand) -> Result<(), Failed> {
    match command {
        GraphCommand::Info { graph, json } => info(graph, *json),
        GraphCommand::Convert { graph, output, to, sorted } => {
            convert(graph, output, to.as_deref(), *sorted)
        }
        GraphCommand::Generate { generator, output, to } => {
            if Path::new(generator).exists() {
                let error = format_args!(
                    "`{generator}` is a file, not a generator\nhelp: use `igc graph convert`"
                );
                return fail(Failed::Input, error);
            }
            convert(generator, output, to.as_deref(), false)
        }
    }
}

fn load(spec: &str) -> Result<Input, Failed> {
    let load = || Input::load(spec)?.into_device_order();
    doing("loading the graph", load).or_else(|error| fail(Failed::Input, error))
}

fn convert(spec: &str, output: &Path, to: Option<&str>, is_sorted: bool) -> Result<(), Failed> {
    let format = match to {
        Some(name) => name.parse::<Format>().map_err(|e| e.to_string()),
        None => by_ending(output),
    };
    let format = match format {
        Ok(format) => format,
        Err(error) => return fail(Failed::Input, error),
    };
    let input = load(spec)?;
    let graph = Arc::unwrap_or_clone(input.graph);
    let graph = if is_sorted { graph.sorted() } else { graph };
    let saved = doing("writing the graph", || save(&graph, output, format));
    saved.or_else(|error| fail(Failed::Input, error))
}

/// Returns the format that the ending of a file determines, after removing .gz or .zst.
fn by_ending(path: &Path) -> Result<Format, String> {
    let inner = match path.extension().and_then(|e| e.to_str()) {
        Some("gz" | "zst") => path.with_extension(""),
        _ => path.to_path_buf(),
    };
    let ending = inner.extension().and_then(|e| e.to_str()).unwrap_or("");
    Format::of_ending(ending).ok_or_else(|| {
        let names: Vec<&str> = Format::ALL.iter().map(|format| format.name()).collect();
        let all = names.join(", ");
        format!(
            "the ending of `{}` does not determine a format\nhelp: choose one with --to: {all}",
            shown(path)
        )
    })
}

/// What `igc graph info --json` prints.
#[derive(Serialize)]
struct Described {
    #[serde(flatten)]
    info: GraphInfo,
    /// The transitivity, or `None` if no node has two neighbours or the memory does not suffice.
    clustering: Option<f64>,
}

fn info(spec: &str, json: bool) -> Result<(), Failed> {
    let input = load(spec)?;
    let (info, clustering) =
        doing("describing the graph", || (GraphInfo::of(&input.graph), transitivity(&input.graph)));
    if json {
        let clustering = clustering.ok().flatten();
        return print(&output::json(&Described { info, clustering }));
    }
    let mut out = format!("graph        {spec}\n");
    out += &format!(
        "nodes        {} ({} isolated)\n",
        grouped(info.nodes),
        grouped(info.isolated_nodes)
    );
    out += &format!(
        "edges        {} ({} self-loops, {} parallel); {}\n",
        grouped(info.edges),
        grouped(info.self_loops),
        grouped(info.parallel_edges),
        if info.symmetric { "symmetric" } else { "not symmetric" }
    );
    out += &match &info.weights {
        Some(weights) => {
            format!("weights      {}, {} to {}\n", weights.form, weights.least, weights.greatest)
        }
        None => "weights      none\n".to_string(),
    };
    out += &format!("out-degree   {}\n", degrees(&info.out_degree));
    out += &format!("in-degree    {}\n", degrees(&info.in_degree));
    out += &match clustering {
        Ok(Some(value)) => {
            format!("clustering   {value:.4} of the paths of two edges are closed\n")
        }
        Ok(None) => "clustering   none (the graph has no paths of two edges)\n".to_string(),
        Err(error) => format!("clustering   unknown: {error}\n"),
    };
    out += &format!("diameter     at least {}\n", grouped(info.diameter_at_least));
    out += &format!("memory       {} bytes\n", grouped(info.bytes));
    print(&out)
}

fn degrees(degree: &DegreeInfo) -> String {
    let DegreeInfo { least, lower_quartile, median, upper_quartile, greatest, .. } = degree;
    format!(
        "{least} | {lower_quartile} | {median} | {upper_quartile} | {greatest} (minimum, quartiles, \
         maximum); mean {:.2}, standard deviation {:.2}",
        degree.mean, degree.standard_deviation
    )
}
