import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { chooseArm, type PageLinkResolution } from '#footfall/client';
import { placeOf } from '../../../src/visits/experiments/unit.ts';
import { anyVisitor, armVectors, drawnAnswer } from '../../arms.ts';

const answer = (experimentId: string, weights: readonly number[]) =>
  drawnAnswer(experimentId, weights) as unknown as PageLinkResolution;

describe('chooseArm', () => {
  test.each(armVectors)('of %s and %s with weights %j', async (experimentId, visitor, weights, arm, unit) => {
    const drawn = answer(experimentId, weights);
    expect(await chooseArm(drawn, visitor)).toEqual({
      ...drawn,
      versionId: `version_${arm}`,
      content: drawn.experiment?.arms?.[arm]?.content,
      experiment: { experimentId, unit, arms: null },
    });
  });

  test('chooses as the service does, for any visitor and weights', async () => {
    await fc.assert(
      fc.asyncProperty(anyVisitor, async ({ experimentId, visitor, weights }) => {
        const { arm, unit } = placeOf(experimentId, visitor, weights);
        const { versionId, experiment } = await chooseArm(answer(experimentId, weights), visitor);
        expect([versionId, experiment?.unit]).toEqual([`version_${arm}`, unit]);
      }),
      { numRuns: 500 },
    );
  });

  test('takes half of a character for the one that stands for what is none, as the service does', async () => {
    const visitor = 'a\ud800b';
    const { unit } = placeOf('experiment_1', visitor, [1, 1]);
    expect((await chooseArm(answer('experiment_1', [1, 1]), visitor)).experiment?.unit).toBe(unit);
  });

  test('has the number of the version that a key with `read` gets, and leaves the answer as it was', async () => {
    const drawn = answer('experiment_1', [1, 1]);
    for (const [place, arm] of (drawn.experiment?.arms ?? []).entries()) arm.versionNumber = place + 1;
    drawn.versionNumber = 1;
    const before = structuredClone(drawn);
    const chosen = await chooseArm(drawn, 'visitor-1');
    expect(chosen.versionId).toBe(`version_${Number(chosen.versionNumber) - 1}`);
    expect(drawn).toEqual(before);
  });

  test('returns what has no versions to choose from, and is asked for nobody, as it is', async () => {
    const drawn = answer('experiment_1', [1, 1]);
    for (const experiment of [null, { experimentId: 'experiment_1', unit: 'abcdefghi-_', arms: null }]) {
      const resolution = { ...drawn, experiment };
      expect(await chooseArm(resolution, 'visitor-1')).toBe(resolution);
    }
    expect(await chooseArm(drawn, '')).toBe(drawn);
  });

  test('rejects where the platform has no WebCrypto', async () => {
    vi.stubGlobal('crypto', {});
    await expect(chooseArm(answer('experiment_1', [1, 1]), 'a')).rejects.toThrow(TypeError);
    vi.unstubAllGlobals();
  });
});
