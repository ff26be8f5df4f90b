//! The known name nearest to a misspelt one.

/// The largest number of candidates that are compared with a misspelt name, so that a program with
/// many names and many errors is checked quickly.
const MAX_CANDIDATES: usize = 256;

/// The candidate nearest to `wanted` by edit distance, where one is near enough to be meant: at
/// most a third of the letters differ, and not all of them. Of equally near ones the first.
pub fn nearest<'a>(wanted: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = wanted.chars().count();
    let limit = length.div_ceil(3).min(length.saturating_sub(1));
    candidates
        .into_iter()
        .take(MAX_CANDIDATES)
        .filter(|candidate| *candidate != wanted)
        .map(|candidate| (distance(wanted, candidate, limit), candidate))
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// The optimal string alignment distance: insertions, deletions, substitutions and swaps of
/// neighbours. Anything above `limit` may be reported as `limit + 1`, which bounds the work for
/// names of very different lengths.
fn distance(a: &str, b: &str, limit: usize) -> usize {
    let (a, b): (Vec<char>, Vec<char>) =
        (a.to_lowercase().chars().collect(), b.to_lowercase().chars().collect());
    if a.len().abs_diff(b.len()) > limit || a.len().max(b.len()) > 64 {
        return limit + 1;
    }
    let mut before_last = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let substitution = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = substitution.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before_last[j - 2] + 1);
            }
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_suggested() {
        let names = ["level", "source", "visit"];
        assert_eq!(nearest("levle", names), Some("level"));
        assert_eq!(nearest("Source", names), Some("source"));
        assert_eq!(nearest("visits", names), Some("visit"));
    }

    #[test]
    fn far_names_are_not() {
        assert_eq!(nearest("rank", ["level", "source"]), None);
        assert_eq!(nearest("x", ["abc", "y"]), None);
        assert_eq!(nearest(&"x".repeat(1000), ["x"]), None);
    }
}
