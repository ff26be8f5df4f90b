//! Reads the files of `igc search` and of `igc search cross`: lines of JSON.

use igc_measure::comparison::Ratio;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::{AttachmentError, Device};

/// The trials of a search for an order of passes.
#[derive(Debug, Clone, PartialEq)]
pub struct Search {
    /// What the search is about.
    pub about: About,
    /// The orders that were tried.
    pub trials: Vec<Trial>,
    /// The best order; `None` if no order was timed.
    pub best: Option<String>,
}

/// What a search or a comparison of orders is about.
#[derive(Debug, Clone, PartialEq)]
pub struct About {
    /// The program and the graph.
    pub subject: Subject,
    /// The name of the device.
    pub device: String,
    /// Whether every result was compared with the reference interpreter.
    pub compared: bool,
}

/// A program on a graph.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Subject {
    /// The name of the program.
    pub program: String,
    /// The specification of the graph.
    pub graph: String,
}

/// An order that was tried.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Trial {
    /// The passes.
    pub order: String,
    /// What happened.
    pub outcome: TrialOutcome,
}

/// What happened to an order.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TrialOutcome {
    /// It was timed.
    Timed {
        /// The ratio of its time to that without passes.
        ratio: f64,
    },
    /// It gives the same code as another order.
    Same(serde::de::IgnoredAny),
    /// It failed.
    Failed(serde::de::IgnoredAny),
}

/// The orders of several searches, measured side by side on a program.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// The program, the graph and the device.
    pub about: About,
    /// The speedup of each order over no passes. Orders that failed are missing.
    pub speedups: Vec<(String, f64)>,
}

/// A line of the file of a search.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum SearchLine {
    About(WrittenAbout),
    Trial(Trial),
    Best(String),
}

#[derive(Deserialize)]
struct WrittenAbout {
    #[serde(flatten)]
    subject: Subject,
    device: Device,
    #[serde(default)]
    compared: bool,
}

impl From<WrittenAbout> for About {
    fn from(written: WrittenAbout) -> About {
        About { subject: written.subject, device: written.device.name, compared: written.compared }
    }
}

/// A line of the file of a comparison.
#[derive(Deserialize)]
struct CrossLine {
    subject: Subject,
    device: Device,
    #[serde(default)]
    compared: bool,
    measured: Vec<CrossMeasured>,
}

#[derive(Deserialize)]
struct CrossMeasured {
    order: String,
    seconds: Option<f64>,
    ratio: Option<Ratio>,
}

impl CrossMeasured {
    /// Returns the speedup over no passes. An order with a time but without a ratio has the same
    /// code as no passes.
    fn speedup(self) -> Option<(String, f64)> {
        let speedup = match (self.ratio, self.seconds) {
            (Some(ratio), _) => 1.0 / ratio.value,
            (None, Some(_)) => 1.0,
            (None, None) => return None,
        };
        Some((self.order, speedup))
    }
}

/// Whether a file with this first line is the file of a search.
pub(super) fn is_search(first: &str) -> bool {
    matches!(serde_json::from_str(first), Ok(SearchLine::About(_)))
}

/// Whether a file with this first line is the file of a comparison.
pub(super) fn is_comparison(first: &str) -> bool {
    serde_json::from_str::<CrossLine>(first).is_ok()
}

/// Reads the file of a search.
pub(super) fn search<'a>(lines: impl Iterator<Item = &'a str>) -> Result<Search, AttachmentError> {
    let (mut about, mut trials, mut best) = (None, vec![], None);
    for line in parsed(lines, "`igc search`") {
        match line? {
            SearchLine::About(found) => about = Some(found.into()),
            SearchLine::Trial(trial) => trials.push(trial),
            SearchLine::Best(order) => best = Some(order),
        }
    }
    let about = about.ok_or(AttachmentError::Unknown)?;
    let best = best.or_else(|| fastest(&trials).map(|trial| trial.order.clone()));
    Ok(Search { about, trials, best })
}

fn fastest(trials: &[Trial]) -> Option<&Trial> {
    let timed = trials.iter().filter_map(|trial| Some((trial, trial.ratio()?)));
    timed.min_by(|(_, one), (_, other)| one.total_cmp(other)).map(|(trial, _)| trial)
}

/// Reads the file of a comparison. Of several measurements of a program on a device, the last one
/// counts.
pub(super) fn comparisons<'a>(
    lines: impl Iterator<Item = &'a str>,
) -> Result<Vec<Comparison>, AttachmentError> {
    let mut comparisons: Vec<Comparison> = vec![];
    for line in parsed::<CrossLine>(lines, "`igc search cross`") {
        let CrossLine { subject, device, compared, measured } = line?;
        let about = About { subject, device: device.name, compared };
        let is_other = |known: &Comparison| {
            (&known.about.subject, &known.about.device) != (&about.subject, &about.device)
        };
        comparisons.retain(is_other);
        let speedups = measured.into_iter().filter_map(CrossMeasured::speedup).collect();
        comparisons.push(Comparison { about, speedups });
    }
    Ok(comparisons)
}

fn parsed<'a, T: DeserializeOwned>(
    lines: impl Iterator<Item = &'a str>,
    what: &'static str,
) -> impl Iterator<Item = Result<T, AttachmentError>> {
    let malformed = move |error: serde_json::Error| AttachmentError::Malformed {
        what,
        reason: error.to_string(),
    };
    lines.map(move |line| serde_json::from_str(line).map_err(malformed))
}

impl Trial {
    /// Returns the ratio of the order's time to that without passes, if it was timed.
    pub fn ratio(&self) -> Option<f64> {
        match self.outcome {
            TrialOutcome::Timed { ratio } if ratio > 0.0 => Some(ratio),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Attachments;

    const ABOUT: &str = r#"{"about":{"igc":"0","program":"p","graph":"g","device":{"name":"d"}}}"#;

    fn trial(order: &str, outcome: &str) -> String {
        format!(r#"{{"trial":{{"order":"{order}","way":"start","outcome":{outcome}}}}}"#)
    }

    #[test]
    fn a_search_that_has_not_ended_has_a_best_order() {
        let timed = |ratio: f64| format!(r#"{{"timed":{{"seconds":1.0,"ratio":{ratio}}}}}"#);
        let lines = [
            ABOUT.to_string(),
            trial("licm", &timed(0.9)),
            trial("gvn", &timed(0.5)),
            trial("dce", r#"{"same":"none"}"#),
            trial("fuse", r#"{"failed":{"kind":"crashed","reason":"r"}}"#),
            r#"{"trial":{"order":"torn"#.to_string(),
        ];
        let mut attachments = Attachments::default();
        attachments.add("p.search", &lines.join("\n")).expect("it is one");
        let [search] = &attachments.searches[..] else { panic!("{attachments:?}") };
        assert_eq!((search.best.as_deref(), search.trials.len()), (Some("gvn"), 4));
        let ended = lines[..5].join("\n") + "\n{\"best\":\"licm\"}\n";
        attachments.add("p.search", &ended).expect("it is one");
        assert_eq!(attachments.searches[1].best.as_deref(), Some("licm"));
    }

    #[test]
    fn an_order_with_the_same_code_has_the_same_speed() {
        let line = |ratio: f64| {
            format!(
                r#"{{"subject":{{"program":"p","graph":"g"}},"device":{{"name":"d"}},"measured":[
                {{"order":"none","seconds":1.0,"ratio":null}},
                {{"order":"gvn","seconds":0.5,"ratio":{{"value":{ratio},"interval":null,"clear":true}}}},
                {{"order":"fuse","seconds":null,"ratio":null}}]}}"#
            )
            .replace('\n', "")
        };
        let mut attachments = Attachments::default();
        let text = format!("{}\n{}\n", line(0.25), line(0.5));
        attachments.add("cross.search", &text).expect("it is one");
        let [comparison] = &attachments.comparisons[..] else { panic!("{attachments:?}") };
        assert_eq!(comparison.speedups, [("none".into(), 1.0), ("gvn".into(), 2.0)]);
    }

    #[test]
    fn a_line_of_another_file_is_an_error() {
        let mut attachments = Attachments::default();
        let error = attachments.add("f", &format!("{ABOUT}\n{{}}\n")).expect_err("it is refused");
        assert!(error.to_string().contains("looks like `igc search`"), "{error}");
    }
}
