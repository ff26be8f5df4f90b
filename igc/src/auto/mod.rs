//! Chooses the program, the configuration and parameters for a problem, a graph and a device.
//!
//! A [`Plan`] is what can be chosen. For a problem such as `bfs`, it names a program; for a program of the user, it is a
//! configuration only. The choice depends on [`Facts`] about the graph, the program and the device. A measurement of
//! this machine takes precedence over rules. [`Session::solve`](crate::Session::solve) runs the plan that is chosen, and
//! [`race`](crate::race) measures plans side by side.
//!
//! | file | content |
//! | --- | --- |
//! | `plan` | plans |
//! | `plans.toml` | the rules and plans of each problem and kind of device |
//! | `table` | reads `plans.toml` |
//! | `choose` | chooses a plan by facts, with the reason |
//! | `task` | what a plan is chosen for |
//! | `elsewhere` | chooses plans without a session |
//! | `tuned` | the fastest plans of earlier measurements, in the cache folder |

mod choose;
mod elsewhere;
mod plan;
mod table;
mod task;
pub mod tuned;

pub use choose::{Choice, Facts, Finding, Plans, Reason, Tried};
pub use elsewhere::{Elsewhere, usual};
pub use igc_graph::GraphFacts;
pub use plan::Plan;
pub use table::{Comparison, Condition, FACTS, TEXT as TABLE, Target};
pub use task::Task;
pub(crate) use task::{Chosen, Made};
