//! The predicting half of the study, from outside: against scikit-learn, and against studies in which
//! something was planted to be found, or nothing.

mod planted;
mod scikit_learn;
