-- SQLite counts on from the newest event, and begins at 1 again in an empty table. So the newest is never deleted,
-- whoever asks.
CREATE TRIGGER events_newest_kept BEFORE DELETE ON events WHEN old.sequence = (SELECT max(sequence) FROM events) BEGIN
  SELECT RAISE(IGNORE);
END;
