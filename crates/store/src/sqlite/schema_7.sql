-- Details of a device. Devices that an older version stored have none.
ALTER TABLE secrets ADD COLUMN label TEXT;
ALTER TABLE secrets ADD COLUMN created INTEGER;
ALTER TABLE secrets ADD COLUMN used INTEGER;
-- A recovery code that replaces `recovery` from a given time on, in seconds since 1970.
ALTER TABLE identities ADD COLUMN next_recovery BLOB;
ALTER TABLE identities ADD COLUMN next_recovery_from INTEGER;
CREATE UNIQUE INDEX identities_next_recovery ON identities (next_recovery)
  WHERE next_recovery IS NOT NULL;
