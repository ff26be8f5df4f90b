//! The fields of the structures: names and types of Rust for those of a program.

use igc::{ManifestField, ManifestParameter};

/// Returns the type of Rust for a type of a program, and the variant of `igc::ArrayData` that holds elements of it.
pub fn element(ty: &str) -> (&'static str, &'static str) {
    match ty {
        "bool" => ("bool", "Bool"),
        "i32" => ("i32", "I32"),
        "i64" => ("i64", "I64"),
        "u64" => ("u64", "U64"),
        "f32" => ("f32", "F32"),
        "f64" => ("f64", "F64"),
        "node" => ("u32", "Node"),
        "edge" => ("u32", "Edge"),
        _ => ("u32", "U32"),
    }
}

/// Returns the type of a parameter.
pub fn parameter_type(parameter: &ManifestParameter) -> String {
    let (ty, _) = element(&parameter.ty);
    if parameter.is_optional { format!("Option<{ty}>") } else { ty.to_owned() }
}

/// Returns the default of a parameter as an expression.
pub fn parameter_default(parameter: &ManifestParameter) -> Option<String> {
    let default = parameter.default.as_deref()?;
    let (ty, _) = element(&parameter.ty);
    let value = match (default, ty) {
        ("none", _) => return Some("None".into()),
        ("inf" | "-inf" | "NaN", _) => {
            let name = if default == "NaN" { "NAN" } else { "INFINITY" };
            format!("{}{ty}::{name}", if default.starts_with('-') { "-" } else { "" })
        }
        (value, "bool") => value.to_owned(),
        (value, ty) => format!("{value}_{ty}"),
    };
    Some(if parameter.is_optional { format!("Some({value})") } else { value })
}

/// Returns whether an output is one number.
pub fn is_scalar(field: &ManifestField) -> bool {
    field.extent == "one" && !field.has_rows
}

/// Returns what the elements of an array belong to.
pub fn extent(field: &ManifestField) -> &'static str {
    match (field.extent, field.has_rows) {
        ("nodes" | "original", false) => "One element for each node.",
        ("nodes" | "original", true) => "One row of elements for each node.",
        ("edges", false) => "One element for each edge.",
        ("edges", true) => "One row of elements for each edge.",
        ("items", _) => "Any number of nodes.",
        (_, true) => "As many elements as the program declares.",
        (_, false) => "One element.",
    }
}

/// Words of Rust that cannot be names, not even with `r#`.
const NEVER: [&str; 4] = ["crate", "self", "super", "Self"];

/// Words of Rust that can be names with `r#`.
const RESERVED: [&str; 47] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let",
    "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return",
    "static", "struct", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use",
    "virtual", "where", "while",
];

/// Returns the name of a field.
pub fn name(name: &str) -> String {
    if NEVER.contains(&name) {
        format!("{name}_")
    } else if RESERVED.contains(&name) || name == "yield" {
        format!("r#{name}")
    } else {
        name.to_owned()
    }
}
