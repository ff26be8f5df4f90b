//! The language server of igc: editors connect to it through the language server protocol (LSP), by `igc lsp`.
//!
//! The analysis is pure: [`World`] holds the texts of the editor and answers questions about them. The module `server`
//! alone speaks the protocol. What names and statements mean is knowledge of the compiler
//! ([`igc_compiler::symbols`], [`igc_compiler::check`]), which this crate only translates.
//!
//! ```text
//! editor ── server ──► world ── analysis ──► igc_compiler (syntax, check, symbols)
//!             │          └───── features ──► hovers, completions, edits, …
//!             └── worker ── effects ──► igc::auto, igc_compiler::driver (remarks)
//! ```
//!
//! | file | content |
//! | --- | --- |
//! | `position` | positions of the protocol, which count UTF-16 code units, and offsets in bytes |
//! | `uri` | `file:` URIs and paths |
//! | `documents` | the texts that the editor has opened |
//! | `analysis` | a program or module with the files that it imports, parsed and checked |
//! | `world` | all documents, their analyses, and the files on disk |
//! | `library` | the standard library as files, so that an editor can open it |
//! | `settings` | what a user can set |
//! | `effects` | what a configuration, or the one that `auto` chooses, does to each statement |
//! | `worker` | computes effects in another thread |
//! | `command` | runs igc for code lenses |
//! | `capabilities` | what the server offers |
//! | `server` | the loop that reads messages and answers them |
//! | `dispatch` | which function answers which request |
//! | `features` | one file for each feature of an editor |
//!
//! **Invariants:** this crate does not print, because the standard output belongs to the protocol. A panic in a request
//! becomes an error of this request, and the server continues. A request is answered for the newest text: the server
//! reads all messages that have arrived before it answers any of them.

mod analysis;
mod capabilities;
mod command;
mod dispatch;
mod documents;
pub mod effects;
mod features;
mod library;
pub mod position;
mod server;
mod settings;
mod uri;
mod worker;
mod world;

pub use server::{Ended, Options, serve, serve_stdio};
pub use settings::Settings;
pub use world::World;
