import { measures } from '../../sessions/measures.ts';
import { hourMs, rollupHours } from '../../sessions/spans.ts';

type Measure = (typeof measures)[number];
const list = (of: (measure: Measure) => string, separator = ', ') => measures.map(of).join(separator);
const lines = (of: (measure: Measure) => string) => list(of, ',\n    ');

const columns = list(({ column }) => column);
/** The view and columns into which triggers insert a change of the sums. */
const change = `session_changes (page_id, audience_id, session_started_at, removed, kept,
    ${columns})`;

const place = (row: string) => `${row}page_id, coalesce(${row}audience_id, ''), ${row}session_started_at`;
const rollup = (row: string) => `(${row}audience_id, ${row}session_started_at / ${hourMs})`;

/** Measures whose value can change while a session exists. This excludes the count of sessions. */
const moving = measures.filter(({ sql }) => sql('old.') !== sql('new.'));
const moved = (row: string) => `(${moving.map(({ sql }) => sql(row)).join(', ')})`;

export default `-- Sums over sessions, which the analytics read in place of the sessions: docs/analytics.md. They are kept in the
-- transaction that writes the session, so that they never disagree.

-- What a session adds to the sums of its audience and time: src/sessions/measures.ts.
CREATE VIEW session_facts AS
SELECT page_id, coalesce(audience_id, '') AS audience_id, session_started_at, analytics_session_id,
    ${lines(({ sql, column }) => `${sql('')} AS ${column}`)}
FROM audience_sessions;

-- To change the sums, insert into this view. \`kept\` is the change in the number of sessions that have a row: 1 or
-- -1. \`removed\` is 1 for the sums of a session that retention removes. They are kept by millisecond.
CREATE VIEW session_changes AS
SELECT page_id, audience_id, session_started_at, 0 AS removed, 1 AS kept,
    ${columns}
FROM session_facts;

-- Rollups of 0 hours hold the sums of removed sessions.
CREATE TRIGGER session_changes_inserted INSTEAD OF INSERT ON session_changes BEGIN
  INSERT INTO session_rollups (page_id, audience_id, hours, start, kept,
    ${columns})
  SELECT new.page_id, new.audience_id, hours,
    iif(hours = 0, new.session_started_at, new.session_started_at / ${hourMs} / hours * hours), new.kept,
    ${list(({ column }) => `new.${column}`)}
  FROM (SELECT column1 AS hours FROM (VALUES ${[0, ...rollupHours].map((hours) => `(${hours})`).join(', ')}))
  WHERE (hours = 0) = new.removed
  ON CONFLICT DO UPDATE SET
    kept = kept + excluded.kept,
    ${lines(({ column }) => `${column} = ${column} + excluded.${column}`)};
  INSERT INTO page_session_counts (page_id, hours, start, kept)
  SELECT new.page_id, hours, new.session_started_at / ${hourMs} / hours * hours, new.kept
  FROM (SELECT column1 AS hours FROM (VALUES ${rollupHours.map((hours) => `(${hours})`).join(', ')}))
  WHERE new.kept <> 0
  ON CONFLICT DO UPDATE SET kept = kept + excluded.kept;
END;

CREATE TRIGGER audience_sessions_inserted AFTER INSERT ON audience_sessions BEGIN
  INSERT INTO ${change}
  SELECT page_id, audience_id, session_started_at, 0, 1,
    ${columns}
  FROM session_facts WHERE analytics_session_id = new.analytics_session_id;
END;

-- A session that stays in its audience and hour changes their sums by the difference.
CREATE TRIGGER audience_sessions_updated AFTER UPDATE ON audience_sessions
WHEN ${rollup('old.')} IS ${rollup('new.')}
  AND ${moved('old.')}
    IS NOT ${moved('new.')}
BEGIN
  INSERT INTO ${change}
  VALUES (${place('new.')}, 0, 0,
    ${lines((one) => (moving.includes(one) ? `(${one.sql('new.')}) - (${one.sql('old.')})` : '0'))}
  );
END;

-- A session that moves to another hour or audience moves its sums too.
CREATE TRIGGER audience_sessions_moved AFTER UPDATE ON audience_sessions
WHEN ${rollup('old.')} IS NOT ${rollup('new.')}
BEGIN
  INSERT INTO ${change}
  VALUES (${place('old.')}, 0, -1,
    ${lines(({ sql }) => `-(${sql('old.')})`)}
  );
  INSERT INTO ${change}
  SELECT page_id, audience_id, session_started_at, 0, 1,
    ${columns}
  FROM session_facts WHERE analytics_session_id = new.analytics_session_id;
END;

-- Only retention deletes sessions. The sums keep counting them, but lists do not show them.
CREATE TRIGGER audience_sessions_removing BEFORE DELETE ON audience_sessions BEGIN
  INSERT INTO ${change}
  SELECT page_id, audience_id, session_started_at, 1, 0,
    ${columns}
  FROM session_facts WHERE analytics_session_id = old.analytics_session_id;
  INSERT INTO ${change}
  VALUES (${place('old.')}, 0, -1,
    ${list(() => '0')}
  );
END;
`;
