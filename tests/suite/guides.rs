//! Compares the chapters for developers with the code: their tables of modules, passes, crates, traits and
//! files, and the names of the code that they mention. (`scripts/check-book` checks paths and commands.)

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use igc_compiler::configuration::{Configuration, Flag, PassKind, ScalarPass};
use igc_compiler::passes::{Implements, PASSES, scalar};

use crate::book::{chapters, page_of_the_book, repository};

/// The chapters whose names of the code are checked.
const GUIDES: [&str; 4] =
    ["architecture.md", "adding-a-backend.md", "extending.md", "../../CONTRIBUTING.md"];

/// Returns the rows of the table under a header, each as its cells.
fn table<'p>(page: &'p str, header: &str) -> Vec<Vec<&'p str>> {
    let rows = page.lines().skip_while(|line| line.trim() != header).skip(2);
    let rows = rows.map(str::trim).take_while(|line| line.starts_with('|'));
    let cells = |row: &'p str| row.trim_matches('|').split(" | ").map(str::trim).collect();
    let rows: Vec<Vec<&str>> = rows.map(cells).collect();
    assert!(!rows.is_empty(), "there is no table `{header}`");
    rows
}

/// Returns the code spans of a text, without those in blocks of code.
fn spans(text: &str) -> Vec<&str> {
    let outside = text.split("```").step_by(2);
    outside.flat_map(|part| part.split('`').skip(1).step_by(2)).collect()
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Returns the code spans of a text that are names of functions.
fn functions(text: &str) -> BTreeSet<String> {
    let is_lower = |span: &&str| is_name(span) && !span.contains(|c: char| c.is_uppercase());
    spans(text).into_iter().filter(is_lower).map(str::to_owned).collect()
}

fn read(path: &str) -> String {
    let path = repository().join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the files in a folder with one of the endings, without those that a build or the compiler makes.
fn files(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = vec![];
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap_or_default();
        if path.is_symlink()
            || name.starts_with('.')
            || ["target", "node_modules", "kernels-generated"].contains(&name)
        {
            continue;
        }
        if path.is_dir() {
            found.extend(files(&path, endings));
        } else if path.extension().is_some_and(|e| endings.iter().any(|ending| e == *ending)) {
            found.push(path);
        }
    }
    found
}

/// Returns the functions of a trait, each with whether it has a default.
fn functions_of_trait(text: &str, name: &str) -> BTreeMap<String, bool> {
    let start = text.find(&format!("\npub trait {name}")).expect("the trait exists");
    let (body, _) = text[start..].split_once("\n}\n").expect("the trait ends");
    let code: String = body
        .lines()
        .filter(|line| !line.trim().starts_with("//"))
        .fold(String::new(), |text, line| text + line + "\n");
    let functions = code.split("\n    fn ").skip(1);
    let function = |text: &str| {
        let (name, _) = text.split_once(['(', '<']).expect("a function has parameters");
        let end = text.find([';', '{']).expect("a declaration ends");
        (name.to_owned(), text[end..].starts_with('{'))
    };
    functions.map(function).collect()
}

#[test]
fn every_module_of_the_compiler_is_listed() {
    let Some(page) = page_of_the_book("architecture.md") else { return };
    let mut listed: Vec<&str> = vec![];
    for row in table(&page, "| module | task |") {
        listed.extend(spans(row[0]).into_iter().filter(|name| !name.contains('/')));
    }
    listed.sort_unstable();
    let text = read("compiler/src/lib.rs");
    let modules =
        text.lines().filter_map(|line| line.trim_start_matches("pub ").strip_prefix("mod "));
    let mut modules: Vec<&str> = modules.map(|name| name.trim_end_matches(';')).collect();
    modules.sort_unstable();
    assert_eq!(listed, modules);
}

#[test]
fn the_table_of_passes_is_the_list_of_passes() {
    let Some(page) = page_of_the_book("architecture.md") else { return };
    let mut expected = vec![];
    for pass in PASSES {
        if pass.name == scalar::BEFORE {
            expected.push(("scalar passes".to_owned(), "`--passes`".to_owned()));
        }
        let part = |part: &Implements| match part {
            Implements::All(choice) => choice.row().name.to_owned(),
            Implements::Only(flag) => format!("`{}`", flag.name()),
        };
        let parts: Vec<String> = pass.implements.iter().map(part).collect();
        let when = if parts.is_empty() { "always".to_owned() } else { parts.join(", ") };
        expected.push((format!("`{}`", pass.name), when));
    }
    let rows = table(&page, "| pass | runs with | effect |");
    let shown: Vec<_> = rows.iter().map(|row| (row[0].to_owned(), row[1].to_owned())).collect();
    assert_eq!(shown, expected);
}

#[test]
fn every_scalar_pass_is_in_the_book() {
    let Some(page) = page_of_the_book("optimisations/scalar-passes.md") else { return };
    let rows = table(&page, "| pass | what it does |");
    let shown: Vec<&str> = rows.iter().flat_map(|row| spans(row[0])).collect();
    let names: Vec<&str> = ScalarPass::all().iter().map(|(name, _)| *name).collect();
    assert_eq!(shown, names);
}

#[test]
fn the_number_of_flags_is_right() {
    let Some(page) = page_of_the_book("architecture.md") else { return };
    assert_eq!(Flag::OF_96.len(), 7);
    assert!(page.contains("Seven [flags](optimisations.md) form the\n96 configurations"));
}

#[test]
fn every_crate_is_described() {
    let Some(page) = page_of_the_book("architecture.md") else { return };
    let manifest = read("Cargo.toml");
    let (_, members) = manifest.split_once("\nmembers = [").unwrap();
    let (members, _) = members.split_once(']').unwrap();
    for folder in members.split('"').skip(1).step_by(2) {
        let own = read(&format!("{folder}/Cargo.toml"));
        let name =
            own.lines().find_map(|line| line.strip_prefix("name = ")).unwrap().trim_matches('"');
        let line = |line: &str| {
            line.contains(&format!("`{folder}/`")) && line.contains(&format!("the crate `{name}`"))
        };
        assert!(page.lines().any(line), "no line has `{folder}/` and the crate `{name}`");
    }
}

#[test]
fn the_functions_of_backends_are_listed() {
    let Some(page) = page_of_the_book("adding-a-backend.md") else { return };
    let backend = read("runtime/src/backend/mod.rs");
    let mut defaults = BTreeSet::new();
    for row in table(&page, "| trait | what it is | what it provides |") {
        let functions_of_trait = functions_of_trait(&backend, row[0].trim_matches('`'));
        let names: BTreeSet<String> = functions_of_trait.keys().cloned().collect();
        assert_eq!(functions(row[2]), names, "{}", row[0]);
        defaults
            .extend(functions_of_trait.into_iter().filter(|(_, has)| *has).map(|(name, _)| name));
    }
    let (_, sentence) = page.split_once("\nOf these methods, ").unwrap();
    let (sentence, _) = sentence.split_once("have defaults.").unwrap();
    assert_eq!(functions(sentence), defaults);

    let machine = read("runtime/src/main_machine/mod.rs");
    for row in table(&page, "| trait | methods |") {
        let name = spans(row[0])[0];
        let names: BTreeSet<String> = functions_of_trait(&machine, name).into_keys().collect();
        assert_eq!(functions(row[1]), names, "{name}");
    }

    let mut api = functions_of_trait(&read("runtime/src/backend/gpu/api.rs"), "Gpu");
    for row in table(&page, "| function | what it does |") {
        for name in functions(row[0]) {
            assert_eq!(api.remove(&name), Some(row[1].starts_with("have defaults")), "{name}");
        }
    }
    assert_eq!(api, BTreeMap::new());
}

#[test]
fn every_refusal_is_listed() {
    let Some(page) = page_of_the_book("adding-a-backend.md") else { return };
    let errors = read("runtime/src/error.rs");
    let (_, body) = errors.split_once("pub fn is_refusal").unwrap();
    let (body, _) = body.split_once("=> true").unwrap();
    let names: Vec<&str> =
        body.split("Error::").skip(1).map(|rest| rest.split(' ').next().unwrap()).collect();
    assert!(names.len() > 5, "{names:?}");
    let (_, listed) = page.split_once("- The device works, but it lacks").unwrap();
    let (listed, _) = listed.split_once("A refusal is not").unwrap();
    assert_eq!(spans(listed), names);

    let (_, kinds) = errors.split_once("pub enum DeviceErrorKind {").unwrap();
    let (kinds, _) = kinds.split_once("\n}").unwrap();
    let kinds = kinds.lines().filter_map(|line| line.trim().strip_suffix(','));
    let missing: Vec<&str> = kinds.filter(|kind| !page.contains(&format!("`{kind}`"))).collect();
    assert!(missing.is_empty(), "adding-a-backend.md does not name {missing:?}");
}

/// Returns the files of the compiler and the runtime that deny wildcard arms, where the file of a module
/// stands for its folder.
fn without_wildcard_arms() -> BTreeSet<String> {
    let root = repository();
    let mut found = BTreeSet::new();
    for folder in ["compiler/src", "runtime"] {
        for file in files(&root.join(folder), &["rs"]) {
            let text = std::fs::read_to_string(&file).unwrap();
            if text.contains("\n#![deny(clippy::wildcard_enum_match_arm)]\n") {
                let path = file.strip_prefix(&root).unwrap().to_str().unwrap();
                found.insert(path.strip_suffix("mod.rs").unwrap_or(path).to_owned());
            }
        }
    }
    found
}

#[test]
fn files_without_wildcard_arms_are_listed() {
    let Some(page) = page_of_the_book("extending.md") else { return };
    let (_, listed) = page.split_once("<!-- without wildcard arms -->").unwrap();
    let (listed, _) = listed.split_once("<!-- end of files -->").unwrap();
    let rows = table(listed, "| files | what must be considered |");
    let listed = rows.iter().flat_map(|row| spans(row[0])).map(str::to_owned).collect();
    assert_eq!(without_wildcard_arms(), listed);
}

#[test]
fn schedules_have_the_fields_of_the_book() {
    let Some(page) = page_of_the_book("schedule.md") else { return };
    let spans: BTreeSet<&str> = spans(&page).into_iter().collect();
    let text = read("compiler/src/schedule/mod.rs");
    let fields = text.lines().filter_map(|line| line.strip_prefix("    pub ")?.split_once(": "));
    let fields: Vec<&str> = fields.map(|(name, _)| name).filter(|name| is_name(name)).collect();
    assert!(fields.len() > 30, "{fields:?}");
    // Rust reserves the word `type`.
    let missing: Vec<&&str> =
        fields.iter().filter(|name| **name != "ty" && !spans.contains(**name)).collect();
    assert!(missing.is_empty(), "docs/src/schedule.md does not name {missing:?}");
}

#[test]
fn every_quirk_is_in_the_book() {
    let Some(page) = page_of_the_book("devices.md") else { return };
    let text = read("runtime/opencl/src/quirks.rs");
    let (table_of_code, _) = text.split_once("\n];").unwrap();
    let named = table_of_code.lines().filter_map(|line| line.trim().strip_prefix("name: \""));
    let named: BTreeSet<&str> = named.map(|line| line.trim_end_matches("\",")).collect();
    assert!(named.len() > 10, "{named:?}");
    let rows = table(&page, "| quirk | devices | effect and reason |");
    assert_eq!(rows.iter().flat_map(|row| spans(row[0])).collect::<BTreeSet<_>>(), named);
}

/// The words of the project's code.
struct Words {
    all: HashSet<String>,
    of_files: Vec<HashSet<String>>,
    /// The files that define a type or trait, or that are a module or belong to it.
    files_of: HashMap<String, Vec<usize>>,
}

impl Words {
    fn read() -> Words {
        let (mut all, mut of_files, mut files_of) = (HashSet::new(), vec![], HashMap::new());
        let root = repository().canonicalize().unwrap();
        let mut paths = files(&root, &["rs", "cl", "cuh", "c", "h", "py", "toml", "lalrpop"]);
        let scripts = std::fs::read_dir(root.join("scripts")).unwrap();
        paths.extend(scripts.map(|script| script.unwrap().path()));
        // This file has names that must not be found.
        paths.retain(|path| !path.ends_with("tests/suite/guides.rs"));
        for (at, path) in paths.iter().enumerate() {
            let text = std::fs::read_to_string(path).unwrap();
            let words: Vec<&str> =
                text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').collect();
            let mut defines =
                |name: &str| files_of.entry(name.to_owned()).or_insert(vec![]).push(at);
            for pair in words.windows(2) {
                if ["struct", "enum", "trait", "type", "impl", "for"].contains(&pair[0]) {
                    defines(pair[1]);
                }
            }
            let name =
                |path: Option<&OsStr>| path.and_then(OsStr::to_str).unwrap_or_default().to_owned();
            defines(&name(path.file_stem()));
            defines(&name(path.parent().and_then(Path::file_name)));
            let own = words.into_iter().map(str::to_owned).chain([name(path.file_stem())]);
            let own: HashSet<String> = own.collect();
            all.extend(own.iter().cloned());
            of_files.push(own);
        }
        Words { all, of_files, files_of }
    }

    /// Whether the code has a name, which may be a path.
    fn have(&self, name: &str) -> bool {
        let parts: Vec<&str> = name.split("::").collect();
        let in_each = parts.windows(2).all(|pair| {
            let is_of_crate = pair[0].starts_with("igc_");
            let files = self.files_of.get(pair[0]).into_iter().flatten();
            is_of_crate || files.into_iter().any(|at| self.of_files[*at].contains(pair[1]))
        });
        in_each && parts.iter().all(|part| self.all.contains(*part) || part.starts_with("igc_"))
    }
}

/// Returns the name of the code that a code span is: a path, or a name in one of Rust's styles that is not an
/// ordinary word. The parameters of a function are left out.
fn name_of_code(span: &str) -> Option<&str> {
    let name = span.split('(').next().unwrap_or_default();
    let is_path = name.split("::").all(is_name);
    let is_mixed = name.contains(char::is_uppercase) && name.contains(char::is_lowercase);
    let is_special = name.contains("::") || name.contains('_') || is_mixed;
    (is_path && is_special && !name.starts_with(|c: char| c.is_ascii_digit())).then_some(name)
}

#[test]
fn names_of_the_code_exist() {
    let words = Words::read();
    let (mut count, mut missing) = (0, vec![]);
    for guide in GUIDES {
        let Some(page) = page_of_the_book(guide) else { return };
        for name in spans(&page).into_iter().filter_map(name_of_code) {
            count += 1;
            if !words.have(name) {
                missing.push(format!("{guide}: {name}"));
            }
        }
    }
    assert!(count > 100, "{count}");
    assert!(missing.is_empty(), "the code has none of these names:\n{}", missing.join("\n"));
    for (name, is_there) in
        [("RunOptions::watch", true), ("RunOptions::watched_by", false), ("no_such", false)]
    {
        assert_eq!(words.have(name), is_there, "{name}");
    }
}

/// Returns the filters of the `cargo test` commands in a text.
fn filters(text: &str) -> Vec<&str> {
    let ends = ['\n', '`', '|', '#'];
    let commands = text.split("cargo test ").skip(1).map(|rest| rest.split(ends).next().unwrap());
    let mut found = vec![];
    for command in commands {
        let mut words = command.split_whitespace().take_while(|word| *word != "--");
        while let Some(word) = words.next() {
            match word {
                "-p" | "--test" | "--features" => _ = words.next(),
                _ if word.starts_with('-') => {}
                filter => found.push(filter),
            }
        }
    }
    found
}

#[test]
fn tests_that_the_guides_name_exist() {
    let root = repository();
    let mut code = String::new();
    let mut modules = BTreeSet::new();
    for folder in ["tests", "compiler/tests", "cli/tests"] {
        for file in files(&root.join(folder), &["rs"]) {
            code += &std::fs::read_to_string(&file).unwrap();
            let names = [file.file_stem(), file.parent().unwrap().file_name()];
            modules.extend(names.map(|name| name.unwrap().to_str().unwrap().to_owned()));
        }
    }
    let mut count = 0;
    for guide in GUIDES {
        let Some(page) = page_of_the_book(guide) else { return };
        for filter in filters(&page) {
            count += 1;
            for part in filter.split("::").filter(|part| !part.is_empty()) {
                let is_there = modules.contains(part) || code.contains(&format!("fn {part}"));
                assert!(is_there, "{guide}: no test is called `{filter}`");
            }
        }
    }
    assert!(count > 5, "{count}");
}

/// Returns the lists of flags that a text gives to `--opts`, without placeholders such as `FLAGS`.
fn lists_of_flags(text: &str) -> impl Iterator<Item = &str> {
    let ends = [' ', '\n', '`', '|', ')', '"', '\'', ']', ';', ':'];
    let given = text.split("--opts ").skip(1).map(move |rest| rest.split(ends).next().unwrap());
    let is_list = |list: &&str| {
        !list.is_empty() && !list.contains(|c: char| c.is_uppercase() || "…<$".contains(c))
    };
    given.map(|list| list.trim_end_matches(['.', ','])).filter(is_list)
}

#[test]
fn flags_of_the_book_exist() {
    // The starts of names, which a shell completes or an error shows, and the word after `--opts` in a sentence.
    const OTHERS: [&str; 5] = ["ord", "fg8,ord", "order=pu", "takes", "auto"];
    let folder = repository().join("docs/src");
    if !folder.is_dir() {
        println!("not tested, there is no book");
        return;
    }
    let (mut count, mut wrong) = (0, vec![]);
    for page in chapters(&folder) {
        for list in lists_of_flags(&std::fs::read_to_string(&page).unwrap()) {
            count += 1;
            if !OTHERS.contains(&list) && Configuration::parse(list).is_err() {
                wrong.push(format!("{}: --opts {list}", page.display()));
            }
        }
    }
    assert!(count > 100, "{count}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn names_and_filters_are_found() {
    let text = "`RunOptions::watch`, `main`, `first(a, b)`, `read_later`, `--opts`\n```\n`In_Block`\n```\n`IGC_BLESS=1`";
    let found: Vec<&str> = spans(text).into_iter().filter_map(name_of_code).collect();
    assert_eq!(found, ["RunOptions::watch", "read_later"]);
    let text =
        "IGC_X=1 cargo test -p a --test b c::d e -- --nocapture\n`cargo test --release f`, words";
    assert_eq!(filters(text), ["c::d", "e", "f"]);
    let text = "`--opts FLAGS`, --opts fg8,sg --graph G, `--opts order=pull`.";
    assert_eq!(lists_of_flags(text).collect::<Vec<_>>(), ["fg8,sg", "order=pull"]);
    let text = "\npub trait T: Sized {\n    /// fn no(;\n    fn a(&self) -> u32;\n    fn b<X>(&self) {\n    }\n}\n";
    let functions = functions_of_trait(text, "T");
    assert_eq!(functions, BTreeMap::from([("a".to_owned(), false), ("b".to_owned(), true)]));
}
