//! MatrixMarket coordinate matrices: an entry in row `i` and column `j` is the edge `i -> j`.
//!
//! Boisvert, Pozo and Remington, "The Matrix Market Exchange Formats" (NISTIR 5935, 1996). Rows and
//! columns are counted from 1. A symmetric matrix lists only one triangle; the reader adds the
//! edges of the other triangle, with the opposite sign if the matrix is skew-symmetric. If the
//! header line (`%%MatrixMarket …`) is missing, the matrix is read as `general`. The first entry
//! then determines whether all entries have values.

use super::ReadError;
use super::keys::Listed;
use super::lines::Lines;
use crate::adjacency::Weight;

#[derive(Clone, Copy, PartialEq)]
enum Symmetry {
    General,
    Symmetric,
    Skew,
}

pub(super) fn read(mut lines: Lines<'_>) -> Result<Listed, ReadError> {
    let first = lines.next()?.unwrap_or_default();
    let has_banner = !first.starts_with(|c: char| c.is_ascii_digit());
    let is_real = first.to_lowercase().split_whitespace().nth(3) == Some("real");
    let (mut weighted, symmetry, size) = if has_banner {
        let (weighted, symmetry) = banner(&first, &lines)?;
        (Some(weighted), symmetry, lines.next_content(&['%'])?)
    } else {
        (None, Symmetry::General, Some(first))
    };
    let size = size.ok_or_else(|| lines.wrong_file("the line with the size is missing"))?;
    let mut fields = size.split_whitespace();
    let rows = lines.node_count(fields.next())?;
    let columns = lines.node_count(fields.next())?;
    let stated = lines.count(fields.next(), "number of entries")?;

    let mut entries = 0;
    let mut edges = Vec::new();
    while let Some(line) = lines.next_content(&['%'])? {
        let mut fields = line.split_whitespace();
        let source = lines.node(fields.next(), 1, rows)?;
        let target = lines.node(fields.next(), 1, columns)?;
        let value = fields.next();
        let weighted = *weighted.get_or_insert(value.is_some());
        let weight = if weighted { Some(lines.weight(value)?) } else { None };
        entries += 1;
        if symmetry == Symmetry::Skew && source == target {
            return Err(lines.wrong("a skew-symmetric matrix has no entries on its diagonal"));
        }
        edges.push((source, target, weight));
        if symmetry != Symmetry::General && source != target {
            let mirrored =
                match (symmetry, weight) {
                    (Symmetry::Skew, Some(weight)) => {
                        let negated = match weight.negated() {
                            None if is_real => Some(Weight::Real(9_223_372_036_854_775_808.0)),
                            negated => negated,
                        };
                        Some(negated.ok_or_else(|| {
                            lines.wrong("the negated weight does not fit 64 bits")
                        })?)
                    }
                    _ => weight,
                };
            edges.push((target, source, mirrored));
        }
    }
    lines.expect_count("entries", stated, entries)?;
    Ok(Listed {
        nodes: rows.max(columns),
        edges,
        has_both_directions: symmetry != Symmetry::General,
    })
}

/// Parses the first line. Returns whether entries have values, and the symmetry of the matrix.
fn banner(first: &str, lines: &Lines<'_>) -> Result<(bool, Symmetry), ReadError> {
    let line = first.to_lowercase();
    let words: Vec<&str> = line.split_whitespace().collect();
    let &["%%matrixmarket", "matrix", layout, field, symmetry] = words.as_slice() else {
        return Err(lines.wrong("expected '%%MatrixMarket matrix LAYOUT FIELD SYMMETRY'"));
    };
    if layout != "coordinate" {
        return Err(lines
            .unsupported(format!("the oracle reads coordinate matrices, not {layout} matrices")));
    }
    let weighted = match field {
        "pattern" => false,
        "integer" | "real" => true,
        _ => return Err(lines.unsupported(format!("the oracle does not read {field} values"))),
    };
    let symmetry = match symmetry {
        "general" => Symmetry::General,
        // A Hermitian matrix of real numbers is symmetric.
        "symmetric" | "hermitian" => Symmetry::Symmetric,
        "skew-symmetric" => Symmetry::Skew,
        _ => return Err(lines.unsupported(format!("the oracle does not read {symmetry} matrices"))),
    };
    Ok((weighted, symmetry))
}
