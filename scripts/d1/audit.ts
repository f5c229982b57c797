import { sql } from 'drizzle-orm';
import { hostName } from '../../src/lib/host.ts';
import { isNoEmail, isTemplate, normaliseDomain, normaliseEmail } from '../../src/lib/normalise.ts';
import { isNoAddress } from '../../src/lib/nothing.ts';
import { isNoProfile, normaliseLinkedinProfileUrl } from '../../src/lib/profile.ts';
import type { Read, Row } from './sql.ts';

/** What is stored under rules of before, and what is wrong with it. */
export interface Finding {
  /** The person or the account. */
  id: string;
  field: 'email' | 'domain' | 'linkedinProfileUrl';
  value: string;
  fault: string;
  /** How many logs the person has, and how many different emails the requests of those logs named, where that is known. */
  logs?: { count: number; emails: number };
}

const largestPage = 1000;

/** The rows of a table in the order of a column with unique numbers or texts, in pages. */
async function* rowsOf(read: Read, table: string, key: string, columns: string): AsyncGenerator<Row> {
  let after: unknown;
  for (;;) {
    const from = after === undefined ? sql`` : sql`where ${sql.raw(key)} > ${after}`;
    const rows = await read(
      sql`select ${sql.raw(columns)} from ${sql.raw(table)} ${from} order by ${sql.raw(key)} limit ${largestPage}`,
    );
    yield* rows;
    if (rows.length < largestPage) return;
    after = rows.at(-1)?.[key];
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** What is wrong with a stored email or domain, whose host is given as it would be stored now. */
const faultOfHost = (value: string, now: string, host: string) => {
  if (hostName(host) === undefined) return 'has no host of two labels or more';
  return now === value ? undefined : `would be stored as ${now}`;
};

function faultOfEmail(email: string): string | undefined {
  const now = normaliseEmail(email);
  if (isNoEmail(email)) return 'stands for nothing';
  return isTemplate(email) ? 'is a template' : faultOfHost(email, now, now.slice(now.lastIndexOf('@') + 1));
}

function faultOfDomain(domain: string): string | undefined {
  const now = normaliseDomain(domain);
  return isNoAddress(domain) ? 'stands for nothing' : faultOfHost(domain, now, now);
}

function faultOfProfile(url: string): string | undefined {
  if (isNoProfile(url)) return 'stands for nothing';
  const now = normaliseLinkedinProfileUrl(url);
  if (now === undefined) return 'is no profile';
  return now === url ? undefined : `would be stored as ${now}`;
}

const faults = { email: faultOfEmail, domain: faultOfDomain, linkedinProfileUrl: faultOfProfile };

/** Checksums of emails are in the fingerprint of each log that came with an idempotency key. */
async function logsOf(read: Read, personId: string) {
  const [row] = await read(
    sql`select count(*) as logs, count(distinct fingerprint ->> 'email') as emails from person_logs
      where person_id = ${personId}`,
  );
  return { count: Number(row?.logs), emails: Number(row?.emails) };
}

/**
 * Persons and accounts whose identifiers no request could store today: placeholders and pages, which may have joined
 * several people, and hosts that are none. Reads each person and account once, and the logs of what it finds.
 */
export async function* audit(read: Read): AsyncGenerator<Finding> {
  const columns = 'seq, person_id as id, email, domain, linkedin_profile_url as linkedinProfileUrl';
  for await (const row of rowsOf(read, 'persons', 'seq', columns)) {
    for (const field of ['email', 'domain', 'linkedinProfileUrl'] as const) {
      const value = textOf(row[field]);
      const fault = value === undefined ? undefined : faults[field](value);
      const id = String(row.id);
      if (value !== undefined && fault !== undefined)
        yield { id, field, value, fault, logs: await logsOf(read, id) };
    }
  }
  for await (const row of rowsOf(read, 'accounts', 'account_id', 'account_id, domain')) {
    const value = String(row.domain);
    const fault = faultOfDomain(value);
    if (fault !== undefined) yield { id: String(row.account_id), field: 'domain', value, fault };
  }
}

/** A finding in a line. */
export function lineOf({ id, field, value, fault, logs }: Finding): string {
  const several = logs && logs.emails > 1 ? ` of requests with ${logs.emails} different emails` : '';
  const counted = logs ? `; ${logs.count} ${logs.count === 1 ? 'log' : 'logs'}${several}` : '';
  return `${id}  ${field} ${JSON.stringify(value)} ${fault}${counted}`;
}
