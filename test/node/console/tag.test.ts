import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  consoleTest,
  expectErrors,
  isReady,
  newKey,
  openConsole,
  send,
  service,
  violations,
} from './open.ts';

/** The origin of the demo website, which the service allows. */
const website = service && new URL(service.site).origin;

/** A new page whose address is on a website. */
async function pageOn(origin: string, title: string): Promise<string> {
  const url = `${origin}/tag-${process.pid}-${Date.now()}`;
  return (await send('POST', 'pages', { title, url })).pageId ?? '';
}

const visitsOf = async (pageId: string) =>
  (await send<{ items: unknown[] }>('GET', `pages/${pageId}/audience_sessions`)).items.length;

async function copied(page: Page): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy the script' }).click();
  const text = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(text).toMatch(/^<script .*<\/script>$/);
  return text();
}

/** Pastes a script into the head of a page of a website, as a visitor gets it. Answers the errors that the browser says. */
async function visitWith(page: Page, address: string, tag: string): Promise<string[]> {
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
  await answered;
  // What the browser says of it comes after it.
  await visited.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  await context.close();
  return errors;
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

consoleTest(
  'the scripts of a page and of Settings work as pasted: they come with their key, and leave a visit',
  async () => {
    const pageId = await pageOn(website, 'Script of a page');
    const page = await openConsole(`#/pages/${pageId}`);
    await isReady(page, 'Script of a page');
    // Without a key there is nothing to copy that would not work.
    expect(await page.locator('.script-tag code', { hasText: '<script' }).count()).toBe(0);
    await page.locator('.script-tag').getByText(`one of them must name ${website}`).waitFor();
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
    expect(await visitWith(page, `${website}/not-found`, tag)).toEqual([]);
    await expect.poll(() => visitsOf(pageId)).toBe(1);
    await expect.poll(() => page.locator('.stat .figure').first().textContent()).toBe('1');

    const other = await pageOn(website, 'Script of Settings');
    await page.goto(`${service.address}/console/#/settings?new=website`);
    await page.getByRole('button', { name: 'Make the key' }).click();
    const made = page.getByRole('dialog', { name: /is made$/ });
    await made.getByLabel('Page').selectOption(other);
    await made.getByText(`one of them must name ${website}`).waitFor();
    expect(await visitWith(page, `${website}/not-found`, await copied(page))).toEqual([]);
    await expect.poll(() => visitsOf(other)).toBe(1);
  },
);

consoleTest('the script says when its key ends, as one does that is made after a sign-in', async () => {
  const pageId = await pageOn(website, 'Script for a while');
  const expiresAt = '2027-02-03T12:00:00.000Z';
  const scopes = ['read', 'admin'];
  const { key } = await send('POST', 'api_keys', { name: 'ends', scopes, expiresAt });
  const page = await openConsole(`#/pages/${pageId}`, { key: key ?? '' });
  await isReady(page, 'Script for a while');
  await page.getByRole('button', { name: 'Create the key of this website' }).click();
  await copied(page);
  const note = page.locator('.script-tag .note', { hasText: 'The key in it ends on' });
  expect(await note.textContent()).toMatch(
    /ends on 3 Feb 2027.* 13:00.* visits of this website are refused.*npm run key -- create --name website --scopes collect/,
  );
  expect(await violations(page)).toEqual([]);
});

consoleTest('who may not make keys pastes one; a key that may do more is refused', async () => {
  expectErrors(/40[0-3]/);
  const pageId = await pageOn(website, 'Pasted key');
  const reader = await newKey('read');
  const page = await openConsole(`#/pages/${pageId}`, { key: reader });
  await isReady(page, 'Pasted key');
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
  await refused(`${reader.slice(0, -1)}${reader.endsWith('a') ? 'b' : 'a'}`, /does not know this key/);
  expect(await violations(page)).toEqual([]);
  await paste(await newKey('collect'));
  expect(await visitWith(page, `${website}/not-found`, await copied(page))).toEqual([]);
  await expect.poll(() => visitsOf(pageId)).toBe(1);
});

consoleTest(
  'from a website that is not allowed no visit is counted, and it is said where to look',
  async () => {
    const { address: stranger, stop } = await newWebsite();
    const pageId = await pageOn(stranger, 'Refused visits');
    const page = await openConsole(`#/pages/${pageId}?few=why`);
    await isReady(page, 'Refused visits');
    await page.getByRole('button', { name: 'Create the key of this website' }).click();
    const errors = await visitWith(page, stranger, await copied(page));
    stop();
    expect(errors.join()).toMatch(/403/);
    expect(await visitsOf(pageId)).toBe(0);
    const few = page.getByRole('region', { name: 'Fewer visits than you expected?' });
    for (const place of [page.locator('.script-tag'), few]) {
      await place.getByText(`one of them must name ${stranger}`).waitFor();
      expect(await place.getByRole('link', { name: 'origin_not_allowed' }).getAttribute('href')).toBe(
        '/docs/problems/origin_not_allowed',
      );
    }
    await few.getByRole('link', { name: 'origin_not_allowed' }).click();
    await page.getByText('VISIT_ORIGINS').first().waitFor();
  },
);
