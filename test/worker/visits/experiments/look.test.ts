import type { Visit } from '../../../../src/visits/beacons/schemas.ts';
import { readTest, visitTo, withTest } from '../../support/experiments.ts';
import { merge } from '../../support/visits.ts';

type Test = Awaited<ReturnType<typeof withTest>>;

describe('a decision', () => {
  const many = (of: Test, arm: number, count: number, fields: Partial<Visit> = {}) =>
    Array.from({ length: count }, () => visitTo(of, arm, fields));

  test('is made when the evidence is enough, stored once, and never taken back', async () => {
    const of = await withTest();
    await merge(...many(of, 0, 30), ...many(of, 1, 15));
    expect(await readTest(of.test)).toMatchObject({ decidedAt: null, winnerVersionId: null });
    await merge(...many(of, 1, 15, { hasConversion: true }));
    const decided = await readTest(of.test);
    expect(decided).toMatchObject({
      decidedAt: expect.any(String),
      winnerVersionId: of.other.versionId,
      splitBrokenAt: null,
      arms: [{ isBetter: null }, { isBetter: true, decidedAt: expect.any(String) }],
    });
    expect(decided.sentence).toMatch(/^Version 2 is ahead: at least \d[\d,]*% more conversions\. Decided\.$/);
    const pValue = decided.arms[1]?.pValue ?? 1;
    expect(pValue).toBeLessThan(0.05);
    await merge(...many(of, 0, 20, { hasConversion: true }), ...many(of, 1, 20));
    const later = await readTest(of.test);
    expect(later).toMatchObject({ decidedAt: decided.decidedAt, winnerVersionId: of.other.versionId });
    expect(later.arms[1]?.pValue).toBeCloseTo(pValue, 9);
  });

  test('is for the live version if the only other one converts worse', async () => {
    const of = await withTest();
    await merge(...many(of, 1, 30), ...many(of, 0, 15));
    await merge(...many(of, 0, 15, { hasConversion: true }));
    expect(await readTest(of.test)).toMatchObject({
      winnerVersionId: of.live.versionId,
      arms: [{}, { isBetter: false }],
    });
  });

  test('is none while the visitors do not follow the weights', async () => {
    const of = await withTest();
    await merge(...many(of, 1, 40, { hasConversion: true }));
    const broken = await readTest(of.test);
    expect(broken).toMatchObject({ splitBrokenAt: expect.any(String), winnerVersionId: null });
    // Otherwise a webhook would say that it is decided.
    expect(broken).toMatchObject({ decidedAt: null, arms: [{}, { decidedAt: null, isBetter: null }] });
    expect(broken.sentence).toBe(
      'Version 1 got 0 of 40 visitors, although half should see it. Something sends visitors to one version, so no winner is named.',
    );
  });
});
