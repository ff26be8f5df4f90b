//! The igc compiler: graph DSL source in, OpenCL C and a schedule out.
//!
//! It is pure and deterministic: no files, no devices, no global state; the same input gives the
//! same bytes. The modules are the pipeline, in order:
//!
//! | module | from | to |
//! | --- | --- | --- |
//! | [`syntax`] | source text | syntax tree |
//! | [`library`] | a syntax tree that `use`s modules | the tree with their items |
//! | [`check`] | syntax tree | the tree with names resolved and types known |
//! | [`lower`] | checked program | IR |
//! | [`passes`] | IR | IR, as the options ask |
//! | [`interface`] | distributed IR | the functions of the artefact: what each is given and returns |
//! | [`target::opencl`], [`schedule`] | distributed IR | the artefact: OpenCL C, and JSON for the host |
//! | [`interp`] | IR | results, without OpenCL: the oracle of every differential test |
//!
//! [`format`](mod@format) rewrites source text in the one style, from its tokens.
//!
//! [`driver::compile`] shows every stage, [`diagnostics`] is how the user hears of errors, and
//! [`ir`] defines what programs mean.

pub mod check;
pub mod diagnostics;
pub mod driver;
pub mod format;
pub mod interface;
pub mod interp;
pub mod ir;
pub mod library;
pub mod lower;
pub mod passes;
pub mod schedule;
pub mod syntax;
pub mod target;
