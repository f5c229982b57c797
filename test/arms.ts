import * as fc from 'fast-check';
import type { Experiment } from '../src/visits/experiments/schemas.ts';
import { placeOf } from '../src/visits/experiments/unit.ts';

/** Visitors of tests with these weights, and the number of their arm and their unit. docs/developers/experiments.md has them. */
export const armVectors: [
  experimentId: string,
  visitor: string,
  weights: number[],
  arm: number,
  unit: string,
][] = [
  ['experiment_01kafz8q6tf7n9t3cwh2k5v4xe', 'visitor-1', [1, 1], 1, 'zTPHxZiU-YQ'],
  ['experiment_01kafz8q6tf7n9t3cwh2k5v4xe', 'zoë@northwind.example', [1, 4], 1, 'YmpMseml094'],
  ['experiment_01kafz8q6tf7n9t3cwh2k5v4xe', '訪問者', [1, 1, 1, 1], 0, 'KkzjPmDOieI'],
];

/** The unit of a visitor of an arm, whom no test had before. */
export function unitIn(
  { experimentId, arms }: Pick<Experiment, 'experimentId' | 'arms'>,
  arm: number,
): string {
  const weights = arms.map(({ weight }) => weight);
  for (;;) {
    const place = placeOf(experimentId, crypto.randomUUID(), weights);
    if (place.arm === arm) return place.unit;
  }
}

/** The weights of a test. */
export const anyWeights = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 2, maxLength: 4 });

/** A test with any weights, and any visitor of it, of all characters of Unicode. */
export const anyVisitor = fc.record({
  experimentId: fc.stringMatching(/^experiment_[0-9a-z]{26}$/),
  visitor: fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }),
  weights: anyWeights,
});

/** An answer of a test with these weights, whose arms are versions by their number. The first is drawn. */
export const drawnAnswer = (experimentId: string, weights: readonly number[]) => {
  const content = (name: string) => ({
    title: 'Acme',
    url: 'https://www.acme.example/',
    metadata: { title: name, description: '', robots: [] },
    actionFormId: null,
    actionUrl: null,
    fields: { hero: name },
  });
  return {
    pageId: 'page_1',
    pageLinkId: 'page_link_1',
    path: '/retail',
    source: 'audience' as const,
    audienceId: 'audience_1',
    versionId: 'version_0',
    content: content('Words 0'),
    preview: null,
    experiment: {
      experimentId,
      unit: null,
      arms: weights.map((weight, arm) => ({
        versionId: `version_${arm}`,
        weight,
        content: content(`Words ${arm}`),
      })),
    },
  };
};
