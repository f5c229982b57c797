import { expect } from 'vitest';
import { askedBy, refuse } from './answers.ts';
import { get, importVisits, newAudience, send, service } from './api.ts';
import { consoleTest, expectErrors, go, goTo, isReady, openConsole, openReady, readToEnd } from './open.ts';
import { askPalette, clipboard, overflow, submit, violations } from './tab.ts';

interface Link {
  pageLinkId: string;
  path: string;
  deletedAt: string | null;
}

const newLink = (path: string): Promise<Link> =>
  send<Link>('POST', 'page_links', { path, target: { targetType: 'page', pageId: service.pageId } });

consoleTest('a link is created with a domain, copied, changed, and found by a part of its path', async () => {
  const { tenantDomainId } = await send('POST', 'tenant_domains', { domain: 'links.console.example' });
  const page = await openReady('#/links', 'Links');
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'New link' });
  await dialog.getByLabel('Path').fill('spring/für-alle');
  await dialog.getByLabel('Domain').selectOption({ label: 'links.console.example' });
  await dialog.getByText('https://links.console.example/spring/für-alle').waitFor();
  await dialog.getByRole('button', { name: 'Create the link' }).click();

  const drawer = page.getByRole('complementary', { name: 'Link' });
  await drawer.getByRole('button', { name: 'Copy the link' }).click();
  await expect.poll(() => clipboard(page)).toBe('https://links.console.example/spring/für-alle');
  await drawer.getByText('Visits by this link, last 30 days').waitFor();

  await drawer.getByRole('button', { name: 'Edit' }).click();
  await submit(drawer, { Path: '/summer' }, 'Save');
  await drawer.locator('.record-name', { hasText: 'https://links.console.example/summer' }).waitFor();

  await page.getByRole('searchbox').fill('SUMM');
  await page.getByText('1 link found').waitFor();
  await page.getByLabel('Domain').selectOption({ label: 'Same website' });
  await page.getByText('No links match').waitFor();
  await page.getByLabel('Domain').selectOption(tenantDomainId ?? '');
  await page.getByRole('link', { name: 'links.console.example/summer' }).waitFor();
});

consoleTest('a path that is taken leads to its link; a link leads to an audience, by its name', async () => {
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

  await go(page, '#/links?new=link');
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
  await drawer.getByText('Visits by this link, last 30 days').waitFor();
  // In the list it has the name too.
  await goTo(page, '#/links?to=audience&q=zoe', 'Links');
  await page.getByText('Zoë Lindqvist on').first().waitFor();
});

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
  expect(await get<Link>(`page_links/${pageLinkId}`)).toMatchObject({ deletedAt: null });

  await row.click();
  await drawer.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(async () => (await get<Link>(`page_links/${pageLinkId}`)).deletedAt).not.toBe(null);
  await page.getByText('No links match').waitFor();
});

consoleTest('a link that somebody else changed is not deleted', async () => {
  expectErrors(/412/);
  const { pageLinkId } = await newLink('/conflict-before');
  const page = await openConsole(`#/links?q=conflict&open=${pageLinkId}`);
  const drawer = page.getByRole('complementary', { name: 'Link' });
  await drawer.getByRole('button', { name: 'Delete' }).click();
  await send('PATCH', `page_links/${pageLinkId}`, { path: '/conflict-again' });
  await page.getByText('It was not deleted').waitFor();
  await page.getByRole('link', { name: '/conflict-again' }).waitFor();
});

consoleTest('the palette finds records of each kind by name, and opens them by id', async () => {
  // No audience has the id that is pasted below.
  expectErrors(/404/);
  const { pageId, audienceId } = (await newAudience()).audience;
  const page = await openReady('#/', 'Overview');
  const box = page.getByRole('combobox', { name: 'Actions' });
  const ask = async (text: string) => {
    await box.waitFor({ state: 'hidden' });
    await askPalette(page, text);
  };
  await ask('lindqvist');
  await page.getByRole('option', { name: /Zoë Lindqvist.*Person/ }).waitFor();
  await page.getByRole('option', { name: /\/for\/zoe-lindqvist/ }).waitFor();
  await page.keyboard.press('Escape');
  for (const part of ['wind log', 'northwind.exa']) {
    await ask(part);
    const company = page.getByRole('option', { name: 'Northwind Logistics Account' });
    await company.locator('[data-initials="NL"]').waitFor();
    await page.keyboard.press('Escape');
  }
  await ask('\u200Bnorthwind.example');
  await page.getByText('No matches.').or(page.getByRole('option')).first().waitFor();
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
  await page.getByText('No matches.').waitFor();
  await page.keyboard.press('Escape');
  const asked = askedBy(page);
  await ask(audienceId);
  await page.getByRole('option', { name: /Audience/ }).waitFor();
  const paths = asked.map(({ path }) => path);
  expect(paths.filter((path) => path.includes(audienceId))).toEqual([`/v0/audiences/${audienceId}`]);
  await page.getByRole('option', { name: /Audience/ }).click();
  await page.waitForURL(new RegExp(`#/pages/${pageId}/audiences/${audienceId}`));
});

/** A new page with visits by links to it: so many of each path, of which so many converted. */
async function pageWithVisits(links: Record<string, [visits: number, conversions: number]>) {
  const url = `https://links.example/${process.pid}/${Date.now()}`;
  const { pageId = '' } = await send('POST', 'pages', { title: 'A page with links', url });
  const made: Link[] = [];
  for (const [path, [visits, conversions]] of Object.entries(links)) {
    made.push(await send<Link>('POST', 'page_links', { path, target: { targetType: 'page', pageId } }));
    const sessions = Array.from({ length: visits }, (_, index) => ({
      pageUrl: `https://links.example${path}`,
      hasConversion: index < conversions,
    }));
    await importVisits(pageId, Date.now() - 3 * 86_400_000, ...sessions);
  }
  return { pageId, links: made };
}

consoleTest('which of two links to one page works better is seen in the list of links', async () => {
  const { pageId, links } = await pageWithVisits({
    '/better/new': [3, 2],
    '/better/spring': [40, 2],
    '/better/autumn': [50, 15],
  });
  const page = await openReady('#/links?q=better/', 'Links');
  const rows = page.locator('.table tbody tr');
  const cells = (row: number) => rows.nth(row).locator(':is(th, td):not(.choose)').allInnerTexts();
  const shown = async () =>
    (await Promise.all([0, 1, 2].map(cells))).map(([path, , target, ...figures]) => [
      path,
      target,
      ...figures,
    ]);
  expect(await shown()).toEqual([
    ['/better/autumn', 'A page with links · 3 links, best first', '50', 'Best 30%'],
    ['/better/spring', 'Same page', '40', '5%'],
    ['/better/new', 'Same page', '3', '2 of 3'],
  ]);
  const widths = await page
    .locator('.link-bar > span')
    .evaluateAll((bars) => bars.map((bar) => (bar as HTMLElement).style.inlineSize));
  expect(widths).toEqual(['100%', '80%', '6%']);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Today' }).click();
  await isReady(page, 'Links');
  expect((await shown()).map(([path, , ...figures]) => [path, ...figures])).toContainEqual([
    '/better/autumn',
    '0',
    '–',
  ]);

  // The link's own screen counts its visits in the range only, and leads to them.
  const autumn = links[2]?.pageLinkId ?? '';
  await go(page, `#/links?q=better/&range=today&open=${autumn}`);
  await page.getByText('A visit belongs to the link whose address it began at.').waitFor();
  await go(page, `#/links?q=better/&open=${autumn}`);
  const drawer = page.getByRole('complementary', { name: 'Link' });
  await drawer.getByText('15 of 50 visits').waitFor();
  await drawer.getByRole('link', { name: 'See 50 visits of A page with links' }).click();
  await isReady(page, 'A page with links');
  await page.getByText('Link: /better/autumn').waitFor();
  await page.getByText('50 visits', { exact: true }).waitFor();
  await page.locator('.visits .row-link').first().click();
  const visit = page.getByRole('complementary', { name: 'Visit' });
  await visit.getByText('Came through the link /better/autumn').waitFor();

  // The filter offers the links by their paths; a breakdown names them, and leads to all links of the page.
  await page.keyboard.press('f');
  const dialog = page.getByRole('dialog', { name: 'Filter the visits' });
  await dialog.getByLabel('By').selectOption('Link');
  await dialog.getByLabel('Value').selectOption({ label: '/better/spring (40)' });
  await dialog.getByRole('button', { name: 'Filter' }).click();
  await page.getByText('or /better/spring').waitFor();
  await goTo(page, `#/pages/${pageId}?landed-by=pageLinkId`, 'A page with links');
  await readToEnd(page);
  const panel = page.getByRole('region', { name: 'Where they landed' });
  expect(await panel.getByRole('rowheader').allInnerTexts()).toEqual([
    '/better/autumn',
    '/better/spring',
    '/better/new',
  ]);
  await panel.getByRole('link', { name: '/better/new' }).click();
  await page.getByText('Link: /better/new').waitFor();
  await panel.getByRole('link', { name: 'Compare the links of this page' }).click();
  await page.getByText('3 links found').waitFor();
  await page.getByText('Page: A page with links').waitFor();
});

consoleTest('a link that cannot be read is named by its id', async () => {
  expectErrors(/404/);
  const { pageId } = await pageWithVisits({ '/cannot-be-read': [1, 0] });
  const page = await openConsole('#/links');
  const problem = { code: 'page_link_not_found', title: 'No such link' };
  await refuse(page, /\/v0\/page_links\/page_link_/, 404, problem);
  await go(page, `#/pages/${pageId}?landed-by=pageLinkId`);
  await readToEnd(page);
  await page
    .getByRole('region', { name: 'Where they landed' })
    .getByText(/^page_link_\w{26}$/)
    .waitFor();
});

consoleTest('visits of too many links to be counted are not shown as none', async () => {
  expectErrors(/400/);
  await newLink('/visits-not-known');
  const page = await openReady('#/accounts', 'Accounts');
  const counting = /page_links\/search.*startDate/;
  await refuse(page, counting, 400, { code: 'too_many_values', title: 'Too many' });
  await goTo(page, '#/links?q=visits-not-known', 'Links');
  const row = page.getByRole('row', { name: /visits-not-known/ });
  expect(await row.getByRole('cell', { name: '–', exact: true }).count()).toBe(2);
  await page.getByText(/than can be counted at once/).waitFor();
  await page.unroute(counting);
  await page.reload();
  await row.getByRole('cell', { name: '0', exact: true }).waitFor();
});

consoleTest('a link is shared with a campaign and a QR code, without a request', async () => {
  const { tenantDomainId } = await send('POST', 'tenant_domains', { domain: 'share.console.example' });
  const target = { targetType: 'page', pageId: service.pageId };
  const ofDomain = await send<Link>('POST', 'page_links', { path: '/für-alle', tenantDomainId, target });
  const page = await openReady(`#/links?q=share&open=${ofDomain.pageLinkId}`, 'Links', { width: 360 });
  await page.getByRole('link', { name: 'Share …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share /für-alle' });
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await dialog.getByLabel('Source').fill('news letter');
  await dialog.getByLabel('Campaign', { exact: true }).fill('spring&summer');
  const address =
    'https://share.console.example/für-alle?utm_source=news+letter&utm_campaign=spring%26summer';
  await dialog.getByRole('img', { name: `QR code of ${address}` }).waitFor();
  await dialog.getByRole('button', { name: 'Copy the link' }).click();
  await expect.poll(() => clipboard(page)).toBe(address);
  for (const ending of ['svg', 'png']) {
    const file = page.waitForEvent('download');
    await dialog.getByRole('button', { name: `Download ${ending.toUpperCase()}` }).click();
    expect((await file).suggestedFilename()).toBe(`qr-für-alle.${ending}`);
  }
  // Only the script of the dialog.
  expect(requests.filter((url) => !/^blob:|\/assets\/|\/v0\/sample_data$/.test(url))).toEqual([]);
  expect(await violations(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
  await page.keyboard.press('Escape');
  await expect.poll(() => dialog.count()).toBe(0);

  // Without a domain, the website is that of the page until the reader names another.
  await go(page, `#/links?open=${(await newLink('/shared')).pageLinkId}`);
  await page.getByRole('link', { name: 'Share …' }).click();
  const other = page.getByRole('dialog', { name: 'Share /shared' });
  const { url = '' } = await get(`pages/${service.pageId}`);
  await other.getByText(`${new URL(url).origin}/shared`).waitFor();
  await other.getByLabel('Website').fill('shop.example');
  await other.getByRole('alert').waitFor();
  await other.getByLabel('Website').fill('https://shop.example/');
  await other.getByText('https://shop.example/shared').waitFor();
});
