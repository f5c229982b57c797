import { env } from 'cloudflare:workers';
import { blockOf, factsOf } from '../../../../src/analytics/block.ts';
import { wholeColumns } from '../../../../src/analytics/store/blocks-at.ts';
import { columnNames, parseFacts } from '../../../../src/vocabulary/facts.ts';
import { contents } from '../../support/client.ts';
import type { Line } from './world.ts';

// What an erasure takes out of the database, value by value, and what of it an export does not have.

/** The columns of which an erasure may take values that an export does not have, with the reason. */
const left: Record<string, string> = {
  'accounts.activity_ahead': 'part of the latest activity, which the export has',
  'accounts.latest_activity_at': 'the latest activity without what is ahead, which the export adds',
  'accounts.activity_moves_at': 'when an index is moved',
  'accounts.latest_visit_at': 'not written any more: 0',
  'accounts.linked_persons_count': 'a counter',
  'accounts.revision': 'a counter',
  'accounts.seq': 'the order of companies',
  'account_search_text.seq': 'the order of companies',
  'alert_firings.webhook_id': 'where it was sent: a webhook of the workspace',
  'audience_names.seq': 'the order of audiences',
  'audience_names.text': 'the name of the audience and of the person, as they are searched for',
  'audience_versions.sweep_at': 'when the cron looks',
  'audience_versions.transition_id': 'the id of a request',
  'audience_sessions.form_submission_identifier_type':
    'the kind of an identifier, of a form of another that has one of the person: the export has it beside the own ones',
  'audiences.revision': 'a counter',
  'audiences.write_id': 'ids of writes',
  'campaign_rows.revision': 'a counter',
  'campaign_rows.words_hash': 'a hash',
  'campaign_rows.write_id': 'ids of writes',
  'campaigns.rows_count': 'a counter',
  'counters.value': 'counters',
  'given_up.attempts': 'how often the service has tried',
  'given_up.given_up_at': 'when the service gave up',
  'given_up.kind': 'the word visit, which the line itself says',
  'given_up.source': 'the id of a message',
  'given_up.what': 'the name of an error of the service',
  'kept_deliveries.key_hash': 'a hash',
  'page_link_counts.links': 'a counter',
  'page_links.revision': 'a counter',
  'page_links.search_path': 'the path, as it is searched for',
  'page_links.write_id': 'ids of writes',
  'person_log_counts.logs': 'a counter: the last line has the number',
  'person_log_counts.own_times': 'a counter',
  'person_logs.fingerprint': 'checksums',
  'person_logs.own_time': 'the time of the log, as ids have it',
  'persons.account_domain': 'the end of the email, or the domain',
  'persons.email_domain': 'the end of the email',
  'persons.gone': 'a counter',
  'persons.latest_visit_at': 'not written any more: 0',
  'persons.revision': 'a counter',
  'persons.search_name': 'the name, as it is searched for',
  'persons.seq': 'the order of persons',
  'persons.write_id': 'ids of writes',
  'sources.activity': 'a counter',
  'sources.kept_bytes': 'a counter',
  'sources.kept_count': 'a counter',
};

/** The values of each column, with the name of each: that of the column, or of the member in its JSON. */
type Values = Map<string, Leaf[]>;
type Leaf = readonly [name: string, value: string];
type Row = Record<string, unknown>;

const camel = (name: string) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** The texts and numbers in a value, which may be JSON. */
function leavesOf(value: unknown, name = ''): Leaf[] {
  if (Array.isArray(value)) return value.flatMap((item) => leavesOf(item, name));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([member, item]) => leavesOf(item, camel(member)));
  if (typeof value === 'string' && /^[[{]/.test(value)) return leavesOf(JSON.parse(value) as unknown, name);
  return value === null || value === undefined || value === '' || typeof value === 'boolean'
    ? []
    : [[name, String(value)]];
}

/** What blocks and corrections say of sessions, as columns. */
const factRows = (facts: readonly (readonly unknown[])[]): Row[] =>
  facts.map((one) => Object.fromEntries(columnNames.map((name, place) => [name, one[place]])));

async function rowsOfAll(): Promise<Record<string, Row[]>> {
  const all = (await contents()) as Record<string, Row[]>;
  const names = Object.keys(wholeColumns);
  const { results: latest } = await env.DB.prepare(
    'select kind, block, blocks_until, json(visits) as visits from latest_visits',
  ).all<Row>();
  const named = (row: Row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [camel(name), value]));
  const blocks = (all.session_blocks ?? []).map(named);
  expect(names.length).toBeGreaterThan(10);
  const corrections = (all.session_corrections ?? []).map(({ counted, ...row }) => ({
    ...row,
    ...(typeof counted === 'string' ? factRows([parseFacts(counted).facts])[0] : {}),
  }));
  return {
    ...all,
    latest_visits: latest,
    session_corrections: corrections,
    session_blocks: blocks.flatMap((row) => factRows(factsOf(blockOf(row as never)))),
  };
}

/** The values of each column, in all rows. */
export async function valuesNow(): Promise<Values> {
  const found: Values = new Map();
  for (const [table, rows] of Object.entries(await rowsOfAll()))
    for (const row of rows)
      for (const [column, value] of Object.entries(row)) {
        const key = `${table}.${column}`;
        const values = found.get(key) ?? [];
        found.set(key, values);
        if (value instanceof ArrayBuffer || Array.isArray(value)) throw new Error(`${key} has bytes`);
        values.push(...leavesOf(value, camel(column)));
      }
  return found;
}

/** A text that says something wherever it stands. Of a short one, such as a 1, the name has to be the same. */
const isLong = (value: string) => value.length > 5;

/** What lines say: their texts and numbers, with times as the database has them, alone or with their names. */
function saidBy(lines: readonly Line[]): Set<string> {
  const said = new Set<string>();
  for (const [name, value] of leavesOf(lines)) {
    const time = /^\d{4}-\d\d-\d\d(T|$)/.test(value) ? Date.parse(value) : Number.NaN;
    const values = Number.isNaN(time) ? [value] : [value, String(time), String(time / 86_400_000)];
    for (const one of values) said.add(isLong(one) ? one : `${name}: ${one}`);
    if (name === 'date') said.add(`day: ${time / 86_400_000}`);
  }
  return said;
}

/** The values that are in `before` and not in `after`, and that lines do not say: of a column that may not lose them unsaid. */
export function unsaid(before: Values, after: Values, lines: readonly Line[], ofOthers: readonly string[]) {
  const said = saidBy(lines);
  const missing: string[] = [];
  for (const [key, leaves] of before) {
    if (key in left) continue;
    const rest = new Map<string, number>();
    for (const [, value] of after.get(key) ?? []) rest.set(value, (rest.get(value) ?? 0) + 1);
    for (const [name, value] of leaves) {
      const count = rest.get(value) ?? 0;
      if (count > 0) rest.set(value, count - 1);
      else if (
        !said.has(isLong(value) ? value : `${name}: ${value}`) &&
        !ofOthers.some((one) => value.includes(one))
      )
        missing.push(`${key}: ${name}: ${value}`);
    }
  }
  return missing;
}
