//! The device library as a driver takes it: one text.
//!
//! The files of `stdlib/opencl/` are OpenCL C like any other: each includes what it builds on, behind
//! an include guard, so a C compiler with `-I stdlib/opencl` takes any of them alone. A driver looks
//! up no files, so the includes are resolved here, each file once, behind those that it includes.
//! Guards and includes are left out: the text reads as if somebody had written it in one piece.

/// A file of the device library.
struct File {
    /// Its name, as others include it.
    name: &'static str,
    text: &'static str,
}

/// The file that includes all others, and that emitted code includes. It adds nothing of its own.
const ROOT: &str = "igc.cl";

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        [$(File { name: $name, text: include_str!(concat!("../../../../stdlib/opencl/", $name)) }),*]
    };
}

/// Every file, by name. What order they are used in, their includes say.
static FILES: [File; 15] = files![
    "arithmetic.cl",
    "atomics.cl",
    "collective.cl",
    "dialect.cl",
    "exclusive.cl",
    "floats.cl",
    "grid.cl",
    "group.cl",
    "igc.cl",
    "order.cl",
    "outline.cl",
    "queue.cl",
    "search.cl",
    "wide.cl",
    "worklist.cl",
];

/// The line of emitted code that stands for the device library.
pub const LIBRARY_INCLUDE: &str = "#include \"igc.cl\"";

/// The device library as one text: what [`LIBRARY_INCLUDE`] includes.
pub fn library() -> String {
    library_file(ROOT).expect("the library has its root")
}

/// Emitted code with the library in the place of its `#include`: what a driver is given.
pub fn with_library(kernels: &str) -> String {
    kernels.replacen(LIBRARY_INCLUDE, &library(), 1)
}

/// The names of the library's files.
pub fn library_files() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|file| file.name)
}

/// A file of the library as one text, behind what it includes; `None` where there is no such file.
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

/// Adds a file behind those that it includes, unless it is there.
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
    /// The names of the files that it includes.
    fn includes(&self) -> impl Iterator<Item = &'static str> {
        self.text.lines().filter_map(|line| line.strip_prefix("#include \"")?.strip_suffix('"'))
    }

    /// What its include guard defines.
    fn guard(&self) -> String {
        let name = self.name.replace('.', "_").to_uppercase();
        if self.name == ROOT { name } else { format!("IGC_{name}") }
    }

    /// The text without the include guard and the includes, which are paragraphs of their own.
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

    /// As C has it, whatever includes it first.
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

    /// Else the order of the one text would be another than the order that a C compiler sees.
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
