//! Tests of `igc explain` for programs: flags and orders of visits.

use crate::{bfs, igc, repository};

/// Returns the path of an example.
fn example(name: &str) -> String {
    repository().join("examples").join(name).to_str().unwrap().to_string()
}

/// The names of the flags for orders and virtual warps.
const ORDERS: [&str; 12] = [
    "push",
    "pull",
    "edge",
    "struct-edge",
    "rev-edge",
    "rev-struct-edge",
    "vwarp2",
    "vwarp4",
    "vwarp8",
    "vwarp16",
    "vwarp32",
    "vwarp64",
];

#[test]
fn orders_are_listed_unless_flags_are_chosen() {
    let program = example("mis/mis_worklist.ig");
    let text = igc(&["explain", &program]).ok();
    assert!(
        text.contains("mis_worklist.ig with --opts wg,sg,fg8,coop-cv,oitergb,sz256\n"),
        "{text}"
    );
    let (_, orders) = text.split_once("\norders of visits: ").unwrap();
    let lines: Vec<&str> = orders.lines().collect();
    let reason = "mis_worklist.ig:34:5: none, because a `for` or `while` runs in order";
    assert!(lines[1].starts_with("  choose at ") && lines[1].ends_with(reason), "{text}");
    assert!(lines[2].ends_with("mis_worklist.ig:50:5"), "{text}");
    let how = "possible, for nodes that a first kernel selects";
    let settle = [
        "    | forall u in joining {".to_string(),
        "    push: the loop already has this order".to_string(),
        format!("    pull, edge, struct-edge, rev-edge, rev-struct-edge: {how}"),
        format!("    vwarp2 to vwarp64: {how}"),
    ];
    assert_eq!(lines[3..], settle, "{text}");
    for chosen in ["all", "none", "pull"] {
        let text = igc(&["explain", &program, "--opts", chosen]).ok();
        assert!(!text.contains("orders of visits"), "{text}");
    }
    let text = igc(&["explain", &example("walks/node2vec.ig")]).ok();
    assert!(text.ends_with("\norders of visits: no kernel visits edges\n"), "{text}");
}

#[test]
fn orders_in_json_are_those_of_the_flag_alone() {
    let list = igc(&["explain", &bfs(), "--json"]).json();
    let list = list.as_array().unwrap();
    let (on, off): (Vec<_>, Vec<_>) = list.iter().partition(|flag| flag["enabled"] == true);
    let names = |flags: &[&serde_json::Value]| -> Vec<String> {
        flags.iter().map(|flag| flag["flag"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(&on), ["wg", "sg", "fg8", "coop-cv", "oitergb", "sz256"]);
    assert_eq!(names(&off), ORDERS);
    for flag in off {
        let alone = igc(&["explain", &bfs(), "--json", "--opts", flag["flag"].as_str().unwrap()]);
        let alone = alone.json();
        assert_eq!(
            (&alone[0]["places"], &alone[0]["applied"]),
            (&flag["places"], &flag["applied"])
        );
        assert_eq!((alone.as_array().unwrap().len(), &alone[0]["enabled"]), (1, &true.into()));
    }
}
