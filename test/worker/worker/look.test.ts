import { env } from 'cloudflare:workers';
import { newIdAt } from '../../../src/lib/ids.ts';
import { lookForWork, type Work } from '../../../src/worker/look.ts';
import { newAlert } from '../support/alerts.ts';
import { newAudience } from '../support/audiences.ts';
import { queue } from '../support/calls.ts';
import { openTestDatabase, send } from '../support/client.ts';
import { watched } from '../support/cron.ts';
import { withTest } from '../support/experiments.ts';
import { silent } from '../support/faults.ts';
import { newPlace } from '../support/places.ts';
import { ok } from '../support/replies.ts';
import { forgetSessions, insertSessions } from '../support/sessions.ts';
import { day, hour, minute, setClock } from '../support/times.ts';
import { actOn } from '../support/versions.ts';
import { forgetAll, happen, newWebhook, pathOf, Receiver } from '../support/webhooks.ts';

// The beginning of an hour, at which each task looks.
const now = Math.ceil(Date.now() / hour) * hour;
const later = now + day;
const [sessionDays, recipientDays] = [30, 10];
const logsFrom = (Math.floor(now / day) - 20) * day;
const recipientsFrom = now - recipientDays * day;

/** The tasks that have something to do. */
async function look(): Promise<string[]> {
  const sessionsFrom = now - sessionDays * day;
  const times = {
    now,
    formsFrom: now - 10 * minute,
    recipientsFrom,
    sessionsFrom,
    logsFrom,
    cameFrom: recipientsFrom,
  };
  const work = await lookForWork(openTestDatabase(), times);
  return Object.entries(work).flatMap(([key, has]) => (has ? key : []));
}

/** The cron of a workspace with both retentions, which delivers to webhooks itself. */
const cron = (fail?: (nth: number) => void) =>
  watched(fail, {
    JOBS: queue.bindings().JOBS,
    WEBHOOKS: undefined as never,
    SESSION_RETENTION_DAYS: String(sessionDays),
    RECIPIENT_RETENTION_DAYS: String(recipientDays),
    LOG_RETENTION_DAYS: '20',
  });

/** The rows that all tasks write, whatever the look would say. */
async function writtenByAll(): Promise<number> {
  // While anything listens, each task notes who writes.
  await sql('delete from event_listeners');
  const { sent, run } = cron((nth) => {
    if (nth <= 2) throw new Error('D1_ERROR: string or blob too big: SQLITE_TOOBIG');
  });
  await silent(run);
  return sent.reduce((sum, { written }) => sum + written, 0);
}

const sql = (text: string, ...values: unknown[]) =>
  env.DB.prepare(text)
    .bind(...values)
    .run();

beforeEach(async () => {
  setClock(now);
  new Receiver();
  await forgetAll();
  await sql('delete from campaigns');
  await forgetSessions();
  for (const table of [
    'exports',
    'restores',
    'form_submits',
    'left_out_visits',
    'erased_identifiers',
    'kept_deliveries',
    'alerts',
    'alert_firings',
  ])
    await sql(`delete from ${table}`);
  await note(now);
  // The newest of each stays.
  await sql('update alert_visits set created_at = ?', now);
  await sql("update events set created_at = ?, related = '{}'", now);
  // A round of a day writes how far it is.
  for (const db of [env.DB, env.DB_ACME]) await noteLogs(now, db);
  await sql("delete from counters where name = 'recipients_forgotten_before'");
  await sql('update audience_versions set sweep_at = null');
});
afterEach(() => vi.restoreAllMocks());

/** An event of some days ago, before another. */
async function event(days: number, type: string, subject: string, related = {}): Promise<void> {
  await sql(
    'insert into events (type, subject, related, created_at) values (?, ?, ?, ?)',
    ...[type, subject, JSON.stringify(related), now - days * day],
  );
  await happen();
}
async function version(due: number): Promise<void> {
  const of = await newAudience();
  await ok(actOn(of, of.latestVersion, 'publish'));
  await sql('update audience_versions set sweep_at = ? where sweep_at is not null', due);
}
const firing = (days: number) =>
  sql("insert into alert_firings values ('f', 'a', 'w', 'person_x', 1, '{}', ?)", now - days * day);
/** Visits that alerts have counted, so many days ago, behind one that is old. */
async function visits(...days: number[]): Promise<void> {
  await sql('update alert_visits set created_at = 1');
  for (const ago of days)
    await sql("insert into alert_visits values (null, 'person_x', ?1, ?1)", now - ago * day);
  await sql('insert or replace into alert_cursor select 1, max(sequence) from alert_visits');
}
const sessions = async (count: number, start: number) =>
  insertSessions(await newPlace(), count, { start: String(start), active: '0' });
/** A session that has changed since it was sealed. */
async function correction(activeMs: number): Promise<void> {
  await sessions(500, now - 60 * minute);
  await cron().run();
  await sql(
    'update audience_sessions set active_ms = ? where analytics_session_id like ?',
    activeMs,
    '%00001',
  );
}
const erased = (due: number) =>
  sql("insert into erased_audiences values ('a', 'p', 0, 'wait', null, ?, '[]')", due);
/** A running test, with other times. */
async function runningTest(change: string, ...values: unknown[]): Promise<void> {
  const { test } = await withTest();
  await sql(
    `update experiments set ${change} where experiment_id = ?${values.length + 1}`,
    ...values,
    test.experimentId,
  );
}
async function delivery(nextAttemptAt: number | null, fields = {}) {
  const webhook = await newWebhook(fields);
  const [sequence] = await happen();
  const row = "values (?, ?, 'waiting', 1, 1, 1, 500, null, ?)";
  await sql(`insert into webhook_deliveries ${row}`, webhook.webhookId, sequence, nextAttemptAt);
  await sql('update webhooks set cursor = ?', sequence);
  return webhook;
}
/** A webhook that has an event to send, unless a change of its rows forbids it. */
async function webhook(change: string, ...values: unknown[]): Promise<void> {
  await newWebhook();
  await happen();
  await sql(change, ...values);
}

/** Blocks of the workspace that begin at a time, and come after those that have numbers, if any have. */
async function blocks(count: number, at: number, numberedAt = -1): Promise<void> {
  const { results } = await env.DB.prepare(
    `select name, type from pragma_table_info('session_blocks') where "notnull" = 1`,
  ).all<{ name: string; type: string }>();
  const values = results.map(({ name, type }): string =>
    name.endsWith('_at') && type === 'INTEGER' ? '?2 + n' : `'0'`,
  );
  values[results.findIndex(({ name }) => name === 'page_id')] = "''";
  await sql(
    "insert into session_seal (id, sealed_at, sealed_id, revision, numbered_at) values (1, 0, '', 1, ?)",
    numberedAt,
  );
  if (numberedAt >= 0)
    await sql("insert into visitor_ids values (0, 'account', 0, 'account_:AAAAAAAAAAAAAAAAAAAAAQ==', '=1')");
  await env.DB.prepare(
    `with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n + 1 < ?1)
    insert into session_blocks (${results.map(({ name }) => name)}) select ${values} from numbers`,
  )
    .bind(count, at)
    .run();
}

/** A campaign whose job goes on at a time. */
const campaign = (at: number) =>
  sql(
    `insert into campaigns (campaign_id, page_id, name, path, on_path_taken, words, cleared, rows_count, job, due_at, revision, write_id, created_at, updated_at)
     values ('campaign_x', 'page_x', 'x', '/x', 'suffix', '{}', '{}', 0, '{"jobId":"job_x"}', ?, 1, '', 0, 0)`,
    at,
  );

/** A delivery that a source has kept since so many days. */
const keptDelivery = (days: number) =>
  sql(
    "insert into kept_deliveries values (?, 'source_x', 'h', 'k', 'webhook', 'no_identifier', 1, '[]', '{}')",
    newIdAt('kept', now - days * day),
  );

/** Notes that the cron has run. */
const note = (at: number) => sql("insert or replace into service_notes values ('cron', ?, '{}')", at);

/** Notes that logs of before a time were removed. */
const noteLogs = (at: number, db = env.DB) =>
  db.prepare("insert or replace into service_notes values ('logs', ?, 'null')").bind(at).run();

/** What gives a task something to do, and what nearly does. */
const cases: Record<keyof Work, Record<'work' | 'none', Record<string, () => Promise<unknown>>>> = {
  versions: {
    work: { 'a version whose message is due': () => version(now) },
    none: { 'a version whose message is due later': () => version(later) },
  },
  campaigns: {
    work: { 'a job whose message is due': () => campaign(now) },
    none: { 'a job whose message is due later': () => campaign(later) },
  },
  note: {
    work: { 'a note of the cron that is an hour old': () => note(now - 3_600_000) },
    none: { 'a note of the cron': () => note(now - 3_599_999) },
  },
  forms: {
    work: { 'an old form': () => sql("insert into form_submits values ('a', 'f', 1)") },
    none: { 'a form': () => sql("insert into form_submits values ('a', 'f', ?)", now) },
  },
  leftOut: {
    work: { 'an old id': () => sql("insert into left_out_visits values (?, 'x', '', 'bot')", now / day - 5) },
    none: { 'an id': () => sql("insert into left_out_visits values (?, 'x', '', 'bot')", now / day) },
  },
  kept: {
    work: { 'a delivery that was kept 31 days ago': () => keptDelivery(31) },
    none: { 'a delivery that was kept 29 days ago': () => keptDelivery(29) },
  },
  erasures: {
    work: { 'an old hash': () => sql("insert into erased_identifiers values ('h', 1)") },
    none: { 'a hash': () => sql("insert into erased_identifiers values ('h', ?)", now) },
  },
  logs: {
    work: {
      'no round of logs yet': () => sql("delete from service_notes where name = 'logs'"),
      'a round of logs of an earlier time': () => noteLogs(logsFrom - 1),
    },
    none: { 'a round of logs of a later time': () => noteLogs(logsFrom + 1) },
  },
  events: {
    work: {
      'an old event': () => event(31, 'page.updated', 'page_x'),
      'an old event that names who came': () => event(11, 'person.visited', 'person_x'),
    },
    none: {
      'the newest event, which is old': () => sql('update events set created_at = 1'),
      'an event that names who came': () => event(9, 'person.visited', 'person_x'),
    },
  },
  recipients: {
    work: { 'an old session': () => sessions(1, now - 11 * day) },
    none: { 'a session': () => sessions(1, now - 9 * day) },
  },
  alerts: {
    work: {
      'a visit that an alert looks at': async () => {
        await newAlert();
        await sql("insert into alert_visits values (null, 'person_x', ?1, ?1)", now);
      },
      'an alert that is due': async () => {
        await newAlert({ condition: { type: 'weekly_report' } });
        await sql('update alerts set next_due_at = ?', now);
      },
      'an old firing': () => firing(31),
      'an old visit': () => visits(33, 0),
      'the newest visit, which is old and of somebody': () => visits(33),
      'an old event that names a person': () => event(11, 'alert.fired', 'alert_x', { personId: 'person_x' }),
    },
    none: {
      'an alert that is due later': () => newAlert({ condition: { type: 'weekly_report' } }),
      'a firing': () => firing(9),
      'the newest visit, which is old and of nobody': () =>
        visits(33).then(() => sql('delete from alert_visits')),
      'an event that names a person': () => event(9, 'alert.fired', 'alert_x', { personId: 'person_x' }),
    },
  },
  // Its look never ends: see below.
  stalls: {
    work: {},
    none: {
      'an alert about stalled jobs that is off': async () => {
        const alert = await newAlert({ condition: { type: 'service_stalled' } });
        await sql('update alerts set on_after = null where alert_id = ?', alert.alertId);
      },
    },
  },
  experiments: {
    work: {
      'a test whose time has come': () => runningTest('ends_at = ?1, due_at = ?1', now),
      'a test that ended a day ago': () => runningTest("status = 'ended', ended_at = 1, due_at = ?", now),
    },
    none: {
      'a test that ends later': () => runningTest('ends_at = ?1, due_at = ?1', later),
      'a test that nobody has ended': () => runningTest('ends_at = null'),
    },
  },
  erasedAudiences: {
    work: { 'an erased audience that is due': () => erased(now) },
    none: { 'an erased audience that is due later': () => erased(later) },
  },
  seal: {
    work: {
      '500 sessions': () => sessions(500, now - 60 * minute),
      'a correction of a session that is quiet': () => correction(1),
    },
    none: {
      '499 sessions': () => sessions(499, now - 60 * minute),
      'a correction of a session that is active': () => correction(59 * minute),
    },
  },
  sessions: {
    work: { 'a session of 32 days ago': () => sessions(1, now - 32 * day) },
    none: {},
  },
  numbers: {
    work: {
      'numbers of a block that has changed': async () => {
        await blocks(1, now - day, 0);
        await sql("insert into visitor_numbers values (1, 0, 1, 0, 1, '=1', '=1')");
      },
      'blocks without numbers, where some have them': () => blocks(20, now - 2 * day, 0),
    },
    none: {
      'numbers of a block': () => sql("insert into visitor_numbers values (1, 0, 1, 0, 0, '=1', '=1')"),
      'some blocks, where none have numbers': () => blocks(90, now - 2 * day),
      'blocks of today': () => blocks(100, now - 60 * minute, 0),
      'a few blocks': () => blocks(16, now - 2 * day, 0),
    },
  },
  exports: {
    work: {
      'an export that nobody goes on with': () =>
        sql("insert into exports values ('e', 1, ?)", now - 3_600_001),
    },
    none: { 'an export that is read': () => sql("insert into exports values ('e', 1, ?)", now) },
  },
  // While one runs, no task does anything: see test/worker/backup/.
  restoring: {
    work: {},
    none: {
      'a restore that is done': () =>
        sql("insert into restores values (1, 'r', 'done', '{}', 0, 0, '', '[]', '', null, null, 1, 1)"),
    },
  },
  webhooks: {
    work: {
      'an event': () => webhook('select 1'),
      'a delivery that is due': () => delivery(now),
      'a delivery whose event is removed': async () => {
        await delivery(null);
        await sql('update webhook_deliveries set sequence = -1');
      },
      'a webhook that is deleted': async () => {
        await ok(send('DELETE', pathOf(await newWebhook())));
      },
    },
    none: {
      'a delivery that is due later': () => delivery(later),
      'an event behind a delivery that waits, in order': async () => {
        await delivery(later, { isOrdered: true });
        await happen();
      },
      'an event of a webhook that another run has': () =>
        webhook('update webhooks set lease_until = ?', later),
      'an event of a webhook that is off': () => webhook('update webhooks set disabled_at = 1'),
      'an event of a webhook without a secret': () => webhook('delete from webhook_secrets'),
    },
  },
};
const rows = (kind: 'work' | 'none') =>
  Object.entries(cases).flatMap(([key, of]) =>
    Object.entries(of[kind]).map(([what, prepare]) => [key, what, prepare] as const),
  );

test.each(rows('work'))(
  'the cron does %s for %s, and then all of it is done',
  async (key, _what, prepare) => {
    expect(await look()).toEqual([]);
    await prepare();
    expect(await look()).toContain(key);
    for (let count = 0; count < 3; count++) await cron().run();
    expect(await look()).toEqual([]);
    expect(await writtenByAll()).toBe(0);
  },
);

test.each(rows('none'))(
  'the cron leaves %s out for %s, where it writes nothing',
  async (_key, _what, prepare) => {
    await prepare();
    expect(await look()).toEqual([]);
    expect(await writtenByAll()).toBe(0);
  },
);

test('the cron looks for stalled jobs in each minute, while an alert does, and writes nothing', async () => {
  await newAlert({ condition: { type: 'service_stalled' } });
  await cron().run();
  expect(await look()).toEqual(['stalls']);
  expect(await writtenByAll()).toBe(0);
});
