import { createHash } from 'node:crypto';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { checksum, sha256 } from '../floor/keys.ts';

/** Keys of the measured databases, which exist only during a measurement. */
const keyOf = (name: string) => {
  const body = `ff_main_${name.padEnd(32, '0')}`;
  return body + checksum(body);
};
export const keys = { api: keyOf('bench'), collect: keyOf('collect') };

/** The id of the nth row. Its TypeID has an old time, so that lists show new rows first. */
export const idOf = (prefix: string, nth: number): string => `${prefix}_0${String(nth).padStart(25, '0')}`;
/** The same as an SQL expression. */
const idSql = (prefix: string, nth: string) => `printf('${prefix}_0%025d', ${nth})`;

const firstNames =
  'ada ben cleo dora emil fay gus hana ivo jade kai lena milo nora otto pia quin rosa sven tara uma vito wanda xenia yuri zoe'.split(
    ' ',
  );
const lastNames = 'adler brook cole drum ekman falk grau holt iver jung'.split(' ');

/** The size of a seeded database. Other tables are empty. */
export interface Scale {
  persons: number;
}
/** Each company has 20 persons. */
export const companiesOf = ({ persons }: Scale): number => Math.max(Math.ceil(persons / 20), 1);
/** Each person has two logs, each with an idempotency key. */
export const logsPerPerson = 2;
const sessionsOf = ({ persons }: Scale) => Math.min(persons, 200_000);
/** Sessions that are not sealed: the cron seals 500. */
const waitingOf = (scale: Scale) => Math.min(Math.ceil(sessionsOf(scale) / 50), 400);
/** Sessions of which a beacon comes late. */
const changed = 10;
const audiences = 40;

export const emailOf = (nth: number, scale: Scale): string =>
  `person${nth}@company${nth % companiesOf(scale)}.example`;
export const pageId = idOf('page', 1);

/** The latest time in the seeded data, which is the same in every run. */
export const until = Date.UTC(2026, 10, 1);
const day = 86_400_000;

const mark = 'char(2, 2)';
const list = (names: string[], nth: string) =>
  `(values ${names.map((name, index) => `(${index}, '${name}')`).join()}) as ${nth}`;

/**
 * The steps that fill a migrated database, with all triggers. A step inserts rows `from` to `to`. After the step with
 * `endsSealed`, the service seals the sessions.
 */
export function seedSteps(scale: Scale) {
  const { persons } = scale;
  const companies = companiesOf(scale);
  const first = `(n * 7 + n / ${firstNames.length}) % ${firstNames.length}`;
  const last = `(n * 3 + n / 100) % ${lastNames.length}`;
  // Numbers that look random and are the same in every run.
  const chance = (of: string, below: number) => `((n * 2654435761 + ${of} * 40503) % 1000003 % ${below})`;
  const [sessions, waiting] = [sessionsOf(scale), waitingOf(scale)];
  const sessionId = (nth: string) => `'session-of-the-bench-' || printf('%012d', ${nth})`;
  // Spread over 60 days. A third of the visitors leave at once.
  const insertSessions = `insert into audience_sessions (analytics_session_id, page_id, audience_id, page_title,
      page_url, computation_status, failure, form_state, has_conversion, questions_asked_count, total_clicks_count,
      max_scroll_depth, engaged_ms, session_started_at, active_ms, utm_source, utm_medium, referrer, country, device,
      browser)
    select ${sessionId('n')}, '${pageId}',
      iif(n % 12 = 0, null, ${idSql('audience', `1 + ${chance('1', audiences)}`)}), 'Footfall bench',
      'https://bench.example/pricing?utm_source=newsletter', 'pending',
      iif(n % 60 = 0, 'The page has no audience audience_gone.', null), 0, n % 23 = 0, n % 7 = 0,
      iif(n % 3 = 0, 0, ${chance('2', 6)}), ${chance('3', 10_000)}, iif(n % 3 = 0, ${chance('4', 9000)},
      ${chance('5', 300_000)}), ${until} - 60 * ${day} + (n * ${60 * day} / ${sessions}), 400000,
      iif(n % 4 = 0, 'newsletter', null), iif(n % 4 = 0, 'email', null), iif(n % 5 = 0, 'news.example', null),
      iif(n % 3 = 0, 'IN', 'DE'), iif(n % 2 = 0, 'mobile', 'desktop'), iif(n % 6 = 0, 'Safari', 'Chrome')
    from numbers`;
  const steps: { name: string; rows: number; after?: number; endsSealed?: boolean; sql: string }[] = [
    {
      name: 'companies',
      rows: companies,
      sql: `insert into accounts (account_id, domain, name, linked_persons_count, revision, write_id, created_at,
          updated_at, latest_activity_at)
        select ${idSql('account', 'n')}, 'company' || (n - 1) || '.example', 'company' || (n - 1) || '.example',
          0, 1, '', ${until - companies} + n, ${until - companies} + n, ${until - companies} + n
        from numbers`,
    },
    {
      name: 'persons',
      rows: persons,
      sql: `insert into persons (person_id, name, search_name, email, email_domain, slug, revision, write_id,
          created_at, updated_at)
        select ${idSql('person', 'n')}, first.column2 || ' ' || last.column2,
          ${mark} || first.column2 || ' ' || ${mark} || last.column2,
          'person' || n || '@company' || (n % ${companies}) || '.example', 'company' || (n % ${companies}) || '.example',
          first.column2 || '-' || last.column2 || '-' || n, 1, '', ${until - persons} + n, ${until - persons} + n
        from numbers
        join ${list(firstNames, 'first')} on first.column1 = ${first}
        join ${list(lastNames, 'last')} on last.column1 = ${last}`,
    },
    {
      name: 'logs',
      rows: persons * logsPerPerson,
      sql: `insert into person_logs (person_id, person_log_id, source, type, payload, idempotency_key, fingerprint,
          created_at)
        select ${idSql('person', `1 + (n - 1) / ${logsPerPerson}`)}, ${idSql('person_log', 'n')},
          iif(n % 3 = 0, 'crm', 'website-form'), iif(n % 5 = 0, 'form-submitted', 'webhook'),
          json_object('form', 'contact', 'message', 'A question about the price of ' || n || ' seats, and when.',
            'budget', n % 1000, 'page', '/pricing', 'consent', json('true')),
          'seed-' || n, json_object('source', hash(n), 'payload', hash(-n), 'email', hash(n / 2)), ${until - persons * logsPerPerson} + n
        from numbers`,
    },
    {
      name: 'idempotency keys',
      rows: persons * logsPerPerson,
      sql: `insert into idempotency_keys (resource, key_hash, owner_id, log_id, request_digest, created_owner, source,
          type, created_at)
        select 'person_log', hash('seed-' || n), ${idSql('person', `1 + (n - 1) / ${logsPerPerson}`)},
          ${idSql('person_log', 'n')}, hash(n), 0, 'website-form', 'webhook', ${until - persons * logsPerPerson} + n
        from numbers`,
    },
    { name: 'sessions', rows: sessions - waiting, sql: insertSessions, endsSealed: true },
    { name: 'sessions that wait', rows: waiting, after: sessions - waiting, sql: insertSessions },
    {
      name: 'late beacons',
      rows: changed,
      sql: `update audience_sessions set engaged_ms = engaged_ms + 10000, active_ms = active_ms + 10000
        where analytics_session_id in (select ${sessionId(`n * ${Math.floor((sessions - waiting) / changed)}`)} from numbers)`,
    },
  ];
  return steps.map(({ name, rows, sql, after = 0, endsSealed = false }) => ({
    endsSealed,
    name,
    rows,
    /** Inserts the rows after the first `from`, up to the first `to`. */
    run: (database: DatabaseSync, from: number, to: number) =>
      database.exec(
        `with recursive numbers (n) as (
          select ${after + from + 1} union all select n + 1 from numbers where n < ${after + to})
        ${sql}`,
      ),
  }));
}

/** Inserts the rows whose number does not depend on the scale: two keys and a page. */
export function seedContent(database: DatabaseSync): void {
  const insert = (table: string, rows: Record<string, SQLInputValue>[]) => {
    const columns = Object.keys(rows[0] ?? {});
    const statement = database.prepare(
      `insert into ${table} (${columns.join()}) values (${columns.map(() => '?').join()})`,
    );
    for (const row of rows) statement.run(...Object.values(row));
  };
  const key = (nth: number, text: string, scopes: string[]) => ({
    api_key_id: idOf('api_key', nth),
    hash: sha256(text),
    name: 'bench',
    scopes: JSON.stringify(scopes),
    created_at: until,
  });
  insert('api_keys', [key(1, keys.api, ['read', 'write']), key(2, keys.collect, ['collect'])]);
  const page = { page_id: pageId, title: 'Footfall bench', url: 'https://bench.example/pricing' };
  const written = { revision: 1, write_id: '', created_at: until - 50 * day, updated_at: until };
  insert('pages', [{ ...page, metadata: '{}', audiences_count: 0, ...written }]);
}

/** A value in place of the hash of an idempotency key or a field: 43 characters without a pattern. */
export const hash = (value: SQLInputValue): string =>
  createHash('sha256').update(String(value)).digest('base64url');
