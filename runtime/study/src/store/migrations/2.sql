-- Format of stores, version 2: supersteps by run. No igc has written to the tables of version 1
-- that are replaced here.
DROP TABLE step_times;
DROP TABLE step_properties;

-- Whether the study times the supersteps of a configuration.
ALTER TABLE configurations ADD COLUMN steps INTEGER NOT NULL DEFAULT 0;

-- Runs in which supersteps were timed. Timing steps takes time itself, so these runs are not in
-- `runs`. `repetition` numbers the runs of a cell from 0.
CREATE TABLE step_runs (
    id INTEGER PRIMARY KEY,
    cell INTEGER NOT NULL REFERENCES cells,
    repetition INTEGER NOT NULL,
    session INTEGER NOT NULL REFERENCES sessions,
    seconds REAL NOT NULL,
    time TEXT NOT NULL,
    UNIQUE (cell, repetition)
) STRICT;

-- The loops of `main`, by their places in the schedule. The kind is pipe, iterate, while, for or
-- outlined. A pipe has a worklist.
CREATE TABLE loops (
    artefact INTEGER NOT NULL REFERENCES artefacts,
    loop INTEGER NOT NULL,
    kind TEXT NOT NULL,
    worklist TEXT,
    PRIMARY KEY (artefact, loop)
) STRICT, WITHOUT ROWID;

-- Supersteps, numbered from 0 in the order in which they ended. Each is a round of a loop, numbered
-- from 0 within an entry to the loop; entries are also numbered from 0. `rounds` is 1, or the
-- number of all rounds of a loop that ran on the device (oitergb).
CREATE TABLE steps (
    run INTEGER NOT NULL REFERENCES step_runs ON DELETE CASCADE,
    step INTEGER NOT NULL,
    loop INTEGER NOT NULL,
    entry INTEGER NOT NULL,
    round INTEGER NOT NULL,
    rounds INTEGER NOT NULL,
    PRIMARY KEY (run, step)
) STRICT, WITHOUT ROWID;

-- Times of supersteps by name: `start`, since the run began, and `time`, until the device had
-- finished.
CREATE TABLE step_times (
    run INTEGER NOT NULL,
    step INTEGER NOT NULL,
    timer TEXT NOT NULL,
    seconds REAL NOT NULL,
    PRIMARY KEY (run, step, timer),
    FOREIGN KEY (run, step) REFERENCES steps ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Properties of supersteps by name: launches, and for loops over a worklist frontier, frontier_arcs
-- and discovered.
CREATE TABLE step_properties (
    run INTEGER NOT NULL,
    step INTEGER NOT NULL,
    property TEXT NOT NULL,
    value REAL NOT NULL,
    PRIMARY KEY (run, step, property),
    FOREIGN KEY (run, step) REFERENCES steps ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Reasons why cells have no supersteps. As in `failures`, a failure that was retried remains.
CREATE TABLE step_failures (
    id INTEGER PRIMARY KEY,
    cell INTEGER NOT NULL REFERENCES cells,
    session INTEGER NOT NULL REFERENCES sessions,
    kind TEXT NOT NULL,
    reason TEXT NOT NULL,
    time TEXT NOT NULL,
    retried INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX step_failures_that_hold ON step_failures (cell) WHERE retried = 0;

-- Steps with all their times and properties, one row each.
CREATE VIEW step_records AS
SELECT run, step, repetition, steps.loop, kind, entry, round, rounds, worklist,
       (SELECT seconds FROM step_times t
        WHERE t.run = steps.run AND t.step = steps.step AND timer = 'start') AS start,
       (SELECT seconds FROM step_times t
        WHERE t.run = steps.run AND t.step = steps.step AND timer = 'time') AS seconds,
       (SELECT value FROM step_properties p
        WHERE p.run = steps.run AND p.step = steps.step AND property = 'launches') AS launches,
       (SELECT value FROM step_properties p
        WHERE p.run = steps.run AND p.step = steps.step AND property = 'frontier') AS frontier,
       (SELECT value FROM step_properties p
        WHERE p.run = steps.run AND p.step = steps.step
          AND property = 'frontier_arcs') AS frontier_arcs,
       (SELECT value FROM step_properties p
        WHERE p.run = steps.run AND p.step = steps.step AND property = 'discovered') AS discovered
FROM steps
JOIN step_runs ON step_runs.id = run
JOIN cells ON cells.id = step_runs.cell
JOIN loops ON loops.artefact = cells.artefact AND loops.loop = steps.loop;
