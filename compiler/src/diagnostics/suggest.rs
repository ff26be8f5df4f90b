//! "Did you mean …?": the known name nearest to a misspelt one.

pub use igc_visible::suggest::nearest;

use super::Advice;

/// "did you mean `x`?" for the nearest candidate, which replaces the misspelt name.
pub fn did_you_mean<'a>(
    wanted: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<Advice> {
    let advice = |name| Advice::replacing(format!("did you mean `{name}`?"), name);
    nearest(wanted, candidates).map(advice)
}
