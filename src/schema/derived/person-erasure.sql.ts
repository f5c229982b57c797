import { audienceSessions, mayNamePerson } from '../../analytics/tables/sessions.ts';
import { clockTolerance } from '../../lib/durations.ts';
import { noteKeyless, noteWrites } from './keyless-logs.sql.ts';

const cleared = mayNamePerson.map((name) => `${audienceSessions[name].name} = NULL`).join(', ');

/** SQL of the time of an erasure. */
const erasedAt =
  '(SELECT coalesce((SELECT erased_at FROM erasures WHERE person_id = old.person_id), unixepoch() * 1000))';

export default `-- Deletes what belongs to an erased person, in the statement that deletes the person. person-search.sql.ts removes
-- the search text, and account-counters.sql adjusts the counts.

CREATE TRIGGER persons_deleted_logs AFTER DELETE ON persons BEGIN
  ${noteKeyless('old.person_id', erasedAt)}
  ${noteWrites(erasedAt)}
  DELETE FROM person_logs WHERE person_id = old.person_id;
  DELETE FROM person_log_counts WHERE person_id = old.person_id;
END;

-- An audience for an erased person is kept, without a person. The cron clears its sessions: nothing finds them here.
CREATE TRIGGER persons_deleted_audiences AFTER DELETE ON persons BEGIN
  INSERT INTO erased_audiences (audience_id, page_id, clears_until, step, due_at)
    SELECT audience_id, page_id, unixepoch() * 1000 + ${clockTolerance}, 'sessions', 0
    FROM audiences WHERE person_id = old.person_id;
  UPDATE audiences SET person_id = NULL, revision = revision + 1 WHERE person_id = old.person_id;
END;

-- A visit that was given up, with a form of the person, of their own audience, or of a session that is linked to them. One that
-- was sent again has no message any more. Before the others, which take away what it is found by.
CREATE TRIGGER persons_deleted_given_up BEFORE DELETE ON persons WHEN EXISTS (SELECT 1 FROM given_up WHERE sent_at IS NULL AND kind = 'visit') BEGIN
  DELETE FROM given_up WHERE sent_at IS NULL AND kind = 'visit' AND (
    EXISTS (SELECT 1 FROM json_each(given_up.identifiers)
      WHERE value IN (old.email, old.phone_number, old.linkedin_identity))
    OR EXISTS (SELECT 1 FROM audiences WHERE audience_id = given_up.audience_id AND person_id = old.person_id)
    OR EXISTS (SELECT 1 FROM audience_sessions
      WHERE analytics_session_id = given_up.session_id AND person_id = old.person_id));
END;

-- A session keeps its numbers. It loses the form that the person submitted, even if it is linked to another person.
-- It also loses the page, campaign and referrer fields, which may name the person.
CREATE TRIGGER persons_deleted_sessions AFTER DELETE ON persons BEGIN
  UPDATE audience_sessions
    SET person_id = nullif(person_id, old.person_id), account_id = iif(person_id = old.person_id, NULL, account_id),
      form_submission_email = NULL, form_submission_phone = NULL, form_submission_identifier = NULL,
      form_submission_identifier_type = NULL, ${cleared}
    WHERE analytics_session_id IN (
      SELECT analytics_session_id FROM audience_sessions WHERE person_id = old.person_id
      UNION SELECT analytics_session_id FROM audience_sessions WHERE form_submission_email = old.email
      UNION SELECT analytics_session_id FROM audience_sessions WHERE form_submission_phone = old.phone_number
      UNION SELECT analytics_session_id FROM audience_sessions
        WHERE form_submission_identifier IN (old.email, old.phone_number, old.linkedin_identity)
    );
END;
`;
