//! A program and the files that it imports (`use ./lib.ig;`), in one text: a *bundle*.
//!
//! The compiler reads no files, so its caller reads the imported files as well. One text can stand
//! wherever a program can: a study hashes and stores it, and another process compiles it. A span is
//! a range of this text, so it says which file it belongs to. A program without imports is its own
//! bundle.
//!
//! ```text
//! ␜2
//! 19
//! 36 ./lib.ig
//! use ./lib.ig;
//! …
//! fn twice(x: u32) -> u32 { … }
//! ```
//!
//! A bundle starts with U+001C, the file separator of ASCII, and the number of files. A line for
//! each file has the length of its text in bytes, and its path from the folder of the program, such
//! as `./lib.ig` or `../common/sets.ig`. The texts follow, each with a line break after it. The
//! first file is the program, which has no path. A path after `!` is that of a file that cannot be
//! read, and its text is the reason. A path after `=` is another path of a file, and its text is
//! the path under which the file is in the bundle. A path after `@` is that of a model of adaptive
//! runs.

use std::fmt::Write;

/// The first character of a bundle. No program can contain it.
const MARK: char = '\u{1c}';

/// A file of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct File<'t> {
    /// The path from the folder of the program; empty for the program itself.
    pub path: &'t str,
    /// The position of the text in the bundle.
    pub start: u32,
    /// The text, or what there is instead.
    pub content: Content<&'t str>,
}

/// The content of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content<S> {
    /// The text of the file.
    Text(S),
    /// The reason why the file cannot be read.
    Unreadable(S),
    /// The other path under which the file is in the bundle. It is empty for the program itself.
    SameAs(S),
    /// The text of the [model](crate::model) that adaptive kernels use.
    Model(S),
}

impl<S: AsRef<str>> Content<S> {
    fn parts(&self) -> (&'static str, &str) {
        match self {
            Content::Text(text) => ("", text.as_ref()),
            Content::Unreadable(reason) => ("!", reason.as_ref()),
            Content::SameAs(path) => ("=", path.as_ref()),
            Content::Model(text) => ("@", text.as_ref()),
        }
    }

    /// Returns the content with a text of its own.
    pub fn to_owned(&self) -> Content<String> {
        match self {
            Content::Text(text) => Content::Text(text.as_ref().to_owned()),
            Content::Unreadable(reason) => Content::Unreadable(reason.as_ref().to_owned()),
            Content::SameAs(path) => Content::SameAs(path.as_ref().to_owned()),
            Content::Model(text) => Content::Model(text.as_ref().to_owned()),
        }
    }
}

impl<'t> File<'t> {
    /// The text of the file; empty if there is none.
    pub fn text(&self) -> &'t str {
        match self.content {
            Content::Text(text) => text,
            _ => "",
        }
    }
}

/// Returns the bundle of a program and the files that it imports, each with its path.
pub fn join<S: AsRef<str>>(program: &str, imported: &[(String, Content<S>)]) -> String {
    if imported.is_empty() && !program.starts_with(MARK) {
        return program.to_owned();
    }
    let files = || imported.iter().map(|(path, content)| (path.as_str(), content.parts()));
    let files = || std::iter::once(("", ("", program))).chain(files());
    let mut text = format!("{MARK}{}\n", imported.len() + 1);
    for (path, (kind, content)) in files() {
        let space = if path.is_empty() { "" } else { " " };
        let _ = writeln!(text, "{}{space}{kind}{path}", content.len());
    }
    for (_, (_, content)) in files() {
        text.push_str(content);
        text.push('\n');
    }
    text
}

/// Returns the bundle of a listing, in which a line such as `// file ./lib.ig` precedes each
/// imported file. Examples in explanations and in the book have this form.
pub fn from_listing(listing: &str) -> String {
    let mut parts = listing.split("\n// file ");
    let program = parts.next().unwrap_or_default();
    let imported = parts.map(|part| {
        let (path, text) = part.split_once('\n').unwrap_or((part, ""));
        (path.to_owned(), Content::Text(text))
    });
    join(program, &imported.collect::<Vec<_>>())
}

/// Adds a model to a program, in place of an earlier one. `path` is the path of its file.
pub fn with_model(text: &str, path: &str, model: &str) -> String {
    let all = files(text);
    let imported = all[1..].iter().filter(|file| !matches!(file.content, Content::Model(_)));
    let imported = imported.map(|file| (file.path.to_owned(), file.content.to_owned()));
    let model = (path.replace(char::is_control, " "), Content::Model(model.to_owned()));
    join(all[0].text(), &imported.chain([model]).collect::<Vec<_>>())
}

/// Returns the path and the text of the model, if the program has one.
pub fn model(text: &str) -> Option<(&str, &str)> {
    files(text).into_iter().find_map(|file| match file.content {
        Content::Model(model) => Some((file.path, model)),
        _ => None,
    })
}

/// Returns the files of a program. The first one is the program itself. A text that is not a bundle
/// is a program.
pub fn files(text: &str) -> Vec<File<'_>> {
    let program = File { path: "", start: 0, content: Content::Text(text) };
    split(text).filter(|files| !files.is_empty()).unwrap_or_else(|| vec![program])
}

/// Returns the files of a bundle. `None` if the text is not a bundle.
fn split(text: &str) -> Option<Vec<File<'_>>> {
    let (count, mut rest) = text.strip_prefix(MARK)?.split_once('\n')?;
    let mut table = vec![];
    for _ in 0..count.parse::<u32>().ok()? {
        let (line, after) = rest.split_once('\n')?;
        let (length, path) = line.split_once(' ').unwrap_or((line, ""));
        table.push((length.parse::<usize>().ok()?, path));
        rest = after;
    }
    let mut files = vec![];
    for (length, path) in table {
        let start = u32::try_from(text.len() - rest.len()).ok()?;
        let (content, after) = rest.split_at_checked(length)?;
        rest = after.strip_prefix('\n')?;
        let kind = path.get(..1).filter(|kind| ["!", "=", "@"].contains(kind)).unwrap_or("");
        let path = &path[kind.len()..];
        let content = match kind {
            "!" => Content::Unreadable(content),
            "=" => Content::SameAs(content),
            "@" => Content::Model(content),
            _ => Content::Text(content),
        };
        files.push(File { path, start, content });
    }
    rest.is_empty().then_some(files)
}

/// Returns the index of the file that contains a position of the bundle, if the files start at
/// `starts`.
pub fn index_at(starts: impl Iterator<Item = u32>, position: u32) -> usize {
    starts.take_while(|start| *start <= position).count().saturating_sub(1)
}

/// Returns the path of a file that the file `importer` names as `written`. Both paths start at the
/// folder of the program.
pub fn resolve(importer: &str, written: &str) -> String {
    let folder = importer.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut up = 0;
    let mut names: Vec<&str> = vec![];
    for name in folder.split('/').chain(written.split('/')) {
        match name {
            "" | "." => {}
            ".." if names.pop().is_none() => up += 1,
            ".." => {}
            name => names.push(name),
        }
    }
    let start = if up == 0 { "./".to_owned() } else { "../".repeat(up) };
    start + &names.join("/")
}

/// Returns the path of a file for a message, if the program itself has the path `program`.
pub fn shown(program: &str, path: &str) -> String {
    if path.is_empty() {
        return program.to_owned();
    }
    let path = path.strip_prefix("./").unwrap_or(path);
    match program.rsplit_once('/') {
        Some((folder, _)) => format!("{folder}/{path}"),
        None => path.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_found_again() {
        let imported = [
            ("./a.ig".to_owned(), Content::Text("fn f() {}")),
            ("../b.ig".to_owned(), Content::Unreadable("there is no such file\nreally")),
            ("./x/../a.ig".to_owned(), Content::SameAs("./a.ig")),
            ("./main.ig".to_owned(), Content::SameAs("")),
            ("./odd.ig".to_owned(), Content::Text("\u{1c}2\n0\n0\n\n\n")),
        ];
        for program in ["", "use ./a.ig;\nmain {}\n", "\u{1c}", "\u{1c}1\n0\n\n"] {
            let text = join(program, &imported);
            let found = files(&text);
            let expected = imported.iter().map(|(path, content)| (path.as_str(), *content));
            let all: Vec<_> = found.iter().map(|file| (file.path, file.content)).collect();
            let program = std::iter::once(("", Content::Text(program)));
            assert_eq!(all, program.chain(expected).collect::<Vec<_>>());
            let start = found[1].start;
            assert!(text[start as usize..].starts_with("fn f()"));
            let at = |position| index_at(found.iter().map(|file| file.start), position);
            assert_eq!((at(0), at(start), at(start + 3), at(u32::MAX)), (0, 1, 1, 5));
        }
    }

    #[test]
    fn a_program_without_imports_is_its_own_bundle() {
        assert_eq!(join::<&str>("main {}", &[]), "main {}");
        for text in
            ["main {}", "", "x\u{1c}1\n", "\u{1c}", "\u{1c}1\n9\nx\n", "\u{1c}0\n", "\u{1c}1\n"]
        {
            assert_eq!(files(text)[0].text(), text, "{text:?}");
        }
        let odd = join::<&str>("\u{1c}1\n0\n\n", &[]);
        assert_eq!(files(&odd)[0].text(), "\u{1c}1\n0\n\n");
    }

    #[test]
    fn paths_start_at_the_folder_of_the_program() {
        assert_eq!(resolve("", "./lib.ig"), "./lib.ig");
        assert_eq!(resolve("./sets/a.ig", "./b.ig"), "./sets/b.ig");
        assert_eq!(resolve("./sets/a.ig", "../b.ig"), "./b.ig");
        assert_eq!(resolve("../x/a.ig", "../../b.ig"), "../../b.ig");
        assert_eq!(shown("examples/x.ig", "./sets/b.ig"), "examples/sets/b.ig");
        assert_eq!(shown("x.ig", "./b.ig"), "b.ig");
        assert_eq!(shown("a/x.ig", ""), "a/x.ig");
    }
}
