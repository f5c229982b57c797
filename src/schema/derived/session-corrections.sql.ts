import { factsSql, sealedSql } from '../../vocabulary/facts.ts';

export default `-- Which sealed sessions their blocks do not have as they are: sessions.md in docs/. Triggers note it in the transaction
-- that writes the session, so that answers are always exact. Only the cron writes blocks.

CREATE TRIGGER audience_sessions_inserted AFTER INSERT ON audience_sessions WHEN ${sealedSql('new.')} BEGIN
  INSERT INTO session_corrections (page_id, analytics_session_id)
  VALUES (new.page_id, new.analytics_session_id);
END;

-- Only the first change is noted: it has what the blocks have.
CREATE TRIGGER audience_sessions_updated AFTER UPDATE ON audience_sessions
WHEN (${sealedSql('old.')} OR ${sealedSql('new.')})
  AND ${factsSql('old.')}
  IS NOT ${factsSql('new.')}
BEGIN
  INSERT INTO session_corrections (page_id, analytics_session_id, counted)
  VALUES (new.page_id, new.analytics_session_id, iif(${sealedSql('old.')},
    ${factsSql('old.')}, NULL))
  ON CONFLICT DO NOTHING;
END;
`;
