import { env } from 'cloudflare:workers';
import { dayMs, hourMs, minuteMs } from '../../../../src/lib/durations.ts';
import type { Visit, VisitMessage } from '../../../../src/visits/beacons/schemas.ts';
import { bucketOf, unitOfSession } from '../../../../src/visits/experiments/unit.ts';
import { unitIn } from '../../../arms.ts';
import { act } from '../../support/audiences.ts';
import {
  actOnTest,
  countsOf,
  readTest,
  visitTo,
  withDrafts,
  withTest,
  withWeights,
} from '../../support/experiments.ts';
import { ok } from '../../support/replies.ts';
import { merge } from '../../support/visits.ts';

type Test = Awaited<ReturnType<typeof withTest>>;
const again = (message: VisitMessage, fields: Partial<Visit>): VisitMessage => ({
  ...message,
  visit: { ...message.visit, ...fields },
});
const noClaim = { versionId: null, experimentId: null, unit: null };

describe('a visitor counts', () => {
  test('once, in their arm, and once if they convert', async () => {
    const of = await withTest();
    const first = visitTo(of, 1);
    await merge(first, first);
    await merge(first);
    const second = visitTo(of, 1, { unit: first.visit.unit ?? null, hasConversion: true });
    await merge(second);
    await merge(again(first, { hasConversion: true }));
    expect(await countsOf(of)).toEqual({
      visitors: [0, 1],
      conversions: [0, 1],
      otherVisits: 0,
      visitorsBy: 'visitor',
      isLimited: false,
    });
  });

  test('with the first beacon that converts', async () => {
    const of = await withTest();
    await merge(visitTo(of, 0, { hasConversion: true }));
    expect(await countsOf(of)).toMatchObject({ visitors: [1, 0], conversions: [1, 0] });
  });

  test('by the session where no visitor is known', async () => {
    const of = await withTest();
    const visit = visitTo(of, 0, { unit: null });
    await merge(visit, again(visit, { hasConversion: true }));
    expect(await countsOf(of)).toMatchObject({
      visitors: [1, 0],
      conversions: [1, 0],
      visitorsBy: 'session',
    });
    await merge(visitTo(of, 0));
    expect(await countsOf(of)).toMatchObject({ visitors: [2, 0], visitorsBy: 'both' });
  });

  test.each([
    ['formSubmit', { formSubmit: { formSubmissionId: 'f1' } }],
    ['actionClick', { hasActionClick: true }],
  ] as const)('by the goal %s alone', async (goal, fields) => {
    const of = await withTest({ goal });
    await merge(visitTo(of, 0, { hasConversion: true }), visitTo(of, 1, fields));
    expect(await countsOf(of)).toMatchObject({ visitors: [1, 1], conversions: [0, 1] });
  });

  test('a person once, however many forms they send', async () => {
    const of = await withTest({ goal: 'formSubmit' });
    const form = (formSubmissionId: string) => ({
      formSubmit: { formSubmissionId, email: `${of.test.experimentId}@acme.example` },
    });
    await merge(visitTo(of, 0, form('f1')));
    await merge(visitTo(of, 1, form('f2')));
    expect(await countsOf(of)).toMatchObject({ visitors: [1, 1], conversions: [1, 0] });
    const others = Array.from({ length: 12 }, (_, n) => {
      const sent = form(`f${n + 3}`).formSubmit;
      return visitTo(of, 1, { formSubmit: { ...sent, email: `${n}.${sent.email}` } });
    });
    await merge(...others);
    expect(await countsOf(of)).toMatchObject({ visitors: [1, 13], conversions: [1, 12] });
  });

  test('in each of four arms', async () => {
    const { of, test: draft } = await withDrafts(3);
    const started = await ok(actOnTest(draft, 'start'));
    const all = { of, test: started };
    for (const arm of [0, 1, 1, 2, 3, 3, 3]) await merge(visitTo(all, arm, { hasConversion: arm === 3 }));
    expect(await countsOf(all)).toMatchObject({ visitors: [1, 2, 1, 3], conversions: [0, 0, 0, 2 + 1] });
  });
});

describe('what is not counted', () => {
  test('visits that report no version of the test, which are a number of their own', async () => {
    const of = await withTest();
    const other = await withTest();
    await merge(
      visitTo(of, 0, { versionId: null, experimentId: null, unit: null }),
      visitTo(of, 0, { versionId: 'version_x' }),
      visitTo(of, 0, { experimentId: other.test.experimentId }),
      visitTo(of, 0, { versionId: other.test.arms[1]?.versionId ?? null }),
      visitTo(of, 1),
    );
    expect(await countsOf(of)).toMatchObject({ visitors: [0, 1], otherVisits: 4 });
    expect(await countsOf(other)).toMatchObject({ visitors: [0, 0], otherVisits: 0 });
  });

  test('a visit of another audience that claims the test', async () => {
    const of = await withTest();
    const other = await withTest();
    await merge(visitTo(of, 1, { audienceId: other.of.audienceId, pageId: other.of.pageId }));
    expect(await countsOf(of)).toMatchObject({ visitors: [0, 0] });
  });

  test('visits without a version that began before the test, or are of another audience', async () => {
    const of = await withTest();
    const other = await withTest();
    const nothing = { versionId: null, experimentId: null, unit: null };
    const visit = visitTo(of, 0, nothing);
    await merge(visit, visitTo(of, 0, { ...nothing, elapsedMs: hourMs }));
    await merge(again(visit, { audienceId: other.of.audienceId }));
    expect(await countsOf(of)).toMatchObject({ otherVisits: 1 });
    expect(await countsOf(other)).toMatchObject({ otherVisits: 0 });
  });

  test('visits of a test that has not started', async () => {
    const drafted = await withDrafts(1);
    await merge(visitTo(drafted, 1));
    expect(await countsOf(drafted)).toMatchObject({ visitors: [0, 0], otherVisits: 0 });
  });

  test('visits that began after the end, and goals that arrive a day later', async () => {
    const of = await withTest();
    const now = { receivedAt: Date.now() };
    const before = visitTo(of, 1, {}, now);
    const late = visitTo(of, 0, {}, now);
    await merge(before, late);
    await ok(actOnTest(of.test, 'stop'));
    const ended = Date.parse((await readTest(of.test)).endedAt ?? '');
    const at = (message: VisitMessage, receivedAt: number) => ({ ...message, receivedAt });
    const received = before.receivedAt;
    const sinceStart = (ms: number) => ({ elapsedMs: ms + 100, hasConversion: true });
    await merge(at(again(before, sinceStart(23 * hourMs)), received + 23 * hourMs));
    await merge(at(again(late, sinceStart(dayMs - 1000)), ended + dayMs + 5000));
    await merge(at(visitTo(of, 1), ended + minuteMs));
    expect(await countsOf(of)).toMatchObject({ visitors: [1, 1], conversions: [0, 1] });
  });

  test('new visitors whose visit arrives after the end, whenever it claims to have begun', async () => {
    const of = await withTest();
    const now = Date.now();
    const received = visitTo(of, 0, {}, { receivedAt: now });
    const known = visitTo(of, 1, {}, { receivedAt: now });
    await merge(known);
    await ok(actOnTest(of.test, 'stop'));
    const ended = Date.parse((await readTest(of.test)).endedAt ?? '');
    const late = (fields: Partial<Visit>) =>
      visitTo(of, 1, { elapsedMs: 2000, hasConversion: true, ...fields }, { receivedAt: ended + 1 });
    await merge(late({}), late({ unit: null }), late(noClaim), late({ unit: unitIn(of.test, 0) }));
    await merge(...Array.from({ length: 40 }, () => late({})));
    const counted = { conversions: [0, 0], otherVisits: 0, isLimited: false };
    expect(await countsOf(of)).toMatchObject({ visitors: [0, 1], ...counted });
    expect(await readTest(of.test)).toMatchObject({ splitBrokenAt: null, decidedAt: null });
    // A queue may be late: the visit arrived before the end. Who is known converts.
    await merge(received, late({ unit: known.visit.unit ?? null }));
    expect(await countsOf(of)).toMatchObject({ ...counted, visitors: [1, 1], conversions: [0, 1] });
  });

  test('more than ten visitors and two conversions of one address', async () => {
    const of = await withTest();
    const forged = Array.from({ length: 40 }, () =>
      visitTo(of, 1, { hasConversion: true }, { address: 'same' }),
    );
    for (let n = 0; n < forged.length; n += 10) await merge(...forged.slice(n, n + 10));
    expect(await countsOf(of)).toMatchObject({ visitors: [0, 10], conversions: [0, 2], isLimited: true });
    // Those that do not count write that once: a flood costs no more.
    await merge(...forged);
    const most = env.DB.prepare(
      'select max(is_limited) as most from experiment_units where experiment_id = ?',
    );
    expect(await most.bind(of.test.experimentId).first('most')).toBe(1);
    await merge(visitTo(of, 1, { hasConversion: true }));
    expect(await countsOf(of)).toMatchObject({ visitors: [0, 11], conversions: [0, 3] });
  });

  test('a third conversion of one address, and the answer says so', async () => {
    const of = await withTest();
    const convert = () => merge(visitTo(of, 1, { hasConversion: true }, { address: 'same' }));
    await convert();
    await convert();
    expect(await countsOf(of)).toMatchObject({ conversions: [0, 2], isLimited: false });
    await convert();
    expect(await countsOf(of)).toMatchObject({ visitors: [0, 3], conversions: [0, 2], isLimited: true });
  });

  test('more visits without a version than a fifth of a row has room for, nor more visitors than all of it', async () => {
    const of = await withTest();
    const other = visitTo(of, 0, { versionId: null, experimentId: null, unit: null });
    const visitor = visitTo(of, 1);
    const buckets = [
      unitOfSession(of.of.audienceId, other.visit.analyticsSessionId),
      visitor.visit.unit ?? '',
    ].map(bucketOf);
    /** Lets rows have so many visitors. */
    const fill = (count: number) =>
      env.DB.batch(
        buckets.map((bucket) =>
          env.DB.prepare(
            `insert into experiment_units select ?, ?, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '', '', ? where true
             on conflict do update set units = excluded.units`,
          ).bind(of.test.experimentId, bucket, ',unit-------0'.repeat(count)),
        ),
      );
    await fill(43_100);
    await merge(visitor);
    expect(await countsOf(of)).toMatchObject({ visitors: [0, 0], isLimited: true });
    await fill(43_000);
    await merge(visitor);
    expect(await countsOf(of)).toMatchObject({ visitors: [0, 1] });
    await fill(8700);
    await merge(other);
    expect(await countsOf(of)).toMatchObject({ otherVisits: 0 });
    await fill(8600);
    await merge(other);
    expect(await countsOf(of)).toMatchObject({ otherVisits: 1 });
  });

  test('visits after the counts were kept', async () => {
    const of = await withTest();
    const visit = visitTo(of, 1);
    await merge(visit);
    await ok(act(of.of, 'archive'));
    const { experimentId } = of.test;
    const ofTest = (text: string, ...params: string[]) => env.DB.prepare(text).bind(...params, experimentId);
    await env.DB.batch([
      // An end that is ahead would let the visit count.
      ofTest(
        'update experiments set counts = ?, ended_at = ended_at + 60000 where experiment_id = ?',
        '{"seen":[7,8],"hits":[1,2],"bySession":0,"others":3,"isLimited":0}',
      ),
      ofTest('delete from experiment_units where experiment_id = ?'),
    ]);
    await merge(again(visit, { hasConversion: true }));
    expect(await countsOf(of)).toMatchObject({ visitors: [7, 8], conversions: [1, 2], otherVisits: 3 });
    const kept = ofTest('select count(*) as count from experiment_units where experiment_id = ?');
    expect(await kept.first('count')).toBe(0);
  });
});

describe('of one address', () => {
  const forgedFor = (of: Pick<Test, 'of' | 'test'>, arm: number, count: number) =>
    Array.from({ length: count }, () => visitTo(of, arm, { hasConversion: true }, { address: 'same' }));

  test.each([
    ['ten visitors count with equal shares', [1, 1], 10, 2],
    ['fewer with a small share', [4, 1], 4, 1],
    ['one with a tiny share', [999, 1], 1, 1],
  ])('%s', async (_what, weights, visitors, conversions) => {
    const made = await withWeights(weights);
    await merge(...forgedFor(made, 1, 20));
    expect(await countsOf(made)).toMatchObject({ visitors: [0, visitors], conversions: [0, conversions] });
    expect(await readTest(made.test)).toMatchObject({ splitBrokenAt: null, decidedAt: null });
  });
});

test('a visit counts once among those without a version, in however many beacons of a batch', async () => {
  const of = await withTest();
  const visit = visitTo(of, 0, noClaim);
  await merge(visit, visit);
  await merge(visit);
  expect(await countsOf(of)).toMatchObject({ visitors: [0, 0], otherVisits: 1 });
});

test('a visit that has named its version, before or in the same batch, is none without a version', async () => {
  const of = await withTest();
  const both = (arm: number, fields: Partial<Visit> = {}) => {
    const claiming = visitTo(of, arm, fields);
    return { claiming, silent: again(claiming, noClaim) };
  };
  const [first, second] = [both(0), both(1, { unit: null })];
  await merge(first.silent, first.claiming);
  await merge(second.claiming);
  await merge(second.silent);
  expect(await countsOf(of)).toMatchObject({ visitors: [1, 1], otherVisits: 0 });
  // What was counted when nothing was known of the version stays.
  const third = both(0);
  await merge(third.silent);
  await merge(third.claiming);
  expect(await countsOf(of)).toMatchObject({ visitors: [2, 1], otherVisits: 1 });
  // A version without the test is no claim.
  await merge(visitTo(of, 0, { experimentId: null, unit: null }));
  expect(await countsOf(of)).toMatchObject({ visitors: [2, 1], otherVisits: 2 });
});

test('no visit counts that began or arrived after the time of the end, also if it was ended later', async () => {
  const of = await withTest({ endsAt: new Date(Date.now() + hourMs).toISOString() });
  const late = Date.now() + 2 * hourMs;
  await merge(visitTo(of, 1, {}, { receivedAt: late }));
  await merge(visitTo(of, 1, { versionId: null }, { receivedAt: late }));
  await merge(visitTo(of, 1, { versionId: null, elapsedMs: 2 * hourMs }, { receivedAt: late }));
  await env.DB.prepare(
    "update experiments set status = 'ended', ended_at = ?, end_reason = 'stopped' where experiment_id = ?",
  )
    .bind(late + hourMs, of.test.experimentId)
    .run();
  await merge(visitTo(of, 1, {}, { receivedAt: late }));
  expect(await countsOf(of)).toMatchObject({ visitors: [0, 0], otherVisits: 0 });
});

test('a unit is in one of 64 rows, by its last bits alone, which say nothing of its arm', () => {
  for (const first of [0, 255]) {
    const units = Array.from({ length: 64 }, (_, last) => Buffer.from([...Array(7).fill(first), last]));
    const buckets = units.map((unit) => bucketOf(unit.toString('base64url')));
    expect(buckets).toEqual(Array.from({ length: 64 }, (_, n) => n));
  }
});
