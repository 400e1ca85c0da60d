-- Details of a device. Devices that an older version stored have none.
ALTER TABLE secrets ADD COLUMN label text, ADD COLUMN created bigint, ADD COLUMN used bigint;
-- A recovery code that replaces `recovery` from a given time on, in seconds since 1970.
ALTER TABLE identities ADD COLUMN next_recovery bytea, ADD COLUMN next_recovery_from bigint;
CREATE UNIQUE INDEX identities_next_recovery ON identities (next_recovery)
  WHERE next_recovery IS NOT NULL;
