//! Reads a study file and reports errors with line and column.

mod configurations;
mod files;

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::time::Duration;

use igc_compiler::bundle;
use igc_compiler::model::Model;
use igc_measure::comparison::RoundOrder;
use igc_runtime::devices::{DeviceRequest, check_dialect};
use igc_runtime::input::check as check_graph;
use igc_runtime::source;
use igc_visible::{self as visible, is_unsafe};
use serde::Deserialize;
use toml::Spanned;

use super::{
    Application, BUILD_TIMEOUT, Device, Graph, LEAST_REPETITIONS, MOST_REPETITIONS, Place, Study,
    StudyError,
};

/// The structure of the TOML file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: Spanned<String>,
    repetitions: Spanned<u32>,
    #[serde(default = "one")]
    warmup: Spanned<u32>,
    #[serde(default = "ten_minutes")]
    timeout: Spanned<u64>,
    build_timeout: Option<Spanned<u64>>,
    budget: Option<Spanned<u64>>,
    #[serde(default)]
    order: RoundOrder,
    configurations: Spanned<toml::Value>,
    steps: Option<Spanned<toml::Value>>,
    #[serde(default = "one")]
    step_runs: Spanned<u32>,
    model: Option<Spanned<String>>,
    applications: Vec<Applications>,
    graphs: Vec<GraphEntry>,
    devices: Vec<DeviceEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Applications {
    files: Vec<Spanned<String>>,
    name: Option<Spanned<String>>,
    #[serde(default)]
    params: BTreeMap<String, Spanned<toml::Value>>,
    inputs: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GraphEntry {
    name: Spanned<String>,
    spec: Spanned<String>,
    class: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DeviceEntry {
    name: Spanned<String>,
    selector: Spanned<String>,
    dialect: Option<Spanned<String>>,
}

fn one() -> Spanned<u32> {
    Spanned::new(0..0, 1)
}

fn ten_minutes() -> Spanned<u64> {
    Spanned::new(0..0, 600)
}

/// An error in a study file: the bytes that it refers to, and the message.
struct Wrong(Range<usize>, String);

fn wrong<T>(span: Range<usize>, reason: impl Into<String>) -> Result<T, Wrong> {
    Err(Wrong(span, reason.into()))
}

/// Reads a study file. See [`Study::read`] for the errors.
pub fn read(path: &Path, place: Place) -> Result<Study, StudyError> {
    let at = |text: &str, span: Range<usize>, reason| {
        let before = text.get(..span.start).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = before.matches('\n').count() + 1;
        let column = before[line_start..].chars().count() + 1;
        StudyError { path: path.to_path_buf(), line, column, reason }
    };
    let text = match source::read_file(path) {
        Ok(text) if source::is_too_long(text.len()) => {
            return Err(at("", 0..0, "the file is too long for a study".into()));
        }
        Ok(text) => text,
        Err(error) => return Err(at("", 0..0, error.to_string())),
    };
    let file = toml::from_str(&text).map_err(|error: toml::de::Error| {
        at(&text, error.span().unwrap_or(0..0), error.message().to_string())
    })?;
    let folder = path.parent().unwrap_or(Path::new(""));
    study(file, &text, folder, place).map_err(|Wrong(span, reason)| at(&text, span, reason))
}

fn study(file: File, text: &str, folder: &Path, place: Place) -> Result<Study, Wrong> {
    named(&file.name)?;
    let repetitions = *file.repetitions.get_ref();
    if !(LEAST_REPETITIONS..=MOST_REPETITIONS).contains(&repetitions) {
        let reason = format!(
            "`repetitions` must be {LEAST_REPETITIONS} to {MOST_REPETITIONS}: with fewer, \
             differences cannot be distinguished from chance"
        );
        return wrong(file.repetitions.span(), reason);
    }
    if *file.warmup.get_ref() > MOST_REPETITIONS {
        return wrong(file.warmup.span(), format!("`warmup` must be at most {MOST_REPETITIONS}"));
    }
    let step_runs = *file.step_runs.get_ref();
    if !(1..=MOST_REPETITIONS).contains(&step_runs) {
        return wrong(
            file.step_runs.span(),
            format!("`step_runs` must be 1 to {MOST_REPETITIONS}"),
        );
    }
    let mut applications = applications(file.applications, text, folder)?;
    if let Some(path) = &file.model {
        let text = model(path, folder)?;
        for application in &mut applications {
            application.text = bundle::with_model(&application.text, path.get_ref(), &text);
        }
    }
    let configurations = configurations::configurations(&file.configurations)?;
    let steps =
        file.steps.map(|value| configurations::steps(&value, &configurations, applications.len()));
    let timeout = seconds("timeout", &file.timeout)?;
    let build_timeout =
        file.build_timeout.map(|time| seconds("build_timeout", &time)).transpose()?;
    Ok(Study {
        name: file.name.get_ref().trim().to_string(),
        applications,
        graphs: graphs(file.graphs, folder, place)?,
        devices: devices(file.devices)?,
        configurations,
        repetitions,
        warmup: *file.warmup.get_ref(),
        timeout,
        build_timeout: build_timeout.unwrap_or(timeout.max(BUILD_TIMEOUT)),
        budget: file.budget.map(|budget| seconds("budget", &budget)).transpose()?,
        order: file.order,
        steps: steps.transpose()?.unwrap_or_default(),
        step_runs,
    })
}

/// Reads the text of a model.
fn model(path: &Spanned<String>, folder: &Path) -> Result<String, Wrong> {
    let text = source::read_file(&folder.join(path.get_ref()));
    let read = text.map_err(|error| error.to_string()).and_then(|text| match Model::parse(&text) {
        Ok(_) => Ok(text),
        Err(error) => Err(error.to_string()),
    });
    read.or_else(|reason| {
        wrong(path.span(), format!("{}: {reason}", visible::name(path.get_ref())))
    })
}

fn seconds(key: &str, value: &Spanned<u64>) -> Result<Duration, Wrong> {
    const YEAR: u64 = 366 * 24 * 60 * 60;
    match *value.get_ref() {
        seconds @ 1..=YEAR => Ok(Duration::from_secs(seconds)),
        _ => wrong(value.span(), format!("`{key}` must be 1 to {YEAR} seconds")),
    }
}

/// Checks a name: it must not be empty or contain control characters.
fn named(name: &Spanned<String>) -> Result<&str, Wrong> {
    match name.get_ref().trim() {
        "" => wrong(name.span(), "the name is empty"),
        text => {
            printable(text, name.span())?;
            Ok(text)
        }
    }
}

/// Returns an error if a name contains control characters, which could make another name of it on a
/// terminal.
fn printable(name: &str, span: Range<usize>) -> Result<(), Wrong> {
    match name.contains(is_unsafe) {
        true => wrong(span, "a name must not contain control characters"),
        false => Ok(()),
    }
}

/// Returns an error if a name is already used.
fn free<'a>(
    name: &str,
    span: Range<usize>,
    mut taken: impl Iterator<Item = &'a str>,
) -> Result<(), Wrong> {
    match taken.any(|other| other == name) {
        true => wrong(span, format!("the name `{name}` is taken by another entry")),
        false => Ok(()),
    }
}

fn graphs(entries: Vec<GraphEntry>, folder: &Path, place: Place) -> Result<Vec<Graph>, Wrong> {
    let mut graphs: Vec<Graph> = vec![];
    for GraphEntry { name, spec, class } in &entries {
        let span = name.span();
        let (name, class) = (named(name)?, named(class)?);
        free(name, span, graphs.iter().map(|graph| graph.name.as_str()))?;
        let graph = Graph {
            name: name.to_string(),
            spec: named(spec)?.to_string(),
            class: class.to_string(),
            folder: folder.to_path_buf(),
        };
        if place == Place::Here {
            check_graph(&graph.resolved())
                .or_else(|error| wrong(spec.span(), error.to_string()))?;
        }
        graphs.push(graph);
    }
    Ok(graphs)
}

fn devices(entries: Vec<DeviceEntry>) -> Result<Vec<Device>, Wrong> {
    let mut devices: Vec<Device> = vec![];
    for DeviceEntry { name, selector, dialect } in &entries {
        let span = name.span();
        let name = named(name)?;
        free(name, span, devices.iter().map(|device| device.name.as_str()))?;
        let request = DeviceRequest {
            selector: Some(named(selector)?.to_string()),
            dialect: dialect.as_ref().map(|text| text.get_ref().clone()),
        };
        if let Some(text) = dialect {
            check_dialect(text.get_ref()).or_else(|reason| wrong(text.span(), reason))?;
        }
        let dialect = request.dialect.clone();
        devices.push(Device { name: name.to_string(), request, dialect });
    }
    Ok(devices)
}

fn applications(
    entries: Vec<Applications>,
    text: &str,
    folder: &Path,
) -> Result<Vec<Application>, Wrong> {
    let mut applications: Vec<Application> = vec![];
    for entry in &entries {
        let params = params(&entry.params, text)?;
        let random_inputs = random_inputs(entry.inputs.as_ref())?;
        let mut programs = vec![];
        for pattern in &entry.files {
            let paths = files::matching(pattern.get_ref(), folder)
                .or_else(|reason| wrong(pattern.span(), reason))?;
            programs.extend(paths.into_iter().map(|path| (pattern.span(), path)));
        }
        if let (Some(name), 2..) = (&entry.name, programs.len()) {
            return wrong(name.span(), "`name` is for one program, but `files` has several");
        }
        for (span, path) in programs {
            let (span, name) = match &entry.name {
                Some(name) => (name.span(), named(name)?.to_string()),
                None => (span, stem(&path)),
            };
            printable(&name, span.clone())?;
            free(&name, span.clone(), applications.iter().map(|known| known.name.as_str()))?;
            let text = source::read_program(&path)
                .or_else(|error| wrong(span, format!("{}: {error}", visible::path(&path))))?;
            let params = params.clone();
            applications.push(Application { name, path, text, params, random_inputs });
        }
    }
    Ok(applications)
}

fn stem(path: &Path) -> String {
    path.file_stem().map_or("program".into(), |stem| stem.to_string_lossy().into())
}

/// Returns the parameters as text.
fn params(
    given: &BTreeMap<String, Spanned<toml::Value>>,
    text: &str,
) -> Result<Vec<(String, String)>, Wrong> {
    let mut params = vec![];
    for (name, value) in given {
        let digits = text.get(value.span()).unwrap_or_default();
        let text = match value.get_ref() {
            toml::Value::String(text) => text.clone(),
            toml::Value::Integer(number) => number.to_string(),
            toml::Value::Float(number) => float(*number, digits.replace('_', "")),
            toml::Value::Boolean(truth) => truth.to_string(),
            _ => return wrong(value.span(), "a parameter must be a number, a boolean or a string"),
        };
        params.push((name.clone(), text));
    }
    Ok(params)
}

/// Returns the text of a float: the shortest one, unless an `f32` would then be rounded twice.
fn float(number: f64, digits: String) -> String {
    let single = |text: &str| text.parse().map(f32::to_bits).ok();
    let shortest = number.to_string();
    if single(&shortest) == single(&digits) { shortest } else { digits }
}

/// Returns whether the inputs of programs get random values. Other values are not possible, because
/// a file of values fits only one graph.
fn random_inputs(given: Option<&Spanned<String>>) -> Result<bool, Wrong> {
    match given {
        None => Ok(false),
        Some(text) if text.get_ref() == "random" => Ok(true),
        Some(other) => wrong(
            other.span(),
            "expected `inputs = \"random\"`: a study runs each program on several graphs, so it has \
             no files for inputs",
        ),
    }
}

#[cfg(test)]
mod tests {
    use igc_compiler::configuration::Configuration;

    use super::*;
    use crate::study::Steps;

    /// Replaces `from` with `to` in the text of a small study file, and reads the file from a
    /// folder with two programs.
    fn read_with(from: &str, to: &str) -> Result<Study, String> {
        let text = "name = \"small\"\nrepetitions = 3\nconfigurations = [\"none\", \"wg,sg\"]\n\
                    [[applications]]\nfiles = [\"*.ig\"]\nparams = { source = 3, x = 0.5 }\n\
                    [[graphs]]\nname = \"g\"\nspec = \"chain:3\"\nclass = \"c\"\n\
                    [[devices]]\nname = \"d\"\nselector = \"interpreter\"\n";
        assert!(text.contains(from), "{from}");
        let folder = tempfile::tempdir().expect("there is room");
        let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text);
        write("b.ig", "main {}").expect("it is writable");
        write("a.ig", "main {}").expect("it is writable");
        let path = folder.path().join("study.toml");
        write("study.toml", &text.replacen(from, to, 1)).expect("it is writable");
        let shown = folder.path().display().to_string() + "/";
        read(&path, Place::Here).map_err(|error| error.to_string().replace(&shown, ""))
    }

    #[test]
    fn what_is_not_said_has_a_value() {
        let study = read_with("", "").expect("it is right");
        assert_eq!((study.name.as_str(), study.repetitions, study.warmup), ("small", 3, 1));
        assert_eq!((study.timeout, study.budget), (Duration::from_secs(600), None));
        let build_timeout = |keys: &str| {
            let study = read_with("repetitions", &format!("{keys}repetitions"));
            study.expect("it is right").build_timeout.as_secs()
        };
        assert_eq!((build_timeout(""), build_timeout("timeout = 60\n")), (600, 600));
        assert_eq!(build_timeout("timeout = 3600\n"), 3600);
        assert_eq!(build_timeout("timeout = 60\nbuild_timeout = 7\n"), 7);
        assert_eq!((study.order, &study.steps), (RoundOrder::Shuffled, &Steps::None));
        let names: Vec<&str> = study.applications.iter().map(|a| a.name.as_str()).collect();
        assert_eq!(names, ["a", "b"]);
        let params = [("source", "3"), ("x", "0.5")].map(|(n, v)| (n.to_string(), v.to_string()));
        assert_eq!(study.applications[0].params, params);
        let x = |text: &str| {
            let study = read_with("0.5", text).expect("it is right");
            study.applications[0].params[1].1.clone()
        };
        assert_eq!(
            (x("0.50"), x("1_0.25"), x("inf")),
            ("0.5".into(), "10.25".into(), "inf".into())
        );
        // The shortest text of the nearest `f64` is above the middle between two floats of type `f32`.
        let below_the_middle = "1.000000059604644775390624";
        assert_eq!(x(below_the_middle), below_the_middle);
        assert!(read_with("0.5", "1e400").is_err());
        assert_eq!(study.graphs[0].resolved(), "chain:3");
        assert_eq!(study.devices[0].request.selector.as_deref(), Some("interpreter"));
        assert_eq!(study.configurations.of(0).len(), 2);
    }

    #[test]
    fn files_are_those_in_the_folder_of_the_study() {
        let folder = tempfile::tempdir().expect("there is room");
        let file = folder.path().join("g.el");
        std::fs::write(&file, "0 1\n").expect("it is writable");
        let mut graph =
            read_with("repetitions", "repetitions").expect("it is right").graphs.remove(0);
        graph.folder = folder.path().to_path_buf();
        let file = file.display();
        for (spec, resolved) in [
            ("g.el,loops=drop", format!("{file},loops=drop")),
            ("degrees:same,from=g.el,loops=drop", format!("degrees:same,from={file},loops=drop")),
            ("degrees:same,from=rmat:3", "degrees:same,from=rmat:3".to_owned()),
            ("rmat:3", "rmat:3".to_owned()),
        ] {
            graph.spec = spec.to_owned();
            assert_eq!(graph.resolved(), resolved);
        }
    }

    #[test]
    fn what_is_wrong_has_a_place() {
        for (from, to, error) in [
            ("name", "nam", "study.toml:1:1: unknown field `nam`"),
            ("= 3\n", "= 2\n", "study.toml:2:15: `repetitions` must be 3 to 1000000"),
            ("= 3\n", "= -3\n", "study.toml:2:15: "),
            ("wg,sg", "wg,sq", "study.toml:3:18: unknown optimisation `sq`"),
            ("wg,sg", "none", "study.toml:3:18: `none` is listed twice"),
            ("[\"none\", \"wg,sg\"]", "\"some\"", "study.toml:3:18: expected \"all\", "),
            ("[\"none\", \"wg,sg\"]", "[]", "study.toml:3:18: expected \"all\", "),
            (
                "[[app",
                "steps = [\"sg\"]\n[[app",
                "study.toml:4:9: `sg` is not one of the configurations",
            ),
            ("[[app", "steps = true\n[[app", "study.toml:4:9: expected \"all\" or a list"),
            ("*.ig", "*.gi", "study.toml:5:10: there is no file `*.gi`"),
            ("*.ig", "***", "study.toml:5:10: the pattern is invalid"),
            ("\"*.ig\"", "\"a.ig\", \"*.ig\"", "study.toml:5:18: the name `a` is taken"),
            ("params", "name = \"c\"\nparams", "study.toml:6:8: `name` is for one program"),
            ("= 0.5", "= [1]", "study.toml:6:28: a parameter must be a number"),
            ("name = \"g\"", "name = \" \"", "study.toml:8:8: the name is empty"),
            ("chain:3", "chian:3", "study.toml:9:8: unknown generator 'chian'"),
            ("chain:3", "chain:-3", "study.toml:9:8: 'chain:-3': the size must be"),
            (
                "chain:3",
                "nowhere.el",
                "study.toml:9:8: nowhere.el: no file or generator has this name",
            ),
            (
                "= 0.5 }",
                "= 0.5 }\ninputs = \"x.npy\"",
                "study.toml:7:10: expected `inputs = \"random",
            ),
            ("class", "klass", "study.toml:10:1: unknown field `klass`"),
            ("selector = \"interpreter\"\n", "", "study.toml:11:1: missing field `selector`"),
            ("repetitions", "timeout = 0\nrepetitions", "study.toml:2:11: `timeout` must be 1 to"),
            (
                "repetitions",
                "build_timeout = 0\nrepetitions",
                "study.toml:2:17: `build_timeout` must",
            ),
            ("repetitions", "order = \"x\"\nrepetitions", "study.toml:2:9: unknown variant `x`"),
            ("repetitions = 3", "repetitions = ", "study.toml:2:15: "),
        ] {
            let said = read_with(from, to).expect_err(to);
            assert!(said.starts_with(error), "{said}\nis not\n{error}");
        }
        #[cfg(feature = "opencl")]
        {
            let to = "selector = \"interpreter\"\ndialect = \"nope\"";
            let said =
                read_with("selector = \"interpreter\"", to).expect_err("there is no such dialect");
            assert!(said.starts_with("study.toml:14:11: "), "{said}");
        }
    }

    #[test]
    fn a_file_that_is_not_there_is_an_error() {
        let error = read(Path::new("nowhere/study.toml"), Place::Here).expect_err("there is none");
        assert!(error.to_string().starts_with("nowhere/study.toml:1:1: "), "{error}");
    }

    /// Checks that the template is a valid study if its applications exist.
    #[test]
    fn the_template_is_a_study() {
        let folder = tempfile::tempdir().expect("there is room");
        let programs = folder.path().join("examples/bfs");
        std::fs::create_dir_all(&programs).expect("it is writable");
        std::fs::write(programs.join("a.ig"), "main {}").expect("it is writable");
        let path = folder.path().join("study.toml");
        let text = Study::template("mine", "study.toml", "study.db", ("it", "cpu"));
        std::fs::write(&path, &text).expect("it is writable");
        let study = read(&path, Place::Here).expect("it is right");
        assert_eq!((study.name.as_str(), study.graphs.len()), ("mine", 3));
        // The commented-out lines are valid, too.
        let all = text.replace("# budget", "budget").replace("# [[applications]]\n", "");
        let all = all.replace("# steps", "steps").replace("# build_timeout", "build_timeout");
        std::fs::write(&path, all).expect("it is writable");
        let study = read(&path, Place::Here).expect("it is right");
        assert_eq!(study.budget, Some(Duration::from_secs(3600)));
        assert_eq!(study.steps, Steps::List(vec![Configuration::default()]));
        assert!(study.applications.iter().any(|application| application.random_inputs));
    }

    /// Files of graphs may exist only on the machines that the study runs on.
    #[test]
    fn graphs_elsewhere_are_not_checked() {
        let folder = tempfile::tempdir().expect("there is room");
        let path = folder.path().join("study.toml");
        std::fs::write(folder.path().join("a.ig"), "main {}").expect("it is writable");
        let text = Study::template("mine", "study.toml", "study.db", ("it", "cpu"));
        let text = text.replace("examples/*/*.ig", "a.ig").replace("rmat:16", "only/there.el");
        std::fs::write(&path, text).expect("it is writable");
        assert!(read(&path, Place::Elsewhere).is_ok());
        assert!(read(&path, Place::Here).is_err());
    }
}
