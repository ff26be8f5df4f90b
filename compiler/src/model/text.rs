//! The text of models: reading and writing.

use std::collections::HashSet;
use std::fmt;

use super::{Feature, Model, Tree, is_choice};
use crate::configuration::Configuration;
use crate::line_ends::with_line_feeds;

/// The deepest tree that a model may have. Deeper ones would overflow the stack of passes.
const MAX_DEPTH: usize = 64;

/// The reason why a text is not a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelError {
    /// The number of the line, from 1.
    pub line: usize,
    /// What is wrong, and how to correct it.
    pub reason: String,
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl std::error::Error for ModelError {}

impl Model {
    /// Reads a model.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not a model, if it names an unknown feature or flag, or if a
    /// leaf has a flag that does not concern the visits of a kernel.
    pub fn parse(text: &str) -> Result<Model, ModelError> {
        let text = &*with_line_feeds(text);
        let words = text.lines().enumerate().flat_map(|(at, line)| {
            let code = line.split('#').next().unwrap_or_default();
            code.split_whitespace().map(move |word| (at + 1, word))
        });
        let last = text.lines().count().max(1);
        let mut reader = Reader { words: words.collect(), at: 0, last };
        let mut model = Model { general: None, programs: vec![] };
        let mut known = HashSet::new();
        if reader.peek().is_some_and(|word| word != "program") {
            model.general = Some(reader.tree(0)?);
        }
        while let Some(word) = reader.next() {
            if word != "program" {
                return Err(reader.wrong(format!("expected `program` or the end, found `{word}`")));
            }
            let name = reader.need("the name of a program")?;
            if !known.insert(name) {
                return Err(reader.wrong(format!("`{name}` has a second tree; remove one")));
            }
            let tree = reader.tree(0)?;
            model.programs.push((name.to_owned(), tree));
        }
        match model.general.is_none() && model.programs.is_empty() {
            true => Err(reader.wrong("the model is empty; write flags, or `if FEATURE <= NUMBER`")),
            false => Ok(model),
        }
    }
}

/// The words of a model, each with its line.
struct Reader<'t> {
    words: Vec<(usize, &'t str)>,
    at: usize,
    /// The number of the last line.
    last: usize,
}

impl<'t> Reader<'t> {
    fn peek(&self) -> Option<&'t str> {
        self.words.get(self.at).map(|(_, word)| *word)
    }

    fn next(&mut self) -> Option<&'t str> {
        let word = self.peek();
        self.at += 1;
        word
    }

    fn need(&mut self, what: &str) -> Result<&'t str, ModelError> {
        let word = self.next();
        word.ok_or_else(|| self.wrong(format!("expected {what}, but the model ends")))
    }

    /// An error at the last word.
    fn wrong(&self, reason: impl Into<String>) -> ModelError {
        let line = self.words.get(self.at.wrapping_sub(1)).map_or(self.last, |(line, _)| *line);
        ModelError { line, reason: igc_visible::text(&reason.into()).to_string() }
    }

    fn tree(&mut self, depth: usize) -> Result<Tree, ModelError> {
        if depth > MAX_DEPTH {
            return Err(self.wrong(format!("the tree is deeper than {MAX_DEPTH} comparisons")));
        }
        let word = self.need("flags or `if`")?;
        if word != "if" {
            return self.leaf(word);
        }
        let name = self.need("a feature")?;
        let Some(feature) = Feature::of_name(name) else {
            let names: Vec<String> = Feature::all().map(|feature| feature.to_string()).collect();
            let names = names.join(", ");
            return Err(self.wrong(format!("unknown feature `{name}`; the features are {names}")));
        };
        match self.need("`<=`")? {
            "<=" => {}
            other => return Err(self.wrong(format!("expected `<=`, found `{other}`"))),
        }
        let number = self.need("a number")?;
        let threshold = number.parse().ok().filter(|value: &f32| value.is_finite());
        let Some(threshold) = threshold else {
            return Err(self.wrong(format!("expected a finite number, found `{number}`")));
        };
        let below = Box::new(self.tree(depth + 1)?);
        match self.need("`else`")? {
            "else" => {}
            other => return Err(self.wrong(format!("expected `else`, found `{other}`"))),
        }
        let above = Box::new(self.tree(depth + 1)?);
        Ok(Tree::If { feature, threshold, below, above })
    }

    fn leaf(&mut self, word: &str) -> Result<Tree, ModelError> {
        let options = Configuration::parse(word).map_err(|error| self.wrong(error.to_string()))?;
        let other = options.flags().find(|flag| !is_choice(*flag));
        match other {
            None => Ok(Tree::Leaf(options)),
            Some(flag) => Err(self.wrong(format!(
                "`{}` cannot change from round to round; choose it for the whole program",
                flag.name()
            ))),
        }
    }
}

impl fmt::Display for Model {
    /// Writes the text that [`Model::parse`] reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(tree) = &self.general {
            write_tree(f, tree, 0)?;
        }
        for (at, (name, tree)) in self.programs.iter().enumerate() {
            let space = if at > 0 || self.general.is_some() { "\n" } else { "" };
            writeln!(f, "{space}program {name}")?;
            write_tree(f, tree, 1)?;
        }
        Ok(())
    }
}

fn write_tree(f: &mut fmt::Formatter<'_>, tree: &Tree, depth: usize) -> fmt::Result {
    write!(f, "{:1$}", "", 2 * depth)?;
    let mut tree = tree;
    while let Tree::If { feature, threshold, below, above } = tree {
        writeln!(f, "if {feature} <= {threshold}")?;
        write_tree(f, below, depth + 1)?;
        write!(f, "{:1$}else", "", 2 * depth)?;
        if let Tree::Leaf(options) = &**above {
            return writeln!(f, "\n{:1$}{options}", "", 2 * depth + 2);
        }
        f.write_str(" ")?;
        tree = above;
    }
    match tree {
        Tree::Leaf(options) => writeln!(f, "{options}"),
        Tree::If { .. } => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODEL: &str = "\
if frontier_edge_share <= 0.01
  if out_degree_greatest <= 64
    none
  else
    wg,sg,fg8
else if frontier_edges_of_rest <= 0.0714
  vwarp=8
else
  order=pull

program pr_tp
  order=edge
";

    /// A linear search among the trees took 14 s for 100,000 of them.
    #[test]
    fn a_model_may_have_many_trees() {
        let text: String = (0..100_000).map(|at| format!("program p{at}\n  pull\n")).collect();
        let model = Model::parse(&text).expect("it is a model");
        assert_eq!(model.programs.len(), 100_000);
        let twice = Model::parse(&format!("{text}program p7\n  pull\n")).expect_err("p7 has two");
        assert_eq!(twice.line, 200_001);
    }

    #[test]
    fn text_is_read_and_written() {
        let model = Model::parse(MODEL).expect("it is a model");
        assert_eq!(model.to_string(), MODEL);
        let of_old_mac = MODEL.replace('\n', "\r");
        assert_eq!(Model::parse(&of_old_mac), Ok(model));
        let bare = Model::parse("pull # always").expect("it is a model");
        assert_eq!(bare.tree("any").map(|tree| tree.leaves().len()), Some(1));
        assert_eq!(bare.to_string(), "order=pull\n");
    }

    #[test]
    fn a_program_has_its_own_tree_or_a_general_one() {
        let model = Model::parse(MODEL).expect("it is a model");
        let leaves = |program: &str| {
            let tree = model.tree(program).expect("there is a general tree");
            tree.leaves().into_iter().map(|leaf| leaf.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(leaves("pr_tp"), ["order=edge"]);
        assert_eq!(leaves("bfs_wl"), ["none", "wg,sg,fg8", "vwarp=8", "order=pull"]);
        let only_pr = Model::parse("program pr_tp edge").expect("it is a model");
        assert_eq!(only_pr.tree("bfs_wl"), None);
        assert_eq!(Tree::built_in().leaves().len(), 2);
    }

    #[test]
    fn a_tree_chooses_by_values() {
        let model = Model::parse(MODEL).expect("it is a model");
        let tree = model.tree("bfs_wl").expect("there is a general tree");
        let at = |share, of_rest, max| {
            let value = move |feature| match feature {
                Feature::FrontierEdgeShare => share,
                Feature::FrontierEdgesOfRest => of_rest,
                _ => max,
            };
            tree.choose(&value).to_string()
        };
        assert_eq!(at(0.01, 0.5, 64.0), "none");
        assert_eq!(at(0.0, 0.5, 65.0), "wg,sg,fg8");
        assert_eq!(at(0.02, 0.05, 0.0), "vwarp=8");
        assert_eq!(at(0.02, 0.5, 0.0), "order=pull");
    }

    #[test]
    fn every_feature_has_a_name() {
        for feature in Feature::all() {
            assert_eq!(Feature::of_name(&feature.to_string()), Some(feature));
        }
        assert_eq!(Feature::all().count(), 30);
    }

    #[test]
    fn a_text_that_is_not_a_model_is_refused_with_its_line() {
        let error = |text: &str| Model::parse(text).expect_err("it is not a model").to_string();
        assert!(error("").starts_with("line 1: the model is empty"));
        assert!(error("\nif node <= 3 pull else none").starts_with("line 2: unknown feature"));
        assert_eq!(error("if nodes < 3"), "line 1: expected `<=`, found `<`");
        assert_eq!(error("if nodes <= inf"), "line 1: expected a finite number, found `inf`");
        assert_eq!(error("if nodes <= 3 pull"), "line 1: expected `else`, but the model ends");
        assert!(error("oitergb").starts_with("line 1: `oitergb` cannot change"));
        assert!(error("pul").starts_with("line 1: unknown optimisation `pul`"));
        assert_eq!(error("pull\nedge"), "line 2: expected `program` or the end, found `edge`");
        assert!(error("program a pull program a edge").contains("a second tree"));
        assert!(error(&"if nodes <= 3 ".repeat(100)).contains("deeper than 64"));
    }
}
