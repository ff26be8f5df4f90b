//! `file:` URIs and paths. Clients encode the same path in different ways, so the server compares paths. A document
//! without a path, such as `untitled:Untitled-1`, keeps its URI.

use std::path::{Component, Path, PathBuf};

use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};

/// The characters that a path of a URI encodes.
const RESERVED: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'[')
    .add(b'\\')
    .add(b']')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// Returns the path of a `file:` URI, without `.` and `..`.
pub fn path(uri: &str) -> Option<PathBuf> {
    let rest =
        uri.get(..5).filter(|scheme| scheme.eq_ignore_ascii_case("file:")).map(|_| &uri[5..])?;
    let path = match rest.strip_prefix("//") {
        // The host is empty or `localhost`.
        Some(rest) => &rest[rest.find('/')?..],
        None => rest,
    };
    let path = path.split(['?', '#']).next().unwrap_or(path);
    let decoded = percent_decode_str(path).decode_utf8().ok()?;
    // `/c:/x` on Windows.
    let decoded = match decoded.as_bytes() {
        [b'/', drive, b':', ..] if drive.is_ascii_alphabetic() && cfg!(windows) => &decoded[1..],
        _ => &*decoded,
    };
    Some(normal(Path::new(decoded)))
}

/// Returns the URI of an absolute path.
pub fn of(path: &Path) -> String {
    let text = path.to_string_lossy().replace('\\', if cfg!(windows) { "/" } else { "\\" });
    let slash = if text.starts_with('/') { "" } else { "/" };
    format!("file://{slash}{}", utf8_percent_encode(&text, RESERVED))
}

/// Returns the URI by which the server knows a document.
pub fn normalised(uri: &str) -> String {
    path(uri).map_or_else(|| uri.to_owned(), |path| of(&path))
}

/// Removes `.` and `..` from a path, without following links.
pub fn normal(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => _ = out.pop(),
            part => out.push(part),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn paths_are_decoded() {
        for (uri, expected) in [
            ("file:///a/b%20c.ig", Some("/a/b c.ig")),
            ("file:///a/%C3%A4/./x/../y.ig", Some("/a/ä/y.ig")),
            ("file://localhost/a.ig", Some("/a.ig")),
            ("FILE:/a.ig", Some("/a.ig")),
            ("file:///a%2Bb%3A.ig", Some("/a+b:.ig")),
            ("untitled:Untitled-1", None),
            ("file:///%FF.ig", None),
            ("é", None),
            ("", None),
        ] {
            assert_eq!(path(uri), expected.map(PathBuf::from), "{uri}");
        }
    }

    #[test]
    #[cfg(unix)]
    fn encodings_of_one_path_are_the_same_document() {
        assert_eq!(of(Path::new("/a/b c#ä.ig")), "file:///a/b%20c%23%C3%A4.ig");
        assert_eq!(normalised("file:///a/%62%20c.ig"), normalised("file:///a/b%20c.ig"));
        assert_eq!(normalised("untitled:x y"), "untitled:x y");
    }
}
