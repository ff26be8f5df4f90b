//! The expected content of an output, with the tolerances of floats.

use igc_compiler::data::ArrayData;
use igc_compiler::ir::{EdgeWidth, Value};

/// The factor between the largest deviation of a run and the tolerance. The runs are samples of the
/// possible rounding errors.
const SAFETY: f64 = 4.0;

/// The smallest tolerance, in units in the last place.
const UNITS: f64 = 4.0;

/// If a run deviates by more than this share of the largest value, the output is not unique.
const UNIQUE: f64 = 0.01;

/// The expected content of an output.
pub struct Expected {
    values: ArrayData,
    agreement: Agreement,
}

/// How far the runs agree.
enum Agreement {
    /// All integers are equal.
    Equal,
    /// The largest deviation of each float.
    Within(Vec<f64>),
    /// They differ.
    Different,
}

impl Expected {
    /// Creates the expected content from the first run.
    pub fn new(values: ArrayData) -> Expected {
        let agreement = match values {
            ArrayData::F32(_) | ArrayData::F64(_) => Agreement::Within(vec![0.0; values.len()]),
            _ => Agreement::Equal,
        };
        Expected { values, agreement }
    }

    /// Adds the content from another run.
    pub fn add(&mut self, other: &ArrayData) {
        let agrees = self.values.len() == other.len()
            && match &mut self.agreement {
                Agreement::Different => false,
                Agreement::Equal => elements(&self.values).eq(elements(other)),
                Agreement::Within(deviations) => {
                    let pairs = elements(&self.values).zip(elements(other));
                    deviations.iter_mut().zip(pairs).all(|(deviation, (one, other))| {
                        match distance(one, other) {
                            Some(distance) => *deviation = deviation.max(distance),
                            None => return false,
                        }
                        true
                    })
                }
            };
        if !agrees || self.is_spread() {
            self.agreement = Agreement::Different;
        }
    }

    /// Notes that a run did not end.
    pub fn differ(&mut self) {
        self.agreement = Agreement::Different;
    }

    /// Returns whether the elements are floats.
    pub fn is_float(&self) -> bool {
        matches!(self.values, ArrayData::F32(_) | ArrayData::F64(_))
    }

    /// Returns whether all runs agree.
    pub fn is_unique(&self) -> bool {
        !matches!(self.agreement, Agreement::Different)
    }

    /// Returns whether deviations are so large that tolerances mean little.
    fn is_spread(&self) -> bool {
        let Agreement::Within(deviations) = &self.agreement else { return false };
        let values = elements(&self.values).map(number).filter(|value| value.is_finite());
        let largest = values.fold(0.0, |largest: f64, value| largest.max(value.abs()));
        deviations.iter().any(|deviation| *deviation > UNIQUE * largest)
    }

    /// Compares the content of the output in a result, unless the runs differ.
    ///
    /// # Errors
    ///
    /// Returns a message about the first element that differs.
    pub fn compare(&self, found: &ArrayData) -> Result<(), String> {
        let deviations = match &self.agreement {
            Agreement::Different => return Ok(()),
            Agreement::Equal => None,
            Agreement::Within(deviations) => Some(deviations),
        };
        if found.len() != self.values.len() {
            let (found, wanted) = (found.len(), self.values.len());
            return Err(format!("it has {found} elements instead of {wanted}"));
        }
        for (at, (wanted, found)) in elements(&self.values).zip(elements(found)).enumerate() {
            let deviation = deviations.and_then(|all| all.get(at).copied());
            let is_right = match deviation {
                None => wanted == found,
                Some(deviation) => {
                    let tolerance = SAFETY * deviation + UNITS * unit(wanted);
                    distance(wanted, found).is_some_and(|distance| distance <= tolerance)
                }
            };
            if !is_right {
                let [found, wanted] = [found, wanted].map(Value::shown);
                return Err(format!("element {at} is {found} instead of {wanted}"));
            }
        }
        Ok(())
    }
}

/// The elements of an array. Edges of 32 bits are equal to the same edges of 64 bits.
fn elements(array: &ArrayData) -> impl Iterator<Item = Value> {
    let value = |at| match array.get(at) {
        Some(edge @ Value::Edge(_)) => EdgeWidth::Wide.value(edge),
        other => other.unwrap_or(Value::Bool(false)),
    };
    (0..array.len()).map(value)
}

fn number(value: Value) -> f64 {
    match value {
        Value::F32(x) => x.into(),
        Value::F64(x) => x,
        _ => 0.0,
    }
}

/// Returns the distance of two floats of the same type, or `None` if only one of them is infinite or
/// NaN.
fn distance(one: Value, other: Value) -> Option<f64> {
    if one.ty() != other.ty() {
        return None;
    }
    let (one, other) = (number(one), number(other));
    match one == other || one.is_nan() && other.is_nan() {
        true => Some(0.0),
        false => Some((one - other).abs()).filter(|distance| distance.is_finite()),
    }
}

/// Returns the distance from a float to the next one of its type. A device may replace numbers below
/// the smallest normal one by zero.
fn unit(value: Value) -> f64 {
    match value {
        Value::F32(x) => {
            let x = x.abs();
            f64::from((x.next_up() - x).max(f32::MIN_POSITIVE))
        }
        Value::F64(x) => x.abs().next_up() - x.abs(),
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expected(runs: &[&[f32]]) -> Expected {
        let mut expected = Expected::new(ArrayData::F32(runs[0].to_vec()));
        for run in &runs[1..] {
            expected.add(&ArrayData::F32(run.to_vec()));
        }
        expected
    }

    #[test]
    fn floats_may_deviate_as_much_as_the_runs_suggest() {
        let expected = expected(&[&[1.0, 8.0], &[1.001, 8.0], &[0.999, 8.0]]);
        let accepts = |x: [f32; 2]| expected.compare(&ArrayData::F32(x.to_vec())).is_ok();
        assert!(accepts([1.0, 8.0]) && accepts([1.003, 8.000_001]));
        assert!(!accepts([1.005, 8.0]) && !accepts([1.0, 8.001]));
        assert!(!accepts([f32::NAN, 8.0]) && !accepts([1.0, f32::INFINITY]));
    }

    #[test]
    fn outputs_whose_runs_differ_are_not_compared() {
        let other = expected(&[&[1.0], &[1.1]]);
        assert!(!other.is_unique());
        other.compare(&ArrayData::F32(vec![7.0])).expect("nothing is known");
        let mut integers = Expected::new(ArrayData::U32(vec![1, 2]));
        integers.add(&ArrayData::U32(vec![1, 2]));
        let wrong = integers.compare(&ArrayData::U32(vec![1, 3])).expect_err("it is wrong");
        assert_eq!(wrong, "element 1 is 3 instead of 2");
        integers.compare(&ArrayData::U32(vec![1])).expect_err("an element is missing");
        integers.add(&ArrayData::U32(vec![2, 1]));
        assert!(!integers.is_unique());
    }

    #[test]
    fn missing_numbers_are_equal_only_to_each_other() {
        let expected = expected(&[&[f32::NAN, f32::INFINITY], &[f32::NAN, f32::INFINITY]]);
        let compare = |x: [f32; 2]| expected.compare(&ArrayData::F32(x.to_vec())).is_ok();
        assert!(compare([f32::NAN, f32::INFINITY]));
        assert!(!compare([0.0, f32::INFINITY]) && !compare([f32::NAN, f32::MAX]));
    }
}
