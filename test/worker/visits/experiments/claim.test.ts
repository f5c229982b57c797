import fc from 'fast-check';
import { placeOf } from '../../../../src/visits/experiments/unit.ts';
import { anyWeights } from '../../../arms.ts';
import { countsOf, visitTo, withTest, withWeights } from '../../support/experiments.ts';
import { merge } from '../../support/visits.ts';

/** A unit that begins with these 32 bits. */
const unitAt = (point: number) => {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  new DataView(bytes.buffer).setUint32(0, point);
  return Buffer.from(bytes).toString('base64url');
};
/** Claims each arm for these visitors: first the ones that are not theirs, which count for none, then theirs. */
async function holds(
  weights: readonly number[],
  visitorsOf: (experimentId: string) => { arm: number; unit: string }[],
) {
  const of = await withWeights(weights);
  const visitors = visitorsOf(of.test.experimentId);
  const claims = (isTheirs: boolean) =>
    visitors.flatMap(({ arm, unit }) =>
      weights.flatMap((_, claimed) => ((claimed === arm) === isTheirs ? visitTo(of, claimed, { unit }) : [])),
    );
  const otherVisits = visitors.length * (weights.length - 1);
  await merge(...claims(false));
  expect(await countsOf(of)).toMatchObject({ visitors: weights.map(() => 0), otherVisits });
  await merge(...claims(true));
  const counted = weights.map((_, place) => visitors.filter(({ arm }) => arm === place).length);
  expect(await countsOf(of)).toMatchObject({ visitors: counted, otherVisits });
}

describe('a unit proves the arm of a visitor', () => {
  test('of whom somebody else has claimed the wrong one before: they count in theirs, and convert', async () => {
    const of = await withTest();
    const { experimentId } = of.test;
    const { arm, unit } = placeOf(experimentId, 'zoe@northwind.example', [1, 1]);
    const guessed = visitTo(of, 1 - arm, { unit, hasConversion: true });
    await merge(guessed);
    expect(await countsOf(of)).toMatchObject({ visitors: [0, 0], conversions: [0, 0], otherVisits: 1 });
    await merge(visitTo(of, arm, { unit, hasConversion: true }), guessed);
    const counted = arm === 0 ? [1, 0] : [0, 1];
    expect(await countsOf(of)).toMatchObject({ visitors: counted, conversions: counted, otherVisits: 1 });
  });

  test('and nobody has it by a session whose id is the text of the visitor', async () => {
    const of = await withTest();
    const visitor = crypto.randomUUID();
    const { arm, unit } = placeOf(of.test.experimentId, visitor, [1, 1]);
    await merge(visitTo(of, 1 - arm, { analyticsSessionId: visitor, unit: null }));
    await merge(visitTo(of, arm, { unit, hasConversion: true }));
    const counted = arm === 0 ? [1, 0] : [0, 1];
    expect(await countsOf(of)).toMatchObject({ visitors: [1, 1], conversions: counted });
  });

  test('and not that of a session, whose arm was drawn', async () => {
    const of = await withTest();
    await merge(...[0, 0, 0, 0, 1, 1, 1, 1].map((arm) => visitTo(of, arm, { unit: null })));
    expect(await countsOf(of)).toMatchObject({ visitors: [4, 4], otherVisits: 0 });
  });

  test.each([[[1, 1]], [[1, 4]], [[4, 1]], [[1, 2, 3]], [[1000, 1, 999]], [[1, 1, 1, 1]], [[7, 1000, 3, 1]]])(
    'at the borders of the weights %j',
    async (weights) => {
      const sum = BigInt(weights.reduce((all, weight) => all + weight));
      // The first number of 32 bits of each arm, and of the one behind the last.
      const firsts = [...weights, 0].map((_, arm) => {
        const upTo = BigInt(weights.slice(0, arm).reduce((all, weight) => all + weight, 0));
        return Number((upTo * 2n ** 32n + sum - 1n) / sum);
      });
      expect([firsts[0], firsts.at(-1)]).toEqual([0, 2 ** 32]);
      const borders = (arm: number) => [firsts[arm] ?? 0, (firsts[arm + 1] ?? 0) - 1];
      await holds(weights, () =>
        weights.flatMap((_, arm) => borders(arm).map((point) => ({ arm, unit: unitAt(point) }))),
      );
    },
  );

  test('as `placeOf` has it, for any weights and visitors', async () => {
    const visitors = fc.array(fc.string({ unit: 'binary', minLength: 1 }), { minLength: 10, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(anyWeights, visitors, (weights, all) =>
        holds(weights, (experimentId) => [...new Set(all)].map((one) => placeOf(experimentId, one, weights))),
      ),
      { numRuns: 10 },
    );
  });
});
