//! The input data and the results of a program, in the memory of the host.
//!
//! Everything that executes a program uses these types: the reference interpreter
//! ([`interp`](crate::interp)), and the runtime for its devices. A run takes a [`GraphView`] and
//! one value for each parameter ([`check_parameters`]), and the data for the program's [`Inputs`].
//! An array for the [weights] of the graph initially contains the weights, converted to its type. A
//! run returns one [`ArrayData`] for each array. A program that contracts the graph continues on
//! its [`Quotient`].
//!
//! This module does not read, generate or change graphs. It does not know how programs are
//! executed.

mod arrays;
mod degrees;
mod error;
mod graph;
mod inputs;
mod parameters;
mod quotient;
mod shape;
mod weights;

pub use arrays::ArrayData;
pub use error::DataError;
pub use graph::{GraphView, GraphWords, Words, check_extent};
pub use inputs::Inputs;
pub use parameters::{check_node_parameter, check_parameters, check_range};
pub use quotient::{Content, Quotient};
pub use shape::{Shape, Sizes};
pub use weights::{Rounding, WeightsView, weights};
