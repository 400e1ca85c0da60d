-- CRC-32 of the game, number and bytes of an entry; NULL if an older program wrote it.
ALTER TABLE log ADD COLUMN sum INTEGER;
ALTER TABLE fresh ADD COLUMN sum INTEGER;

-- Length of a log when it was last compacted or parked; the log may be longer.
CREATE TABLE heads (
  game INTEGER PRIMARY KEY,
  entries INTEGER NOT NULL
) STRICT;

-- Number of entries that were ever compacted, and the last row of `log` at that time. Later rows come from
-- an older program, which does not update this table.
CREATE TABLE sorted (
  entries INTEGER NOT NULL,
  last INTEGER NOT NULL
) STRICT;
INSERT INTO sorted SELECT 0, coalesce(max(rowid), 0) FROM log;

-- Counts entries that are deleted with their game before compaction.
CREATE TRIGGER counts_of_deleted_games AFTER DELETE ON games
BEGIN
  DELETE FROM heads WHERE game = old.key;
  UPDATE sorted SET entries = entries + (SELECT count(*) FROM fresh WHERE game = old.key);
END;

-- The last time at which a server ran (0 before the first), and the outages, in milliseconds since 1970.
CREATE TABLE clock (
  at INTEGER NOT NULL
) STRICT;
INSERT INTO clock VALUES (0);
CREATE TABLE outages (
  since INTEGER NOT NULL,
  until INTEGER NOT NULL
) STRICT;
