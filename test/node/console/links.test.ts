import { expect } from 'vitest';
import { consoleTest, expectErrors, isReady, openConsole, send, service, violations } from './open.ts';

interface Link {
  pageLinkId: string;
  path: string;
  deletedAt: string | null;
}

const newLink = (path: string): Promise<Link> =>
  send<Link>('POST', 'page_links', { path, target: { targetType: 'page', pageId: service.pageId } });

consoleTest('a link is created with a domain, copied, changed, and found by a part of its path', async () => {
  const { tenantDomainId } = await send('POST', 'tenant_domains', { domain: 'links.console.example' });
  const page = await openConsole('#/links');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await isReady(page, 'Links');
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'New link' });
  await dialog.getByLabel('Path').fill('spring/für-alle');
  await dialog.getByLabel('Domain').selectOption({ label: 'links.console.example' });
  await dialog.getByText('https://links.console.example/spring/für-alle').waitFor();
  await dialog.getByRole('button', { name: 'Create the link' }).click();

  const drawer = page.getByRole('complementary', { name: 'Link' });
  await drawer.getByRole('button', { name: 'Copy the link' }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe('https://links.console.example/spring/für-alle');
  await drawer.getByText('Visits that began at this path').waitFor();

  await drawer.getByRole('button', { name: 'Edit' }).click();
  await drawer.getByLabel('Path').fill('/summer');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await drawer.locator('.record-name', { hasText: 'https://links.console.example/summer' }).waitFor();

  await page.getByRole('searchbox').fill('SUMM');
  await page.getByText('1 link found').waitFor();
  await page.getByLabel('Domain').selectOption({ label: 'No domain' });
  await page.getByText('No such links').waitFor();
  await page.getByLabel('Domain').selectOption(tenantDomainId ?? '');
  await page.getByRole('link', { name: 'links.console.example/summer' }).waitFor();
});

consoleTest(
  'a path that is taken leads to the link that has it; a link leads to an audience, by its name',
  async () => {
    expectErrors(/409/);
    const { pageLinkId } = await newLink('/taken-path');
    const page = await openConsole('#/links?new=link');
    const dialog = page.getByRole('dialog', { name: 'New link' });
    const drawer = page.getByRole('complementary', { name: 'Link' });
    await dialog.getByLabel('Path').fill('taken-path');
    await expect.poll(() => dialog.getByLabel('Page').inputValue()).toMatch(/^page_/);
    await dialog.getByRole('button', { name: 'Create the link' }).click();
    await dialog.getByText('Another page link has this path').waitFor();
    await dialog.getByRole('link', { name: 'Open the link that has this path' }).click();
    await page.waitForURL(new RegExp(`open=${pageLinkId}`));
    await drawer.getByText('/taken-path').first().waitFor();

    await page.goto(new URL('#/links?new=link', page.url()).href);
    await dialog.getByLabel('Path').fill('/to-an-audience');
    // Another test may have made a newer page, without audiences.
    await dialog.getByLabel('Page', { exact: true }).selectOption(service.pageId);
    const audience = dialog.getByLabel('Audience');
    // Nor is another audience of this page sure to stay.
    await audience.selectOption(service.audienceId);
    const name = (await audience.locator('option:checked').textContent()) ?? '';
    // What is written next does not take the choice back.
    await dialog.getByLabel('Path').fill('/to-this-audience');
    expect(await audience.inputValue()).toBe(service.audienceId);
    await dialog.getByRole('button', { name: 'Create the link' }).click();
    await drawer.getByRole('link', { name, exact: true }).waitFor();
    await drawer.getByText('Its audience, last 30 days').waitFor();
    // In the list it has the name too.
    await page.goto(new URL('#/links?to=audience&q=zoe', page.url()).href);
    await isReady(page, 'Links');
    await page.getByText('Zoë Lindqvist on').first().waitFor();
  },
);

consoleTest('a deleted link is gone at once; undo brings it back, and later it is deleted', async () => {
  const { pageLinkId } = await newLink('/deleted-later');
  const page = await openConsole(`#/links?q=deleted-later&open=${pageLinkId}`);
  const row = page.getByRole('link', { name: '/deleted-later' });
  await row.waitFor();
  const drawer = page.getByRole('complementary', { name: 'Link' });
  await drawer.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('/deleted-later was deleted').waitFor();
  await expect.poll(() => row.count()).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await row.waitFor();
  expect(await send<Link>('GET', `page_links/${pageLinkId}`)).toMatchObject({ deletedAt: null });

  await row.click();
  await drawer.getByRole('button', { name: 'Delete' }).click();
  await expect
    .poll(async () => (await send<Link>('GET', `page_links/${pageLinkId}`)).deletedAt)
    .not.toBe(null);
  await page.getByText('No such links').waitFor();
});

consoleTest('a link that somebody else changed is not overwritten, nor deleted', async () => {
  expectErrors(/412/);
  const { pageLinkId } = await newLink('/conflict-before');
  const page = await openConsole(`#/links?q=conflict&open=${pageLinkId}`);
  const drawer = page.getByRole('complementary', { name: 'Link' });
  await drawer.getByRole('button', { name: 'Edit' }).click();
  await drawer.getByLabel('Path').fill('/conflict-mine');
  await send('PATCH', `page_links/${pageLinkId}`, { path: '/conflict-theirs' });
  await drawer.getByRole('button', { name: 'Save' }).click();
  const conflict = drawer.getByRole('alert');
  await conflict.getByText('/conflict-theirs').waitFor();
  expect(await violations(page)).toEqual([]);
  await conflict.getByRole('button', { name: 'Take what is saved' }).click();
  await drawer.locator('.record-name', { hasText: '/conflict-theirs' }).waitFor();
  expect(await send('GET', `page_links/${pageLinkId}`)).toMatchObject({ path: '/conflict-theirs' });

  await drawer.getByRole('button', { name: 'Delete' }).click();
  await send('PATCH', `page_links/${pageLinkId}`, { path: '/conflict-again' });
  await page.getByText('It was not deleted').waitFor();
  await page.getByRole('link', { name: '/conflict-again' }).waitFor();
});

consoleTest('the palette finds persons, links and topics by name, and opens ids of every kind', async () => {
  // What looks like a domain is refused as one, sooner or later than the test asks for more.
  expectErrors(/400|404/);
  const pages = await send<{ items: { pageId: string }[] }>('GET', 'pages');
  const lastPage = pages.items.at(-1)?.pageId ?? '';
  const audiences = await send<{ items: { audienceId: string }[] }>('GET', `pages/${lastPage}/audiences`);
  const audienceId = audiences.items[0]?.audienceId ?? '';
  const page = await openConsole('#/');
  await isReady(page, 'Overview');
  const box = page.getByRole('combobox', { name: 'Actions' });
  const ask = async (text: string) => {
    await box.waitFor({ state: 'hidden' });
    await page.keyboard.press('Control+k');
    await box.fill(text);
  };
  await ask('lindqvist');
  await page.getByRole('option', { name: /Zoë Lindqvist.*Person/ }).waitFor();
  await page.getByRole('option', { name: /hello\.trailmark\.example\/for\/zoe-lindqvist/ }).waitFor();
  await page.keyboard.press('Escape');
  // A domain finds its account; of what looks like one and is none, nothing fails.
  await ask('northwind.example');
  await page.getByRole('option', { name: 'Northwind Logistics Account' }).waitFor();
  await page.keyboard.press('Escape');
  await ask('\u200Bnorthwind.example');
  await page.getByText('Nothing was found').or(page.getByRole('option')).first().waitFor();
  await page.keyboard.press('Escape');
  await ask('Plans and prices');
  await page.getByRole('option', { name: /Plans and prices.*Topic/ }).waitFor();
  await page.keyboard.press('Escape');
  for (const id of [service.personId, service.pageLinkId, service.topicId, service.apiKeyId]) {
    await ask(id);
    await page.getByRole('option', { name: `Open ${id}` }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`open=${id}`));
  }
  await ask('audience_01kafz8q6tf7n9t3cwh2k5v4xe');
  await page.getByText('Nothing was found.').waitFor();
  await page.keyboard.press('Escape');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await ask(audienceId);
  await page.getByRole('option', { name: /Audience/ }).waitFor();
  expect(asked.filter((path) => path.includes(audienceId))).toEqual([`/v0/audiences/${audienceId}`]);
  await page.getByRole('option', { name: /Audience/ }).click();
  await page.waitForURL(new RegExp(`#/pages/${lastPage}/audiences/${audienceId}`));
});

consoleTest('visits that the answers do not have are not shown as none', async () => {
  await newLink('/visits-not-known');
  const page = await openConsole('#/accounts');
  await isReady(page, 'Accounts');
  let isFull = true;
  await page.route(/analytics\/pages\?/, async (route) => {
    if (!isFull) return route.continue();
    const response = await route.fetch();
    const answer = (await response.json()) as { items: { pageId: string }[] };
    const [first] = answer.items;
    const items = Array.from({ length: 100 }, (_, index) => ({
      ...first,
      pageId: `page_${String(index).padStart(26, '0')}`,
    }));
    await route.fulfill({ response, json: { ...answer, items } });
  });
  await page.goto(new URL('#/links?q=visits-not-known', page.url()).href);
  await isReady(page, 'Links');
  const row = page.getByRole('row', { name: /visits-not-known/ });
  await row.getByRole('cell', { name: '–', exact: true }).waitFor();
  isFull = false;
  await page.reload();
  await row.getByRole('cell', { name: /^\d/ }).waitFor();
});
