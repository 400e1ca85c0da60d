-- New log entries, in the order of arrival. Compaction moves them to `log`, where each game has its own
-- pages: without this table, a commit with one entry of each of two hundred games would write two hundred
-- pages.
CREATE TABLE fresh (
  game INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  entry BLOB NOT NULL
) STRICT;
