//! Opens a graph file, decompresses it, and reads a sample from which its format is detected.

use std::fs::File;
use std::io::{BufReader, Cursor, Read};
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;

use crate::error::Problem;

/// Length in bytes of the sample from which the format is detected.
const SAMPLE: usize = 1 << 16;
/// Number of bytes of compressed input per read.
const COMPRESSED_PIECE: usize = 1 << 18;

/// The mark at the start of a text that some editors write. No binary format starts with it.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The source of a graph's bytes. It can be opened more than once.
#[derive(Debug, Clone)]
pub(crate) enum Source<'bytes> {
    File(PathBuf),
    Bytes(&'bytes [u8]),
}

/// An open and decompressed source.
pub(crate) struct Input<'bytes> {
    /// The whole content, including the sample.
    pub(crate) reader: Box<dyn Read + Send + 'bytes>,
    /// The first bytes of the content.
    pub(crate) sample: Vec<u8>,
    /// Whether the sample is the whole content.
    pub(crate) sample_is_all: bool,
    /// Length of the content in bytes, or `None` if it is compressed.
    pub(crate) length: Option<u64>,
    /// The ending of the file name, without the ending of the compression.
    pub(crate) ending: Option<String>,
}

impl<'bytes> Source<'bytes> {
    /// Opens the source and reads the sample.
    pub(crate) fn open(&self) -> Result<Input<'bytes>, Problem> {
        let (mut raw, length): (Box<dyn Read + Send + 'bytes>, u64) = match self {
            Self::File(path) => {
                check_is_file(path)?;
                let file = File::open(path)?;
                let length = file.metadata()?.len();
                (Box::new(file), length)
            }
            Self::Bytes(bytes) => (Box::new(*bytes), bytes.len() as u64),
        };
        let start = read_start(&mut raw, SAMPLE)?;
        let plain = decompressor(&start)?;
        let whole = Cursor::new(start.clone()).chain(raw);
        let (mut reader, length): (Box<dyn Read + Send + 'bytes>, _) = match plain {
            Compression::None => (Box::new(whole), Some(length)),
            Compression::Gzip => {
                let buffered = BufReader::with_capacity(COMPRESSED_PIECE, whole);
                (Box::new(MultiGzDecoder::new(buffered)), None)
            }
            Compression::Zstd => {
                let buffered = BufReader::with_capacity(COMPRESSED_PIECE, whole);
                (Box::new(zstd::stream::read::Decoder::with_buffer(buffered)?), None)
            }
        };
        let mut sample = match plain {
            Compression::None => start,
            _ => read_start(&mut reader, SAMPLE)?,
        };
        if sample.get(257..262) == Some(b"ustar") {
            return Err(archive("a tar archive", "extract the graph with `tar xf`"));
        }
        let sample_is_all = sample.len() < SAMPLE;
        let mut reader = match plain {
            Compression::None => reader,
            _ => Box::new(Cursor::new(sample.clone()).chain(reader)),
        };
        let mut length = length;
        if sample.starts_with(BYTE_ORDER_MARK) {
            let mark = BYTE_ORDER_MARK.len();
            read_start(&mut reader, mark)?;
            sample.drain(..mark);
            length = length.map(|length| length - mark as u64);
        }
        let has = |byte| memchr::memchr(byte, &sample).is_some();
        if has(b'\r') && !has(b'\n') && !has(0) {
            sample.iter_mut().for_each(line_feed);
            reader = Box::new(LineFeeds(reader));
        }
        Ok(Input { reader, sample, sample_is_all, length, ending: self.ending() })
    }

    fn ending(&self) -> Option<String> {
        let Self::File(path) = self else { return None };
        let of = |path: &Path| Some(path.extension()?.to_string_lossy().into_owned());
        match of(path)?.as_str() {
            "gz" | "zst" | "zstd" => of(Path::new(path.file_stem()?)),
            ending => Some(ending.into()),
        }
    }
}

/// Checks that the path is a regular file. A graph may be read more than once, and some formats
/// need its length, so a FIFO cannot be a graph.
pub(crate) fn check_is_file(path: &Path) -> Result<(), Problem> {
    let kind = match std::fs::metadata(path) {
        Ok(metadata) => metadata.file_type(),
        Err(error) if is_link_loop(&error) => {
            return Err(Problem::NotAFile { what: "a loop of symbolic links" });
        }
        Err(error) => return Err(error.into()),
    };
    if kind.is_file() {
        return Ok(());
    }
    Err(Problem::NotAFile { what: kind_name(kind) })
}

#[cfg(unix)]
fn is_link_loop(error: &std::io::Error) -> bool {
    const ELOOP: [i32; 2] = [40, 62]; // Linux, and the BSDs with macOS
    error.raw_os_error().is_some_and(|code| ELOOP.contains(&code))
}

#[cfg(not(unix))]
fn is_link_loop(_: &std::io::Error) -> bool {
    false
}

fn kind_name(kind: std::fs::FileType) -> &'static str {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_fifo() {
            return "a FIFO (a named pipe), which can be read only once";
        }
        if kind.is_socket() {
            return "a socket";
        }
        if kind.is_block_device() || kind.is_char_device() {
            return "a device";
        }
    }
    match kind.is_dir() {
        true => "a directory",
        false => "neither a file nor a directory",
    }
}

enum Compression {
    None,
    Gzip,
    Zstd,
}

/// Returns the compression of content that starts with `start`.
fn decompressor(start: &[u8]) -> Result<Compression, Problem> {
    match start {
        [0x1f, 0x8b, ..] => Ok(Compression::Gzip),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => Ok(Compression::Zstd),
        [b'B', b'Z', b'h', b'1'..=b'9', 0x31 | 0x17, ..] => {
            Err(archive("compressed with bzip2", "decompress it with `bunzip2 -k` first"))
        }
        [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => {
            Err(archive("compressed with xz", "decompress it with `unxz -k` first"))
        }
        [b'P', b'K', 3, 4, ..] => Err(archive("a zip archive", "extract the graph with `unzip`")),
        _ => Ok(Compression::None),
    }
}

fn archive(what: &str, help: &str) -> Problem {
    Problem::Unsupported { what: format!("the file is {what}"), help: help.into() }
}

/// A reader that replaces carriage returns with line feeds. It is used for texts whose lines end
/// with carriage returns only, as on old Macs.
struct LineFeeds<R>(R);

impl<R: Read> Read for LineFeeds<R> {
    fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
        let length = self.0.read(bytes)?;
        bytes[..length].iter_mut().for_each(line_feed);
        Ok(length)
    }
}

fn line_feed(byte: &mut u8) {
    if *byte == b'\r' {
        *byte = b'\n';
    }
}

/// Reads up to `most` bytes.
fn read_start(reader: &mut dyn Read, most: usize) -> Result<Vec<u8>, Problem> {
    let mut start = Vec::new();
    reader.take(most as u64).read_to_end(&mut start)?;
    Ok(start)
}
