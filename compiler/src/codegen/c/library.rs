//! Combines the files of the device library into one text, as drivers need it.
//!
//! The files of `stdlib/device/` are ordinary C with include guards, and most of them are the same
//! for all languages. They are written in OpenCL C, and [`respell`] translates the few words that
//! other languages spell differently. Each language has a folder with the lowest layer: the files
//! that need the language's own functions or instructions. These files are not translated.
//!
//! | folder | files |
//! | --- | --- |
//! | `stdlib/device/` | worklists, collectives, barriers, outlined loops and so on, for all languages |
//! | `stdlib/device/opencl/` | the lowest layer in OpenCL C |
//! | `stdlib/device/cuda/` | the lowest layer in CUDA C++ |
//!
//! Each file includes the files that it uses. A file of the lowest layer has the same name in each
//! folder, apart from its extension, so `#include "order.cl"` means `cuda/order.cuh` for CUDA. A C
//! compiler can therefore compile each file alone, with
//! `-I stdlib/device -I stdlib/device/opencl`. A driver does not read files. This module
//! resolves the includes: the text contains each file once, after the files that it includes, and
//! without include guards and `#include` lines.

use super::respell::respell;
use crate::codegen::Language;

/// A file of the device library.
struct File {
    /// The name, with its extension.
    name: &'static str,
    text: &'static str,
    /// The language of a file of the lowest layer, or `None` if all languages share the file.
    layer: Option<Language>,
}

/// The file that includes all other files, and contains nothing else.
const ROOT: &str = "igc.cl";

macro_rules! files {
    ($folder:literal, $layer:expr, [$($name:literal),* $(,)?]) => {
        &[$(File {
            name: $name,
            text: include_str!(concat!("../../../stdlib/device/", $folder, $name)),
            layer: $layer,
        }),*]
    };
}

/// The files that all languages share, ordered by name. The `#include` lines determine the order in
/// the combined text.
static SHARED: &[File] = files!(
    "",
    None,
    [
        "arithmetic.cl",
        "arrays.cl",
        "collective.cl",
        "environment.cl",
        "exclusive.cl",
        "floats.cl",
        "grid.cl",
        "group.cl",
        "igc.cl",
        "outline.cl",
        "queue.cl",
        "ranking.cl",
        "scan.cl",
        "search.cl",
        "worklist.cl",
    ]
);

/// The lowest layer in OpenCL C, ordered by name.
static OPENCL: &[File] = files!(
    "opencl/",
    Some(Language::OpenCl),
    [
        "atomics.cl",
        "dialect.cl",
        "discovery.cl",
        "narrow.cl",
        "order.cl",
        "subgroups.cl",
        "sums.cl",
        "wide.cl",
        "work_items.cl",
    ]
);

/// The lowest layer in CUDA C++, ordered by name.
static CUDA: &[File] = files!(
    "cuda/",
    Some(Language::Cuda),
    [
        "atomics.cuh",
        "dialect.cuh",
        "discovery.cuh",
        "narrow.cuh",
        "order.cuh",
        "subgroups.cuh",
        "sums.cuh",
        "work_items.cuh",
    ]
);

/// Returns the files of a language: the lowest layer and the shared files.
fn files(language: Language) -> impl Iterator<Item = &'static File> {
    let layer = match language {
        Language::OpenCl => OPENCL,
        Language::Cuda => CUDA,
    };
    layer.iter().chain(SHARED)
}

/// Returns the device library as one text, which can replace the
/// [line](Language::library_include) that includes it.
pub fn library(language: Language) -> String {
    library_file(language, ROOT).expect("the library has its root")
}

/// Replaces the `#include` line of emitted code with the text of the library. The result is what
/// the driver compiles.
pub fn with_library(language: Language, kernels: &str) -> String {
    kernels.replacen(language.library_include(), &library(language), 1)
}

/// Returns the names of the files of the library for a language.
pub fn library_files(language: Language) -> impl Iterator<Item = &'static str> {
    files(language).map(|file| file.name)
}

/// Returns a file of the library, after the files that it includes, as one text. Returns `None` if
/// the language has no such file.
pub fn library_file(language: Language, name: &str) -> Option<String> {
    let file = files(language).find(|file| file.name == name)?;
    let mut gathered = vec![];
    gather(language, file, &mut gathered);
    let texts: Vec<String> = gathered
        .iter()
        .filter(|file| file.name != ROOT)
        .map(|file| match file.layer {
            Some(_) => file.body(),
            None => respell(language, &file.body()),
        })
        .collect();
    Some(texts.join("\n"))
}

/// Returns the file that an `#include` line means, whatever its extension.
fn find(language: Language, include: &str) -> Option<&'static File> {
    files(language).find(|file| stem(file.name) == stem(include))
}

fn stem(name: &str) -> &str {
    name.split('.').next().unwrap_or(name)
}

/// Adds a file, after the files that it includes, unless `gathered` already contains it.
fn gather(language: Language, file: &'static File, gathered: &mut Vec<&'static File>) {
    if gathered.iter().any(|known| known.name == file.name) {
        return;
    }
    for name in file.includes() {
        let included = find(language, name).expect("the library includes only its own files");
        gather(language, included, gathered);
    }
    gathered.push(file);
}

impl File {
    /// Returns the names of the files that this file includes.
    fn includes(&self) -> impl Iterator<Item = &'static str> {
        self.text.lines().filter_map(|line| line.strip_prefix("#include \"")?.strip_suffix('"'))
    }

    /// Returns the macro that the include guard defines.
    fn guard(&self) -> String {
        let name = self.name.replace('.', "_").to_uppercase();
        if self.name == ROOT { name } else { format!("IGC_{name}") }
    }

    /// Returns the text without the include guard and the includes, which are separate paragraphs.
    fn body(&self) -> String {
        let guard = self.guard();
        let (start, end) = (format!("#ifndef {guard}\n"), format!("#endif // {guard}\n"));
        let is_frame = |paragraph: &str| {
            paragraph.starts_with(&start) || paragraph == end || paragraph.starts_with("#include")
        };
        let paragraphs = self.text.split("\n\n").filter(|paragraph| !is_frame(paragraph));
        let mut body = paragraphs.collect::<Vec<_>>().join("\n\n");
        body.push('\n');
        body
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn every_file() -> impl Iterator<Item = &'static File> {
        SHARED.iter().chain(OPENCL).chain(CUDA)
    }

    #[test]
    fn every_file_of_the_folders_is_known_and_used() {
        for (folder, files) in [("", SHARED), ("opencl", OPENCL), ("cuda", CUDA)] {
            let folder =
                concat!(env!("CARGO_MANIFEST_DIR"), "/../stdlib/device/").to_string() + folder;
            let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
            let found = entries.filter(|entry| entry.file_type().unwrap().is_file());
            let mut found: Vec<String> =
                found.map(|entry| entry.file_name().into_string().unwrap()).collect();
            found.sort();
            assert_eq!(found, files.iter().map(|file| file.name).collect::<Vec<_>>());
        }
        for language in Language::ALL {
            let mut used = vec![];
            gather(language, find(language, ROOT).unwrap(), &mut used);
            let mut names: Vec<&str> = used.iter().map(|file| file.name).collect();
            let mut wanted: Vec<&str> = library_files(language).collect();
            names.sort_unstable();
            wanted.sort_unstable();
            assert_eq!(names, wanted, "{ROOT} includes all, and each is there once");
        }
    }

    /// Only the lowest layer exists several times. OpenCL alone has locks for 64-bit atomics.
    #[test]
    fn the_lowest_layers_have_the_same_files_and_no_shared_ones() {
        let stems = |files: &[File]| -> Vec<&str> { files.iter().map(|f| stem(f.name)).collect() };
        let (shared, opencl, cuda) = (stems(SHARED), stems(OPENCL), stems(CUDA));
        assert_eq!(
            opencl.iter().filter(|name| **name != "wide").collect::<Vec<_>>(),
            cuda.iter().collect::<Vec<_>>()
        );
        assert!(opencl.iter().all(|name| !shared.contains(name)));
    }

    /// With an include guard, a file can be included several times and in any order.
    #[test]
    fn every_file_has_an_include_guard_around_its_content() {
        for file in every_file() {
            let guard = file.guard();
            let (comment, rest) = file.text.split_once("\n\n").unwrap();
            assert!(comment.lines().all(|line| line.starts_with("//")), "{}", file.name);
            assert!(
                rest.starts_with(&format!("#ifndef {guard}\n#define {guard}\n\n")),
                "{}",
                file.name
            );
            assert!(rest.ends_with(&format!("\n\n#endif // {guard}\n")), "{}", file.name);
        }
    }

    /// Otherwise, the order in the combined text would differ from the order that a C compiler
    /// sees.
    #[test]
    fn includes_come_before_everything_else() {
        for file in every_file() {
            let paragraphs = file.text.split("\n\n").skip(2);
            let behind = paragraphs.skip_while(|paragraph| paragraph.starts_with("#include"));
            assert!(behind.into_iter().all(|text| !text.contains("#include")), "{}", file.name);
        }
    }

    #[test]
    fn the_combined_text_has_neither_guards_nor_includes() {
        for language in Language::ALL {
            let library = library(language);
            assert!(!library.contains("#include"));
            assert!(!library.contains("_CL\n") && !library.contains("_CUH\n"));
            assert!(library.starts_with("// The dialect"));
            assert!(library.ends_with("\n#endif\n") && !library.contains("\n\n\n"));
        }
    }

    #[test]
    fn a_file_alone_has_what_it_builds_on_and_no_more() {
        for language in Language::ALL {
            let queue = library_file(language, "queue.cl").unwrap();
            assert!(queue.contains("igc_push(") && queue.contains("igc_workgroup_barrier("));
            assert!(!queue.contains("igc_scan("));
            assert_eq!(library_file(language, "nothing.cl"), None);
        }
    }

    #[test]
    fn the_text_for_cuda_says_nothing_about_other_languages() {
        let library = library(Language::Cuda);
        let lower = library.to_lowercase();
        for word in ["opencl", "cl_khr", "clk_", "get_local_id", "igc_path_start"] {
            assert!(!lower.contains(word), "{word}");
        }
        // Comments and instructions of PTX may have these words.
        let mut code = String::new();
        for line in library.lines() {
            let without_comment = line.split("//").next().unwrap();
            without_comment.split('"').step_by(2).for_each(|piece| code += piece);
            code.push('\n');
        }
        let words = code.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        for word in words {
            assert!(!["global", "local", "private", "kernel", "vload2"].contains(&word), "{word}");
        }
    }
}
