import type { Page } from 'playwright-core';
import { type Made, newAudience, newPage } from './api.ts';

/** The fragment of all audiences of a page. */
export const list = (pageId: string) => `#/pages/${pageId}?view=audiences&list=all`;
/** The title of their page. */
export const title = 'A page of a test';

/** Audiences of a new page: their list shows the last first. */
export async function audiencesOf(...names: string[]): Promise<{ pageId: string; made: Made[] }> {
  const pageId = await newPage(title);
  const made: Made[] = [];
  for (const customName of names.toReversed()) made.unshift(await newAudience({ customName }, pageId));
  return { pageId, made };
}

/** The box that chooses a row. */
export const box = (page: Page, name: string) =>
  page.getByRole('checkbox', { name: `Select ${name}`, exact: true });
/** The bar with what can be done. */
export const bar = (page: Page) => page.getByRole('group', { name: /^The selected/ });
/** The names of the rows that are chosen. */
export const chosen = (page: Page) =>
  page.locator('tbody tr:has(.choose :checked) .row-link').allTextContents();
/** What is said of what was done. */
export const account = (page: Page) => page.getByRole('region', { name: 'Bulk actions' });
/** Whether audiences are archived. */
export const states = (made: Made[]) =>
  Promise.all(made.map(async ({ read }) => ((await read()).archivedAt === null ? 'here' : 'archived')));
