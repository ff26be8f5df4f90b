//! Tests of the formatter: its style, and properties that hold for all programs.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod properties;
mod style;
