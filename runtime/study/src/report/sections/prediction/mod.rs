//! Can the best configuration be predicted? Decision trees, and what they are worth on tests they never saw.

mod trees;
mod validity;

use std::collections::BTreeSet;

use super::Study;
use crate::prediction::model::LIMITS;
use crate::prediction::validation::SEED;
use crate::prediction::{Kind, LeftOut, Model, Trainer};
use crate::report::model::{Exhibit, Section};
use crate::report::numbers::counted;

/// Fewer graphs say nothing of graphs.
const FEW_GRAPHS: usize = 10;

/// The section.
pub(super) fn section(study: &Study) -> Section {
    let trainer = Trainer::new(&study.measurements);
    let tests = trainer.tests().count();
    let exhibits = match tests < 2 * LIMITS.leaf {
        true => {
            let why = format!("This needs times of {} tests at least.", 2 * LIMITS.leaf);
            vec![Exhibit::missing("tree", trees::TITLE, why)]
        }
        false => exhibits(study, &trainer),
    };
    Section {
        id: "prediction",
        title: "Can the best configuration be predicted?",
        text: vec![
            format!(
                "A strategy looks a graph up by its name; a model asks for its properties, and has an answer \
                 for graphs that nobody measured. Here decision trees (CART, Gini impurity, at most {} \
                 questions in a row, {} tests at least behind each answer) are asked, in the manner of \
                 Verstraaten, “Analysis and Prediction of GPU Graph Algorithm Performance”, chapters 7 and 8.",
                LIMITS.depth, LIMITS.leaf
            ),
            few(&trainer, tests),
        ],
        exhibits,
    }
}

/// How much there was to learn from.
fn few(trainer: &Trainer, tests: usize) -> String {
    let graphs = trainer.tests().map(|test| test.input).collect::<BTreeSet<_>>().len();
    let mut text = format!(
        "The trees were grown from {} on {}. A tree can always be grown: believe what holds below, where \
         tests are left out. Who is left out with whom is decided by the seed {SEED}.",
        counted(tests, "test", "tests"),
        counted(graphs, "graph", "graphs"),
    );
    if graphs < FEW_GRAPHS {
        text.push_str(
            " So few graphs differ in everything at once: that a tree asks for a property does not say that \
             this property is the reason, and another graph may be unlike all of them.",
        );
    }
    text
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
