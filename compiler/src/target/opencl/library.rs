//! Combines the files of the device library into one text, as drivers need it.
//!
//! The files of `stdlib/opencl/` are ordinary OpenCL C with include guards. Each file includes the
//! files that it uses, so a C compiler with `-I stdlib/opencl` can compile each file alone. A
//! driver does not read files. This module therefore resolves the includes: the text contains each
//! file once, after the files that it includes, and without include guards and `#include` lines.

/// A file of the device library.
struct File {
    /// The name, as in `#include` lines.
    name: &'static str,
    text: &'static str,
}

/// The file that emitted code includes. It only includes all other files.
const ROOT: &str = "igc.cl";

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        [$(File { name: $name, text: include_str!(concat!("../../../../stdlib/opencl/", $name)) }),*]
    };
}

/// All files, ordered by name. Their `#include` lines determine the order in the combined text.
static FILES: [File; 19] = files![
    "arithmetic.cl",
    "arrays.cl",
    "atomics.cl",
    "collective.cl",
    "dialect.cl",
    "exclusive.cl",
    "floats.cl",
    "grid.cl",
    "group.cl",
    "igc.cl",
    "narrow.cl",
    "order.cl",
    "outline.cl",
    "queue.cl",
    "ranking.cl",
    "scan.cl",
    "search.cl",
    "wide.cl",
    "worklist.cl",
];

/// The line of emitted code that includes the device library.
pub const LIBRARY_INCLUDE: &str = "#include \"igc.cl\"";

/// Returns the device library as one text, which can replace [`LIBRARY_INCLUDE`].
pub fn library() -> String {
    library_file(ROOT).expect("the library has its root")
}

/// Replaces the `#include` line of emitted code with the text of the library. The result is what
/// the driver compiles.
pub fn with_library(kernels: &str) -> String {
    kernels.replacen(LIBRARY_INCLUDE, &library(), 1)
}

/// Returns the names of the files of the library.
pub fn library_files() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|file| file.name)
}

/// Returns a file of the library, after the files that it includes, as one text. Returns `None` if
/// there is no such file.
pub fn library_file(name: &str) -> Option<String> {
    let mut files = vec![];
    gather(find(name)?, &mut files);
    let texts: Vec<String> =
        files.iter().filter(|file| file.name != ROOT).map(|file| file.body()).collect();
    Some(texts.join("\n"))
}

fn find(name: &str) -> Option<&'static File> {
    FILES.iter().find(|file| file.name == name)
}

/// Adds a file, after the files that it includes, unless `files` already contains it.
fn gather(file: &'static File, files: &mut Vec<&'static File>) {
    if files.iter().any(|known| known.name == file.name) {
        return;
    }
    for name in file.includes() {
        gather(find(name).expect("the library includes only its own files"), files);
    }
    files.push(file);
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

    #[test]
    fn every_file_of_the_folder_is_known_and_used() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../stdlib/opencl");
        let mut found: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        found.sort();
        assert_eq!(found, library_files().collect::<Vec<_>>());
        let mut used = vec![];
        gather(find(ROOT).unwrap(), &mut used);
        assert_eq!(used.len(), FILES.len(), "{ROOT} includes all, and each is there once");
    }

    /// With an include guard, a file can be included several times and in any order.
    #[test]
    fn every_file_has_an_include_guard_around_what_it_says() {
        for file in &FILES {
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
        for file in &FILES {
            let paragraphs = file.text.split("\n\n").skip(2);
            let behind = paragraphs.skip_while(|paragraph| paragraph.starts_with("#include"));
            assert!(behind.into_iter().all(|text| !text.contains("#include")), "{}", file.name);
        }
    }

    #[test]
    fn the_one_text_has_neither_guards_nor_includes() {
        let library = library();
        assert!(!library.contains("#include") && !library.contains("_CL\n"));
        assert!(library.starts_with("// The dialect"));
        assert!(library.ends_with("\n#endif\n") && !library.contains("\n\n\n"));
    }

    #[test]
    fn a_file_alone_has_what_it_builds_on_and_no_more() {
        let queue = library_file("queue.cl").unwrap();
        assert!(queue.contains("igc_push(") && queue.contains("igc_workgroup_barrier("));
        assert!(!queue.contains("igc_scan("));
        assert_eq!(library_file("nothing.cl"), None);
    }
}
