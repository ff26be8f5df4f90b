//! The arrays of the operations on a device, and the checks of their results.

use igc_opencl::{Buffer, DeviceKind, Kernel, Program, Session};

use crate::Error;
use crate::calibration::Operation;

const WORD: usize = size_of::<u32>();

/// Number of elements of a vector: a multiple of every tile, and a square number for the matrix. A
/// GPU gets more than its caches hold. Other devices, where the worst configurations are slow, get
/// slightly more than the cache of one core holds.
const ELEMENTS_OF_A_GPU: usize = 1 << 24;
const ELEMENTS_OF_OTHERS: usize = 1 << 20;
/// Minimum number of elements, for devices with little memory.
const MIN_ELEMENTS: usize = 1 << 20;
/// Every 64 elements have four keys (`common.cl`).
const ELEMENTS_OF_FOUR_KEYS: usize = 64;
/// Number of work-items of the kernels that fill and check arrays, and of their workgroups if the
/// device supports so many.
const PLAIN: usize = 1 << 16;
const PLAIN_GROUP: usize = 64;

/// The content of a result that was not written.
const UNWRITTEN: u32 = 0x7fc0_dead;

/// The arrays. Each has `elements` words unless its comment says otherwise.
pub struct Memory {
    /// The result.
    pub x: Buffer,
    /// The input.
    pub y: Buffer,
    /// The second input, or the keys.
    pub z: Buffer,
    /// The partial result of each workgroup, and the number of keys that begin there. Each has one
    /// word per workgroup, up to the [room](Memory::make_room).
    pub partials: Buffer,
    pub firsts: Buffer,
    /// The total sum, and the number of keys.
    pub sum: Buffer,
    pub count: Buffer,
    /// The keys, the running sums at their ends, and the sums of their values.
    pub unique: Buffer,
    pub ends: Buffer,
    pub sums: Buffer,
    /// Number of tiles that have been taken.
    pub taken: Buffer,
    /// Number of wrong elements.
    wrong: Buffer,
    /// Number of elements of a vector.
    pub elements: usize,
}

impl Memory {
    /// Allocates arrays that fit the device, with room for the partial results of one workgroup.
    pub fn new(session: &Session) -> Result<Memory, Error> {
        let device = session.device();
        let elements = elements(device.kind, device.global_memory, device.max_allocation);
        Memory::with_elements(session, elements)
    }

    /// Allocates arrays of this many elements, with room for the partial results of one workgroup.
    pub fn with_elements(session: &Session, elements: usize) -> Result<Memory, Error> {
        let words = |count: usize| session.buffer(count * WORD);
        let keys = elements / ELEMENTS_OF_FOUR_KEYS * 4;
        Ok(Memory {
            x: words(elements)?,
            y: words(elements)?,
            z: words(elements)?,
            partials: words(1)?,
            firsts: words(1)?,
            sum: words(1)?,
            count: words(1)?,
            unique: words(keys)?,
            ends: words(keys)?,
            sums: words(keys)?,
            taken: words(1)?,
            wrong: words(1)?,
            elements,
        })
    }

    /// Makes room for the partial results of this many workgroups.
    pub fn make_room(&mut self, session: &Session, groups: usize) -> Result<(), Error> {
        if groups > self.room() {
            self.partials = session.buffer(groups * WORD)?;
            self.firsts = session.buffer(groups * WORD)?;
        }
        Ok(())
    }

    /// Returns the number of workgroups for whose partial results there is room.
    pub fn room(&self) -> usize {
        self.partials.size() / WORD
    }

    /// Returns the number of rows and columns of the matrix.
    pub fn side(&self) -> usize {
        self.elements.isqrt()
    }

    /// Returns the number of keys.
    pub fn keys(&self) -> usize {
        self.elements / ELEMENTS_OF_FOUR_KEYS * 4
    }

    /// Writes the inputs of the streaming or of the tiled operations.
    pub fn fill(&self, program: &Program, tiled: bool) -> Result<(), Error> {
        let (name, count) = match tiled {
            false => ("igc_cal_fill_floats", self.elements),
            true => ("igc_cal_fill_words", self.elements),
        };
        let kernel = program.kernel(name)?;
        kernel.set_buffer(0, &self.y)?;
        kernel.set_buffer(1, &self.z)?;
        kernel.set_scalar(2, count as u32)?;
        launch(&kernel)
    }

    /// Overwrites the results of earlier configurations, so that they cannot be mistaken for new
    /// results.
    pub fn forget_results(&self) -> Result<(), Error> {
        let results = [
            &self.x,
            &self.partials,
            &self.firsts,
            &self.sum,
            &self.count,
            &self.unique,
            &self.ends,
        ];
        for buffer in results.into_iter().chain([&self.sums]) {
            buffer.fill(UNWRITTEN)?;
        }
        Ok(())
    }

    /// Returns the number of wrong elements in the result of an operation, after a launch of
    /// `groups` workgroups.
    pub fn wrong(
        &self,
        program: &Program,
        operation: Operation,
        groups: usize,
    ) -> Result<u64, Error> {
        let by = |name: &str, elements: usize| self.checked(program, name, elements);
        match operation {
            Operation::Copy => by("igc_cal_check_copy", self.elements),
            Operation::ScaledAddition => by("igc_cal_check_add", self.elements),
            Operation::InnerProduct => {
                let mut partials = vec![0f32; groups];
                self.partials.read(0, &mut partials)?;
                let sum: f64 = partials.into_iter().map(f64::from).sum();
                Ok(u64::from(sum != inner_product(self.elements)))
            }
            Operation::MatrixVector => {
                let mut rows = vec![0f32; self.side()];
                self.x.read(0, &mut rows)?;
                let expected = matrix_vector(self.side());
                Ok(rows.iter().zip(&expected).filter(|(one, other)| one != other).count() as u64)
            }
            Operation::TiledCopy => by("igc_cal_check_words", self.elements),
            Operation::Reduction => {
                Ok(u64::from(self.sum.read_u32(0)? != sum_of_values(self.elements)))
            }
            Operation::Scan => by("igc_cal_check_scan", self.elements),
            Operation::ReductionByKey => self.wrong_keys(program),
        }
    }

    fn checked(&self, program: &Program, name: &str, elements: usize) -> Result<u64, Error> {
        let kernel = program.kernel(name)?;
        self.wrong.fill(0u32)?;
        kernel.set_buffer(0, &self.x)?;
        kernel.set_scalar(1, elements as u32)?;
        kernel.set_buffer(2, &self.wrong)?;
        launch(&kernel)?;
        Ok(self.wrong.read_u32(0)?.into())
    }

    fn wrong_keys(&self, program: &Program) -> Result<u64, Error> {
        let kernel = program.kernel("igc_cal_check_keys")?;
        self.wrong.fill(0u32)?;
        for (at, buffer) in (0..).zip([&self.unique, &self.sums, &self.count]) {
            kernel.set_buffer(at, buffer)?;
        }
        kernel.set_scalar(3, self.keys() as u32)?;
        kernel.set_buffer(4, &self.wrong)?;
        launch(&kernel)?;
        Ok(self.wrong.read_u32(0)?.into())
    }
}

/// Launches a kernel that fills or checks an array, with any number of work-items.
pub fn launch(kernel: &Kernel) -> Result<(), Error> {
    let most = kernel.limits().max_workgroup_size.clamp(1, PLAIN_GROUP);
    Ok(kernel.launch(PLAIN, 1 << most.ilog2())?)
}

/// Returns the number of elements of a vector that fits the device, a power of four.
fn elements(kind: DeviceKind, global_memory: u64, max_allocation: u64) -> usize {
    let mut elements = match kind {
        DeviceKind::Gpu => ELEMENTS_OF_A_GPU,
        _ => ELEMENTS_OF_OTHERS,
    };
    let room = |elements: usize| {
        let bytes = (elements * WORD) as u64;
        bytes <= max_allocation && bytes.saturating_mul(8) <= global_memory
    };
    while elements > MIN_ELEMENTS && !room(elements) {
        elements /= 4;
    }
    elements
}

/// These are the values of `common.cl`.
fn y(i: usize) -> f32 {
    (i % 3) as f32 - 1.0
}

fn z(i: usize) -> f32 {
    (i / 3 % 3) as f32 - 1.0
}

/// Returns the inner product of the first elements of y and z.
pub fn inner_product(elements: usize) -> f64 {
    // The products have a period of nine.
    let of = |count: usize| (0..count).map(|i| f64::from(y(i) * z(i))).sum::<f64>();
    of(9) * (elements / 9) as f64 + of(elements % 9)
}

/// Returns the product of the matrix and z. Each row of the matrix begins with one of three values.
pub fn matrix_vector(side: usize) -> Vec<f32> {
    let row = |start: usize| (0..side).map(|i| y(start + i) * z(i)).sum::<f32>();
    let rows = [row(0), row(1), row(2)];
    (0..side).map(|at| rows[at * side % 3]).collect()
}

/// Returns the sum of the first values, modulo 2^32.
fn sum_of_values(elements: usize) -> u32 {
    const FACTOR: u32 = 2_654_435_761;
    let elements = elements as u64;
    let sum = elements * elements.saturating_sub(1) / 2;
    (sum as u32).wrapping_mul(FACTOR)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_expected_is_what_one_finds_by_going_through_it() {
        let slow: f64 = (0..1000).map(|i| f64::from(y(i) * z(i))).sum();
        assert_eq!(inner_product(1000), slow);
        let side = 16;
        for (row, &product) in matrix_vector(side).iter().enumerate() {
            let slow: f32 = (0..side).map(|i| y(row * side + i) * z(i)).sum();
            assert_eq!(product, slow);
        }
        let slow =
            (0..100_000u32).fold(0u32, |sum, i| sum.wrapping_add(i.wrapping_mul(2_654_435_761)));
        assert_eq!(sum_of_values(100_000), slow);
    }

    #[test]
    fn arrays_fit_devices_with_little_memory() {
        let with = |kind, memory| elements(kind, memory, memory / 4);
        assert_eq!(with(DeviceKind::Gpu, 1 << 37), 1 << 24);
        assert_eq!(with(DeviceKind::Cpu, 1 << 34), 1 << 20);
        assert_eq!(with(DeviceKind::Gpu, 256 << 20), 1 << 22);
        assert_eq!(with(DeviceKind::Gpu, 0), 1 << 20);
    }
}
