//! Writes learnt models as text that the compiler reads, with comments for the user.

use std::fmt::{self, Display, Formatter};

use super::Learnt;
use crate::tree::Tree;

/// A leaf is ambiguous if another variant takes at most this many times the time of the best.
const AMBIGUOUS: f64 = 1.05;

/// The least importance of a feature that the text lists.
const LEAST_IMPORTANCE: f64 = 0.005;

impl Display for Learnt {
    /// Writes the model, in the form that [`Model::parse`](igc_compiler::model::Model::parse)
    /// reads.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "# All programs")?;
        self.tree(f, &self.general, 0)?;
        for (name, tree) in &self.programs {
            writeln!(f, "\nprogram {name}")?;
            self.tree(f, tree, 1)?;
        }
        Ok(())
    }
}

impl Learnt {
    /// Writes a tree with its importances and its ambiguous leaves.
    fn tree(&self, f: &mut Formatter<'_>, tree: &Tree, depth: usize) -> fmt::Result {
        let importances = tree.importances(self.features.len());
        let mut listed: Vec<(f64, usize)> = importances.into_iter().zip(0..).collect();
        listed.retain(|(importance, _)| *importance >= LEAST_IMPORTANCE);
        listed.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        if !listed.is_empty() {
            let name = |(share, at): &(f64, usize)| {
                format!("{} {:.0} %", self.features[*at], share * 100.0)
            };
            let listed: Vec<String> = listed.iter().map(name).collect();
            writeln!(f, "{:1$}# importances: {2}", "", 2 * depth, listed.join(", "))?;
        }
        self.part(f, tree, depth, "")
    }

    /// Writes a part of a tree. `start` is the text before it on its first line.
    fn part(&self, f: &mut Formatter<'_>, tree: &Tree, depth: usize, start: &str) -> fmt::Result {
        let indent = 2 * depth;
        let Some(split) = &tree.split else {
            let flags = self.variants.get(tree.choice).cloned().unwrap_or_default();
            let nearly: Vec<String> =
                tree.nearly(AMBIGUOUS).iter().map(|at| self.variants[*at].to_string()).collect();
            write!(f, "{:indent$}{flags}  # {:.0} rounds", "", tree.rows)?;
            return match &nearly[..] {
                [] => writeln!(f),
                _ => writeln!(f, "; within 5 %: {}", nearly.join(" ")),
            };
        };
        let feature = self.features[split.feature];
        let margin = if start.is_empty() { indent } else { 0 };
        writeln!(f, "{:margin$}{start}if {feature} <= {}", "", split.threshold as f32)?;
        self.part(f, &split.below, depth + 1, "")?;
        write!(f, "{:indent$}else", "")?;
        match split.above.split {
            Some(_) => self.part(f, &split.above, depth, " "),
            None => {
                writeln!(f)?;
                self.part(f, &split.above, depth + 1, "")
            }
        }
    }
}
