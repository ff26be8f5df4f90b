//! Imports point one way: each module of the compiler imports only modules of earlier stages, the
//! top-level modules of every crate import each other without cycles, and each crate depends on
//! certain other crates.
//!
//! [`LAYERS`] describes the allowed imports of the compiler, and [`CRATES`] the dependencies of crates. The tests read every path that starts
//! with `crate::` or reaches the crate's root by `super::`. Comments are ignored, so the
//! documentation of a stage may link to a later stage. Unit tests are ignored as well, because they
//! may use any module to create their data.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

/// The modules of the crate, from the bottom to the top, each with exactly the modules that it
/// imports. A module may import modules of earlier rows and of its own row.
const LAYERS: &[(&str, &str)] = &[
    // Vocabulary that several stages share.
    ("span", ""),
    ("bundle", ""),
    ("line_ends", ""),
    ("types", ""),
    ("atomics", ""),
    ("intrinsics", "types"),
    ("configuration", ""),
    ("model", "configuration line_ends"),
    // From source text to a checked program.
    ("diagnostics", "bundle span"),
    ("failure", "diagnostics model"),
    ("syntax", "bundle diagnostics span types"),
    ("format", "diagnostics failure syntax"),
    ("library", "bundle diagnostics span syntax types"),
    ("check", "atomics diagnostics intrinsics library span syntax types"),
    ("symbols", "check library span syntax types"),
    // From a checked program to distributed IR.
    ("ir", "atomics configuration intrinsics model span types"),
    ("lower", "check diagnostics ir span syntax"),
    ("remarks", "configuration ir"),
    ("passes", "configuration ir model remarks"),
    ("workload", "atomics configuration ir passes remarks"),
    // Modules for execution on the host, which do not import a backend.
    ("data", "ir model types"),
    ("interp", "data diagnostics intrinsics ir span"),
    // The interface between device code and the host, and the modules that use it. Neither the
    // backends nor the schedule import the interpreter. The backend for host code prints schedules.
    ("interface", "ir"),
    ("schedule", "configuration interface ir"),
    ("codegen", "configuration interface ir schedule"),
    ("artefact", "codegen configuration interface ir schedule"),
    // The form of a program for several ranks, which is compiled once more from its distribution on.
    ("ranks", "artefact configuration intrinsics ir model passes span"),
    // All stages, in one function.
    (
        "driver",
        "artefact bundle check configuration diagnostics failure interp ir library lower model passes remarks span syntax",
    ),
    ("effects", "configuration driver ir passes remarks"),
];

/// The crates of the workspace, from the bottom to the top, each with exactly the crates of the workspace
/// on which it depends, apart from its tests.
const CRATES: &[(&str, &str)] = &[
    // The oracle shares no code with what it checks, and loom checks the team of threads alone.
    ("igc-oracle", ""),
    ("igc-team", ""),
    ("igc-visible", ""),
    ("igc-compiler", "igc-visible"),
    ("igc-output", "igc-visible"),
    // These crates know nothing about programs.
    ("igc-graph", "igc-output igc-visible"),
    ("igc-opencl", "igc-output igc-visible"),
    ("igc-cuda", "igc-output igc-visible"),
    // The native target knows nothing about files.
    ("igc-native", "igc-compiler igc-team"),
    ("igc-runtime", "igc-compiler igc-cuda igc-graph igc-native igc-opencl igc-oracle"),
    // An application that embeds igc needs none of the crates that measure.
    ("igc", "igc-compiler igc-graph igc-output igc-runtime"),
    ("igc-build", "igc igc-compiler"),
    ("igc-capi", "igc"),
    ("igc-python", "igc"),
    ("igc-lsp", "igc igc-compiler"),
    ("igc-measure", "igc-compiler igc-opencl igc-oracle igc-output igc-runtime"),
    ("igc-study", "igc-compiler igc-measure igc-output igc-runtime igc-visible"),
    ("igc-cli", "igc igc-compiler igc-lsp igc-measure igc-opencl igc-output igc-runtime igc-study"),
    ("igc-tests", "igc igc-compiler igc-cuda igc-graph igc-opencl igc-runtime"),
];

/// Returns the modules that each module may import, including those of its own row.
fn allowed() -> BTreeMap<&'static str, BTreeSet<&'static str>> {
    let rows = LAYERS.iter().map(|(row, imports)| (row.split(' '), imports.split_whitespace()));
    rows.flat_map(|(row, imports)| {
        let all: BTreeSet<&str> = row.clone().chain(imports).collect();
        row.map(move |module| (module, all.clone()))
    })
    .collect()
}

/// Returns the names at the crate's root to which the text of a file refers. `depth` is the number
/// of modules from the crate's root to the file: 1 for `ir/mod.rs`, 2 for `ir/expr.rs`.
fn imports(text: &str, depth: usize) -> BTreeSet<&str> {
    let code = text.split("\nmod tests {").next().unwrap_or(text).lines();
    let code = code.map(|line| line.split("//").next().unwrap_or(""));
    let to_root = "super::".repeat(depth);
    code.flat_map(|line| {
        assert!(!line.contains("crate::{"), "write one `use` for each module: {line}");
        let from_crate = line.split("crate::").skip(1);
        let from_super = line.split(&*to_root).skip(1);
        from_crate.chain(from_super).map(|rest| names(rest).next().unwrap_or(""))
    })
    .collect()
}

/// Splits a text into its names. A character that cannot be part of a name separates two of them.
fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
}

/// Returns the top-level modules of the crate in `folder`, each with the modules that its files
/// import. An import of a name that the crate's root re-exports counts as an import of its module.
fn modules(folder: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let src = folder.join("src");
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut module_of: BTreeMap<String, String> = BTreeMap::new();
    for entry in WalkDir::new(&src) {
        let path = entry.expect("the sources are there").into_path();
        let within = path.strip_prefix(&src).expect("it lies in the folder").with_extension("");
        let source = path.extension().is_some_and(|suffix| suffix == "rs" || suffix == "lalrpop");
        let mut modules: Vec<&str> = within.iter().filter_map(|part| part.to_str()).collect();
        if !source || modules.contains(&"tests") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("it is text");
        if matches!(modules[..], ["lib" | "main"]) {
            for statement in text.split(';') {
                let reexport = statement.trim().strip_prefix("pub use ");
                let (module, rest) = reexport.and_then(|path| path.split_once("::")).unzip();
                // A list in braces begins and ends with an empty name.
                let names = rest.into_iter().flat_map(names).filter(|name| !name.is_empty());
                let names = names.map(str::to_owned);
                module_of.extend(names.zip(module.into_iter().map(str::to_owned).cycle()));
            }
            continue;
        }
        modules.retain(|name| *name != "mod");
        let of_module = found.entry(modules[0].to_owned()).or_default();
        of_module.extend(imports(&text, modules.len()).into_iter().map(str::to_owned));
    }
    let names: BTreeSet<String> = found.keys().cloned().collect();
    for imports in found.values_mut() {
        let modules = imports.iter().map(|name| module_of.get(name).unwrap_or(name).clone());
        *imports = modules.filter(|name| names.contains(name)).collect();
    }
    found
}

/// Removes every module that is not part of an import cycle, and not between two cycles.
fn cycles(mut modules: BTreeMap<String, BTreeSet<String>>) -> BTreeMap<String, BTreeSet<String>> {
    modules.iter_mut().for_each(|(module, imports)| _ = imports.remove(module));
    loop {
        let before = modules.len();
        modules.retain(|_, imports| !imports.is_empty());
        let imported: BTreeSet<String> = modules.values().flatten().cloned().collect();
        modules.retain(|module, _| imported.contains(module));
        let left: BTreeSet<String> = modules.keys().cloned().collect();
        modules.values_mut().for_each(|imports| imports.retain(|module| left.contains(module)));
        if modules.len() == before {
            return modules;
        }
    }
}

/// Returns the folders of the crates of the workspace.
fn members() -> Vec<PathBuf> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let manifest = std::fs::read_to_string(workspace.join("Cargo.toml")).expect("it is text");
    let (_, members) = manifest.split_once("members = [").expect("the workspace has members");
    let (members, _) = members.split_once(']').expect("the list ends");
    let members: Vec<PathBuf> =
        members.split('"').skip(1).step_by(2).map(|member| workspace.join(member)).collect();
    assert!(members.len() > 5, "{members:?}");
    members
}

/// Returns the value of a key in a line of a manifest, such as `igc` for `package` in
/// `facade = { package = "igc" }`.
fn value<'l>(line: &'l str, key: &str) -> Option<&'l str> {
    let (_, rest) = line.split_once(&format!("{key} = \""))?;
    rest.split('"').next()
}

/// Returns the name of a crate, and the crates of the workspace on which it depends.
fn dependencies(manifest: &str) -> (String, BTreeSet<String>) {
    let name = manifest.lines().find_map(|line| value(line, "name")).expect("a crate has a name");
    let section = manifest.split("\n[").filter(|part| {
        let (head, _) = part.split_once(']').unwrap_or_default();
        head == "dependencies" || head.starts_with("target.") && head.ends_with(".dependencies")
    });
    let lines = section.flat_map(|part| part.lines().skip(1));
    let names = lines.map(|line| {
        let key = line.split(['.', ' ', '=']).next().unwrap_or_default();
        value(line, "package").unwrap_or(key)
    });
    let of_igc = |name: &&str| *name == "igc" || name.starts_with("igc-");
    (name.to_owned(), names.filter(of_igc).map(str::to_owned).collect())
}

#[test]
fn every_crate_depends_on_what_the_table_says() {
    let manifests = members().into_iter().map(|folder| {
        let manifest = folder.join("Cargo.toml");
        dependencies(&std::fs::read_to_string(manifest).expect("a crate has a manifest"))
    });
    let found: BTreeMap<String, BTreeSet<String>> = manifests.collect();
    let mut earlier: BTreeSet<&str> = BTreeSet::new();
    let mut table: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (name, listed) in CRATES {
        let listed: BTreeSet<&str> = listed.split_whitespace().collect();
        assert!(listed.is_subset(&earlier), "a dependency of `{name}` is not before it");
        earlier.insert(name);
        table.insert((*name).to_owned(), listed.into_iter().map(str::to_owned).collect());
    }
    assert_eq!(found, table);
}

#[test]
fn dependencies_are_found() {
    let manifest = "[package]\nname = \"a\"\n\n[dependencies]\nfacade = { package = \"igc\" }\n\
        igc-b.workspace = true\nserde = \"1\"\n\n[dev-dependencies]\nigc-c = \"1\"\n";
    let found = BTreeSet::from(["igc".to_owned(), "igc-b".to_owned()]);
    assert_eq!(dependencies(manifest), ("a".to_owned(), found));
}

#[test]
fn every_module_imports_what_the_table_says() {
    let (allowed, found) = (allowed(), modules(Path::new(env!("CARGO_MANIFEST_DIR"))));
    let names = |modules: &BTreeMap<&str, _>| modules.keys().map(|m| (*m).to_owned()).collect();
    let in_table: BTreeSet<String> = names(&allowed);
    let in_crate: BTreeSet<String> = found.keys().cloned().collect();
    assert_eq!(in_crate, in_table, "the modules of the crate, and those of the table");
    for (row, listed) in LAYERS {
        for module in row.split(' ') {
            let forbidden: Vec<&String> =
                found[module].iter().filter(|m| !allowed[module].contains(m.as_str())).collect();
            assert!(forbidden.is_empty(), "`{module}` must not import {forbidden:?}");
        }
        for import in listed.split_whitespace() {
            let used = row.split(' ').any(|module| found[module].contains(import));
            assert!(used, "`{row}` no longer imports `{import}`: remove it from the table");
        }
    }
}

#[test]
fn the_table_points_one_way() {
    let mut earlier = BTreeSet::new();
    for (row, imports) in LAYERS {
        for import in imports.split_whitespace() {
            assert!(earlier.contains(import), "`{import}` is not before `{row}`");
        }
        earlier.extend(row.split(' '));
    }
}

#[test]
fn no_crate_has_an_import_cycle() {
    for folder in members() {
        let member = folder.display();
        let found = modules(&folder);
        let files = std::fs::read_dir(folder.join("src")).expect("it is readable").count();
        assert!(files == 1 || !found.is_empty(), "{member} has modules");
        let cycles = cycles(found);
        assert!(cycles.is_empty(), "modules of {member} import each other in a cycle: {cycles:?}");
    }
}

#[test]
fn a_cycle_is_found() {
    let graph = [("a", "b"), ("b", "c"), ("c", "b"), ("c", "d"), ("d", "d")];
    let mut modules: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (module, import) in graph {
        modules.entry(module.to_owned()).or_default().insert(import.to_owned());
    }
    let found: Vec<String> = cycles(modules).into_keys().collect();
    assert_eq!(found, ["b", "c"]);
}

#[test]
fn every_form_of_an_import_is_seen() {
    let text = "
        //! [`driver`](crate::driver) is a link.
        use crate::passes::{self, PASSES};
        pub use crate::check::Checked; // not crate::lower
        let text = crate::syntax::print::expr(crate::ir::text::statement(stmt));
        use super::super::schedule::Schedule;
        use super::library;
mod tests {
        use crate::driver;
    ";
    let seen = BTreeSet::from(["check", "ir", "passes", "schedule", "syntax"]);
    assert_eq!(imports(text, 2), seen);
    assert!(imports("use super::library;", 1).contains("library"));
}
