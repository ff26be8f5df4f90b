//! How much tests do: a covering part for every change, or everything, as `scripts/nightly` asks.

/// The environment variable that selects all tests if it is `all`.
const SCOPE: &str = "IGC_CONFIGURATIONS";

/// Returns whether the user has selected tests in all configurations, on all graphs, and in all orders.
///
/// # Panics
///
/// Panics if the variable has another value than `all`.
pub fn everything_is_asked_for() -> bool {
    match std::env::var(SCOPE) {
        Ok(value) if value == "all" => true,
        Ok(value) => panic!("{SCOPE} is `all` or not set, not `{value}`"),
        Err(_) => false,
    }
}
