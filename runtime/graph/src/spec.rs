//! Graph specifications, with which users name a graph file or a generator, and set keys.
//!
//! The syntax is `PATH[,KEY=VALUE]…` or `NAME:SIZE[,KEY=VALUE]…`. Files take precedence: the parser
//! first tries the whole text as a path, so that a path may contain commas, and then shorter and
//! shorter prefixes that end before a comma. If no prefix is a file, a lower-case name, a colon and
//! a size name a generator. The size and the keys of a generator are not checked here:
//! [`GraphSpec::Generator`] holds them as written. The value of a generator's key `from` is itself a
//! specification, which may have keys. It therefore extends to the end of the text.
//!
//! The key `order` is the same for files and generators: see [`NodeOrder`].
//!
//! A specification is UTF-8 text, also if the name of the file is not. Bytes of the name that are
//! not UTF-8 are written as `\xff` ([`spec_text`]). A file whose name contains these four
//! characters takes precedence.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::error::{GraphError, Problem};
use crate::format::Format;
use crate::input::check_is_file;
use crate::options::LoadOptions;
use crate::order::NodeOrder;

/// The largest number of files in a folder that are considered for a message.
const MAX_FILES: usize = 1000;

/// The key of files and generators that reorders the nodes.
const ORDER: &str = "order";

/// A graph as a user specifies it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GraphSpec {
    /// A file.
    File {
        /// Path of the file.
        path: PathBuf,
        /// The options for reading the file.
        options: LoadOptions,
        /// The order of the nodes on the device, if it is not that of the file.
        order: Option<NodeOrder>,
    },
    /// A generator.
    Generator {
        /// The name of the generator, such as `rmat`.
        name: String,
        /// The size as written, such as `20`.
        size: String,
        /// Keys and values as written. A key without a value has an empty value.
        keys: Vec<(String, String)>,
        /// The order of the nodes on the device, if it is not that of the generator.
        order: Option<NodeOrder>,
    },
}

impl GraphSpec {
    /// Parses a specification. Checks the file system to distinguish files from generators.
    ///
    /// # Errors
    ///
    /// Returns an error if the text names neither a file nor a generator, or if a key of a file is
    /// invalid.
    pub fn parse(text: &str) -> Result<Self, GraphError> {
        Self::parse_with(text, |path| path.is_file())
            .map_err(|problem| match problem {
                // The text may name something else in the file system.
                Problem::NoSuchGraph => special_file(text).unwrap_or(problem),
                problem => problem,
            })
            .map_err(|problem| GraphError::from(problem).in_file(text))
    }

    /// Parses a specification as [`Self::parse`] does; `is_file` says whether a file exists.
    fn parse_with(text: &str, is_file: impl Fn(&Path) -> bool) -> Result<Self, Problem> {
        let commas = text.match_indices(',').map(|(at, _)| at).rev();
        let path_end = std::iter::once(text.len()).chain(commas);
        for end in path_end {
            let literal = Path::new(&text[..end]);
            let decoded = decoded(&text[..end]);
            let found = [literal, &*decoded].into_iter().find(|path| is_file(path));
            if let Some(path) = found {
                let (mut options, mut order) = (LoadOptions::default(), None);
                for (key, value) in keys(&text[end..]) {
                    match key {
                        ORDER => order = Some(value.parse()?),
                        _ => options.set(key, value)?,
                    }
                }
                return Ok(Self::File { path: path.into(), options, order });
            }
        }
        let head_end = text.find(',').unwrap_or(text.len());
        match text[..head_end].split_once(':') {
            Some((name, size)) if is_name(name) => {
                let rest = &text[head_end..];
                let (rest, from) = match rest.split_once(",from=") {
                    Some((rest, from)) => (rest, Some(("from", from))),
                    None => (rest, None),
                };
                let orders = keys(rest).filter(|(key, _)| *key == ORDER);
                let order = orders.map(|(_, value)| value.parse()).last().transpose()?;
                let keys = keys(rest).filter(|(key, _)| *key != ORDER).chain(from);
                let keys = keys.map(|(key, value)| (key.into(), value.into())).collect();
                Ok(Self::Generator { name: name.into(), size: size.into(), keys, order })
            }
            Some(_) => Err(Problem::NoSuchGraph),
            None => Err(match example(&text[..head_end]) {
                Some(example) => Problem::NoSize { example },
                None => Problem::NoSuchGraph,
            }),
        }
    }
}

impl GraphSpec {
    /// Returns the specification of a graph of the same generator with about half of the nodes.
    /// Returns `None` for a file, and for a graph that cannot be smaller.
    pub fn halved(&self) -> Option<String> {
        let Self::Generator { name, size, keys, order } = self else { return None };
        let half = |text: &str| text.parse::<u64>().ok().map(|n| n / 2).filter(|n| *n > 0);
        let size = match (name.as_str(), size.split_once('x')) {
            // The size is the logarithm of the number of nodes.
            ("rmat" | "uniform" | "kout", _) => {
                let scale: u64 = size.parse().ok()?;
                scale.checked_sub(1).filter(|scale| *scale > 0)?.to_string()
            }
            ("grid", Some((rows, columns))) => match half(rows) {
                Some(rows) => format!("{rows}x{columns}"),
                None => format!("{rows}x{}", half(columns)?),
            },
            // The halves of rows and columns.
            ("grid", None) => format!("{}x{size}", half(size)?),
            _ => half(size)?.to_string(),
        };
        let mut text = format!("{name}:{size}");
        // The key `from` extends to the end of the text.
        let order = order.map(|order| (ORDER.to_string(), order.name().to_string()));
        let (from, others): (Vec<_>, Vec<_>) =
            keys.iter().cloned().partition(|(key, _)| key == "from");
        for (key, value) in others.into_iter().chain(order).chain(from) {
            text += &match value.is_empty() {
                true => format!(",{key}"),
                false => format!(",{key}={value}"),
            };
        }
        Some(text)
    }
}

/// Returns the text of a specification whose file name may have bytes that are not UTF-8.
pub fn spec_text(spec: &OsStr) -> String {
    let mut text = String::new();
    for chunk in spec.as_encoded_bytes().utf8_chunks() {
        text += chunk.valid();
        for byte in chunk.invalid() {
            text += &format!("\\x{byte:02x}");
        }
    }
    text
}

/// Returns the path that a text of [`spec_text`] means.
#[cfg(unix)]
fn decoded(text: &str) -> Cow<'_, Path> {
    use std::os::unix::ffi::OsStringExt;
    if !text.contains("\\x") {
        return Cow::Borrowed(Path::new(text));
    }
    let mut parts = text.split("\\x");
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let byte = part.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match byte.filter(|byte| !byte.is_ascii()) {
            Some(byte) => {
                bytes.push(byte);
                bytes.extend_from_slice(&part.as_bytes()[2..]);
            }
            None => {
                bytes.extend_from_slice(b"\\x");
                bytes.extend_from_slice(part.as_bytes());
            }
        }
    }
    Cow::Owned(std::ffi::OsString::from_vec(bytes).into())
}

#[cfg(not(unix))]
fn decoded(text: &str) -> Cow<'_, Path> {
    Cow::Borrowed(Path::new(text))
}

/// Returns what the text, or its part before the first comma, names in the file system if that is
/// not a file.
fn special_file(text: &str) -> Option<Problem> {
    let head = text.split_once(',').map_or(text, |(head, _)| head);
    let found = [text, head].into_iter().filter_map(|path| check_is_file(Path::new(path)).err());
    match found.into_iter().find(|problem| !is_missing(problem)) {
        Some(Problem::NotAFile { what })
            if [text, head].iter().any(|path| Path::new(path).is_dir()) =>
        {
            let folder = if Path::new(text).is_dir() { text } else { head };
            Some(Problem::Folder { what, example: graph_in(Path::new(folder)) })
        }
        found => found,
    }
}

/// Returns a specification with this generator and a usual size, if the generator exists.
pub fn example(generator: &str) -> Option<String> {
    let size = match generator {
        "rmat" | "uniform" | "kout" => "20",
        "road" => "264346",
        "degrees" => "same,from=FILE",
        "tree" | "empty" | "chain" | "cycle" | "star" => "1000",
        "grid" => "100x100",
        "clique" => "100",
        _ => return None,
    };
    Some(format!("{generator}:{size}"))
}

/// Returns a graph file of a folder for a message: the first one by name whose ending is that of a
/// format.
fn graph_in(folder: &Path) -> Option<String> {
    let files = std::fs::read_dir(folder).ok()?.flatten().take(MAX_FILES);
    let mut names: Vec<String> =
        files.filter_map(|file| file.file_name().into_string().ok()).collect();
    names.sort();
    let is_graph = |name: &&String| {
        let plain = [".gz", ".zst", ".zstd"].iter().find_map(|ending| name.strip_suffix(ending));
        let ending = plain.unwrap_or(name).rsplit_once('.').map(|(_, ending)| ending);
        ending.is_some_and(|ending| Format::of_ending(ending).is_some())
    };
    let name = names.iter().find(is_graph)?;
    Some(folder.join(name).to_string_lossy().into_owned())
}

fn is_missing(problem: &Problem) -> bool {
    let Problem::Io(error) = problem else { return false };
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
        || error.kind() == ErrorKind::InvalidInput
}

/// Splits `text`, which is empty or starts with a comma, into keys and values.
fn keys(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let parts = text.split(',').skip(1);
    parts.map(|part| part.split_once('=').unwrap_or((part, "")))
}

fn is_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::Format;

    fn parse(text: &str, files: &[&str]) -> Result<GraphSpec, Problem> {
        GraphSpec::parse_with(text, |path| files.iter().any(|file| Path::new(file) == path))
    }

    #[test]
    fn every_generator_has_an_example_of_its_size() {
        for name in crate::generate::names() {
            let shown = GraphSpec::parse_with(name, |_| false).expect_err("it has no size");
            assert!(shown.to_string().contains(&format!("write `{name}:")), "{shown}");
        }
        let shown = GraphSpec::parse_with("rmat,seed=7", |_| false).expect_err("it has no size");
        assert!(shown.to_string().contains("the generator needs a size"), "{shown}");
    }

    #[test]
    fn a_file_with_keys() {
        let spec = parse("a/b.gr,format=galois,compact,loops=drop", &["a/b.gr"]).unwrap();
        let options = LoadOptions {
            format: Some(Format::Galois),
            compact: true,
            drop_loops: true,
            ..LoadOptions::default()
        };
        assert_eq!(spec, GraphSpec::File { path: "a/b.gr".into(), options, order: None });
    }

    #[test]
    fn files_and_generators_have_an_order() {
        let order = |text| match parse(text, &["g"]) {
            Ok(GraphSpec::File { order, .. }) => order,
            Ok(GraphSpec::Generator { order, keys, .. }) if keys.len() < 2 => order,
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(order("g,order=bfs,compact"), Some(NodeOrder::BreadthFirst));
        assert_eq!(order("rmat:20,seed=7,order=degree"), Some(NodeOrder::Degree));
        assert_eq!(order("degrees:same,order=degree,from=g,order=bfs"), Some(NodeOrder::Degree));
        for text in ["g", "rmat:20", "degrees:same,from=g,order=bfs"] {
            assert_eq!(order(text), None, "{text}");
        }
    }

    #[test]
    fn generators_have_smaller_graphs() {
        let halved = |text: &str| parse(text, &["g.el"]).unwrap().halved();
        for (text, half) in [
            ("rmat:20,seed=7,order=degree", "rmat:19,seed=7,order=degree"),
            ("chain:65", "chain:32"),
            ("grid:9x7,weights=none", "grid:4x7,weights=none"),
            ("grid:1x8", "grid:1x4"),
            ("grid:6", "grid:3x6"),
            ("degrees:10,order=bfs,from=g.el,sparse", "degrees:5,order=bfs,from=g.el,sparse"),
        ] {
            assert_eq!(halved(text).as_deref(), Some(half), "{text}");
            parse(half, &["g.el"]).unwrap();
        }
        for text in ["g.el", "rmat:1", "chain:1", "grid:1x1", "degrees:same,from=g.el"] {
            assert_eq!(halved(text), None, "{text}");
        }
    }

    #[test]
    fn a_path_may_hold_commas_and_colons() {
        let file =
            |path: &str, options| GraphSpec::File { path: path.into(), options, order: None };
        let plain = LoadOptions::default();
        assert_eq!(parse("a,b.el", &["a,b.el", "a"]).unwrap(), file("a,b.el", plain.clone()));
        let sparse = LoadOptions { sparse: true, ..plain.clone() };
        assert_eq!(parse("a,b.el,sparse", &["a,b.el", "a"]).unwrap(), file("a,b.el", sparse));
        assert_eq!(parse("rmat:20", &["rmat:20"]).unwrap(), file("rmat:20", plain));
    }

    #[cfg(unix)]
    #[test]
    fn names_that_are_not_utf_8_are_found() {
        use std::os::unix::ffi::OsStrExt;
        let name = OsStr::from_bytes(b"a\xff\x80\xc3\xa9.el");
        let text = spec_text(name);
        assert_eq!(text, "a\\xff\\x80é.el");
        let found =
            GraphSpec::parse_with(&(text.clone() + ",sparse"), |path| path == Path::new(name));
        assert!(matches!(found, Ok(GraphSpec::File { path, .. }) if path == Path::new(name)));
        let literal = GraphSpec::parse_with(&text, |path| path == Path::new(&text));
        assert!(matches!(literal, Ok(GraphSpec::File { path, .. }) if path == Path::new(&text)));
        assert!(parse("a\\x", &[]).is_err() && parse("a\\x41\\xé", &["aA"]).is_err());
    }

    #[test]
    fn a_generator_with_keys() {
        let spec = parse("rmat:20,seed=7,weights", &[]).unwrap();
        let keys = vec![("seed".into(), "7".into()), ("weights".into(), String::new())];
        let (name, size) = ("rmat".into(), "20".into());
        assert_eq!(spec, GraphSpec::Generator { name, size, keys, order: None });
    }

    #[test]
    fn from_extends_to_the_end() {
        let spec = parse("degrees:same,seed=7,from=a,b.gr,loops=drop,from=c", &[]).unwrap();
        let keys = [("seed", "7"), ("from", "a,b.gr,loops=drop,from=c")];
        let keys = keys.map(|(key, value)| (key.into(), value.into())).into();
        let (name, size) = ("degrees".into(), "same".into());
        assert_eq!(spec, GraphSpec::Generator { name, size, keys, order: None });
    }

    #[test]
    fn what_is_neither_is_refused() {
        for text in ["", "missing.el", "missing.el,compact", ":20", "C:\\graph"] {
            assert!(matches!(parse(text, &[]), Err(Problem::NoSuchGraph)), "{text}");
        }
    }

    #[test]
    fn wrong_keys_say_what_is_right() {
        let message = |text| parse(text, &["g"]).unwrap_err().to_string();
        insta::assert_snapshot!(message("g,weight"), @"`` is not a valid value for the key `weight`: it must be the name of a column, or its number from 1");
        insta::assert_snapshot!(message("g,wait=1"), @"unknown key `wait` for graph files: the known keys are `format`, `weights`, `loops`, `parallel`, `compact`, `sparse`, `symmetric`, `order`, and for tables `source`, `target`, `weight`, `header`, `separator` and `ids`");
        let near = message("g,weihgts=ignore");
        assert!(near.ends_with("\nhelp: did you mean `weights`?"), "{near}");
        insta::assert_snapshot!(message("g,ids=7"), @"`7` is not a valid value for the key `ids`: it must be `names` or `numbers`");
        insta::assert_snapshot!(message("g,separator=;"), @"`;` is not a valid value for the key `separator`: it must be `comma`, `semicolon`, `tab` or `blanks`");
        insta::assert_snapshot!(message("g,loops"), @"`` is not a valid value for the key `loops`: it must be `keep` or `drop`");
        insta::assert_snapshot!(message("g,format=gr"), @"`gr` is not a valid value for the key `format`: it must be one of dimacs, mtx, el, wel, konect, metis, adjlist, ligra, graphml, galois, sg, wsg, egr, parquet, arrow, igc");
        insta::assert_snapshot!(message("g,compact=1"), @"`1` is not a valid value for the key `compact`: it must be empty, `yes` or `no`");
        insta::assert_snapshot!(message("g,order=rcm"), @"`rcm` is not a valid value for the key `order`: it must be `degree` or `bfs`");
        insta::assert_snapshot!(message("rmat:3,order"), @"`` is not a valid value for the key `order`: it must be `degree` or `bfs`");
    }
}
