-- Format of stores, version 1. Times are in seconds; points in time are UTC in the format of RFC
-- 3339. `position` is the place in the study file; it is NULL if the row is no longer in the study.

-- Properties of the study as a whole: its name and its number of repetitions.
CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;

-- Texts of programs, identified by their hash.
CREATE TABLE programs (
    id INTEGER PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    source TEXT NOT NULL
) STRICT;

-- Programs with values of their parameters, as a JSON object.
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

-- Artefacts, identified by their hash: OpenCL C, schedule and values of parameters, which a device
-- receives.
CREATE TABLE artefacts (
    id INTEGER PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE
) STRICT;

-- The artefact of each application in each configuration, as compiled by the last igc that wrote
-- the plan.
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

-- Properties of graphs by name, such as nodes, arcs and out_degree_mean. A graph without properties
-- was not loaded yet.
CREATE TABLE graph_properties (
    graph INTEGER NOT NULL REFERENCES graphs,
    property TEXT NOT NULL,
    value REAL NOT NULL,
    PRIMARY KEY (graph, property)
) STRICT, WITHOUT ROWID;

-- Devices with their drivers. The columns from `device` on are NULL until the device was opened.
-- Then they never change: the same device with another driver is another chip. `facts` is the
-- description that `igc devices --json` prints.
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

-- Calls of `igc study run`, each on one chip. `key` is unique across stores.
CREATE TABLE sessions (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    chip INTEGER NOT NULL REFERENCES chips,
    host INTEGER NOT NULL REFERENCES hosts,
    igc TEXT NOT NULL,
    started TEXT NOT NULL
) STRICT;

-- The units of measurement: an artefact on a graph on a chip.
CREATE TABLE cells (
    id INTEGER PRIMARY KEY,
    artefact INTEGER NOT NULL REFERENCES artefacts,
    graph INTEGER NOT NULL REFERENCES graphs,
    chip INTEGER NOT NULL REFERENCES chips,
    UNIQUE (artefact, graph, chip)
) STRICT;

-- How a cell was compiled: the times of igc and of the driver, whether the kernels came from the
-- cache, and the number of work-items per launch and per workgroup.
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

-- Verdicts of oracles on the first result of a cell in a session.
CREATE TABLE verdicts (
    cell INTEGER NOT NULL REFERENCES cells,
    session INTEGER NOT NULL REFERENCES sessions,
    oracle TEXT NOT NULL,
    independent INTEGER NOT NULL,
    PRIMARY KEY (cell, session, oracle)
) STRICT, WITHOUT ROWID;

-- Timed runs. `round` numbers the runs of a cell from 0; `position` is the place within the round.
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

-- Reasons why cells have no times. A failure that was retried remains, with `retried` = 1.
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

-- Times of supersteps, numbered from 0, in separate runs, also numbered from 0. Timing steps takes
-- time itself, so these runs are not in `runs`. `kernel` is the kernel of the step.
CREATE TABLE step_times (
    cell INTEGER NOT NULL REFERENCES cells,
    repetition INTEGER NOT NULL,
    step INTEGER NOT NULL,
    kernel TEXT NOT NULL,
    session INTEGER NOT NULL REFERENCES sessions,
    seconds REAL NOT NULL,
    PRIMARY KEY (cell, repetition, step, kernel)
) STRICT, WITHOUT ROWID;

-- Properties of supersteps of cells by name: frontier, discovered.
CREATE TABLE step_properties (
    cell INTEGER NOT NULL REFERENCES cells,
    step INTEGER NOT NULL,
    property TEXT NOT NULL,
    session INTEGER NOT NULL REFERENCES sessions,
    value REAL NOT NULL,
    PRIMARY KEY (cell, step, property)
) STRICT, WITHOUT ROWID;

-- The plan of the study: every configuration of every application on every graph and chip, with the
-- cell that has its times. Configurations with the same artefact share a cell.
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
