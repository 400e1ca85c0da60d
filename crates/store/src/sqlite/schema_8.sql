-- A seat sends the hash of its contribution to the dice when it sits down.
ALTER TABLE seats ADD COLUMN entropy_hash BLOB;
-- A game that `orrery restore` has put back: outcomes to come may be known, so it needs a new seed.
ALTER TABLE games ADD COLUMN restored INTEGER NOT NULL DEFAULT 0;
