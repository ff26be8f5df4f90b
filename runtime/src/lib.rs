//! Runs what the igc compiler made: devices, graphs, execution, checks.
