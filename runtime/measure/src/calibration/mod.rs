//! What a device's own measurements say of how wide launches should be.
//!
//! Any number of work-items gives right results, since kernels stride; which number is fast differs from
//! device to device. The built-in policies ([`geometry`](crate::opencl), `opencl::environment`) are
//! guesses for kinds of devices. A calibration replaces them by what was fast on one device with one
//! driver, found on operations that only move memory, as graph programs mostly do:
//!
//! - the configurations of "Performance Portability Study of Linear Algebra Kernels in OpenCL" (section 2)
//!   for copy, scaled addition, inner product and matrix-vector product;
//! - the tunable policies of "Policy-based Tuning for Performance Portability and Library
//!   Co-optimization" (sections 5.1 and 5.2) for copy, reduction, scan and reduction by key.
//!
//! [`calibrate`] measures, [`Findings`] is all of it, [`Widths`] is what it comes to, and [`Calibration`] is
//! that as a file. A file is only of use for the device and the driver that it names. What is asked for on
//! the command line comes before a calibration, and a calibration before the built-in policy.

mod configuration;
mod file;
mod findings;
#[cfg(feature = "opencl")]
mod widths;

pub use configuration::{Configuration, Operation, Order};
pub use file::{Calibration, CalibrationError, file_name};
pub use findings::{Best, Findings, Measured, OperationTimes};
#[cfg(feature = "opencl")]
pub(crate) use widths::widths;
