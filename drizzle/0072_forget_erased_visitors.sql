-- The lists of who reached the goal of a test have the ends of the ids of persons (visits/experiments/store/units.ts).
CREATE TRIGGER persons_deleted_units AFTER DELETE ON persons BEGIN
  UPDATE experiment_units SET reached = replace(reached, '.' || substr(old.person_id, -10), '')
  WHERE instr(reached, '.' || substr(old.person_id, -10)) > 0;
END;
