//! Slow, independent reference algorithms and readers that check the results of igc programs.
