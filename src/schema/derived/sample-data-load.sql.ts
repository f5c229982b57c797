import { idTimeSql } from '../../db/id-time.ts';
import { dayMs, hourMs } from '../../lib/durations.ts';
import { sampleMark } from '../../lib/sample.ts';
import { bucketOf, type Visitors } from '../../people/tables/latest-visits.ts';
import { derivedId, importedId } from '../../visits/sessions/ids.ts';
import {
  accounts,
  audiences,
  links,
  logs,
  pages,
  personalCount,
  persons,
  versions,
  visitCount,
  visitDays,
  website,
} from './sample.ts';
import { withoutEvents } from './without-events.ts';

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
/** JSON as SQL. Of the marks in texts for a search, JSON would make six characters each. */
const list = (values: readonly unknown[]) => {
  const text = JSON.stringify(values);
  const mark = JSON.stringify('\u0002').slice(1, -1);
  return text.includes(mark)
    ? `replace(${quoted(text.replaceAll(mark, '~'))}, '~', '${mark}')`
    : quoted(text);
};

/** SQL of the id with a number. */
const id = (prefix: string, number: string) =>
  `('${prefix}_' || new.id_time || printf('${sampleMark}%07d', ${number}))`;

const insertFrom = (table: string, columns: Record<string, string>, from: string) =>
  `INSERT INTO ${table} (${Object.keys(columns).join(', ')})
  SELECT ${Object.values(columns).join(',\n    ')}
  FROM ${from};`;
/** Inserts a row for each row of constants. */
const insert = (table: string, rows: readonly unknown[][], columns: Record<string, string>) =>
  insertFrom(table, columns, `json_each(${list(rows)}) AS item`);
/** A field of a row of constants, and the number of the row, from 1 on. */
const field = (place: number) => `item.value ->> ${place}`;
const nth = '(item.key + 1)';
const [page, person, audience, version] = ['page', 'person', 'audience', 'version'].map((kind) =>
  id(kind, nth),
);
const ofPage = id('page', field(0));

const start = `(new.loaded_at - ${visitDays * dayMs})`;
const written = { revision: '1', write_id: "''", created_at: start, updated_at: start };
const happened = `(new.loaded_at - ${field(1)} * ${hourMs})`;

const rows = [
  insert('accounts', accounts, {
    account_id: id('account', nth),
    seq: nth,
    domain: field(0),
    name: field(1),
    search_name: field(2),
    linked_persons_count: '0',
    latest_activity_at: start,
    ...written,
  }),
  insert('persons', persons, {
    person_id: String(person),
    name: field(0),
    search_name: field(1),
    email: field(2),
    search_email: field(3),
    email_domain: field(4),
    slug: field(5),
    gone: '0',
    ...written,
  }),
  insert('pages', pages, {
    page_id: String(page),
    title: field(0),
    url: field(1),
    metadata: "'{}'",
    audiences_count: '0',
    ...written,
  }),
  insert('audiences', audiences, {
    page_id: ofPage,
    audience_id: String(audience),
    audience_number: field(1),
    person_id: `iif(item.key < ${personalCount}, ${person}, NULL)`,
    custom_name: field(2),
    metadata_override: field(3),
    revision: '1',
    write_id: "''",
    created_at: start,
  }),
  insert('audience_versions', versions, {
    audience_id: String(audience),
    version_number: '1',
    version_id: String(version),
    status: "'published'",
    is_new_page_agent: '1',
    created_at: start,
    became_draft_at: start,
    queued_at: start,
    processing_at: start,
    published_at: start,
    transition_id: `'sample'`,
    publish_order: '1',
    supplementary_context: field(0),
    snapshot: field(1),
  }),
  insert(
    'publishes',
    audiences.map(([page]) => [page]),
    {
      page_id: ofPage,
      published_at: start,
      version_id: String(version),
      audience_id: String(audience),
      version_number: '1',
    },
  ),
  insert('page_links', links, {
    page_link_id: id('page_link', nth),
    path: field(1),
    search_path: field(2),
    target_type: "'audience'",
    page_id: ofPage,
    audience_id: String(audience),
    ...written,
  }),
  insert('person_logs', logs, {
    person_id: id('person', field(0)),
    person_log_id: id('person_log', nth),
    source: field(2),
    type: field(3),
    payload: field(4),
    created_at: happened,
    occurred_at: happened,
    own_time: `(SELECT ${idTimeSql('at')} FROM (SELECT ${happened} AS at))`,
  }),
];

// Of a visit, \`i\` counts from the newest, and \`who\` is the number of its audience, or 0.

/** One of some values, by a number. */
const oneOf = (values: (string | null)[], by: string) => `${list(values)} ->> ((${by}) % ${values.length})`;
/** The page or the path of the audience of a visit. */
const ofAudience = (place: 0 | 1) => `${list(links.map((row) => row[place]))} ->> (who - 1)`;
const ifAudience = (sql: string) => `iif(who > 0, ${sql}, NULL)`;
const ifGroup = (sql: string) => `iif(who > ${personalCount}, ${sql}, NULL)`;
const isForm = '(i % 36 = 9)';
const isKnown = `(who BETWEEN 1 AND ${personalCount} AND started >= new.recipients_from)`;
/** A column of the person of a visit. */
const personOf = (column: string) =>
  `(SELECT ${column} FROM persons WHERE person_id = ${id('person', 'who')})`;
const accountOf = `(SELECT account_id FROM accounts WHERE domain = ${personOf('account_domain')})`;

const visits = insertFrom(
  'audience_sessions',
  {
    // As an imported one, with an id that neither an import nor a beacon may have.
    analytics_session_id: `'${importedId(derivedId(derivedId('samp1e'))).replace('\t', "' || char(9) || '")}' || printf('%04d', i)`,
    page_id: id('page', 'page'),
    audience_id: ifAudience(id('audience', 'who')),
    version_id: ifAudience(id('version', 'who')),
    page_link_id: ifAudience(id('page_link', 'who')),
    person_id: `iif(${isForm}, ${personOf('person_id')}, NULL)`,
    account_id: `iif(${isForm}, ${accountOf}, NULL)`,
    recipient_person_id: `iif(${isKnown}, ${personOf('person_id')}, NULL)`,
    recipient_account_id: `iif(${isKnown}, ${accountOf}, NULL)`,
    page_title: oneOf(
      pages.map(([title = '']) => title),
      'page - 1',
    ),
    page_url: `'${website}' || path`,
    link_path: 'path',
    computation_status: "'completed'",
    form_state: `2 * ${isForm}`,
    form_submission_email: `iif(${isForm}, ${personOf('email')}, NULL)`,
    has_conversion: `${isForm} OR i % 23 = 4`,
    questions_asked_count: 'i % 11 = 5',
    total_clicks_count: 'i * 13 % 4',
    max_scroll_depth: '1000 + i * 137 % 9000',
    engaged_ms: '4000 + i * 7919 % 170000',
    session_started_at: 'started',
    active_ms: '5000 + i * 7919 % 170000',
    utm_source: ifGroup("'newsletter'"),
    utm_medium: ifGroup("'email'"),
    utm_campaign: ifGroup("'spring'"),
    referrer: `iif(who = 0, ${oneOf(['google.com', null, 'linkedin.com', 'bing.com', null], 'i / 2')}, NULL)`,
    country: oneOf(['DE', 'DE', 'GB', 'US', 'FR', 'PL', 'NL'], 'i'),
    device: oneOf(['desktop', 'mobile', 'desktop', 'tablet', 'mobile', 'desktop'], 'i / 3'),
    browser: oneOf(['Chrome', 'Safari', 'Firefox', 'Edge', 'Chrome'], 'i / 5'),
    has_input: '1',
  },
  `(SELECT i, who, page, started, iif(who > 0, ${ofAudience(1)}, iif(page = 1, '/', '/pricing')) AS path FROM (
    SELECT i, who, iif(who > 0, ${ofAudience(0)}, 1 + i / 2 % 2) AS page,
      new.loaded_at - ${hourMs} - ${Math.floor((visitDays * dayMs - hourMs) / (2 * visitCount ** 2))} * (${visitCount} + i) * i AS started
    FROM (SELECT i, CASE i % 4 WHEN 1 THEN 1 + i / 4 % ${personalCount}
        WHEN 3 THEN ${personalCount + 1} + i / 4 % ${audiences.length - personalCount} ELSE 0 END AS who
      FROM (SELECT 16 * one.key + other.key AS i FROM json_each(${list(Array(visitCount / 16).fill(0))}) AS one
        CROSS JOIN json_each(${list(Array(16).fill(0))}) AS other)))
    WHERE started >= max(new.visits_from,
      coalesce((SELECT value FROM counters WHERE name = 'sessions_removed_before'), 0)))`,
);

const latest = (kind: Visitors, is: string) =>
  `SELECT ${bucketOf(kind, `${kind}.seq`)} AS bucket, seq, max(session_started_at) AS at
      FROM audience_sessions CROSS JOIN ${kind} ON ${is} GROUP BY seq`;
const latestVisits = `INSERT INTO latest_visits (kind, block, visits)
  SELECT 'recent', 0, jsonb_group_object(bucket, moved) FROM (
    SELECT bucket, jsonb_group_object(seq, at) AS moved FROM (
      ${latest('persons', 'persons.person_id IN (recipient_person_id, audience_sessions.person_id)')}
      UNION ALL ${latest('accounts', 'accounts.account_id IN (recipient_account_id, audience_sessions.account_id)')}
    ) GROUP BY bucket
  ) HAVING count(*) > 0
  ON CONFLICT (kind, block) DO UPDATE SET visits = jsonb_patch(visits, excluded.visits);`;

export default `-- Sample data of an empty workspace: rows as all others, whose ids say what they are (src/lib/sample.ts). To load them,
-- insert into this view; to remove them, delete its row. One statement does either, so nothing is ever half there.
-- id_time is the time in all ids (db/id-time.ts). No visit began before visits_from, and one that
-- began before recipients_from gets no recipient.
CREATE VIEW sample_data (loaded_at, id_time, visits_from, recipients_from) AS
SELECT at, value, NULL, NULL FROM service_notes WHERE name = 'sample';

CREATE TRIGGER sample_data_loaded INSTEAD OF INSERT ON sample_data
WHEN NOT EXISTS (SELECT 1 FROM pages) AND NOT EXISTS (SELECT 1 FROM persons) AND NOT EXISTS (SELECT 1 FROM accounts)
  AND NOT EXISTS (SELECT 1 FROM audience_sessions) AND NOT EXISTS (SELECT 1 FROM session_blocks) BEGIN
  INSERT INTO service_notes (name, at, value) VALUES ('sample', new.loaded_at, new.id_time);
  ${withoutEvents([...rows, visits, latestVisits].join('\n  '))}
END;
`;
