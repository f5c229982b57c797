import { env } from 'cloudflare:workers';
import { idTime } from '../../../../src/db/id-time.ts';
import { newId } from '../../../../src/lib/ids.ts';
import { normaliseLinkedinProfileUrl } from '../../../../src/lib/profile.ts';
import { searchName } from '../../../../src/lib/search-text.ts';
import { slugsOf } from '../../../../src/people/persons/identity.ts';
import type { Visitors } from '../../../../src/people/tables/latest-visits.ts';
import { setLatestVisits } from '../latest-visits.ts';

/** Rows per statement: about 1 MB of JSON, half of what a parameter of D1 may have. */
const chunkRows = 2500;

const firstNames =
  'Zoë Łukasz Nguyễn Anna Björn Chloé Dmitri Elif Farid Grace Hana Íñigo Jürgen Kaito Leïla Mateusz Noor Olga Paweł Quentin Renée Søren Tomáš Uma Vera Wiktor Ximena Yusuf Zdeněk Аня'.split(
    ' ',
  );
const lastNames =
  "Marchetti Kowalski Straße O'Neil Smith-Jones Nowak García Dvořák Öztürk Petersen Ivanova Tanaka Müller Rossi Silva Novák Hansen Costa Weber Dubois Horvat Popescu Jansen Kovács Larsson Moreau Bianchi Schmidt Fischer Wagner Becker Hoffmann Koch Richter Klein Wolf Neumann Schwarz Braun Zimmermann Lange".split(
    ' ',
  );
const companyWords = 'northwind globex initech umbra hooli vertex lumen cobalt harbor meadow'.split(' ');
const companyKinds = 'labs works freight media health energy bank foods cloud robotics'.split(' ');
const endings = 'example test invalid com.example'.split(' ');

/** A whole number that looks random but is the same for the same `n` and `salt`. */
function mix(n: number, salt: number): number {
  const scattered = Math.imul(n + 1, 0x9e3779b1) ^ Math.imul(salt, 0x85ebca6b);
  const mixed = Math.imul(scattered ^ (scattered >>> 15), 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 12)) >>> 0;
}
const pick = (list: readonly string[], index: number): string => list[index % list.length] ?? '';

/** One of 400 domains, so that 100,000 persons share accounts. */
const companyOf = (n: number): string =>
  `${pick(companyWords, mix(n, 1))}-${pick(companyKinds, mix(n, 2))}.${pick(endings, mix(n, 3))}`;

/** The nth person. Some have no phone, some use a free-mail provider, some have their own domain. */
function personRow(n: number, now: number, domain?: string) {
  const personId = newId('person');
  const name = `${pick(firstNames, mix(n, 4))} ${pick(lastNames, mix(n, 5))}`;
  const { plain: handle, whole: slug } = slugsOf(name, personId);
  const company = n % 5 === 0 ? null : companyOf(n);
  const email = `${handle.replace('-', '.')}.${n}@${company ?? 'gmail.com'}`;
  return {
    personId,
    name,
    searchName: searchName(name),
    email,
    emailDomain: company,
    domain: domain ?? (n % 7 === 0 ? companyOf(n + 1) : null),
    phoneNumber: n % 3 === 0 ? null : `+1555${String(n).padStart(8, '0')}`,
    linkedinProfileUrl: normaliseLinkedinProfileUrl(`${handle}-${n}`),
    slug,
    now,
  };
}

const insertPersons = `
  INSERT INTO persons (person_id, name, search_name, email, email_domain, domain, phone_number,
    linkedin_profile_url, slug, created_at, updated_at)
  SELECT value ->> 'personId', value ->> 'name', value ->> 'searchName', value ->> 'email',
    value ->> 'emailDomain', value ->> 'domain', value ->> 'phoneNumber', value ->> 'linkedinProfileUrl',
    value ->> 'slug', value ->> 'now', value ->> 'now'
  FROM json_each(?)`;

// The trigger on persons has counted into existing accounts. A missing account gets the number of all its persons.
const insertAccounts = `
  INSERT INTO accounts (account_id, domain, name, linked_persons_count, created_at, updated_at, latest_activity_at)
  SELECT value ->> 'accountId', value ->> 'domain', value ->> 'domain', linked.persons,
    value ->> 'now', value ->> 'now', value ->> 'now'
  FROM json_each(?) JOIN (SELECT account_domain, count(*) AS persons FROM persons GROUP BY account_domain) linked
    ON linked.account_domain = value ->> 'domain'
  WHERE true ON CONFLICT (domain) DO NOTHING`;

/**
 * Inserts `n` persons and the accounts of their company domains directly into the tables. Triggers run. If `domain`
 * is given, all persons get it. Names repeat, identifiers and slugs do not. 100,000 persons take some ten seconds.
 */
export async function loadPersons(n: number, domain?: string): Promise<void> {
  const last = await env.DB.prepare('SELECT coalesce(max(seq), 0) AS seq FROM persons').first<number>('seq');
  const start = last ?? 0;
  const now = Date.now();
  const domains = new Set<string>();
  for (let done = 0; done < n; done += chunkRows) {
    const length = Math.min(chunkRows, n - done);
    const rows = Array.from({ length }, (_, index) => personRow(start + done + index, now, domain));
    for (const { domain, emailDomain } of rows) {
      const linked = domain ?? emailDomain;
      if (linked !== null) domains.add(linked);
    }
    await env.DB.prepare(insertPersons).bind(JSON.stringify(rows)).run();
  }
  await loadVisits('persons', start, `iif(seq % 2, ${now} - seq * 7919 % 1000000007, 0)`);
  const accounts = [...domains].map((domain) => ({ accountId: newId('account'), domain, now }));
  await env.DB.prepare(insertAccounts).bind(JSON.stringify(accounts)).run();
}

/** Stores the latest visits of persons or accounts, whose times are SQL: 0 for none. */
async function loadVisits(of: Visitors, after: number, at: string): Promise<void> {
  const { results } = await env.DB.prepare(`SELECT seq, ${at} AS at FROM ${of} WHERE seq > ? AND at > 0`)
    .bind(after)
    .all<{ seq: number; at: number }>();
  // Fewer than a trigger leaves in the row of the recent ones.
  for (let done = 0; done < results.length; done += 400) {
    const visits = results.slice(done, done + 400).map(({ seq, at }): [number, number] => [seq, at]);
    await setLatestVisits(of, new Map(visits));
  }
  // So many came just now.
  const now = Date.now();
  const latest = results.slice(-150).map(({ seq }, n): [number, number] => [seq, now + n]);
  await setLatestVisits(of, new Map(latest));
  // Of accounts without persons, their own row has the same time.
  if (of === 'accounts')
    await env.DB.prepare(
      `UPDATE accounts SET latest_visit_at = value ->> 1 FROM json_each(?)
       WHERE seq = value ->> 0 AND linked_persons_count = 0`,
    )
      .bind(JSON.stringify(latest))
      .run();
}

/**
 * Inserts `n` accounts without persons directly into the table. Triggers run. Each has an activity of its own time; half
 * have a visit.
 */
export async function loadAccounts(n: number): Promise<void> {
  const start = await env.DB.prepare('SELECT coalesce(max(seq), 0) AS seq FROM accounts').first<number>(
    'seq',
  );
  const now = Date.now();
  const insert = env.DB.prepare(
    `INSERT INTO accounts (account_id, domain, name, linked_persons_count, created_at, updated_at, latest_activity_at,
       latest_visit_at)
     SELECT value ->> 'accountId', value ->> 'domain', value ->> 'domain', 0, ?1, ?1, value ->> 'at', value ->> 'visitAt'
     FROM json_each(?2)`,
  );
  for (let done = 0; done < n; done += chunkRows) {
    const rows = Array.from({ length: Math.min(chunkRows, n - done) }, (_, index) => {
      const serial = (start ?? 0) + done + index;
      const at = now - (mix(serial, 6) % 1e9);
      return {
        accountId: newId('account'),
        domain: `company-${serial}.loaded.example`,
        at,
        visitAt: serial % 2 ? at : 0,
      };
    });
    await insert.bind(now, JSON.stringify(rows)).run();
  }
  await loadVisits('accounts', start ?? 0, 'latest_visit_at');
}

export interface Kind {
  source: string;
  type: string;
  /** When a log happened that was received at a time, if it says so. */
  occurredAt?: (createdAt: number) => number;
}

/**
 * Inserts `n` logs of a person directly into the table. Their kinds alternate, and they are a second apart, the last
 * one
 * an hour ago by default.
 */
export async function loadPersonLogs(
  personId: string,
  n: number,
  kinds: readonly Kind[],
  until = Date.now() - 3_600_000,
): Promise<void> {
  const rows = Array.from({ length: n }, (_, index) => {
    const createdAt = until - (n - index) * 1000;
    const { occurredAt, ...kind } = kinds[index % kinds.length] ?? {};
    const happened = occurredAt?.(createdAt);
    return {
      logId: `person_log_${idTime(createdAt)}${newId('person_log').slice(-16)}`,
      ...kind,
      payload: JSON.stringify({ step: index }),
      createdAt,
      occurredAt: happened,
      ownTime: happened === undefined ? undefined : idTime(happened),
    };
  });
  const insert = env.DB.prepare(
    `INSERT INTO person_logs (person_id, person_log_id, source, type, payload, created_at, occurred_at, own_time)
     SELECT ?1, value ->> 'logId', value ->> 'source', value ->> 'type', value ->> 'payload', value ->> 'createdAt',
       value ->> 'occurredAt', value ->> 'ownTime'
     FROM json_each(?2)`,
  );
  for (let done = 0; done < n; done += chunkRows) {
    await insert.bind(personId, JSON.stringify(rows.slice(done, done + chunkRows))).run();
  }
}

/**
 * Inserts `n` rows directly into each table that only requests fill: logs of persons and accounts and their
 * idempotency keys, operation keys, erasures, hashes and audiences that the cron does not remove yet, keys and codes of sign-ins.
 */
export async function loadTraces(n: number): Promise<void> {
  const numbers = (statement: string) =>
    env.DB.prepare(
      `WITH RECURSIVE n (n) AS (SELECT ?1 + 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?1 + ?2) ${statement}`,
    );
  const start = (await env.DB.prepare('SELECT count(*) AS n FROM operation_keys').first<number>('n')) ?? 0;
  const logs = (owner: 'person' | 'account') =>
    `INSERT INTO ${owner}_logs (${owner}_id, ${owner}_log_id, source, type, payload, created_at)
     SELECT '${owner}_' || n % 1000, '${owner}_log_${idTime(0)}' || n, 'loaded', 't' || n % 3, '{}', 0 FROM n`;
  const keys = (resource: string) =>
    `INSERT INTO idempotency_keys (resource, key_hash, owner_id, log_id, request_digest, created_owner, source, type,
       created_at)
     SELECT '${resource}', 'loaded' || n, 'owner', 'log' || n, '', 0, 'loaded', 't', 0 FROM n`;
  await env.DB.batch(
    [
      logs('person'),
      logs('account'),
      keys('person_log'),
      keys('account_log'),
      "INSERT INTO operation_keys SELECT 'loaded' || n, 'version', 0 FROM n",
      "INSERT INTO erasures SELECT 'person_erased' || n, 'erasure', 0, 0 FROM n",
      "INSERT INTO erased_identifiers SELECT 'loaded' || n, 9e12 FROM n",
      "INSERT INTO erased_audiences SELECT 'loaded' || n, 'loaded', 0, 'wait', NULL, 9e12, '[]' FROM n",
      "INSERT INTO sign_in_codes SELECT 'loaded' || n, '[]', 9e12 FROM n",
      `INSERT INTO api_keys (api_key_id, hash, name, scopes, created_at, expires_at, is_sign_in)
       SELECT 'api_key_0' || n, 'loaded' || n, 'loaded', '["read"]', 0, 9e12, 1 FROM n`,
      `INSERT INTO api_keys (api_key_id, hash, name, scopes, created_at, expires_at, shared_path, shared_by)
       SELECT 'api_key_0s' || n, 'shared' || n, 'loaded', '["read"]', 0, unixepoch() * 1000 - 86400000, '/', '' FROM n`,
      "INSERT INTO form_submits SELECT 'loaded' || n % 1000, 'loaded' || n, 9e12 FROM n",
    ].map((statement) => numbers(statement).bind(start, n)),
  );
}
