//! The keys of graph specifications in words, for help texts.

/// A key of a file or of a generator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key {
    /// The name.
    pub name: &'static str,
    /// The values, as documents write them. Empty if the key needs no value.
    pub values: &'static str,
    /// The effect.
    pub words: &'static str,
}

const fn key(name: &'static str, values: &'static str, words: &'static str) -> Key {
    Key { name, values, words }
}

/// The key of files and generators that reorders the nodes.
const ORDER: Key = key(
    "order",
    "degree|bfs",
    "runs programs on a graph whose nodes are in another order: by degree, or by a breadth-first search",
);

/// The keys of files. [`LoadOptions::set`](crate::LoadOptions::set) reads all but `order`.
pub const OF_FILES: &[Key] = &[
    key("format", "NAME", "reads this format, whatever the content and the ending of the file are"),
    key(
        "weights",
        "keep|ignore",
        "`ignore` drops the weights, and all columns of an edge list after the ends",
    ),
    key("weights", "big|float", "how a Galois binary stores its weights"),
    key("loops", "keep|drop", "keeps or drops edges from a node to itself"),
    key(
        "parallel",
        "keep|first|least",
        "of several edges with the same ends, keeps all, the first, or the lightest",
    ),
    key("compact", "", "drops the nodes without edges, and renumbers the others"),
    key("sparse", "", "allows many more nodes than edges"),
    key("symmetric", "", "adds the reverse of each edge"),
    key(
        "source",
        "COLUMN",
        "the column of the sources of a table, by its name or its number from 1",
    ),
    key("target", "COLUMN", "the column of the targets"),
    key("weight", "COLUMN", "the column of the weights"),
    key("header", "yes|no", "whether the first line of a table has the names of the columns"),
    key("separator", "comma|semicolon|tab|blanks", "what separates the columns of a table"),
    key(
        "ids",
        "names|numbers",
        "whether ids are names, which the graph keeps, or the numbers of nodes",
    ),
    ORDER,
];

/// The keys of generators.
pub const OF_GENERATORS: &[Key] = &[
    key(
        "weights",
        "none|LOW..HIGH",
        "the weights of the edges; 1..100 by default, and distances for roads",
    ),
    key("seed", "N", "another graph of the same kind; 1 by default"),
    key("degree", "D", "the mean number of edges of a node, before duplicates are dropped"),
    key("keep", "", "keeps duplicate edges and edges from a node to itself"),
    key("simple", "", "drops duplicate edges and edges from a node to itself"),
    key("directed", "", "stores each edge in one direction only"),
    key("a", "P", "the probability of the upper left quadrant of the matrix"),
    key("b", "P", "the probability of the upper right quadrant of the matrix"),
    key("c", "P", "the probability of the lower left quadrant of the matrix"),
    key("out", "DISTRIBUTION", "the out-degrees, such as power:2.5:8"),
    key("in", "DISTRIBUTION", "the in-degrees; by default, as the out-degrees"),
    key("from", "SPEC", "takes the degrees of this graph; it must be the last key"),
    key("clustering", "0..1", "connects nodes in groups, so that there are more triangles"),
    ORDER,
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::LoadOptions;
    use crate::generate::GENERATORS;

    /// The message about an unknown key lists the keys that the parser knows.
    #[test]
    fn every_key_of_files_is_described() {
        let error = LoadOptions::default().set("no-such-key", "").expect_err("it is unknown");
        let known: BTreeSet<String> =
            error.to_string().split('`').skip(3).step_by(2).map(str::to_owned).collect();
        let described: BTreeSet<String> = OF_FILES.iter().map(|key| key.name.into()).collect();
        assert_eq!(described, known);
        for Key { name, values, .. } in OF_FILES.iter().filter(|key| key.name != ORDER.name) {
            for value in values.split('|').map(|value| value.replace("NAME", "mtx")) {
                LoadOptions::default().set(name, &value).expect("the value is valid");
            }
        }
    }

    #[test]
    fn every_key_of_generators_is_described() {
        let keys = GENERATORS.iter().flat_map(|generator| generator.keys).copied();
        let known: BTreeSet<&str> = keys.chain(["weights", "order"]).collect();
        let described: BTreeSet<&str> = OF_GENERATORS.iter().map(|key| key.name).collect();
        assert_eq!(described, known);
    }
}
