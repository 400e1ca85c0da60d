-- When a game ended. `changed` also changes with a rematch or a new name.
ALTER TABLE games ADD COLUMN finished INTEGER;
UPDATE games SET finished = changed WHERE ended IS NOT NULL;
