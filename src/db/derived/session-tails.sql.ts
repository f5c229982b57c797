import { factsSql } from '../../analytics/facts.ts';
import { rolledSql } from '../../analytics/rolled.ts';

const hour = 3_600_000;
const day = 24 * hour;

export default `-- What the sessions' rollups do not have: docs/analytics.md. Triggers note it in the transaction that writes the
-- session, so that answers are always exact. Only the cron writes the rollups.

-- The first session that waits makes the cron look at its page a day later. Of a hundred sessions about one makes it
-- look an hour later: a page with many visits is then rolled up more often, and a visit does not count anything.
CREATE TRIGGER audience_sessions_inserted AFTER INSERT ON audience_sessions BEGIN
  INSERT INTO session_tails (page_id, rolled_at, rolled_id, check_at, oldest_at)
  VALUES (new.page_id, -1, '',
    new.session_started_at + iif(new.session_started_at % 100 = 99, ${hour}, ${day + hour}), new.session_started_at)
  ON CONFLICT DO UPDATE SET
    check_at = min(coalesce(check_at, excluded.check_at), excluded.check_at),
    oldest_at = min(oldest_at, excluded.oldest_at)
  WHERE check_at IS NULL OR oldest_at > excluded.oldest_at
    OR new.session_started_at % 100 = 99 AND check_at > excluded.check_at;
  INSERT INTO session_corrections (page_id, analytics_session_id)
  SELECT page_id, new.analytics_session_id FROM session_tails
  WHERE page_id = new.page_id AND ${rolledSql('new.')};
END;

-- Only the first change after the roll-up is noted: it has what the rollups count. The cron looks at the page an hour
-- later, if it would not look at all.
CREATE TRIGGER audience_sessions_updated AFTER UPDATE ON audience_sessions
WHEN ${factsSql('old.')}
  IS NOT ${factsSql('new.')}
BEGIN
  INSERT INTO session_corrections (page_id, analytics_session_id, counted)
  SELECT page_id, new.analytics_session_id, iif(${rolledSql('old.')},
    ${factsSql('old.')}, NULL)
  FROM session_tails WHERE page_id = new.page_id AND ${rolledSql('new.')}
  ON CONFLICT DO NOTHING;
  UPDATE session_tails SET
    oldest_at = min(oldest_at, new.session_started_at),
    check_at = iif(${rolledSql('new.')}, coalesce(check_at, unixepoch() * 1000 + ${hour}), check_at)
  WHERE page_id = new.page_id
    AND (oldest_at > new.session_started_at OR check_at IS NULL AND ${rolledSql('new.')});
END;
`;
