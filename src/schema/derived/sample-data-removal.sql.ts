import { sampleMark } from '../../lib/sample.ts';
import {
  bucketOf,
  latestVisitOf,
  type Visitors,
  visitorsPerBlock,
} from '../../people/tables/latest-visits.ts';
import { withoutEvents } from './without-events.ts';

/** The condition that a column has an id of the sample data. */
const isOf = (prefix: string, column = `${prefix}_id`) =>
  `${column} BETWEEN '${prefix}_' || old.id_time || '${sampleMark}' AND '${prefix}_' || old.id_time || '${sampleMark}z'`;
const isOfPage = isOf('page');
const itsAudiences = `audience_id IN (SELECT audience_id FROM audiences WHERE ${isOfPage})`;
const remove = (table: string, condition: string) => `DELETE FROM ${table} WHERE ${condition};`;

const isOfPerson = isOf('person');
const named = 'json_array(recipient_person_id, visit.person_id, recipient_account_id, visit.account_id)';
const sampleVisits = `sample_data AS old CROSS JOIN audience_sessions AS visit ON ${isOf('page', 'visit.page_id')}`;
const isOwn = (prefix: string, table: string) => `NOT (${isOf(prefix, `${table}.${prefix}_id`)})`;
const seenLast = (kind: Visitors, prefix: string, stays: string) =>
  `SELECT '${kind}', ${kind}.seq, ${kind}.${prefix}_id, ${bucketOf(kind, `${kind}.seq`)}
  FROM ${sampleVisits}
    CROSS JOIN ${kind} ON ${kind}.${prefix}_id IN (recipient_${prefix}_id, visit.${prefix}_id)
  WHERE ${stays}
  GROUP BY ${kind}.seq HAVING max(session_started_at) >= ${latestVisitOf(kind, `${kind}.seq`)}`;
const seenLastView = `CREATE VIEW seen_last_in_sample_data (kind, seq, id, bucket) AS
${seenLast('persons', 'person', isOwn('person', 'persons'))}
UNION ALL ${seenLast(
  'accounts',
  'account',
  `(${isOwn('account', 'accounts')}
    OR EXISTS (SELECT 1 FROM persons WHERE account_domain = accounts.domain AND ${isOwn('person', 'persons')}))`,
)};`;

/** Who was seen last in a visit that goes was seen last in the latest of the others. All visits are read for them. */
const seenBefore = [
  `UPDATE latest_visits SET visits = jsonb_patch(visits, (SELECT jsonb_group_object(bucket, gone) FROM (
    SELECT bucket, jsonb_group_object(seq, NULL) AS gone FROM seen_last_in_sample_data AS seen
    WHERE seen.kind = latest_visits.kind AND seq / ${visitorsPerBlock} = block GROUP BY bucket)))
  WHERE (kind, block) IN (SELECT kind, seq / ${visitorsPerBlock} FROM seen_last_in_sample_data);`,
  `UPDATE latest_visits SET visits = jsonb_patch(visits, (SELECT jsonb_group_object(bucket, moved) FROM (
    SELECT bucket, jsonb_group_object(seq, at) AS moved FROM (
      SELECT max(bucket) AS bucket, max(seq) AS seq, max(at) AS at FROM (
        SELECT id, bucket, seq, NULL AS at FROM seen_last_in_sample_data
        UNION ALL SELECT visitor.value, NULL, NULL, min(session_started_at, unixepoch() * 1000)
        FROM audience_sessions AS visit CROSS JOIN json_each(${named}) AS visitor
        WHERE NOT (${isOf('page', 'visit.page_id')}) AND visitor.value IN (SELECT id FROM seen_last_in_sample_data)
      ) GROUP BY id
    ) GROUP BY bucket)))
  WHERE kind = 'recent' AND block = 0 AND EXISTS (SELECT 1 FROM seen_last_in_sample_data);`,
  `UPDATE accounts SET latest_visit_at = ${latestVisitOf('accounts', 'seq')}
  WHERE account_id IN (SELECT visitor.value FROM ${sampleVisits} CROSS JOIN json_each(${named}) AS visitor)
    AND linked_persons_count = 0 AND latest_visit_at > ${latestVisitOf('accounts', 'seq')};`,
];

const removal = [
  // A write of blocks that has begun changes nothing any more. None has without a seal while so few wait.
  `INSERT INTO session_seal (id, sealed_at, sealed_id, revision)
  SELECT 1, -1, '', 1 WHERE (SELECT count(*) FROM (SELECT 1 FROM audience_sessions LIMIT 500)) = 500
    OR EXISTS (SELECT 1 FROM session_seal WHERE id = 1)
  ON CONFLICT (id) DO UPDATE SET revision = revision + 1;`,
  // Sealed sessions are sealed anew, all of them.
  `UPDATE session_seal SET sealed_at = -1, sealed_id = '', numbered_at = -1
  WHERE id = 1 AND EXISTS (SELECT 1 FROM session_blocks WHERE ${isOfPage});`,
  `DELETE FROM session_blocks WHERE is_removed = 0 AND EXISTS (SELECT 1 FROM session_seal WHERE id = 1 AND sealed_at = -1);`,
  `DELETE FROM session_corrections WHERE EXISTS (SELECT 1 FROM session_seal WHERE id = 1 AND sealed_at = -1);`,
  ...seenBefore,
  remove('campaign_rows', `campaign_id IN (SELECT campaign_id FROM campaigns WHERE ${isOfPage})`),
  remove('campaign_waiting_rows', `campaign_id IN (SELECT campaign_id FROM campaigns WHERE ${isOfPage})`),
  remove('campaigns', isOfPage),
  // Rows of made-up persons in campaigns of other pages: no list has a row without a person.
  remove(
    'campaign_rows',
    `${isOfPerson} AND campaign_id IN (SELECT campaign_id FROM campaigns
    WHERE page_id IN (SELECT page_id FROM audiences WHERE ${isOfPerson}))`,
  ),
  remove('audience_sessions', isOfPage),
  remove('left_out_visits', isOfPage),
  remove('left_out_counts', isOfPage),
  remove('found_fields', isOfPage),
  remove('annotations', isOfPage),
  remove('given_up', isOfPage),
  remove('experiment_units', `experiment_id IN (SELECT experiment_id FROM experiments WHERE ${isOfPage})`),
  remove('experiments', isOfPage),
  `UPDATE page_links SET deleted_at = created_at WHERE ${isOfPage} AND deleted_at IS NULL;`,
  `INSERT INTO page_link_search (page_link_search, rowid, text)
  SELECT 'delete', seq, '' FROM page_links WHERE ${isOfPage};`,
  remove('page_links', isOfPage),
  remove('page_link_counts', 'links = 0'),
  remove('publishes', isOfPage),
  remove('audience_versions', itsAudiences),
  remove('audience_names', itsAudiences),
  remove('audiences', isOfPage),
  `UPDATE counters SET value = value - (SELECT count(*) FROM pages WHERE ${isOfPage}) WHERE name = 'pages';`,
  remove('pages', isOfPage),
  // Audiences of other pages stay, for nobody. Their visits keep all but the recipient: who is made up needs no erasure.
  `UPDATE audience_sessions SET recipient_person_id = NULL, recipient_account_id = NULL
  WHERE analytics_session_id IN (SELECT visit.analytics_session_id
    FROM audiences CROSS JOIN audience_sessions AS visit ON visit.page_id = audiences.page_id
    WHERE ${isOf('person', 'audiences.person_id')} AND visit.audience_id = audiences.audience_id)
    AND recipient_person_id IS NOT NULL;`,
  `UPDATE audiences SET person_id = NULL, revision = revision + 1 WHERE ${isOfPerson};`,
  // Before the persons: a trigger sees by it that none is erased.
  remove('service_notes', "name = 'sample'"),
  remove('persons', isOfPerson),
  remove('erasures', isOfPerson),
  remove('erased_audiences', isOfPage),
  // A company stays if somebody else belongs to it.
  remove('accounts', `${isOf('account')} AND linked_persons_count = 0`),
  `UPDATE accounts SET activity_ahead = 0, latest_activity_at = max(
    coalesce((SELECT min(created_at) FROM persons WHERE account_domain = accounts.domain), 0),
    coalesce((SELECT max(happened_at) FROM persons CROSS JOIN person_logs AS log ON log.person_id = persons.person_id
      WHERE account_domain = accounts.domain), 0),
    coalesce((SELECT max(happened_at) FROM account_logs WHERE account_id = accounts.account_id), 0))
  WHERE ${isOf('account')};`,
  ...['account_logs', 'account_log_counts'].map((table) =>
    remove(table, `${isOf('account')} AND account_id NOT IN (SELECT account_id FROM accounts)`),
  ),
  `DELETE FROM latest_visits WHERE kind = 'recent' AND block = 0 AND blocks_until = 0
    AND NOT EXISTS (SELECT 1 FROM json_each(visits) AS bucket CROSS JOIN json_each(bucket.value));`,
];

export default `-- Persons and accounts that stay, and were seen last in a visit of sample data.
${seenLastView}

-- What somebody has made of it goes too: links to its pages, logs of its persons. What is theirs alone stays.
CREATE TRIGGER sample_data_removed INSTEAD OF DELETE ON sample_data BEGIN
  ${withoutEvents(removal.join('\n  '))}
END;
`;
