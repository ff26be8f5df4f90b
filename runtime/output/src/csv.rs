//! Cells of comma-separated values that are safe for spreadsheets.

use std::borrow::Cow;

/// Returns the text of a cell. Spreadsheets execute a cell that starts with `=`, `+`, `-` or `@` as
/// a formula, even if it is in quotes. Such a text gets a `'` at its start, which spreadsheets
/// hide. Numbers do not change.
pub fn csv_cell(text: &str) -> Cow<'_, str> {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    match is_formula && text.parse::<f64>().is_err() {
        true => Cow::Owned(format!("'{text}")),
        false => Cow::Borrowed(text),
    }
}

#[cfg(test)]
mod tests {
    use super::csv_cell;

    #[test]
    fn formulas_are_text_and_numbers_stay() {
        for formula in ["=1+1", "+cmd", "-A1", "@SUM(A1)", "\t=1", "=HYPERLINK(\"x\")", "-1-1"] {
            assert_eq!(csv_cell(formula), format!("'{formula}"));
        }
        for text in ["", "bfs", "a=b", "-1", "+2.5e-3", "-inf", "1-2"] {
            assert_eq!(csv_cell(text), text);
        }
    }
}
