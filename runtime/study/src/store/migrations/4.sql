-- Format of stores, version 4: whether other programs disturbed a run.

-- The time in seconds that threads of the measuring process waited for a processor during the run,
-- in sum; NULL if it is not known.
ALTER TABLE runs ADD COLUMN waited REAL;
