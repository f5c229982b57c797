import type { Page } from 'playwright-core';
import type { Figures } from './api.ts';

/** A number as the console shows it. */
export const shown = (value: number): string => value.toLocaleString('en-GB');

/** A rate as the console shows it: n of m for fewer than 30. */
export function shownRate(hits: number, of: number): string {
  if (of === 0) return '–';
  if (of < 30) return `${hits} of ${of}`;
  return new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 1 }).format(hits / of);
}

const change = new Intl.NumberFormat('en-GB', {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
});
/** A change as the console shows it: +12%, or from which number if one of them is below 30. */
export const changeOf = (now: number, before: number) =>
  Math.min(now, before) < 30 ? `from ${shown(before)}` : change.format(now / before - 1);

/** The six figures of a screen that has 30 visits or more. A mean of an hour or more is none of the demo. */
export function figuresShown(of: Figures): string[] {
  const seconds = Math.round(of.avgTimeSpentSeconds);
  const rest = seconds % 60;
  return [
    shown(of.totalSessions),
    shown(of.conversionCount),
    shownRate(of.conversionCount, of.totalSessions),
    shownRate(of.formSubmitCount, of.totalSessions),
    shownRate(of.bounceCount, of.bounceEligibleSessions),
    seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m ${String(rest).padStart(2, '0')}s`,
  ];
}

/** The figures that a screen shows. */
export const sixFigures = (page: Page) => page.locator('.stat .figure').allTextContents();

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

/** What an answer says of the audience that converts best. */
export type Comparison = {
  first: { name: string; totalSessions: number; conversionCount: number };
  against: { name: string; totalSessions: number; conversionCount: number };
  isMoreThanChance: boolean;
} | null;
