import type { AccountAnalytics, AccountAnalyticsList, PersonAnalyticsList } from '@footfall/client';
import { expect } from 'vitest';
import { alter, askedBy } from './answers.ts';
import { get, service } from './api.ts';
import { consoleTest, go, goTo, isReady, openConsole, openReady } from './open.ts';
import { violations } from './tab.ts';

const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
// Two weeks to which no other test adds a visit: some add visits of the last seven days.
const days = `from=${dayBefore(22)}&to=${dayBefore(9)}&zone=UTC`;
const instants = `startDate=${dayBefore(22)}T00:00:00Z&endDate=${dayBefore(8)}T00:00:00Z`;
const came = <T>(kind: 'accounts' | 'persons', more = '') =>
  get<T>(`analytics/${kind}?${instants}&sort=-lastVisitAt&limit=100${more}`);
const companies = () => came<AccountAnalyticsList>('accounts');
const people = () => came<PersonAnalyticsList>('persons');
const nameOf = async (kind: 'accounts' | 'persons', id: string) =>
  (await get<{ name: string }>(`${kind}/${id}`)).name;

consoleTest('the overview says which companies and people came, with few requests', async () => {
  const { items, total, unknown, totalCount } = await companies();
  const known = total.totalSessions - unknown.totalSessions;
  expect(items.length).toBeGreaterThan(7);
  const page = await openConsole('#/nothing');
  const requests = askedBy(page);
  await goTo(page, `#/?compare=off&${days}`, 'Overview');
  const panel = page.getByRole('region', { name: 'Who visited' });
  const [some, all] = [known, total.totalSessions].map((count) => count.toLocaleString('en'));
  await panel.getByText(new RegExp(`^${some} of ${all} visits identified \\([\\d.]+%\\)\\.$`)).waitFor();
  expect(requests.filter(({ path }) => path.includes('accounts'))).toHaveLength(1);
  const first = await nameOf('accounts', items[0]?.accountId ?? '');
  expect(await panel.locator('.who-name').count()).toBe(6);
  expect(await panel.locator('.who-name').first().textContent()).toBe(first);
  const row = panel.getByRole('listitem').first();
  await row.getByText(/^\d+ visits?$/).waitFor();
  // The pages that it saw, and what one of its people did last.
  const detailed = await came<AccountAnalyticsList>('accounts', '&details=true&names=true');
  const [{ pages = [], latestVisit } = { latestVisit: null }] = detailed.items;
  expect(await row.textContent()).toContain(pages[0]?.name);
  expect(await row.textContent()).toContain(latestVisit?.personName);
  expect(await row.textContent()).toContain(latestVisit?.pageName);
  await panel
    .getByText(/^Hot: a conversion and at least \d+ engaged visits in this range, .* A link can be forwarded/)
    .waitFor();
  await panel.getByRole('link', { name: `Show all ${totalCount} companies` }).click();
  await page.waitForURL(/all=who/);
  await expect.poll(() => panel.locator('.who-name').count()).toBe(totalCount);

  await panel.getByRole('link', { name: 'People', exact: true }).click();
  await page.waitForURL(/who=people/);
  await isReady(page, 'Overview');
  const persons = await people();
  const isLinkOnly = persons.items.slice(0, 6).findIndex(({ formSessions }) => formSessions === 0);
  const name = await nameOf('persons', persons.items[isLinkOnly]?.personId ?? '');
  expect(await panel.locator('.who-name').nth(isLinkOnly).textContent()).toBe(`${name}’s link`);
});

consoleTest('which companies came this week, and what did they look at: in three actions', async () => {
  const page = await openReady('#/', 'Overview');
  // 1: the week. 2: a company. 3: its pages.
  await page.keyboard.press('w');
  await page.waitForURL(/range=7d/);
  await isReady(page, 'Overview');
  const panel = page.getByRole('region', { name: 'Who visited' });
  const name = await panel.locator('.who-name').first().textContent();
  await panel.locator('.who-name').first().click();
  const drawer = page.getByRole('complementary', { name: 'Account' });
  await drawer.locator('.record-name', { hasText: name ?? '' }).waitFor();
  await drawer.getByRole('heading', { name: 'Visits, last 7 days' }).waitFor();
  await drawer.getByRole('link', { name: 'Pages' }).click();
  await isReady(page, 'Overview');
  expect(await drawer.locator('.who-name').count()).toBeGreaterThan(0);
  await drawer.locator('.who-name').first().click();
  await page.waitForURL(/#\/pages\/page_\w+\?range=7d$/);
});

consoleTest('where nobody is known it says how a company becomes known', async () => {
  const page = await openConsole('#/nothing');
  await alter<AccountAnalyticsList>(page, /\/v0\/analytics\/accounts\?/, (list) => ({
    ...list,
    items: [],
    totalCount: 0,
    hasMore: false,
    nextCursor: null,
    unknown: list.total,
  }));
  await goTo(page, `#/?${days}`, 'Overview');
  await page.getByText('No visits of a known company').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Create a link for a person' }).click();
  await page.getByRole('dialog', { name: 'New audience' }).waitFor();
});

consoleTest('an account says of how many of its people the visits are known', async () => {
  const page = await openReady(`#/accounts?range=12m&open=${service.accountId}`, 'Accounts', {
    before: (of) =>
      alter<PersonAnalyticsList>(of, /\/v0\/analytics\/persons\?/, (list) => ({
        ...list,
        items: [],
        hasMore: true,
      })),
  });
  const drawer = page.getByRole('complementary', { name: 'Account' });
  const people = await drawer.locator('.who > li').count();
  await drawer.getByText(`Visits are shown of 0 of these ${people} people: the ones among the 100`).waitFor();
});

consoleTest('accounts that came last are first, with visits in the range, by two requests', async () => {
  const { items, totalCount } = await companies();
  const page = await openConsole('#/nothing');
  const requests = askedBy(page);
  // Those of another test may come meanwhile: the order is that of the answer.
  const answered = page.waitForResponse(
    (response) => new URL(response.url()).pathname === '/v0/analytics/accounts',
  );
  await goTo(page, `#/accounts?${days}`, 'Accounts');
  const answer = await answered;
  expect(new URL(answer.url()).searchParams.get('sort')).toBe('-lastVisitAt');
  const sorted = (await answer.json()) as AccountAnalyticsList;
  const lists = requests.map(({ path }) => path).filter((path) => path.includes('accounts'));
  expect(lists.toSorted()).toEqual(['/v0/accounts', '/v0/analytics/accounts']);
  await page.getByText(new RegExp(`^${totalCount} of \\d+ companies visited, \\d.* 20\\d\\d\\.`)).waitFor();
  expect((await page.locator('.table .row-link').allTextContents()).slice(0, 4)).toEqual(
    sorted.items.slice(0, 4).map(({ account }) => account?.name),
  );
  // Each that came has a line, which says its visits in words.
  const lines = page.locator('.table .sparkline:visible');
  expect(await lines.count()).toBe(items.length);
  const labels = await lines.evaluateAll((all) => all.map((line) => line.getAttribute('aria-label') ?? ''));
  expect(labels[0]).toMatch(/^\d+ visits?(, on|; most on) \d+ \w{3}/);
  expect(labels.map((label) => Number.parseInt(label, 10)).toSorted()).toEqual(
    items.map(({ totalSessions }) => totalSessions).toSorted(),
  );
  // It asks for the room that a record takes, and a phone does not have.
  await page.locator('.table .row-link').first().click();
  await expect.poll(() => lines.count()).toBe(0);
  await page.keyboard.press('Escape');
  await expect.poll(() => lines.count()).toBe(items.length);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(() => lines.count()).toBe(0);
  await page.getByRole('link', { name: 'Without people' }).click();
  await isReady(page, 'Accounts');
  expect(await page.getByRole('navigation', { name: 'Range' }).count()).toBe(0);
});

consoleTest('an account shows who of its people came; a person, visits by links and forms', async () => {
  const { items } = await people();
  const accounts = (await companies()).items;
  const most = accounts.toSorted((a: AccountAnalytics, b) => b.peopleCount - a.peopleCount)[0];
  if (!most) throw new Error('no account came');
  const page = await openReady(`#/accounts?${days}&open=${most.accountId}`, 'Accounts');
  const account = page.getByRole('complementary', { name: 'Account' });
  await account.getByRole('heading', { name: /^Visits, \d.* 20\d\d$/ }).waitFor();
  await account.getByText(new RegExp(`^${most.totalSessions} visits: `)).waitFor();
  const fact = (label: string) =>
    account.locator('.came dt', { hasText: label }).locator('xpath=following-sibling::dd[1]').textContent();
  expect(await fact('Engaged')).toBe(`${most.engagedSessions} of ${most.totalSessions}`);
  expect(await fact('Converted')).toBe(`${most.conversionCount} of ${most.totalSessions}`);
  expect(most.conversionCount).not.toBe(most.engagedSessions);
  expect(await account.locator('.who time').count()).toBe(most.peopleCount);
  expect(await account.getByText('Visits are shown of').count()).toBe(0);
  // Those that came are above those that did not.
  const isTimed = await account
    .locator('.who li')
    .evaluateAll((all) => all.map((item) => item.querySelector('time') !== null));
  expect(isTimed.slice(0, most.peopleCount)).not.toContain(false);
  await account.locator('.who-name').first().click();
  const person = page.getByRole('complementary', { name: 'Person' });
  const name = (await person.locator('.record-name').textContent()) ?? '';
  await isReady(page, 'Accounts');
  const id = new URL(page.url()).hash.match(/open=(person_\w+)/)?.[1];
  const figures = items.find(({ personId }) => personId === id);
  if (!figures) throw new Error(`${name} did not come`);
  await person.getByText(new RegExp(`^${figures.totalSessions} visits?: `)).waitFor();
  // The range has ended: one may have come again since.
  const { latestVisitAt = '' } = await get<{ latestVisitAt: string }>(`persons/${id}`);
  const isLater = Date.parse(latestVisitAt) > Date.parse(figures.lastVisitAt);
  expect(
    await person.locator('.came time').evaluateAll((all) => all.map((time) => time.getAttribute('datetime'))),
  ).toEqual([...new Set([figures.firstVisitAt, figures.lastVisitAt, ...(isLater ? [latestVisitAt] : [])])]);
  await person.getByRole('link', { name: 'Pages' }).click();
  await isReady(page, 'Accounts');
  expect(await person.locator('.who-name').count()).toBeGreaterThan(0);

  // One that did not come is shown a longer range.
  await go(page, `#/accounts?range=7d&from=2020-01-01&to=2020-01-02&open=${id}`);
  await person.getByRole('link', { name: 'Show the last 12 months' }).click();
  await page.waitForURL(/range=12m/);
  await person.getByText(/^\d+ visits?: /).waitFor();
});

interface Visit {
  analyticsSessionId: string;
  personId: string | null;
  recipientPersonId: string | null;
}

consoleTest('a visit says through whose link it was opened, and who sent its form', async () => {
  const { items } = await get<{ items: Visit[] }>(
    `pages/${service.pageId}/audience_sessions?${instants}&limit=100`,
  );
  const linked = items.find(({ personId, recipientPersonId }) => recipientPersonId && !personId);
  if (!linked) throw new Error('no visit has a recipient only');
  const name = await nameOf('persons', linked.recipientPersonId ?? '');
  const heading = 'Trailmark: know who walks in';
  const address = `#/pages/${service.pageId}?view=sessions&${days}`;
  const page = await openReady(
    `${address}&open=visit:${service.pageId}:${linked.analyticsSessionId}`,
    heading,
  );
  const visit = page.getByRole('complementary', { name: 'Visit' });
  await visit.getByRole('link', { name: `${name}’s link` }).waitFor();
  await visit.getByText(/A link can be forwarded/).waitFor();
  expect(await visit.getByText('It is not known who this was').count()).toBe(0);
  await page
    .getByRole('cell', { name: `${name}’s link` })
    .first()
    .waitFor();
  await visit.getByRole('link', { name: 'All fields' }).click();
  await visit.getByText('Ids', { exact: true }).click();
  await visit.getByText('Recipient', { exact: true }).waitFor();

  const sent = (
    await get<{ items: Visit[] }>(`pages/${service.pageId}/audience_sessions?hasFormSubmit=true&limit=100`)
  ).items.find(({ personId, recipientPersonId }) => personId && personId === recipientPersonId);
  if (!sent) throw new Error('no recipient sent a form');
  await go(page, `${address}&open=visit:${service.pageId}:${sent.analyticsSessionId}`);
  await visit.getByText('The form names this person.').waitFor();
});
