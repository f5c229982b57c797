import type { Audience, Experiment, ExperimentArm } from '@footfall/client';
import { describe, expect, test } from 'vitest';
import { badgesOf, isIn, sentenceOf } from '../../console/src/screens/audiences/state.tsx';
import { axisOf } from '../../console/src/screens/experiments/axis.ts';
import { testOf, testsIn } from '../../console/src/screens/experiments/data.ts';
import {
  armsInWords,
  endInWords,
  goalLabel,
  intervalWords,
  testName,
  verdictOf,
} from '../../console/src/screens/experiments/words.ts';

const arm = (versionNumber: number, fields: Partial<ExperimentArm> = {}): ExperimentArm => ({
  versionId: `version_${versionNumber}`,
  versionNumber,
  weight: 1,
  visitors: 100,
  conversions: 10,
  rate: 0.1,
  lift: null,
  liftLow: null,
  liftHigh: null,
  pValue: null,
  decidedAt: null,
  isBetter: null,
  ...fields,
});
const experiment = (fields: Partial<Experiment> = {}): Experiment =>
  ({
    experimentId: 'experiment_1',
    arms: [arm(1), arm(2)],
    status: 'running',
    splitBrokenAt: null,
    endReason: null,
    endedAt: null,
    publishedVersionId: null,
    ...fields,
  }) as Experiment;
const lifts = (lift: number | null, liftLow: number | null, liftHigh: number | null) =>
  arm(2, { lift, liftLow, liftHigh });

describe('the axis of a test', () => {
  test('has the live version in the middle, and half as many as far from it as twice as many', () => {
    const { placeOf } = axisOf([arm(1), lifts(0.5, 0.1, 1)]);
    expect(placeOf(0)).toBe(0.5);
    expect(0.5 - placeOf(-0.5)).toBeCloseTo(placeOf(1) - 0.5, 12);
    expect(placeOf(1)).toBeLessThan(1);
    expect(placeOf(-0.5)).toBeGreaterThan(0);
  });

  test.each([
    ['of small differences', lifts(0.1, -0.1, 0.3), [-0.5, -0.25, 0, 0.5, 1]],
    ['whatever was counted within', lifts(8, -0.1, 0.3), [-0.5, -0.25, 0, 0.5, 1]],
    ['of large ones', lifts(1, -0.3, 6), [-0.75, -0.5, 0, 1, 3]],
    ['of the largest', lifts(3, 0.2, 80), [-0.9, -0.75, -0.5, 0, 1, 3, 9]],
    ['without a conversion', lifts(null, -1, null), [-0.9, -0.75, -0.5, 0, 1, 3, 9]],
  ])('%s names the lifts that have room', (_, of, ticks) => {
    expect(axisOf([arm(1), of]).ticks).toEqual(ticks);
  });

  test('ends where a version converts ten times as well', () => {
    const { isBeyond, placeOf } = axisOf([arm(1), lifts(3, 0.2, 80)]);
    expect([80, 9, 0, -0.9, -1].map(isBeyond)).toEqual([true, false, false, false, true]);
    expect(placeOf(80)).toBe(placeOf(9));
  });
});

test.each([
  [lifts(0.59, 0.02, 1.52), '2% to 152% more'],
  [lifts(-0.4, -0.7, -0.1), '10% to 70% fewer'],
  [lifts(3, 0.2, 21), 'at least 20% more'],
  [lifts(0.1, -0.2, 0.5), 'between 20% fewer and 50% more'],
  [lifts(1, -0.91, 172), 'too early to say'],
  [lifts(null, -1, null), 'too early to say'],
])('an interval is said in words, without the lift that was counted', (of, words) => {
  expect(intervalWords(of)).toBe(words);
});

test('what was found of a version is a word, and nothing is found if the split is broken', () => {
  const words = (isBetter: boolean | null, fields: Partial<Experiment> = {}) =>
    verdictOf(experiment(fields), arm(2, { isBetter }));
  expect(verdictOf(experiment(), arm(1))).toEqual({ text: 'Live', tone: '' });
  expect(words(null)).toEqual({ text: 'Not decided', tone: '' });
  expect(words(true)).toEqual({ text: 'Ahead', tone: 'good' });
  expect(words(false)).toEqual({ text: 'Behind', tone: 'bad' });
  expect(words(true, { splitBrokenAt: '2026-11-20T10:00:00Z' })).toEqual({ text: 'No result', tone: '' });
});

test('the versions of a test, its goal and its end are said in words', () => {
  expect(armsInWords([arm(1), arm(2), arm(4)])).toBe('version 1 against versions 2 and 4');
  const both = [arm(1), arm(2)];
  expect(testName({ name: null, arms: both })).toBe('Version 1 against version 2');
  expect(testName({ name: 'Shorter', arms: both })).toBe('Shorter');
  expect(goalLabel('actionClick')).toBe('Clicks on the button');
  const ended = (fields: Partial<Experiment>) => endInWords(experiment(fields));
  expect(ended({ endReason: 'stopped' })).toBe('stopped');
  expect(ended({ endReason: 'winner', publishedVersionId: 'version_2' })).toBe('ended with version 2');
  expect(ended({ endReason: 'due', endedAt: '2026-11-20T10:00:00Z' })).toMatch(
    /^ended at its time on .*2026/,
  );
});

test('of the tests of an audience one runs, and the versions of all stay as they are', () => {
  const full = experiment({ experimentId: 'experiment_3', arms: [arm(3), arm(4)], sentence: 'In full.' });
  const tests = testsIn(
    [
      { ...full, sentence: 'In a list.' },
      experiment({ experimentId: 'experiment_2', status: 'ended', arms: [arm(1), arm(2)] }),
      experiment({ experimentId: 'experiment_1', status: 'draft', arms: [arm(3), arm(5)] }),
    ],
    full,
  );
  expect(tests.running?.sentence).toBe('In full.');
  expect(tests.ended.map(({ experimentId }) => experimentId)).toEqual(['experiment_2']);
  expect(tests.prepared.map(({ experimentId }) => experimentId)).toEqual(['experiment_1']);
  const tested = [1, 2, 3, 4, 5, 6].filter((n) => testOf(tests, `version_${n}`));
  expect(tested).toEqual([1, 2, 3, 4, 5]);
});

describe('the state of an audience with a test', () => {
  const audience = (latest: number, status: string) =>
    ({
      archivedAt: null,
      publishedVersion: { versionId: 'version_1', versionNumber: 1, status: 'published', publishedAt: null },
      latestVersion: { versionId: `version_${latest}`, versionNumber: latest, status, publishAt: null },
    }) as Audience;
  const said = (of: Audience, arms: ExperimentArm[]) => [
    badgesOf(of, arms).map(({ text }) => text),
    sentenceOf(of, arms),
    isIn('draft', of, arms),
  ];

  test('has the version in the test, whether it is the latest or not', () => {
    const arms = [arm(1), arm(2)];
    const tested = 'Version 1 is live. Version 2 is in a test: some visitors see it.';
    expect(said(audience(2, 'draft'), arms)).toEqual([['Live v1', 'In a test v2'], tested, false]);
    expect(said(audience(3, 'draft'), arms)).toEqual([
      ['Live v1', 'In a test v2', 'Draft v3'],
      `${tested} Version 3 is a draft that visitors do not see.`,
      true,
    ]);
    expect(said(audience(2, 'draft'), [])).toEqual([
      ['Live v1', 'Draft v2'],
      'Version 1 is live. Version 2 is a draft that visitors do not see.',
      true,
    ]);
  });

  test('has several versions in one test', () => {
    expect(said(audience(3, 'draft'), [arm(1), arm(2), arm(3)])).toEqual([
      ['Live v1', 'In a test v2', 'In a test v3'],
      'Version 1 is live. Versions 2 and 3 are in a test: some visitors see them.',
      false,
    ]);
  });
});
