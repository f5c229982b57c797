import { readWaits } from '../../../../src/outbound/alerts/store/waits.ts';
import { noon, prepareAlerts } from '../../support/alerts.ts';
import { newAudience } from '../../support/audiences.ts';
import { openTestDatabase } from '../../support/client.ts';
import { ok } from '../../support/replies.ts';
import { causes, giveUp, goesOn, sql } from '../../support/stalls.ts';
import { day, hour, minute } from '../../support/times.ts';
import { actOn } from '../../support/versions.ts';
import { answer, happen, newWebhook, Receiver, run } from '../../support/webhooks.ts';

prepareAlerts();
beforeEach(goesOn);

const nothing = { visits: null, publishes: null, deliveries: null, given_up: null };
const look = (visits?: Queue) => readWaits(openTestDatabase(), visits, noon + 10 * minute);

test.each(Object.entries(causes))('%s wait since the oldest of them', async (job, cause) => {
  expect(await look()).toEqual({ ...nothing, cron: noon });
  const visits = await cause();
  expect(await look(visits)).toEqual({ ...nothing, cron: noon, [job]: noon });
});

test('a queue that does not say what waits has nothing that waits', async () => {
  const metrics = async () => {
    throw new Error('not supported');
  };
  expect(await look({ metrics } as unknown as Queue)).toMatchObject(nothing);
});

test('a version that goes live later does not wait', async () => {
  const of = await newAudience();
  await ok(actOn(of, of.latestVersion, 'publish'));
  await sql(
    'update audience_versions set queued_at = ?1, publish_at = ?2, sweep_at = ?2 where sweep_at is not null',
    noon,
    noon + day,
  );
  expect(await look()).toMatchObject(nothing);
  // Its time has come.
  await sql(
    'update audience_versions set publish_at = ?1, sweep_at = ?1 where sweep_at is not null',
    noon + minute,
  );
  expect(await look()).toMatchObject({ ...nothing, publishes: noon + minute });
});

test('a delivery that will be attempted again waits until then, and in order what is behind it', async () => {
  for (const isOrdered of [false, true]) {
    const { webhookId } = await newWebhook({ isOrdered });
    const [sequence] = await happen();
    const delivery = "insert into webhook_deliveries values (?, ?, 'waiting', 1, 1, 1, 500, null, ?)";
    await sql(delivery, webhookId, sequence, noon + hour);
    await sql('update webhooks set cursor = ? where webhook_id = ?', sequence, webhookId);
  }
  await happen();
  await sql('update webhooks set cursor = (select max(sequence) from events) where not is_ordered');
  expect(await look()).toMatchObject({ ...nothing, deliveries: noon + hour });
});

test('what was sent again, and a webhook that is off, do not wait', async () => {
  await giveUp(noon);
  await sql('update given_up set sent_at = 1');
  await newWebhook();
  await happen();
  await sql('update webhooks set disabled_at = 1');
  expect(await look()).toMatchObject(nothing);
});

const answers: [string, () => Response | Promise<Response>][] = [
  ['asks for a rest of an hour', () => answer(429, { 'retry-after': '3600' })],
  ['is not available for an hour', () => answer(503, { 'retry-after': '3600' })],
  ['fails', () => answer(500)],
  ['refuses', () => answer(400)],
  ['does not answer in time', () => Promise.reject(new DOMException('late', 'TimeoutError'))],
];
test.each(answers)('events behind a receiver that %s do not wait before they may be sent', async (_, of) => {
  const receiver = new Receiver();
  receiver.answer = of;
  const webhook = await newWebhook();
  await happen(25);
  const rest = await run(webhook);
  expect((await look()).deliveries).toBeGreaterThanOrEqual(rest?.nextAttemptAt ?? Number.NaN);
});

test.each<[string, string | null, number | null, number]>([
  ['a webhook that is taken', 'write_1', noon + 11 * minute, noon],
  ['a run that has ended without a word', 'write_1', noon + minute, noon],
  ['a rest that goes on', null, noon + hour, noon + hour],
  ['a rest that has ended', null, noon + minute, noon + minute],
  ['a rest before the event', null, noon - minute, noon],
  ['no rest', null, null, noon],
])('of %s, an event waits since its time, or since the end of the rest', async (_, leaseId, until, since) => {
  const { webhookId } = await newWebhook();
  await happen();
  await sql(
    'update webhooks set lease_id = ?, lease_until = ? where webhook_id = ?',
    leaseId,
    until,
    webhookId,
  );
  expect(await look()).toMatchObject({ ...nothing, deliveries: since });
});
