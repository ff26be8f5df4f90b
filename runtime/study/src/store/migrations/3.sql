-- Format of stores, version 3: cells that share the measurements of another cell.

-- Cells for which their device runs the same code as for another cell of the same graph, although
-- the artefacts differ. They have the measurements of that cell, and no own ones.
CREATE TABLE shared (
    cell INTEGER PRIMARY KEY REFERENCES cells,
    measured INTEGER NOT NULL REFERENCES cells
) STRICT;

-- Every cell, with the cell that has its measurements.
CREATE VIEW measured_cells AS
SELECT cells.id AS cell, coalesce(shared.measured, cells.id) AS measured, artefact, graph, chip
FROM cells LEFT JOIN shared ON shared.cell = cells.id;

-- The plan of the study: every configuration of every application on every graph and chip, with the
-- cell that has its times. Configurations with the same artefact share a cell.
DROP VIEW planned;
CREATE VIEW planned AS
SELECT cells.measured AS cell,
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
JOIN measured_cells AS cells ON cells.artefact = compiled.artefact
JOIN graphs ON graphs.id = cells.graph AND graphs.position IS NOT NULL
JOIN chips ON chips.id = cells.chip AND chips.position IS NOT NULL;
