//! The section "Can the best configuration be predicted?": decision trees, and the quality of their
//! choices for unseen tests.

mod trees;
mod validity;

use std::collections::BTreeSet;

use super::Study;
use crate::prediction::model::LIMITS;
use crate::prediction::validation::SEED;
use crate::prediction::{Kind, LeftOut, Model, Trainer};
use crate::report::model::{Exhibit, Section};
use crate::report::numbers::counted;

/// The number of graphs below which the section warns that their properties are confounded.
const FEW_GRAPHS: usize = 10;

/// Writes the section about prediction.
pub(super) fn section(study: &Study) -> Section {
    let trainer = Trainer::new(&study.measurements);
    let tests = trainer.tests().count();
    let exhibits = match tests < 2 * LIMITS.leaf {
        true => {
            let why = format!("This needs times of at least {} tests.", 2 * LIMITS.leaf);
            vec![Exhibit::missing("tree", trees::TITLE, why)]
        }
        false => exhibits(study, &trainer),
    };
    Section {
        id: "prediction",
        title: "Can the best configuration be predicted?",
        text: vec![
            "This section answers whether a model can choose a good configuration for a test that \
             was not measured. A strategy looks a graph up by its name. A model uses the \
             properties of the graph, so it also chooses for new graphs."
                .into(),
            format!(
                "The models are decision trees (CART with Gini impurity, at most {} decisions from \
                 the root to a leaf, at least {} tests in each leaf), similar to those of \
                 Verstraaten, “Analysis and Prediction of GPU Graph Algorithm Performance”, \
                 chapters 7 and 8. {}",
                LIMITS.depth,
                LIMITS.leaf,
                training_data(&trainer, tests)
            ),
            limits(&trainer),
        ],
        exhibits,
    }
}

/// Returns a text that says how many tests the trees were grown from.
fn training_data(trainer: &Trainer, tests: usize) -> String {
    format!(
        "They were grown from {} on {}.",
        counted(tests, "test", "tests"),
        counted(graphs(trainer), "graph", "graphs")
    )
}

/// Returns a text that says how reliable the trees are.
fn limits(trainer: &Trainer) -> String {
    let mut text = format!(
        "A tree can be grown from any data, so the trees alone prove nothing. The figures on \
         unseen tests show how well they predict. Which tests are left out together depends on the \
         names in the study and on the seed {SEED}.",
    );
    if graphs(trainer) < FEW_GRAPHS {
        text.push_str(
            " With so few graphs, many properties differ together: that a tree uses a property \
             does not prove that this property is the reason, and another graph may be unlike all \
             of these.",
        );
    }
    text
}

/// Number of graphs that have tests with times.
fn graphs(trainer: &Trainer) -> usize {
    trainer.tests().map(|test| test.input).collect::<BTreeSet<_>>().len()
}

fn exhibits(study: &Study, trainer: &Trainer) -> Vec<Exhibit> {
    let [whole, flags] =
        [Kind::Configuration, Kind::Flags].map(|kind| trainer.train(kind, |_| true));
    let models: [&Model; 2] = [&whole, &flags];
    let mut exhibits = vec![
        trees::configuration(trainer, &whole),
        trees::flags(trainer, &flags),
        trees::importances(trainer, models),
    ];
    exhibits.extend(LeftOut::ALL.map(|left_out| validity::left_out(trainer, left_out)));
    exhibits.extend(validity::between_chips(study, trainer));
    exhibits.extend(validity::between_inputs(study, trainer));
    exhibits
}
