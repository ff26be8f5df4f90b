//! A model of adaptive runs that switches often on small graphs, and among many variants.

use std::borrow::Cow;

use igc_compiler::bundle;
use igc_compiler::options::{Flag, Options};

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

/// Adds the model to a program, if the configuration is adaptive.
pub fn restless<'t>(text: &'t str, options: &Options) -> Cow<'t, str> {
    match options.is_on(Flag::Adaptive) {
        true => bundle::with_model(text, "restless.model", RESTLESS).into(),
        false => text.into(),
    }
}
