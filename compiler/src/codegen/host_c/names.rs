//! The names of the generated code, and the spelling of types in C.

use crate::ir::Type;

/// Returns the C type of a value.
pub(super) fn c_type(ty: Type) -> &'static str {
    match ty {
        Type::Bool => "bool",
        Type::I32 => "int32_t",
        Type::U32 | Type::Node | Type::Edge => "uint32_t",
        Type::I64 => "int64_t",
        Type::U64 => "uint64_t",
        Type::F32 => "float",
        Type::F64 => "double",
    }
}

/// Returns the suffix of the functions of `igc_arithmetic.h` for a type.
pub(super) fn suffix(ty: Type) -> &'static str {
    match ty {
        Type::Node | Type::Edge => Type::U32.name(),
        _ => ty.name(),
    }
}

/// Returns the constant of `igc_internal.h` for a type.
pub(super) fn type_constant(ty: Type) -> String {
    constant(ty.name())
}

/// Returns the constant of `igc_internal.h` with this name, which is given in lower case.
pub(super) fn constant(name: &str) -> String {
    format!("IGC_{}", name.to_uppercase())
}

/// Returns the name of a local of `main`. Names of C do not end with `_`.
pub(super) fn local(name: &str) -> String {
    format!("{name}_")
}

/// Returns the name of a member of a public structure. A word that C or C++ reserves gets a `_` at
/// its end, and so does every name that already ends with `_`, so that members differ.
pub(super) fn member(name: &str) -> String {
    let looks_like_macro = !name.contains(|c: char| c.is_ascii_lowercase());
    if RESERVED.contains(&name) || name.ends_with('_') || looks_like_macro {
        format!("{name}_")
    } else {
        name.to_string()
    }
}

/// Returns the short name of an outlined loop: its function without the name of the program.
pub(super) fn outlined<'f>(program: &str, function: &'f str) -> &'f str {
    let name = function.strip_prefix(program).and_then(|rest| rest.strip_prefix('_'));
    let name = name.unwrap_or(function);
    name.strip_suffix('_').unwrap_or(name)
}

/// The keywords of C11 and C++20 that are in lower case, and macros of the standard headers and of
/// compilers.
pub(super) const RESERVED: &[&str] = &[
    "alignas",
    "alignof",
    "and",
    "and_eq",
    "asm",
    "assert",
    "auto",
    "bitand",
    "bitor",
    "bool",
    "break",
    "case",
    "catch",
    "char",
    "char16_t",
    "char32_t",
    "char8_t",
    "class",
    "co_await",
    "co_return",
    "co_yield",
    "compl",
    "concept",
    "const",
    "const_cast",
    "consteval",
    "constexpr",
    "constinit",
    "continue",
    "decltype",
    "default",
    "delete",
    "do",
    "double",
    "dynamic_cast",
    "else",
    "enum",
    "errno",
    "explicit",
    "export",
    "extern",
    "false",
    "float",
    "for",
    "friend",
    "goto",
    "i386",
    "if",
    "inline",
    "int",
    "linux",
    "long",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "not",
    "not_eq",
    "nullptr",
    "offsetof",
    "operator",
    "or",
    "or_eq",
    "private",
    "protected",
    "public",
    "register",
    "reinterpret_cast",
    "requires",
    "restrict",
    "return",
    "setjmp",
    "short",
    "signed",
    "sizeof",
    "static",
    "static_assert",
    "static_cast",
    "stderr",
    "stdin",
    "stdout",
    "struct",
    "switch",
    "template",
    "this",
    "thread_local",
    "throw",
    "true",
    "try",
    "typedef",
    "typeid",
    "typename",
    "typeof",
    "union",
    "unix",
    "unsigned",
    "using",
    "virtual",
    "void",
    "volatile",
    "wchar_t",
    "while",
    "xor",
    "xor_eq",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_not_reserved_and_differ() {
        let names = ["level", "int", "int_", "int__", "NULL", "default"].map(member);
        assert_eq!(names, ["level", "int_", "int__", "int___", "NULL_", "default_"]);
    }

    #[test]
    fn outlined_loops_are_called_without_the_program() {
        assert_eq!(outlined("bfs", "bfs_outlined_0_"), "outlined_0");
    }
}
