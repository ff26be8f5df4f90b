//! The arrays of the streaming operations for one type of elements, and the checks of their
//! results.

use igc_opencl::{Buffer, Kernel, Program, Session};

use crate::Error;
use crate::calibration::Operation;
use crate::calibration::full::{Element, Sizes};
use crate::opencl::bandwidth::memory::{inner_product, launch, matrix_vector};

/// The part of the arrays that a launch processes, from their beginning.
#[derive(Debug, Clone, Copy)]
pub struct Extent {
    /// Number of elements of the vectors.
    pub elements: u64,
    /// Number of rows of the matrix.
    pub rows: u64,
    /// Number of columns of the matrix.
    pub columns: u64,
}

impl Extent {
    /// A launch without work.
    pub const NOTHING: Extent = Extent { elements: 0, rows: 0, columns: 0 };

    /// Returns one of `parts` equal parts of the arrays.
    pub fn of(sizes: Sizes, parts: u64) -> Extent {
        let Sizes { elements, side } = sizes;
        Extent { elements: elements / parts, rows: side / parts, columns: side }
    }
}

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
        memory.fill(program)?;
        session.finish()?;
        Ok(memory)
    }

    /// Writes the inputs. The first elements are written first, so that they are not in the caches
    /// of the device afterwards.
    pub fn fill(&self, program: &Program) -> Result<(), Error> {
        let fill = program.kernel("igc_full_fill")?;
        fill.set_buffer(0, &self.y)?;
        fill.set_scalar(1, self.sizes.largest() as u32)?;
        fill.set_buffer(2, &self.z)?;
        fill.set_scalar(3, self.sizes.elements as u32)?;
        launch(&fill)
    }

    /// Overwrites the result of the previous configuration, so that it cannot be mistaken for a new
    /// result.
    pub fn forget_result(&self, program: &Program) -> Result<(), Error> {
        let forget = program.kernel("igc_full_forget")?;
        forget.set_buffer(0, &self.x)?;
        forget.set_scalar(1, self.sizes.elements as u32)?;
        launch(&forget)
    }

    /// Returns the number of wrong elements in the result of an operation, after a launch of
    /// `groups` workgroups.
    pub fn wrong(
        &self,
        program: &Program,
        operation: Operation,
        groups: usize,
        extent: Extent,
    ) -> Result<u64, Error> {
        let Extent { elements, rows, columns } = extent;
        let by = |name| self.checked(&program.kernel(name)?, elements);
        match operation {
            Operation::Copy => by("igc_full_check_copy"),
            Operation::ScaledAddition => by("igc_full_check_add"),
            Operation::InnerProduct => {
                let sum: f64 = self.result(groups)?.into_iter().sum();
                Ok(u64::from(sum != inner_product(elements as usize)))
            }
            Operation::MatrixVector => {
                let expected = matrix_vector(columns as usize);
                let rows = self.result(rows as usize)?.into_iter().zip(expected);
                Ok(rows.filter(|(row, expected)| *row != f64::from(*expected)).count() as u64)
            }
            other => {
                Err(Error::internal(&format!("{} is not a streaming operation", other.name())))
            }
        }
    }

    fn checked(&self, kernel: &Kernel, elements: u64) -> Result<u64, Error> {
        self.wrong.fill(0u32)?;
        kernel.set_buffer(0, &self.x)?;
        kernel.set_scalar(1, elements as u32)?;
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
