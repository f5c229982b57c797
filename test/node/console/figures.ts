import type { Page } from 'playwright-core';
import { type Figures, shown, shownRate } from './api.ts';

const change = new Intl.NumberFormat('en-GB', {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
});
/** A change of what is large enough, as the console shows it: +12%, or ×12 from ten times on. */
export const changed = (now: number, before: number) =>
  now / before >= 10 ? `×${shown(Math.round(now / before))}` : change.format(now / before - 1);
/** A change as the console shows it: in percent, or from which number if one of them is below 30. */
export const changeOf = (now: number, before: number) =>
  Math.min(now, before) < 30 ? `from ${shown(before)}` : changed(now, before);
/** The change beside a figure: nothing if a sample is below 30. */
const changeBeside = (now: number, before: number, ...samples: number[]) =>
  before > 0 && Math.min(...samples) >= 30 ? changed(now, before) : '';

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** A time in seconds as the console shows it: 42s, 3m 05s, 1h 12m. */
export function durationOf(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  if (hours > 0) return `${hours}h ${twoDigits(minutes)}m`;
  return minutes > 0 ? `${minutes}m ${twoDigits(whole % 60)}s` : `${whole}s`;
}

/** A number of things: 1 visit, 2 visits. */
export const plural = (value: number, one: string, many = `${one}s`) =>
  `${shown(value)} ${value === 1 ? one : many}`;

/** A mean time as the console shows it. */
export const meanTime = (of: Figures) => (of.totalSessions === 0 ? '–' : durationOf(of.avgTimeSpentSeconds));

/** The figures that the page's six figures must show. */
export const figuresShown = (of: Figures) => [
  shown(of.totalSessions),
  shown(of.conversionCount),
  shownRate(of.conversionCount, of.totalSessions),
  shownRate(of.formSubmitCount, of.totalSessions),
  shownRate(of.bounceCount, of.bounceEligibleSessions),
  meanTime(of),
];

const percent = new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 1 });

/** A rate as the console shows it by itself: with what it is made of. */
export function rateShown(hits: number, of: number, none = 'no visits'): string {
  if (of === 0) return `–${none}`;
  const note = of < 30 ? `visits; too few for a rate (${percent.format(hits / of)})` : '';
  return `${shownRate(hits, of)}${note || `${shown(hits)} of ${shown(of)} visits`}`;
}

const counts = ['totalSessions', 'conversionCount'] as const;
const rates = [
  ['conversionCount', 'totalSessions'],
  ['formSubmitCount', 'totalSessions'],
  ['bounceCount', 'bounceEligibleSessions'],
] as const;

/** The six figures with all that stands beside them: their change, and what they are made of. */
export function statsShown(now: Figures, then: Figures | undefined): string[] {
  // A period without visits is nothing to compare with.
  const before = then?.totalSessions ? then : undefined;
  const visits = now.totalSessions;
  const none = visits > 0 ? 'no visit to judge yet' : 'no visits';
  const beside = (value: string, change: string | undefined) =>
    value.replace(/^(\d+(?:\.\d+)?%)?/, `$1${change ?? ''}`);
  const meanChange =
    before && changeBeside(now.avgTimeSpentSeconds, before.avgTimeSpentSeconds, visits, before.totalSessions);
  return [
    ...counts.map((count) => {
      const [value, earlier] = [now[count], before?.[count]];
      const change = earlier === undefined ? '' : changeBeside(value, earlier, value, earlier);
      return `${shown(value)}${change}${earlier === undefined ? '' : `${shown(earlier)} before`}`;
    }),
    ...rates.map(([hits, of]) => {
      const samples = before && [now[hits], now[of], before[hits], before[of]];
      const change = samples && changeBeside(now[hits] / now[of], before[hits] / before[of], ...samples);
      return beside(rateShown(now[hits], now[of], none), change);
    }),
    `${meanTime(now)}${meanChange ?? ''}${visits > 0 ? `mean of ${plural(visits, 'visit')}` : 'no visits'}`,
  ];
}

/** The figures that a screen shows. */
export const sixFigures = (page: Page) => page.locator('.stat .figure').allTextContents();
/** The same with all that stands beside them. */
export const sixStats = (page: Page) => page.locator('.stat dd').allTextContents();

/** A table's rows, each as its cells by the head of their column. */
export const cellsOf = (page: Page, name: string): Promise<Record<string, string>[]> =>
  page.getByRole('table', { name, exact: true }).evaluateAll((tables) =>
    tables.flatMap((table) => {
      const heads = [...table.querySelectorAll('thead th')].map((head) => head.textContent);
      return [...table.querySelectorAll('tbody tr')].map((row) =>
        Object.fromEntries([...row.children].map((cell, index) => [heads[index] ?? '', cell.textContent])),
      );
    }),
  );

/** What a row of a list shows of some figures. */
export const shownOf = (of: Figures | undefined, before: number | undefined) => {
  const visits = of?.totalSessions ?? 0;
  return {
    Visits: shown(visits),
    Change: before === undefined || (visits === 0 && before === 0) ? '–' : changeOf(visits, before),
    Conversions: of ? shown(of.conversionCount) : '–',
    'Conversion rate': of ? shownRate(of.conversionCount, visits) : '–',
    Engaged: of ? meanTime(of) : '–',
  };
};

/** The columns of a row that are compared. */
export const columnsOf = (row: Record<string, string>, expected: object) =>
  Object.fromEntries(Object.keys(expected).map((name) => [name, row[name]?.replace(/^Best /, '').trim()]));

/** The rows of a table without its head, and without what chooses them. */
export const rowsOf = (page: Page, name: string) =>
  page
    .getByRole('table', { name, exact: true })
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.querySelectorAll(':is(th, td):not(.choose)')].map((cell) => cell.textContent),
      ),
    );
