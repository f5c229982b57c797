import type { Page } from 'playwright-core';
import { type Figures, shown, shownRate } from './api.ts';

const change = new Intl.NumberFormat('en-GB', {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
});
/** A change as the console shows it: in percent, or from which number if one of them is below 30. */
export const changeOf = (now: number, before: number) =>
  Math.min(now, before) < 30 ? `from ${shown(before)}` : change.format(now / before - 1);

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** A time in seconds as the console shows it: 42s, 3m 05s, 1h 12m. */
export function durationOf(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  if (hours > 0) return `${hours}h ${twoDigits(minutes)}m`;
  return minutes > 0 ? `${minutes}m ${twoDigits(whole % 60)}s` : `${whole}s`;
}

/** The figures that the page's six figures must show. */
export const figuresShown = (of: Figures) => [
  shown(of.totalSessions),
  shown(of.conversionCount),
  shownRate(of.conversionCount, of.totalSessions),
  shownRate(of.formSubmitCount, of.totalSessions),
  shownRate(of.bounceCount, of.bounceEligibleSessions),
  of.totalSessions === 0 ? '–' : durationOf(of.avgTimeSpentSeconds),
];

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
