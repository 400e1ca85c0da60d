-- Hash of the entropy that a seat contributes to the dice; a player sends it when sitting down.
ALTER TABLE seats ADD COLUMN entropy_hash bytea;
-- Whether a game was restored from a backup: players may know its next rolls, so it needs a new seed.
ALTER TABLE games ADD COLUMN restored boolean NOT NULL DEFAULT false;
