//! Tests of messages that say how to go on: each was a dead end for a new user.

use std::process::Command;

use crate::{Folder, bfs, command, has_device, igc};

/// Checks that a message contains texts.
#[track_caller]
fn says(message: &str, words: &[&str]) {
    for words in words {
        assert!(message.contains(words), "`{words}` is not in\n{message}");
    }
}

/// Runs a command of a message in a folder, with other names for its files.
fn follow(folder: &Folder, message: &str, from: &str, to: &str) {
    let start = message.find("`awk ").unwrap();
    let command = message[start + 1..].split('`').next().unwrap();
    let new = command.split("> ").last().unwrap();
    let command = command.replace("FILE", from).replace(new, to);
    let done = Command::new("sh").args(["-c", &command]).current_dir(folder.0.path()).status();
    assert!(done.unwrap().success(), "{command}");
}

#[test]
fn a_misspelt_program_is_suggested_with_and_without_its_ending() {
    let folder = Folder::new();
    for name in ["bfs_lw.ig", "bfs_lw"] {
        let run = ["run", name, "--graph", "chain:4"];
        let done = command(&run).current_dir(folder.0.path()).output().unwrap();
        says(&String::from_utf8(done.stderr).unwrap(), &["help: did you mean `bfs_wl`"]);
    }
}

#[test]
fn a_folder_instead_of_a_program_says_what_to_write() {
    let folder = Folder::new();
    let path = folder.path("");
    let run = || igc(&["run", &path, "--graph", "chain:4", "--device", "interpreter"]).fails(1);
    says(&run(), &["this is a folder, not a program\n"]);
    let program = folder.file("b.ig", "main {}");
    folder.file("c.ig", "main {}");
    says(&run(), &[&format!("help: name a file in it, such as `{program}`")]);
}

#[test]
fn a_graph_without_a_size_or_a_file_says_what_to_write() {
    let folder = Folder::new();
    let path = folder.path("");
    let run =
        |graph: &str| igc(&["run", &bfs(), "--graph", graph, "--device", "interpreter"]).fails(1);
    says(&run("rmat"), &["error: rmat: the generator needs a size\nhelp: write `rmat:20`"]);
    says(&run("grid,weights=none"), &["the generator needs a size\nhelp: write `grid:100x100`"]);
    says(&run("rmta:10"), &["unknown generator 'rmta'", "help: did you mean `rmat`?"]);
    says(&run("rmat:4,sed=3"), &["'rmat' has no key 'sed'", "help: did you mean `seed`?"]);
    let empty = "help: name a file in it, or a generator with a size, such as `rmat:20`";
    says(&run(&path), &["this is a directory, not a file\n", empty]);
    folder.file("z.notes", "");
    let graph = folder.file("g.el.gz", "");
    let example = format!("help: name a file, such as `{graph}`, or a generator");
    says(&run(&path), &[&example]);
}

#[test]
fn swap_with_parentheses_and_functions_of_other_languages_are_explained() {
    let folder = Folder::new();
    let check = |text: &str| igc(&["check", &folder.file("p.ig", text)]).fails(1);
    let swap = check("node a: u32 = 0;\nnode b: u32 = 0;\nmain { swap(a, b); }\noutput a;\n");
    says(&swap, &["`swap` is a statement and takes no parentheses", "help: write `swap a, b;`"]);
    let call = |call: &str| {
        check(&format!(
            "node a: f32 = 0;\nkernel k() {{ forall u in nodes {{ u.a = {call}; }} }}\nmain {{ k(); }}\noutput a;\n"
        ))
    };
    for (other, ours) in [
        ("exp2(1.0)", "help: write `pow(2.0, x)`"),
        ("log2(1.0)", "help: write `log(x) / log(2.0)`"),
        ("fabs(1.0)", "help: write `abs(x)`"),
        ("clamp(1.0, 0.0, 1.0)", "help: write `max(low, min(x, high))`"),
        ("iff(true, 1.0, 2.0)", "help: write `select(condition, a, b)`"),
        ("srqt(1.0)", "help: did you mean `sqrt`?"),
    ] {
        says(&call(other), &[ours]);
    }
}

#[test]
fn placeholders_in_texts_are_warnings() {
    let folder = Folder::new();
    let check = |print: &str| {
        let text = format!("global u: u32 = 1;\nmain {{ u = 2; {print} }}\noutput u;\n");
        let done = igc(&["check", &folder.file("p.ig", &text)]);
        assert_eq!(done.code, 0, "{done:?}");
        done.stderr
    };
    says(
        &check("print \"u={u}\";"),
        &["warning[W0106]: `{u}` is printed", "write `print \"u=\", u;`"],
    );
    says(&check("print \"{}!\", u;"), &["`{}` is printed as it is", "write `print x, \"!\";`"]);
    says(&check("print \"%lu\", u;"), &["`%lu` is printed as it is"]);
    for fine in ["print \"u = \", u;", "print \"100% done\";", "print \"{ 1, 2 }\";"] {
        says(&check(fine), &["1 program: no errors, 0 warnings"]);
    }
}

#[test]
fn values_of_options_are_explained() {
    let run =
        |more: &[&str]| igc(&[&["run", &bfs(), "--graph", "chain:4"], more].concat()).fails(2);
    let threads = run(&["--threads", "0"]);
    says(&threads, &["expected a whole number of at least 1; without `--threads`"]);
    for wish in ["best", "Fastest", "max"] {
        let opts = run(&["--opts", wish]);
        says(&opts, &["unknown optimisation", "help: with `auto`, igc chooses", "`igc help opts`"]);
    }
    says(&run(&["--opts", "oitegrb"]), &["help: did you mean `oitergb`?"]);
    let search = ["search", &bfs(), "--graph", "chain:4", "--opts", "best"];
    says(&igc(&search).fails(2), &["`all` means the flags of the paper"]);
    let class = run(&["--input", "road"]);
    says(&class, &["expected NAME=FILE\nhelp: `--class CLASS` names the class of graphs"]);
    says(&run(&["--class", "road"]), &["--policy <FILE>"]);
}

#[test]
fn a_wrong_device_lists_every_device_and_names_have_any_case() {
    let run =
        |device: &str| igc(&["run", &bfs(), "--graph", "chain:4", "--json", "--device", device]);
    if has_device() {
        let done = run("no such");
        assert_eq!(done.code, 3);
        says(&done.stderr, &["no device matches `no such`; the devices are:\n  0: ", "\n  cpu: "]);
        says(&done.stderr, &["\n  interpreter: the reference interpreter\n"]);
    }
    for (name, driver) in [("CPU", "native"), ("Cpu:2", "native"), ("Interpreter", "interpreter")] {
        let report = run(name).json();
        assert!(report["device"]["driver"].as_str().unwrap().contains(driver), "{report}");
    }
    for name in ["host", "HOST"] {
        let done = run(name);
        assert_eq!(done.code, 3, "{done:?}");
        let help = format!(
            "no device matches `{name}`\nhelp: the device `host` is called `interpreter`\n"
        );
        says(&done.stderr, &[&help]);
    }
    let threads = ["run", &bfs(), "--graph", "chain:4", "--device", "CPU", "--threads", "2"];
    says(&igc(&threads).ok(), &["(2 threads)"]);
}

#[test]
fn a_graph_that_a_format_cannot_represent_says_which_command_works() {
    let folder = Folder::new();
    let convert = |arguments: &[&str]| {
        let arguments = [&["graph", "convert"], arguments].concat();
        let done = command(&arguments).current_dir(folder.0.path()).output().unwrap();
        String::from_utf8(done.stderr).unwrap()
    };
    let stderr = convert(&["rmat:10", "g.el"]);
    let other = "\nhelp: write another format: `igc graph convert rmat:10 g.wel`";
    let without = "\nhelp: leave the weights out: `igc graph convert rmat:10,weights=none g.el`";
    says(&stderr, &["g.el: el cannot represent weights", other, without]);
    assert_eq!(convert(&["rmat:10,weights=none", "g.el"]), "");
    assert_eq!(convert(&["rmat:10", "g.wel"]), "");
    let stderr = convert(&["g.wel", "g.sg.gz"]);
    says(
        &stderr,
        &["`igc graph convert g.wel g.wsg.gz`", "`igc graph convert g.wel,weights=ignore g.sg.gz`"],
    );
    assert_eq!(convert(&["g.wel,weights=ignore", "g.sg.gz"]), "");
    let stderr = convert(&["g.el", "x", "--to", "wel"]);
    says(&stderr, &["help: write another format: `igc graph convert g.el x --to el`"]);
}

/// The keys that messages propose make igc read the file.
#[test]
fn edge_lists_of_other_programs_say_how_to_read_them() {
    let folder = Folder::new();
    let info = |graph: &str| {
        let info = ["graph", "info", graph, "--json"];
        let done = command(&info).current_dir(folder.0.path()).output().unwrap();
        let stderr = String::from_utf8(done.stderr).unwrap();
        match done.status.success() {
            true => Ok(serde_json::from_slice::<serde_json::Value>(&done.stdout).unwrap()),
            false => Err(stderr),
        }
    };
    let cases = [
        ("quoted.csv", "\"0\",\"1\"\n\"1\",\"2\"\n", "`ids=names`", "null"),
        ("half.el", "0 \"1\"\n1 \"2\"\n", "`ids=names`", "null"),
        ("semicolons.csv", "0;1\n1;2\n", "`separator=semicolon`", "null"),
        ("titles.csv", "source;target\n0;1\n1;2\n", "`source=source,target=target`", "null"),
        ("floats.el", "0.0 1.0\n1.0 2.0\n", "`ids=names`", "null"),
        ("floats.csv", "0.0,1.0\n1.0,2.0\n", "`ids=names`", "null"),
        ("index.csv", ",source,target\n0,0,1\n1,1,2\n", "`source=source,target=target`", "null"),
        (
            "r.csv",
            "\"\",\"who\",\"whom\"\n\"1\",5,6\n\"2\",6,7\n",
            "`source=who,target=whom`",
            "\"numbers\"",
        ),
        ("large.csv", "10000000000,1\n1,2\n", "`ids=names`", "\"numbers\""),
        ("negative.el", "-1 1\n1 2\n", "`ids=names`", "\"numbers\""),
        (
            "names.el",
            "ann bob\nbob carl\n",
            "such as `source=ann,target=bob`; if it is an edge, add the key `ids=names`",
            "\"texts\"",
        ),
        ("mixed.el", "1 bob\nbob carl\n", "`ids=names`", "\"texts\""),
        ("dates.csv", "2024-01-05,2024-01-06\n2024-01-06,2024-02-01\n", "`ids=names`", "\"texts\""),
        ("titled.csv", "from,to\nMia Maria,Bob\nBob,Eve\n", "`ids=names`", "\"texts\""),
        (
            "columns.csv",
            "source,target,time\n0,1,2024-01-01\n1,2,2024-01-02\n",
            "`source=source,target=target`",
            "null",
        ),
        ("stamps.el", "0 1 5 1577836800\n1 2 5 1577836801\n", "`weights=ignore`", "null"),
        (
            "calls.csv",
            "caller,callee,minutes\nann,bob,5\nbob,carl,2\n",
            "`source=caller,target=callee`",
            "\"texts\"",
        ),
    ];
    for (name, text, advice, ids) in cases {
        folder.file(name, text);
        let stderr = info(name).unwrap_err();
        says(&stderr, &[advice]);
        // The message about an unclear first line proposes two ways.
        let from = if name == "names.el" { stderr.find("if it is an edge").unwrap() } else { 0 };
        let keys = stderr[from..].split("add the key").nth(1).unwrap();
        let keys = keys.split('`').nth(1).unwrap();
        let found = info(&format!("{name},{keys}"));
        let found = found.unwrap_or_else(|stderr| panic!("{name},{keys}: {stderr}"));
        assert_eq!((&found["nodes"], &found["arcs"]), (&3.into(), &2.into()), "{name}");
        assert_eq!(found["ids"].to_string(), ids, "{name}");
    }
    // A key reads this, too.
    folder.file("times.el", "0 1 2024-01-01T00:00\n1 2 2024-01-02T00:00\n");
    says(&info("times.el").unwrap_err(), &["key `weights=ignore`"]);
    assert_eq!(info("times.el,weights=ignore").unwrap()["arcs"], 2);
}

/// The same for weights that a program of igc cannot represent.
#[test]
fn shortest_paths_on_other_weights_say_how_to_go_on() {
    let folder = Folder::new();
    let run = |program: &str, graph: &str| {
        let run = ["run", program, "--graph", graph, "--device", "cpu", "--check"];
        let done = command(&run).current_dir(folder.0.path()).output().unwrap();
        (done.status.code(), String::from_utf8(done.stderr).unwrap())
    };
    folder.file("plain.el", "# a comment\n0 1\n1 2\n");
    folder.file("real.csv", "0,1,0.517\n1,2,1.25\n");
    folder.file("titled.csv", "from,to\n0,1\n1,2\n");
    folder.file("titled-real.csv", "from,to,weight\n0,1,0.517\n1,2,1.25\n");
    let (none, real) = ("use a graph with weights", "make the weights whole numbers");
    for (graph, advice) in
        [("plain.el", none), ("titled.csv", none), ("titled-real.csv", real), ("real.csv", real)]
    {
        let (code, stderr) = run("sssp_nf", graph);
        assert_eq!(code, Some(1));
        says(&stderr, &[advice, "`igc new --from sssp_nf my.ig` writes a copy"]);
        if advice == real {
            says(&stderr, &["help: the problem `sssp_real` takes all real weights"]);
            // The problem has programs for real weights.
            assert_eq!(run("sssp", graph), (Some(0), String::new()));
        } else {
            assert_eq!(run("sssp", graph), (code, stderr.clone()));
        }
        assert!(!stderr.contains("help: give `weight` a type"), "{stderr}");
        follow(&folder, &stderr, graph, "new.wel");
        for program in ["sssp", "sssp_nf"] {
            let done = run(program, "new.wel");
            assert_eq!(done, (Some(0), String::new()), "{}", folder.read("new.wel"));
        }
    }
    assert_eq!(folder.read("new.wel"), "0 1 517\n1 2 1250\n");
}

/// Commands for edge lists of numbers would destroy a table with names.
#[test]
fn shortest_paths_on_tables_with_names_say_how_to_name_the_weights() {
    let folder = Folder::new();
    let program = folder.file(
        "p.ig",
        "edge weight: u32;\nglobal sum: u32 = 0;\n\
         kernel k() { forall e in edges { sum += e.weight; } }\nmain { k(); }\noutput sum;\n",
    );
    let run = |program: &str, graph: &str| {
        let run = ["run", program, "--graph", graph, "--device", "interpreter"];
        let done = command(&run).current_dir(folder.0.path()).output().unwrap();
        (done.status.code(), String::from_utf8(done.stderr).unwrap())
    };
    folder.file("calls.csv", "who,whom,note\nAda,\"Bob, née X\",a\n\"Bob, née X\",Cleo,b\n");
    let keys = ",source=who,target=whom";
    for program in ["sssp", &program] {
        let (code, stderr) = run(program, &format!("calls.csv{keys}"));
        assert_eq!(code, Some(1));
        says(&stderr, &["name it with the key `weight=COLUMN`", "whose key is `weight=weight`"]);
        assert_eq!(stderr.matches("`awk ").count(), 1, "{stderr}");
        follow(&folder, &stderr, "calls.csv", "new.csv");
        let (code, stderr) = run(program, &format!("new.csv{keys},weight=weight"));
        assert_eq!(code, Some(0), "{stderr}");
    }
    folder.file("real.csv", "who,whom,km\nAda,Bob,1.25\n");
    let (code, stderr) = run(&program, &format!("real.csv{keys},weight=km"));
    assert_eq!(code, Some(1));
    says(&stderr, &["multiplied by 100, to a column", "the key `weight=COLUMN`"]);
    assert!(!stderr.contains("awk"), "{stderr}");
    folder.file("plain.el", "0 1\n");
    says(&run(&program, "plain.el").1, &["name it with the key `weight=COLUMN`"]);
}

#[test]
fn one_option_writes_outputs_and_the_ending_chooses_commas_or_tabs() {
    let folder = Folder::new();
    let [csv, tsv, one] = ["all.csv", "all.tsv", "one.csv"].map(|name| folder.path(name));
    let run = ["run", &bfs(), "--graph", "chain:2", "--device", "interpreter", "-p", "source=0"];
    let one_of = format!("level={one}");
    igc(&[&run[..], &["-o", &csv, "-o", &tsv, "--output", &one_of]].concat()).ok();
    assert_eq!(folder.read("all.csv"), "node,level\n0,0\n1,1\n");
    assert_eq!(folder.read("all.tsv"), "node\tlevel\n0\t0\n1\t1\n");
    assert_eq!(folder.read("one.csv"), "node,level\n0,0\n1,1\n");
    assert_eq!(igc(&[&run[..], &["-o", "-"]].concat()).ok(), "node\tlevel\n0\t0\n1\t1\n");
    let help = igc(&["run", "--help"]).ok();
    assert!(help.contains("-o, --output") && !help.contains("-O,"), "{help}");
    assert!(igc(&[&run[..], &["-O", &csv]].concat()).fails(2).contains("'-O'"));
}

/// An array is one comment, not one for each of its elements.
#[test]
fn few_comments_precede_the_table_of_louvain() {
    let text = igc(&["run", "louvain", "--graph", "rmat:6", "--device", "cpu", "-o", "-"]).ok();
    let comments: Vec<&str> = text.lines().take_while(|line| line.starts_with('#')).collect();
    assert!(comments.len() == 2 && comments[0].starts_with("# modularity\t0."), "{comments:?}");
    assert_eq!(comments[0].split('\t').count(), 33);
    assert!(text.contains("\nnode\tcommunity\n"), "{text}");
}

/// The advice for a program without an oracle names the oracles that could judge its outputs.
#[test]
fn a_program_without_an_oracle_gets_advice_for_its_outputs() {
    let folder = Folder::new();
    let stderr = |text: &str| {
        let file = folder.file("own.ig", text);
        igc(&["run", &file, "--graph", "chain:4", "--device", "interpreter", "--check"]).fails(1)
    };
    let ranks = stderr(
        "param d: f32 = 0.85; param eps: f32 = 0.001; node score: f32 = 0;
        kernel k() { forall u in nodes { u.score = d + eps; } } main { k(); } output score;",
    );
    says(
        &ranks,
        &["names no oracle", "`check pagerank(score, d, eps);`", "`--device interpreter`"],
    );
    assert!(!ranks.contains("bfs"), "{ranks}");
    let pairs = stderr(
        "node a: u64[2]; kernel k() { forall u in nodes { u.a[0] = 1; } } main { k(); } output a;",
    );
    says(&pairs, &["no oracle of igc judges outputs like those of the program"]);
}

#[test]
fn a_time_of_one_run_says_so() {
    let run = ["run", "bfs", "--graph", "chain:4", "--device", "cpu"];
    says(&igc(&run).ok(), &["(one cold run; `--repeat N` reports medians)"]);
    let median = igc(&[&run[..], &["--repeat", "3"]].concat()).ok();
    says(&median, &["(median of 3, from "]);
    assert!(!median.contains("cold"), "{median}");
}

/// A file that ends in `.json` does not silently contain tabs.
#[test]
fn unknown_endings_of_outputs_are_refused() {
    let folder = Folder::new();
    let run = |output: &str| {
        let run = ["run", "bfs", "--graph", "chain:4", "--device", "cpu", "-o", output];
        igc(&run)
    };
    for name in ["x.json", "x.xlsx", "x.csv.gz"] {
        let file = folder.path(name);
        let known = "help: the endings for all outputs are .csv (commas), .tsv and .txt (tabs)";
        says(&run(&file).fails(2), &["does not know how to write files that end in", known]);
        let known = "help: the endings for an output are .csv (commas), .tsv and .txt (tabs), .npy";
        says(&run(&format!("level={file}")).fails(2), &[known]);
        assert!(!std::path::Path::new(&file).exists(), "{name}");
    }
    let array = folder.path("x.npy");
    says(&run(&array).fails(2), &["one output", &format!("`-o NAME={array}`")]);
    for name in ["x", "x.tsv", "x.txt", "x.csv"] {
        run(&folder.path(name)).ok();
        let separator = if name == "x.csv" { "," } else { "\t" };
        assert!(folder.read(name).contains(&format!("\n3{separator}3\n")), "{name}");
    }
}

#[test]
fn the_value_of_unreached_nodes_is_explained() {
    let folder = Folder::new();
    let graph = folder.file("g.el", "# igc nodes 5\n0 1\n3 4\n");
    let file = folder.path("x.csv");
    let run = |graph: &str, output: &str| {
        let done = igc(&["run", "bfs", "--graph", graph, "--device", "cpu", "-o", output]);
        assert_eq!(done.code, 0, "{done:?}");
        done.stderr
    };
    let note = "note: in `level`, the value 4294967295 means that the program has not reached the node: 3 nodes\n";
    says(&run(&graph, &file), &[note]);
    assert!(folder.read("x.csv").ends_with("4,4294967295\n"), "the file has only values");
    says(&run(&graph, &format!("level={file}")), &[note]);
    says(&run(&graph, "-"), &[note]);
    assert!(!run("chain:4", &file).contains("4294967295"), "every node is reached");
}
