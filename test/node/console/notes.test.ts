import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { get, importVisits, markup, newAudience, newKey, newPage, send } from './api.ts';
import { consoleTest, expectErrors, goTo, isReady, openReady } from './open.ts';
import { violations } from './tab.ts';

interface Note {
  annotationId: string;
  text: string;
  happenedAt: string;
  pageId: string | null;
}

/** The notes of a page, without those of all pages. */
async function notesOf(pageId: string): Promise<Note[]> {
  const { items } = await get<{ items: Note[] }>(`annotations?limit=100&pageId=${pageId}`);
  return items.filter((note) => note.pageId === pageId);
}

/** A page with a visit, three days ago. */
async function notedPage(title: string): Promise<string> {
  const pageId = await newPage(title);
  await importVisits(pageId, Date.now() - 3 * 86_400_000, {});
  return pageId;
}

/** What the chart has drawn. */
const drawn = (page: Page) =>
  page.locator('.plot canvas').evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());

/** What stands beside the pointer at the last step of the chart. */
async function tipAtEnd(page: Page): Promise<string | null> {
  const over = page.locator('.plot .u-over');
  const { width = 0 } = (await over.boundingBox()) ?? {};
  await over.hover({ position: { x: width - 2, y: 90 } });
  return page.locator('.plot-tip').textContent();
}

consoleTest('a note is written, marks its day, is changed and deleted, and the deletion undone', async () => {
  const pageId = await notedPage('Noted');
  const page = await openReady(`#/pages/${pageId}?range=7d`, 'Noted');
  const before = await drawn(page);
  await page.getByRole('link', { name: 'Add a note' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a note to the chart' });
  await dialog.getByText('In the time zone Europe/Berlin').waitFor();
  expectErrors(/400/);
  await dialog.getByRole('button', { name: 'Add the note' }).click();
  await dialog.getByRole('alert').getByText('must have at least 1 character').waitFor();
  await dialog.getByLabel('Note', { exact: true }).fill('Newsletter sent');
  await dialog.getByRole('button', { name: 'Add the note' }).click();
  await dialog.waitFor({ state: 'detached' });

  await page.getByText('1 note on the chart').click();
  const item = page.locator('.notes li').filter({ hasText: 'Newsletter sent' });
  await item.waitFor();
  await expect.poll(() => drawn(page)).not.toBe(before);
  expect(await tipAtEnd(page)).toContain('Newsletter sent');
  expect(await violations(page)).toEqual([]);
  const [made] = await notesOf(pageId);
  expect(made).toMatchObject({ text: 'Newsletter sent', pageId });
  expect(Math.abs(Date.parse(made?.happenedAt ?? '') - Date.now())).toBeLessThan(120_000);

  await item.getByRole('button', { name: /Edit/ }).click();
  const edit = page.getByRole('dialog', { name: 'Edit the note' });
  await edit.getByLabel('Note', { exact: true }).fill('Newsletter to 4,000 people');
  await edit.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The note was saved').waitFor();
  await page.locator('.notes li').filter({ hasText: '4,000 people' }).waitFor();
  // Only the text was changed.
  expect(await notesOf(pageId)).toMatchObject([
    { text: 'Newsletter to 4,000 people', happenedAt: made?.happenedAt },
  ]);

  await page.getByRole('button', { name: /Delete the note/ }).click();
  await expect.poll(() => page.locator('.notes li').count()).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('1 note on the chart').waitFor();
  expect(await notesOf(pageId)).toHaveLength(1);
});

consoleTest('a page has its own notes and those of all pages; who only reads writes none', async () => {
  const [pageId, other] = [await notedPage('First noted'), await notedPage('Second noted')];
  const happenedAt = new Date(Date.now() - 86_400_000).toISOString();
  const of = (note: object) => send<Note>('POST', 'annotations', { happenedAt, ...note });
  await of({ text: 'Of the first', pageId });
  await of({ text: 'Of the second', pageId: other });
  const { annotationId } = await of({ text: `Of all ${markup}` });
  const page = await openReady(`#/pages/${pageId}?range=7d`, 'First noted', {
    key: await newKey('read'),
    own: true,
  });
  await page.locator('.notes summary').click();
  const texts = () => page.locator('.notes li').allTextContents();
  const all = (await texts()).join('\n');
  expect(all).toContain('Of the first');
  expect(all).toContain(`Of all ${markup}`);
  expect(all).not.toContain('Of the second');
  expect(await page.getByRole('link', { name: 'Add a note' }).count()).toBe(0);
  expect(await page.locator('.notes button').allTextContents()).toEqual(['+ Compare with a measure']);
  await goTo(page, `?2#/pages/${pageId}?range=7d&new=note`, 'First noted');
  expect(await page.getByRole('dialog').count()).toBe(0);

  // The overview has those of all pages, each with its page.
  await goTo(page, '?3#/?range=7d', 'Overview');
  await page.locator('.notes summary').click();
  const row = page.locator('.notes li').filter({ hasText: 'Of the second' });
  await row.getByRole('link', { name: 'Second noted' }).waitFor();
  await send('DELETE', `annotations/${annotationId}`);
});

consoleTest('what was published marks its day, and leads to the audience', async () => {
  const pageId = await notedPage('Published');
  const made = await newAudience({ customName: `Museums ${markup}` }, pageId);
  await made.publish();
  const page = await openReady(`#/pages/${pageId}?range=7d`, 'Published', {
    key: await newKey('read'),
    own: true,
  });
  await page.getByText('1 publish on the chart').click();
  expect(await tipAtEnd(page)).toContain(`Published: Museums ${markup}`);
  expect(await violations(page)).toEqual([]);
  await page.locator('.notes').getByRole('link', { name: 'Museums' }).click();
  await isReady(page, `Museums ${markup}`);
});
