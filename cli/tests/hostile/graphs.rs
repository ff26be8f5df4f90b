//! Mutated graphs in every format: each is a graph or an error, and the loader and the oracle do
//! not disagree about a graph that both accept.

use crate::{campaign, igc, must_end, mutate::mutated, repository};

/// The formats by the names of the key `format`.
const FORMATS: [&str; 16] = [
    "dimacs", "mtx", "el", "wel", "konect", "metis", "adjlist", "ligra", "graphml", "galois", "sg",
    "wsg", "egr", "igc", "parquet", "arrow",
];

#[test]
fn mutated_graphs() {
    let folder = tempfile::tempdir().unwrap();
    let seed_of = |format: &str| {
        if format == "konect" || format == "metis" {
            // igc does not write all formats.
            return match format {
                "konect" => b"% sym unweighted\n% 3 4 4\n1 2\n2 3\n3 4\n".to_vec(),
                _ => b"% a comment\n4 3\n2\n1 3\n2 4\n3\n".to_vec(),
            };
        }
        let path = folder.path().join(format!("seed.{format}"));
        let path_text = path.to_str().unwrap();
        let weights = if ["el", "adjlist", "sg"].contains(&format) { ",weights=none" } else { "" };
        let from = format!("road:12{weights}");
        if format == "galois" {
            return galois();
        }
        let generate = ["graph", "generate", &from, path_text, "--to", format];
        must_end(&mut igc(&generate), &[0], None);
        std::fs::read(path).unwrap()
    };
    // Without the feature, igc does not write the last two formats.
    let formats =
        &FORMATS[..if cfg!(feature = "parquet") { FORMATS.len() } else { FORMATS.len() - 2 }];
    let seeds: Vec<Vec<u8>> = formats.iter().map(|format| seed_of(format)).collect();
    let bfs = repository().join("examples/bfs/bfs_wl.ig");
    campaign("mutated graphs", |random| {
        let at = random.below(formats.len());
        let path = folder.path().join(format!("mutated.{}", formats[at]));
        std::fs::write(&path, mutated(&seeds[at], random)).unwrap();
        let path_text = path.to_str().unwrap();
        let keys = *random.of(&["", ",compact", ",sparse", ",symmetric", ",weights=ignore"]);
        let spec = format!("{path_text},format={}{keys}", formats[at]);
        let info = must_end(&mut igc(&["graph", "info", &spec]), &[0, 1], Some(&path));
        if info.status.success() {
            let run = ["run", bfs.to_str().unwrap(), "--graph", &spec, "-p", "source=0"];
            let more = ["--device", "interpreter", "--check", "--timeout", "20"];
            // An oracle that cannot read the graph is an error of the input, too.
            must_end(&mut igc(&[&run[..], &more].concat()), &[0, 1], Some(&path));
        }
    });
}

/// Returns a graph of two nodes in Galois's format.
fn galois() -> Vec<u8> {
    let words = [1u64, 4, 2, 2, 1, 2];
    let mut bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    bytes.extend([1u32, 0, 5, 6].iter().flat_map(|word| word.to_le_bytes()));
    bytes
}
