import * as fc from 'fast-check';

/** Visitors of tests with these weights, and the number of their arm and their unit. docs/developers/experiments.md has them. */
export const armVectors: [
  experimentId: string,
  visitor: string,
  weights: number[],
  arm: number,
  unit: string,
][] = [
  ['experiment_01kafz8q6tf7n9t3cwh2k5v4xe', 'visitor-1', [1, 1], 1, 'nltjKxw66FI'],
  ['experiment_01kafz8q6tf7n9t3cwh2k5v4xe', 'zoë@northwind.example', [1, 4], 1, 'sFP2DAXKSo0'],
  ['experiment_01kafz8q6tf7n9t3cwh2k5v4xe', '訪問者', [1, 1, 1, 1], 0, 'UpwIkiop9T0'],
];

const weights = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 2, maxLength: 4 });

/** A test with any weights, and any visitor of it, of all characters of Unicode. */
export const anyVisitor = fc.record({
  experimentId: fc.stringMatching(/^experiment_[0-9a-z]{26}$/),
  visitor: fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }),
  weights,
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
