-- Logs go with their person, in the statement that erases it.
CREATE TRIGGER persons_deleted_logs AFTER DELETE ON persons BEGIN
  DELETE FROM person_logs WHERE person_id = old.person_id;
  DELETE FROM person_log_counts WHERE person_id = old.person_id;
END;
