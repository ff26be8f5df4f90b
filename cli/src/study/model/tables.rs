//! The tables of `igc study model`, as aligned text or in Markdown.

use igc_study::adaptive::each_test::TestLine;
use igc_study::adaptive::evaluation::Line;
use igc_study::adaptive::frontiers::{Conversion, Difference};

use super::Evaluation;
use crate::columns::aligned;

/// Formats the tables of all applications.
pub fn text(all: &[Evaluation], markdown: bool) -> String {
    let tables = all.iter().flat_map(|evaluation| {
        let Evaluation { application, lines, whole_runs, conversions, tests: each } = evaluation;
        let tests = |lines: &[Line]| lines.first().map_or(0, |line| line.tests);
        let mut parts = vec![titled(
            &format!(
                "{application}, {} tests; times divided by those of the best variant of each round",
                tests(lines)
            ),
            &of_lines(lines),
            markdown,
        )];
        if !whole_runs.is_empty() {
            let title = format!(
                "{application}, {} tests; times of whole runs divided by those of the best \
                 configuration of each test",
                tests(whole_runs)
            );
            parts.push(titled(&title, &of_lines(whole_runs), markdown));
        }
        if conversions.iter().any(|it| it.shares.iter().any(|share| share.rounds > 0)) {
            let title = format!(
                "{application}, large graphs; how much longer a round takes with a frontier: medians \
                 for frontiers of at most 1 % of the nodes, at most 10 %, and more"
            );
            parts.push(titled(&title, &of_conversions(conversions), markdown));
        }
        if !each.is_empty() {
            let title = format!(
                "{application}, each test; times divided by those of the best variant of each round"
            );
            parts.push(titled(&title, &of_tests(each), markdown));
        }
        parts
    });
    tables.collect::<Vec<_>>().join("\n")
}

/// Formats a table below its title.
fn titled<const N: usize>(title: &str, rows: &[[String; N]], markdown: bool) -> String {
    match markdown {
        false => format!("{title}\n{}", aligned(rows)),
        true => {
            let line = |row: &[String; N]| format!("| {} |\n", row.join(" | "));
            let rule = format!("|{}\n", " --- |".repeat(N));
            let body: String = rows.iter().skip(1).map(line).collect();
            format!("**{title}**\n\n{}{rule}{body}", rows.first().map(line).unwrap_or_default())
        }
    }
}

fn of_lines(lines: &[Line]) -> Vec<[String; 10]> {
    let titles = ["", "total", "average", "1–2×", ">5×", ">20×", "worst", "to best", ">1.3×", "ms"];
    let ratio = |value: Option<f64>| value.map_or("–".into(), |value| format!("{value:.2}×"));
    let share =
        |value: Option<f64>| value.map_or("–".into(), |value| format!("{:.0}%", value * 1e2));
    let row = |line: &Line| {
        let Line { distance, .. } = line;
        [
            line.name.clone(),
            ratio(distance.total),
            ratio(distance.average),
            share(distance.within_2),
            share(distance.over_5),
            share(distance.over_20),
            ratio(distance.worst),
            ratio(Some(line.to_best)),
            share(Some(line.over_best)),
            format!("{:.3}", line.seconds * 1e3),
        ]
    };
    std::iter::once(titles.map(String::from)).chain(lines.iter().map(row)).collect()
}

fn of_tests(tests: &[TestLine]) -> Vec<[String; 9]> {
    let titles = [
        "graph",
        "nodes",
        "edges",
        "rounds",
        "optimum",
        "fastest variant",
        "its time",
        "model",
        "adaptive run",
    ];
    let ratio = |value: Option<f64>| value.map_or("–".into(), |value| format!("{value:.2}×"));
    let row = |test: &TestLine| {
        [
            test.graph.clone(),
            test.nodes.to_string(),
            test.edges.to_string(),
            test.rounds.to_string(),
            format!("{:.3} ms", test.optimum * 1e3),
            test.variant.clone(),
            ratio(Some(test.best)),
            ratio(test.model),
            ratio(test.adaptive),
        ]
    };
    std::iter::once(titles.map(String::from)).chain(tests.iter().map(row)).collect()
}

fn of_conversions(conversions: &[Conversion]) -> Vec<[String; 5]> {
    let titles = ["frontier", "without", "≤ 1 %", "≤ 10 %", "> 10 %"];
    let cell = |difference: &Difference| match (difference.seconds, difference.ratio) {
        (Some(seconds), Some(ratio)) => {
            format!("{:.1} µs, {ratio:.2}× ({})", seconds * 1e6, difference.rounds)
        }
        _ => "–".into(),
    };
    let row = |conversion: &Conversion| {
        let [few, some, many] = conversion.shares.each_ref().map(cell);
        [conversion.variant.clone(), conversion.without.clone(), few, some, many]
    };
    std::iter::once(titles.map(String::from)).chain(conversions.iter().map(row)).collect()
}
