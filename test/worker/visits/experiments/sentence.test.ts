import { dayMs } from '../../../../src/lib/durations.ts';
import { sentenceOf } from '../../../../src/visits/experiments/sentence.ts';
import { liftWords, percentWords, versionsWords } from '../../../../src/vocabulary/experiments.ts';

/** The sentence of a test that was decided, of which later visits leave this interval. */
function decided(isBetter: boolean, liftLow: number, liftHigh: number | null): string {
  const live = { versionNumber: 1, visitors: 100, isBetter: null };
  const arms = [live, { ...live, versionNumber: 2, isBetter, liftLow, liftHigh }];
  const test = { arms, goal: 'conversion', status: 'running', splitBrokenAt: null, decidedAt: '2026-11-28' };
  return sentenceOf(test as never);
}

test.each([
  ['ahead: 8% to 61% more conversions', true, 0.08, 0.61],
  ['ahead: 0.4% to 899% more conversions', true, 0.004, 8.99],
  ['ahead: at least 8% more conversions', true, 0.08, 9],
  ['ahead: at least 8% more conversions', true, 0.08, null],
  ['ahead', true, -0.02, 0.61],
  ['ahead', true, -0.02, null],
  ['ahead', true, -0.3, -0.1],
  ['behind: 10% to 40% fewer conversions', false, -0.4, -0.1],
  ['behind: at least 10% fewer conversions', false, -1, -0.1],
  ['behind', false, -0.4, 0.1],
  ['behind', false, 0.1, 0.4],
] as const)(
  'what is decided stays, and its interval is only said where it agrees: %s',
  (says, isBetter, low, high) => {
    expect(decided(isBetter, low, high)).toBe(`Version 2 is ${says}. Decided.`);
  },
);

test.each([
  [[-0.2, 0.6], 'between 20% fewer and 60% more'],
  [[0, 0.5], 'between 0% fewer and 50% more'],
  [[-0.5, 0.99], 'between 50% fewer and 99% more'],
  [[-0.5, 1], undefined],
  [[-0.91, 172], undefined],
  [[-1, null], undefined],
  [[null, null], undefined],
] as const)('while both are possible, an interval of %j says %s', ([liftLow, liftHigh], says) => {
  expect(liftWords({ liftLow, liftHigh })).toBe(says);
});

/** The sentence of a test that was not decided, with these weights and visitors of its arms. */
function open(arms: [weight: number, visitors: number][], fields: object): string {
  const test = {
    arms: arms.map(([weight, visitors], place) => ({ weight, visitors, versionNumber: place + 1 })),
    goal: 'conversion',
    status: 'running',
    splitBrokenAt: null,
    decidedAt: null,
    startedAt: new Date(Date.now() - 14 * dayMs).toISOString(),
    ...fields,
  };
  return sentenceOf(test as never);
}

test.each([
  [
    [
      [1, 20],
      [1, 0],
    ],
    'Version 2 got 0 of 20 visitors, although half should see it.',
  ],
  [
    [
      [1, 0],
      [1, 20],
    ],
    'Version 1 got 0 of 20 visitors, although half should see it.',
  ],
  [
    [
      [3, 1200],
      [1, 100],
    ],
    'Version 2 got 100 of 1,300 visitors, although a quarter should see it.',
  ],
  [
    [
      [1, 90],
      [1, 10],
      [1, 80],
    ],
    'Version 2 got 10 of 180 visitors, although a third should see it.',
  ],
  [
    [
      [7, 0],
      [3, 50],
    ],
    'Version 1 got 0 of 50 visitors, although 70% should see it.',
  ],
  [
    [
      [9, 120],
      [1, 80],
    ],
    'Version 1 got 120 of 200 visitors, although 90% should see it.',
  ],
  [
    [
      [999, 0],
      [1, 3],
    ],
    'Version 1 got 0 of 3 visitors, although 99.9% should see it.',
  ],
] as [[number, number][], string][])(
  'a broken split names the version that lacks visitors: %j',
  (arms, says) => {
    expect(open(arms, { splitBrokenAt: '2026-11-28' })).toBe(
      `${says} Something sends visitors to one version, so no winner is named.`,
    );
  },
);

test('a split that was broken names no version once the visitors are divided as they should be', () => {
  const arms: [number, number][] = [
    [1, 502],
    [1, 498],
  ];
  expect(open(arms, { splitBrokenAt: '2026-11-28' })).toBe(
    'For a time something sent visitors to one version, so no winner is named.',
  );
});

test.each([
  [null, 'Not decided: 200 visitors so far.'],
  [49, 'Not decided: 200 visitors so far. It takes about 5 weeks more.'],
  [7, 'Not decided: 200 visitors so far. 50% more conversions would probably have been found by now.'],
  [181, 'Not decided: 200 visitors so far. At this traffic it takes more than half a year.'],
])('a test of two weeks that takes %s days in all', (days, says) => {
  const estimate = days && { visitorsPerDay: 14, rate: 0.2, lift: 0.5, days };
  expect(
    open(
      [
        [1, 100],
        [1, 100],
      ],
      { estimate },
    ),
  ).toBe(says);
});

test('before the start it is said how long it takes', () => {
  const estimate = { visitorsPerDay: 40, rate: 0.068, lift: 0.5, days: 49 };
  const fields = { status: 'draft', startedAt: null, estimate };
  expect(
    open(
      [
        [1, 0],
        [1, 0],
      ],
      fields,
    ),
  ).toBe('At 40 visits a day and a rate of 6.8%, 50% more conversions are found in about 7 weeks.');
  expect(
    open(
      [
        [1, 0],
        [1, 0],
      ],
      { ...fields, estimate: null },
    ),
  ).toBe('It has not started.');
});

test.each([
  [0, '0%'],
  [0.00001, 'less than 0.1%'],
  [0.001, '0.1%'],
  [0.994, '99%'],
  [0.9951, '99.5%'],
  [0.9999, '99.9%'],
  [-0.9999, '99.9%'],
  [1, '100%'],
  [1.527, '153%'],
])('%s is said as %s: nearly none is not none, and nearly all is not all', (value, says) => {
  expect(percentWords(value)).toBe(says);
});

test('versions are listed by their numbers', () => {
  const arms = [2, 3, 4].map((versionNumber) => ({ versionNumber }));
  expect(versionsWords(arms)).toBe('versions 2, 3 and 4');
  expect(versionsWords(arms.slice(1))).toBe('versions 3 and 4');
  expect(versionsWords(arms.slice(2), 'Version')).toBe('Version 4');
});
