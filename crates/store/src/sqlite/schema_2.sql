-- When a game ended. `changed` moves on when somebody wants a rematch or has another name.
ALTER TABLE games ADD COLUMN finished INTEGER;
UPDATE games SET finished = changed WHERE ended IS NOT NULL;
