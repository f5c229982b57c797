-- Nobody sees the words of an archived audience, so its test ends. Its visitors are forgotten a day later.
CREATE TRIGGER experiments_archived AFTER UPDATE OF archived_at ON audiences
WHEN old.archived_at IS NULL AND new.archived_at IS NOT NULL BEGIN
  UPDATE experiments SET status = 'ended', end_reason = 'archived', ended_at = new.archived_at,
    due_at = new.archived_at + 86400000, updated_at = new.archived_at, revision = revision + 1
  WHERE audience_id = new.audience_id AND status = 'running';
END;

-- The lists of who reached the goal of a test have the ends of the ids of persons (visits/experiments/store/units.ts). The
-- tests whose visitors are known, which run or have ended within a day, are found by the visits of the person, before these
-- lose the person.
CREATE TRIGGER persons_deleted_units BEFORE DELETE ON persons BEGIN
  UPDATE experiment_units SET reached = replace(reached, '.' || substr(old.person_id, -10), '')
  WHERE instr(reached, '.' || substr(old.person_id, -10)) > 0 AND experiment_id IN (
    SELECT experiments.experiment_id FROM audience_sessions
      CROSS JOIN experiments ON experiments.audience_id = audience_sessions.audience_id AND experiments.status = 'running'
    WHERE audience_sessions.person_id = old.person_id
    UNION ALL
    SELECT experiment_id FROM experiments WHERE due_at IS NOT NULL
      AND audience_id IN (SELECT audience_id FROM audience_sessions WHERE person_id = old.person_id));
END;
