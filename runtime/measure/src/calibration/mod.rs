//! A calibration: the widths of launches that were fastest on a device.
//!
//! Kernels stride, so any number of work-items gives correct results, but the fastest number
//! differs from device to device. The policies that are built into a backend are guesses for kinds
//! of devices. A calibration replaces them by measurements on one device with one driver. It
//! measures operations that only move memory, as most graph programs do:
//!
//! - the configurations of "Performance Portability Study of Linear Algebra Kernels in OpenCL"
//!   (section 2) for copy, scaled addition, inner product and matrix-vector product;
//! - the tunable policies of "Policy-based Tuning for Performance Portability and Library
//!   Co-optimization" (sections 5.1 and 5.2) for copy, reduction, scan and reduction by key.
//!
//! This module holds the results and does not depend on a backend: [`Findings`] are the
//! measurements, [`Widths`](igc_runtime::run_options::Widths) are their conclusion, and a
//! [`Calibration`] is a file with both, for one device and driver. The [`opencl`](crate::opencl)
//! module measures OpenCL devices.
//!
//! The options of a run take precedence over a calibration, and a calibration takes precedence over
//! the built-in policy.

mod configuration;
mod file;
mod findings;
pub mod full;
#[cfg(feature = "opencl")]
mod widths;

pub use configuration::{ElementOrder, Operation, OperationConfiguration, Workgroups};
pub use file::{Calibration, CalibrationError, file_name};
pub use findings::{Best, Findings, Measured, OperationTimes};
#[cfg(feature = "opencl")]
pub(crate) use widths::widths;
