-- Unfinished games of a host, for the limit per person.
CREATE INDEX games_unfinished ON games (host) WHERE stage IN ('open', 'playing');
