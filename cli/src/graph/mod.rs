//! `igc graph`: describes, converts and generates graphs.

mod plot;

use std::path::Path;
use std::sync::Arc;

use igc_compiler::diagnostics::visible;
use igc_runtime::graph::clustering::transitivity;
use igc_runtime::graph::write::{LostIds, lost_ids};
use igc_runtime::graph::{DegreeInfo, Format, GraphInfo, Ids, Problem, save};
use igc_runtime::input::Input;
use serde::Serialize;

use crate::args::graph::GraphCommand;
use crate::failed::Failed;
use crate::message::{self, shown};
use crate::output::{self, doing, fail, grouped, print};

/// Describes, converts or generates a graph.
pub fn graph(command: &GraphCommand) -> Result<(), Failed> {
    match command {
        GraphCommand::Info { graph, json, plot } => info(graph, *json, plot.as_deref()),
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
    if let Some(lost) = lost_ids(&graph, format) {
        say_lost(lost, format, output);
    }
    let saved = doing("writing the graph", || save(&graph, output, format));
    saved.or_else(|error| {
        let help = match &error.problem {
            Problem::CannotHold { what, help, .. } => other_format(spec, output, to, what, help),
            _ => String::new(),
        };
        fail(Failed::Input, format_args!("{error}{help}"))
    })
}

/// Says that a file does not keep the ids of all nodes.
fn say_lost(lost: LostIds, format: Format, output: &Path) {
    let output = shown(output);
    message::say(match lost {
        LostIds::All => format!(
            "warning: the format `{format}` has no ids, so `{output}` has numbers of nodes\n\
             help: the formats `igc`, `el`, `wel`, `adjlist`, `graphml`, `parquet` and `arrow` keep the ids"
        ),
        LostIds::Isolated(nodes) => format!(
            "warning: `{output}` does not contain the {nodes} nodes without edges, because an edge list \
             has ids only in its edges\n\
             help: the format `igc` keeps them"
        ),
    });
}

/// Returns lines of help about a graph that a format cannot represent. `able` starts with a format
/// that can.
fn other_format(spec: &str, output: &Path, to: Option<&str>, what: &str, able: &str) -> String {
    let able = able.split([',', ' ']).next().unwrap_or_default();
    let command = format!("igc graph convert {}", visible::name(spec));
    let shown_output = shown(output);
    let mut help = match to {
        Some(_) => format!("\nhelp: write another format: `{command} {shown_output} --to {able}`"),
        None => {
            let compression =
                output.extension().filter(|ending| *ending == "gz" || *ending == "zst");
            let other = match compression {
                None => output.with_extension(able),
                Some(ending) => {
                    let mut name = output.with_extension("").with_extension(able).into_os_string();
                    name.push(".");
                    name.push(ending);
                    name.into()
                }
            };
            let other = shown(&other);
            format!("\nhelp: write another format: `{command} {other}`")
        }
    };
    if what == "weights" {
        let is_file = Path::new(spec.split(',').next().unwrap_or(spec)).is_file();
        let key = if is_file { "weights=ignore" } else { "weights=none" };
        let to = to.map(|to| format!(" --to {to}")).unwrap_or_default();
        help += &format!("\nhelp: leave the weights out: `{command},{key} {shown_output}{to}`");
    }
    help
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
    /// The ids of the nodes: `numbers` or `texts`, or `None` if ids are the numbers of nodes.
    ids: Option<&'static str>,
}

fn info(spec: &str, json: bool, plot: Option<&Path>) -> Result<(), Failed> {
    crate::plot::check(plot)?;
    let input = load(spec)?;
    let (info, clustering) =
        doing("describing the graph", || (GraphInfo::of(&input.graph), transitivity(&input.graph)));
    if let Some(path) = plot {
        let charts = doing("drawing the graph", || plot::charts(spec, &input.graph, &info));
        charts.write(path)?;
    }
    let ids = input.graph.ids.as_deref();
    if json {
        let clustering = clustering.ok().flatten();
        let ids = ids.map(|ids| if ids.as_numbers().is_some() { "numbers" } else { "texts" });
        return print(&output::json(&Described { info, clustering, ids }));
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
    if let Some(ids) = ids {
        out += &format!("ids          {}\n", id_texts(ids));
    }
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

/// Describes the ids of nodes by the first ones.
fn id_texts(ids: &Ids) -> String {
    const MOST: usize = 3;
    let kind = if ids.as_numbers().is_some() { "numbers" } else { "texts" };
    let first: Vec<String> =
        ids.iter().take(MOST).map(|id| visible::name(&id.to_string()).into_owned()).collect();
    let dots = if ids.len() > MOST { ", …" } else { "" };
    format!("{kind}: {}{dots}", first.join(", "))
}

fn degrees(degree: &DegreeInfo) -> String {
    let DegreeInfo { least, lower_quartile, median, upper_quartile, greatest, .. } = degree;
    format!(
        "{least} | {lower_quartile} | {median} | {upper_quartile} | {greatest} (minimum, quartiles, \
         maximum); mean {:.2}, standard deviation {:.2}",
        degree.mean, degree.standard_deviation
    )
}
