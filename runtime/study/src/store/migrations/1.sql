-- The form of stores, version 1. Times are in seconds, moments in UTC as RFC 3339 has it.
-- `position` is a place in the study file, and NULL of what is not in it any more.

-- What the study as a whole is: name, repetitions.
CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;

-- Texts of programs, by content.
CREATE TABLE programs (
    id INTEGER PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    source TEXT NOT NULL
) STRICT;

-- A program with values of its parameters, a JSON object.
CREATE TABLE applications (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    program INTEGER NOT NULL REFERENCES programs,
    params TEXT NOT NULL,
    position INTEGER
) STRICT;

CREATE TABLE configurations (
    id INTEGER PRIMARY KEY,
    options TEXT NOT NULL UNIQUE,
    position INTEGER
) STRICT;

-- What a device gets to do: OpenCL C, schedule and values of parameters, by content.
CREATE TABLE artefacts (
    id INTEGER PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE
) STRICT;

-- What an application is in a configuration, as the newest igc that measured here compiles it.
CREATE TABLE compiled (
    application INTEGER NOT NULL REFERENCES applications,
    configuration INTEGER NOT NULL REFERENCES configurations,
    artefact INTEGER NOT NULL REFERENCES artefacts,
    PRIMARY KEY (application, configuration)
) STRICT, WITHOUT ROWID;

CREATE TABLE graphs (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    spec TEXT NOT NULL,
    class TEXT NOT NULL,
    position INTEGER
) STRICT;

-- What is known of a graph, by name: nodes, arcs, out_degree_mean, … Without any, it was not loaded yet.
CREATE TABLE graph_properties (
    graph INTEGER NOT NULL REFERENCES graphs,
    property TEXT NOT NULL,
    value REAL NOT NULL,
    PRIMARY KEY (graph, property)
) STRICT, WITHOUT ROWID;

-- A device with its driver. The columns from `device` on are NULL until it was opened; then they stay:
-- another driver is another chip. `facts` is what `igc devices --json` says of it.
CREATE TABLE chips (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    selector TEXT,
    dialect_request TEXT,
    position INTEGER,
    device TEXT,
    driver TEXT,
    dialect TEXT,
    facts TEXT
) STRICT;

-- Machines.
CREATE TABLE hosts (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    system TEXT NOT NULL,
    threads INTEGER NOT NULL,
    UNIQUE (name, system, threads)
) STRICT;

-- Calls of `igc study run`, each on one chip. `key` tells those of different stores apart.
CREATE TABLE sessions (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    chip INTEGER NOT NULL REFERENCES chips,
    host INTEGER NOT NULL REFERENCES hosts,
    igc TEXT NOT NULL,
    started TEXT NOT NULL
) STRICT;

-- What is measured: an artefact on a graph on a chip.
CREATE TABLE cells (
    id INTEGER PRIMARY KEY,
    artefact INTEGER NOT NULL REFERENCES artefacts,
    graph INTEGER NOT NULL REFERENCES graphs,
    chip INTEGER NOT NULL REFERENCES chips,
    UNIQUE (artefact, graph, chip)
) STRICT;

-- How a cell was made ready: its compilation by igc and by the driver (or a look into the cache), and
-- work-items of a launch and of a workgroup.
CREATE TABLE builds (
    cell INTEGER NOT NULL REFERENCES cells,
    session INTEGER NOT NULL REFERENCES sessions,
    compile REAL NOT NULL,
    build REAL NOT NULL,
    build_cached INTEGER NOT NULL,
    launch_size INTEGER,
    workgroup_size INTEGER,
    PRIMARY KEY (cell, session)
) STRICT, WITHOUT ROWID;

-- What oracles said of the first result of a cell in a session.
CREATE TABLE verdicts (
    cell INTEGER NOT NULL REFERENCES cells,
    session INTEGER NOT NULL REFERENCES sessions,
    oracle TEXT NOT NULL,
    independent INTEGER NOT NULL,
    PRIMARY KEY (cell, session, oracle)
) STRICT, WITHOUT ROWID;

-- Timed runs. `round` counts the times of a cell from 0, `position` is the place in the round.
CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    cell INTEGER NOT NULL REFERENCES cells,
    round INTEGER NOT NULL,
    session INTEGER NOT NULL REFERENCES sessions,
    position INTEGER NOT NULL,
    seconds REAL NOT NULL,
    initialise REAL NOT NULL,
    launches INTEGER NOT NULL,
    rounds INTEGER NOT NULL,
    restarts INTEGER NOT NULL,
    time TEXT NOT NULL,
    UNIQUE (cell, round)
) STRICT;

-- Why cells have no times. One that was tried again stays, with `retried` 1.
CREATE TABLE failures (
    id INTEGER PRIMARY KEY,
    cell INTEGER NOT NULL REFERENCES cells,
    session INTEGER NOT NULL REFERENCES sessions,
    kind TEXT NOT NULL,
    reason TEXT NOT NULL,
    time TEXT NOT NULL,
    retried INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX failures_that_hold ON failures (cell) WHERE retried = 0;

-- Times of supersteps, from 0, in runs that were made to time them, from 0: to do so takes time itself,
-- so these are not the runs above. `kernel` is what ran in a step.
CREATE TABLE step_times (
    cell INTEGER NOT NULL REFERENCES cells,
    repetition INTEGER NOT NULL,
    step INTEGER NOT NULL,
    kernel TEXT NOT NULL,
    session INTEGER NOT NULL REFERENCES sessions,
    seconds REAL NOT NULL,
    PRIMARY KEY (cell, repetition, step, kernel)
) STRICT, WITHOUT ROWID;

-- What is known of a superstep of a cell, by name: frontier, discovered.
CREATE TABLE step_properties (
    cell INTEGER NOT NULL REFERENCES cells,
    step INTEGER NOT NULL,
    property TEXT NOT NULL,
    session INTEGER NOT NULL REFERENCES sessions,
    value REAL NOT NULL,
    PRIMARY KEY (cell, step, property)
) STRICT, WITHOUT ROWID;

-- The study as it is planned: every configuration of every application on every graph and chip, with
-- the cell that has its times. Configurations that compile to the same share a cell.
CREATE VIEW planned AS
SELECT cells.id AS cell,
       applications.id AS application,
       configurations.id AS configuration,
       graphs.id AS graph,
       chips.id AS chip,
       applications.position AS application_position,
       configurations.position AS configuration_position,
       graphs.position AS graph_position,
       chips.position AS chip_position
FROM compiled
JOIN applications ON applications.id = compiled.application AND applications.position IS NOT NULL
JOIN configurations
    ON configurations.id = compiled.configuration AND configurations.position IS NOT NULL
JOIN cells ON cells.artefact = compiled.artefact
JOIN graphs ON graphs.id = cells.graph AND graphs.position IS NOT NULL
JOIN chips ON chips.id = cells.chip AND chips.position IS NOT NULL;
