//! The values of a column: ids and weights of any type that can represent them.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Float16Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type,
    UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, GenericStringArray, StringViewArray};
use arrow_schema::DataType;

use crate::error::Problem;
use crate::text::number::Number;

/// The ids in a column of a batch.
pub(super) enum Ids<'b> {
    Whole(Vec<i128>),
    Texts(&'b GenericStringArray<i32>),
    LongTexts(&'b GenericStringArray<i64>),
    Views(&'b StringViewArray),
    /// The index of each row's value in a dictionary.
    Dictionary(Vec<usize>, Box<Ids<'b>>),
}

/// Returns whether the values of a type are texts.
pub(super) fn is_text(data_type: &DataType) -> bool {
    match data_type {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => true,
        DataType::Dictionary(_, values) => is_text(values),
        _ => false,
    }
}

impl<'b> Ids<'b> {
    /// Takes the column with the name `name`, which has `before` rows in earlier batches.
    pub(super) fn of(array: &'b dyn Array, name: &str, before: u64) -> Result<Self, Problem> {
        check_nulls(array, name, before)?;
        Ids::of_type(array).ok_or_else(|| wrong_type(array, name, "ids are integers or texts"))
    }

    fn of_type(array: &'b dyn Array) -> Option<Self> {
        Some(match array.data_type() {
            DataType::Utf8 => Ids::Texts(array.as_string()),
            DataType::LargeUtf8 => Ids::LongTexts(array.as_string()),
            DataType::Utf8View => Ids::Views(array.as_string_view()),
            DataType::Dictionary(..) => {
                let (places, values) = dictionary(array)?;
                Ids::Dictionary(places, Box::new(Ids::of_type(values)?))
            }
            _ => Ids::Whole(whole(array)?),
        })
    }

    /// Returns the id in a row as a text. `digits` has room for a number.
    #[inline]
    pub(super) fn text<'t>(&'t self, row: usize, digits: &'t mut String) -> &'t str {
        match self {
            Ids::Whole(values) => {
                digits.clear();
                digits.push_str(itoa::Buffer::new().format(values[row]));
                digits
            }
            Ids::Texts(texts) => texts.value(row),
            Ids::LongTexts(texts) => texts.value(row),
            Ids::Views(texts) => texts.value(row),
            Ids::Dictionary(places, values) => values.text(places[row], digits),
        }
    }

    /// Returns the id in a row if it is an integer.
    pub(super) fn whole(&self, row: usize) -> Option<i128> {
        match self {
            Ids::Whole(values) => Some(values[row]),
            Ids::Dictionary(places, values) => values.whole(places[row]),
            _ => None,
        }
    }
}

/// The weights in a column of a batch.
pub(super) enum Weights {
    Whole(Vec<i128>),
    Real(Vec<f64>),
    Dictionary(Vec<usize>, Box<Weights>),
}

impl Weights {
    /// Takes the column with the name `name`, which has `before` rows in earlier batches.
    pub(super) fn of(array: &dyn Array, name: &str, before: u64) -> Result<Self, Problem> {
        check_nulls(array, name, before)?;
        Weights::of_type(array)
            .ok_or_else(|| wrong_type(array, name, "weights are integers or floats"))
    }

    fn of_type(array: &dyn Array) -> Option<Self> {
        Some(match array.data_type() {
            DataType::Float16 => {
                let values = array.as_primitive::<Float16Type>().values();
                Weights::Real(values.iter().map(|value| value.to_f64()).collect())
            }
            DataType::Float32 => {
                let values = array.as_primitive::<Float32Type>().values();
                Weights::Real(values.iter().map(|value| f64::from(*value)).collect())
            }
            DataType::Float64 => {
                Weights::Real(array.as_primitive::<Float64Type>().values().to_vec())
            }
            DataType::Dictionary(..) => {
                let (places, values) = dictionary(array)?;
                Weights::Dictionary(places, Box::new(Weights::of_type(values)?))
            }
            _ => Weights::Whole(whole(array)?),
        })
    }

    /// Returns the weight in a row.
    #[inline]
    pub(super) fn get(&self, row: usize) -> Result<Number, Problem> {
        match self {
            Weights::Whole(values) => match i64::try_from(values[row]) {
                Ok(value) => Ok(Number::Whole(value)),
                Err(_) => large(values[row]),
            },
            Weights::Real(values) if values[row].is_finite() => Ok(Number::of(values[row])),
            Weights::Real(values) => Err(Problem::NotFinite(values[row].to_string())),
            Weights::Dictionary(places, values) => values.get(places[row]),
        }
    }
}

/// Returns a whole number that does not fit 64 bits with a sign. A float represents some of them.
#[cold]
fn large(value: i128) -> Result<Number, Problem> {
    let real = value as f64;
    match real as i128 == value {
        true => Ok(Number::Real(real)),
        false => Err(Problem::UnexpectedText {
            expected: "a whole weight that fits 64 bits, or a real number".into(),
            found: format!("`{value}`"),
            help: "to round the numbers, convert the column to floats".into(),
        }),
    }
}

/// Returns the values of a column of integers.
fn whole(array: &dyn Array) -> Option<Vec<i128>> {
    macro_rules! values {
        ($type:ty) => {
            array.as_primitive::<$type>().values().iter().map(|value| i128::from(*value)).collect()
        };
    }
    Some(match array.data_type() {
        DataType::Int8 => values!(Int8Type),
        DataType::Int16 => values!(Int16Type),
        DataType::Int32 => values!(Int32Type),
        DataType::Int64 => values!(Int64Type),
        DataType::UInt8 => values!(UInt8Type),
        DataType::UInt16 => values!(UInt16Type),
        DataType::UInt32 => values!(UInt32Type),
        DataType::UInt64 => values!(UInt64Type),
        _ => return None,
    })
}

/// Returns the index of each row's value in a dictionary, and the values. No row lacks a value.
fn dictionary(array: &dyn Array) -> Option<(Vec<usize>, &dyn Array)> {
    let array = array.as_any_dictionary_opt()?;
    let places = match array.values().is_empty() {
        true => vec![],
        false => array.normalized_keys(),
    };
    Some((places, array.values().as_ref()))
}

/// Checks that each row has a value.
fn check_nulls(array: &dyn Array, name: &str, before: u64) -> Result<(), Problem> {
    let nulls = array.logical_nulls();
    let first = nulls.and_then(|nulls| (0..array.len()).find(|row| nulls.is_null(*row)));
    match first {
        None => Ok(()),
        Some(row) => Err(Problem::InRow {
            row: before + row as u64 + 1,
            problem: Box::new(Problem::Columns {
                what: format!("the column `{}` has no value", igc_visible::name(name)),
                help: "remove the rows without a value, or write one".into(),
            }),
        }),
    }
}

fn wrong_type(array: &dyn Array, name: &str, types: &str) -> Problem {
    let name = igc_visible::name(name);
    Problem::Columns {
        what: format!("the column `{name}` has values of the type {}", array.data_type()),
        help: format!("{types}; convert the column, or name another one"),
    }
}
