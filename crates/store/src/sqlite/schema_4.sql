-- Entries of logs come here first, in the order in which they are written, and are sorted into `log`
-- when there are many: in `log` each game has pages of its own, and a commit with an entry of each of
-- two hundred games would write two hundred of them.
CREATE TABLE fresh (
  game INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  entry BLOB NOT NULL
) STRICT;
