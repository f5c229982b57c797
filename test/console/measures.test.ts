import type { AnalyticsStep } from '@footfall/client';
import { describe, expect, test } from 'vitest';
import { filteredBy, numbersFilter, onlyBy } from '../../console/src/analytics/filters.ts';
import { lineOf, linkToLine, shownMeasure } from '../../console/src/analytics/lines.ts';
import { measures } from '../../console/src/analytics/measures.ts';
import { sumOf } from '../../console/src/screens/page/data.ts';

const step = {
  ...{ totalSessions: 12, bounceCount: 3, bounceEligibleSessions: 10, conversionCount: 4 },
  ...{ formSubmitCount: 2, avgTimeSpentSeconds: 67 },
} as AnalyticsStep;

describe('a line of the chart', () => {
  test('shows what its measure counts, or the mean time, and not rates of single days', () => {
    const lines = measures
      .filter(({ line }) => line !== undefined)
      .map((of) => [of.line, lineOf(of)] as const);
    expect(lines.map(([name, { label, of }]) => [name, label, of(step)])).toEqual([
      ['visits', 'Visits', 12],
      ['conversions', 'Conversions', 4],
      ['forms', 'Forms', 2],
      ['bounces', 'Bounces', 3],
      ['time', 'Engaged time', 67],
    ]);
    expect(lines.map(([, { format }]) => format(1200))).toEqual([
      '1,200',
      '1,200',
      '1,200',
      '1,200',
      '20m 00s',
    ]);
  });

  test('of times has a gap where nobody came', () => {
    expect(lineOf(shownMeasure('time')).of({ ...step, totalSessions: 0, avgTimeSpentSeconds: 0 })).toBeNull();
  });

  test.each([undefined, 'nothing', 'constructor'])('named %s is that of the visits', (name) => {
    expect(shownMeasure(name)).toBe(measures[0]);
  });

  test('is led to by its figure; the address does not name that of the visits', () => {
    const links = measures.map(linkToLine(shownMeasure('forms')));
    expect(links.map(({ href }) => href)).toEqual([
      '#/',
      '#/?metric=conversions',
      undefined,
      '#/?metric=forms',
      '#/?metric=bounces',
      '#/?metric=time',
    ]);
    expect(links.map(({ isChosen }) => isChosen)).toEqual([false, false, undefined, true, false, false]);
  });
});

test('the figures of a series are its sums; its means cannot be added up', () => {
  expect(sumOf([step, step])).toEqual({
    ...{ totalSessions: 24, bounceCount: 6, bounceEligibleSessions: 20, conversionCount: 8 },
    ...{ formSubmitCount: 4, avgTimeSpentSeconds: null },
  });
  expect(sumOf([])).toMatchObject({ totalSessions: 0, avgTimeSpentSeconds: null });
});

describe('the filter of an address', () => {
  test('is one value, with or without an audience', () => {
    expect(numbersFilter({ range: '7d' })).toEqual({ audienceId: undefined });
    expect(numbersFilter({ device: 'mobile', audience: 'a' })).toEqual({
      audienceId: 'a',
      by: 'device',
      value: 'mobile',
    });
  });

  test('is none for two values, of which there are no figures', () => {
    expect(numbersFilter({ device: 'mobile', country: 'AT' })).toBeUndefined();
    expect(filteredBy({ device: 'mobile', country: 'AT', range: '7d' })).toEqual(['country', 'device']);
  });

  test('is replaced by another value, and removed', () => {
    const address = { device: 'mobile', country: 'AT', range: '7d' };
    expect(filteredBy({ ...address, ...onlyBy('browser', 'Firefox') })).toEqual(['browser']);
    expect(filteredBy({ ...address, ...onlyBy('device', undefined) })).toEqual([]);
  });
});
