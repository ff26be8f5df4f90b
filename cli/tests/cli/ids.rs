//! Tests of graphs whose nodes have the ids of a user's table: parameters, inputs, outputs, printed lines
//! and converted files have these ids.

use crate::{Folder, bfs, igc};

/// A table with everything that tables of other programs have.
const CALLS: &str = "\"\";who;minutes;\"to whom\";note\r\n1;\"Ann, A\";2;Bob;\"long; and\r\nwide\"\r\n\
    2;Bob;1;Carl;\r\n3;Dan;4;Carl;x\r\n";
const KEYS: &str = "source=who,target=to whom,weight=minutes";

/// A program with parameters, inputs, printed lines and outputs that are nodes.
const PROGRAM: &str = "param first: node = 0;
param last: node = MAX;
input node start: node;
input edge cost: u32;
node parent: node = MAX;
edge twice: u32 = 0;
global most: node = MAX;

kernel work() {
    forall u in nodes {
        u.parent = u.start;
        for e in u.out {
            e.twice = 2 * e.cost;
        }
    }
}

main {
    work();
    most = first;
    print \"from\", first, last;
}

output parent, twice, most;
";

fn calls(folder: &Folder) -> String {
    format!("{},{KEYS}", folder.file("calls.csv", CALLS))
}

#[test]
fn parameters_and_outputs_have_the_ids_of_the_table() {
    let folder = Folder::new();
    let graph = calls(&folder);
    let run = ["run", &bfs(), "--graph", &graph, "--device", "interpreter", "--check"];
    let of = |source: &str| igc(&[&run[..], &["-p", source, "-o", "-"]].concat());
    let done = of("source=Ann, A");
    assert_eq!(done.ok(), "node\tlevel\nAnn, A\t0\nBob\t1\nCarl\t2\nDan\t4294967295\n");
    let done = of("source=Ann, A");
    assert!(
        done.stderr.contains("-p 'source=Ann, A'") || done.stderr.contains("-p source='Ann, A'"),
        "{done:?}"
    );
    assert!(done.stderr.contains("check     passed: bfs agrees"), "{done:?}");
    let unknown = of("source=0").fails(1);
    assert!(unknown.contains("no node has the id `0`"), "{unknown}");
    assert!(unknown.contains(
        "help: the nodes of this graph have the ids of its file: `Ann, A`, `Bob`, `Carl`, …"
    ));
    for (wrong, meant) in [("bob", "Bob"), ("ann, a", "Ann, A"), ("Cral", "Carl")] {
        let unknown = of(&format!("source={wrong}")).fails(1);
        let words = format!("no node has the id `{wrong}`\nhelp: did you mean `{meant}`?\n");
        assert!(unknown.contains(&words), "{unknown}");
    }
    let csv = folder.path("out.csv");
    igc(&[&run[..], &["-p", "source=Bob", "-o", &csv]].concat()).ok();
    let wanted = "node,level\n\"Ann, A\",4294967295\nBob,0\nCarl,1\nDan,4294967295\n";
    assert_eq!(folder.read("out.csv"), wanted);
    let report = igc(&[&run[..], &["-p", "source=Bob", "--json"]].concat()).json();
    assert_eq!(report["params"][0][1], "Bob", "{report}");
}

#[test]
fn inputs_and_printed_lines_have_ids() {
    let folder = Folder::new();
    let graph = calls(&folder);
    let program = folder.file("p.ig", PROGRAM);
    let start = folder
        .file("start.tsv", "node\tstart\nDan\tAnn, A\nAnn, A\tBob\nCarl\tCarl\nBob\t\"Dan\"\n");
    let cost = folder.file("cost.csv", "from,to,cost\nDan,Carl,7\nBob,Carl,9\n\"Ann, A\",Bob,8\n");
    let run = |cost: &str, device: &str| {
        let (start, cost) = (format!("start={start}"), format!("cost={cost}"));
        let inputs = ["--input", &start, "--input", &cost, "-p", "first=Dan", "-o", "-"];
        igc(&[&["run", &program, "--graph", &graph, "--device", device], &inputs[..]].concat())
    };
    // A separator within an id is not possible in the file of an input.
    run(&cost, "interpreter").fails(1);
    let cost =
        folder.file("cost.tsv", "from\tto\tcost\nDan\tCarl\t7\nBob\tCarl\t9\nAnn, A\tBob\t8\n");
    for device in ["interpreter", "cpu"] {
        let done = run(&cost, device);
        assert!(done.stderr.contains("from Dan none\n"), "{done:?}");
        let wanted = "# most\tDan\nnode\tparent\nAnn, A\tBob\nBob\tDan\nCarl\tCarl\nDan\tAnn, A\n\
            edge\tsource\tdestination\ttwice\n0\tAnn, A\tBob\t16\n1\tBob\tCarl\t18\n2\tDan\tCarl\t14\n";
        assert_eq!(done.ok(), wanted);
    }
    let wrong = folder.file("wrong.tsv", "from\tto\tcost\nDan\tCarla\t7\n");
    let message = run(&wrong, "interpreter").fails(1);
    let words = "wrong.tsv:2: no node has the id `Carla`\nhelp: did you mean `Carl`?";
    assert!(message.contains(words), "{message}");
}

#[test]
fn converted_graphs_keep_their_ids_or_say_that_they_do_not() {
    let folder = Folder::new();
    let graph = calls(&folder);
    let convert = |from: &str, to: &str| {
        let to = folder.path(to);
        let done = igc(&["graph", "convert", from, &to]);
        assert_eq!(done.code, 0, "{done:?}");
        (to, done.stderr)
    };
    let (binary, said) = convert(&graph, "g.igc");
    assert_eq!(said, "");
    let info = igc(&["graph", "info", &binary]).ok();
    assert!(info.contains("\nids          texts: Ann, A, Bob, Carl, …\n"), "{info}");
    let (text, said) = convert(&binary, "g.wel");
    assert_eq!(said, "");
    assert_eq!(
        folder.read("g.wel"),
        "source,target,weight\n\"Ann, A\",Bob,2\nBob,Carl,1\nDan,Carl,4\n"
    );
    assert_eq!(
        igc(&["graph", "info", &format!("{text},ids=names"), "--json"]).json()["ids"],
        "texts"
    );
    let (_, said) = convert(&binary, "g.mtx");
    assert!(said.contains("warning: the format `mtx` has no ids"), "{said}");
    let loops = folder.file("loops.csv", "a,a\nb,c\n");
    let (_, said) = convert(&format!("{loops},ids=names,loops=drop"), "h.el");
    assert!(said.contains("does not contain the 1 nodes without edges"), "{said}");
    let run = [
        "run",
        &bfs(),
        "--graph",
        &binary,
        "--device",
        "interpreter",
        "--check",
        "-p",
        "source=Dan",
    ];
    let done = igc(&[&run[..], &["-o", "-"]].concat()).ok();
    assert!(done.contains("Carl\t1\nDan\t0\n"), "{done}");
    let npy = format!("level={}", folder.path("level.npy"));
    let done = igc(&[&run[..], &["-o", &npy]].concat());
    assert!(
        done.stderr.contains("warning: `") && done.stderr.contains("has numbers of nodes"),
        "{done:?}"
    );
}

/// Without the ids, a join of the result with the user's table would be wrong.
#[test]
fn compact_keeps_the_numbers_of_the_file() {
    let folder = Folder::new();
    let graph = format!("{},compact", folder.file("g.el", "400 30\n30 7\n"));
    for order in ["", ",order=degree"] {
        let graph = format!("{graph}{order}");
        let run = ["run", &bfs(), "--graph", &graph, "--device", "interpreter", "--check"];
        let done = igc(&[&run[..], &["-p", "source=400", "-o", "-"]].concat());
        assert_eq!(done.ok(), "node\tlevel\n7\t2\n30\t1\n400\t0\n");
        igc(&[&run[..], &["-p", "source=0"]].concat()).fails(1);
    }
    let (bench, out) = (
        ["bench", &bfs(), "--graph", &graph, "--device", "cpu"],
        ["--repeat", "3", "-p", "source=30"],
    );
    let done = igc(&[&bench[..], &out[..]].concat());
    assert_eq!(done.code, 0, "{done:?}");
}
