import { env } from 'cloudflare:workers';
import { queue } from '../../support/calls.ts';
import { begin, campaignWith, deliver, step, steps } from '../../support/campaign-jobs.ts';
import { patch, read, rowsOf, someone, write } from '../../support/campaigns.ts';
import { erase } from '../../support/erasures.ts';
import { faultyDatabase, silent } from '../../support/faults.ts';
import { versionsOf } from '../../support/versions.ts';

const changed = async (rows: number) => {
  const campaign = await campaignWith(rows);
  await patch(campaign, { words: { metadataOverride: { title: 'Bye {{name}}' } } });
  await begin(campaign, 'publish');
  return campaign;
};

describe('a step of a job', () => {
  test('is done once, however often its message comes', async () => {
    const campaign = await changed(120);
    const [first] = steps();
    await step();
    expect((await read(campaign)).job).toMatchObject({ done: 100, changed: 100 });
    // The message of the first step again names no step: it is the next one, or nothing.
    await Promise.all([queue.deliver(first), queue.deliver(first), queue.deliver(first)]);
    await deliver();
    expect((await read(campaign)).job).toMatchObject({ state: 'done', done: 120, changed: 120 });
    for (const { audienceId } of (await rowsOf(campaign)).slice(0, 5))
      expect((await versionsOf({ ...campaign, audienceId })).items).toHaveLength(2);
  });

  test.each(['before', 'after'] as const)('goes on when D1 loses an answer: %s', async (moment) => {
    const campaign = await changed(120);
    expect(await step({ database: faultyDatabase({ moment, times: 1 }) })).toBe('ack');
    await deliver();
    expect((await read(campaign)).job).toMatchObject({ state: 'done', done: 120, changed: 120, refused: 0 });
  });

  test('waits while D1 does not answer', async () => {
    const campaign = await changed(3);
    const database = faultyDatabase({
      moment: 'before',
      times: 1000,
      size: 1,
      message: 'D1 DB is overloaded. Too many requests queued.',
    });
    expect(await step({ database })).toBe('retry');
    expect((await read(campaign)).job).toMatchObject({ state: 'running', done: 0, lastError: null });
  });

  test('that fails for a row is tried again, and the job says why without the words of the row', async () => {
    const campaign = await changed(3);
    const sent = 'update campaign_rows set sent = ? where campaign_id = ? and person_id = ?';
    const [row] = await rowsOf(campaign);
    const before = await env.DB.prepare('select sent from campaign_rows where person_id = ?')
      .bind(row?.personId)
      .first<{ sent: string }>();
    const write = (text = '') => env.DB.prepare(sent).bind(text, campaign.campaignId, row?.personId).run();
    await write('{"Zoe');
    const [request] = steps();
    expect((await silent(() => step())).result).toBe('retry');
    expect((await read(campaign)).job).toMatchObject({
      state: 'running',
      done: 0,
      lastError: 'The service had an error of its own with these rows (SyntaxError).',
    });
    await write(before?.sent);
    await queue.deliver(request);
    expect((await read(campaign)).job).toMatchObject({ state: 'done', done: 3, lastError: null });
  });

  test('leaves rows alone that come or go meanwhile', async () => {
    const campaign = await changed(130);
    await step();
    const rows = await rowsOf(campaign);
    await write(campaign, [someone({ name: 'New' })]);
    await erase(rows[0]?.personId ?? '');
    await deliver();
    const { job, rowsCount } = await read(campaign);
    expect(rowsCount).toBe(130);
    // The new row says the same already.
    expect(job).toMatchObject({ state: 'done', done: 131, changed: 130, refused: 0 });
  });

  test('costs two trips, and few rows', async () => {
    await changed(100);
    const spy: number[] = [];
    const database = new Proxy(env.DB, {
      get(target, name) {
        if (name !== 'withSession') return Reflect.get(target, name);
        return (constraint: string) => {
          const session = target.withSession(constraint);
          return new Proxy(session, {
            get(of, method) {
              if (method !== 'batch') return Reflect.get(of, method).bind?.(of) ?? Reflect.get(of, method);
              return async (statements: D1PreparedStatement[]) => {
                const results = await of.batch(statements);
                spy.push(...results.map(({ meta }) => meta.rows_written));
                return results;
              };
            },
          });
        };
      },
    });
    await step({ database });
    expect(spy.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(1210);
  });
});
