import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import type { List } from '../../../src/lib/cursor.ts';
import type { Account } from '../../../src/people/accounts/schemas.ts';
import type { PersonLogBatchResult } from '../../../src/people/logs/body-schemas.ts';
import type { PersonList } from '../../../src/people/persons/schemas.ts';
import { forgetKeys, send } from '../support/client.ts';
import { emptyDatabase } from '../support/empty.ts';
import { type OddLog, oddLogs } from '../support/odd-identifiers.ts';
import { allOf } from '../support/replies.ts';

// Logs with odd identifiers of people who are known to be different. MODEL_RUNS and MODEL_SEED take other ones.

const priority = ['email', 'phoneNumber', 'linkedinProfileUrl'] as const;
const { runs, seed } = env.MODELS;

/** The body of a log, with the identifiers as they are spelled. */
const bodyOf = (log: OddLog) => ({
  source: 'crm',
  payload: {},
  ...Object.fromEntries(priority.flatMap((field) => (log[field] ? [[field, log[field].sent]] : []))),
});

async function write(logs: OddLog[]) {
  const results: PersonLogBatchResult['results'] = [];
  for (let from = 0; from < logs.length; from += 100) {
    const writes = logs.slice(from, from + 100).map(bodyOf);
    const { status, body } = await send<PersonLogBatchResult>('POST', '/v0/person_logs/batch', { writes });
    expect(status).toBe(200);
    results.push(...body.results);
  }
  return logs.map((log, index) => ({ log, result: results[index] }));
}

const foundBy = async (path: string, query: string) =>
  (await send<PersonList>('GET', `${path}${encodeURIComponent(query)}&limit=100`)).body.items;

test.each(Array.from({ length: runs.identifiers }, (_, run) => seed + run))(
  '200 odd identifiers: no two people become one, every email is found by search, every account by its domain (seed %i)',
  async (seed) => {
    await emptyDatabase(env.DB);
    forgetKeys();
    const [logs = []] = fc.sample(oddLogs(40, 200), { seed, numRuns: 1 });
    const written = await write(logs);
    const label = (log: OddLog) => JSON.stringify(bodyOf(log));

    /** Who each person is, and who has each identifier. */
    const whoIs = new Map<string, number>();
    const holders = new Map<string, string>();
    for (const { log, result } of written) {
      const isRefused = priority.some((field) => log[field]?.is === 'refused');
      expect(result?.status, label(log)).toBe(isRefused ? 400 : 201);
      const personId = result?.personLog?.personId;
      if (personId === undefined) continue;
      expect(whoIs.get(personId) ?? log.who, `two people are one: ${label(log)}`).toBe(log.who);
      whoIs.set(personId, log.who);
      const first = priority.find((field) => log[field]?.is === 'theirs');
      if (first === undefined) continue;
      const key = `${log.who} ${first}`;
      const holder = holders.get(key) ?? personId;
      expect(personId, `one person is two: ${label(log)}`).toBe(holder);
      holders.set(key, holder);
    }
    for (const { log, result } of written) {
      if (log.email?.is !== 'theirs' || !result?.personLog) continue;
      const found = await foundBy('/v0/persons/search?query=', log.email.sent);
      expect(
        found.map(({ personId }) => personId),
        label(log),
      ).toContain(result.personLog.personId);
    }
    const accounts = await allOf<Account>('/v0/accounts?');
    expect(accounts.length).toBeGreaterThan(5);
    for (const { accountId, domain } of accounts) {
      const { body } = await send<List<Account>>('GET', `/v0/accounts?domain=${encodeURIComponent(domain)}`);
      expect(
        body.items?.map((one) => one.accountId),
        domain,
      ).toEqual([accountId]);
    }
  },
  60_000,
);
