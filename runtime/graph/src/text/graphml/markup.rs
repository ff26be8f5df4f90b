//! Splits an XML text into its tags and texts, with their lines.

use std::borrow::Cow;
use std::io::{self, BufRead, BufReader, Read};

use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Error, Reader, XmlVersion};

use crate::error::{GraphError, Problem};

/// Bytes per read.
const PIECE: usize = 1 << 18;
/// Maximum length in bytes of a tag or a text. Without it, a damaged file of any length could be one tag.
const LONGEST: usize = 1 << 26;

/// A part of an XML text.
pub(super) enum Part<'b> {
    /// A start tag, and whether the element ends there.
    Start(BytesStart<'b>, bool),
    /// An end tag, whose name is that of the start tag.
    End,
    /// A text or the value of a reference, which is a part of a text.
    Text(Cow<'b, str>),
    /// A document type with declarations of its own.
    Declarations,
    /// A comment, a processing instruction, a declaration or another document type.
    Other,
    EndOfFile,
}

/// An XML text that is read part by part.
pub(super) struct Markup<'input> {
    reader: Reader<Counted<BufReader<Box<dyn Read + Send + 'input>>>>,
    buffer: Vec<u8>,
}

impl<'input> Markup<'input> {
    pub(super) fn new(input: Box<dyn Read + Send + 'input>) -> Self {
        let input = BufReader::with_capacity(PIECE, input);
        let mut reader = Reader::from_reader(Counted { input, line: 1, length: 0 });
        reader.config_mut().enable_all_checks(true);
        Self { reader, buffer: vec![] }
    }

    /// Returns the next part, and the line in which it starts.
    pub(super) fn next(&mut self) -> Result<(u64, Part<'_>), GraphError> {
        self.buffer.clear();
        let counted = self.reader.get_mut();
        counted.length = 0;
        let line = counted.line;
        let part = self.reader.read_event_into(&mut self.buffer).and_then(part);
        match part {
            Ok(part) => Ok((line, part)),
            Err(error) => Err(GraphError::in_line(line, None, problem(error))),
        }
    }
}

fn part(event: Event<'_>) -> Result<Part<'_>, Error> {
    Ok(match event {
        Event::Start(tag) => Part::Start(tag, false),
        Event::Empty(tag) => Part::Start(tag, true),
        Event::End(_) => Part::End,
        Event::Text(text) => Part::Text(text.into_inner()),
        Event::CData(text) => Part::Text(text.into_inner()),
        Event::GeneralRef(reference) => match reference.resolve_char_ref()? {
            Some(character) => Part::Text(character.to_string().into()),
            None => Part::Text(match resolve_predefined_entity(&reference) {
                Some(text) => text.into(),
                // Its declaration may be in another file, which is not read.
                None => format!("&{};", &*reference).into(),
            }),
        },
        Event::DocType(text) if text.contains('[') => Part::Declarations,
        Event::Comment(_) | Event::PI(_) | Event::Decl(_) | Event::DocType(_) => Part::Other,
        Event::Eof => Part::EndOfFile,
    })
}

/// Returns the values of attributes of a tag. All attributes of the tag must be well-formed.
pub(super) fn values<'t, const N: usize>(
    tag: &'t BytesStart<'_>,
    names: [&str; N],
) -> Result<[Option<Cow<'t, str>>; N], Problem> {
    let mut values = [const { None }; N];
    for attribute in tag.attributes() {
        let attribute = attribute.map_err(|error| problem(error.into()))?;
        if let Some(at) = names.iter().position(|name| *name == attribute.key.as_ref()) {
            let value = attribute.normalized_value(XmlVersion::Implicit1_0).map_err(problem)?;
            values[at] = Some(value);
        }
    }
    Ok(values)
}

/// Returns the problem of an error of the XML reader.
fn problem(error: Error) -> Problem {
    match error {
        Error::Io(error) => Problem::Io(io::Error::new(error.kind(), error.to_string())),
        Error::Encoding(_) => Problem::Unsupported {
            what: "the file has bytes that are not UTF-8".into(),
            help: "convert it, for example with `iconv -f latin1 -t utf-8 FILE > NEW.graphml`"
                .into(),
        },
        Error::Syntax(error) => Problem::Xml(error.to_string()),
        Error::IllFormed(error) => Problem::Xml(error.to_string()),
        Error::InvalidAttr(error) => Problem::Xml(error.to_string()),
        other => Problem::Xml(other.to_string()),
    }
}

/// A reader that counts lines, and limits the length of what is read without a pause.
struct Counted<R> {
    input: R,
    /// The line of the next byte, from 1.
    line: u64,
    /// Number of bytes since the start of the current tag or text.
    length: usize,
}

impl<R: BufRead> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}

impl<R: BufRead> BufRead for Counted<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.length > LONGEST {
            let what = format!("a tag or a text is longer than {LONGEST} bytes");
            return Err(io::Error::other(what));
        }
        self.input.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        // The bytes were filled before, so this reads nothing.
        if let Ok(bytes) = self.input.fill_buf() {
            let bytes = &bytes[..count.min(bytes.len())];
            self.line += memchr::memchr_iter(b'\n', bytes).count() as u64;
        }
        self.length += count;
        self.input.consume(count);
    }
}
