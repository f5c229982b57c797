import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { Meter, openDatabase } from '../../../../src/db/client.ts';
import { verdictOf as verdictIn } from '../../../../src/lib/sequential.ts';
import type { Visit, VisitMessage } from '../../../../src/visits/beacons/schemas.ts';
import { mergeVisits } from '../../../../src/visits/beacons/store/merge.ts';
import type { Experiment } from '../../../../src/visits/experiments/schemas.ts';
import { addressIn } from '../../../../src/visits/experiments/unit.ts';
import { anyWeights, unitIn } from '../../../arms.ts';
import { ModelTest } from '../../models/experiments/model.ts';
import { countsOf, readTest, visitTo as visitOfArm, withWeights } from '../../support/experiments.ts';
import { merge, newId } from '../../support/visits.ts';

// What one address, and a few, can do to a test with the key of a website, which anyone can read.

let visitors = 0;

const visitTo = (test: Experiment, arm: number, address: string, fields: Partial<Visit> = {}): VisitMessage =>
  visitOfArm({ of: test, test }, arm, fields, { address });
const inBatches = async (messages: VisitMessage[]) => {
  for (let n = 0; n < messages.length; n += 100) await merge(...messages.slice(n, n + 100));
};

const testWith = async (weights: readonly number[]) => (await withWeights(weights)).test;

/** Visitors who follow the weights all the time, of whom some convert in each arm, each from an address of their own. */
function honest(test: Experiment, count: number, rates: readonly number[]): VisitMessage[] {
  const total = test.arms.reduce((sum, { weight }) => sum + weight, 0);
  const all = test.arms.flatMap(({ weight }, arm) => {
    const seen = Math.round((count * weight) / total);
    const every = Math.round(1 / (rates[arm] ?? 1));
    return Array.from({ length: seen }, (_, n) => ({
      at: n / seen,
      message: visitTo(test, arm, addressIn('honest', String(++visitors)), {
        hasConversion: n % every === every - 1,
      }),
    }));
  });
  return all.toSorted((a, b) => a.at - b.at).map(({ message }) => message);
}

/** How many addresses it takes until something is true of a test, if each sends ten visitors who do this. */
async function addressesUntil(
  test: Experiment,
  does: (visitor: number) => [arm: number, hasConversion: boolean],
  isMisled: (verdict: Awaited<ReturnType<typeof verdictOf>>) => boolean,
): Promise<number> {
  for (let address = 1; ; address++) {
    const all = Array.from({ length: 10 }, (_, n) => {
      const [arm, hasConversion] = does(n);
      return visitTo(test, arm, addressIn('forged', String(address)), { hasConversion });
    });
    await merge(...all);
    if (isMisled(await verdictOf(test))) return address;
  }
}

const verdictOf = async (test: Experiment) => {
  const { winnerVersionId, splitBrokenAt, arms, decidedAt } = await readTest(test);
  return { winnerVersionId, splitBrokenAt, decidedAt, isBetter: arms.map(({ isBetter }) => isBetter) };
};

describe('1,000 visits and conversions of made-up visitors from one address change no verdict of a test that is not nearly decided', () => {
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
    ['999 to 1, nobody yet', [999, 1], 0, same],
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

test('whatever the weights, all that counts of one address neither decides a test without other visitors nor breaks its split', () => {
  fc.assert(
    fc.property(anyWeights, fc.nat(3), (weights, other) => {
      const { most } = new ModelTest({ weights, versions: [] } as never);
      const given = (arm: number) => {
        const isTheirs = arm === other % weights.length;
        return { visitors: isTheirs ? most : 0, conversions: isTheirs ? Math.ceil(most / 5) : 0 };
      };
      const [live, ...others] = weights.map((weight, arm) => ({ weight, ...given(arm) }));
      const verdict = live && verdictIn([live, ...others]);
      expect(verdict?.splitIsBroken).toBe(false);
      expect(verdict?.challengers.filter(({ isDecided }) => isDecided)).toEqual([]);
    }),
    {
      examples: [
        [[999, 1], 1],
        [[1, 999], 0],
        [[7, 3], 1],
        [[1, 1], 0],
      ],
    },
  );
});

// docs/developers/experiments.md and SECURITY.md have these numbers.
test.each([
  [[1, 1], 0, 2, 6],
  [[1, 1], 100, 6, 8],
  [[1, 1], 400, 10, 12],
  [[1, 1], 1000, 15, 18],
  [[7, 3], 0, 3, 4],
  [[99, 1], 0, 4, 3],
  [[999, 1], 0, 3, 2],
])(
  'with weights %j, of a test with %d visitors, %d addresses break the split and %d decide it',
  async (weights, count, breaks, decides) => {
    const prepared = async () => {
      const made = await testWith(weights);
      await inBatches(honest(made, count, [0.1, 0.1]));
      return made;
    };
    const toOneArm = addressesUntil(
      await prepared(),
      () => [1, false],
      ({ splitBrokenAt }) => splitBrokenAt !== null,
    );
    expect(await toOneArm).toBe(breaks);
    const inTurn = addressesUntil(
      await prepared(),
      (n) => [1 - (n % 2), n === 0 || n === 2],
      ({ winnerVersionId }) => winnerVersionId !== null,
    );
    expect(await inTurn).toBe(decides);
  },
);

test.each([
  [
    [1, 1],
    [1, 13],
  ],
  [
    [1, 1],
    [8, 25],
  ],
  [
    [999, 1],
    [10, 1],
  ],
])(
  'with weights %j, one address decides a test of %j true conversions, which is nearly decided',
  async (weights, conversions) => {
    const made = await testWith(weights);
    const converting = (arm: number, address: string) => visitTo(made, arm, address, { hasConversion: true });
    const all = conversions.flatMap((count, arm) => Array<number>(count).fill(arm));
    await merge(...all.map((arm) => converting(arm, addressIn('honest', String(++visitors)))));
    expect(await verdictOf(made)).toMatchObject({ winnerVersionId: null, splitBrokenAt: null });
    await merge(converting(1, 'same'), converting(1, 'same'));
    expect((await verdictOf(made)).winnerVersionId).toBe(made.arms[1]?.versionId);
  },
);

test('of one address two forms with guessed emails count, and those of the true persons do not', async () => {
  const { test: made } = await withWeights([1, 1], { goal: 'formSubmit' });
  const form = (arm: number, address: string, n: number) =>
    visitTo(made, arm, address, {
      formSubmit: { formSubmissionId: newId(), email: `${n}.${made.experimentId}@acme.example` },
    });
  await merge(...[0, 1, 2].map((n) => form(0, 'same', n)));
  await merge(...[0, 1, 2].map((n) => form(1, addressIn('honest', String(n)), n)));
  expect(await countsOf({ test: made })).toMatchObject({ visitors: [3, 3], conversions: [2, 1] });
});

test('one address adds visits without a version without limit, and one visitor whom the website does not know', async () => {
  const { test: made } = await withWeights([1, 1]);
  await merge(visitTo(made, 0, 'true'));
  const silent = { versionId: null, experimentId: null, unit: null };
  await merge(...Array.from({ length: 60 }, () => visitTo(made, 0, 'same', silent)));
  expect(await countsOf({ test: made })).toMatchObject({ otherVisits: 60, visitorsBy: 'visitor' });
  await merge(visitTo(made, 0, 'same', { unit: null }));
  expect(await countsOf({ test: made })).toMatchObject({ visitors: [2, 0], visitorsBy: 'both' });
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
  const ofWrongArm = await costOf(many(() => ({ unit: unitIn(made, 0) })));
  expect(ofWrongArm.rowsWritten).toBe(without.rowsWritten);
  const after = [await readTest(made), await readTest(other)];
  expect(after.map(({ arms }) => arms)).toEqual(before.map(({ arms }) => arms));
  expect(after.map(({ otherVisits }) => otherVisits)).toEqual([500, 0]);
});
