-- Tables of a host that have not begun, including those without players.
CREATE INDEX games_hosted ON games (host) WHERE stage = 'open';
