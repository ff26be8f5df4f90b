//! Tests of the checks of communities with known modularities.

use super::*;

fn graph(nodes: u32, edges: &[(u32, u32)]) -> Adjacency {
    let edges = edges.iter().flat_map(|&(u, v)| [(u, v, None), (v, u, None)]);
    Adjacency::from_edges(nodes, edges).unwrap()
}

/// Two triangles that one edge joins: 6 of 7 edges are inside, and both communities have half of
/// the ends.
fn triangles() -> Adjacency {
    graph(6, &[(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5), (2, 3)])
}

const BEST: f64 = 6.0 / 7.0 - 0.5;

#[test]
fn the_best_communities_pass() {
    let community = [4, 4, 4, 1, 1, 1];
    assert_eq!(check_louvain(&triangles(), &community, &[0.1, BEST]), Ok(()));
    assert_eq!(check_leiden(&triangles(), &community, BEST), Ok(()));
    let empty = graph(3, &[]);
    assert_eq!(check_louvain(&empty, &[0, 1, 2], &[]), Ok(()));
    assert_eq!(check_leiden(&empty, &[0, 1, 2], 0.0), Ok(()));
}

#[test]
fn a_wrong_modularity_is_refused() {
    let community = [0, 0, 0, 1, 1, 1];
    for wrong in [BEST + 1e-6, BEST - 1e-6, f64::NAN] {
        assert!(check_louvain(&triangles(), &community, &[wrong]).is_err());
        assert!(check_leiden(&triangles(), &community, wrong).is_err());
    }
    for levels in [[BEST, BEST], [BEST + 0.1, BEST], [f64::NAN, BEST]] {
        assert!(check_louvain(&triangles(), &community, &levels).is_err(), "{levels:?}");
    }
}

/// Four communities of which two pairs should be joined, and one community for all nodes.
#[test]
fn communities_that_can_be_joined_are_refused() {
    let split = [0, 0, 1, 2, 3, 3];
    let modularity = weighted(&triangles()).contracted(&split).modularity();
    let error = check_louvain(&triangles(), &split, &[modularity]).unwrap_err();
    assert!(error.first[0].reason.starts_with("joining the communities of nodes"), "{error:?}");
    let error = check_louvain(&triangles(), &[0; 6], &[0.0]).unwrap_err();
    assert!(error.first[0].reason.starts_with("the sequential Louvain method"), "{error:?}");
}

/// The two ends of a path form a community without the node between them.
#[test]
fn a_community_that_is_not_connected_is_refused() {
    let path = graph(5, &[(0, 1), (1, 2), (3, 4)]);
    let community = [0, 1, 0, 2, 2];
    let modularity = weighted(&path).contracted(&community).modularity();
    let error = check_leiden(&path, &community, modularity).unwrap_err();
    assert_eq!((error.what, error.wrong), ("community", 1));
}

#[test]
fn the_sequential_method_finds_the_communities_of_two_cliques() {
    let clique = |first: u32| (0..5).flat_map(move |u| (0..u).map(move |v| (first + u, first + v)));
    let edges: Vec<(u32, u32)> = clique(0).chain(clique(5)).chain([(0, 5)]).collect();
    let two = weighted(&graph(10, &edges));
    let reached = louvain::reached(two);
    assert!((reached - (20.0 / 21.0 - 0.5)).abs() < 1e-12, "{reached}");
}
