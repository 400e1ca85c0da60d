-- The checksum of an entry, CRC-32 of its game, number and bytes; empty for an entry of an older program.
ALTER TABLE log ADD COLUMN sum INTEGER;
ALTER TABLE fresh ADD COLUMN sum INTEGER;

-- How many entries a log has at least: as many as it had when it was sorted in or parked last.
CREATE TABLE heads (
  game INTEGER PRIMARY KEY,
  entries INTEGER NOT NULL
) STRICT;

-- How many entries were ever sorted in, and the last row of `log` then. Later rows are of an older program,
-- which does not count.
CREATE TABLE sorted (
  entries INTEGER NOT NULL,
  last INTEGER NOT NULL
) STRICT;
INSERT INTO sorted SELECT 0, coalesce(max(rowid), 0) FROM log;

-- Entries that are deleted with their game before they were sorted in still count.
CREATE TRIGGER counts_of_deleted_games AFTER DELETE ON games
BEGIN
  DELETE FROM heads WHERE game = old.key;
  UPDATE sorted SET entries = entries + (SELECT count(*) FROM fresh WHERE game = old.key);
END;

-- The last time at which a server ran, 0 before the first, and the times in which none
-- did, in milliseconds since 1970.
CREATE TABLE clock (
  at INTEGER NOT NULL
) STRICT;
INSERT INTO clock VALUES (0);
CREATE TABLE outages (
  since INTEGER NOT NULL,
  until INTEGER NOT NULL
) STRICT;
