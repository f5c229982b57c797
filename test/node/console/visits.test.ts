import { expect } from 'vitest';
import { get, service } from './api.ts';
import { consoleTest, expectErrors, go, isReady, openReady, readToEnd } from './open.ts';
import { press, submit, violations } from './tab.ts';

const home = 'Trailmark: know who walks in';
const inOctober = 'view=sessions&from=2026-10-01&to=2026-10-31&zone=Europe%2FBerlin';
const address = (more = '') => `#/pages/${service.pageId}?${inOctober}${more}`;
const instants = 'startDate=2026-09-30T22:00:00Z&endDate=2026-10-31T23:00:00Z';

interface Visit {
  analyticsSessionId: string;
  sessionStartedAt: string;
  personId: string | null;
}
const visits = (query: string) =>
  get<{ items: Visit[]; totalCount: number | null }>(
    `pages/${service.pageId}/audience_sessions?${instants}&limit=100&${query}`,
  );

consoleTest('the list has the visits of the days of the zone, and loads more by cursor', async () => {
  const { items, totalCount } = await visits('');
  const page = await openReady(address(), home);
  await page.getByText(`${totalCount} visits`, { exact: true }).waitFor();
  const times = () =>
    page.locator('.visits tbody time').evaluateAll((all) => all.map((time) => time.getAttribute('datetime')));
  expect((await times()).slice(0, 50)).toEqual(
    items.slice(0, 50).map(({ sessionStartedAt }) => sessionStartedAt),
  );
  // The device of the tests is in Berlin.
  await go(page, address().replace('Berlin', 'Lisbon'));
  const { sessionStartedAt = '' } = items[0] ?? {};
  const lisbon = { timeZone: 'Europe/Lisbon', timeStyle: 'short' } as const;
  const clock = new Date(sessionStartedAt).toLocaleTimeString('en-GB', lisbon);
  await page.locator(`.visits tbody time[datetime="${sessionStartedAt}"]`).getByText(clock).waitFor();
  await page.goBack();
  await page.locator('.visits .row-link').last().scrollIntoViewIfNeeded();
  await expect.poll(async () => (await times()).length).toBeGreaterThanOrEqual(100);
  expect((await times()).slice(0, 100)).toEqual(items.map(({ sessionStartedAt }) => sessionStartedAt));
});

consoleTest('filters are chosen by the keyboard, are pills in the address, and are removed', async () => {
  const page = await openReady(address(), home);
  await page.keyboard.press('f');
  const dialog = page.getByRole('dialog', { name: 'Filter the visits' });
  await dialog.getByLabel('By').selectOption('Country');
  await dialog.getByLabel('Value').locator('option[value="AT"]').waitFor({ state: 'attached' });
  await dialog.getByLabel('Value').selectOption('AT');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Filter' }).click();
  await page.waitForURL(/country=AT/);
  await page.keyboard.press('f');
  await dialog.getByLabel('Value').selectOption('true');
  await dialog.getByRole('button', { name: 'Filter' }).click();
  await page.waitForURL(/hasConversion=true/);
  await isReady(page, home);
  const { items } = await visits('country=AT&hasConversion=true');
  expect(await page.locator('.visits .row-link').count()).toBe(items.length);
  await page.getByText('Austria').first().waitFor();

  await page.getByRole('link', { name: /Remove the filter Country/ }).click();
  await page.waitForURL((url) => !url.hash.includes('country'));
  await page.getByRole('link', { name: 'Clear' }).click();
  await page.waitForURL((url) => !url.hash.includes('hasConversion'));
  await isReady(page, home);

  // A person is found by an id only.
  const converted = await visits('hasFormSubmit=true');
  const personId = converted.items.find((visit) => visit.personId)?.personId;
  if (!personId) throw new Error('no visit has a person');
  await page.keyboard.press('f');
  await dialog.getByLabel('By').selectOption('Person');
  await submit(dialog, { Person: 'Zoe' }, 'Filter');
  await dialog.getByRole('alert').waitFor();
  await submit(dialog, { Person: personId }, 'Filter');
  await isReady(page, home);
  const ofPerson = await visits(`personId=${personId}`);
  await expect.poll(() => page.locator('.visits .row-link').count()).toBe(ofPerson.items.length);

  // A filter that finds nothing leads back.
  await go(page, address('&utmCampaign=there-is-none'));
  await page.getByText('No visit in this range matches').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Remove the filters' }).click();
  await isReady(page, home);
  expect(await page.locator('.visits .row-link').count()).toBeGreaterThan(10);
});

consoleTest('from the overview all visits are a link away, with its range and its filters', async () => {
  const view = 'from=2026-10-01&to=2026-10-31&zone=Europe%2FBerlin&country=AT';
  const { items, totalCount } = await get<{ items: { pageId: string }[]; totalCount: number }>(
    `audience_sessions?${instants}&limit=100&country=AT`,
  );
  const page = await openReady(`#/?${view}`, 'Overview');
  await readToEnd(page);
  await page.getByRole('link', { name: 'All visits' }).click();
  await page.waitForURL(new RegExp(`#/visits\\?${view.replaceAll('&', '.*')}`));
  await isReady(page, 'Visits');
  await page.getByText(`${totalCount} visits`, { exact: true }).waitFor();
  const shown = await page.locator('.visits tbody td:nth-child(4)').allTextContents();
  expect(shown.length).toBeGreaterThanOrEqual(Math.min(50, items.length));
  // Each has the name of its page.
  const pagesOf = (visits: { pageId: string }[]) => new Set(visits.map(({ pageId }) => pageId)).size;
  expect(new Set(shown).size).toBe(pagesOf(items.slice(0, shown.length)));
  expect(shown).toContain(home);
  await page.locator('.visits .row-link').first().click();
  await page
    .getByRole('complementary', { name: 'Visit' })
    .getByRole('link', { name: 'All fields' })
    .waitFor();
  // What visitors did is a filter here, too; who they were is one of a page.
  await press(page, 'Escape', 'f');
  const dialog = page.getByRole('dialog', { name: 'Filter the visits' });
  const by = dialog.getByLabel('By').locator('option');
  await by.filter({ hasText: 'Conversion' }).waitFor({ state: 'attached' });
  const filters = await by.allTextContents();
  expect(filters).not.toContain('Person');
});

consoleTest('a visit opens at the side: what happened, all fields, JSON; Escape closes it', async () => {
  expectErrors(/404/);
  const { items } = await visits('hasFormSubmit=true&hasConversion=true');
  const [visit] = items;
  if (!visit) throw new Error('no visit converted by a form');
  const page = await openReady(address('&hasFormSubmit=true&hasConversion=true'), home);
  await page.locator('.visits .row-link').first().focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/open=visit%3Apage_/);
  const drawer = page.getByRole('complementary', { name: 'Visit' });
  await drawer.getByText('Sent a form').first().waitFor();
  await isReady(page, home);
  const begin = new Date(visit.sessionStartedAt).toLocaleTimeString('en-GB', {
    timeZone: 'Europe/Berlin',
    hour: '2-digit',
    minute: '2-digit',
  });
  expect(await drawer.locator('.rail time').first().textContent()).toBe(begin);
  await drawer.getByRole('link', { name: 'All fields' }).click();
  await drawer.getByText('Europe/Berlin').waitFor();
  expect(await violations(page)).toEqual([]);
  await drawer.getByRole('button', { name: 'Id of the visit, and its JSON' }).click();
  await page.getByRole('link', { name: 'Show as JSON' }).click();
  await drawer.getByText(`"${visit.sessionStartedAt}"`).first().waitFor();
  await page.keyboard.press('Escape');
  await page.waitForURL((url) => !url.hash.includes('open='));

  // One that does not exist is a problem in the words of the service.
  await go(page, address(`&open=visit:${service.pageId}:nothing-has-this-id`));
  await drawer.getByRole('alert').waitFor();
  expect(await drawer.getByRole('alert').textContent()).toContain('The page has no session with this id.');
});
