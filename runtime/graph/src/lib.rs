//! Graphs in compressed sparse row form: loading, converting, generating.
