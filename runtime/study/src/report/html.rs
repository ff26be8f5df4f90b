//! Writes a report as one self-contained page. The page has no scripts, makes no requests, and
//! contains all numbers.

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use serde::Serialize;
use tera::{Context, Tera};

use super::model::{Exhibit, Report};
use super::table::{Row, Table, Tone};

/// Characters that must be encoded in a URL or an attribute.
const ENCODED: &AsciiSet =
    &CONTROLS.add(b' ').add(b'"').add(b'#').add(b'%').add(b'&').add(b'\'').add(b'<').add(b'>');

const TEMPLATE: &str = "report.html";

/// Renders the page.
pub fn page(report: &Report) -> String {
    render(report, true, None)
}

/// Renders charts that are not about a study, such as those of a single run, as a page of the same
/// form.
pub fn charts(charts: &Report) -> String {
    render(charts, false, None)
}

/// Renders charts as a page that a browser loads again after so many seconds.
pub fn live_charts(charts: &Report, seconds: u32) -> String {
    render(charts, false, Some(seconds))
}

fn render(report: &Report, is_study: bool, refresh: Option<u32>) -> String {
    let mut tera = Tera::default();
    tera.add_raw_template(TEMPLATE, include_str!("../../templates/report.html"))
        .expect("the template is tested");
    let mut number = 0;
    let sections: Vec<SectionView> = report
        .sections
        .iter()
        .map(|section| SectionView {
            id: section.id,
            title: section.title,
            text: &section.text,
            exhibits: section.exhibits.iter().map(|exhibit| view(exhibit, &mut number)).collect(),
        })
        .collect();
    let mut context = Context::new();
    context.insert("is_study", &is_study);
    context.insert("refresh", &refresh);
    context.insert("study", &report.study);
    context.insert("summary", &report.summary);
    context.insert("sections", &sections);
    context.insert("version", env!("CARGO_PKG_VERSION"));
    context.insert("figures_css", include_str!("../../templates/figures.css"));
    context.insert("page_css", include_str!("../../templates/report.css"));
    // Tera escapes values in templates whose name ends in `.html`.
    tera.render(TEMPLATE, &context).expect("the template names what is there")
}

#[derive(Serialize)]
struct SectionView<'a> {
    id: &'a str,
    title: &'a str,
    text: &'a [String],
    exhibits: Vec<ExhibitView<'a>>,
}

#[derive(Serialize)]
struct ExhibitView<'a> {
    number: usize,
    id: &'a str,
    title: &'a str,
    source: Option<&'a str>,
    caption: &'a str,
    svg: Option<&'a str>,
    missing: Option<&'a str>,
    columns: Vec<ColumnView<'a>>,
    /// The rows that are visible without unfolding the table.
    rows: Vec<RowView>,
    /// All rows, if the table has hidden rows; otherwise empty.
    all: Vec<RowView>,
    csv: String,
}

#[derive(Serialize)]
struct ColumnView<'a> {
    name: &'a str,
    is_number: bool,
}

#[derive(Serialize)]
struct RowView {
    /// Whether the rows directly before this row are hidden.
    gap: bool,
    marked: bool,
    cells: Vec<CellView>,
}

#[derive(Serialize)]
struct CellView {
    text: String,
    class: &'static str,
}

fn view<'a>(exhibit: &'a Exhibit, number: &mut usize) -> ExhibitView<'a> {
    *number += 1;
    let table = &exhibit.table;
    let columns = table.headings().enumerate();
    ExhibitView {
        number: *number,
        id: &exhibit.id,
        title: &exhibit.title,
        source: exhibit.source,
        caption: &exhibit.caption,
        svg: exhibit.picture.as_ref().map(|picture| picture.svg.as_str()),
        missing: exhibit.missing.as_deref(),
        columns: columns
            .map(|(at, name)| ColumnView { name, is_number: table.is_number(at) })
            .collect(),
        rows: rows(table, |row| row.shown),
        all: if table.folded() > 0 { rows(table, |_| true) } else { Vec::new() },
        csv: utf8_percent_encode(&exhibit.csv(), ENCODED).to_string(),
    }
}

fn rows(table: &Table, is_shown: impl Fn(&Row) -> bool) -> Vec<RowView> {
    let mut views = Vec::new();
    let mut gap = false;
    for row in &table.rows {
        if !is_shown(row) {
            gap = true;
            continue;
        }
        let cells = row.cells.iter().map(|cell| CellView {
            text: cell.value.shown(),
            class: match (cell.value.is_number(), cell.tone) {
                (_, Tone::Good) => "n up",
                (_, Tone::Bad) => "n down",
                (true, Tone::Plain) => "n",
                (false, Tone::Plain) => "",
            },
        });
        views.push(RowView { gap, marked: row.marked, cells: cells.collect() });
        gap = false;
    }
    views
}
