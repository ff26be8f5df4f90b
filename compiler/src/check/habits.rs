//! What other languages write differently: `u32(3)`, `max(level)`, `sum(level)`, `exp2(x)` and `print "u={u}"`.

use super::checker::Checker;
use super::meaning::{Builtin, Meaning};
use crate::diagnostics::{Advice, Diagnostic};
use crate::span::Span;
use crate::syntax::ast::*;
use crate::types::Type;

impl<'p> Checker<'p> {
    /// Reports `max(level)` in `main`, which other languages write for the largest value of all
    /// nodes. Returns whether the call was such a reduction.
    pub(super) fn is_reduction(&mut self, expr: &Expr, builtin: Builtin, args: &'p [Expr]) -> bool {
        let (name, [arg]) = (
            match builtin {
                Builtin::MinOf => "min",
                Builtin::MaxOf => "max",
                _ => return false,
            },
            args,
        ) else {
            return false;
        };
        let Some(Meaning::NodeProperty(_) | Meaning::EdgeProperty(_)) = self.named_item(arg) else {
            return false;
        };
        self.names_are_used(args);
        let shown = crate::syntax::print::expr(arg);
        let message = format!("`{name}` takes two values, not a property");
        let diagnostic = Diagnostic::error("E0204", expr.span, message)
            .note(format!(
                "`reduce_{name}` in `main` computes the {name}imum of all nodes or edges"
            ))
            .help(format!("write `reduce_{name}({shown})` in `main`"));
        self.report(diagnostic);
        true
    }

    /// Reports `u32(3)`, which converts a value in other languages. Returns whether the name is that of
    /// a type.
    pub(super) fn is_type(&mut self, name: &Name) -> bool {
        let text = name.text.as_str();
        let Some(ty) = Type::from_name(text) else { return false };
        let help = match ty {
            Type::Bool => "compare the value, for example with `!= 0`".to_owned(),
            Type::Node | Type::Edge => format!("write `x as {text}`"),
            _ => format!("write `x as {text}`, or `3{text}` for a number of this type"),
        };
        let message = format!("`{text}` is a type and cannot be called");
        let diagnostic = Diagnostic::error("E0206", name.span, message)
            .note("`as` converts a value to another type")
            .help(help);
        self.report(diagnostic);
        true
    }
}

/// Functions of other languages, and what to write instead.
const FUNCTIONS: &[(&[&str], &str)] = &[
    (&["exp2", "exp2f"], "`pow(2.0, x)`"),
    (&["exp10"], "`pow(10.0, x)`"),
    (&["log2", "log2f"], "`log(x) / log(2.0)`"),
    (&["log10"], "`log(x) / log(10.0)`"),
    (&["log1p"], "`log(1.0 + x)`"),
    (&["expm1"], "`exp(x) - 1.0`"),
    (&["cbrt"], "`pow(x, 1.0 / 3.0)`"),
    (&["rsqrt"], "`1.0 / sqrt(x)`"),
    (&["powf", "powi", "pown", "powr"], "`pow(x, y)`"),
    (&["tan"], "`sin(x) / cos(x)`"),
    (&["tanh"], "`1.0 - 2.0 / (exp(2.0 * x) + 1.0)`"),
    (&["hypot"], "`sqrt(x * x + y * y)`"),
    (&["fabs", "fabsf", "iabs"], "`abs(x)`"),
    (&["fmin", "fminf"], "`min(x, y)`"),
    (&["fmax", "fmaxf"], "`max(x, y)`"),
    (&["clamp"], "`max(low, min(x, high))`"),
    (&["trunc", "int"], "`x as i32`"),
    (&["rint", "nearbyint"], "`round(x)`"),
    (&["sqr", "square"], "`x * x`"),
    (&["mod", "rem"], "`x % y`"),
    (&["ternary", "iff", "if_else", "ifelse", "cond"], "`select(condition, a, b)`"),
    (&["printf", "println", "puts", "echo", "log_info"], "`print \"x =\", x;`"),
    (&["assert"], "`require condition, \"text\";`"),
    (&["popc", "popcnt", "count_ones"], "`popcount(x)`"),
    (&["leading_zeros"], "`clz(x)`"),
    (&["trailing_zeros", "ffs"], "`ctz(x)`"),
    (&["degree", "outdegree", "out_degree"], "`u.degree` for a node `u`"),
    (
        &["len", "size"],
        "`u.degree` for the number of edges of a node, or `mask.length` for an array",
    ),
    (&["range", "xrange"], "`0..n`, as in `for i in 0..n { … }`"),
    (
        &["barrier", "sync", "synchronize", "__syncthreads"],
        "two kernels: the second one starts after the first one has ended",
    ),
    (&["num_nodes", "num_vertices", "nodes_count"], "`node_count`"),
    (&["num_edges", "edges_count"], "`edge_count`"),
];

/// Names of values of other languages, and what to write instead.
const VALUES: &[(&[&str], &str, &str)] = &[
    (
        &["null", "NULL", "nullptr", "None", "nil", "undefined", "NIL", "Null"],
        "MAX",
        ", which is no node, and the largest number",
    ),
    (&["True", "TRUE"], "true", ""),
    (&["False", "FALSE"], "false", ""),
    (
        &[
            "inf", "INF", "infinity", "Infinity", "INFINITY", "INT_MAX", "UINT_MAX", "LONG_MAX",
            "FLT_MAX", "DBL_MAX",
        ],
        "MAX",
        ", the largest value of each type, which is infinity for floats",
    ),
    (&["INT_MIN", "LONG_MIN"], "MIN", ", the smallest value of the type"),
];

/// Returns advice for a name that other languages have.
pub fn value(text: &str) -> Option<Advice> {
    if text == "pass" {
        return Some("remove it: a block may be empty".into());
    }
    if matches!(text, "self" | "this") {
        return Some("write the variable of the loop, such as `u`".into());
    }
    if matches!(text, "G" | "g" | "graph" | "Graph") {
        return Some("the graph has no name: write `nodes`, `edges`, `u.out` or `u.degree`".into());
    }
    let (_, own, meaning) = VALUES.iter().find(|(names, ..)| names.contains(&text))?;
    Some(Advice::replacing(format!("write `{own}`{meaning}"), *own))
}

/// Returns advice for a function that other languages have.
pub fn function(text: &str) -> Option<String> {
    let (_, instead) = FUNCTIONS.iter().find(|(names, _)| names.contains(&text))?;
    Some(format!("write {instead}"))
}

/// Returns the first part of a text that other languages replace by a value, such as `{u}`, `{}` or
/// `%d`.
pub fn placeholder(text: &str) -> Option<std::ops::Range<usize>> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
    let braces = text.match_indices('{').find_map(|(start, _)| {
        let end = start + text[start..].find('}')?;
        let inner = text[start + 1..end].split(':').next().unwrap_or_default();
        let is_name =
            !inner.starts_with(|c: char| c.is_ascii_digit()) && inner.chars().all(is_word);
        is_name.then_some(start..end + 1)
    });
    let percent = text.match_indices('%').find_map(|(start, _)| {
        let rest = text[start + 1..].trim_start_matches('l');
        let ends = |c: char| !c.is_ascii_alphanumeric();
        let is_format = rest.starts_with(['d', 'i', 'u', 'f', 'g', 's', 'x'])
            && rest.chars().nth(1).is_none_or(ends);
        is_format.then(|| start..text.len() - rest.len() + 1)
    });
    braces.into_iter().chain(percent).min_by_key(|range| range.start)
}

/// Returns the warning about a text of a `print` with a placeholder.
pub fn text_with_placeholder(span: Span, text: &str) -> Option<Diagnostic> {
    let range = placeholder(text)?;
    // `print` writes a space between its parts.
    let (before, after) = (text[..range.start].trim_end(), text[range.end..].trim_start());
    let shown = &text[range];
    let name = shown.trim_matches(['{', '}']).split(':').next().unwrap_or_default();
    let name = if name.is_empty() || shown.starts_with('%') { "x" } else { name };
    let quoted = |text: &str| (!text.is_empty()).then(|| format!("\"{text}\""));
    let parts = [quoted(before), Some(name.to_owned()), quoted(after)];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    let warning = Diagnostic::warning("W0106", span, format!("`{shown}` is printed as it is"))
        .note("texts contain no values; `print` takes texts and values, separated by commas")
        .help(format!("write `print {};`", parts.join(", ")));
    Some(warning)
}

/// Returns advice for a name that other languages give to a reduction of a whole array.
pub fn reduction(text: &str) -> Option<String> {
    let primitive = match text {
        "sum" | "add" | "total" => "reduce_add",
        "any" | "some" => "reduce_or",
        "all" | "every" => "reduce_and",
        _ => return None,
    };
    Some(format!("write `{primitive}(x)` in `main` to combine the values of a property"))
}
