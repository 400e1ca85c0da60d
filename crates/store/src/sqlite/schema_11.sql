-- Ids of the players who withheld their entropy after they had sent its hash, separated by spaces; NULL if
-- there are none.
ALTER TABLE games ADD COLUMN withheld TEXT;
