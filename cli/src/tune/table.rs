//! The results of `igc tune` as a table.

use igc::race::{Runner, Standing, best};

use crate::columns::aligned;
use crate::output::time;

/// The names of the columns before the plan.
const COLUMNS: [&str; 7] = ["rank", "median", "spread", "ratio", "runs", "checked", "standing"];

/// Returns the positions of the plans, the best one first. Plans without times are last, in the order of the list.
pub fn ranking(runners: &[Runner]) -> Vec<usize> {
    let best = best(runners);
    let key = |at: usize| {
        let runner = &runners[at];
        let class = match runner.standing {
            _ if Some(at) == best => 0,
            Standing::Racing if runner.median().is_some() => 1,
            Standing::Dropped => 2,
            Standing::Racing => 3,
            Standing::Cancelled => 4,
            Standing::Same(_) => 5,
            Standing::Waiting => 6,
            Standing::Unfit(_) | Standing::Failed(_) | Standing::Wrong(_) => 7,
        };
        (class, runner.median().unwrap_or(f64::INFINITY))
    };
    let mut order: Vec<usize> = (0..runners.len()).collect();
    order.sort_by(|a, b| {
        let (a, b) = (key(*a), key(*b));
        a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
    });
    order
}

/// Returns the standing of a plan after a race in one or two words.
pub fn standing(runners: &[Runner], at: usize) -> &'static str {
    let is_timed = runners[at].median().is_some();
    match &runners[at].standing {
        Standing::Racing if best(runners) == Some(at) => "best",
        Standing::Racing if is_timed => "tie",
        Standing::Racing | Standing::Waiting => "not run",
        other => other.word(),
    }
}

/// Returns why a plan has its standing, if that needs a reason.
pub fn reason(runners: &[Runner], at: usize) -> Option<String> {
    match &runners[at].standing {
        Standing::Same(earlier) => {
            Some(format!("the same code as `{}`", runners.get(*earlier)?.plan))
        }
        other => other.reason().map(str::to_owned),
    }
}

/// Returns the median of a plan divided by that of the best one.
pub fn ratio(runners: &[Runner], at: usize) -> Option<f64> {
    Some(runners[at].median()? / runners[best(runners)?].median()?.max(f64::MIN_POSITIVE))
}

/// Formats the table. While the race runs, `current` is the plan that runs now.
pub fn table(runners: &[Runner], current: Option<usize>, is_over: bool) -> String {
    let order = ranking(runners);
    let mut rows = vec![COLUMNS.map(String::from)];
    let mut plans = vec!["plan".to_owned()];
    for (rank, &at) in (1..).zip(&order) {
        let runner = &runners[at];
        let word = match standing(runners, at) {
            _ if current == Some(at) => "running",
            "tie" if !is_over => "racing",
            "not run" if !is_over => "waiting",
            word => word,
        };
        let rank = match word {
            "tie" => "1=".to_owned(),
            _ if runner.median().is_some() => rank.to_string(),
            _ => "-".to_owned(),
        };
        let number = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
        let checked = match (runner.is_checked, &runner.standing) {
            (true, _) => "yes",
            (false, Standing::Wrong(_)) => "WRONG",
            (false, _) if runner.first.is_some() => "no",
            (false, _) => "-",
        };
        rows.push([
            rank,
            number(runner.median().map(time)),
            number(runner.spread().map(|spread| format!("±{:.1} %", spread * 100.0))),
            number(ratio(runners, at).map(|ratio| format!("{ratio:.2}"))),
            runner.runs().to_string(),
            checked.to_owned(),
            word.to_owned(),
        ]);
        let reason = reason(runners, at);
        let reason = reason.as_deref().and_then(|reason| reason.lines().next());
        let reason = reason.map(|reason| format!("  ({reason})")).unwrap_or_default();
        plans.push(format!("{}{reason}", runner.plan));
    }
    let rows = aligned(&rows);
    rows.lines().zip(plans).map(|(row, plan)| format!("{row}  {plan}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_share_the_first_rank_and_failures_have_reasons() {
        let runner = |plan: &str, standing, times: &[f64]| Runner {
            standing,
            judging: times.to_vec(),
            first: times.first().copied(),
            is_checked: !times.is_empty(),
            ..Runner::new(plan.parse().expect("it is a plan"))
        };
        let failed = Standing::Failed("the driver failed\nat some place".into());
        let runners = [
            runner("a --opts none", failed, &[]),
            runner("b --opts none", Standing::Dropped, &[0.002; 3]),
            runner("c --opts none", Standing::Racing, &[0.001; 7]),
            runner("d --opts none", Standing::Racing, &[0.000_999; 7]),
            runner("e --opts none", Standing::Same(2), &[]),
            runner("f --opts none", Standing::Waiting, &[]),
        ];
        let wanted = "\
rank   median  spread  ratio  runs  checked  standing  plan
   1  1.00 ms  ±0.0 %   1.00     7      yes      best  c --opts none
  1=   999 µs  ±0.0 %   1.00     7      yes       tie  d --opts none
   3  2.00 ms  ±0.0 %   2.00     3      yes    slower  b --opts none
   -        -       -      -     0        -      same  e --opts none  (the same code as `c --opts none`)
   -        -       -      -     0        -   not run  f --opts none
   -        -       -      -     0        -    failed  a --opts none  (the driver failed)
";
        assert_eq!(table(&runners, None, true), wanted);
        assert!(table(&runners, Some(5), false).contains("   running  f --opts none\n"));
    }
}
