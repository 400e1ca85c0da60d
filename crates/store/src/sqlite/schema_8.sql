-- Hash of the entropy that a seat contributes to the dice; a player sends it when sitting down.
ALTER TABLE seats ADD COLUMN entropy_hash BLOB;
-- Whether `orrery restore` restored a game: players may know its next rolls, so it needs a new seed.
ALTER TABLE games ADD COLUMN restored INTEGER NOT NULL DEFAULT 0;
