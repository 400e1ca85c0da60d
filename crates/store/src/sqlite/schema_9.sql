-- Since when the other players offer the seat of an absent player, in milliseconds since 1970.
ALTER TABLE seats ADD COLUMN offered INTEGER;
