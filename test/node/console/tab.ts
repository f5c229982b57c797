import axe from 'axe-core';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { isTurn } from '../../turns.ts';

/** Opens the palette, and writes into it. */
export async function askPalette(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Actions' }).fill(text);
}

/** Fills in fields by their labels, and presses the button that sends them. */
export async function submit(form: Locator | Page, fields: Record<string, string>, button: string) {
  for (const [label, text] of Object.entries(fields)) await form.getByLabel(label).fill(text);
  await form.getByRole('button', { name: button, exact: true }).click();
}

/** Presses keys one after the other. */
export async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Signs out by the menu. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
}

/** What was copied last. */
export const clipboard = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

/** The key of a tab. */
export const keyOf = (page: Page): Promise<string | null> =>
  page.evaluate(() => sessionStorage.getItem('footfall.key'));

/** An attribute of what has the focus, or its text. */
export const focused = (page: Page, attribute?: string): Promise<string | null | undefined> =>
  page.evaluate(
    (of) => (of ? document.activeElement?.getAttribute(of) : document.activeElement?.textContent?.trim()),
    attribute,
  );

/** How often the test that runs has asked what axe finds. */
let looks = 0;

/** What axe finds in a state that a test has made, if it is its turn: one state in six has it. Otherwise nothing. */
export function violations(page: Page): Promise<string[]> {
  const name = expect.getState().currentTestName ?? '';
  return isTurn(name.length + looks++, 6) ? allViolations(page) : Promise.resolve([]);
}

/** What axe finds on the page: WCAG 2.2 AA, and its best practices. */
export async function allViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { violations: all } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
      // Targets of 24 px are of WCAG 2.2, and axe looks for them only when it is told to.
      rules: { 'target-size': { enabled: true } },
      // To describe all that is well, and to load the styles again, which no rule here reads, costs most of the time.
      resultTypes: ['violations'],
      preload: { assets: ['media'] },
    });
    return all.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
    );
  });
}

/** Fails unless a control is in the window as a whole, with nothing before it, without any scrolling. */
export async function expectInSight(control: Locator): Promise<void> {
  const isInSight = await control.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const corners = [top + 4, bottom - 4].flatMap((y) => [left + 4, right - 4].map((x) => [x, y] as const));
    return corners.every(([x, y]) => element.contains(document.elementFromPoint(x, y)));
  });
  expect(isInSight).toBe(true);
}

/** By how many pixels the page is wider than the window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
