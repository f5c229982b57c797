import { readWaits } from '../../../../src/outbound/alerts/store/waits.ts';
import { noon, prepareAlerts } from '../../support/alerts.ts';
import { newAudience } from '../../support/audiences.ts';
import { openTestDatabase } from '../../support/client.ts';
import { ok } from '../../support/replies.ts';
import { causes, giveUp, goesOn, sql } from '../../support/stalls.ts';
import { day, hour, minute } from '../../support/times.ts';
import { actOn } from '../../support/versions.ts';
import { happen, newWebhook } from '../../support/webhooks.ts';

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
