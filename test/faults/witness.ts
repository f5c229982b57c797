import { env } from 'cloudflare:workers';

// Triggers of the tests note each row that a statement changes, in its transaction: what the batch really did. They
// share no code with those that write events.

/** The columns of which events tell, and those that they need. */
const witnessed = {
  persons: ['person_id', 'name', 'email', 'domain', 'phone_number', 'linkedin_profile_url'],
  person_logs: ['person_id', 'person_log_id'],
  accounts: ['account_id', 'name'],
  account_logs: ['account_id', 'account_log_id'],
  pages: ['page_id', 'title', 'url', 'metadata', 'fields'],
  audiences: [
    ...['audience_id', 'page_id', 'person_id', 'custom_name', 'action_form_id_override', 'archived_at'],
    ...['action_form_instructions_override', 'action_url_override', 'metadata_override', 'field_overrides'],
  ],
  audience_versions: ['audience_id', 'version_id', 'status', 'supplementary_context'],
  page_links: [
    ...['page_link_id', 'tenant_domain_id', 'path', 'target_type', 'page_id', 'audience_id', 'deleted_at'],
  ],
  api_keys: ['api_key_id', 'expires_at', 'revoked_at'],
  audience_sessions: [
    ...['analytics_session_id', 'audience_session_id', 'page_id', 'audience_id', 'session_started_at'],
    ...['engaged_ms', 'total_clicks_count', 'questions_asked_count', 'form_state', 'has_conversion'],
    ...['has_input', 'recipient_person_id', 'recipient_account_id', 'computation_status', 'person_id'],
    'form_submission_identifier',
  ],
  experiments: ['experiment_id', 'page_id', 'audience_id', 'decided_at', 'split_broken_at', 'looks'],
  alert_firings: ['firing_id', 'alert_id', 'webhook_id', 'subject', 'facts'],
} as const;

export type Table = keyof typeof witnessed;
export type Row = Record<string, string | number | null>;

/** A row that was written: without `before` it is new, without `after` it is gone. */
export interface Change {
  table: Table;
  before: Row | undefined;
  after: Row | undefined;
}

/** A new value that a JSON function has made is still JSON to json_object, until it is text by another way. */
const textual = (value: string) => `iif(typeof(${value}) = 'text', ${value} || '', ${value})`;

const rowOf = (row: 'old' | 'new', table: Table) =>
  `json_object(${witnessed[table].map((column) => `'${column}', ${textual(`${row}.${column}`)}`).join(', ')})`;

const triggerOf = (table: Table, verb: 'INSERT' | 'UPDATE' | 'DELETE') =>
  `CREATE TRIGGER IF NOT EXISTS _witness_${table}_${verb} AFTER ${verb} ON ${table} BEGIN
    INSERT INTO _witness (name, before, after) VALUES ('${table}',
      ${verb === 'INSERT' ? 'NULL' : rowOf('old', table)}, ${verb === 'DELETE' ? 'NULL' : rowOf('new', table)});
  END`;

/** Lets the triggers note what changes from here on. */
export async function beginWitness(): Promise<void> {
  const triggers = (Object.keys(witnessed) as Table[]).flatMap((table) =>
    (['INSERT', 'UPDATE', 'DELETE'] as const).map((verb) => triggerOf(table, verb)),
  );
  const create =
    'CREATE TABLE IF NOT EXISTS _witness (seq INTEGER PRIMARY KEY, name TEXT, before TEXT, after TEXT)';
  const statements = [create, ...triggers, 'DELETE FROM _witness'];
  await env.DB.batch(statements.map((statement) => env.DB.prepare(statement)));
}

/** An event as it is stored, without what is null. */
export interface Stored {
  sequence: number;
  type: string;
  subject: string | null;
  related: Record<string, string>;
  changes: string[] | null;
  actor: object | null;
}

type Text = Record<'related' | 'changes' | 'actor', string>;
const parsed = ({ related, changes, actor, ...rest }: Omit<Stored, keyof Text> & Text): Stored => ({
  ...rest,
  related: Object.fromEntries(
    Object.entries(JSON.parse(related) as Row).filter(
      (entry): entry is [string, string] => entry[1] !== null,
    ),
  ),
  changes: JSON.parse(changes),
  actor: JSON.parse(actor),
});

/** What has changed since the last call, and the events behind a number, both in order. */
export async function takeChanges(after: number): Promise<{ changes: Change[]; events: Stored[] }> {
  const select = 'SELECT name, before, after FROM _witness ORDER BY seq';
  const events = `SELECT sequence, type, subject, related, coalesce(changes, 'null') AS changes,
    coalesce((SELECT actor FROM event_authors WHERE until >= sequence ORDER BY until LIMIT 1), 'null') AS actor
    FROM events WHERE sequence > ? ORDER BY sequence`;
  type Noted = { name: Table; before: string | null; after: string | null };
  const [changed, , told] = (await env.DB.batch([
    env.DB.prepare(select),
    env.DB.prepare('DELETE FROM _witness'),
    env.DB.prepare(events).bind(after),
  ])) as [D1Result<Noted>, D1Result, D1Result<Parameters<typeof parsed>[0]>];
  const read = (row: string | null): Row | undefined => (row === null ? undefined : JSON.parse(row));
  return {
    changes: changed.results.map(({ name, before, after: now }) => ({
      table: name,
      before: read(before),
      after: read(now),
    })),
    events: told.results.map(parsed),
  };
}
