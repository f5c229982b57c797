import { expect, test } from 'vitest';
import { certainOf } from '../../console/src/analytics/measures.ts';
import { figuresOf, newSums } from '../../src/vocabulary/measures.ts';

/** Figures of visits, of which some convert, send a form and bounce. */
const figures = (visits: number, conversions: number, forms: number, bounces: number) => ({
  ...figuresOf(newSums()),
  totalSessions: visits,
  conversionCount: conversions,
  formSubmitCount: forms,
  bounceEligibleSessions: visits,
  bounceCount: bounces,
  avgTimeSpentSeconds: visits,
});
const certain = (...[now, before]: ReturnType<typeof figures>[]) =>
  now ? [...certainOf(now, before)].map(({ label }) => label) : [];

test.each([
  ['nothing before', [figures(500, 50, 50, 50)], []],
  // Three times as many visits: they do not come independently of each other, and so it is with their time.
  ['more visits', [figures(1500, 150, 150, 450), figures(500, 50, 50, 150)], []],
  ['11 of 154 after 4 of 105', [figures(154, 11, 0, 0), figures(105, 4, 0, 0)], []],
  [
    '69 of 1200 after 18 of 850',
    [figures(1200, 69, 60, 300), figures(850, 18, 40, 215)],
    ['Conversion rate'],
  ],
  // 0.03 alone: one of three rates.
  ['what is chance among several', [figures(200, 20, 20, 60), figures(200, 9, 18, 62)], []],
  ['more bounces', [figures(500, 20, 20, 300), figures(500, 20, 20, 200)], ['Bounce rate']],
  ['no visits', [figures(0, 0, 0, 0), figures(500, 20, 20, 200)], []],
])('the change of %s is certain of the rates that differ by more than chance', (_, both, labels) =>
  expect(certain(...both)).toEqual(labels),
);
