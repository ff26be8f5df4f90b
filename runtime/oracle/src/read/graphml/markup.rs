//! Splits an XML text into tags and texts. The text may be malformed: then the parts are those that a reader would
//! guess, because only the loader has to refuse the file.

use std::collections::HashMap;

/// A start tag.
pub struct Tag {
    /// The name without a prefix.
    pub name: String,
    pub attributes: HashMap<String, String>,
}

pub enum Part {
    Open(Tag),
    Close,
    Text(String),
}

/// Returns the parts of a text and the line of each. A tag such as `<node/>` opens and closes an element.
pub fn parts(text: &str) -> Vec<(u64, Part)> {
    let mut parts = vec![];
    let mut rest = text;
    let mut line = 1;
    while !rest.is_empty() {
        let length = if rest.starts_with("<!--") {
            after(rest, 4, "-->")
        } else if rest.starts_with("<![CDATA[") {
            let end = after(rest, 9, "]]>");
            let inner = rest[9..end].strip_suffix("]]>").unwrap_or(&rest[9..end]);
            parts.push((line, Part::Text(inner.to_owned())));
            end
        } else if rest.starts_with("<?") {
            after(rest, 2, "?>")
        } else if rest.starts_with("<!") {
            // A document type, which has no declarations of its own.
            tag_end(rest)
        } else if rest.starts_with('<') {
            let end = tag_end(rest);
            let inner = &rest[1..end];
            let inner = inner.strip_suffix('>').unwrap_or(inner);
            if inner.starts_with('/') {
                parts.push((line, Part::Close));
            } else {
                parts.push((line, Part::Open(tag(inner.strip_suffix('/').unwrap_or(inner)))));
                if inner.ends_with('/') {
                    parts.push((line, Part::Close));
                }
            }
            end
        } else {
            let end = rest.find('<').unwrap_or(rest.len());
            parts.push((line, Part::Text(without_references(&rest[..end]))));
            end
        };
        line += rest[..length].matches('\n').count() as u64;
        rest = &rest[length..];
    }
    parts
}

/// Returns the place after the first `end` from `start` on.
fn after(text: &str, start: usize, end: &str) -> usize {
    text[start..].find(end).map_or(text.len(), |at| start + at + end.len())
}

/// Returns the place after the tag at the start of a text. Values of attributes may contain `>`.
fn tag_end(text: &str) -> usize {
    let mut quote = None;
    for (at, c) in text.char_indices() {
        match quote {
            None if c == '>' => return at + 1,
            None if c == '"' || c == '\'' => quote = Some(c),
            Some(open) if open == c => quote = None,
            _ => {}
        }
    }
    text.len()
}

/// Reads the inner text of a start tag.
fn tag(text: &str) -> Tag {
    let is_blank = |c: char| matches!(c, ' ' | '\t' | '\r' | '\n');
    let end = text.find(is_blank).unwrap_or(text.len());
    let name = text[..end].rsplit(':').next().unwrap_or_default().to_owned();
    let mut attributes = HashMap::new();
    let mut rest = text[end..].trim_start_matches(is_blank);
    while let Some((name, after)) = rest.split_once('=') {
        let after = after.trim_start_matches(is_blank);
        let Some(quote) = after.chars().next().filter(|c| *c == '"' || *c == '\'') else { break };
        let Some((value, after)) = after[1..].split_once(quote) else { break };
        // A line end and a tab mean a space, but references to them do not.
        let value = value.replace("\r\n", " ").replace(is_blank, " ");
        attributes.insert(name.trim_matches(is_blank).to_owned(), without_references(&value));
        rest = after.trim_start_matches(is_blank);
    }
    Tag { name, attributes }
}

/// Replaces the references to characters by the characters.
fn without_references(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        plain += before;
        let (name, next) = after.split_once(';').unwrap_or((after, ""));
        let number = match name.strip_prefix('#') {
            Some(digits) => match digits.strip_prefix('x') {
                Some(digits) => u32::from_str_radix(digits, 16).ok(),
                None => digits.parse().ok(),
            },
            None => None,
        };
        match name {
            "lt" => plain.push('<'),
            "gt" => plain.push('>'),
            "amp" => plain.push('&'),
            "quot" => plain.push('"'),
            "apos" => plain.push('\''),
            _ => match number.and_then(char::from_u32) {
                Some(c) => plain.push(c),
                None => plain += &format!("&{name};"),
            },
        }
        rest = next;
    }
    plain + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_split_into_its_parts() {
        let text = "<?xml ?>\n<!DOCTYPE a SYSTEM \">\"><!-- <a> -->\n<x:a b='1 > \t&#x41;&amp;'\n c = \"d\">t&lt;\
                    <![CDATA[<&]]><e/></x:a>";
        let shown: Vec<String> = parts(text)
            .into_iter()
            .map(|(line, part)| match part {
                Part::Open(Tag { name, attributes }) => {
                    let mut all: Vec<_> = attributes.into_iter().collect();
                    all.sort();
                    format!("{line} {name} {all:?}")
                }
                Part::Close => format!("{line} close"),
                Part::Text(text) => format!("{line} {text:?}"),
            })
            .collect();
        let wanted = [
            "1 \"\\n\"",
            "2 \"\\n\"",
            "3 a [(\"b\", \"1 >  A&\"), (\"c\", \"d\")]",
            "4 \"t<\"",
            "4 \"<&\"",
            "4 e []",
            "4 close",
            "4 close",
        ];
        assert_eq!(shown, wanted);
    }
}
