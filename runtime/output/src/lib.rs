//! Writes the files that igc produces.
//!
//! - [`OutputFile`] writes a file so that a full disk, an error or a kill never destroys what was there before.
//! - [`Claim`] is a lock that ends with its process.
//! - [`csv_cell`] makes text safe for spreadsheets.
//!
//! This crate knows nothing about graphs, programs or devices.

mod claim;
mod csv;
mod file;
mod target;

pub use claim::{Claim, Claimed};
pub use csv::csv_cell;
pub use file::{OutputFile, check, write};
