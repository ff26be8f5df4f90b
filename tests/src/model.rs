//! Models of adaptive runs that switch often on small graphs, and among many variants.

use std::borrow::Cow;

use igc_compiler::bundle;
use igc_compiler::configuration::Configuration;

/// A tree whose leaves are reached on small graphs. It asks for every kind of feature.
const RESTLESS: &str = "\
if frontier_nodes <= 1
  vwarp4
else if discovered_share <= 0.4
  if frontier_mean_degree <= 2
    edge
  else
    wg,sg,fg8
else if frontier_edges_of_rest <= 0.5
  pull
else if out_degree_greatest <= 4
  push,vwarp2
else if frontier_edge_share <= 0.3
  merge
else if frontier_edge_share <= 0.6
  rev-struct-edge
else if degree_standard_deviation <= 2
  list
else
  pull,vwarp8,bitmap
";

/// A tree that asks only for the size of the frontier, which loops over worklists know without
/// counting.
const SIZED: &str = "\
if frontier_nodes <= 2
  none
else if frontier_node_share <= 0.3
  edge
else
  pull,vwarp4
";

/// Adds a model to a program, if the configuration is adaptive: the tree that asks for every kind of
/// feature, or, for one program in three, the other one. The length of the text decides.
pub fn restless<'t>(text: &'t str, options: &Configuration) -> Cow<'t, str> {
    match options.is_adaptive() {
        true => {
            let model = if text.len() % 3 == 1 { SIZED } else { RESTLESS };
            bundle::with_model(text, "restless.model", model).into()
        }
        false => text.into(),
    }
}
