//! Tests of the formatter: its style, and properties that hold for all programs.

mod properties;
mod style;
