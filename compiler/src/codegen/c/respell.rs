//! Translates C that all languages share: the upper files of the device library, and kernels that
//! were written by hand.
//!
//! The shared text is OpenCL C. It has few words that another language spells differently, and this
//! module replaces them. For CUDA:
//!
//! | OpenCL C | CUDA C++ |
//! | --- | --- |
//! | `kernel` | `extern "C" __global__` |
//! | `static inline` | `__device__ __forceinline__` |
//! | `global T *p`, `local T *p` | `T *p`: pointers are generic |
//! | `local T x[2];` | `__shared__ T x[2];` |
//! | `(ulong2)(a, b)` | `make_ulong2(a, b)` |
//! | `igc_path_start();` | nothing: only PoCL needs the marks of paths |
//! | `igc_continues(condition)` | `condition`, for the same reason |
//! | `IGC_SHARE_END` | `const`, for the same reason |
//!
//! An address space that is the argument of a macro becomes an empty argument. Everything else is the
//! same in both languages, or a function of the lowest layer of the device library. Comments and
//! strings stay as they are.
//!
//! # Limits
//!
//! The module knows words, not C. A mark of a path must be alone on its line, and a program must not
//! use the words of the table for anything else.

use crate::codegen::Language;

/// Translates text that all languages share to one of them.
pub fn respell(language: Language, text: &str) -> String {
    match language {
        Language::OpenCl => text.to_string(),
        Language::Cuda => to_cuda(text),
    }
}

/// The statements that mark paths, which have lines of their own.
const MARKS: [&str; 2] = ["igc_path_start();", "igc_path_end();"];

fn to_cuda(text: &str) -> String {
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        let content = line.trim_end();
        // Lines of macros end with a backslash, which stays in its column.
        let (code, is_continued) = match content.strip_suffix('\\') {
            Some(code) => (code.trim_end(), true),
            None => (content, false),
        };
        if MARKS.contains(&code.trim()) {
            continue;
        }
        let translated = line_to_cuda(code);
        out += &translated;
        if is_continued {
            let column = content.chars().count() - 1;
            let gap = column.saturating_sub(translated.chars().count()).max(1);
            out.extend(std::iter::repeat_n(' ', gap));
            out.push('\\');
        }
        if line.ends_with('\n') {
            out.push('\n');
        }
    }
    out
}

/// Translates a line. No comment of the shared text has several lines.
fn line_to_cuda(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let (token, after) = rest.split_at(token_length(rest, first));
        rest = after;
        match token {
            "kernel" => out += "extern \"C\" __global__",
            "static" if rest.starts_with(" inline ") => {
                out += "__device__ __forceinline__";
                rest = &rest[" inline".len()..];
            }
            "local" if declares_array(rest) => out += "__shared__",
            "global" | "local" => rest = rest.trim_start(),
            "igc_continues" => {
                let (condition, after) = parentheses(rest);
                out += &line_to_cuda(condition);
                rest = after;
            }
            "IGC_SHARE_END" => out += "const",
            "(" if rest.starts_with("ulong2)(") => {
                out += "make_ulong2";
                rest = &rest["ulong2)".len()..];
            }
            _ => out += token,
        }
    }
    out
}

/// Returns the length of the first token: a word, a comment, a string, or one other character.
fn token_length(text: &str, first: char) -> usize {
    let is_of_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if is_of_word(first) {
        text.find(|c| !is_of_word(c)).unwrap_or(text.len())
    } else if text.starts_with("//") {
        text.len()
    } else if text.starts_with("/*") {
        text.find("*/").map_or(text.len(), |end| end + 2)
    } else if first == '"' {
        text[1..].find('"').map_or(text.len(), |end| end + 2)
    } else {
        first.len_utf8()
    }
}

/// Whether the text after an address space declares an array: a type, a name, and a bracket.
fn declares_array(after: &str) -> bool {
    let is_of_words = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == ' ';
    after.trim_start_matches(is_of_words).starts_with('[')
}

/// Splits text that starts with a parenthesis: its content, and the text after it.
fn parentheses(text: &str) -> (&str, &str) {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth == 1 => return (&text[1..at], &text[at + 1..]),
            ')' => depth -= 1,
            _ => {}
        }
    }
    (text, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn becomes(opencl: &str, cuda: &str) {
        assert_eq!(respell(Language::OpenCl, opencl), opencl);
        assert_eq!(respell(Language::Cuda, opencl), cuda);
    }

    #[test]
    fn address_spaces_of_pointers_disappear() {
        becomes("f(const global uint *p, local T *q);\n", "f(const uint *p, T *q);\n");
        becomes("x = *(volatile global uint *)p;", "x = *(volatile uint *)p;");
        becomes("FLOATS(float, igc, global)", "FLOATS(float, igc, )");
    }

    #[test]
    fn arrays_in_local_memory_are_shared() {
        becomes("    local ulong marks[2 * N];", "    __shared__ ulong marks[2 * N];");
        becomes("local uint *p = q[1];", "uint *p = q[1];");
    }

    #[test]
    fn functions_and_kernels_are_of_the_device() {
        becomes("static inline bool f(void);", "__device__ __forceinline__ bool f(void);");
        becomes("kernel void f(void);", "extern \"C\" __global__ void f(void);");
        becomes("x = (ulong2)(a, f(b));", "x = make_ulong2(a, f(b));");
    }

    #[test]
    fn marks_of_paths_disappear() {
        becomes("{\n    igc_path_start();\n}\n", "{\n}\n");
        becomes("#define M \\\n    igc_path_start(); \\\n    f();", "#define M \\\n    f();");
        becomes("IGC_SHARE_END uint end = n;", "const uint end = n;");
        becomes("for (; igc_continues(f(n) > 1); n--)", "for (; f(n) > 1; n--)");
    }

    #[test]
    fn comments_strings_and_parts_of_words_stay() {
        let text =
            "a; // in local memory\nb; /* a kernel */\nasm(\"ld.global\");\nigc_local(x_global);\n";
        becomes(text, text);
    }

    #[test]
    fn the_backslashes_of_a_macro_stay_in_their_column() {
        becomes(
            "#define M(T)        \\\n    global T *p;    \\\n    x\n",
            "#define M(T)        \\\n    T *p;           \\\n    x\n",
        );
    }
}
