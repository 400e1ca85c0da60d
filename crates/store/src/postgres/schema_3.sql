-- CRC-32 of the game, number and bytes of an entry; NULL if an older program wrote it.
ALTER TABLE log ADD COLUMN sum integer;

-- Length of the log when the game was last parked; the log may be longer.
ALTER TABLE games ADD COLUMN entries bigint NOT NULL DEFAULT 0;

-- The last time at which a node ran (0 before the first), and the outages, in milliseconds since 1970.
CREATE TABLE clock (
  at bigint NOT NULL
);
INSERT INTO clock VALUES (0);
CREATE TABLE outages (
  since bigint NOT NULL,
  until bigint NOT NULL
);
