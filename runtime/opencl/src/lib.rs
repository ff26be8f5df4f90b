//! OpenCL devices, programs and queues; the one crate that talks to libOpenCL.
