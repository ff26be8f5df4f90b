//! The portfolio: the files of `examples/`, which are part of the library.

use igc_compiler::bundle::{self, Content};
use igc_compiler::syntax::with_imports;

/// The path of each file from `examples/`, and its text, ordered by path.
pub(super) const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/portfolio.rs"));

/// Returns the path of a program from `examples/`, such as `bfs/bfs_wl.ig`.
pub(super) fn path(program: &str) -> Option<&'static str> {
    FILES.iter().map(|(path, _)| *path).find(|path| stem(path) == program)
}

/// Returns the name of the program in a file.
pub(super) fn stem(path: &str) -> &str {
    let file = path.rsplit_once('/').map_or(path, |(_, file)| file);
    file.strip_suffix(".ig").unwrap_or(file)
}

/// Returns the text of a program with the files that it imports, as a [bundle].
pub(super) fn text(program: &str) -> Option<String> {
    bundled(FILES, path(program)?)
}

/// Returns the file `path` of these files, with the files that it imports.
fn bundled(files: &[(&str, &str)], path: &str) -> Option<String> {
    let find = |path: &str| files.iter().find(|(known, _)| *known == path).map(|(_, text)| *text);
    // Every path of the bundle starts at the folder of the program.
    let from_root = |imported: &str| {
        let resolved = bundle::resolve(&format!("./{path}"), imported);
        resolved.strip_prefix("./").map(str::to_owned)
    };
    let read = |imported: &str| match from_root(imported).and_then(|path| find(&path)) {
        Some(text) => Content::Text(text.to_owned()),
        None => Content::Unreadable("the file is not part of igc".to_owned()),
    };
    Some(with_imports(find(path)?, read))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imported_files_come_with_their_programs() {
        let files = [
            ("a/main.ig", "use ./lib/x.ig;\nuse ../b/y.ig;\nuse ./missing.ig;\nmain {}\n"),
            ("a/lib/x.ig", "use ./z.ig;\n"),
            ("a/lib/z.ig", "const z: u32 = 1;\n"),
            ("b/y.ig", "const y: u32 = 1;\n"),
        ];
        let text = bundled(&files, "a/main.ig").expect("the file is there");
        let found = bundle::files(&text);
        let found: Vec<_> = found.iter().map(|file| (file.path, file.content)).collect();
        assert_eq!(
            found,
            [
                ("", Content::Text(files[0].1)),
                ("./lib/x.ig", Content::Text(files[1].1)),
                ("../b/y.ig", Content::Text(files[3].1)),
                ("./missing.ig", Content::Unreadable("the file is not part of igc")),
                ("./lib/z.ig", Content::Text(files[2].1)),
            ]
        );
        assert_eq!(bundled(&files, "a/other.ig"), None);
    }

    #[test]
    fn imports_of_the_portfolio_are_part_of_it() {
        for (path, _) in FILES {
            let text = bundled(FILES, path).expect("the file is part of the portfolio");
            for file in bundle::files(&text) {
                assert!(matches!(file.content, Content::Text(_)), "{path}: {file:?}");
                // `igc new` copies imported files next to the program.
                assert!(!file.path.starts_with(".."), "{path} imports {}", file.path);
            }
        }
    }
}
