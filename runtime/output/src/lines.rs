//! Files to which a long run appends one line for each finished piece of work.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Seek, SeekFrom};

/// Returns the complete lines of a file, cuts off an incomplete last line, and moves to the end. A
/// program that writes each line with one call leaves at most one incomplete line if it is killed.
///
/// # Errors
///
/// Returns the error of the file system.
pub fn whole_lines(mut file: File) -> io::Result<(File, Vec<String>)> {
    let mut lines = vec![];
    let mut whole = 0;
    let mut reader = BufReader::new(&file);
    loop {
        let mut line = String::new();
        let length = reader.read_line(&mut line)?;
        if !line.ends_with('\n') {
            break;
        }
        whole += length as u64;
        lines.push(line);
    }
    file.set_len(whole)?;
    file.seek(SeekFrom::Start(whole))?;
    Ok((file, lines))
}
