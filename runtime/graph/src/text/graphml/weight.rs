//! Finds the attribute of edges that has their weights.

use igc_visible as visible;

use super::WantedWeights;
use crate::columns::{Column, EdgeColumns};
use crate::error::Problem;
use crate::text::cursor::{Cursor, WEIGHT, quote};
use crate::text::number::Number;
use crate::text::table::keys::ColumnKey;

/// An attribute of edges.
pub(super) struct KeyOfEdges {
    pub(super) id: String,
    /// The name, which users know. Programs choose the id.
    pub(super) name: Option<String>,
    /// The text of the default value.
    pub(super) default: Option<String>,
}

/// The attribute of edges that has their weights.
pub(super) struct WeightKeys {
    /// The indices of its keys. A program may declare an attribute once for each type of its values, as
    /// NetworkX does for whole and real numbers.
    pub(super) keys: Vec<usize>,
    /// The weight of edges without one.
    pub(super) default: Option<Number>,
}

/// Returns the attribute that has the weights. Without a name, a usual name of a column of weights is the
/// name of the attribute.
pub(super) fn weight_key(
    keys: &[KeyOfEdges],
    wanted: WantedWeights<'_>,
    single: bool,
) -> Result<Option<WeightKeys>, Problem> {
    let name = match wanted {
        WantedWeights::Ignored => return Ok(None),
        WantedWeights::Usual => None,
        WantedWeights::Named(ColumnKey::Name(name)) => Some(name.clone()),
        WantedWeights::Named(ColumnKey::Number(number)) => Some(number.to_string()),
    };
    let is_named = |key: &KeyOfEdges| match (&key.name, &name) {
        (None, _) => false,
        (Some(of_key), Some(name)) => of_key == name,
        (Some(of_key), None) => Column::named(of_key, &[Column::Weight]).is_some(),
    };
    let found: Vec<usize> = (0..keys.len()).filter(|at| is_named(&keys[*at])).collect();
    let Some(first) = found.first() else {
        return match name {
            None => Ok(None),
            Some(name) => Err(Problem::Columns {
                what: format!("edges have no attribute with the name `{}`", visible::name(&name)),
                help: list(keys),
            }),
        };
    };
    if found.iter().any(|at| keys[*at].name != keys[*first].name) {
        return Err(Problem::Columns {
            what: "several attributes of edges may have the weights".into(),
            help: format!("choose one with the key `weight`; {}", list(keys)),
        });
    }
    let defaults = found.iter().filter_map(|at| keys[*at].default.as_deref());
    let defaults = defaults.map(|text| weight_of(text, single)).collect::<Result<Vec<_>, _>>()?;
    if defaults.len() > 1 {
        return Err(Problem::Corrupt("the attribute of the weights has two defaults".into()));
    }
    Ok(Some(WeightKeys { keys: found, default: defaults.first().copied() }))
}

/// Returns the names of the attributes of edges, each once, or their ids if they have no names. `weights` are the
/// indices of the keys of the weights.
pub(super) fn columns(keys: &[KeyOfEdges], weights: &[usize]) -> EdgeColumns {
    let name = |key: &KeyOfEdges| key.name.as_ref().unwrap_or(&key.id).clone();
    let others = keys.iter().enumerate().filter(|(at, _)| !weights.contains(at));
    let mut unread: Vec<String> = others.map(|(_, key)| name(key)).collect();
    let mut known = std::collections::HashSet::new();
    unread.retain(|name| known.insert(name.clone()));
    EdgeColumns { weight: weights.first().map(|weight| name(&keys[*weight])), unread }
}

fn list(keys: &[KeyOfEdges]) -> String {
    let named = keys.iter().filter_map(|key| key.name.as_deref());
    let names: Vec<String> = named.map(|name| format!("`{}`", visible::name(name))).collect();
    match names.is_empty() {
        true => "the file declares no attribute of edges with a name".into(),
        false => format!("the attributes of edges are {}", names.join(", ")),
    }
}

/// Returns the weight that a text means. Blanks around the number do not matter.
pub(super) fn weight_of(text: &str, single: bool) -> Result<Number, Problem> {
    let text = text.trim_ascii().as_bytes();
    let mut cursor = Cursor::new(text).rounding_to(single);
    match cursor.number() {
        Ok(number) if cursor.at_end() => Ok(number),
        Err(problem @ Problem::NotFinite(_)) => Err(problem),
        _ => Err(Problem::UnexpectedText {
            expected: WEIGHT.into(),
            found: if text.is_empty() { "an empty text".into() } else { quote(text) },
            help: "name the attribute with the weights with the key `weight`, or add the key \
                   `weights=ignore`"
                .into(),
        }),
    }
}
