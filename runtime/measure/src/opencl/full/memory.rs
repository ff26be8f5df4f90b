//! The arrays of the streaming operations for one type of elements, and the checks of their
//! results.

use igc_opencl::{Buffer, Kernel, Program, Session};

use crate::Error;
use crate::calibration::Operation;
use crate::calibration::full::{Element, Sizes};
use crate::opencl::bandwidth::memory::{inner_product, launch, matrix_vector};

/// A pattern of which both `float` and `double` consist if they are not numbers.
const UNWRITTEN: u32 = u32::MAX;

/// The arrays.
pub struct Memory {
    /// The result.
    pub x: Buffer,
    /// The input, or the matrix.
    pub y: Buffer,
    /// The second input.
    pub z: Buffer,
    /// Number of wrong elements.
    wrong: Buffer,
    element: Element,
    sizes: Sizes,
}

impl Memory {
    /// Allocates the arrays and writes the inputs.
    pub fn new(
        session: &Session,
        program: &Program,
        element: Element,
        sizes: Sizes,
    ) -> Result<Memory, Error> {
        let array = |elements: u64| session.buffer((elements * element.bytes()) as usize);
        let memory = Memory {
            x: array(sizes.elements)?,
            y: array(sizes.largest())?,
            z: array(sizes.elements)?,
            wrong: session.buffer(size_of::<u32>())?,
            element,
            sizes,
        };
        let fill = program.kernel("igc_full_fill")?;
        fill.set_buffer(0, &memory.y)?;
        fill.set_scalar(1, sizes.largest() as u32)?;
        fill.set_buffer(2, &memory.z)?;
        fill.set_scalar(3, sizes.elements as u32)?;
        launch(&fill)?;
        session.finish()?;
        Ok(memory)
    }

    /// Overwrites the result of the previous configuration, so that it cannot be mistaken for a new
    /// result.
    pub fn forget_result(&self) -> Result<(), Error> {
        Ok(self.x.fill(UNWRITTEN)?)
    }

    /// Returns the number of wrong elements in the result of an operation, after a launch of
    /// `groups` workgroups.
    pub fn wrong(
        &self,
        program: &Program,
        operation: Operation,
        groups: usize,
    ) -> Result<u64, Error> {
        let Sizes { elements, side } = self.sizes;
        match operation {
            Operation::Copy => self.checked(&program.kernel("igc_full_check_copy")?),
            Operation::ScaledAddition => self.checked(&program.kernel("igc_full_check_add")?),
            Operation::InnerProduct => {
                let sum: f64 = self.result(groups)?.into_iter().sum();
                Ok(u64::from(sum != inner_product(elements as usize)))
            }
            Operation::MatrixVector => {
                let expected = matrix_vector(side as usize);
                let rows = self.result(expected.len())?.into_iter().zip(expected);
                Ok(rows.filter(|(row, expected)| *row != f64::from(*expected)).count() as u64)
            }
            other => {
                Err(Error::internal(&format!("{} is not a streaming operation", other.name())))
            }
        }
    }

    fn checked(&self, kernel: &Kernel) -> Result<u64, Error> {
        self.wrong.fill(0u32)?;
        kernel.set_buffer(0, &self.x)?;
        kernel.set_scalar(1, self.sizes.elements as u32)?;
        kernel.set_buffer(2, &self.wrong)?;
        launch(kernel)?;
        Ok(self.wrong.read_u32(0)?.into())
    }

    /// Reads the first elements of the result.
    fn result(&self, count: usize) -> Result<Vec<f64>, Error> {
        Ok(match self.element {
            Element::Float => {
                let mut elements = vec![0f32; count];
                self.x.read(0, &mut elements)?;
                elements.into_iter().map(f64::from).collect()
            }
            Element::Double => {
                let mut elements = vec![0f64; count];
                self.x.read(0, &mut elements)?;
                elements
            }
        })
    }
}
