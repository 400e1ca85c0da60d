-- Ids of the players who withheld their entropy after they had sent its hash; NULL if there are none.
ALTER TABLE games ADD COLUMN withheld text[];
