import type { AnalyticsStep } from '@footfall/client';
import { describe, expect, test } from 'vitest';
import { Figures } from '../../console/src/analytics/figures.tsx';
import {
  beforeOf,
  lineOf,
  linkToLine,
  measureBelow,
  measures,
  shownMeasure,
} from '../../console/src/analytics/measures.ts';
import {
  hiddenOf,
  inOrder,
  othersInWords,
  panelMeasure,
  withoutInWords,
} from '../../console/src/analytics/panel-measure.ts';
import type { Dimension } from '../../src/vocabulary/dimensions.ts';
import { figuresOf, newSums } from '../../src/vocabulary/measures.ts';
import { drawn } from './drawn.ts';

const step = {
  totalSessions: 12,
  bounceCount: 3,
  bounceEligibleSessions: 10,
  conversionCount: 4,
  formSubmitCount: 2,
  avgTimeSpentSeconds: 67,
} as AnalyticsStep;

describe('a line of the chart', () => {
  test('shows what its measure counts, or the mean time, and not rates of single days', () => {
    const lines = measures.map((of) => [of.line, lineOf(of)] as const);
    expect(lines.map(([name, { label, of, format }]) => [name, label, of(step), format(1200)])).toEqual(
      expect.arrayContaining([
        ['visits', 'Visits', 12, '1,200'],
        ['conversions', 'Conversions', 4, '1,200'],
        ['rate', 'Conversions', 4, '1,200'],
        ['forms', 'Forms', 2, '1,200'],
        ['bounces', 'Bounces', 3, '1,200'],
        ['time', 'Engaged time', 67, '20m 00s'],
      ]),
    );
  });

  test('of times has a gap where nobody came', () => {
    expect(lineOf(shownMeasure('time')).of({ ...step, totalSessions: 0, avgTimeSpentSeconds: 0 })).toBeNull();
  });

  test.each([
    ['visits', 'time', 'time'],
    ['time', 'visits', 'visits'],
    ['visits', 'visits', undefined],
    ['conversions', 'rate', undefined],
    ['rate', 'conversions', undefined],
    ['visits', 'constructor', undefined],
    ['visits', undefined, undefined],
  ])('below that of %s is that of %s if it is another one', (shown, and, line) => {
    expect(measureBelow(shownMeasure(shown), and)?.line).toBe(line);
  });

  test.each([undefined, 'nothing', 'constructor'])('named %s is that of the visits', (name) => {
    expect(shownMeasure(name)).toBe(measures[0]);
  });

  test('is led to by its figure; the address does not name that of the visits', () => {
    const links = measures.map(linkToLine(shownMeasure('forms')));
    expect(links.slice(0, 2).map(({ href }) => href)).toEqual(['#/', '#/?metric=conversions']);
    expect(links.filter(({ isChosen }) => isChosen).map(({ href }) => href)).toEqual(['#/?metric=forms']);
  });
});

describe('what lists show of a measure', () => {
  const item = (totalSessions: number, formSubmitCount: number) => ({
    ...figuresOf(newSums()),
    totalSessions,
    formSubmitCount,
    conversionCount: 3,
    bounceCount: 2,
    bounceEligibleSessions: 10,
    avgTimeSpentSeconds: 61,
  });
  const shownOf = (line: string) => {
    const { count, countLabel, lastLabel, last, sort } = panelMeasure(shownMeasure(line));
    return [count, countLabel, lastLabel, last(item(40, 8)), sort];
  };

  test('is its count, a rate or the time, and the order', () => {
    expect(shownOf('visits')).toEqual(['totalSessions', 'Visits', 'Converted', '7.5%', '-totalSessions']);
    expect(shownOf('conversions')).toEqual([
      ...['conversionCount', 'Conversions', 'Converted', '7.5%', '-conversionCount'],
    ]);
    expect(shownOf('forms')).toEqual(['formSubmitCount', 'Forms', 'Form rate', '20%', '-formSubmitCount']);
    expect(shownOf('bounces')).toEqual(['bounceCount', 'Bounces', 'Bounce rate', '2 of 10', '-bounceCount']);
    expect(shownOf('time')).toEqual(['totalSessions', 'Visits', 'Engaged', '1m 01s', '-totalSessions']);
  });

  test('of a rate is in its order, with rows of fewer than 30 visits last as they came', () => {
    const items = [item(100, 10), item(29, 20), item(30, 6), item(10, 1)];
    const order = (line: string) =>
      inOrder(items, panelMeasure(shownMeasure(line))).map(({ totalSessions }) => totalSessions);
    expect(order('forms')).toEqual([30, 100, 29, 10]);
    expect(order('visits')).toEqual([100, 29, 30, 10]);
  });

  test('adds up what is not shown', () => {
    expect(hiddenOf([], null)).toBeNull();
    expect(hiddenOf([], item(5, 1))).toEqual(item(5, 1));
    expect(hiddenOf([item(5, 1), item(7, 2)], item(1, 0))).toMatchObject({
      totalSessions: 13,
      formSubmitCount: 3,
      conversionCount: 9,
      bounceEligibleSessions: 30,
    });
  });

  test('says what is not shown with units, and no mean that nobody knows', () => {
    const said = (line: string, ...hidden: Parameters<typeof hiddenOf>) => {
      const all = hiddenOf(...hidden);
      return all && othersInWords(all, panelMeasure(shownMeasure(line)));
    };
    expect(said('visits', [item(40, 8)], item(1, 0))).toBe('All others: 41 visits (converted 14.6%)');
    expect(said('forms', [item(1, 1)], null)).toBe('All others: 1 form (form rate 1 of 1)');
    expect(said('time', [], item(7, 0))).toBe('All others: 7 visits (engaged 1m 01s)');
    expect(said('time', [item(40, 8)], item(1, 0))).toBe('All others: 41 visits');
  });

  test('says how many visits have no value, of all that the list is of', () => {
    const said = (line: string, by: Dimension) =>
      withoutInWords(
        by,
        item(12, 1),
        hiddenOf([item(354, 8)], item(12, 1)),
        panelMeasure(shownMeasure(line)),
      );
    expect(said('visits', 'country')).toBe('12 of 366 visits have no known country');
    expect(said('visits', 'utmCampaign')).toBe('12 of 366 visits have no campaign');
    expect(said('forms', 'landingPath')).toBe('1 of 9 forms has no known landing path');
  });
});

describe('the period before', () => {
  const range = {
    zone: 'Europe/Berlin',
    elapsed: { startDate: '2024-11-30T23:00:00.000Z', endDate: '2025-11-30T23:00:00.000Z' },
  };
  const now = { ...step, totalSessions: 900, conversionCount: 90 };
  const none = {
    totalSessions: 0,
    bounceCount: 0,
    bounceEligibleSessions: 0,
    conversionCount: 0,
    formSubmitCount: 0,
    avgTimeSpentSeconds: 0,
  } as AnalyticsStep;
  const shownOf = (of: AnalyticsStep, before: AnalyticsStep | undefined) =>
    drawn(Figures({ now: of, before, range })).text;
  const shown = (before: AnalyticsStep | undefined) => shownOf(now, before);
  const nothing = 'No visits to compare with: 1 Dec 2024 – 30 Nov 2025 has none.';

  test('has figures, and changes in percent', () => {
    expect(shown({ ...now, totalSessions: 600 })).toContain('Visits900+50%600 before');
    expect(shown({ ...now, totalSessions: 600 })).not.toContain('No visits to compare with');
  });

  test('without a visit is nothing to compare with, which is said, without a percentage or a zero', () => {
    const text = shown(none).replaceAll(/[\u2009\u202f\u00a0]/g, ' ');
    expect(text.endsWith(nothing)).toBe(true);
    expect(text).toContain('Visits900Conversions90Conversion rate');
    expect(text).not.toContain('before');
  });

  test('is not spoken of where nothing is compared, or not yet, and without visits', () => {
    expect(shown(undefined)).not.toContain('No visits to compare with');
    expect(shownOf(none, none)).not.toContain('No visits to compare');
  });

  test('a visit that is not over is not judged, one of one is no change, and without visits there is no time', () => {
    const one = { ...none, totalSessions: 1, conversionCount: 0 };
    const text = shownOf(one, one);
    expect(text).toContain('Bounce rate–no finished visit yet');
    expect(text).toContain('Visits11 beforeConversions00 before');
    expect(shownOf(none, now)).toContain('Engaged time–no visits');
  });

  const months = (...visits: number[]) => ({
    items: visits.map((totalSessions, month) => ({
      ...none,
      totalSessions,
      start: `2025-0${month + 1}-01T00:00:00.000Z`,
    })),
    total: none,
  });

  test('whose visits begin in its second half is not compared with, and says when they begin', () => {
    const { steps, from } = beforeOf(months(0, 0, 0, 25), 'month');
    expect([steps, from]).toEqual([undefined, '2025-04-01T00:00:00.000Z']);
    const text = drawn(Figures({ now, before: { ...now, totalSessions: 300 }, range, from })).text;
    expect(text).toMatch(/No visits to compare with before .*1 Apr 2025\.$/);
    expect(text).not.toContain('+200%');
  });

  test.each([
    ['in its first half', months(0, 5, 0, 0), 'month', 4],
    ['at once', months(5, 0, 0, 0), 'week', 4],
    ['never', months(0, 0, 0, 0), 'month', undefined],
    // A night without visits is no beginning.
    ['late in a day', months(0, 0, 0, 5), 'hour', 4],
    ['in a period of one month', months(5), 'month', 1],
  ] as const)('begins %s', (_, compared, interval, count) => {
    const { steps, from } = beforeOf(compared, interval);
    expect([steps?.length, from]).toEqual([count, undefined]);
  });

  test('has nothing where nothing is compared', () =>
    expect(beforeOf(undefined, 'month')).toEqual({ steps: undefined, from: undefined }));
});
