//! `igc bench --plot`: draws the times of configurations.

use igc_compiler::configuration::Configuration;
use igc_measure::comparison::{Comparison, Outcome};
use igc_study::report::figures::boxes::{self, Spread};
use igc_study::report::model::Exhibit;
use igc_study::report::numbers;
use igc_study::report::table::{Table, Value};

use crate::plot::Charts;

/// Returns the charts of comparisons, with one chart for each.
pub fn charts(device: &str, comparisons: &[&Comparison]) -> Charts {
    let title = match comparisons {
        [one] => format!("{} on {}", one.program, one.graph.name),
        many => format!("{} comparisons of configurations", many.len()),
    };
    let exhibits = comparisons.iter().enumerate().map(|(at, comparison)| exhibit(at, comparison));
    Charts { title, facts: vec![device.to_owned()], exhibits: exhibits.collect() }
}

/// Draws the distribution of the times of each configuration.
fn exhibit(at: usize, comparison: &Comparison) -> Exhibit {
    let id = format!("times-{at}");
    let title = format!("Times of runs: {} on {}", comparison.program, comparison.graph.name);
    let mut table = Table::new(["configuration", "runs", "fastest", "median", "slowest"]);
    let mut spreads = vec![];
    for entry in &comparison.configurations {
        let Outcome::Timed(timed) = &entry.outcome else { continue };
        let is_all = entry.options == Configuration::everything().to_string();
        let name = if is_all { "all" } else { &entry.options };
        let mut times: Vec<f64> = timed.runs.iter().map(|run| run.compute).collect();
        times.sort_by(f64::total_cmp);
        let quantiles = [0.05, 0.25, 0.5, 0.75, 0.95].map(|share| quantile(&times, share));
        table.push(vec![
            entry.options.clone().into(),
            times.len().into(),
            Value::Seconds(times.first().copied().unwrap_or(f64::NAN)).into(),
            Value::Seconds(quantiles[2]).into(),
            Value::Seconds(times.last().copied().unwrap_or(f64::NAN)).into(),
        ]);
        spreads.push(Spread {
            name: name.into(),
            note: format!("median {}", numbers::seconds(quantiles[2])),
            quantiles: Some(quantiles),
        });
    }
    if spreads.is_empty() {
        return Exhibit::missing(id, title, "no configuration has times");
    }
    let caption = "A box contains the middle half of the times, the line in it is the median, and the \
                   whiskers end at the 5 % and 95 % quantiles. The axis is logarithmic.";
    let picture = boxes::draw(&spreads, numbers::seconds, "time of a run", &title, caption);
    Exhibit::table(id, title, caption, table).with(picture)
}

/// Returns a quantile of sorted values, interpolated between the nearest two.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let place = share * sorted.len().saturating_sub(1) as f64;
    let (low, high) = (place.floor() as usize, place.ceil() as usize);
    match (sorted.get(low), sorted.get(high)) {
        (Some(low), Some(high)) => low + (high - low) * place.fract(),
        _ => f64::NAN,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_lie_between_values() {
        let values = [1.0, 2.0, 3.0, 4.0, 5.0];
        assert_eq!([0.0, 0.5, 1.0].map(|share| quantile(&values, share)), [1.0, 3.0, 5.0]);
        assert!((quantile(&values, 0.1) - 1.4).abs() < 1e-12);
        assert!(quantile(&[], 0.5).is_nan());
        assert_eq!(quantile(&[7.0], 0.95), 7.0);
    }
}
