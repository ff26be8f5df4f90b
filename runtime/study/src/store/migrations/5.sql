-- Format of stores, version 5: `runs.seconds` is the time of the whole run, of which `initialise` is
-- a part. Before, it was the time of `main` alone.
UPDATE runs SET seconds = seconds + initialise;

-- The time to initialise the state is also a part of `step_runs.seconds`. It is NULL for runs of
-- older versions, whose time is that of `main` alone.
ALTER TABLE step_runs ADD COLUMN initialise REAL;
