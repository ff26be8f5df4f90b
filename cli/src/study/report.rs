//! `igc study report`: writes the report of a study, as a page or a folder.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use igc_runtime::source::{LARGE, read_text};
use igc_study::Dataset;
use igc_study::report::{self, Attachments};

use super::open;
use crate::args::study::ReportArguments;
use crate::failed::Failed;
use crate::message::shown;
use crate::output::{create_folder, doing, fail, with_help, write};

/// Analyses a study, and writes its report.
pub fn report(arguments: &ReportArguments) -> Result<(), Failed> {
    let dataset = open::dataset(&arguments.study)?;
    let attachments = attachments(&arguments.with)?;
    let steps = tests_with_steps(&dataset, &arguments.steps)?;
    let report = doing("analysing", || report::report(&dataset, &attachments, &steps));
    let output = &arguments.output;
    let is_page =
        output.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("html"));
    if is_page && !output.is_dir() {
        return write(output, report.html());
    }
    create_folder(output)?;
    for file in report.files() {
        write_below(output, Path::new(&file.path), &file.text)?;
    }
    Ok(())
}

/// Finds the applications and inputs of `--steps` among those whose steps were timed.
///
/// # Errors
///
/// Returns an error if the steps of a test were not timed.
fn tests_with_steps(dataset: &Dataset, asked: &[String]) -> Result<Vec<(String, String)>, Failed> {
    // Names may contain colons, so compare whole strings instead of splitting them.
    let mut known: BTreeMap<String, (String, String)> = BTreeMap::new();
    for run in &dataset.steps {
        let test = run.cell.test;
        let application = dataset.applications.get(test.application);
        let input = dataset.inputs.get(test.input).map(|input| &input.name);
        if let Some((application, input)) = application.zip(input) {
            known.insert(format!("{application}:{input}"), (application.clone(), input.clone()));
        }
    }
    let find = |name: &String| match known.get(name) {
        Some(test) => Ok(test.clone()),
        None if known.is_empty() => fail(
            Failed::Input,
            "the study has not timed any steps\n\
             help: set `steps = \"all\"` in the study file, and run `igc study run` again",
        ),
        None => {
            let all: Vec<&str> = known.keys().map(String::as_str).collect();
            let all = all.join(", ");
            fail(
                Failed::Input,
                format_args!("the study has not timed the steps of `{name}`, only of {all}"),
            )
        }
    };
    asked.iter().map(find).collect()
}

/// Reads the files of `--with`.
fn attachments(paths: &[PathBuf]) -> Result<Attachments, Failed> {
    let mut attachments = Attachments::default();
    for path in paths {
        let shown = shown(path);
        let text = read_text(path, LARGE)
            .or_else(|error| fail(Failed::Input, format_args!("{shown}: {error}")))?;
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
        attachments.add(&name, &text).or_else(|error| {
            fail(Failed::Input, format_args!("{shown}: {}", with_help(&error, error.code())))
        })?;
    }
    Ok(attachments)
}

/// Writes a file below the folder of the report, and creates its own folder if necessary.
fn write_below(folder: &Path, file: &Path, text: &str) -> Result<(), Failed> {
    let path = folder.join(file);
    let mut below = folder.to_path_buf();
    for part in file.parent().into_iter().flat_map(Path::components) {
        below.push(part);
        create_folder(&below)?;
    }
    write(&path, text)
}
