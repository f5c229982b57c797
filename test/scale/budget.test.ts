import { env } from 'cloudflare:workers';
import { forget } from '../../src/access/api-keys/cache.ts';
import { createCode } from '../../src/access/sign-in/store/exchange.ts';
import { wholeApp } from '../../src/app.ts';
import { hashApiKey } from '../../src/lib/api-key.ts';
import { otherRoutes } from '../../src/operations.ts';
import { seed } from '../turns.ts';
import { mintKey, type RequestOptions, send } from '../worker/support/client.ts';
import { loadContent, loadSessions } from '../worker/support/load/content.ts';
import { loadAccounts, loadPersons, loadTraces } from '../worker/support/load/persons.ts';
import { described, stepsOf, triggerStatements } from '../worker/support/plans.ts';
import { newCode } from '../worker/support/sign-in.ts';
import { costOf, costOfTask, heardStatements } from '../worker/support/statements.ts';
import { documented, forgetLatestVisits } from './budget.ts';
import { alertsTable } from './budget-alerts.ts';
import { backupsTable } from './budget-backups.ts';
import { campaignTable } from './budget-campaigns.ts';
import { contentTable } from './budget-content.ts';
import { eventsTable } from './budget-events.ts';
import { experimentsTable } from './budget-experiments.ts';
import { notesTable } from './budget-notes.ts';
import { accountLog, key, neighbours, person, personTable, timeline } from './budget-persons.ts';
import { sessionTable } from './budget-sessions.ts';
import { sourcesTable } from './budget-sources.ts';
import { taskTable } from './budget-tasks.ts';
import { timelineTable } from './budget-timelines.ts';
import { webhooksTable } from './budget-webhooks.ts';
import { rare, searchTests } from './search.ts';

const app = await wholeApp();

const statementsHead = `-- Every statement that the service makes: of requests, of the consumers of the queues, of the cron, and of triggers.
-- Above each stands how SQLite finds its rows, and what bounds their number: a key (equality with all columns of a
-- unique index), a page (LIMIT, in the order of an index), the request (its own JSON), or what is named.
-- Made and checked by test/scale/budget.test.ts; \`npx vitest run --project scale -u\` renews it.
`;

const table = [
  ...personTable,
  ...contentTable,
  ...notesTable,
  ...sessionTable,
  ...timelineTable,
  ...eventsTable,
  ...sourcesTable,
  ...webhooksTable,
  ...alertsTable,
  ...experimentsTable,
  ...campaignTable,
  ...backupsTable,
];

test('the table has every route of the app', () => {
  // /mcp is no operation, but has a statement of its own.
  const hasRow = (path: string) => path === '/mcp' || !otherRoutes.has(path);
  const routes = app.routes.filter(({ method, path }) => method !== 'ALL' && hasRow(path));
  expect(new Set(table.map(({ name }) => name.split(' | ')[0]))).toEqual(
    new Set(routes.map(({ method, path }) => `${method} ${path}`)),
  );
});

test('docs/operators/cost.md has the rows of the tables, and no others', () => {
  expect(documented.map(([name]) => name)).toEqual([...table, ...taskTable].map(({ name }) => name));
});

const rowsRead = new Map<object, number>();

/** The rows of each table: 20 times as many as at first in npm test, and 100 times in npm run test:all. */
const many = seed === 'all' || import.meta.env.MODE === 'bench' ? 100_000 : 20_000;

describe.each([
  { persons: 1000, missing: 1000 },
  { persons: many, missing: many - 1000 },
])('with $persons rows of each table', ({ persons, missing }) => {
  beforeAll(async () => {
    await loadPersons(missing);
    await loadAccounts(missing);
    await loadContent(missing);
    await loadSessions(missing);
    await loadTraces(missing);
    if (persons === many) await person(rare);
    // Enough rows for the pages of lists. From here on the key is known.
    for (let n = 0; n < 51; n++) await Promise.all([accountLog(), key()]);
  });

  test('persons and accounts are counted exactly', async () => {
    const counted = await env.DB.prepare(
      `WITH linked AS (SELECT account_domain, count(*) AS n FROM persons GROUP BY account_domain)
       SELECT (SELECT seq - gone FROM persons ORDER BY seq DESC LIMIT 1) AS persons,
         (SELECT count(*) FROM persons) AS rows,
         (SELECT count(*) FROM accounts LEFT JOIN linked ON account_domain = domain
           WHERE linked_persons_count <> coalesce(n, 0)) AS wrong_accounts`,
    ).first<{ persons: number; rows: number; wrong_accounts: number }>();
    expect(counted?.persons).toBeGreaterThanOrEqual(persons);
    expect(counted).toEqual({ persons: counted?.persons, rows: counted?.persons, wrong_accounts: 0 });
  });

  for (const row of table) {
    test(row.name, async () => {
      const { path, body, headers = {}, bindings } = await row.call();
      await neighbours();
      const { status, cost, text } = await send(row.name.slice(0, row.name.indexOf(' ')), path, body, {
        headers,
        ...(bindings && { bindings }),
      });
      if (/campaigns|DELETE .v0.persons|system/.test(row.name)) expect(status, text).toBe(row.status);
      expect(cost.trips).toBe(row.trips);
      expect(cost.read, 'rows read').toBeLessThanOrEqual(row.read);
      expect(cost.written, 'rows written').toBeLessThanOrEqual(row.written);

      const before = rowsRead.get(row) ?? cost.read;
      rowsRead.set(row, cost.read);
      const page = Number(/limit=(\d+)/.exec(path)?.[1] ?? 50);
      expect(Math.abs(cost.read - before), 'rows read more than with fewer rows').toBeLessThanOrEqual(
        page + row.grows,
      );
    });
  }

  if (persons === many) searchTests();

  for (const task of taskTable) {
    test(task.name, async () => {
      const work = await task.prepare();
      await neighbours();
      const cost = await costOfTask(work);
      expect(cost.trips).toBe(task.trips);
      expect(cost.read, 'rows read').toBeLessThanOrEqual(task.read);
      expect(cost.written, 'rows written').toBeLessThanOrEqual(task.written);
      const before = rowsRead.get(task) ?? cost.read;
      rowsRead.set(task, cost.read);
      expect(Math.abs(cost.read - before), 'rows read more than with fewer rows').toBeLessThanOrEqual(
        task.grows,
      );
    });
  }
});

test.each(['', '?source=crm', '?type=opened', '?source=crm&type=opened', '?source=billing', '?source=none'])(
  'a page of a timeline costs the same when it is 20 times longer: %s',
  async (query) => {
    const short = await timeline(query, 600);
    const long = await timeline(query, 12_000);
    await neighbours();
    const { cost } = await send('GET', short);
    expect((await send('GET', long)).cost).toEqual(cost);
  },
);

test('the first request of a key costs a second trip, the next ones do not', async () => {
  await forgetLatestVisits();
  const key = await mintKey(['read']);
  const path = '/v0/accounts?limit=1';
  expect((await send('GET', path, undefined, { key })).cost).toEqual({ trips: 2, read: 5, written: 0 });
  expect((await send('GET', path, undefined, { key })).cost).toEqual({ trips: 1, read: 4, written: 0 });
});

test('the first visit of a key reads a row for each website, and the next ones none', async () => {
  const key = await mintKey(['collect']);
  const visit = (headers = {}) => send('POST', '/v0/visits', {}, { key, headers });
  const { cost } = await visit();
  expect([cost.trips, cost.written]).toEqual([1, 0]);
  expect(cost.read).toBeLessThanOrEqual(102);
  expect((await visit()).cost.trips).toBe(0);
});

test('a visit that is refused for its origin costs a trip and a row written, after the answer', async () => {
  const key = await mintKey(['collect']);
  const headers = { origin: 'https://refused.example' };
  await env.DB.prepare('delete from refused_origins').run();
  await send('POST', '/v0/visits', {}, { key });
  const { result, trips, read, written } = await costOf(() =>
    send('POST', '/v0/visits', {}, { key, headers, bindings: {} }),
  );
  expect([result.status, result.cost.trips]).toEqual([403, 0]);
  expect([trips, written]).toEqual([1, 1]);
  expect(read).toBeLessThanOrEqual(30);
});

test('the use of a key costs a trip and a row written in an hour, after the answer', async () => {
  await forgetLatestVisits();
  const { key: used } = await key();
  const use = () => send('GET', '/v0/accounts?limit=1', undefined, { key: used, bindings: {} });
  const { result, trips, read, written } = await costOf(use);
  expect(result.cost).toEqual({ trips: 2, read: 5, written: 0 });
  expect({ trips, read, written }).toEqual({ trips: 3, read: 6, written: 1 });
  forget(hashApiKey(used));
  const { result: _, ...second } = await costOf(use);
  expect(second).toEqual({ trips: 2, read: 5, written: 0 });
});

test('a link costs a trip and two rows written, and more only for expired codes that it removes', async () => {
  const { result: _, read, ...cost } = await costOf(() => newCode());
  expect(cost).toEqual({ trips: 1, written: 2 });
  expect(read).toBeLessThanOrEqual(3);
  const expired = `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 150)
    INSERT INTO sign_in_codes SELECT 'expired' || n, '[]', 1 FROM n`;
  await env.DB.prepare(expired).run();
  const { result: __, ...more } = await costOf(() => newCode());
  expect(more.trips).toBe(1);
  expect(more.read).toBeLessThanOrEqual(405);
  expect(more.written).toBeLessThanOrEqual(202);
});

test('an anonymous sign-in with an unknown code costs a trip and writes nothing', async () => {
  const attempt = () => send('POST', '/v0/sign_in', { code: createCode('main') }, { key: null });
  const { result, ...cost } = await costOf(attempt);
  expect(result.status).toBe(401);
  expect(cost).toEqual({ trips: 1, read: expect.any(Number), written: 0 });
  expect(cost.read).toBeLessThanOrEqual(7);
});

const refused: [
  why: string,
  status: number,
  method: string,
  path: string,
  body?: unknown,
  o?: RequestOptions,
][] = [
  ['no key', 401, 'GET', '/v0/accounts', undefined, { key: null }],
  ['a malformed key', 401, 'GET', '/v0/accounts', undefined, { key: 'ff_main_nonsense' }],
  ['no such route', 404, 'GET', '/v0/nothing'],
  ['a method that the path does not take', 405, 'PUT', '/v0/persons', {}],
  ['a body that is not JSON', 400, 'POST', '/v0/persons', undefined, { rawBody: '{' }],
  ['a body against the rules', 400, 'POST', '/v0/persons', { slug: 'mine' }],
  ['a limit against the rules', 400, 'GET', '/v0/persons/search?limit=101'],
  ['a damaged cursor', 400, 'GET', '/v0/persons/search?cursor=damaged'],
];
test.each(refused)(
  'a request refused for %s costs no trip',
  async (_, status, method, path, body, options) => {
    await send('GET', '/v0/accounts');
    const reply = await send(method, path, body, options);
    expect(reply.status, reply.text).toBe(status);
    expect(reply.cost).toEqual({ trips: 0, read: 0, written: 0 });
  },
);

test('test/fixtures/statements.sql has every statement, and the bound of the rows that it reads', async () => {
  const heard = [...heardStatements()].sort(([a], [b]) => (a < b ? -1 : 1));
  const parts: string[] = [];
  for (const [shape, text] of heard) parts.push(described('', shape, await stepsOf(env.DB, text)));
  for (const [title, text] of await triggerStatements(env.DB))
    parts.push(described(`trigger ${title}`, text, await stepsOf(env.DB, text)));
  await expect(`${statementsHead}\n${parts.join('\n\n')}\n`).toMatchFileSnapshot(
    '../fixtures/statements.sql',
  );
  expect(parts.filter((part) => part.includes('NOTHING BOUNDS THIS'))).toEqual([]);
});
