//! Errors in a specification of a generated graph.

use igc_visible::name as shown;

/// Returns the line of a message that suggests a name, if there is one.
fn did_you_mean(near: Option<&'static str>) -> String {
    near.map_or(String::new(), |near| format!("\nhelp: did you mean `{near}`?"))
}

/// The reason why a generator rejects a size or a key. Each message says which values are valid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GenerateError {
    /// No generator has this name.
    #[error("unknown generator '{}'; the known generators are {known}{}", shown(name), did_you_mean(*near))]
    UnknownGenerator {
        /// The name as given.
        name: String,
        /// The names of all generators, separated by commas.
        known: String,
        /// The generator that the name probably means.
        near: Option<&'static str>,
    },
    /// The part after the colon is not a valid size for this generator.
    #[error("'{generator}:{}': the size must be {expected}", shown(size))]
    BadSize {
        /// The generator's name.
        generator: &'static str,
        /// The size as written.
        size: String,
        /// The valid sizes.
        expected: &'static str,
    },
    /// The generator does not accept this key.
    #[error("'{generator}' has no key '{}'; its keys are {known}{}", shown(key), did_you_mean(*near))]
    UnknownKey {
        /// The generator's name.
        generator: &'static str,
        /// The key as written.
        key: String,
        /// The generator's keys, separated by commas.
        known: String,
        /// The key that the user probably means.
        near: Option<&'static str>,
    },
    /// A key is given more than once.
    #[error("'{generator}': the key '{}' is given twice", shown(key))]
    RepeatedKey {
        /// The generator's name.
        generator: &'static str,
        /// The key.
        key: String,
    },
    /// A key has an invalid value.
    #[error("'{generator}': {key}={}: {key} must be {expected}", shown(value))]
    BadValue {
        /// The generator's name.
        generator: &'static str,
        /// The key.
        key: &'static str,
        /// The value as written.
        value: String,
        /// The valid values.
        expected: &'static str,
    },
    /// The probabilities of the quadrants sum to more than 1.
    #[error("'rmat': a + b + c is {sum}, but must be at most 1 (the rest is d)")]
    Probabilities {
        /// The sum of the probabilities.
        sum: String,
    },
    /// The graph has more nodes or edges than a graph may have.
    #[error("'{generator}:{}' has {count} {what}; a graph can have at most {most}", shown(size))]
    TooLarge {
        /// The generator's name.
        generator: &'static str,
        /// The size as written.
        size: String,
        /// `nodes` or `edges`.
        what: &'static str,
        /// Number of nodes or edges that the graph would have.
        count: u128,
        /// The largest number that a graph may have.
        most: u64,
    },
    /// The keys of `degrees` contradict each other or the number of nodes, or a graph with these
    /// properties does not exist.
    #[error("'degrees': {0}")]
    Degrees(String),
    /// The graph whose degrees are to be used cannot be loaded or generated.
    #[error("'degrees': from={}: {reason}", shown(spec))]
    From {
        /// The specification of the other graph.
        spec: String,
        /// The reason why the graph is not available.
        reason: String,
    },
    /// The machine has too little memory to generate the graph.
    #[error("'{generator}': {reason}")]
    Memory {
        /// The generator's name.
        generator: &'static str,
        /// The number of bytes, and advice.
        reason: String,
    },
}
