import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { audienceOf } from '../../support/audiences.ts';
import { kim, newColleague, newVisit, slackTexts, spoken } from '../../support/channels.ts';
import { send } from '../../support/client.ts';
import { newPage } from '../../support/pages.ts';
import { ok } from '../../support/replies.ts';
import { pass } from '../../support/times.ts';
import { deliveriesOf, newWebhook, prepareReceiver, run, tell } from '../../support/webhooks.ts';

const receiver = prepareReceiver();
let waits: number[] = [];
let pageId: string;

type Message = { text: string };

const linesIn = (body: string) => (JSON.parse(body) as Message).text.split('\n');

const sentencesIn = (body: string) =>
  linesIn(body)
    .filter((line) => !/follow\.$/.test(line))
    .map((line) => line.replace(/ <.*/, ''));

const told = () =>
  receiver.received.flatMap(({ body }) => linesIn(body)).filter((line) => !/follow\.$/.test(line));

/** Tells that a page was created, by a name each time. Gives what a channel is to read of each. */
async function publish(count: number): Promise<string[]> {
  const names = Array.from({ length: count }, (_, n) => `kim${n}`);
  await tell(
    names.map(
      (name) => ({ type: 'page.created', subject: pageId, actor: { type: 'person', name } }) as const,
    ),
  );
  return names.map((name) => `${name} created the page Pricing.`);
}

const channel = (fields: object = {}) => newWebhook({ format: 'slack', types: ['page.created'], ...fields });

/** Runs until nothing is left to send at once. */
async function runAll(webhook: { webhookId: string }): Promise<void> {
  while ((await run(webhook))?.hasMore);
}

const statuses = async (webhook: { webhookId: string }) =>
  (await deliveriesOf(webhook)).map(({ status }) => status);

beforeEach(async () => {
  ({ pageId } = await newPage({ title: 'Pricing' }));
  waits = [];
  vi.spyOn(scheduler, 'wait').mockImplementation(async (ms) => {
    waits.push(ms);
    pass(ms);
  });
});

describe('a channel', () => {
  test('gets 200 events in 10 messages, a second apart, each event once and in order', async () => {
    const webhook = await channel();
    const expected = await publish(200);
    const times: number[] = [];
    receiver.answer = () => {
      times.push(Date.now());
      return new Response('ok');
    };
    await runAll(webhook);
    expect(receiver.received).toHaveLength(10);
    expect(told().map((line) => line.replace(/ <.*/, ''))).toEqual(expected);
    for (const [place, at] of times.entries())
      if (place > 0) expect(at - (times[place - 1] ?? 0)).toBeGreaterThanOrEqual(1000);
    expect(waits.every((ms) => ms <= 1000)).toBe(true);
    expect(new Set(await statuses(webhook))).toEqual(new Set(['succeeded']));
    const count = await env.DB.prepare('select count(*) as n from webhook_deliveries where webhook_id = ?')
      .bind(webhook.webhookId)
      .first<number>('n');
    expect(count).toBe(200);
  });

  test('is told that more follow, and how many where that is known', async () => {
    const webhook = await channel();
    await publish(30);
    await runAll(webhook);
    const lasts = receiver.received.map(({ body }) => linesIn(body).at(-1));
    expect(lasts.slice(0, -1).every((line) => /follow\.$/.test(line ?? ''))).toBe(true);
    expect(lasts.at(-1)).not.toMatch(/follow\.$/);
    expect(told()).toHaveLength(30);
  });

  test('gets no message longer than 3,000 characters of sentences', async () => {
    const webhook = await channel();
    const name = `${'k'.repeat(49)}: ${'k'.repeat(49)}`;
    await tell(Array(60).fill({ type: 'page.created', subject: pageId, actor: { type: 'person', name } }));
    await runAll(webhook);
    expect(receiver.received.length).toBeGreaterThan(2);
    for (const { body } of receiver.received) {
      const texts = linesIn(body).map((line) => line.replace(/ <.*/, ''));
      expect(texts.join('').length).toBeLessThan(3100);
    }
    expect(told()).toHaveLength(60);
  });

  test('that is too busy rests as long as it asks, and then gets all, whole', async () => {
    const webhook = await channel();
    const expected = await publish(45);
    receiver.answer = () =>
      receiver.received.length === 2
        ? new Response('', { status: 429, headers: { 'retry-after': '30' } })
        : new Response('ok');
    await runAll(webhook);
    expect(receiver.received).toHaveLength(2);
    const states = await deliveriesOf(webhook);
    expect(states.map(({ status, statusCode, attempts }) => `${status} ${statusCode} ${attempts}`)).toEqual([
      ...Array(20).fill('waiting 429 1'),
      ...Array(20).fill('succeeded 200 1'),
    ]);
    receiver.received.length = 1;
    receiver.answer = () => new Response('ok');
    pass(30_000);
    await runAll(webhook);
    // Those behind have not been tried: they come with those that were.
    expect(told().map((line) => line.replace(/ <.*/, ''))).toEqual(expected);
    expect(new Set(await statuses(webhook))).toEqual(new Set(['succeeded']));
  });

  test('that refuses one of many gets the others, each alone', async () => {
    const webhook = await channel();
    await publish(5);
    receiver.answer = ({ body }) => new Response('no', { status: body.includes('kim3 ') ? 400 : 200 });
    await runAll(webhook);
    expect(new Set(await statuses(webhook))).toEqual(new Set(['waiting']));
    pass(5000);
    await runAll(webhook);
    expect(receiver.received).toHaveLength(6);
    expect(await statuses(webhook)).toEqual(['succeeded', 'waiting', 'succeeded', 'succeeded', 'succeeded']);
  });

  test.each([500, 502, 503, undefined])(
    'that always fails with %s for one event of 20 gets the others within six minutes, in few messages',
    async (status) => {
      const webhook = await channel();
      const expected = await publish(20);
      const delivered: string[] = [];
      receiver.answer = ({ body }) => {
        if (body.includes('kim7 ')) {
          if (status === undefined) throw new TypeError('Network connection lost.');
          return new Response('no', { status });
        }
        delivered.push(...sentencesIn(body));
        return new Response('ok');
      };
      for (const wait of [0, 5000, 300_000]) {
        pass(wait);
        receiver.received.length = 0;
        await runAll(webhook);
      }
      expect(delivered).toEqual(expected.filter((line) => !line.startsWith('kim7 ')));
      expect(receiver.received.length).toBeLessThanOrEqual(10);
      const states = await deliveriesOf(webhook);
      expect(states.map((one) => `${one.status} ${one.attempts}`).sort()).toEqual([
        ...Array(19).fill('succeeded 3'),
        'waiting 3',
      ]);
      // It uses up its own attempts, and what comes meanwhile is not held up.
      const [more] = await publish(1);
      await runAll(webhook);
      expect(delivered.at(-1)).toBe(more);
    },
  );

  test.each(fc.sample(fc.uniqueArray(fc.nat(24), { minLength: 1, maxLength: 6 }), { numRuns: 5, seed: 40 }))(
    'gets all but those that it always fails for, each once: %j, …',
    async (...bad) => {
      const webhook = await channel();
      const expected = await publish(25);
      const isBad = (text: string) => bad.some((n) => text.includes(`kim${n} `));
      receiver.answer = ({ body }) => new Response('', { status: isBad(body) ? 500 : 200 });
      for (let minute = 0; minute < 25; minute++) {
        await runAll(webhook);
        pass(60_000);
      }
      const good = receiver.received.filter(({ body }) => !isBad(body));
      expect(good.flatMap(({ body }) => sentencesIn(body)).sort()).toEqual(
        expected.filter((line) => !isBad(line)).sort(),
      );
    },
  );

  test('that is down for an hour gets what waited, in fewer messages than events', async () => {
    const webhook = await channel();
    const expected = await publish(40);
    receiver.answer = () => new Response('', { status: 500 });
    for (let minute = 0; minute < 60; minute++) {
      await runAll(webhook);
      pass(60_000);
    }
    // No more than five a minute, as for a program.
    expect(receiver.received.length).toBeLessThan(130);
    receiver.received.length = 0;
    receiver.answer = () => new Response('ok');
    for (let minute = 0; minute < 180; minute++) {
      await runAll(webhook);
      pass(60_000);
    }
    expect(told().map((line) => line.replace(/^.*UTC: | <.*/g, ''))).toEqual(expected);
    expect(receiver.received.length).toBeLessThanOrEqual(25);
  });

  test('in strict order gets nothing behind an event that always fails, and all before it', async () => {
    const webhook = await channel({ isOrdered: true });
    const expected = await publish(10);
    receiver.answer = ({ body }) => new Response('', { status: body.includes('kim7 ') ? 500 : 200 });
    for (const wait of [0, 5000, 300_000, 60_000]) {
      pass(wait);
      await runAll(webhook);
    }
    const good = receiver.received.filter(({ body }) => !body.includes('kim7 '));
    expect(good.flatMap(({ body }) => sentencesIn(body))).toEqual(expected.slice(0, 7));
  });

  test('in strict order gets what was behind a failure in order, 20 events a message', async () => {
    const webhook = await channel({ isOrdered: true });
    receiver.answer = () => new Response('', { status: 500 });
    const expected = await publish(5);
    await runAll(webhook);
    expected.push(...(await publish(30)));
    // The second attempt of the first five waits longer than the first attempt of those behind.
    pass(5000);
    await runAll(webhook);
    receiver.answer = () => new Response('ok');
    receiver.received.length = 0;
    for (const wait of [5000, 300_000]) {
      pass(wait);
      await runAll(webhook);
    }
    expect(told().map((line) => line.replace(/ <.*/, ''))).toEqual(expected);
    for (const { body } of receiver.received)
      expect(linesIn(body).filter((line) => !/follow\.$/.test(line)).length).toBeLessThanOrEqual(20);
  });

  test('of Teams gets a link behind each sentence, and no button', async () => {
    const webhook = await channel({ format: 'teams' });
    await publish(3);
    await runAll(webhook);
    expect(receiver.received).toHaveLength(1);
    const { content } = JSON.parse(receiver.received[0]?.body ?? '').attachments[0];
    expect(content.actions).toEqual([]);
    const texts = content.body.map((block: { inlines: { text: string }[] }) => block.inlines[0]?.text);
    expect(texts.filter((text: string) => text === 'Open in Footfall')).toHaveLength(3);
    expect(content.body[1].inlines[0].selectAction.url).toMatch(/^https:\/\/.*\/console\/#/);
  });
});

test('a program gets one event a request, in order, without a pause', async () => {
  const webhook = await newWebhook({ types: ['page.created'] });
  await publish(30);
  await runAll(webhook);
  expect(receiver.received).toHaveLength(30);
  const numbers = receiver.received.map(({ body }) => JSON.parse(body).data.sequence as number);
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  expect(waits).toEqual([]);
});

test('each attempt names people as they are called by then, and nothing stored names them', async () => {
  const zoe = await newColleague('Northwind Logistics');
  const webhook = await spoken('slack', ['person.created']);
  await tell([{ type: 'person.created', subject: zoe.personId, actor: kim }]);
  receiver.answer = ({ body }) => new Response(body, { status: 500 });
  await run(webhook);
  expect((await deliveriesOf(webhook))[0]?.answer).toContain('Zoë Lindqvist');
  await ok(send('DELETE', `/v0/persons/${zoe.personId}`));
  pass(5000);
  receiver.received.length = 0;
  await run(webhook);
  expect(receiver.received[0]?.body).toContain('created an erased person.');
  for (const table of ['events', 'webhook_deliveries', 'webhook_answers']) {
    const { results } = await env.DB.prepare(`select * from ${table}`).all();
    expect(JSON.stringify(results)).not.toMatch(/Zoë|Northwind|zoe@/);
  }
});

test('an erased person is not named, also where the visit was theirs', async () => {
  const zoe = await newColleague();
  const { pageId } = await newPage({ title: 'Pricing' });
  const { audienceId } = await audienceOf(pageId, { personId: zoe.personId });
  const visit = await newVisit(pageId, { audienceId, engagedMs: 0 });
  await ok(send('DELETE', `/v0/persons/${zoe.personId}`));
  const related = { ...visit, audienceId };
  const texts = await slackTexts(receiver, [
    { type: 'person.created', subject: zoe.personId, actor: kim },
    { type: 'account.updated', subject: zoe.accountId, changes: ['name'] },
    { type: 'session.started', related },
    { type: 'form.submitted', related },
    { type: 'person.visited', subject: zoe.personId },
    { type: 'account.visited', subject: zoe.accountId, related },
    // As the events of who came are when recipients are forgotten.
    { type: 'person.visited' },
    { type: 'account.visited' },
  ]);
  expect(texts.map((text) => text.replace(/ <.*/, ''))).toEqual([
    'kim@acme.example created an erased person.',
    'Something outside Footfall changed the name of an erased account.',
    'An erased person opened Pricing through their link.',
    'An erased person sent a form on Pricing through their link.',
    'An erased person opened a page through their link.',
    'An erased account visited. An erased person opened Pricing through their link.',
    'A person opened a page through their link.',
    'A company visited. A visitor opened a page.',
  ]);
});
