import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { askedBy } from './answers.ts';
import { markup, newAudience, newKey, newLink, newPage, newPerson, send, service } from './api.ts';
import { consoleTest, goTo, openConsole, openReady } from './open.ts';
import { press } from './tab.ts';

const count = (page: Page, role: 'button' | 'link', name: RegExp | string) =>
  page.getByRole(role, { name }).count();

consoleTest('what a key may not do is neither asked for nor offered: it names the scope', async () => {
  const url = 'https://hooks.northwind.example/secret';
  const { webhookId } = await send('POST', 'webhooks', { url, types: ['page.created'] });
  const page = await openConsole('#/nothing', { key: await newKey('read', 'write') });
  const asked = askedBy(page);
  for (const [part, what, times] of [
    ['keys&new=key', 'keys', 1],
    [`webhooks&new=webhook&open=${webhookId}`, 'webhooks', 2],
    ['alerts&new=alert', 'alerts', 1],
  ] as const) {
    await goTo(page, `#/settings?part=${part}`, 'Settings');
    await expect.poll(() => page.getByText(`Your key may not manage ${what}`).count()).toBe(times);
    expect(await page.getByText('It needs a key with the scope admin').count()).toBe(times);
    expect(await count(page, 'link', /^New |a website/)).toBe(0);
  }
  await goTo(page, `#/accounts?open=${service.accountId}&new=notify`, 'Accounts');
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await page.getByText('Notify me').count()).toBe(0);
  expect(await page.locator('td.choose').count()).toBe(0);
  await page.keyboard.press('Control+k');
  for (const name of ['Create a key for a website', 'New webhook', 'New alert']) {
    await page.getByRole('combobox').fill(name);
    expect(await page.getByRole('option', { name }).count()).toBe(0);
  }
  const ofAdmin = /^\/v0\/(api_keys(?!\/current)|webhooks|alerts)/;
  expect(asked.filter(({ path }) => ofAdmin.test(path))).toEqual([]);
  await send('DELETE', `webhooks/${webhookId}`);
});

/** What changes something. */
const changes = new RegExp(
  '^(Edit|Erase|Delete|Remove|Move|Archive|Publish|Discard|Use this content|Open the draft|Allow|Share this view' +
    '|New (page|person|link|topic|audience|website)|Add (a note|the entry))\\b',
);

consoleTest('a key that may only read sees everything, and is offered nothing that changes it', async () => {
  const personId = await newPerson('Only Read', 'only@read.example');
  const target = { targetType: 'page', pageId: service.pageId };
  const { pageLinkId } = await send('POST', 'page_links', { path: '/read-only-link', target });
  const { topicId } = await send('POST', 'topics', { title: 'Read only topic' });
  await send('POST', `topics/${topicId}/entries`, { content: { type: 'text', content: markup } });
  const made = await newAudience();
  await newLink(made);
  const page = await openReady('#/', 'Overview', { key: await newKey('read') });
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.locator('.menu-key', { hasText: 'test read' }).waitFor();
  await page.keyboard.press('Escape');
  for (const [at, heading, words] of [
    ['#/', 'Overview', 'Conversions'],
    [`#/accounts?open=${service.accountId}`, 'Accounts', 'What happened'],
    ['#/settings?part=share-links', 'Settings', 'Your key may not see share links'],
    ['#/settings?part=websites', 'Settings', new URL(service.site).origin],
    [`#/persons?q=only@read&open=${personId}`, 'Persons', 'Deal won'],
    [`#/links?open=${pageLinkId}`, 'Links', 'Copy the link'],
    [`#/topics?open=${topicId}`, 'Topics', markup],
    ['#/pages', 'Pages', 'Trailmark'],
    [`#/pages/${await newPage()}?view=audiences&list=all&new=audience`, 'A page of a test', 'All audiences'],
    [`${made.at}?edit=1`, 'Museums', 'first content'],
  ] as const) {
    await goTo(page, at, heading);
    await page.getByText(words).filter({ visible: true }).first().waitFor();
    for (const role of ['button', 'link'] as const)
      expect(await page.getByRole(role, { name: changes }).allTextContents(), at).toEqual([]);
    await page.keyboard.press('n');
    expect(await page.getByRole('dialog').count(), at).toBe(0);
    expect(await page.locator('img:not(.flag)').count(), at).toBe(0);
  }
  await page.getByRole('region', { name: 'Versions' }).getByText('first content').click();
  const main = page.getByRole('main');
  const names = await main.getByRole('button').allTextContents();
  // The range, and what is looked at, are for everybody.
  const looks = /^(…|Copy.*|More|vs\. .*|Table|\+ Compare.*|Show the page|Desktop|Phone)?$/;
  expect(names.filter((name) => !looks.test(name))).toEqual([]);
  expect(await main.locator('input, textarea, select').count()).toBe(0);
  await press(page, 'e', 'p');
  expect(await page.locator('form, dialog').count()).toBe(0);
});
