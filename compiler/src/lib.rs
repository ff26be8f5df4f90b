//! The compiler of igc: translates the graph language to OpenCL C and a schedule.
//!
//! The compiler is pure and deterministic: it uses no files, devices or global state, and the same
//! input gives the same bytes. The modules form a pipeline:
//!
//! | module | from | to |
//! | --- | --- | --- |
//! | [`syntax`] | source text | syntax tree |
//! | [`library`] | a syntax tree that `use`s modules | the tree with the items of the modules |
//! | [`check`] | syntax tree | the tree with resolved names and types |
//! | [`lower`] | checked program | IR |
//! | [`passes`] | IR | IR with the selected optimisations |
//! | [`opencl`], [`schedule`] | distributed IR | the artefact: OpenCL C, and JSON for the host |
//! | [`interp`] | IR | results without OpenCL; the reference for differential tests |
//!
//! [`driver::compile`] calls every stage. [`diagnostics`] defines errors and warnings, [`ir`]
//! defines the meaning of programs, and [`format`](mod@format) formats source text.

pub mod check;
pub mod diagnostics;
pub mod driver;
pub mod format;
pub mod interp;
pub mod ir;
pub mod library;
pub mod lower;
pub mod opencl;
pub mod passes;
pub mod schedule;
pub mod syntax;
