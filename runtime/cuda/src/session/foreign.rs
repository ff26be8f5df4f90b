//! Memory that igc shares with the caller without a copy through the host: arrays of a graph that the
//! caller has on the device, and results that the caller keeps there.
//!
//! All memory is in the primary context of the device, which PyTorch, CuPy and CUDA's runtime use, too.

use std::sync::{Arc, PoisonError};

use cudarc::driver::{DriverError, result, sys};

use super::{Argument, Buffer, CallersContext, Core, Launch, Program, Session};
use crate::build::Source;
use crate::driver;
use crate::error::CudaError;

/// Number of work-items of a workgroup of the kernels here.
const WORKGROUP_SIZE: u32 = 256;

/// Number of workgroups of these kernels for each multiprocessor.
const GROUPS: u32 = 8;

/// Returns the program with the kernels.
pub(crate) fn source() -> Source {
    Source { text: include_str!("foreign.cu").into(), options: vec![] }
}

/// Memory of the caller on a device, which igc only reads.
pub struct ForeignMemory {
    core: Arc<Core>,
    address: u64,
    bytes: usize,
    /// Keeps the memory alive.
    _owner: Box<dyn Send + Sync>,
}

impl ForeignMemory {
    /// Returns the size in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Copies bytes to the host.
    ///
    /// # Errors
    ///
    /// Returns an error if the range is not inside the memory, or the driver's error.
    pub fn read(&self, offset: usize, to: &mut [u8]) -> Result<(), CudaError> {
        let end = offset.checked_add(to.len()).filter(|end| *end <= self.bytes);
        let Some(end) = end else {
            let reason = format!("bytes after {} are read", self.bytes);
            return Err(CudaError::Foreign { reason });
        };
        if to.is_empty() {
            return Ok(());
        }
        let doing = || format!("a read of bytes {offset} to {end} of the caller's memory");
        let (core, _callers) = (&self.core, CallersContext::keep());
        core.enter().map_err(|error| core.error(error, doing))?;
        // SAFETY: the range is inside the memory, which the owner keeps. The call returns after the copy.
        let outcome = unsafe { result::memcpy_dtoh_sync(to, self.address + offset as u64) };
        outcome.map_err(|error| core.error(error, doing))
    }
}

/// Memory that igc has handed out to the caller, who may use it on any stream of the device. Dropping it waits until the
/// device has ended all earlier work, on any stream, and frees the memory.
pub struct LentMemory(Buffer);

impl LentMemory {
    /// Hands out memory that igc no longer uses.
    pub fn new(buffer: Buffer) -> LentMemory {
        LentMemory(buffer)
    }

    /// Copies the first bytes to the host, after the device has ended all earlier work, on any stream.
    ///
    /// # Errors
    ///
    /// Returns the driver's error.
    pub fn read(&self, to: &mut [u8]) -> Result<(), CudaError> {
        let _callers = CallersContext::keep();
        self.wait_for_all()?;
        self.0.read(0, to)
    }

    fn wait_for_all(&self) -> Result<(), CudaError> {
        let core = &self.0.core;
        let waited = core.enter().and_then(|()| result::ctx::synchronize());
        waited.map_err(|error| core.error(error, || "waiting for the device".into()))
    }
}

impl Drop for LentMemory {
    fn drop(&mut self) {
        let _callers = CallersContext::keep();
        // The caller may have given commands that use the memory to streams that igc does not know. If the device is lost,
        // so is its memory.
        let _ = self.wait_for_all();
    }
}

/// Facts about weights of 64 bits on the device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CheckedWeights {
    /// Whether a whole number does not fit a `u32`, or a real number is not finite.
    pub is_unusual: bool,
    /// The first edge with a negative weight.
    pub negative: Option<u64>,
}

/// The elements of an array on the device, which [`Session::copy_rows`] copies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rows {
    /// Number of rows.
    pub rows: u64,
    /// Number of elements of a row.
    pub length: u64,
    /// Whether the first elements of all rows follow each other, and not the elements of a row.
    pub by_element: bool,
    /// Size of an element in bytes: 1, 2, 4 or 8.
    pub from_size: u32,
    /// Size of an element of the copy in bytes: 1 for a truth value, 4 or 8.
    pub to_size: u32,
}

impl Session {
    /// Uses memory of the caller on this device: `length` elements of `size` bytes. Waits until the device has ended all work that was given to it before, so
    /// that the memory has its content, on whichever stream the caller wrote it. The owner lives as long as the memory is
    /// used, and must not change it.
    ///
    /// # Errors
    ///
    /// Returns [`CudaError::Foreign`] if the memory is not on this device, or is not aligned for its elements.
    pub fn foreign(
        &self,
        address: u64,
        (length, size): (usize, usize),
        owner: impl Send + Sync + 'static,
    ) -> Result<Arc<ForeignMemory>, CudaError> {
        let bytes = length.saturating_mul(size);
        let core = &self.core;
        let doing = || "looking at the caller's memory".to_owned();
        core.enter().map_err(|error| core.error(error, doing))?;
        if bytes > 0 {
            let ordinal = ordinal_of(address).map_err(|_| CudaError::Foreign {
                reason: format!("the address {address:#x} is not memory of CUDA"),
            })?;
            if ordinal != core.info.ordinal as i64 {
                let reason = format!(
                    "it is on the device `cuda:{ordinal}`, not on `cuda:{}`",
                    core.info.ordinal
                );
                return Err(CudaError::Foreign { reason });
            }
            check_alignment(address, size)?;
            result::ctx::synchronize().map_err(|error| core.error(error, doing))?;
        }
        let owner = Box::new(owner);
        Ok(Arc::new(ForeignMemory { core: Arc::clone(core), address, bytes, _owner: owner }))
    }

    /// Returns memory of the caller as a buffer that kernels of this session can read, or `None` if it is on another
    /// device.
    pub fn adopt(&self, memory: &Arc<ForeignMemory>) -> Option<Buffer> {
        let is_here = memory.core.info.ordinal == self.core.info.ordinal;
        // An empty array has no address.
        (is_here && memory.bytes > 0)
            .then(|| Buffer::foreign(&self.core, memory.address, Arc::clone(memory)))
    }

    /// Checks the rows of a graph: there are `nodes + 1` offsets of 32 bits, which start with 0, never decrease, and end
    /// with the number of targets, each of which is a node. Returns what is wrong, or `None`.
    ///
    /// # Errors
    ///
    /// Returns the driver's error, or that of NVRTC.
    pub fn check_rows(
        &self,
        offsets: &Arc<ForeignMemory>,
        targets: &Arc<ForeignMemory>,
    ) -> Result<Option<String>, CudaError> {
        const WORD: usize = size_of::<u32>();
        let (count, edges) = (offsets.bytes / WORD, targets.bytes / WORD);
        let Some(nodes) = count.checked_sub(1) else {
            return Ok(Some("there are no offsets".into()));
        };
        let Some(nodes) = u32::try_from(nodes).ok().filter(|nodes| *nodes < u32::MAX) else {
            return Ok(Some(format!("there are {nodes} nodes, which are too many")));
        };
        let word = |at: usize| {
            let mut bytes = [0; WORD];
            offsets.read(at * WORD, &mut bytes).map(|()| u32::from_le_bytes(bytes))
        };
        let (first, last) = (word(0)?, word(nodes as usize)?);
        if first != 0 || last as usize != edges {
            return Ok(Some(format!(
                "the offsets start with {first} and end with {last}, but there are {edges} edges"
            )));
        }
        let wrong = self.buffer(WORD)?;
        wrong.fill(0..WORD, &[0])?;
        let (of_offsets, of_targets) = (self.adopt(offsets), self.adopt(targets));
        let Some(of_offsets) = of_offsets else {
            return Err(CudaError::Foreign { reason: "it is on another device".into() });
        };
        let (nodes_bytes, edges_bytes) = (nodes.to_le_bytes(), (edges as u64).to_le_bytes());
        let arguments = [
            Argument::Buffer(&of_offsets),
            Argument::Scalar(&nodes_bytes),
            // Without edges, the kernel reads no targets.
            Argument::Buffer(of_targets.as_ref().unwrap_or(&of_offsets)),
            Argument::Scalar(&edges_bytes),
            Argument::Buffer(&wrong),
        ];
        self.launch_foreign("check_rows", &arguments)?;
        let mut bytes = [0; WORD];
        wrong.read(0, &mut bytes)?;
        Ok(match u32::from_le_bytes(bytes) {
            0 => None,
            found if found & 1 != 0 => Some("an offset is smaller than the one before".into()),
            _ => Some(format!("an edge points to a node that is not one of the {nodes} nodes")),
        })
    }

    /// Looks at weights of 64 bits: real numbers, or whole numbers with a sign.
    ///
    /// # Errors
    ///
    /// Returns the driver's error, or that of NVRTC.
    pub fn check_weights(
        &self,
        weights: &Arc<ForeignMemory>,
        are_real: bool,
    ) -> Result<CheckedWeights, CudaError> {
        const LONG: usize = size_of::<u64>();
        let Some(of_weights) = self.adopt(weights) else {
            return Ok(CheckedWeights { is_unusual: false, negative: None });
        };
        let found = self.buffer(2 * LONG)?;
        found.fill(0..LONG, &[0; LONG])?;
        found.fill(LONG..2 * LONG, &[u8::MAX; LONG])?;
        let edges = (weights.bytes / LONG) as u64;
        let (edges_bytes, real_bytes) = (edges.to_le_bytes(), u32::from(are_real).to_le_bytes());
        let arguments = [
            Argument::Buffer(&of_weights),
            Argument::Scalar(&edges_bytes),
            Argument::Scalar(&real_bytes),
            Argument::Buffer(&found),
        ];
        self.launch_foreign("check_weights", &arguments)?;
        let mut bytes = [[0; LONG]; 2];
        found.read(0, bytes.as_flattened_mut())?;
        let [is_unusual, negative] = bytes.map(u64::from_le_bytes);
        let negative = (negative < edges).then_some(negative);
        Ok(CheckedWeights { is_unusual: is_unusual != 0, negative })
    }

    /// Copies the elements of an array into new memory, row by row, without waiting.
    ///
    /// # Errors
    ///
    /// Returns the driver's error, or that of NVRTC.
    pub fn copy_rows(&self, from: &Buffer, rows: Rows) -> Result<Buffer, CudaError> {
        let Rows { rows, length, by_element, from_size, to_size } = rows;
        let bytes = (rows * length) as usize * to_size as usize;
        let to = self.buffer(bytes)?;
        let words = [rows.to_le_bytes(), length.to_le_bytes()];
        let halves = [u32::from(by_element), from_size, to_size].map(u32::to_le_bytes);
        let arguments = [
            Argument::Buffer(from),
            Argument::Buffer(&to),
            Argument::Scalar(&words[0]),
            Argument::Scalar(&words[1]),
            Argument::Scalar(&halves[0]),
            Argument::Scalar(&halves[1]),
            Argument::Scalar(&halves[2]),
        ];
        if bytes > 0 {
            self.launch_foreign("copy_rows", &arguments)?;
        }
        Ok(to)
    }

    fn launch_foreign(&self, name: &str, arguments: &[Argument<'_>]) -> Result<(), CudaError> {
        let mut program = self.foreign.lock().unwrap_or_else(PoisonError::into_inner);
        let kernel = match &mut *program {
            Some(known) => known,
            none => none.insert(Program::build(&self.core, &source())?),
        }
        .kernel(name)?;
        let groups = u32::try_from(self.core.info.multiprocessors).unwrap_or(1) * GROUPS;
        let launch = Launch {
            groups,
            workgroup_size: WORKGROUP_SIZE,
            is_cooperative: false,
            overlaps: false,
        };
        kernel.launch(arguments.iter().copied(), launch)
    }
}

/// Checks that an address is a multiple of the size of an element, as kernels that read the element need it.
fn check_alignment(address: u64, size: usize) -> Result<(), CudaError> {
    match address.is_multiple_of(size as u64) {
        true => Ok(()),
        false => Err(CudaError::Foreign {
            reason: format!(
                "the address {address:#x} is not a multiple of {size}, the size of an element"
            ),
        }),
    }
}

/// Returns the number of the device that memory of the caller is on.
///
/// # Errors
///
/// Returns an error if the machine has no driver, or [`CudaError::Foreign`] if the address is not memory of a device.
pub fn device_of(address: u64) -> Result<usize, CudaError> {
    driver::start()?;
    let found = ordinal_of(address).ok().and_then(|ordinal| usize::try_from(ordinal).ok());
    found.ok_or_else(|| CudaError::Foreign {
        reason: format!("the address {address:#x} is not memory of CUDA"),
    })
}

/// Returns the number of the device that memory is on.
fn ordinal_of(address: u64) -> Result<i64, DriverError> {
    let mut ordinal: i32 = -1;
    let attribute = sys::CUpointer_attribute::CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL;
    // SAFETY: the attribute is a number of 32 bits. The driver refuses addresses that it does not know.
    unsafe { sys::cuPointerGetAttribute((&raw mut ordinal).cast(), attribute, address) }
        .result()?;
    Ok(ordinal.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Weights of 64 bits need a multiple of 8, and offsets one of 4.
    #[test]
    fn the_size_of_an_element_decides_the_alignment() {
        for (address, size, is_aligned) in [
            (0x1000, 8, true),
            (0x1004, 8, false),
            (0x1004, 4, true),
            (0x1002, 4, false),
            (0x1003, 1, true),
        ] {
            let checked = check_alignment(address, size);
            assert_eq!(checked.is_ok(), is_aligned, "{address:#x}, {size}");
            if let Err(error) = checked {
                let message = error.to_string();
                assert!(message.contains(&format!("not a multiple of {size}")), "{message}");
            }
        }
    }
}
