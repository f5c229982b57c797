import { describe, expect, test, vi } from 'vitest';
import { type AxisOptions, axisLabels } from '../../../console/src/analytics/axis.ts';
import type { Interval } from '../../../console/src/analytics/range.ts';
import { stepsOf } from '../../../src/analytics/steps.ts';
import { consoleTest, isReady, openConsole, service } from './open.ts';

// The words of the reader, before the formats are made.
vi.hoisted(() => {
  Object.defineProperty(globalThis, 'navigator', { value: { languages: ['en-GB'] }, configurable: true });
});

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

describe.each(spans)('labels of the chart by %s', (interval, days) => {
  test.each(zones)('say their date, are not cut off, and do not touch each other, in %s', (zone) => {
    const local = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'short',
    });
    for (const end of ends) {
      for (const count of days) {
        const starts = steps(interval, zone, count, Date.parse(end));
        for (let width = 200; width <= 1920; width += 40) {
          const labels = labelsOf(starts, interval, zone, width);
          const where = `${count} days before ${end}, ${width} px: ${JSON.stringify(labels)}`;
          expect(labels.length, where).toBeGreaterThanOrEqual(2);
          for (const [index, { at, text, start, end: right }] of labels.entries()) {
            expect(starts, where).toContain(at);
            expect(start, where).toBeGreaterThanOrEqual(-42);
            expect(right, where).toBeLessThanOrEqual(width + 36);
            expect(start, where).toBeGreaterThan(labels[index - 1]?.end ?? Number.NEGATIVE_INFINITY);
            // The date is read back from the label and this year.
            const lines = text.split('\n');
            const [said = '', clock] = [lines.at(-1), lines.length > 1 ? lines[0] : undefined];
            const hasYear = /\d{4}$/.test(said);
            const read = new Date(
              `${hasYear ? said : `${said.replace(/^\w+,? (?=\d)/, '')} 2026`} 00:00 UTC`,
            );
            const wanted = local.format(at);
            expect(read.toISOString().slice(0, interval === 'month' ? 7 : 10), where).toBe(
              wanted.slice(0, interval === 'month' ? 7 : 10),
            );
            if (clock) expect(clock, where).toBe(wanted.slice(11));
          }
        }
      }
    }
  });
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

interface Written {
  text: string;
  start: number;
  end: number;
  top: number;
  canvas: number;
}

/** Notes what is written into a canvas that is in the page, in pixels of the window. It runs in the page. */
function noteTexts(): void {
  const notes: Written[] = [];
  Object.assign(window, { notes });
  const { prototype } = CanvasRenderingContext2D;
  const { fillText, clearRect } = prototype;
  prototype.clearRect = function clear(...rest) {
    notes.length = 0;
    return clearRect.apply(this, rest);
  };
  prototype.fillText = function write(text, x, y, ...rest) {
    const width = this.measureText(text).width;
    const start = this.textAlign === 'right' ? x - width : this.textAlign === 'center' ? x - width / 2 : x;
    notes.push({ text, start, end: start + width, top: y, canvas: this.canvas.width });
    return fillText.call(this, text, x, y, ...rest);
  };
}

consoleTest.each([
  ['today', /^\w{3},? \d+ \w+$/],
  ['7d', /^\w{3},? \d+ \w+$/],
  ['30d', /^\d+ \w+$/],
  ['90d', /^\d+ \w+$/],
  ['12m', /^\w+ \d{4}$/],
])(
  'the chart of %s has dates below it at each width: none cut off, none over another',
  async (range, date) => {
    const page = await openConsole('#/');
    await page.addInitScript(noteTexts);
    for (const [width, height] of [
      [360, 740],
      [768, 800],
      [1280, 800],
      [1920, 1080],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto(`${service.address}/console/?${width}#/?range=${range}`);
      await isReady(page, 'Overview');
      const notes = await page.evaluate(() => (window as unknown as { notes: Written[] }).notes);
      const dates = notes.filter(({ text }) => date.test(text));
      expect(dates.length, `${width} px: ${JSON.stringify(notes)}`).toBeGreaterThanOrEqual(2);
      // All others are clocks above a date, or numbers of the other axis.
      const others = notes.filter(({ text }) => !date.test(text));
      const clocks = others.filter(({ text }) => text.includes(':'));
      expect(clocks.length).toBe(range === 'today' ? dates.length : 0);
      for (const [index, { start, end, canvas, text }] of dates.entries()) {
        expect(start, text).toBeGreaterThanOrEqual(0);
        expect(end, text).toBeLessThanOrEqual(canvas);
        expect(start, text).toBeGreaterThan(dates[index - 1]?.end ?? 0);
      }
    }
  },
);
