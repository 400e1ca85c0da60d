-- The checksum of an entry, CRC-32 of its game, number and bytes; empty for an entry of an older program.
ALTER TABLE log ADD COLUMN sum integer;

-- How many entries the log has at least: as many as it had when the game was parked last.
ALTER TABLE games ADD COLUMN entries bigint NOT NULL DEFAULT 0;

-- The last time at which a node ran, 0 before the first, and the times in which none
-- did, in milliseconds since 1970.
CREATE TABLE clock (
  at bigint NOT NULL
);
INSERT INTO clock VALUES (0);
CREATE TABLE outages (
  since bigint NOT NULL,
  until bigint NOT NULL
);
