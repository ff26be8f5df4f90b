//! The compiler of igc: it turns a graph program into OpenCL C or CUDA C++, and a schedule for the host.
//!
//! The compiler is pure and deterministic. It uses no files, devices, threads or global state, and
//! the same input gives the same bytes. The crate `igc-runtime` executes what it returns.
//!
//! The modules are the stages, in this order:
//!
//! | module | input | output |
//! | --- | --- | --- |
//! | [`syntax`] | source text | syntax tree |
//! | [`library`] | syntax tree that `use`s modules and files | syntax tree that contains their items |
//! | [`check`] | syntax tree | syntax tree with the meaning of every name and the type of every expression |
//! | [`lower`] | checked program | IR |
//! | [`passes`] | IR | IR, optimised as the options say |
//! | [`interface`] | distributed IR | the functions of the artefact, with their parameters and results |
//! | [`codegen::c`], [`schedule`] | distributed IR | the [`artefact`]: OpenCL C or CUDA C++, and JSON for the host |
//!
//! [`driver::compile`] calls all of them. These modules are not stages:
//!
//! - [`ir`] defines what programs mean. [`interp`] executes IR without OpenCL, and is the reference
//!   that all generated code is compared with. [`data`] has the types of its input and output.
//! - [`diagnostics`] are the errors and warnings that users see. [`remarks`] say what the optimisations
//!   did, and where.
//! - [`configuration`] has the optimisation flags, and [`effects`] says which of them do nothing for a program. A [`model`] chooses among some of them in each round.
//! - [`ranks`] derives what several devices or processes exchange that share the graph of a program.
//! - [`workload`] counts the memory accesses of kernels in each order of visits.
//! - [`format`](mod@format) rewrites source text in one style.
//! - [`symbols`] says where names are declared and used, for editors.
//! - [`bundle`] holds a program and the files that it imports in one text.
//! - [`span`], [`types`], [`atomics`], [`intrinsics`] and [`line_ends`] are vocabulary that several stages share.
//!
//! Each module imports only modules of earlier stages; `tests/suite/layers.rs` has the table.
//!
//! ```
//! use igc_compiler::driver::{Failure, compile};
//! use igc_compiler::configuration::Configuration;
//! use igc_compiler::codegen::Language;
//!
//! let source = "
//!     node level: u32 = MAX;
//!     param source: node = 0;
//!     kernel start() { forall u in nodes where u == source { u.level = 0; } }
//!     main { start(); }
//!     output level;";
//! let artefact = compile("levels", source, &Configuration::default())?.artefact;
//! assert!(artefact.code(Language::OpenCl).contains("kernel IGC_WORKGROUP void levels_start_("));
//! assert_eq!(artefact.schedule.outputs, ["level"]);
//! # Ok::<(), Failure>(())
//! ```

pub mod artefact;
pub mod atomics;
pub mod bundle;
pub mod check;
pub mod codegen;
pub mod configuration;
pub mod data;
pub mod diagnostics;
pub mod driver;
pub mod effects;
mod failure;
pub mod format;
pub mod interface;
pub mod interp;
pub mod intrinsics;
pub mod ir;
pub mod library;
pub mod line_ends;
pub mod lower;
pub mod model;
pub mod passes;
pub mod ranks;
pub mod remarks;
pub mod schedule;
pub mod span;
pub mod symbols;
pub mod syntax;
pub mod types;
pub mod workload;
