//! Chooses the program, the configuration and parameters for a problem, a graph and a device.
//!
//! A [`Plan`] is what can be chosen. For a problem such as `bfs`, it names a program; for a program of the user, it is a
//! configuration only. The choice depends on [`Facts`] about the graph, the program and the device. A measurement of
//! this machine takes precedence over rules.
//!
//! | file | content |
//! | --- | --- |
//! | `plan` | plans |
//! | `plans.toml` | the rules and plans of each problem and kind of device |
//! | `table` | reads `plans.toml` |
//! | `choose` | chooses a plan by facts, with the reason |
//! | `solve` | sessions that run the plan that is chosen |
//! | `elsewhere` | chooses plans without a session |
//! | `memory` | the fastest plans of earlier measurements, in the cache folder |
//! | `race` | measures plans side by side |

mod choose;
mod elsewhere;
pub mod memory;
mod plan;
pub mod race;
mod solve;
mod table;

pub use choose::{Choice, Facts, Finding, Plans, Reason, Tried};
pub use elsewhere::{Elsewhere, usual};
pub use igc_graph::GraphFacts;
pub use plan::Plan;
pub(crate) use solve::Chosen;
pub use solve::Task;
pub use table::{Comparison, Condition, FACTS, TEXT as TABLE, Target};
