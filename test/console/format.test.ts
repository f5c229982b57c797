import { describe, expect, test, vi } from 'vitest';
import { countsBefore } from '../../console/src/analytics/measures.ts';
import { perStep, rangeOf } from '../../console/src/analytics/range.ts';
import { ago, countChange, duration, firstWeekday, meanTime, rate } from '../../console/src/lib/format.ts';
import { originOf } from '../../console/src/screens/overview/latest.tsx';
import { excerptOf } from '../../console/src/screens/timeline/items.tsx';

describe('the change of a count', () => {
  test.each([
    [943, 751, '-20%'],
    [40, 4000, '×100'],
    [30, 30, '0%'],
  ])('from %i to %i is %s', (before, now, said) => expect(countChange(now, before)).toBe(said));

  test.each([
    [2, 9, 'from 2'],
    [1, 3024, 'from 1'],
    [0, 12, 'from 0'],
    [29, 31, 'from 29'],
    [144, 17, 'from 144'],
  ])('from %i to %i is no ratio: one of them is below 30', (before, now, said) =>
    expect(countChange(now, before)).toBe(said),
  );

  test('is a dash where nothing is known, and where nothing was and nothing is', () => {
    expect(countChange(9, undefined)).toBe('–');
    expect(countChange(0, 0)).toBe('–');
  });

  test('what a whole list lacks had no visits, and what a list that was cut off lacks is not known', () => {
    const items = [{ id: 'a', totalSessions: 40 }];
    const whole = countsBefore(items, ({ id }) => id, true);
    const cut = countsBefore(items, ({ id }) => id, false);
    expect([whole('a'), whole('b')]).toEqual([40, 0]);
    expect([cut('a'), cut('b')]).toEqual([40, undefined]);
  });
});

test.each([
  [0, 0, '–'],
  [1, 29, '1 of 29'],
  [1, 30, '3.3%'],
])('a rate of %i of %i is %s: of fewer than 30 it is no percentage', (hits, of, said) =>
  expect(rate(hits, of)).toBe(said),
);

test('a time has two units at most', () =>
  expect([59.4, 60, 3599, 3600, 4325].map(duration)).toEqual([
    '59s',
    '1m 00s',
    '59m 59s',
    '1h 00m',
    '1h 12m',
  ]));

test('a mean of no visits is a dash, and not zero seconds', () => {
  expect(meanTime(0, 0)).toBe('–');
  expect(meanTime(null, 4)).toBe('–');
  expect(meanTime(0, 4)).toBe('0s');
  expect(meanTime(67, 4)).toBe('1m 07s');
});

describe('a range in words', () => {
  const noon = Date.parse('2026-11-22T12:00:00Z');

  test('days that were chosen are days of the reader, not of the address', () => {
    const { label, words } = rangeOf({ from: '2026-10-01', to: '2026-10-31', zone: 'Asia/Tokyo' }, noon);
    expect(label).toMatch(/Oct/);
    expect(label).toContain('31');
    expect(label).not.toMatch(/Custom|2026-10|30/);
    expect(words).toBe(label);
  });

  test('a single day is said once', () => {
    expect(rangeOf({ from: '2026-10-05', to: '2026-10-05' }, noon).label).not.toMatch(/–/);
  });

  test('a chart says its step and its range', () => {
    expect(perStep('Visits', rangeOf({ range: '30d' }, noon))).toBe('Visits per day, last 30 days');
    expect(perStep('Bounces', rangeOf({ range: 'today' }, noon))).toBe('Bounces per hour, today');
    expect(perStep('Visits', rangeOf({ range: '12m' }, noon))).toBe('Visits per month, last 12 months');
  });
});

describe('where a visit came from', () => {
  test.each([
    [{ referrer: 'google.com', country: 'DE', device: 'desktop' }, 'from google.com · Germany · desktop'],
    [{ referrer: null, country: 'DE', device: 'mobile' }, 'Germany · mobile'],
    [{ referrer: null, country: null, device: 'desktop' }, 'desktop'],
    [{ referrer: null, country: null, device: null }, ''],
  ])('%j is "%s": nobody comes from a desktop', (visit, said) => expect(originOf(visit)).toBe(said));
});

describe('a payload in a line', () => {
  test('a webhook says what happened, and not that it is an event and when it was made', () => {
    const invoice = {
      id: 'in_1',
      object: 'invoice',
      number: 'TM-7',
      customer: 'cus_9f2Kd81',
      currency: 'eur',
    };
    const payload = { id: 'evt_1', object: 'event', type: 'invoice.paid', created: 1_793_961_269 };
    expect(excerptOf({ ...payload, data: { object: { ...invoice, amount_paid: 4900 } } })).toBe(
      'number: TM-7 · currency: eur · amount_paid: 4900',
    );
  });

  test('times as numbers, ids and addresses of email say nothing', () => {
    const times = { start: 1_793_961_269, until: 1_793_961_269_000 };
    const ids = { owner: '0b8f2a10-5b1e-4c39-9d55-3f1f5a3f0c11', plan: 'Team', email: 'ann@acme.example' };
    expect(excerptOf({ ...times, ...ids, seats: 12 })).toBe('plan: Team · seats: 12');
  });

  test('a payload without anything to say is silent', () => {
    expect(excerptOf({ object: 'event', created: 1_793_961_269, tags: [] })).toBe('');
  });

  test('begins with what the website has opted in of a form', () => {
    const ids = {
      analyticsSessionId: '989437',
      pageId: 'page_1',
      audienceId: null,
      formSubmissionId: '98943',
    };
    const fields = { name: 'Lin Bo', message: 'How much for 40 sites?' };
    expect(excerptOf({ fields, ...ids, email: 'lin@acme.example' })).toBe(
      'name: Lin Bo · message: How much for 40 sites?',
    );
  });
});

test.each([
  ['de-DE', 1],
  ['en-GB', 1],
  ['en-US', 7],
  ['ar-EG', 6],
])('weeks in %s begin on day %i', (language, weekday) => expect(firstWeekday(language)).toBe(weekday));

test('weeks begin on Monday where the browser does not know', () => {
  vi.spyOn(Intl, 'Locale').mockImplementation(function unknown() {} as never);
  expect(firstWeekday('en-US')).toBe(1);
  vi.restoreAllMocks();
});

test.each([
  ['2026-11-26T12:00:00Z', 'now'],
  ['2026-11-26T11:00:00Z', '1 hr ago'],
  ['2026-11-26T10:01:00Z', '1 hr ago'],
  ['2026-11-25T11:00:00Z', 'yesterday'],
  // Never "last mo", which is no words.
  ['2026-10-20T12:00:00Z', '1 mo ago'],
  ['2025-11-20T12:00:00Z', '1 yr ago'],
])('from noon of 26 November 2026, %s is %s', (time, said) =>
  expect(ago(time, Date.parse('2026-11-26T12:00:00Z'))).toBe(said),
);
