import { describe, expect, test } from 'vitest';
import { type AxisOptions, axisLabels } from '../../console/src/analytics/axis.ts';
import type { Interval } from '../../console/src/analytics/range.ts';
import { stepsOf } from '../../src/analytics/steps.ts';
import { inTurn } from '../turns.ts';

const dayMs = 86_400_000;
/** About the width of a text of 12 px in pixels. */
const measure = (text: string) => 6.4 * text.length;
const widthOf = (text: string) => Math.max(...text.split('\n').map(measure));
const now = Date.parse('2026-11-22T12:00:00Z');

/** The steps of a range as the service answers them, the last days before a moment. */
function steps(interval: Interval, zone: string, days: number, end: number): number[] {
  const found = stepsOf({ start: end - days * dayMs, end }, interval, zone);
  if (!found) throw new Error('too many steps');
  return found.slice(0, -1);
}

const labelsOf = (starts: number[], interval: Interval, zone: string, width: number) => {
  const options: AxisOptions = { starts, interval, zone, width, left: 42, right: 36, measure, now };
  const [first = 0, last = 0] = [starts[0], starts.at(-1)];
  return axisLabels(options).map(({ at, text }) => {
    const middle = last > first ? (width * (at - first)) / (last - first) : 0;
    return { at, text, start: middle - widthOf(text) / 2, end: middle + widthOf(text) / 2 };
  });
};

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
];
const spans: [Interval, number[]][] = [
  ['hour', [1, 2]],
  ['day', [3, 7, 14, 15, 30, 31, 60, 92]],
  ['week', [93, 200, 366]],
  ['month', [330, 365, 400]],
];
// The plain end of a range, and ends after clocks were set back and forward.
const ends = ['2026-11-23T00:00:00Z', '2026-10-26T00:00:00Z', '2026-03-30T00:00:00Z', '2026-01-05T00:00:00Z'];

type Label = ReturnType<typeof labelsOf>[number];

/** What is wrong with labels: cut off, over another, at no step, or with another date than that of their step. */
function faultsOf(
  labels: Label[],
  starts: Set<number>,
  wanted: (at: number) => string,
  width: number,
): string[] {
  const faults = labels.length < 2 ? ['too few'] : [];
  let last = Number.NEGATIVE_INFINITY;
  for (const { at, text, start, end } of labels) {
    if (!starts.has(at)) faults.push(`${text} is at no step`);
    if (start < -42 || end > width + 36) faults.push(`${text} is cut off`);
    if (start <= last) faults.push(`${text} is over the label before`);
    last = end;
    // The date is read back from the label and this year.
    const lines = text.split('\n');
    const [said = '', clock] = [lines.at(-1), lines.length > 1 ? lines[0] : undefined];
    const hasYear = /\d{4}$/.test(said);
    const read = new Date(`${hasYear ? said : `${said.replace(/^\w+,? (?=\d)/, '')} 2026`} 00:00 UTC`);
    const date = wanted(at);
    if (read.toISOString().slice(0, 10) !== date.slice(0, 10)) faults.push(`${text} is not ${date}`);
    if (clock && clock !== date.slice(11)) faults.push(`${text} is not at ${date}`);
  }
  return faults;
}

describe.each(spans)('labels of the chart by %s', (interval, days) => {
  test.each(inTurn(zones, 3))(
    'say their date, are not cut off, and do not touch each other, in %s',
    (zone) => {
      const local = new Intl.DateTimeFormat('sv-SE', {
        timeZone: zone,
        dateStyle: 'short',
        timeStyle: 'short',
      });
      // A label of a month is read as its first day.
      const wanted = (at: number) =>
        interval === 'month' ? local.format(at).replace(/-\d\d /, '-01 ') : local.format(at);
      for (const end of ends) {
        for (const count of days) {
          const starts = steps(interval, zone, count, Date.parse(end));
          const known = new Set(starts);
          for (let width = 200; width <= 1920; width += 40) {
            const labels = labelsOf(starts, interval, zone, width);
            const faults = faultsOf(labels, known, wanted, width);
            if (faults.length > 0)
              expect.fail(
                `${count} days before ${end}, ${width} px: ${faults.join('; ')} ${JSON.stringify(labels)}`,
              );
          }
        }
      }
    },
  );
});

test('7 days name each day when there is room, and today always', () => {
  const week = steps('day', 'Europe/Berlin', 7, Date.parse('2026-11-22T23:00:00Z'));
  expect(labelsOf(week, 'day', 'Europe/Berlin', 1100).map(({ text }) => text.replace(',', ''))).toEqual([
    'Mon 16 Nov',
    'Tue 17 Nov',
    'Wed 18 Nov',
    'Thu 19 Nov',
    'Fri 20 Nov',
    'Sat 21 Nov',
    'Sun 22 Nov',
  ]);
  expect(labelsOf(week, 'day', 'Europe/Berlin', 250).at(-1)?.text.replace(',', '')).toBe('Sun 22 Nov');
});

test('an hour that comes twice is named once', () => {
  const day = steps('hour', 'Europe/Berlin', 25 / 24, Date.parse('2026-10-25T23:00:00Z'));
  const texts = labelsOf(day, 'hour', 'Europe/Berlin', 4000).map(({ text }) => text.split('\n')[0]);
  expect(day).toHaveLength(25);
  expect(texts.filter((text) => text === '02:00')).toHaveLength(1);
});
