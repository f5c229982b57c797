import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { newAudience, newLink, newPage } from './audience-api.ts';
import { consoleTest, isReady, newKey, openConsole, send, service } from './open.ts';
import { markup, newPerson } from './people.ts';

const goTo = (page: Page, at: string) => page.goto(`${service.address}/console/${at}`);
const count = (page: Page, role: 'button' | 'link', name: RegExp | string) =>
  page.getByRole(role, { name }).count();

consoleTest(
  'what a key may not do is neither asked for nor offered: it says which scope it needs',
  async () => {
    const url = 'https://hooks.northwind.example/secret';
    const { webhookId } = await send('POST', 'webhooks', { url, types: ['page.created'] });
    const asked: string[] = [];
    const page = await openConsole('#/nothing', { key: await newKey('read', 'write') });
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    for (const [part, what, times] of [
      ['keys&new=key', 'keys', 1],
      [`webhooks&new=webhook&open=${webhookId}`, 'webhooks', 2],
      ['alerts&new=alert', 'alerts', 1],
    ] as const) {
      await goTo(page, `#/settings?part=${part}`);
      await expect.poll(() => page.getByText(`Your key may not manage ${what}`).count()).toBe(times);
      expect(await page.getByText('It needs a key with the scope admin').count()).toBe(times);
      expect(await count(page, 'link', /^New |a website/)).toBe(0);
    }
    await goTo(page, `#/accounts?open=${service.accountId}&new=tell`);
    await isReady(page, 'Accounts');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.getByText('Notify me when they come').count()).toBe(0);
    expect(await page.locator('td.choose').count()).toBe(0);
    await page.keyboard.press('Control+k');
    for (const name of ['Create a key for a website', 'New webhook', 'New alert']) {
      await page.getByRole('combobox').fill(name);
      expect(await page.getByRole('option', { name }).count()).toBe(0);
    }
    expect(asked.filter((path) => /^\/v0\/(api_keys(?!\/current)|webhooks|alerts)/.test(path))).toEqual([]);
    await send('DELETE', `webhooks/${webhookId}`);
  },
);

consoleTest('a key that may only read sees everything, and is offered nothing that changes it', async () => {
  const page = await openConsole(`#/accounts?open=${service.accountId}`, { key: await newKey('read') });
  await isReady(page, 'Accounts');
  await page.getByRole('complementary', { name: 'Account' }).locator('.record-name').waitFor();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.locator('.menu-key', { hasText: 'test read' }).waitFor();
  expect(await count(page, 'button', 'Edit')).toBe(0);
  await page.keyboard.press('Escape');

  await goTo(page, '#/settings?part=share-links');
  await page.getByText('Your key may not see share links').waitFor();
  await goTo(page, '#/');
  await isReady(page, 'Overview');
  expect(await count(page, 'link', 'Share this view')).toBe(0);

  const personId = await newPerson('Only Read', 'only@read.example');
  await goTo(page, `#/persons?q=only@read&open=${personId}`);
  const person = page.getByRole('complementary', { name: 'Person' });
  await person.locator('summary', { hasText: 'deal-won' }).waitFor();
  expect(await count(page, 'button', /Edit|Erase/)).toBe(0);
  expect(await count(page, 'link', 'New person')).toBe(0);
  await page.keyboard.press('n');
  expect(await page.getByRole('dialog').count()).toBe(0);

  const target = { targetType: 'page', pageId: service.pageId };
  const { pageLinkId } = await send('POST', 'page_links', { path: '/read-only-link', target });
  await goTo(page, `#/links?open=${pageLinkId}`);
  const link = page.getByRole('complementary', { name: 'Link' });
  await link.getByRole('button', { name: 'Copy the link' }).waitFor();
  expect(await link.getByRole('button', { name: /Edit|Delete/ }).count()).toBe(0);
  expect(await count(page, 'link', 'New link')).toBe(0);

  const { topicId } = await send('POST', 'topics', { title: 'Read only topic' });
  await send('POST', `topics/${topicId}/entries`, { content: { type: 'text', content: markup } });
  await goTo(page, `#/topics?open=${topicId}`);
  const topic = page.getByRole('complementary', { name: 'Topic' });
  await topic.getByText(markup).waitFor();
  expect(await page.locator('img').count()).toBe(0);
  expect(await topic.getByRole('button', { name: /Edit|Delete|Move|Add/ }).count()).toBe(0);
  expect(await count(page, 'button', /^Move/)).toBe(0);

  await goTo(page, '#/pages');
  await isReady(page, 'Pages');
  expect(await count(page, 'button', 'New page')).toBe(0);
  await page.keyboard.press('n');
  expect(await page.getByRole('dialog').count()).toBe(0);

  await goTo(page, `#/pages/${await newPage()}?view=audiences&list=all&new=audience`);
  await page.getByRole('link', { name: 'All audiences', exact: true }).waitFor();
  expect(await count(page, 'button', 'New audience')).toBe(0);
  expect(await page.locator('dialog').count()).toBe(0);

  const made = await newAudience();
  await newLink(made);
  await goTo(page, `${made.at}?edit=1`);
  await isReady(page, 'Museums');
  await page.getByRole('region', { name: 'Versions' }).getByText('first content').click();
  const main = page.getByRole('main');
  const names = await main.getByRole('button').allTextContents();
  expect(names.filter((name) => !name.startsWith('Copy'))).toEqual([]);
  expect(await main.locator('input, textarea, select').count()).toBe(0);
  await page.keyboard.press('e');
  await page.keyboard.press('p');
  expect(await page.locator('form, dialog').count()).toBe(0);
});
