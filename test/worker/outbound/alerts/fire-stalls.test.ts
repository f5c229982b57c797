import { env } from 'cloudflare:workers';
import costDocument from '../../../../docs/operators/cost.md?raw';
import type { Alert } from '../../../../src/outbound/alerts/schemas.ts';
import { fireStalls } from '../../../../src/outbound/alerts/worker/fire-stalls.ts';
import { looks, queue } from '../../../../src/worker/queues.ts';
import {
  alertOf,
  faulty,
  firingsOf,
  list,
  noon,
  patch,
  prepareAlerts,
  preview,
} from '../../support/alerts.ts';
import { openTestDatabase } from '../../support/client.ts';
import { watched } from '../../support/cron.ts';
import { databaseAround, lost, silent } from '../../support/faults.ts';
import { system } from '../../support/given-up.ts';
import { ok } from '../../support/replies.ts';
import { causes, giveUp, goesOn, note, queueSince, sql } from '../../support/stalls.ts';
import { costOf } from '../../support/statements.ts';
import { day, hour, minute, setClock } from '../../support/times.ts';
import { held, messageOf, newId, visitOf } from '../../support/visits.ts';
import { newWebhook, Receiver, run } from '../../support/webhooks.ts';

prepareAlerts();

beforeEach(async () => {
  new Receiver();
  await goesOn();
});
afterEach(() => {
  vi.restoreAllMocks();
  looks.from = Number.POSITIVE_INFINITY;
});

/** Looks as the cron does. */
const look = (at: number, visits?: Queue, db = openTestDatabase()) =>
  fireStalls(Object.assign(db, { actor: { type: 'service' } }), visits, at, true);
/** Looks as a consumer of a queue does. */
const lookWithout = (at: number) => fireStalls(openTestDatabase(), undefined, at, false);

/** An alert. Nobody sends what it fires, unless it has a webhook of its own: that would be a stalled job itself. */
async function stalled(fields: object = {}): Promise<Alert> {
  const alert = await alertOf({ type: 'service_stalled' }, fields);
  if (!('webhookId' in fields)) await sql('update webhooks set disabled_at = 1');
  return alert;
}
/** What an alert has notified of, oldest first: job and since when, in minutes from noon. */
const notifiedBy = async (alert: Alert) =>
  (await firingsOf(alert)).toReversed().map(({ facts }) => {
    const { job, since } = facts as { job: string; since: string | null };
    return `${job} ${since === null ? 'never' : (Date.parse(since) - noon) / minute}`;
  });

describe('an alert about stalled jobs', () => {
  test.each(Object.entries(causes))(
    'fires for %s after their time, once, and the state of the service says the same',
    async (job, cause) => {
      const alert = await stalled();
      const visits = await cause();
      const late = job === 'given_up' ? 0 : 10;
      if (late > 0) await look(noon + late * minute - 1, visits);
      expect(await notifiedBy(alert)).toEqual([]);
      for (const after of [late, late + 1, late + 2 * 24 * 60]) await look(noon + after * minute, visits);
      expect(await notifiedBy(alert)).toEqual([`${job} 0`]);
      setClock(noon + 11 * minute);
      const { stalled: jobs } = await system();
      const ofQueue = job === 'visits' ? [] : [{ job, since: new Date(noon).toISOString() }];
      expect(jobs).toEqual(ofQueue);
    },
  );

  test('fires again only after it has gone on, and once a day for the same job', async () => {
    const alert = await stalled();
    const [still, fine] = [queueSince(noon), undefined];
    const dates = async () => (await firingsOf(alert)).map(({ facts }) => facts.date);
    for (const after of [1, 2]) await look(noon + after * hour, still);
    await look(noon + 3 * hour, fine);
    // It has fired that day.
    for (const after of [4, 5]) await look(noon + after * hour, still);
    expect(await dates()).toEqual(['2026-03-04']);
    // It is still stalled at midnight.
    for (const after of [12, 13, 37]) await look(noon + after * hour, still);
    expect(await dates()).toEqual(['2026-03-05', '2026-03-04']);
  });

  test('fires once, also if runs come at once, or end anywhere', async () => {
    const alert = await stalled();
    await giveUp(noon);
    for (const moment of ['before', 'after'] as const) {
      const db = faulty({ message: 'D1_ERROR: boom', moment });
      await silent(() => look(noon + minute, undefined, db).catch(() => undefined));
    }
    await Promise.all([look(noon + minute), look(noon + minute), lookWithout(noon + minute)]);
    expect(await notifiedBy(alert)).toEqual(['given_up 0']);
  });

  test('that is changed begins anew: it fires for a stalled job, but once a day', async () => {
    const alert = await stalled();
    await giveUp(noon);
    await look(noon + minute);
    setClock(noon + 2 * minute);
    await ok(patch(alert, { name: 'Another' }));
    for (const after of [hour, day, day + minute]) await look(noon + after);
    expect(await notifiedBy(alert)).toEqual(['given_up 0', 'given_up 0']);
  });

  test('that is made or switched on later fires for what has stalled by then', async () => {
    const alert = await stalled();
    await giveUp(noon);
    await ok(patch(alert, { isEnabled: false }));
    await look(noon + minute);
    expect(await notifiedBy(alert)).toEqual([]);
    await ok(patch(alert, { isEnabled: true }));
    const other = await stalled();
    await look(noon + 2 * minute);
    expect([await notifiedBy(alert), await notifiedBy(other)]).toEqual([['given_up 0'], ['given_up 0']]);
    expect((await list()).items[0]?.condition).toEqual({ type: 'service_stalled' });
  });

  test('fires for each alert by itself: one that cannot keeps no other from it', async () => {
    const [broken, alert] = [await stalled(), await stalled()];
    await sql("update alerts set timezone = 'No/Where' where alert_id = ?", broken.alertId);
    await giveUp(noon);
    const { logged } = await silent(() => look(noon + minute));
    expect(await notifiedBy(alert)).toEqual(['given_up 0']);
    expect(logged).toEqual([expect.stringContaining(`"alertIds":["${broken.alertId}"]`)]);
    const { result } = await silent(() => costOf(() => look(noon + 2 * minute)));
    expect(result).toMatchObject({ trips: 1, written: 0 });
  });

  test('is previewed with the jobs that are stalled now', async () => {
    await giveUp(noon);
    const { items, isCut } = await preview({ condition: { type: 'service_stalled' } });
    expect(isCut).toBe(false);
    expect(items).toEqual([
      {
        firedAt: new Date(noon).toISOString(),
        subject: null,
        facts: {
          type: 'service_stalled',
          date: '2026-03-04',
          job: 'given_up',
          since: new Date(noon).toISOString(),
        },
        visit: null,
      },
    ]);
  });

  test('says in a channel what has stalled and since when, in its zone, and leads to the state of the service', async () => {
    const receiver = new Receiver();
    const channel = await newWebhook({ format: 'slack', types: ['alert.fired'] });
    const alert = await stalled({ webhookId: channel.webhookId, name: 'Service', timezone: 'Asia/Kolkata' });
    await giveUp(noon);
    await look(noon + minute);
    receiver.received.length = 0;
    await run(channel);
    const [sent] = receiver.received.map(({ body }) => (JSON.parse(body) as { text: string }).text);
    expect(sent).toBe(
      'Service: Visits or versions that could not be processed have been waiting to be sent again since 4 Mar 2026, 17:30 (Asia/Kolkata). <https://footfall.test/console/#/settings?part=system|Open in Footfall>',
    );
    expect((await firingsOf(alert))[0]?.subject).toBe(null);
  });
});

describe('a cron that does not run', () => {
  test('is noticed by a look without it, once its note is two hours old, and again after it ran', async () => {
    const alert = await stalled();
    await lookWithout(noon + 2 * hour - 1);
    expect(await notifiedBy(alert)).toEqual([]);
    for (const after of [2, 3]) await lookWithout(noon + after * hour);
    expect(await notifiedBy(alert)).toEqual(['cron 0']);
    // It runs, and looks itself.
    await look(noon + 4 * hour);
    await note(noon + 4 * hour);
    await lookWithout(noon + day);
    expect(await notifiedBy(alert)).toEqual(['cron 0', 'cron 240']);
  });

  test('that never ran is noticed too', async () => {
    await sql('delete from service_notes');
    const alert = await stalled();
    await lookWithout(noon);
    expect(await notifiedBy(alert)).toEqual(['cron never']);
  });

  test('is noticed by the consumer of any queue, which looks after its first batch and every ten minutes', async () => {
    const alert = await stalled();
    looks.from = 0;
    const comes = (at: number) => {
      setClock(at);
      return held.deliver([messageOf(visitOf(newId()), at)]);
    };
    await comes(noon + hour);
    expect(await notifiedBy(alert)).toEqual([]);
    await comes(noon + hour + 9 * minute);
    await note(noon - 5 * hour);
    await comes(noon + hour + 9 * minute);
    expect(await notifiedBy(alert)).toEqual([]);
    await comes(noon + hour + 10 * minute);
    expect(await notifiedBy(alert)).toEqual(['cron -300']);
  });

  test('is looked for again by the next batch if D1 did not answer, which is no error', async () => {
    const alert = await stalled();
    looks.from = 0;
    await note(noon - 5 * hour);
    setClock(noon + day);
    let isAway = true;
    const DB = databaseAround(async (batch) => {
      if (isAway) throw new Error(lost);
      return batch();
    });
    const body = { workspace: 'main', webhookId: 'webhook_none' };
    const message = { id: '1', body, attempts: 1, ack: () => {}, retry: () => {} };
    const comes = () =>
      queue({ queue: 'footfall-webhooks', messages: [message] } as never, { ...env, DB } as never);
    const { logged } = await silent(comes);
    expect(logged.filter((line) => !line.includes('deliver to a webhook'))).toEqual([]);
    isAway = false;
    await comes();
    expect(await notifiedBy(alert)).toEqual(['cron -300']);
  });

  test('fires nothing while it runs, which looks each minute', async () => {
    const alert = await stalled();
    await note(1);
    setClock(noon);
    await watched().run();
    expect(await notifiedBy(alert)).toEqual([]);
  });
});

test('what it costs stands in docs/operators/cost.md', async () => {
  const rows: [string, () => Promise<() => Promise<unknown>>][] = [
    ['a look of the cron, without such an alert', async () => () => look(noon + hour)],
    ['a look of a queue, without such an alert', async () => () => lookWithout(noon + 5 * hour)],
    [
      'a look of a queue, while the cron runs',
      async () => {
        await stalled();
        return () => lookWithout(noon + hour);
      },
    ],
    [
      'a look of the cron, which finds nothing',
      async () => {
        await stalled();
        return () => look(noon + hour);
      },
    ],
    [
      'a look that fires',
      async () => {
        await stalled();
        await giveUp(noon);
        return () => look(noon + hour);
      },
    ],
    [
      'a look that has notified before',
      async () => {
        await stalled();
        await giveUp(noon);
        await look(noon + hour);
        return () => look(noon + 2 * hour);
      },
    ],
    [
      'a look at a job that has stalled twice on a day',
      async () => {
        await stalled();
        for (const [after, since] of [
          [1, noon],
          [2, undefined],
          [3, noon],
        ] as const)
          await look(noon + after * hour, since === undefined ? undefined : queueSince(since));
        return () => look(noon + 4 * hour, queueSince(noon));
      },
    ],
  ];
  await sql('update webhooks set deleted_at = 1, is_cleared = 1');
  const lines: string[] = [];
  for (const [of, prepare] of rows) {
    await sql('delete from given_up');
    await sql('delete from alert_firings');
    await sql("delete from service_notes where name = 'notified'");
    const work = await prepare();
    await sql('delete from event_listeners');
    const { trips, read, written } = await costOf(work);
    await sql('update alerts set on_after = null');
    lines.push(`| ${of} | ${trips} | ${read} | ${written} |`);
  }
  const documented =
    costDocument.split('\n## Alerts about stalled jobs\n')[1]?.split('\n## ')[0]?.split('\n') ?? [];
  expect(documented.filter((line) => /^\| (?!work|---)/.test(line))).toEqual(lines);
});
