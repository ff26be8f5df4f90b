//! Removes `freeze` from LLVM's IR, for translators to SPIR-V that do not know it.
//!
//! SPIR-V has no poison values and so no `freeze`. From version 16 on, `llvm-spirv` replaces the
//! instruction by its operand; version 15 and earlier report an error. Debian 12 has no later
//! version. The text after all passes therefore gets the same replacement:
//!
//! ```text
//! %c = freeze i1 %b      ──►      %c = bitcast i1 %b to i1
//! ```

/// Replaces each `freeze` in IR as text by its operand.
pub(super) fn without_freeze(ir: &str) -> String {
    let lines = ir.lines().map(|line| replaced(line).unwrap_or_else(|| line.to_owned()));
    lines.map(|line| line + "\n").collect()
}

/// Returns the replacement of a line with `freeze`, `%NAME = freeze TYPE VALUE[, METADATA]`.
fn replaced(line: &str) -> Option<String> {
    let (result, operand) = line.split_once(" = freeze ")?;
    if !result.trim_start().starts_with('%') {
        return None;
    }
    let (operand, metadata) = match operand.find(", !") {
        Some(at) => operand.split_at(at),
        None => (operand, ""),
    };
    let (ty, value) = operand.trim_end().rsplit_once(' ')?;
    Some(format!("{result} = bitcast {ty} {value} to {ty}{metadata}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frozen_value_becomes_its_operand() {
        let ir = "  %c.fr = freeze i1 %c, !dbg !4\n  %v = freeze <4 x i32> %w\n  ret void\n";
        let expected = "  %c.fr = bitcast i1 %c to i1, !dbg !4\n  \
                        %v = bitcast <4 x i32> %w to <4 x i32>\n  ret void\n";
        assert_eq!(without_freeze(ir), expected);
    }

    #[test]
    fn text_about_freeze_stays() {
        let ir = "; %c = freeze i1 %b\n@name = constant [9 x i8] c\" = freeze \"\n";
        assert_eq!(without_freeze(ir), ir);
    }
}
