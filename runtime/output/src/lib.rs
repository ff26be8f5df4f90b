//! Writes the files that igc produces.
//!
//! - [`OutputFile`] writes a file so that a full disk, an error or a kill never destroys what was there before.
//! - [`Claim`] is a lock that ends with its process.
//! - [`csv_cell`] makes text safe for spreadsheets.
//! - [`AppendFile`] is a file to which a long run appends lines. Only one process at a time does so.
//! - [`FileIdentity`] tells whether a path still leads to the same file.
//! - [`cache_folder`] is the folder of files that igc keeps between runs.
//! - [`Cache`] keeps built programs in this folder.
//! - [`check_trust`] finds out whether other users could replace the files in a folder.
//!
//! This crate knows nothing about graphs, programs or devices.

mod append;
mod cache;
mod claim;
mod csv;
mod file;
mod programs;
mod target;
mod trust;

pub use append::{AppendError, AppendFile};
pub use cache::{CACHE_VARIABLE, cache_folder, cache_warning, trusted_folder, write_private};
pub use claim::{Claim, Claimed, FileIdentity};
pub use csv::csv_cell;
pub use file::{OutputFile, check, create_new, missing_folder, write};
pub use programs::{Cache, CacheFolder, Entry, key};
pub use trust::{check_trust, create_private_folder};
