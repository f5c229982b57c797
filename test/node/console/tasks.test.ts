import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { get, newAudience, newLink, newPerson, send, service } from './api.ts';
import type { Comparison } from './figures.ts';
import { consoleTest, expectErrors, go, goTo, isReady, openConsole, openReady } from './open.ts';

// What a marketer does often, from the first screen, in no more actions than the names say: a click, a text that is
// typed where the focus is, a choice in the palette.

/** Types where the focus is, which must be in this field, in place of what is chosen there. */
async function type(page: Page, field: Locator, text: string): Promise<void> {
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.type(text);
  expect(await field.inputValue()).toBe(text);
}

/** Types in the palette, and takes what it offers first. */
async function choose(page: Page, text: string, first: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').waitFor();
  await page.keyboard.type(text);
  const chosen = page.getByRole('option', { selected: true });
  await expect.poll(() => chosen.locator('span').first().textContent()).toBe(first);
  await page.keyboard.press('Enter');
}

const unique = (name: string) => `${name} ${process.pid.toString(36)}${Date.now().toString(36)}`;

consoleTest('this week beside last is on the first screen, the best audience one action away', async () => {
  const lists: Promise<{ comparison: Comparison }>[] = [];
  const page = await openConsole('#/settings');
  page.on('response', (response) => {
    if (response.url().includes('/v0/analytics/audiences')) lists.push(response.json());
  });
  await goTo(page, '#/', 'Overview');
  const sentence = page.locator('.in-short p');
  expect(await sentence.textContent()).toMatch(
    /This week: ([\d,]+ visits?|no visits yet)\. (The week began today\. Last week: |Excluding today|Through yesterday)/,
  );
  await page.getByRole('link', { name: 'This month', exact: true }).click();
  await isReady(page, 'Overview');
  expect(lists).toHaveLength(2);
  const { comparison = null } = (await lists[1]) ?? {};
  // In the first days of a month no two audiences may have 30 visits.
  if (comparison) expect(await sentence.textContent()).toContain(comparison.first.name);
});

/** Opens the draft on the demo website. While a test of another file has a second website, one chooses the address. */
async function openPreview(page: Page): Promise<Page> {
  const opened = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  const address = page.getByRole('button', { name: new RegExp(`^${service.site}/`) }).first();
  await Promise.race([opened, address.waitFor().catch(() => {})]);
  if (await address.isVisible()) await address.click();
  return opened;
}

consoleTest(
  'a new audience has three texts, a button and a link, is previewed and live in ten actions',
  async () => {
    const name = unique('Hotels');
    // The first: the sentence of the Overview leads to the audiences of a page.
    const page = await openReady(`#/pages/${service.pageId}?view=audiences`, 'Trailmark');
    await page.getByRole('link', { name: 'New audience' }).click();
    await type(page, page.getByLabel('Name', { exact: true }), name);
    await page.keyboard.press('Enter');
    await isReady(page, name);
    await type(page, page.getByLabel('Headline', { exact: true }), `Counts for ${name}`);
    await page.getByLabel('Button', { exact: true }).fill('Count my guests');
    await page.getByLabel('Proofs', { exact: true }).fill('No cameras');
    await page.getByLabel('Button leads to', { exact: true }).fill('/request-demo');
    expectErrors(new RegExp(`^request to ${service.site}`));
    const site = await openPreview(page);
    await site.getByRole('heading', { level: 1, name: `Counts for ${name}` }).waitFor();
    const button = site.getByRole('link', { name: 'Count my guests' });
    expect(await button.getAttribute('href')).toBe(`${service.site}/request-demo`);
    await site.close();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('Version 1 is live', { exact: true }).waitFor();
    const path = `/${name.toLowerCase().replaceAll(' ', '-')}`;
    expect(await (await fetch(service.site + path)).text()).toContain(`Counts for ${name}`);
  },
);

consoleTest('a headline is changed and live in three actions', async () => {
  const name = unique('Masts');
  const headline = `Counts for masts ${Date.now()}`;
  const made = await newAudience({ customName: name }, service.pageId);
  const path = await newLink(made);
  await made.publish();
  const page = await openReady('#/', 'Overview');
  await choose(page, `edit ${name.toLowerCase()}`, `Edit the content of ${name}`);
  await type(page, page.getByLabel('Headline', { exact: true }), headline);
  await page.getByRole('button', { name: 'Save and publish', exact: true }).click();
  await page.getByText('Version 2 is live', { exact: true }).waitFor();
  expect(await (await fetch(`${service.site}${path}`)).text()).toMatch(
    new RegExp(`<h1[^>]*>${headline}</h1>`),
  );
  await page.getByRole('button', { name: 'Roll back', exact: true }).waitFor();
  await send('POST', `${made.route}/archive`, {});
});

consoleTest('a draft is tested against the live content in three actions', async () => {
  const name = unique('Harbours');
  const made = await newAudience({ customName: name, metadataOverride: { title: 'Counts for harbours' } });
  await made.publish();
  await made.change({ metadataOverride: { title: 'Know which quay is busy' } });
  const page = await openReady('#/', 'Overview');
  await choose(page, name.toLowerCase(), name);
  await page.getByRole('button', { name: 'Test this content …' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start the test' }).click();
  // What its state means is one sentence.
  await page.getByText('Not decided: 0 visitors so far.').waitFor();
  const { items } = await get<{ items: { status: string; arms: { weight: number }[] }[] }>(
    `experiments?audienceId=${made.audience.audienceId}`,
  );
  expect(items).toMatchObject([{ status: 'running', arms: [{ weight: 1 }, { weight: 1 }] }]);
  await send('POST', `${made.route}/archive`, {});
});

consoleTest('a new headline is tested against the live one in four actions', async () => {
  const name = unique('Piers');
  const made = await newAudience({ customName: name }, service.pageId);
  await newLink(made);
  await made.publish();
  const page = await openReady('#/', 'Overview');
  await choose(page, `edit ${name.toLowerCase()}`, `Edit the content of ${name}`);
  await type(page, page.getByLabel('Headline', { exact: true }), 'Counts for piers');
  await page.getByRole('button', { name: 'Save and test …' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start the test' }).click();
  await page.getByText('In a test v2', { exact: true }).waitFor();
  await send('POST', `${made.route}/archive`, {});
});

consoleTest(
  'a preview opens after a save that takes longer than browsers allow, and not if it fails',
  async () => {
    expectErrors(new RegExp(`^request to ${service.site}`), /503/);
    const name = unique('Jetties');
    const made = await newAudience({ customName: name }, service.pageId);
    await newLink(made);
    const page = await openReady(`${made.at}?edit=1`, name);
    const audience = `**/v0/pages/*/audiences/${made.audience.audienceId}`;
    const write = async (headline: string) => {
      await page.getByLabel('Headline', { exact: true }).fill(headline);
      return openPreview(page);
    };
    // Chromium blocks a window that opens five seconds after the click.
    await page.route(audience, async (route) => {
      if (route.request().method() === 'PATCH') await sleep(6000);
      await route.continue();
    });
    const site = await write('Counts for jetties');
    expect(site.url()).toBe('about:blank');
    expect(await site.evaluate(() => [window.opener, sessionStorage.length])).toEqual([null, 0]);
    await site.getByRole('heading', { level: 1, name: 'Counts for jetties' }).waitFor();
    await site.close();

    await page.unroute(audience);
    await page.route(audience, (route) => route.fulfill({ status: 503, body: '{}' }));
    const second = await write('Counts for no jetties');
    if (!second.isClosed()) await second.waitForEvent('close');
    await page.getByRole('alert').first().waitFor();
    await page.unroute(audience);
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
  },
);

consoleTest('what a person did last week is seen after one', async () => {
  const name = unique('Wanda Weekly');
  const { personId = '' } = await send('POST', 'persons', { name });
  const log = (type: string, occurredAt: Date) =>
    send('POST', 'person_logs', {
      personId,
      source: 'crm',
      type,
      payload: {},
      occurredAt: occurredAt.toISOString(),
    });
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  for (let count = 0; count < 8; count++) await log('mail-opened', new Date(Date.now() - count));
  await log('met-last-week', daysAgo(7));
  for (let count = 0; count < 8; count++) await log('long-ago', daysAgo(100 + count));
  const page = await openReady('#/', 'Overview', { width: 1440, height: 900 });
  await choose(page, name.toLowerCase(), name);
  const person = page.getByRole('complementary', { name: 'Person' });
  await isReady(page, 'Persons');
  const bottomOf = async (seen: Locator) => {
    const box = await seen.boundingBox();
    return (box?.y ?? Number.POSITIVE_INFINITY) + (box?.height ?? 0);
  };
  expect(await bottomOf(person.getByRole('heading', { name: /^Last week/ }))).toBeLessThan(900);
  expect(await bottomOf(person.locator('summary', { hasText: 'Met last week' }))).toBeLessThan(900);

  // The others unfold.
  const opened = person.locator('summary', { hasText: 'Mail opened' });
  expect(await opened.count()).toBe(2);
  await person.getByRole('button', { name: '6 more, Today' }).click();
  expect(await opened.count()).toBe(8);
  const hasFocus = (seen: Locator) => seen.evaluate((element) => element === document.activeElement);
  await expect.poll(() => hasFocus(opened.nth(2))).toBe(true);
  expect(await person.getByText('Long ago').count()).toBe(0);
  await person.getByRole('button', { name: 'Show what happened before' }).click();
  const before = person.locator('summary', { hasText: 'Long ago' });
  expect(await before.count()).toBe(8);
  await expect.poll(() => hasFocus(before.first())).toBe(true);
});

consoleTest('a person is erased in three', async () => {
  expectErrors(/404/);
  const name = unique('Erwin Erased');
  const personId = await newPerson(name, `${name.replaceAll(' ', '.')}@tasks.example`);
  const page = await openReady('#/', 'Overview');
  await choose(page, `erase ${name.toLowerCase()}`, `Erase ${name} …`);
  const dialog = page.getByRole('dialog', { name: `Erase ${name}?` });
  await dialog.getByText('These are removed at once').waitFor();
  await type(page, dialog.getByLabel('Type the name or the email of the person'), name);
  await dialog.getByRole('button', { name: 'Erase for good' }).click();
  await page.getByText('The person was erased').waitFor();
  await expect(get(`persons/${personId}`)).rejects.toThrow('404');
  expect(page.url()).not.toContain('new=');
});

consoleTest('a click on text opens the form at it; a version that waits is asked about first', async () => {
  const made = await newAudience({ metadataOverride: { title: 'Live title', keywords: ['one'] } });
  await made.publish();
  const page = await openReady(made.at, 'Museums');
  await page.getByRole('region', { name: 'Content' }).getByRole('heading', { name: 'Description' }).click();
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'));
  await expect.poll(focused).toBe('description');
  // Nothing is to be published yet, and the technical fields are folded.
  expect(await page.getByRole('button', { name: 'Publish', exact: true }).isDisabled()).toBe(true);
  expect(await page.getByLabel('Keywords').isVisible()).toBe(false);
  await page.locator('summary', { hasText: 'Search engines 1 set' }).click();
  await page.getByLabel('Keywords').waitFor();
  await page.keyboard.press('Escape');

  await made.change({ metadataOverride: { title: 'Scheduled title' } });
  const { versionId } = await send<{ versionId: string }>('POST', `${made.route}/versions`, {});
  const publishAt = new Date(Date.now() + 86_400_000).toISOString();
  await send('POST', `${made.route}/versions/${versionId}/publish`, { publishAt });
  await send('POST', `${made.route}/versions`, {});
  await go(page, `${made.at}?edit=1`);
  await page.reload();
  await isReady(page, 'Museums');
  await page.getByLabel('Title', { exact: true }).fill('Newer title');
  await page.getByRole('button', { name: 'Save and publish …' }).click();
  await page
    .getByRole('dialog')
    .getByText(/Version 2 is scheduled for/)
    .waitFor();
});

consoleTest('another time zone is one choice, and stays', async () => {
  const page = await openReady('#/', 'Overview');
  await choose(page, 'time zone tokyo', 'Time zone: Asia/Tokyo');
  await page.getByRole('button', { name: 'Time zone Asia/Tokyo' }).waitFor();
  await go(page, '#/pages');
  await page.getByRole('button', { name: 'Time zone Asia/Tokyo' }).waitFor();
  await page.getByRole('navigation', { name: 'Range' }).getByRole('button', { name: 'More' }).click();
  await page.getByLabel('Time zone', { exact: true }).selectOption('America/New_York');
  await page.getByRole('button', { name: 'Time zone America/New York' }).waitFor();
});
