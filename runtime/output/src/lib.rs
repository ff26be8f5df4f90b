//! Writes the files that igc produces.
//!
//! - [`OutputFile`] writes a file so that a full disk, an error or a kill never destroys what was there before.
//! - [`Claim`] is a lock that ends with its process.
//! - [`csv_cell`] makes text safe for spreadsheets.
//! - [`whole_lines`] reads a file to which an interrupted run has appended lines.
//!
//! This crate knows nothing about graphs, programs or devices.

mod claim;
mod csv;
mod file;
mod lines;
mod target;

pub use claim::{Claim, Claimed};
pub use csv::csv_cell;
pub use file::{OutputFile, check, write};
pub use lines::whole_lines;
