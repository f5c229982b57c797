import { env } from 'cloudflare:workers';
import costDocument from '../../../../docs/operators/cost.md?raw';
import { Meter, openDatabase } from '../../../../src/db/client.ts';
import { lookAfterAlerts } from '../../../../src/outbound/alerts/worker/fire.ts';
import { fire, newAlert, newRecipient, remove, seen } from '../../support/alerts.ts';
import { send } from '../../support/client.ts';
import { newPerson } from '../../support/persons.ts';
import { place } from '../../support/places.ts';
import { costOf } from '../../support/statements.ts';
import { merge, messageOf, newId, prepareVisits, visitOf } from '../../support/visits.ts';

prepareVisits();

/** Somebody who has come before: nothing is new but the visit. */
async function cameBefore(): Promise<string> {
  const { audienceId } = await newRecipient(place.pageId);
  await merge(messageOf(visitOf(newId(), { audienceId }), Date.now()));
  return audienceId;
}
const come = (count: number, fields: object) => () =>
  merge(
    ...Array.from({ length: count }, () => messageOf(visitOf(newId(), { ...seen, ...fields }), Date.now())),
  );

/** Work by what cost.md calls it: what it needs, and the work itself. */
const works: [of: string, prepare: () => Promise<() => Promise<unknown>>][] = [
  ['a new visit of nobody who is known, engaged', async () => come(1, { audienceId: undefined })],
  ['a new visit of a person of a company, engaged', async () => come(1, { audienceId: await cameBefore() })],
  [
    'a new visit of a person of a company, without input',
    async () => come(1, { audienceId: await cameBefore(), hasInput: false }),
  ],
  [
    '50 new visits of a person of a company, engaged',
    async () => come(50, { audienceId: await cameBefore() }),
  ],
  ['a look of the cron at nothing', async () => () => fire()],
  [
    'a look of the cron at a visit, which fires two alerts',
    async () => {
      await come(1, { audienceId: await cameBefore() })();
      return () => fire();
    },
  ],
  [
    'a look of the cron at 50 visits of a person, which fire two alerts',
    async () => {
      await come(50, { audienceId: await cameBefore() })();
      return () => fire();
    },
  ],
  [
    'any write, such as POST /v0/persons',
    async () => () => newPerson({ email: `${newId()}@${newId()}.example` }),
  ],
  ['any read, such as GET /v0/alerts', async () => () => send('GET', '/v0/alerts')],
];

test('the task of alerts reads twenty rows in a workspace without alerts, and writes none', async () => {
  const db = openDatabase(env.DB_ACME, 'first-primary', new Meter());
  const now = Date.now();
  const { result: _, ...cost } = await costOf(() => lookAfterAlerts(db, now, 0));
  expect(cost).toEqual({ trips: 1, read: 20, written: 0 });
});

test('what alerts cost stands in docs/operators/cost.md', async () => {
  const lines: string[] = [];
  for (const [of, prepare] of works) {
    const costs: { read: number; written: number }[] = [];
    for (const isOn of [false, true]) {
      await env.DB.prepare('delete from event_listeners').run();
      const conditions = [{ type: 'accounts_visited', visits: 1, days: 7 }, { type: 'link_opened' }];
      const alerts = isOn ? await Promise.all(conditions.map((condition) => newAlert({ condition }))) : [];
      await fire();
      const work = await prepare();
      const { read, written } = await costOf(work);
      costs.push({ read, written });
      for (const alert of alerts) await remove(alert);
    }
    const [without, on] = costs as [(typeof costs)[0], (typeof costs)[0]];
    lines.push(`| ${of} | ${without.written} | ${on.written} | ${on.read - without.read} |`);
  }
  const documented = costDocument.split('\n## Alerts\n')[1]?.split('\n## ')[0]?.split('\n') ?? [];
  expect(documented.filter((line) => /^\| (?!work|---)/.test(line))).toEqual(lines);
});
