import { env } from 'cloudflare:workers';
import type { CampaignRowsQueued } from '../../../../src/visits/campaigns/schemas.ts';
import { queueRows } from '../../../../src/visits/campaigns/store/queue.ts';
import { queue } from '../../support/calls.ts';
import { ask, deliver, step, steps } from '../../support/campaign-jobs.ts';
import { newCampaign, type Of, pathOf, read, rowsOf, someone, write } from '../../support/campaigns.ts';
import { contents, openTestDatabase, type Problem, type RequestOptions, send } from '../../support/client.ts';
import { erase } from '../../support/erasures.ts';
import { faultyDatabase, meanwhileDatabase } from '../../support/faults.ts';
import { newPerson } from '../../support/persons.ts';

const post = (of: Of, rows: unknown[], options: RequestOptions = {}) =>
  send<CampaignRowsQueued & Problem>(
    'POST',
    `${pathOf(of)}/waiting_rows`,
    { rows },
    { ...options, bindings: Object.assign(queue.bindings(), options.bindings) },
  );
const people = (count: number) => Array.from({ length: count }, (_, n) => someone({ name: `P ${n}` }));
const waiting = async () =>
  (await env.DB.prepare('select count(*) as n from campaign_waiting_rows').first<{ n: number }>())?.n;

describe('rows that are queued', () => {
  test('are written by a job, a hundred at a time, in order', async () => {
    const campaign = await newCampaign();
    const rows = people(250);
    const { status, body } = await post(campaign, rows);
    expect([status, body.queued, body.refused]).toEqual([202, 250, []]);
    expect(body.job).toMatchObject({ kind: 'write', state: 'running', total: 250, done: 0 });
    expect(await waiting()).toBe(3);
    await step();
    expect((await read(campaign)).job).toMatchObject({ done: 100, changed: 100, refused: 0 });
    await deliver();
    const { job, rowsCount } = await read(campaign);
    expect(job).toMatchObject({
      state: 'done',
      total: 250,
      done: 250,
      changed: 250,
      refused: 0,
      problems: [],
    });
    expect([rowsCount, await waiting()]).toEqual([250, 0]);
    expect((await rowsOf(campaign)).map(({ status: of }) => of)).toEqual(Array(100).fill('published'));
    // Sent again, they say the same.
    await post(campaign, rows);
    await deliver();
    expect((await read(campaign)).job).toMatchObject({ done: 250, changed: 0, refused: 0 });
  });

  test('join the job that runs', async () => {
    const campaign = await newCampaign();
    await post(campaign, people(120));
    await step();
    expect((await post(campaign, people(30))).body.job).toMatchObject({ total: 150, done: 100 });
    expect(steps()).toHaveLength(1);
    await deliver();
    expect((await read(campaign)).job).toMatchObject({ state: 'done', total: 150, done: 150, changed: 150 });
  });

  test('of one person leave the one that came last', async () => {
    const campaign = await newCampaign();
    const { person } = someone({ name: 'A' });
    await post(
      campaign,
      Array.from({ length: 205 }, (_, n) => ({ person, columns: { nth: String(n) } })),
    );
    await deliver();
    const rows = await rowsOf(campaign);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.columns).toMatchObject({ nth: '204' });
  });

  test('break a rule at once, or when they are written, and stop no other', async () => {
    const campaign = await newCampaign({ words: { metadataOverride: { title: '{{firstName}}' } } });
    const columns = { firstName: 'Z' };
    const { body } = await post(campaign, [
      { person: { email: 'nobody@' } },
      someone({}, columns),
      someone(),
      { personId: 'person_01kafz8q6tf7n9t3cwh2k5v4xe', columns },
    ]);
    expect(body).toMatchObject({
      queued: 3,
      refused: [
        { row: 1, problem: { code: 'validation_failed', errors: [{ path: 'rows.0.person.email' }] } },
      ],
    });
    await deliver();
    expect((await read(campaign)).job).toMatchObject({
      state: 'done',
      done: 3,
      changed: 1,
      refused: 2,
      problems: [
        {
          personId: null,
          row: 2,
          detail: 'columns.firstName has no value here, and the template has no default for it',
        },
        { personId: null, row: 3, detail: 'There is no person with this id.' },
      ],
    });
  });

  test('say why each of a thousand is refused', async () => {
    const { body } = await post(await newCampaign(), Array(1000).fill({ person: { email: 'nobody@' } }));
    const paths = body.refused.map(({ problem }) => problem.errors?.map(({ path }) => path).join());
    expect(paths).toEqual(Array.from({ length: 1000 }, (_, n) => `rows.${n}.person.email`));
  });

  test('of nobody start no job', async () => {
    const campaign = await newCampaign();
    const { status, body } = await post(campaign, [{}]);
    expect([status, body.queued, body.refused.length, body.job]).toEqual([202, 0, 1, null]);
    expect(steps()).toEqual([]);
  });

  test('take hardly more of a parameter of D1 than of the body', async () => {
    const campaign = await newCampaign();
    const rows = Array.from({ length: 250 }, () => ({ ...someone(), columns: { says: '"'.repeat(1990) } }));
    const database = openTestDatabase();
    const batch = vi.spyOn(database, 'batch');
    await queueRows(database, campaign, rows, 'Kim');
    const bound = batch.mock.calls.flatMap(([sent]) => sent.flatMap((one) => one?.params ?? []));
    const longest = Math.max(...bound.map((one) => String(one).length));
    expect(longest).toBeLessThan(1.1 * JSON.stringify({ rows }).length);
    const first = env.DB.prepare('select rows from campaign_waiting_rows where campaign_id = ?');
    const [one] = JSON.parse((await first.bind(campaign.campaignId).first<string>('rows')) ?? '');
    expect(one).toEqual({ of: [rows[0]?.person.email], row: rows[0] });
    await ask(campaign, 'stop');
  });

  test('are removed by a stop', async () => {
    const campaign = await newCampaign();
    await post(campaign, people(250));
    await step();
    expect((await ask(campaign, 'stop')).body.job).toMatchObject({ state: 'stopped', done: 100 });
    expect(await waiting()).toBe(0);
    await deliver();
    expect((await read(campaign)).rowsCount).toBe(100);
  });

  test('wait for no other job, and no other job for them', async () => {
    const campaign = await newCampaign();
    await write(campaign, people(3));
    await ask(campaign, 'publish');
    expect((await post(campaign, people(1))).body.code).toBe('job_running');
    await deliver();
    await post(campaign, people(1));
    for (const action of ['publish', 'archive'] as const)
      expect((await ask(campaign, action)).body.code).toBe('job_running');
    await deliver();
    await ask(campaign, 'archive');
    await deliver();
    expect((await post(campaign, people(1))).body.code).toBe('campaign_archived');
  });

  test('are ten thousand at most', async () => {
    const campaign = await newCampaign();
    const thousand = people(1000);
    for (let n = 0; n < 10; n++) expect((await post(campaign, thousand)).status).toBe(202);
    expect((await post(campaign, people(1))).body.code).toBe('campaign_full');
    await ask(campaign, 'stop');
    expect((await post(campaign, [...thousand, someone()])).body).toMatchObject({
      code: 'validation_failed',
      errors: [{ path: 'rows' }],
    });
  });

  test.each(['before', 'after'] as const)('are there once when D1 loses an answer: %s', async (moment) => {
    const campaign = await newCampaign();
    const lost = () => ({ bindings: { DB: faultyDatabase({ moment, times: 1, size: 4 }) } });
    expect((await post(campaign, people(150), lost())).body.job).toMatchObject({ total: 150 });
    expect(await waiting()).toBe(2);
    expect(await step({ database: faultyDatabase({ moment, times: 1, size: 4 }) })).toBe('ack');
    await deliver();
    expect((await read(campaign)).job).toMatchObject({ state: 'done', done: 150, changed: 150, refused: 0 });
  });

  test('are written once, however often a message comes', async () => {
    const campaign = await newCampaign();
    await post(campaign, people(150));
    const [first] = steps();
    await Promise.all([queue.deliver(first), queue.deliver(first), queue.deliver(first)]);
    await deliver();
    expect((await read(campaign)).job).toMatchObject({ state: 'done', done: 150, changed: 150 });
  });

  test.each(['email', 'phoneNumber', 'linkedinProfileUrl', 'personId'] as const)(
    'lose those of a person who is erased: by %s',
    async (by) => {
      const campaign = await newCampaign();
      const identifiers = {
        email: 'zorquil.waits@northwind.example',
        phoneNumber: '+4930901820',
        linkedinProfileUrl: 'https://www.linkedin.com/in/Zorquil-Waits/',
      };
      const { personId } = await newPerson({ name: 'Zorquil', ...identifiers });
      const row = by === 'personId' ? { personId } : { person: { [by]: identifiers[by], name: 'Zorquil' } };
      const [one, two] = people(2);
      await post(campaign, [one, { ...row, columns: { of: 'Zorquil' } }, two]);
      await erase(personId);
      expect(JSON.stringify(await contents()).toLowerCase()).not.toContain('zorquil');
      await deliver();
      const { job, rowsCount } = await read(campaign);
      expect(job).toMatchObject({ done: 3, changed: 2, refused: 1 });
      expect(job?.problems).toEqual([{ personId: null, row: 2, detail: 'The person was erased meanwhile.' }]);
      expect(rowsCount).toBe(2);
    },
  );

  test('lose those of a person who is erased between the two batches of a step', async () => {
    const campaign = await newCampaign();
    const { personId } = await newPerson({ email: 'quillumo@northwind.example' });
    await post(campaign, [...people(1), { person: { email: 'quillumo@northwind.example' } }, ...people(1)]);
    await step({ database: meanwhileDatabase(1, () => erase(personId)) });
    await deliver();
    expect(JSON.stringify(await contents()).toLowerCase()).not.toContain('quillumo');
    expect((await read(campaign)).job).toMatchObject({ state: 'done', done: 3, changed: 2, refused: 1 });
  });
});
