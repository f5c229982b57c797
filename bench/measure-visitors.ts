import { cpus } from 'node:os';
import { main, parseOptions, root, UserError } from '../scripts/lib/settings.ts';
import { commitOf } from './lib/commit.ts';
import { measure } from './lib/measure.ts';
import { newReport } from './lib/report.ts';
import { benchFolder, openLocalD1, readLoaded, withServer } from './lib/state.ts';
import { until } from './lib/visits.ts';

const usage = `usage: node bench/measure-visitors.ts [--repeats 20] [--readme]
--readme   writes what is printed into bench/README.md as well
STATE_DIR names the state folder that load-sessions.ts filled with --accounts, .wrangler/bench if unset`;
/** The most milliseconds and round trips of an answer of 30 days. */
const limits = { ms: 100, trips: 1 };

const { print, printHead, printRow, writeReadme } = newReport({ start: 'visitors', end: 'visitors end' });

const dayMs = 86_400_000;
const dateOf = (at: number) => new Date(at).toISOString();
/** The recipient and the sender of a session, in SQL. */
const kinds = {
  accounts: ['recipient_account_id', "nullif(account_id, '')"],
  persons: ['recipient_person_id', 'iif(account_id IS NULL, NULL, person_id)'],
} as const;

interface Answer {
  totalCount: number;
  total: { totalSessions: number };
  unknown: { totalSessions: number };
  items: (Record<string, unknown> & { totalSessions: number; lastVisitAt: string })[];
}

/** What a scan of the sessions says of a range: as `totalCount`, the sums, and the first item. */
function scan(folder: string, kind: keyof typeof kinds, [start, end]: [number, number]) {
  const database = openLocalD1(folder, { readOnly: true });
  const [recipient, sender] = kinds[kind];
  const sessions = `(SELECT session_started_at AS at, ${recipient} AS one, ${sender} AS other FROM audience_sessions
    WHERE session_started_at >= ? AND session_started_at < ?)`;
  const visits = `SELECT one AS id, at FROM sessions WHERE one IS NOT NULL
    UNION ALL SELECT other, at FROM sessions WHERE other IS NOT NULL AND other IS NOT one`;
  const one = (sql: string) =>
    database.prepare(`WITH sessions AS ${sessions}, visits AS (${visits}) ${sql}`).get(start, end);
  const sums = one(
    `SELECT (SELECT count(DISTINCT id) FROM visits) AS count, count(*) AS total,
      sum(coalesce(one, other) IS NULL) AS unknown FROM sessions`,
  );
  const first = one(
    'SELECT id, count(*) AS visits, max(at) AS last FROM visits GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 1',
  );
  database.close();
  const last = dateOf(Number(first?.last));
  return JSON.stringify([sums?.count, sums?.total, sums?.unknown, first?.id, first?.visits, last]);
}

function summaryOf(kind: keyof typeof kinds, { totalCount, total, unknown, items: [first] }: Answer): string {
  const id = first?.[kind === 'accounts' ? 'accountId' : 'personId'];
  return JSON.stringify([
    ...[totalCount, total.totalSessions, unknown.totalSessions],
    ...[id, first?.totalSessions, first?.lastVisitAt],
  ]);
}

// Asks the built worker who came among the loaded sessions, and compares the answers with scans.
await main(async () => {
  const options = { repeats: { type: 'string', default: '20' }, readme: { type: 'boolean' } } as const;
  const { values } = parseOptions({ options }, usage);
  const repeats = Number(values.repeats);
  if (!Number.isInteger(repeats) || repeats < 2) throw new UserError(usage);
  const folder = benchFolder();
  const loaded = readLoaded(folder);
  if (!loaded?.accounts) throw new UserError(`${folder} is not loaded with --accounts.\n${usage}`);
  const ranges = { '7 days': 7, '30 days': 30, '90 days': 90, 'a year': 365 };
  const cases = Object.entries(ranges).flatMap(([name, days]) =>
    (['accounts', 'persons'] as const).map((kind) => {
      const range: [number, number] = [until - days * dayMs, until];
      return { name, kind, range, expected: scan(folder, kind, range) };
    }),
  );
  print(`${loaded.sessions + loaded.sessions / 10} sessions of two pages; ${loaded.accounts} companies.`);
  print(
    `Commit ${commitOf(root)}, ${cpus().length} cores, Node ${process.version}, ${repeats} requests a line.\n`,
  );
  printHead([
    '`GET /v0/analytics/…`',
    'range',
    'found',
    'trips',
    'rows read',
    'p50 ms',
    'p95 ms',
    'D1 ms',
    'equal',
  ]);
  const wrong = await withServer(folder, loaded.key, async (api) => {
    const found: string[] = [];
    for (const {
      name,
      kind,
      range: [start, end],
      expected,
    } of cases) {
      const route = `/v0/analytics/${kind}?startDate=${dateOf(start)}&endDate=${dateOf(end)}`;
      const { answers, figures } = await measure(api, [route], repeats);
      const { trips, read, p50, p95, d1 } = figures;
      const body = answers[0] as Answer;
      const isEqual = summaryOf(kind, body) === expected;
      const times = [p50, p95, d1].map((time) => time.toFixed(1));
      printRow([kind, name, body.totalCount, trips, read, ...times, isEqual ? 'yes' : 'NO']);
      if (!isEqual) found.push(`${kind} of ${name}: ${summaryOf(kind, body)}, not ${expected}`);
      if (name === '30 days' && (p50 > limits.ms || trips > limits.trips))
        found.push(`${kind} of ${name}: ${p50.toFixed(1)} ms, ${trips} round trips`);
    }
    return found;
  });
  print(
    wrong.length === 0
      ? '\nEvery limit holds, and every answer equals a scan.'
      : `\n**${wrong.length} are wrong.**`,
  );
  if (values.readme) writeReadme();
  for (const what of wrong) console.error(`WRONG ${what}`);
  if (wrong.length > 0) process.exitCode = 1;
});
