//! Completion of names: of programs, graphs, devices, and what `igc explain` explains.

use std::ffi::OsStr;

use clap_complete::engine::{CompletionCandidate, PathCompleter, ValueCompleter};
use igc::problems;
use igc_compiler::diagnostics::registry;
use igc_runtime::graph::generate::GENERATORS;
use igc_runtime::graph::keys::{self, Key};
use igc_runtime::graph::spec::example;

use super::candidates;
use crate::args::compile::Emit;
use crate::explain::subjects;

/// Completes the name of a problem, or of a program that is part of igc.
pub fn programs(text: &OsStr) -> Vec<CompletionCandidate> {
    let Some(text) = text.to_str() else { return vec![] };
    let problems = igc::problems().iter().map(|problem| (problem.name, problem.meaning.to_owned()));
    let programs = igc::problems().iter().flat_map(|problem| {
        problem.programs.iter().map(|name| (*name, format!("a program for {}", problem.name)))
    });
    let programs = programs.filter(|(name, _)| problems::find(name).is_some_and(|it| it.is_pinned));
    candidates("", text, problems.chain(programs))
}

/// Completes the name of a problem or of a program, or a file.
pub fn programs_and_files(text: &OsStr) -> Vec<CompletionCandidate> {
    let files = PathCompleter::file().complete(text);
    programs(text).into_iter().chain(files).collect()
}

/// Completes a graph: a generator with a usual size, a file, or the last key of either.
pub fn graphs(text: &OsStr) -> Vec<CompletionCandidate> {
    let files = PathCompleter::file().complete(text);
    let Some(text) = text.to_str() else { return files };
    let generators = GENERATORS.iter().filter_map(|it| Some((example(it.name)?, it.summary)));
    let whole = candidates("", text, generators).into_iter().chain(files);
    whole.chain(graph_keys(text)).collect()
}

/// Completes the last key of a specification.
fn graph_keys(text: &str) -> Vec<CompletionCandidate> {
    let Some(comma) = text.rfind(',') else { return vec![] };
    let (before, last) = text.split_at(comma + 1);
    let name = before.split([':', ',']).next().unwrap_or_default();
    let of_generator = GENERATORS
        .iter()
        .find(|generator| generator.name == name && before.starts_with(&format!("{name}:")));
    let fits = |key: &&Key| match of_generator {
        Some(known) => known.keys.contains(&key.name) || ["weights", "order"].contains(&key.name),
        None => true,
    };
    let known = if of_generator.is_some() { keys::OF_GENERATORS } else { keys::OF_FILES };
    let values = known.iter().filter(fits).flat_map(|key| {
        let values = key.values.split('|');
        values.map(move |value| match value {
            "" => (key.name.to_owned(), key.words),
            // Capitals stand for a value of the user.
            _ if value.starts_with(|c: char| c.is_ascii_uppercase()) => {
                (format!("{}=", key.name), key.words)
            }
            _ => (format!("{}={value}", key.name), key.words),
        })
    });
    candidates(before, last, values)
}

/// Completes the selector of a device. The devices of drivers are not listed, because opening them takes long.
pub fn devices(text: &OsStr) -> Vec<CompletionCandidate> {
    let known = [
        ("cpu", "this machine's processor"),
        ("cuda", "the first GPU of NVIDIA, through CUDA"),
        ("gpu", "the first GPU"),
        ("interpreter", "the reference interpreter, which is slow"),
        ("opencl:gpu", "the first GPU, through OpenCL"),
    ];
    candidates("", text.to_str().unwrap_or_default(), known.into_iter())
}

/// Completes what `igc explain` explains: a code, an optimisation, a pass, or a program.
pub fn subjects(text: &OsStr) -> Vec<CompletionCandidate> {
    let codes = registry::all().map(|code| (code.code, code.title));
    let mut names: Vec<&str> = subjects::names().collect();
    names.sort_unstable();
    names.dedup();
    let names = names.into_iter().map(|name| (name, "an optimisation or a pass"));
    let known = candidates("", text.to_str().unwrap_or_default(), codes.chain(names));
    known.into_iter().chain(programs_and_files(text)).collect()
}

/// Completes what `igc compile` prints.
pub fn emitted(text: &OsStr) -> Vec<CompletionCandidate> {
    let known = Emit::NAMES.iter().map(|name| (*name, "what igc prints"));
    candidates("", text.to_str().unwrap_or_default(), known)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(candidates: &[CompletionCandidate]) -> Vec<&str> {
        candidates.iter().filter_map(|it| it.get_value().to_str()).collect()
    }

    #[test]
    fn programs_complete() {
        let found = programs("bfs_h".as_ref());
        assert_eq!(values(&found), ["bfs_hybrid"]);
        let all = programs("".as_ref());
        for problem in igc::problems() {
            for name in problem.programs.iter().chain([&problem.name]) {
                assert_eq!(values(&all).iter().filter(|it| *it == name).count(), 1, "{name}");
            }
        }
    }

    #[test]
    fn graphs_complete() {
        assert_eq!(values(&graphs("rma".as_ref())), ["rmat:20"]);
        assert_eq!(values(&graphs("rmat:20,se".as_ref())), ["rmat:20,seed="]);
        assert_eq!(values(&graphs("chain:5,seed=1,d".as_ref())), ["chain:5,seed=1,directed"]);
        assert!(graphs("chain:5,se".as_ref()).is_empty());
        let loops = ["g.el,loops=keep", "g.el,loops=drop"];
        assert_eq!(values(&graphs("g.el,loop".as_ref())), loops);
        let weights =
            ["g.el,weights=keep", "g.el,weights=ignore", "g.el,weights=big", "g.el,weights=float"];
        assert_eq!(values(&graphs("g.el,weights".as_ref())), weights);
    }

    #[test]
    fn subjects_complete() {
        for (text, found) in
            [("E0101", "E0101"), ("W010", "W0101"), ("adap", "adaptive"), ("bfs_hy", "bfs_hybrid")]
        {
            assert!(values(&subjects(text.as_ref())).contains(&found), "{text}");
        }
        assert_eq!(values(&devices("c".as_ref())), ["cpu", "cuda"]);
        assert_eq!(values(&emitted("cu".as_ref())), ["cuda", "cubin"]);
        for name in Emit::NAMES {
            name.parse::<Emit>().unwrap();
        }
    }
}
