//! Tests of the analysis through its public interface: statistics against SciPy, made-up studies
//! with planted effects, and data that no measurement would produce.

mod planted;
mod policies;
mod properties;
mod recovery;
mod scipy;
