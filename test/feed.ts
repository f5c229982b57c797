// What the feed must have for the rows of the tables, if it has kept every type since the workspace was empty. It
// shares no code with src/.

type Row = Record<string, unknown>;
type Query = (sql: string) => Promise<Row[]> | Row[];

const erased = (kind: string) => `SELECT subject AS id FROM events WHERE type = '${kind}.erased'`;
const isEngaged = `(engaged_ms >= 10000 OR total_clicks_count > 0 OR questions_asked_count > 0 OR form_state > 0
  OR has_conversion)`;
const sessions = (where: string) => `SELECT analytics_session_id AS id FROM audience_sessions WHERE ${where}`;

/** A type that tells of each row once: where an event has the id of the row, and the rows. */
const once: [type: string, id: string, rows: string][] = [
  ['person.created', 'subject', `SELECT person_id AS id FROM persons UNION ALL ${erased('person')}`],
  ['person.erased', 'subject', 'SELECT person_id AS id FROM erasures'],
  // Those of erased persons have no id any more.
  [
    'person_log.created',
    "related ->> 'personLogId'",
    `SELECT person_log_id AS id FROM person_logs UNION ALL SELECT NULL FROM events
      WHERE type = 'person_log.created' AND subject IN (${erased('person')})`,
  ],
  ['account.created', 'subject', `SELECT account_id AS id FROM accounts UNION ALL ${erased('account')}`],
  ['account_log.created', "related ->> 'accountLogId'", 'SELECT account_log_id AS id FROM account_logs'],
  ['page.created', 'subject', 'SELECT page_id AS id FROM pages'],
  ['audience.created', 'subject', 'SELECT audience_id AS id FROM audiences'],
  ['audience_version.created', "related ->> 'versionId'", 'SELECT version_id AS id FROM audience_versions'],
  ['page_link.created', 'subject', 'SELECT page_link_id AS id FROM page_links'],
  ['page_link.deleted', 'subject', 'SELECT page_link_id AS id FROM page_links WHERE deleted_at IS NOT NULL'],
  ['api_key.created', 'subject', 'SELECT api_key_id AS id FROM api_keys'],
  ['api_key.revoked', 'subject', 'SELECT api_key_id AS id FROM api_keys WHERE revoked_at IS NOT NULL'],
  ['session.started', "related ->> 'analyticsSessionId'", sessions('true')],
  ['session.engaged', "related ->> 'analyticsSessionId'", sessions(isEngaged)],
];

/** Rows that must not be. */
const never: [what: string, rows: string][] = [
  [
    'a number is missing',
    'SELECT sequence FROM events WHERE sequence <> (SELECT count(*) FROM events AS e WHERE e.sequence <= events.sequence)',
  ],
  [
    'something is told before the record is created, or after it is gone',
    `SELECT e.* FROM events AS e JOIN events AS edge ON edge.subject = e.subject
      WHERE edge.type IN ('person.created', 'account.created', 'page.created', 'audience.created', 'page_link.created',
        'api_key.created') AND e.sequence < edge.sequence
      OR edge.type IN ('person.erased', 'account.erased') AND e.sequence > edge.sequence`,
  ],
  [
    'an erased person leads to something',
    `SELECT * FROM events WHERE related <> '{}' AND subject IN (${erased('person')})`,
  ],
  [
    'a form is told more often than once without a name and once with one',
    `SELECT related ->> 'analyticsSessionId' AS id FROM events WHERE type = 'form.submitted'
      GROUP BY id, related ->> 'personId' IS NULL HAVING count(*) > 2 - (related ->> 'personId' IS NOT NULL)`,
  ],
  ...(
    [
      ['a form is not told', 'form_state > 0', 'NOT IN'],
      ['a form is told that is not there', 'form_state = 0', 'IN'],
    ] as const
  ).map(([what, where, is]): [string, string] => [
    what,
    `${sessions(where)} AND analytics_session_id ${is} (
      SELECT related ->> 'analyticsSessionId' FROM events WHERE type = 'form.submitted')`,
  ]),
  [
    'fields have changed, and none is named',
    "SELECT * FROM events WHERE (type LIKE '%.updated') <> (json_array_length(coalesce(changes, '[]')) > 0)",
  ],
  [
    'a day on which somebody came is not told',
    `SELECT * FROM visit_days WHERE NOT EXISTS (SELECT 1 FROM events WHERE events.type = visit_days.type
      AND events.subject = visit_days.subject)`,
  ],
  ...(['person', 'account'] as const).map((kind): [string, string] => [
    `a ${kind} came, and no alert has fired`,
    `SELECT recipient_${kind}_id FROM audience_sessions WHERE has_input AND recipient_${kind}_id <> '' AND ${isEngaged}
      AND recipient_${kind}_id IN (SELECT ${kind}_id FROM ${kind}s)
      AND recipient_${kind}_id NOT IN (SELECT subject FROM alert_firings)`,
  ]),
  [
    'a firing of an alert is not told, or twice',
    `SELECT firing_id FROM alert_firings WHERE 1 <> (SELECT count(*) FROM events WHERE type = 'alert.fired'
      AND subject = alert_id AND related ->> 'firingId' = firing_id)`,
  ],
  ...(['person', 'account'] as const).map((kind): [string, string] => [
    `a ${kind} came, and it is not told`,
    `SELECT recipient_${kind}_id FROM audience_sessions WHERE has_input AND recipient_${kind}_id <> '' AND ${isEngaged}
      AND recipient_${kind}_id IN (SELECT ${kind}_id FROM ${kind}s)
      AND recipient_${kind}_id NOT IN (SELECT subject FROM events WHERE type = '${kind}.visited')`,
  ]),
];

/** How the state of a record follows from its events. */
const statesOf = {
  audience: {
    rows: "SELECT audience_id AS id, iif(archived_at IS NULL, '', 'archived') AS state FROM audiences",
  },
  version: {
    // One that was late is archived as soon as it is published, and was never live.
    rows: `SELECT version_id AS id, CASE status WHEN 'processing' THEN 'queued' WHEN 'archived'
        THEN iif(obsolete_at = published_at, 'published or queued', 'published') WHEN 'queued' THEN 'queued'
        WHEN 'published' THEN 'published' WHEN 'cancelled' THEN 'cancelled' ELSE '' END AS state FROM audience_versions`,
  },
};
/** What may come after what. */
const moves: Record<string, string[]> = {
  audience: [' archived', 'archived restored', 'restored archived'],
  version: [' queued', ' cancelled', 'queued published', 'queued cancelled', 'cancelled queued'],
};

async function wrongStates(query: Query, kind: keyof typeof statesOf): Promise<string[]> {
  const events =
    kind === 'audience'
      ? `SELECT subject AS id, replace(type, 'audience.', '') AS state FROM events
          WHERE type IN ('audience.archived', 'audience.restored') ORDER BY sequence`
      : `SELECT related ->> 'versionId' AS id, replace(type, 'audience_version.', '') AS state FROM events
          WHERE type LIKE 'audience_version.%' AND type <> 'audience_version.created' ORDER BY sequence`;
  const states = new Map<unknown, unknown>();
  const wrong: string[] = [];
  for (const { id, state } of await query(events)) {
    const move = `${states.get(id) ?? ''} ${state}`;
    if (!moves[kind]?.includes(move)) wrong.push(`${id}: ${move}`);
    states.set(id, state);
  }
  const shown = (state: unknown) => (state === 'restored' ? '' : (state ?? ''));
  const rows = await query(statesOf[kind].rows);
  return [
    ...wrong,
    ...rows
      .filter(
        ({ id, state }) =>
          !String(state)
            .split(' or ')
            .includes(String(shown(states.get(id)))),
      )
      .map(({ id, state }) => `${id} is ${state}, and ${states.get(id)} is told`),
  ];
}

/**
 * What the feed tells that the tables do not have, or the other way round: a line for each. `before` are the ids of keys
 * that were there before the feed kept anything.
 */
export async function wrongInFeed(query: Query, before: readonly string[] = []): Promise<string[]> {
  const wrong: string[] = [];
  for (const [type, id, rows] of once) {
    const idsOf = async (sql: string) => (await query(sql)).map((row) => row.id);
    const told = await idsOf(`SELECT ${id} AS id FROM events WHERE type = '${type}' ORDER BY 1`);
    const there = (await idsOf(`${rows} ORDER BY 1`)).filter((one) => !before.includes(String(one)));
    if (JSON.stringify(told) !== JSON.stringify(there))
      wrong.push(`${type} is told of ${told.join()}, and the table has ${there.join()}`);
  }
  for (const [what, rows] of never)
    wrong.push(...(await query(rows)).map((row) => `${what}: ${JSON.stringify(row)}`));
  return [...wrong, ...(await wrongStates(query, 'audience')), ...(await wrongStates(query, 'version'))];
}
