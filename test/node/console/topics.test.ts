import { expect } from 'vitest';
import { alter } from './answers.ts';
import { get, send, service } from './api.ts';
import { consoleTest, expectErrors, go, goTo, isReady, openConsole } from './open.ts';
import { submit } from './tab.ts';

interface Topic {
  topicId: string;
  entries: { topicEntryId: string; content: { content: string } }[];
}

const newTopic = (title: string): Promise<Topic> => send<Topic>('POST', 'topics', { title });
const newEntry = (topicId: string, content: string) =>
  send('POST', `topics/${topicId}/entries`, { content: { type: 'text', content } });
const entriesOf = async (topicId: string) =>
  (await get<Topic>(`topics/${topicId}`)).entries.map(({ content }) => content.content);

consoleTest('a topic is created, and gets entries that are changed, moved and deleted', async () => {
  const page = await openConsole('#/topics?new=topic');
  const dialog = page.getByRole('dialog', { name: 'New topic' });
  await dialog.getByLabel('Title').fill('Opening hours');
  await dialog.getByText('13 of 255 characters').waitFor();
  await submit(dialog, { Purpose: 'When we are there.' }, 'Create the topic');
  await page.waitForURL(/open=topic_/);
  const id = /topic_[a-z0-9]+/.exec(page.url())?.[0] ?? '';

  const drawer = page.getByRole('complementary', { name: 'Topic' });
  for (const text of ['first', 'second']) {
    await submit(drawer, { 'New entry': text }, 'Add the entry');
    await drawer.locator('.entry', { hasText: text }).waitFor();
  }
  const shown = () => drawer.locator('.entry .words').allTextContents();
  await drawer.getByRole('button', { name: 'Move entry 2 up' }).click();
  await expect.poll(shown).toEqual(['second', 'first']);
  await expect.poll(() => entriesOf(id)).toEqual(['second', 'first']);

  await drawer.getByRole('button', { name: 'Edit entry 1' }).click();
  await drawer.getByRole('textbox', { name: 'Entry', exact: true }).fill('second, changed');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => entriesOf(id)).toEqual(['second, changed', 'first']);

  await drawer.getByRole('button', { name: 'Delete entry 2' }).click();
  await expect.poll(shown).toEqual(['second, changed']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(shown).toEqual(['second, changed', 'first']);
});

consoleTest('topics are moved, also where their numbers leave no room', async () => {
  const made = await Promise.all(['Same A', 'Same B', 'Same C'].map(newTopic));
  for (const { topicId } of made) await send('PATCH', `topics/${topicId}`, { sortOrder: 7000 });
  const page = await openConsole('#/nothing');
  // All get new numbers: those of other tests are not to be changed, and may be deleted meanwhile.
  const isOwn = ({ topicId }: Topic) => made.some((topic) => topic.topicId === topicId);
  const own = ({ items, ...answer }: { items: Topic[] }) => ({ ...answer, items: items.filter(isOwn) });
  await alter(page, /\/v0\/topics\?/, own);
  await goTo(page, '#/topics', 'Topics');
  const titles = async () => (await page.locator('.row-link').allTextContents()).map((title) => title.trim());
  const [first = '', second = '', third = ''] = await titles();
  await page.getByRole('button', { name: `Move ${third} up` }).click();
  await expect.poll(titles).toEqual([first, third, second]);
  await page.getByRole('status').filter({ hasText: 'is number' }).first().waitFor({ state: 'attached' });
  await page.reload();
  await isReady(page, 'Topics');
  expect(await titles()).toEqual([first, third, second]);
});

consoleTest('a topic is renamed; deleted, it is gone at once', async () => {
  expectErrors(/404/);
  const { topicId } = await newTopic('Named before');
  const page = await openConsole(`#/topics?open=${topicId}`);
  const drawer = page.getByRole('complementary', { name: 'Topic' });
  await drawer.getByRole('button', { name: 'Edit' }).click();
  await drawer.getByLabel('Title').fill('Named by me');
  await drawer.getByLabel('Default topic').check();
  await drawer.getByRole('button', { name: 'Save' }).click();
  await drawer.locator('.record-name', { hasText: 'Named by me' }).waitFor();
  expect(await get(`topics/${topicId}`)).toMatchObject({ title: 'Named by me', isDefault: true });

  const row = page.getByRole('link', { name: 'Named by me' });
  await row.waitFor();
  await drawer.getByRole('button', { name: 'Delete' }).first().click();
  await page.getByText('“Named by me” was deleted with its entries').waitFor();
  await expect.poll(() => row.count()).toBe(0);
  // Leaving the page does not lose the deletion.
  await page.goto(`${service.address}/openapi.json`);
  await expect
    .poll(() =>
      get(`topics/${topicId}`).then(
        () => 'there',
        () => 'gone',
      ),
    )
    .toBe('gone');
});

consoleTest('a move that is refused takes nothing back that came meanwhile', async () => {
  expectErrors(/500/);
  const { topicId } = await newTopic('Refused move');
  for (const text of ['first', 'second']) await newEntry(topicId, text);
  const page = await openConsole(`#/topics?open=${topicId}`);
  const drawer = page.getByRole('complementary', { name: 'Topic' });
  const shown = () => drawer.locator('.entry .words').allTextContents();
  await expect.poll(shown).toEqual(['first', 'second']);
  const { promise: refused, resolve: refuse } = Promise.withResolvers<void>();
  await page.route(`**/topics/${topicId}/entries/*`, async (route) => {
    await refused;
    await route.fulfill({ status: 500, json: { code: 'internal_error', title: 'Out of order' } });
  });
  await drawer.getByRole('button', { name: 'Move entry 2 up' }).click();
  await expect.poll(shown).toEqual(['second', 'first']);
  await submit(drawer, { 'New entry': 'third' }, 'Add the entry');
  await expect.poll(shown).toEqual(['first', 'second', 'third']);
  // The answer that follows does not come: what is shown is what was there.
  await page.route(`**/topics/${topicId}`, () => undefined);
  refuse();
  await page.getByText('The order stayed as it was').waitFor();
  expect(await shown()).toEqual(['first', 'second', 'third']);
});

consoleTest('unsaved words of entries are asked about once before the topic is left', async () => {
  const { topicId } = await newTopic('Unsaved entries');
  await newEntry(topicId, 'first');
  const page = await openConsole(`#/topics?open=${topicId}`);
  const drawer = page.getByRole('complementary', { name: 'Topic' });
  await drawer.getByLabel('New entry').fill('not added');
  await drawer.getByRole('button', { name: 'Edit entry 1' }).click();
  const entry = drawer.getByRole('textbox', { name: 'Entry', exact: true });
  await entry.fill('not saved');
  await drawer.getByRole('button', { name: 'Close' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await dialog.getByRole('button', { name: 'Stay' }).click();
  expect(await entry.inputValue()).toBe('not saved');
  await drawer.getByRole('button', { name: 'Cancel' }).click();
  // The other words are still there to lose.
  await drawer.getByRole('button', { name: 'Edit entry 1' }).click();
  await entry.fill('not saved');
  await page.getByRole('link', { name: 'Accounts' }).click();
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await isReady(page, 'Accounts');
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await entriesOf(topicId)).toEqual(['first']);

  await go(page, `#/topics?open=${topicId}`);
  await drawer.getByLabel('New entry').fill('not added');
  await drawer.getByLabel('New entry').fill('');
  await drawer.getByRole('button', { name: 'Close' }).click();
  await page.waitForURL(/#\/topics$/);
});

consoleTest('limits are said before they are hit', async () => {
  const { topicId } = await newTopic('Nearly full');
  for (let count = 1; count <= 49; count++) await newEntry(topicId, `entry ${count}`);
  const page = await openConsole(`#/topics?open=${topicId}`);
  const drawer = page.getByRole('complementary', { name: 'Topic' });
  await drawer.getByText('Entries, 49 of at most 50').waitFor();
  await drawer.getByLabel('New entry').fill('x'.repeat(1003));
  await drawer.getByText('3 too many: at most 1,000 characters').waitFor();
  await submit(drawer, { 'New entry': 'the last one' }, 'Add the entry');
  await drawer.getByText('This topic is full').waitFor();
  expect(await drawer.getByLabel('New entry').count()).toBe(0);
});
