-- Checksum of a game's settings, seed and seats, and the epoch in which it was written. An older program
-- that changes a game raises the epoch, but not `sum_epoch`; the checksum is then ignored.
ALTER TABLE games ADD COLUMN sum INTEGER;
ALTER TABLE games ADD COLUMN sum_epoch INTEGER;
