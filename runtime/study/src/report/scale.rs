//! Scales, which convert numbers to pixels and choose the ticks of axes.

/// A mapping from numbers to positions on an axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scale {
    kind: Kind,
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Linear,
    Logarithmic,
}

impl Scale {
    /// A linear scale from `low` to the first round number that is at least `high`, over the pixels
    /// from `from` to `to`.
    pub fn linear(low: f64, high: f64, from: f64, to: f64) -> Scale {
        let low = if low.is_finite() { low } else { 0.0 };
        let high = if high.is_finite() && high > low { high } else { low + 1.0 };
        let step = step(high - low);
        let high = low + ((high - low) / step - 1e-9).ceil().max(1.0) * step;
        Scale { kind: Kind::Linear, low, high, from, to }
    }

    /// A logarithmic scale that contains the positive numbers `low` and `high`. Its ends are 1, 2
    /// or 5 times a power of ten.
    pub fn logarithmic(low: f64, high: f64, from: f64, to: f64) -> Scale {
        let positive = |value: f64| value.is_finite() && value > 0.0;
        let low = if positive(low) { low } else { 0.1 };
        let high = if positive(high) && high > low { high } else { low };
        // Numbers near the limits of floating point would leave no room for round numbers around
        // them.
        let (low, high) = (low.clamp(1e-280, 1e280), high.clamp(1e-280, 1e280));
        let slack = 1e-9;
        let below = round_numbers(low).rev().find(|round| *round <= low * (1.0 + slack));
        let above = round_numbers(high).find(|round| *round >= high * (1.0 - slack));
        let below = below.unwrap_or(low);
        let above = above.filter(|above| *above > below).unwrap_or(below * 10.0);
        Scale { kind: Kind::Logarithmic, low: below, high: above, from, to }
    }

    /// Returns the position of a number, in pixels. Numbers outside the scale are moved to its
    /// nearest end.
    pub fn at(&self, value: f64) -> f64 {
        let share = match self.kind {
            Kind::Linear => (value - self.low) / (self.high - self.low),
            Kind::Logarithmic => (value / self.low).ln() / (self.high / self.low).ln(),
        };
        let share = if share.is_nan() { 0.0 } else { share.clamp(0.0, 1.0) };
        self.from + share * (self.to - self.from)
    }

    /// The numbers at the ticks of the axis.
    pub fn ticks(&self) -> Vec<f64> {
        match self.kind {
            Kind::Linear => {
                let step = step(self.high - self.low);
                let count = ((self.high - self.low) / step).round() as usize;
                (0..=count).map(|at| self.low + at as f64 * step).collect()
            }
            Kind::Logarithmic => {
                let within = |tick: &f64| {
                    (self.low * (1.0 - 1e-9)..=self.high * (1.0 + 1e-9)).contains(tick)
                };
                let first = self.low.log10().floor() as i32;
                let decades = (self.high.log10().ceil() as i32 - first).max(1);
                // With many decades, only some have a tick.
                let every = (decades / 8 + 1) as usize;
                let powers = (first..=first + decades).step_by(every).map(|at| 10f64.powi(at));
                match decades {
                    1 | 2 => powers
                        .flat_map(|power| [1.0, 2.0, 5.0].map(|n| n * power))
                        .filter(within)
                        .collect(),
                    _ => powers.filter(within).collect(),
                }
            }
        }
    }
}

/// The numbers near a positive number that are 1, 2 or 5 times a power of ten.
fn round_numbers(value: f64) -> impl DoubleEndedIterator<Item = f64> {
    let power = value.log10().floor() as i32;
    (power - 1..=power + 1).flat_map(|at| [1.0, 2.0, 5.0].map(|n| n * 10f64.powi(at)))
}

/// Returns a step of 1, 2 or 5 times a power of ten that divides a range into about three to seven
/// parts.
fn step(range: f64) -> f64 {
    let rough = range / 5.0;
    let power = 10f64.powf(rough.log10().floor());
    let step = match rough / power {
        r if r < 1.5 => 1.0,
        r if r < 3.5 => 2.0,
        r if r < 7.5 => 5.0,
        _ => 10.0,
    };
    let step = step * power;
    if step.is_finite() && step > 0.0 { step } else { range }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn linear_axes_have_round_ticks() {
        let scale = Scale::linear(0.0, 93.0, 0.0, 100.0);
        assert_eq!(scale.ticks(), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!((scale.at(0.0), scale.at(50.0), scale.at(1e9)), (0.0, 50.0, 100.0));
        let ticks = Scale::linear(1.0, 1.34, 0.0, 1.0).ticks();
        let shown: Vec<String> = ticks.iter().map(|tick| format!("{tick:.2}")).collect();
        assert_eq!(shown, ["1.00", "1.05", "1.10", "1.15", "1.20", "1.25", "1.30", "1.35"]);
    }

    #[test]
    fn logarithmic_axes_have_decades() {
        let scale = Scale::logarithmic(0.02, 3.0, 0.0, 300.0);
        let ticks: Vec<f64> = scale.ticks().iter().map(|tick| (tick * 100.0).round()).collect();
        assert_eq!(ticks, [10.0, 100.0]);
        assert_eq!((scale.at(0.02).round(), scale.at(5.0).round()), (0.0, 300.0));
        let ticks = Scale::logarithmic(1.0, 9.8, 0.0, 1.0).ticks();
        assert_eq!(ticks, [1.0, 2.0, 5.0, 10.0]);
    }

    #[test]
    fn odd_numbers_do_no_harm() {
        let odd = [f64::NAN, f64::INFINITY, -1.0, 0.0, 1e-300, 1.0, 1e300, f64::MAX];
        for low in odd {
            for high in odd {
                for scale in
                    [Scale::linear(low, high, 0.0, 10.0), Scale::logarithmic(low, high, 0.0, 10.0)]
                {
                    let ticks = scale.ticks();
                    assert!(ticks.len() <= 20, "{low} {high}: {} ticks", ticks.len());
                    for value in odd {
                        assert!((0.0..=10.0).contains(&scale.at(value)), "{low} {high} {value}");
                    }
                }
            }
        }
    }
}
