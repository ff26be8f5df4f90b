//! Detects the format of a graph file by its content. If two formats are possible, the ending of
//! the file name decides.
//!
//! - Binary files have magic numbers, or headers that match the length of the file.
//! - MatrixMarket, KONECT, DIMACS and Ligra files start with a banner, edge lists with `#` comments.
//! - Parquet and Arrow files start with magic bytes, and Arrow streams with the marker of a message.
//! - GraphML is XML with an element `<graphml>`.
//! - An adjacency list of NetworkX looks like an edge list, so only its ending `.adjlist` decides.
//! - The remaining texts consist of numbers: METIS's adjacency or an edge list. A text is not an
//!   edge list if its lines differ in length, if a line has one number or more than four, or if a
//!   blank line is among the lines. A text is not METIS if it has id 0, an id above the first
//!   number, or more lines than nodes. If both formats are possible and the ending does not decide,
//!   detection fails with an error that names the key `format`.

use crate::binary::{ecl, gapbs, igc};
use crate::error::Problem;
use crate::format::Format;
use crate::input::Input;
use crate::text::edge_table::{has_known_name, has_names};
use crate::text::ligra;

/// Returns whether a text may be GraphML. Its first element may be after comments of any length.
pub(crate) fn is_graphml(input: &Input<'_>) -> bool {
    let is_xml = input.sample.trim_ascii_start().starts_with(b"<");
    is_xml && memchr::memmem::find(&input.sample, b"graphml").is_some()
}

/// Returns the format of `input`.
pub(crate) fn detect(input: &Input<'_>) -> Result<Format, Problem> {
    let by_ending = input.ending.as_deref().and_then(Format::of_ending);
    let sample = &input.sample[..];
    if sample.starts_with(&igc::MAGIC) {
        return Ok(Format::Igc);
    }
    if sample.starts_with(b"PAR1") {
        return Ok(Format::Parquet);
    }
    if sample.starts_with(b"ARROW1") || sample.starts_with(&[0xff; 4]) {
        return Ok(Format::Arrow);
    }
    if sample.starts_with(b"FEA1") {
        return Err(Problem::Unsupported {
            what: "the file is a Feather file of version 1".into(),
            help: "write it with version 2, which is the Arrow format".into(),
        });
    }
    if is_graphml(input) {
        return Ok(Format::GraphMl);
    }
    if let Some(format) = binary(sample, input.length, by_ending)? {
        return Ok(format);
    }
    if sample.contains(&0) {
        // The readers of these formats report that the first bytes are wrong.
        if let Some(format @ (Format::Igc | Format::Parquet | Format::Arrow)) = by_ending {
            return Ok(format);
        }
        let why = "the file is binary, but not in a known binary format".into();
        return Err(Problem::UnknownFormat { why, example: "galois" });
    }
    text(sample, input.sample_is_all, by_ending)
}

fn binary(
    sample: &[u8],
    length: Option<u64>,
    by_ending: Option<Format>,
) -> Result<Option<Format>, Problem> {
    let is_ecl = || length.is_some_and(|length| ecl::matches(sample, length));
    if by_ending == Some(Format::Egr) && sample.contains(&0) || is_ecl() {
        return Ok(Some(Format::Egr));
    }
    let word = |at: usize| {
        let bytes = sample.get(at..at + 8)?;
        Some(u64::from_le_bytes(bytes.try_into().ok()?))
    };
    if let (Some(1 | 2), Some(0 | 4 | 8)) = (word(0), word(8)) {
        return Ok(Some(Format::Galois));
    }
    let (Some(&directed @ (0 | 1)), Some(edges), Some(nodes), Some(0)) =
        (sample.first(), word(1), word(9), word(17))
    else {
        return Ok(None);
    };
    if let Some(format @ (Format::Sg | Format::Wsg)) = by_ending {
        return Ok(Some(format));
    }
    let fits = |bytes| {
        length.is_some() && gapbs::file_length(directed == 1, nodes, edges, bytes) == length
    };
    match (fits(4), fits(8)) {
        (true, false) => Ok(Some(Format::Sg)),
        (false, true) => Ok(Some(Format::Wsg)),
        _ => Err(Problem::UnknownFormat {
            why: "this may be a GAP graph with or without weights".into(),
            example: "wsg",
        }),
    }
}

fn text(sample: &[u8], is_all: bool, by_ending: Option<Format>) -> Result<Format, Problem> {
    let mut lines = sample.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let first = lines.clone().find(|line| !line.is_empty()).unwrap_or_default();
    let starts =
        |word: &[u8]| first.len() >= word.len() && first[..word.len()].eq_ignore_ascii_case(word);
    if starts(b"%%MatrixMarket") {
        return Ok(Format::MatrixMarket);
    }
    if first == ligra::PLAIN || first == ligra::WEIGHTED {
        return Ok(Format::Ligra);
    }
    if first.starts_with(b"<?xml") && by_ending != Some(Format::GraphMl) {
        return Err(Problem::Unsupported {
            what: "the file is XML, but not GraphML".into(),
            help: "convert it to GraphML, for example with NetworkX or Gephi".into(),
        });
    }
    let konect = first.strip_prefix(b"%").map(<[u8]>::trim_ascii_start).unwrap_or_default();
    let kind = konect.split(u8::is_ascii_whitespace).next();
    if matches!(kind, Some(b"sym" | b"asym" | b"bip")) {
        return Ok(Format::Konect);
    }
    let is_comment = |line: &&[u8]| line.is_empty() || *line == b"c" || line.starts_with(b"c ");
    if lines.clone().find(|line| !is_comment(line)).is_some_and(|line| line.starts_with(b"p ")) {
        return Ok(Format::Dimacs);
    }
    if by_ending == Some(Format::AdjacencyList) {
        return Ok(Format::AdjacencyList);
    }
    if first.starts_with(b"#") {
        return Ok(by_ending
            .filter(|&format| format == Format::WeightedEdgeList)
            .unwrap_or(Format::EdgeList));
    }
    // The formats in this condition start with a banner. Their readers report that it is missing.
    if let Some(
        format @ (Format::MatrixMarket | Format::Konect | Format::Ligra | Format::GraphMl),
    ) = by_ending
    {
        return Ok(format);
    }
    let rows = Rows::of(&mut lines, is_all);
    match (rows.may_be_edges(), rows.may_be_metis(), by_ending) {
        (_, true, Some(Format::Metis)) => Ok(Format::Metis),
        (true, _, Some(format @ (Format::EdgeList | Format::WeightedEdgeList))) => Ok(format),
        (true, false, _) => Ok(Format::EdgeList),
        (false, true, _) => Ok(Format::Metis),
        // Neither fits. The reader of the format that the ending names reports what is wrong.
        (_, _, Some(format)) if format.is_text() => Ok(format),
        (true, true, _) => Err(Problem::UnknownFormat {
            why: "the numbers may be an edge list or METIS's adjacency".into(),
            example: "el",
        }),
        (false, false, _) => Err(Problem::UnknownFormat {
            why: "the content does not match any known format".into(),
            example: "el",
        }),
    }
}

/// Properties of lines of numbers that distinguish formats.
struct Rows {
    /// The numbers in the first line.
    header: Vec<u64>,
    /// The smallest and the largest number of tokens in a line that is not blank.
    columns: (usize, usize),
    /// Whether every token is a number.
    numeric: bool,
    /// Whether the text has a line of column names or a `#` comment.
    has_names: bool,
    /// Number of lines after the first that are not comments. Blank lines at the end do not count.
    rows: u64,
    /// Number of blank lines at the end, plus one for the end of the text.
    trailing: u64,
    /// Smallest and largest whole number after the first line.
    smallest: u64,
    largest: u64,
    /// Whether all numbers after the first line are whole.
    whole: bool,
    is_all: bool,
}

impl Rows {
    fn of(lines: &mut dyn Iterator<Item = &[u8]>, is_all: bool) -> Self {
        let mut rows = Self {
            header: Vec::new(),
            columns: (usize::MAX, 0),
            numeric: true,
            has_names: false,
            trailing: 0,
            rows: 0,
            smallest: u64::MAX,
            largest: 0,
            whole: true,
            is_all,
        };
        let mut blanks = 0;
        let mut lines = lines.filter(|line| !line.starts_with(b"%")).peekable();
        while let Some(line) = lines.next() {
            // The sample may end inside its last line.
            if lines.peek().is_none() && !is_all {
                break;
            }
            if line.is_empty() {
                blanks += u64::from(!rows.header.is_empty());
                continue;
            }
            rows.rows += std::mem::take(&mut blanks);
            rows.take(line);
        }
        rows.trailing = blanks;
        rows
    }

    fn take(&mut self, line: &[u8]) {
        let separators = |byte: &u8| byte.is_ascii_whitespace() || *byte == b',';
        let tokens = line.split(separators).filter(|token| !token.is_empty());
        let tokens: Vec<&str> = tokens.map(|token| str::from_utf8(token).unwrap_or("?")).collect();
        let may_have_names = self.header.is_empty() && !self.has_names;
        if may_have_names && has_names(line) && (line.contains(&b',') || has_known_name(line)) {
            self.has_names = true;
            return;
        }
        if line.starts_with(b"#") {
            self.has_names = true;
            return;
        }
        let is_header = self.header.is_empty();
        self.columns = (self.columns.0.min(tokens.len()), self.columns.1.max(tokens.len()));
        self.rows += u64::from(!is_header);
        for token in tokens {
            match token.parse::<u64>() {
                Ok(number) if is_header => self.header.push(number),
                Ok(number) => {
                    self.smallest = self.smallest.min(number);
                    self.largest = self.largest.max(number);
                }
                Err(_) => {
                    self.whole = false;
                    self.numeric &= token.parse::<f64>().is_ok();
                }
            }
        }
        if is_header && self.header.is_empty() {
            self.header.push(0);
            self.whole = false;
        }
    }

    /// Returns whether the text may be an edge list: all lines have the same number of tokens, from
    /// two to four.
    fn may_be_edges(&self) -> bool {
        self.numeric && (2..=4).contains(&self.columns.0) && self.columns.0 == self.columns.1
    }

    /// Returns whether the text may be in METIS format: the first line may be `NODES EDGES …`, and
    /// each other line may be a list of neighbours.
    fn may_be_metis(&self) -> bool {
        let &[nodes, _, ref format @ ..] = &self.header[..] else {
            // A single number may start a METIS mesh, which the METIS reader rejects with a help
            // text.
            return self.whole && self.header.len() == 1 && self.columns.1 > 1;
        };
        // Weights may be zero and may be larger than any id.
        let unweighted = format.first().is_none_or(|&format| format == 0 || format == 100);
        let in_range = self.smallest >= 1 && self.largest <= nodes || self.rows == 0;
        let format_fits = format
            .first()
            .is_none_or(|&format| matches!(format, 0 | 1 | 10 | 11 | 100 | 101 | 110 | 111));
        self.whole
            && self.numeric
            && !self.has_names
            && format.len() <= 2
            && format_fits
            && (in_range || !unweighted)
            && self.rows <= nodes
            && (!self.is_all || self.rows + self.trailing >= nodes)
    }
}
