-- What the owner knows a device by. Devices of before have none of it, nor have those that the version
-- before adds.
ALTER TABLE secrets ADD COLUMN label TEXT;
ALTER TABLE secrets ADD COLUMN created INTEGER;
ALTER TABLE secrets ADD COLUMN used INTEGER;
-- A recovery code that replaces `recovery` from a time on, in seconds since 1970.
ALTER TABLE identities ADD COLUMN next_recovery BLOB;
ALTER TABLE identities ADD COLUMN next_recovery_from INTEGER;
CREATE UNIQUE INDEX identities_next_recovery ON identities (next_recovery)
  WHERE next_recovery IS NOT NULL;
