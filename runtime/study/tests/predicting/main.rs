//! Tests of the prediction through its public interface: trees against scikit-learn, and made-up
//! studies with and without planted effects.

mod planted;
mod scikit_learn;
