-- A seat sends the hash of its contribution to the dice when it sits down.
ALTER TABLE seats ADD COLUMN entropy_hash bytea;
-- A game of a restored backup: outcomes to come may be known, so it needs a new seed.
ALTER TABLE games ADD COLUMN restored boolean NOT NULL DEFAULT false;
