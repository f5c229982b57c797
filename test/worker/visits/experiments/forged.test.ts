import { env } from 'cloudflare:workers';
import { Meter, openDatabase } from '../../../../src/db/client.ts';
import type { Visit, VisitMessage } from '../../../../src/visits/beacons/schemas.ts';
import { mergeVisits } from '../../../../src/visits/beacons/store/merge.ts';
import type { Experiment } from '../../../../src/visits/experiments/schemas.ts';
import { addressIn, placeOf } from '../../../../src/visits/experiments/unit.ts';
import { patch } from '../../support/audiences.ts';
import { bodyFor, create, readTest } from '../../support/experiments.ts';
import { ok } from '../../support/replies.ts';
import { withDraft } from '../../support/versions.ts';
import { merge, messageOf, newId, visitOf } from '../../support/visits.ts';

// What one address can do to a test with the key of a website, which anyone can read.

const unitOf = (visitor: string) => placeOf('forged', visitor, [1]).unit;
let visitors = 0;

function visitTo(test: Experiment, arm: number, address: string, fields: Partial<Visit> = {}): VisitMessage {
  const { pageId, audienceId, experimentId, arms } = test;
  const visit = visitOf(newId(), {
    pageId,
    audienceId,
    experimentId,
    elapsedMs: 100,
    activeMs: 0,
    engagedMs: 0,
    versionId: arms[arm]?.versionId ?? null,
    unit: unitOf(String(++visitors)),
    ...fields,
  });
  return { ...messageOf(visit, Date.now() + 1000), address };
}
const inBatches = async (messages: VisitMessage[]) => {
  for (let n = 0; n < messages.length; n += 100) await merge(...messages.slice(n, n + 100));
};

/** A running test with weights, the live version first. */
async function testWith(weights: readonly number[]): Promise<Experiment> {
  const of = await withDraft();
  const [live, ...others] = weights;
  const arms = [{ versionId: of.publishedVersion?.versionId, weight: live }];
  for (const [place, weight] of others.entries()) {
    const context = { supplementaryContext: `words ${place}` };
    const { latestVersion } = place === 0 ? of : await ok(patch(of, context));
    arms.push({ versionId: latestVersion.versionId, weight });
    if (place + 1 < others.length) await ok(create(bodyFor({ ...of, latestVersion })));
  }
  return ok(create(bodyFor(of, { arms, start: true })));
}

/** Visitors who follow the weights all the time, of whom some convert in each arm, each from an address of their own. */
function honest(test: Experiment, count: number, rates: readonly number[]): VisitMessage[] {
  const total = test.arms.reduce((sum, { weight }) => sum + weight, 0);
  const all = test.arms.flatMap(({ weight }, arm) => {
    const seen = Math.round((count * weight) / total);
    const every = Math.round(1 / (rates[arm] ?? 1));
    return Array.from({ length: seen }, (_, n) => ({
      at: n / seen,
      message: visitTo(test, arm, addressIn('honest', String(visitors)), {
        hasConversion: n % every === every - 1,
      }),
    }));
  });
  return all.toSorted((a, b) => a.at - b.at).map(({ message }) => message);
}

const verdictOf = async (test: Experiment) => {
  const { winnerVersionId, splitBrokenAt, arms, decidedAt } = await readTest(test);
  return { winnerVersionId, splitBrokenAt, decidedAt, isBetter: arms.map(({ isBetter }) => isBetter) };
};

describe('1,000 visits and conversions of made-up visitors from one address change no verdict', () => {
  const same = [0.1, 0.1, 0.1, 0.1];
  test.each([
    ['equal shares, nobody yet', [1, 1], 0, same],
    ['equal shares, 40 visitors', [1, 1], 40, same],
    ['equal shares, 400 visitors, no difference', [1, 1], 400, same],
    ['equal shares, 400 visitors, decided', [1, 1], 400, [0.05, 0.5]],
    ['equal shares, 400 visitors, decided the other way', [1, 1], 400, [0.5, 0.05]],
    ['80 to 20, nobody yet', [4, 1], 0, same],
    ['80 to 20, 100 visitors', [4, 1], 100, same],
    ['20 to 80, nobody yet', [1, 4], 0, same],
    ['99 to 1, nobody yet', [99, 1], 0, same],
    ['99 to 1, 200 visitors', [99, 1], 200, same],
    ['four arms, nobody yet', [1, 1, 1, 1], 0, same],
    ['four arms, 400 visitors, decided', [1, 1, 1, 1], 400, [0.05, 0.5, 0.05, 0.05]],
  ])('%s', async (_what, weights, count, rates) => {
    for (const arm of weights.keys()) {
      const made = await testWith(weights);
      await inBatches(honest(made, count, rates));
      const before = await verdictOf(made);
      await inBatches(
        Array.from({ length: 1000 / weights.length }, () =>
          visitTo(made, arm, 'same', { hasConversion: true }),
        ),
      );
      expect(await verdictOf(made)).toEqual(before);
      expect(before.splitBrokenAt).toBeNull();
      const isDecided = new Set(rates).size > 1;
      expect(before.winnerVersionId !== null).toBe(isDecided);
    }
  });
});

test('made-up tests cost as much as visits without a test, and change nothing', async () => {
  const [made, other] = [await testWith([1, 1]), await testWith([1, 1])];
  const before = [await readTest(made), await readTest(other)];
  const costOf = async (messages: VisitMessage[]) => {
    const meter = new Meter();
    await mergeVisits(openDatabase(env.DB, 'first-primary', meter), messages);
    return meter;
  };
  const many = (fields: () => Partial<Visit>) =>
    Array.from({ length: 100 }, () => visitTo(made, 1, 'same', fields()));
  const without = await costOf(many(() => ({ versionId: null, experimentId: null, unit: null })));
  const forged = await costOf(many(() => ({ experimentId: newId(), versionId: newId() })));
  expect(forged.trips).toBe(1);
  expect(forged.rowsWritten).toBe(without.rowsWritten);
  // A search for each made-up test and version.
  expect(forged.rowsRead - without.rowsRead).toBeLessThan(100 * 20);
  const ofOther = await costOf(many(() => ({ experimentId: other.experimentId })));
  expect(ofOther.rowsWritten).toBe(without.rowsWritten);
  await costOf(many(() => ({ versionId: other.arms[1]?.versionId ?? null })));
  const after = [await readTest(made), await readTest(other)];
  expect(after.map(({ arms }) => arms)).toEqual(before.map(({ arms }) => arms));
  expect(after.map(({ otherVisits }) => otherVisits)).toEqual([400, 0]);
});
