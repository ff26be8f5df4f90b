//! What can be wrong with a request for a generated graph.

/// Why a generator refused its size or keys. Each message says what would be accepted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GenerateError {
    /// No generator has this name.
    #[error("there is no generator '{name}'; there are {known}")]
    UnknownGenerator {
        /// The name that was asked for.
        name: String,
        /// Every generator's name, separated by commas.
        known: String,
    },
    /// The part after the colon is not a size that this generator takes.
    #[error("'{generator}:{size}': the size must be {expected}")]
    BadSize {
        /// The generator's name.
        generator: &'static str,
        /// The size as written.
        size: String,
        /// What the generator takes.
        expected: &'static str,
    },
    /// The generator has no such key.
    #[error("'{generator}' has no key '{key}'; its keys are {known}")]
    UnknownKey {
        /// The generator's name.
        generator: &'static str,
        /// The key as written.
        key: String,
        /// The generator's keys, separated by commas.
        known: String,
    },
    /// A key is given more than once.
    #[error("'{generator}': the key '{key}' is given twice")]
    RepeatedKey {
        /// The generator's name.
        generator: &'static str,
        /// The key.
        key: String,
    },
    /// A key's value is not one that it takes.
    #[error("'{generator}': {key}={value}: {key} must be {expected}")]
    BadValue {
        /// The generator's name.
        generator: &'static str,
        /// The key.
        key: &'static str,
        /// The value as written.
        value: String,
        /// What the key takes.
        expected: &'static str,
    },
    /// The probabilities of the four quadrants do not make a distribution.
    #[error("'rmat': a + b + c is {sum}; the three may sum to at most 1 (the rest is d)")]
    Probabilities {
        /// What they sum to.
        sum: String,
    },
    /// The graph would need ids of more than 32 bits.
    #[error(
        "'{generator}:{size}' has {count} {what}; a graph holds at most {} (ids have 32 bits)",
        super::LIMIT
    )]
    TooLarge {
        /// The generator's name.
        generator: &'static str,
        /// The size as written.
        size: String,
        /// `nodes` or `edges`.
        what: &'static str,
        /// How many there would be.
        count: u128,
    },
}
