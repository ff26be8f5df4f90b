//! Tests of the language server over its protocol: a scripted client uses every feature, and sends broken programs.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod client;
#[path = "../common/mod.rs"]
mod common;
mod diagnostics;
mod edits;
mod effects;
mod features;
mod mutated;
mod names;
mod rules;
