import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { get, newKey, send, service } from './api.ts';
import { consoleTest, expectErrors, go, openReady } from './open.ts';
import { clipboard, submit, violations } from './tab.ts';

/** The origin of the demo website, which the service allows. */
const website = service && new URL(service.site).origin;

/** A new page whose address is on a website. */
async function pageOn(origin: string, title: string): Promise<string> {
  const url = `${origin}/tag-${process.pid}-${Date.now()}`;
  return (await send('POST', 'pages', { title, url })).pageId ?? '';
}

const visitsOf = async (pageId: string) =>
  (await get<{ items: unknown[] }>(`pages/${pageId}/audience_sessions`)).items.length;

async function copied(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Copy the script' }).click();
  await expect.poll(() => clipboard(page)).toMatch(/^<script .*<\/script>$/);
  return clipboard(page);
}

/**
 * Pastes a script into the head of a page of a website, as a visitor gets it. Answers the status of its visit, and the
 * errors that the browser says.
 */
async function visitWith(
  page: Page,
  address: string,
  tag: string,
): Promise<{ status: number; errors: string[] }> {
  const browser = page.context().browser();
  if (!browser) throw new Error('no browser');
  const [version] = browser.version().split('.');
  const userAgent = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`;
  const context = await browser.newContext({ userAgent });
  const visited = await context.newPage();
  await visited.goto(address);
  const errors: string[] = [];
  visited.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  const isVisit = (url: string) => url.endsWith('/v0/visits');
  const answered = visited.waitForResponse(
    (response) => isVisit(response.url()) && response.request().method() === 'POST',
  );
  await visited.evaluate(
    (html) => document.head.append(document.createRange().createContextualFragment(html)),
    tag,
  );
  const status = (await answered).status();
  // What the browser says of it comes after it.
  await visited.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  await context.close();
  return { status, errors };
}

/** A website on a port of its own, until the end of the test. */
async function newWebsite(): Promise<{ address: string; stop: () => void }> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>Another website</title><h1>Hello</h1>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}`, stop: () => server.close() };
}

consoleTest('the scripts of a page and of Settings work as pasted, with their key', async () => {
  const pageId = await pageOn(website, 'Script of a page');
  const page = await openReady(`#/pages/${pageId}`, 'Script of a page');
  // Without a key there is nothing to copy that would not work.
  expect(await page.locator('.script-tag code', { hasText: '<script' }).count()).toBe(0);
  await page.locator('.script-tag').getByText('is allowed: visits from it count').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create the key of this website' }).click();
  const tag = await copied(page);
  expect(await page.getByText('The key in it ends').count()).toBe(0);
  expect(tag).toMatch(
    new RegExp(
      `^<script async src="${service.address}/visit.js" data-key="ff_main_\\w{38}" data-page="${pageId}"></script>$`,
    ),
  );
  expect(await violations(page)).toEqual([]);
  expect((await visitWith(page, `${website}/not-found`, tag)).errors).toEqual([]);
  await expect.poll(() => visitsOf(pageId)).toBe(1);
  await expect.poll(() => page.locator('.stat .figure').first().textContent()).toBe('1');

  const other = await pageOn(website, 'Script of Settings');
  // A list of pages that was asked for a moment ago has not the new one, so the console is loaded again.
  await go(page, `?2#/settings?new=website`);
  await page.getByRole('button', { name: 'Create the key' }).click();
  const made = page.getByRole('dialog', { name: /was created$/ });
  await made.getByLabel('Page').selectOption(other);
  await made.getByText('is allowed: visits from it count').waitFor();
  expect((await visitWith(page, `${website}/not-found`, await copied(page))).errors).toEqual([]);
  await expect.poll(() => visitsOf(other)).toBe(1);
});

consoleTest('the script says when its key ends, as one does that is made after a sign-in', async () => {
  const pageId = await pageOn(website, 'Script for a while');
  const expiresAt = '2027-02-03T12:00:00.000Z';
  const scopes = ['read', 'admin'];
  const { key } = await send('POST', 'api_keys', { name: 'ends', scopes, expiresAt });
  const page = await openReady(`#/pages/${pageId}`, 'Script for a while', { key: key ?? '' });
  await page.getByRole('button', { name: 'Create the key of this website' }).click();
  await copied(page);
  const note = page.locator('.script-tag .note', { hasText: 'Its key expires on' });
  expect(await note.textContent()).toMatch(
    /expires on 3 Feb 2027.* 13:00.* visits of this website are refused.*npm run key -- create --name website --scopes collect/,
  );
  expect(await violations(page)).toEqual([]);
  await go(page, `?2#/settings?new=website`);
  await page.getByRole('button', { name: 'Create the key' }).click();
  const script = page.getByRole('region', { name: 'The script' });
  await script.getByText('After that, visits of this website are refused').waitFor();
});

consoleTest('who may not make keys pastes one; a key that may do more is refused', async () => {
  expectErrors(/40[0-3]/);
  const pageId = await pageOn(website, 'Pasted key');
  const reader = await newKey('read');
  const page = await openReady(`#/pages/${pageId}`, 'Pasted key', { key: reader });
  expect(await page.getByRole('button', { name: 'Create the key' }).count()).toBe(0);
  const field = page.getByLabel('Key', { exact: true });
  const paste = async (key: string) => {
    await field.fill(key);
    await page.getByRole('button', { name: 'Show the script' }).click();
  };
  const refused = async (key: string, why: RegExp) => {
    await paste(key);
    await page.getByRole('alert').filter({ hasText: why }).waitFor();
    expect(await page.getByRole('button', { name: 'Copy the script' }).count()).toBe(0);
  };
  await refused('no key', /not a Footfall key/);
  await refused(reader, /may do more than send visits \(read\)/);
  await refused(await newKey('collect', 'write'), /may do more than send visits/);
  await refused(await newKey('log'), /may write logs/);
  // No workspace has such a name.
  await refused(`ff_no-workspace_${'0'.repeat(38)}`, /not a Footfall key/);
  await refused(`${reader.slice(0, -1)}${reader.endsWith('a') ? 'b' : 'a'}`, /key is unknown or has expired/);
  expect(await violations(page)).toEqual([]);
  await paste(await newKey('collect'));
  expect((await visitWith(page, `${website}/not-found`, await copied(page))).errors).toEqual([]);
  await expect.poll(() => visitsOf(pageId)).toBe(1);
});

consoleTest('a new website is allowed with the key of its page, and its first visit is said', async () => {
  const { address: shop, stop } = await newWebsite();
  const pageId = await pageOn(shop, 'A new website');
  const page = await openReady(`#/pages/${pageId}`, 'A new website');
  await page.locator('.script-tag').getByText(`${shop} is not allowed here`).waitFor();
  await page.getByRole('button', { name: 'Create the key of this website' }).click();
  await page.locator('.script-tag').getByText('is allowed: visits from it count').waitFor();
  await page.getByText('Waiting for the first visit').waitFor();
  expect((await visitWith(page, shop, await copied(page))).errors).toEqual([]);
  stop();
  await page.getByText('The first visit was received').waitFor();
  expect(await visitsOf(pageId)).toBe(1);
});

consoleTest('visits that were refused are said where their website is allowed, and count then', async () => {
  expectErrors(/403/);
  const { address: stranger, stop } = await newWebsite();
  // The console does not know that the website of this page has another address.
  const pageId = await pageOn(website, 'Refused visits');
  const page = await openReady(`#/pages/${pageId}?few=why`, 'Refused visits');
  await page.getByRole('button', { name: 'Create the key of this website' }).click();
  const tag = await copied(page);
  expect((await visitWith(page, stranger, tag)).status).toBe(403);
  expect(await visitsOf(pageId)).toBe(0);
  const few = page.getByRole('region', { name: 'Fewer visits than expected?' });
  for (const place of [page.locator('.script-tag'), few])
    await place.getByText(`Visits were refused from ${stranger}`).waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await few.getByRole('link', { name: 'origin_not_allowed' }).getAttribute('href')).toBe(
    '/docs/problems/origin_not_allowed',
  );
  await few.getByRole('button', { name: `Allow ${stranger}` }).click();
  await page.getByText(`Visits from ${stranger} count from now on`).waitFor();
  await expect.poll(() => page.getByText(`Visits were refused from ${stranger}`).count()).toBe(0);
  // The service reads the websites again when they are ten seconds old. Until then it counts none of these visits.
  const status = async () => (await visitWith(page, stranger, tag)).status;
  await expect.poll(status, { interval: 2000 }).toBe(202);
  await expect.poll(() => visitsOf(pageId)).toBe(1);
  stop();
});

consoleTest('unknown pages that visits named are said beside the script, and in Settings', async () => {
  const pageId = await pageOn(website, 'Another id');
  const page = await openReady(`#/pages/${pageId}?few=why`, 'Another id');
  await page.getByRole('button', { name: 'Create the key of this website' }).click();
  const tag = await copied(page);
  // The id of a page elsewhere, and what somebody takes for an id.
  const wrongIds = [`page_${Date.now().toString().padStart(26, '0')}`, 'Pricing & plans'];
  for (const wrong of wrongIds) {
    const { status } = await visitWith(page, `${website}/not-found`, tag.replace(pageId, wrong));
    expect(status).toBe(202);
  }
  const few = page.getByRole('region', { name: 'Fewer visits than expected?' });
  const isSaidIn = async (place: Locator) => {
    for (const wrong of wrongIds)
      await place
        .getByText(`Visits name the page ${wrong}, which does not exist`)
        .waitFor({ timeout: 30_000 });
  };
  await isSaidIn(page.locator('.script-tag'));
  await isSaidIn(few);
  expect(await violations(page)).toEqual([]);
  await go(page, `?2#/settings?part=websites`);
  await isSaidIn(page.getByRole('region', { name: 'Refused' }));
  expect(await visitsOf(pageId)).toBe(0);
});

consoleTest('Settings has the websites: one is added as it is pasted, and removed with an undo', async () => {
  expectErrors(/400/);
  const page = await openReady('#/settings?part=websites', 'Settings');
  const origins = async () =>
    (await get<{ items: { origin: string }[] }>('websites?limit=100')).items.map(({ origin }) => origin);
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'New website' });
  await submit(dialog, { Address: 'shop.settings.example' }, 'Add the website');
  await dialog.getByRole('alert').filter({ hasText: 'https://' }).waitFor();
  await submit(dialog, { Address: 'https://Shop.Settings.example/basket?id=7' }, 'Add the website');
  const shop = 'https://shop.settings.example';
  const row = page.getByRole('row', { name: shop });
  await row.waitFor();
  expect(await origins()).toContain(shop);
  await row.getByRole('button', { name: `Remove ${shop}` }).click();
  await expect.poll(() => row.count()).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await row.waitFor();
  expect(await origins()).toContain(shop);
  await row.getByRole('button', { name: `Remove ${shop}` }).click();
  await expect.poll(origins).not.toContain(shop);
});
