//! The table of all choices, with their names, texts of help and sources. Everything that lists choices or flags is derived from it: `--opts`,
//! `igc help opts`, the completions of shells, tables of the book, covering sets, `igc bench --each`,
//! the space of studies and `igc explain`.
//!
//! A choice is a field of a [configuration](Configuration). A flag is a value of a choice, other than its
//! default, with the name that `--opts` takes. Two flags exclude each other exactly if no value of
//! the fields has both, which the types of the fields state.

use serde::{Serialize, Serializer};

use super::{
    Configuration, Counting, EdgeOrder, FineGrained, Frontier, GroupsPerUnit, Lanes, NodeOrder,
    Outlining, Sharing, Sweeps, VisitOrder, Visits, WorkgroupSize,
};

/// What the table states about a choice.
pub struct ChoiceRow {
    /// The choice.
    pub choice: Choice,
    /// The name in texts, which is also the part before `=` of the names of its flags.
    pub name: &'static str,
    /// What the choice is about, in a few words.
    pub summary: &'static str,
    /// What the flags do, in sentences.
    pub words: &'static str,
    /// The programs, graphs and devices on which the flags help, and what they cost. It follows
    /// "Helps".
    pub helps: &'static str,
    /// What happens without a flag of this choice.
    pub default: &'static str,
    /// What a program must have for the choice to have an effect.
    pub needs: &'static str,
    /// The paper, or another source.
    pub source: &'static str,
    /// The page in `docs/src/optimisations/`, without its suffix.
    pub page: &'static str,
    /// The flags.
    pub flags: &'static [Flag],
    /// Sets the field to its default.
    pub(super) reset: fn(&mut Configuration),
}

/// What the table states about a flag.
pub struct FlagRow {
    /// The flag.
    pub flag: Flag,
    /// The choice that the flag is a value of.
    pub choice: Choice,
    /// The name in `--opts`.
    pub name: &'static str,
    /// A name that files of earlier versions have, if it is another one.
    pub earlier: Option<&'static str>,
    /// The effect in one line.
    pub summary: &'static str,
    /// Returns whether the field has this value.
    pub(super) is_on: fn(&Configuration) -> bool,
    /// Sets the field to this value.
    pub(super) turn_on: fn(&mut Configuration),
}

/// Declares the choices and flags, and the table.
macro_rules! choices {
    ($(
        $choice:ident $choice_name:literal: $choice_summary:literal,
        words $words:literal, helps $helps:literal,
        default $default:literal, needs $needs:literal, source $source:literal,
        page $page:literal, field $ty:ty, get $get:expr, set $set:expr,
        { $($flag:ident $name:literal $(or $earlier:literal)? = $value:expr, $summary:literal;)+ }
    )+) => {
        /// A choice: a field of a configuration that `--opts` sets.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Choice { $(#[doc = $choice_summary] $choice,)+ }

        /// A flag: a value of a choice, other than its default.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Flag { $($(#[doc = $summary] $flag,)+)+ }

        /// All choices, in the order of their declaration.
        pub static CHOICES: &[ChoiceRow] = &[$(ChoiceRow {
            choice: Choice::$choice,
            name: $choice_name,
            summary: $choice_summary,
            words: $words,
            helps: $helps,
            default: $default,
            needs: $needs,
            source: $source,
            page: $page,
            flags: &[$(Flag::$flag),+],
            reset: |options| {
                let set: fn(&mut Configuration, $ty) = $set;
                set(options, Default::default());
            },
        }),+];

        /// All flags, in the order of their declaration.
        pub static FLAGS: &[FlagRow] = &[$($(FlagRow {
            flag: Flag::$flag,
            choice: Choice::$choice,
            name: $name,
            earlier: [$($earlier)?].as_slice().first().copied(),
            summary: $summary,
            is_on: |options| {
                let get: fn(&Configuration) -> $ty = $get;
                get(options) == $value
            },
            turn_on: |options| {
                let set: fn(&mut Configuration, $ty) = $set;
                set(options, $value);
            },
        },)+)+];
    };
}

choices! {
    Wg "wg": "nested parallelism: workgroups",
        words "All work-items of a workgroup visit the edges of one node together, if the node has at least as many \
            edges as the workgroup has work-items.",
        helps "graphs with a few nodes of very high degree (hubs), such as social networks and `rmat`. On graphs \
            with small, similar degrees, such as road networks, it only costs barriers.",
        default "no workgroup shares the edges of a node",
        needs "a loop over edges within a loop over nodes",
        source "One Size Doesn't Fit All, section V-B",
        page "nested-parallelism",
        field bool, get |o| o.nested.wg, set |o, on| o.nested.wg = on, {
            Wg "wg" = true, "the workgroup processes nodes of high degree together";
        }
    Sg "sg": "nested parallelism: subgroups",
        words "The work-items of a subgroup (NVIDIA: a warp) visit the edges of one node together, if the node has \
            at least as many edges as the subgroup has work-items.",
        helps "graphs with many nodes of medium degree. It needs no barrier of the whole workgroup. On CPUs, a \
            subgroup often has one work-item, and the flag has no effect.",
        default "no subgroup shares the edges of a node",
        needs "a loop over edges within a loop over nodes",
        source "One Size Doesn't Fit All, section V-B",
        page "nested-parallelism",
        field bool, get |o| o.nested.sg, set |o, on| o.nested.sg = on, {
            Sg "sg" = true, "a subgroup processes nodes of medium degree together";
        }
    FineGrained "fg": "nested parallelism: linearised edges",
        words "The workgroup counts the edges of its nodes that `wg` and `sg` leave, and puts them into one \
            sequence. Its work-items share this sequence evenly, one edge (`fg1`) or eight edges (`fg8`) at a \
            time, and search for the node of each edge.",
        helps "graphs whose nodes have different degrees below the size of a workgroup. It balances the work \
            completely, and costs a scan and a search. `fg8` searches less often; in loops that add up values, \
            it also needs fewer atomics.",
        default "each work-item visits the edges of its node",
        needs "a loop over edges within a loop over nodes",
        source "One Size Doesn't Fit All, section V-B",
        page "nested-parallelism",
        field Option<FineGrained>,
        get |o| o.nested.fine_grained, set |o, value| o.nested.fine_grained = value, {
            Fg1 "fg1" = Some(FineGrained::One),
                "the remaining edges are linearised, and each work-item takes one per round";
            Fg8 "fg8" = Some(FineGrained::Eight),
                "the remaining edges are linearised, and each work-item takes eight per round";
        }
    CoopCv "coop-cv": "cooperative conversion",
        words "The work-items of a workgroup first collect their pushes and reductions in local memory. One global \
            atomic for the workgroup then replaces many atomics on the same address.",
        helps "programs that push many items in a round, or that reduce into a global, on GPUs. With few pushes, \
            the queue costs more than it saves.",
        default "each push and each reduction is an atomic",
        needs "a push to a worklist, or a reduction of a global",
        source "One Size Doesn't Fit All, section V-A",
        page "coop-cv",
        field bool, get |o| o.coop_cv, set |o, on| o.coop_cv = on, {
            CoopCv "coop-cv" = true, "a workgroup combines its pushes and its reductions";
        }
    Outlining "outlining": "iteration outlining",
        words "The rounds of a loop of `main` run in one kernel, and a barrier of all workgroups separates them. \
            Otherwise, the host launches a kernel and reads back a number in each round. `persistent` also \
            includes the kernels outside of loops.",
        helps "many short rounds, such as a breadth-first search on a road network. In long rounds, one kernel has \
            too few work-items. The device must be able to run all workgroups at the same time.",
        default "the host launches each kernel",
        needs "a loop of `main` that launches kernels",
        source "One Size Doesn't Fit All, section V-C",
        page "oitergb",
        field Outlining, get |o| o.outlining, set |o, value| o.outlining = value, {
            Oitergb "oitergb" = Outlining::Loops,
                "loops of kernels become one kernel with a grid barrier";
            Persistent "persistent" = Outlining::Program,
                "whole runs of `main` become one kernel, with kernels outside of loops";
        }
    WorkgroupSize "size": "size of workgroups",
        words "A workgroup has 256 work-items instead of 128. This changes which nodes `wg` handles, and how many \
            pushes `coop-cv` combines.",
        helps "some programs on some devices, mostly a little. Measure it.",
        default "workgroups have 128 work-items",
        needs "kernels",
        source "One Size Doesn't Fit All, section V-D",
        page "workgroup-size",
        field WorkgroupSize, get |o| o.workgroup_size, set |o, value| o.workgroup_size = value, {
            Sz256 "sz256" = WorkgroupSize::Of256, "workgroups have 256 work-items instead of 128";
        }
    Order "order": "order of visits",
        words "The order decides what one work-item has: a source with its outgoing edges (`push`), a destination \
            with its incoming edges (`pull`), or one edge. It changes which memory is read together, how equal \
            the work is, and whether a result needs atomics.",
        helps "`order=pull`: rounds that reach most of the graph, and sums at destinations, which then need no \
            atomics. `order=edge` and its variants: skewed degrees, because each work-item has one edge. \
            `order=push`: rounds with few active nodes.",
        default "the order of the program",
        needs "a loop over the edges of nodes",
        source "Verstraaten, Analysis and Prediction of GPU Graph Algorithm Performance, section 4.2",
        page "orders",
        field Option<VisitOrder>, get Configuration::order, set Configuration::set_order, {
            Push "order=push" or "push" = Some(VisitOrder::Nodes(NodeOrder::Push)),
                "each source visits its outgoing edges";
            Pull "order=pull" or "pull" = Some(VisitOrder::Nodes(NodeOrder::Pull)),
                "each destination visits its incoming edges";
            Edge "order=edge" or "edge" = Some(VisitOrder::Edges(EdgeOrder::Edge)),
                "by edge, with both ends from lists";
            StructEdge "order=struct-edge" or "struct-edge"
                = Some(VisitOrder::Edges(EdgeOrder::StructEdge)),
                "by edge, with a search for its source";
            RevEdge "order=rev-edge" or "rev-edge"
                = Some(VisitOrder::Edges(EdgeOrder::RevEdge)),
                "by edge, ordered by destination, with both ends from lists";
            RevStructEdge "order=rev-struct-edge" or "rev-struct-edge"
                = Some(VisitOrder::Edges(EdgeOrder::RevStructEdge)),
                "by edge, ordered by destination, with a search for its destination";
        }
    Sharing "sharing": "sharing of a node's edges",
        words "Several work-items share the edges of a node. `vwarp=N` forms groups of N work-items; `merge` gives \
            each workgroup the same number of nodes and edges in total; `classes` puts the nodes with many edges \
            on lists of their own.",
        helps "kernels that visit all nodes. `vwarp=N`: degrees near N. `merge`: very skewed degrees and sums \
            without atomics. `classes`: a few hubs among many small nodes.",
        default "one work-item visits all edges of its node",
        needs "a loop over the edges of nodes",
        source "Hong et al., Accelerating CUDA graph algorithms at maximum warp (vwarp); Merrill and \
            Garland, Merge-based parallel sparse matrix-vector multiplication (merge); Jaiganesh and \
            Burtscher, A high-performance connected components implementation for GPUs (classes)",
        page "orders",
        field Option<Sharing>, get Configuration::sharing, set Configuration::set_sharing, {
            Vwarp2 "vwarp=2" or "vwarp2" = Some(Sharing::VirtualWarp(Lanes::Two)),
                "virtual warps of 2 work-items share the edges of a node";
            Vwarp4 "vwarp=4" or "vwarp4" = Some(Sharing::VirtualWarp(Lanes::Four)),
                "virtual warps of 4 work-items";
            Vwarp8 "vwarp=8" or "vwarp8" = Some(Sharing::VirtualWarp(Lanes::Eight)),
                "virtual warps of 8 work-items";
            Vwarp16 "vwarp=16" or "vwarp16" = Some(Sharing::VirtualWarp(Lanes::Sixteen)),
                "virtual warps of 16 work-items";
            Vwarp32 "vwarp=32" or "vwarp32" = Some(Sharing::VirtualWarp(Lanes::ThirtyTwo)),
                "virtual warps of 32 work-items";
            Vwarp64 "vwarp=64" or "vwarp64" = Some(Sharing::VirtualWarp(Lanes::SixtyFour)),
                "virtual warps of 64 work-items";
            Merge "merge" = Some(Sharing::Merge),
                "each workgroup gets an equal share of the nodes and edges, in the order of a merge path";
            Classes "classes" = Some(Sharing::Classes),
                "nodes with many edges are on lists, and a subgroup or a workgroup has each of them";
        }
    Frontier "frontier": "how selected nodes are kept",
        words "The nodes that a round visits are kept as one number for each node (`mask`), as one bit for each \
            node (`bitmap`), or as a list of nodes (`list`).",
        helps "`frontier=list`: rounds that visit few nodes. `frontier=mask`: rounds that visit most nodes, which \
            then push nothing. `frontier=bitmap`: the same on large graphs, whose masks do not fit in the cache.",
        default "the program decides; where an order of visits must keep nodes, as a mask",
        needs "a kernel that visits the edges of some nodes",
        source "Verstraaten, Analysis and Prediction of GPU Graph Algorithm Performance, section 4.5",
        page "frontiers",
        field Option<Frontier>, get Configuration::frontier, set Configuration::set_frontier, {
            Mask "frontier=mask" or "mask" = Some(Frontier::Mask), "a number for each node";
            Bitmap "frontier=bitmap" or "bitmap" = Some(Frontier::Bitmap), "a bit for each node";
            List "frontier=list" or "list" = Some(Frontier::List), "the items of a worklist";
        }
    Adaptive "adaptive": "choice in each round",
        words "igc compiles several variants of each kernel. Before each round, a decision tree (`--model FILE`) \
            chooses one of them from the sizes of the graph and of the frontier.",
        helps "searches whose rounds differ, because the first and last rounds visit few nodes and those between \
            visit most of the graph. It costs the counts that the model asks for. `igc study model` learns a \
            model from measurements.",
        default "the same in each round",
        needs "a kernel that visits the edges of some nodes",
        source "Verstraaten, Analysis and Prediction of GPU Graph Algorithm Performance, chapter 7",
        page "adaptive",
        field bool, get Configuration::is_adaptive, set Configuration::set_adaptive, {
            Adaptive "adaptive" = true,
                "a model chooses the order, the virtual warp and the frontier in each round";
        }
    Counting "count": "work-items that reduce together",
        words "Reductions of a global are combined before they reach memory: within a work-item (`count=wi`), a \
            subgroup (`count=sg`) or a workgroup (`count=wg`).",
        helps "kernels in which many work-items reduce into the same global, such as a count of changes. Unlike \
            `coop-cv`, it does not change pushes.",
        default "each reduction of a global is an atomic, or as `coop-cv` does",
        needs "a reduction of a global",
        source "Verstraaten, Analysis and Prediction of GPU Graph Algorithm Performance, section 4.5.1",
        page "frontiers",
        field Option<Counting>, get |o| o.counting, set |o, value| o.counting = value, {
            CountWi "count=wi" or "count-wi" = Some(Counting::WorkItem),
                "each work-item reduces into a local, and executes one atomic";
            CountSg "count=sg" or "count-sg" = Some(Counting::Subgroup),
                "each subgroup combines the values of its work-items, and executes one atomic";
            CountWg "count=wg" or "count-wg" = Some(Counting::Workgroup),
                "each workgroup combines the values of its work-items, and executes one atomic";
        }
    WideEdges "wide-edges": "width of edge ids",
        words "The ids of edges and the number of edges have 64 bits.",
        helps "graphs with nearly 2³² edges or more, which need it; `igc run` adds it for them. On other graphs, it only \
            costs time and memory.",
        default "32 bits; a run on a graph with nearly 2³² edges or more uses 64",
        needs "a loop over edges",
        source "this project",
        page "wide-edges",
        field bool, get |o| o.wide_edges, set |o, on| o.wide_edges = on, {
            WideEdges "wide-edges" = true, "the ids and the number of edges have 64 bits";
        }
    Narrow "narrow": "width of state",
        words "State takes 8 or 16 bits in memory if the compiler proves that all of its values fit.",
        helps "programs that are limited by memory bandwidth, whose state then takes less memory and cache.",
        default "32 or 64 bits, as declared",
        needs "state whose values are proven to fit in 16 bits",
        source "this project",
        page "narrow",
        field bool, get |o| o.narrow, set |o, on| o.narrow = on, {
            Narrow "narrow" = true, "state has 8 or 16 bits in memory where its values fit";
        }
    Hubs "hubs": "state in local memory",
        words "Each workgroup keeps the state of the first nodes in local memory, and combines the updates of these \
            nodes there.",
        helps "skewed graphs whose nodes are sorted by degree (`,order=degree`), so that the first nodes are the \
            hubs. Elsewhere, it only costs local memory.",
        default "state is in global memory",
        needs "a loop over edges that reads or reduces into state of their ends",
        source "Liu and Huang, Enterprise: breadth-first graph traversal on GPUs",
        page "hubs",
        field bool, get |o| o.hubs, set |o, on| o.hubs = on, {
            Hubs "hubs" = true, "workgroups keep the state of the first nodes in local memory";
        }
    Spread "spread": "short worklists",
        words "The items of a short worklist go to all workgroups instead of the first ones, and the other flags \
            then share the edges of each item.",
        helps "rounds with few nodes of high degree, at the start of a search on a skewed graph. It needs `wg`, \
            `sg`, `fg1` or `fg8`.",
        default "the first workgroups take the items of a short worklist",
        needs "a worklist, and one of `wg`, `sg`, `fg1` and `fg8`",
        source "Merrill, Garland and Grimshaw, Scalable GPU graph traversal",
        page "spread",
        field bool, get |o| o.spread, set |o, on| o.spread = on, {
            Spread "spread" = true, "the items of a short worklist are distributed over all workgroups";
        }
    Repetition "async": "repetition within a launch",
        words "A work-item repeats its iterations within a launch until several sweeps over them change nothing. It \
            then sees the results of other work-items without another launch.",
        helps "programs whose result does not depend on the order of updates, such as independent sets and \
            components, on graphs that need many rounds.",
        default "each iteration runs once per launch",
        needs "iterations whose repetition is proven to change nothing",
        source "Burtscher et al., A high-quality and fast maximal independent set implementation for GPUs",
        page "async",
        field Option<Sweeps>, get |o| o.repetition, set |o, value| o.repetition = value, {
            Async8 "async=8" or "async8" = Some(Sweeps::Eight),
                "a work-item repeats its iterations until eight sweeps over them have changed nothing";
            Async64 "async=64" or "async64" = Some(Sweeps::SixtyFour),
                "a work-item repeats its iterations until 64 sweeps over them have changed nothing";
        }
    Width "grid": "width of outlined loops",
        words "An outlined loop (`oitergb`, `persistent`) has 2 or 4 workgroups for each compute unit, instead of \
            all that can be resident.",
        helps "short rounds on GPUs: fewer workgroups make a barrier cheaper, but leave fewer work-items for long \
            rounds.",
        default "occupancy discovery and the target choose",
        needs "an outlined loop, as with `oitergb` or `persistent`",
        source "this project",
        page "oitergb",
        field Option<GroupsPerUnit>, get |o| o.width, set |o, value| o.width = value, {
            Grid2 "grid=2" or "grid2" = Some(GroupsPerUnit::Two),
                "outlined loops have 2 workgroups for each compute unit of a GPU";
            Grid4 "grid=4" or "grid4" = Some(GroupsPerUnit::Four),
                "outlined loops have 4 workgroups for each compute unit";
        }
}

impl Choice {
    /// Returns the row of the table.
    pub fn row(self) -> &'static ChoiceRow {
        &CHOICES[self as usize]
    }

    /// Returns the flags of the choice.
    pub fn flags(self) -> &'static [Flag] {
        self.row().flags
    }
}

impl Flag {
    /// The flags of the 96 configurations ("One Size Doesn't Fit All", section V-E).
    pub const OF_96: [Flag; 7] =
        [Flag::Wg, Flag::Sg, Flag::Fg1, Flag::Fg8, Flag::CoopCv, Flag::Oitergb, Flag::Sz256];

    /// Returns every flag.
    pub fn every() -> impl DoubleEndedIterator<Item = Flag> + Clone {
        FLAGS.iter().map(|row| row.flag)
    }

    /// Returns the flag with a name in `--opts`, or in files of earlier versions.
    pub fn of_name(name: &str) -> Option<Flag> {
        let row = FLAGS.iter().find(|row| row.name == name || row.earlier == Some(name));
        row.map(|row| row.flag)
    }

    /// Returns the row of the table.
    pub fn row(self) -> &'static FlagRow {
        &FLAGS[self as usize]
    }

    /// Returns the name in `--opts`.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Returns the choice that the flag is a value of.
    pub fn choice(self) -> Choice {
        self.row().choice
    }
}

impl Serialize for Flag {
    /// Writes the name.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl Configuration {
    /// Returns the order of visits; `None` means that of the program.
    pub fn order(&self) -> Option<VisitOrder> {
        match self.visits {
            Visits::ByNode { order, .. } => order.map(VisitOrder::Nodes),
            Visits::ByEdge { order, .. } => Some(VisitOrder::Edges(order)),
            Visits::Adaptive => None,
        }
    }

    /// Returns the work-items that share the edges of a node; `None` means that one has them.
    pub fn sharing(&self) -> Option<Sharing> {
        match self.visits {
            Visits::ByNode { sharing, .. } => sharing,
            Visits::ByEdge { .. } | Visits::Adaptive => None,
        }
    }

    /// Returns how selected nodes are kept.
    pub fn frontier(&self) -> Option<Frontier> {
        match self.visits {
            Visits::ByNode { frontier, .. } | Visits::ByEdge { frontier, .. } => frontier,
            Visits::Adaptive => None,
        }
    }

    /// Returns whether a model chooses how kernels visit edges.
    pub fn is_adaptive(&self) -> bool {
        self.visits == Visits::Adaptive
    }

    fn set_order(&mut self, order: Option<VisitOrder>) {
        let (sharing, frontier) = (self.sharing(), self.frontier());
        self.visits = match order {
            Some(VisitOrder::Edges(order)) => Visits::ByEdge { order, frontier },
            Some(VisitOrder::Nodes(order)) => {
                Visits::ByNode { order: Some(order), sharing, frontier }
            }
            None => Visits::ByNode { order: None, sharing, frontier },
        };
    }

    fn set_sharing(&mut self, sharing: Option<Sharing>) {
        let order = match self.order() {
            Some(VisitOrder::Nodes(order)) => Some(order),
            Some(VisitOrder::Edges(_)) | None => None,
        };
        self.visits = Visits::ByNode { order, sharing, frontier: self.frontier() };
    }

    fn set_frontier(&mut self, frontier: Option<Frontier>) {
        self.visits = match self.visits {
            Visits::ByNode { order, sharing, .. } => Visits::ByNode { order, sharing, frontier },
            Visits::ByEdge { order, .. } => Visits::ByEdge { order, frontier },
            Visits::Adaptive => Visits::ByNode { order: None, sharing: None, frontier },
        };
    }

    fn set_adaptive(&mut self, on: bool) {
        self.visits = if on { Visits::Adaptive } else { Visits::default() };
    }
}
