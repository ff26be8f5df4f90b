//! Converts weights to the narrowest form that can represent them.

use crate::csr::Weights;

/// Converts `values` to unsigned 32-bit numbers if all of them fit.
pub(crate) fn narrow_i64(values: Vec<i64>) -> Weights {
    match values.iter().all(|&value| u32::try_from(value).is_ok()) {
        true => Weights::U32(values.into_iter().map(|value| value as u32).collect()),
        false => Weights::I64(values.into()),
    }
}

/// Converts finite `values` to whole numbers if all of them are whole. −0 is not a whole number.
pub(crate) fn narrow_f64(values: Vec<f64>) -> Weights {
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    let is_minus_zero = |value: f64| value == 0.0 && value.is_sign_negative();
    let whole = |value: &f64| {
        value.trunc() == *value && (-LIMIT..LIMIT).contains(value) && !is_minus_zero(*value)
    };
    match values.iter().all(whole) {
        true => narrow_i64(values.into_iter().map(|value| value as i64).collect()),
        false => Weights::F64(values.into()),
    }
}
