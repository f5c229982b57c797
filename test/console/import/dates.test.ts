import { expect, test } from 'vitest';
import { type DateChoices, orderIn, readDate } from '../../../src/lib/import/dates.ts';

const choices = (more: Partial<DateChoices> = {}): DateChoices => ({
  zone: 'Europe/Berlin',
  areSerials: false,
  ...more,
});

test.each<[text: string, at: string, more?: Partial<DateChoices>]>([
  ['2026-04-03T14:05:00Z', '2026-04-03T14:05:00.000Z'],
  ['2026-04-03T14:05:00.1234+02:00', '2026-04-03T12:05:00.124Z'],
  ['2026-04-03 14:05:00 +0200', '2026-04-03T12:05:00.000Z'],
  ['2026-04-03 14:05:00 UTC', '2026-04-03T14:05:00.000Z'],
  ['2026-04-03', '2026-04-02T22:00:00.000Z'],
  ['2026-04-03', '2026-04-03T00:00:00.000Z', { zone: 'UTC' }],
  ['2026/4/3 9:05', '2026-04-03T07:05:00.000Z'],
  ['03.04.2026', '2026-04-02T22:00:00.000Z'],
  ['3.4.2026, 14:05:10', '2026-04-03T12:05:10.000Z'],
  ['13/04/2026', '2026-04-12T22:00:00.000Z'],
  ['04/13/2026 1:30 PM', '2026-04-13T11:30:00.000Z'],
  ['04/13/2026 12:00 am', '2026-04-12T22:00:00.000Z'],
  ['03/03/2026', '2026-03-02T23:00:00.000Z'],
  ['03/04/2026', '2026-04-02T22:00:00.000Z', { order: 'day' }],
  ['03/04/2026', '2026-03-03T23:00:00.000Z', { order: 'month' }],
  // Whatever was chosen for the others.
  ['13/04/2026', '2026-04-12T22:00:00.000Z', { order: 'month' }],
  ['3. März 2026', '2026-03-02T23:00:00.000Z'],
  ['3 Apr 2026 14:05', '2026-04-03T12:05:00.000Z'],
  ['Apr 3, 2026', '2026-04-02T22:00:00.000Z'],
  ['12. Dez. 2025', '2025-12-11T23:00:00.000Z'],
  ['46115', '2026-04-02T22:00:00.000Z', { areSerials: true }],
  ['46115.5', '2026-04-03T10:00:00.000Z', { areSerials: true }],
  ['46115,5', '2026-04-03T10:00:00.000Z', { areSerials: true }],
])('%s is %s', (text, value, more) => {
  expect(readDate(text, choices(more))).toEqual({ value });
});

test.each<[text: string, problem: RegExp, more?: Partial<DateChoices>]>([
  ['03/04/2026', /day or with the month/],
  ['46115', /say that this column has dates of Excel/],
  ['1775222700', /a number that is no date/, { areSerials: true }],
  ['2026', /a number that is no date/, { areSerials: true }],
  ['03.04.26', /two digits/],
  ['31.02.2026', /does not exist/],
  ['32/13/2026', /day or with the month|does not exist/],
  ['2026-04-03 25:00', /does not exist/],
  ['2026-04-03 13:00 pm', /does not exist/],
  ['3 Foo 2026', /does not exist/],
  ['yesterday', /no date/],
])('%s is refused', (text, problem, more) => {
  expect(readDate(text, choices(more))).toEqual({ problem: expect.stringMatching(problem) });
});

test('a date whose day is above 12 says which of day and month comes first', () => {
  expect(['13/04/2026', '04/13/2026', '03/04/2026', '13.04.2026', 'x'].map(orderIn)).toEqual([
    'day',
    'month',
    undefined,
    undefined,
    undefined,
  ]);
});
