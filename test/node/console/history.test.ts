import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { auditTypes } from '../../../console/src/screens/history/groups.ts';
import type { EventSettings } from '../../../src/outbound/events/settings-schemas.ts';
import { alter } from './answers.ts';
import { get, markup, newAudience, newKey, newPage, send, service } from './api.ts';
import { consoleTest, expectErrors, go, goTo, isReady, openConsole, openReady } from './open.ts';
import { askPalette, overflow, submit, violations } from './tab.ts';

const asksForEvents = (url: URL) => /^\/v0\/event(?:s|_settings)$/.test(url.pathname);
const history = (page: Page) => page.getByRole('region', { name: 'History' });
const see = 'See who changed it, and when';

/** Answers as a workspace that keeps some types, and has no event: the demo keeps a history, and other tests read it. */
const keepOnly = (page: Page, ...types: string[]) =>
  alter<object>(page, asksForEvents, (answer) =>
    'events' in answer ? { ...answer, events: [], hasMore: false } : { ...answer, types },
  );

consoleTest('of an audience: it is asked for when opened, and has an edit and a publish', async () => {
  const made = await newAudience({ customName: 'Ferries' }, service.pageId);
  const page = await openConsole(made.at);
  const asked: string[] = [];
  page.on('request', (request) => asksForEvents(new URL(request.url())) && asked.push(request.url()));
  await isReady(page, 'Ferries');
  expect(asked).toEqual([]);
  await history(page).getByRole('link', { name: see }).click();
  await history(page).getByText('The key “demo” created this audience').waitFor();
  expect(asked).toHaveLength(2);

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Name', { exact: true }).fill('Ferries and ports');
  await page.getByLabel('Title', { exact: true }).fill('Counts for ferries');
  await page.getByRole('button', { name: 'Save and publish' }).click();
  await history(page).getByText('The service published version 1').waitFor();
  const said = await history(page).locator('.sentence').allTextContents();
  expect(said).toEqual([
    'The service published version 1',
    'The key “demo” asked for version 1 to be published',
    'The key “demo” changed the name and the content',
    'The key “demo” began version 1',
    'The key “demo” created this audience',
  ]);
  expect(await violations(page)).toEqual([]);
  await history(page).getByRole('link', { name: 'Hide' }).click();
  await expect.poll(() => history(page).locator('.sentence').count()).toBe(0);
  await send('POST', `${made.route}/archive`, {});
});

consoleTest('the newest 20 are shown, and more when it is asked for', async () => {
  const made = await newAudience({ customName: 'Often archived' });
  for (let turn = 0; turn < 12; turn++) {
    await send('POST', `${made.route}/archive`, {});
    await send('POST', `${made.route}/restore`, {});
  }
  const page = await openReady(`${made.at}?beside=history`, 'Often archived');
  const sentences = history(page).locator('.sentence');
  expect(await sentences.count()).toBe(20);
  await history(page).getByRole('button', { name: 'Show more' }).click();
  await history(page).getByText('The key “demo” created this audience').waitFor();
  expect(await sentences.count()).toBe(26);
  expect(await history(page).getByRole('button', { name: 'Show more' }).count()).toBe(0);
});

consoleTest('of a person and of a link, in their words; a name is no markup', async () => {
  const { personId } = await send('POST', 'persons', { name: 'Told', email: 'told@history.example' });
  const { key } = await send('POST', 'api_keys', { name: markup, scopes: ['read', 'write'] });
  await send('PATCH', `persons/${personId}`, { name: 'Told again', phoneNumber: '+12125550191' }, key);
  const page = await openConsole(`#/persons?q=told@history&open=${personId}&tab=history`);
  const drawer = page.getByRole('complementary', { name: 'Person' });
  await drawer.getByText('changed the name and the phone').waitFor();
  expect(await drawer.locator('.sentence').allTextContents()).toEqual([
    `The key “${markup}” changed the name and the phone`,
    'The key “demo” created this person',
  ]);
  expect(await page.locator('img').count()).toBe(0);

  const target = { targetType: 'page', pageId: service.pageId };
  const { pageLinkId } = await send('POST', 'page_links', { path: '/told-in-history', target });
  await send('PATCH', `page_links/${pageLinkId}`, { path: '/told-again' });
  await goTo(page, `#/links?open=${pageLinkId}`, 'Links');
  await history(page).getByRole('link', { name: see }).click();
  await history(page).getByText('The key “demo” changed the path').waitFor();
  await send('DELETE', `page_links/${pageLinkId}`).catch(() => {});
});

/** Chooses what the service keeps while a test runs. No other file of tests reads a history. */
async function keeping(
  types: EventSettings['types'] | undefined,
  run: (before: EventSettings) => Promise<void>,
) {
  const before = await get<EventSettings>('event_settings');
  try {
    if (types) await send('PATCH', 'event_settings', { types });
    await run(before);
  } finally {
    await send('PATCH', 'event_settings', { types: before.types, retentionDays: before.retentionDays });
  }
}

consoleTest('that is not kept says so, and a key with admin keeps it from now on', () =>
  // What is erased is told all the time: the list of events asks for no name of it.
  keeping(['person.erased', 'account.erased', 'form.submitted'], async () => {
    const pageId = await newPage('A page without a history');
    const page = await openConsole(`#/pages/${pageId}?view=history`);
    await page.getByText('The history of this page is not saved').waitFor();
    expect(await violations(page)).toEqual([]);
    // Someone else changes the settings between the question and the change.
    expectErrors(/412/);
    let isFirst = true;
    await page.route(asksForEvents, async (route) => {
      if (isFirst && route.request().method() === 'PATCH') {
        isFirst = false;
        await send('PATCH', 'event_settings', { retentionDays: 31 });
      }
      await route.continue();
    });
    await page.getByRole('button', { name: 'Save the history from now on' }).click();
    await page.getByText('The history of all records is saved from now on').waitFor();
    await page.getByText(/^Nothing has happened to this page since \d/).waitFor();
    const { types, retentionDays } = await get<EventSettings>('event_settings');
    expect(retentionDays).toBe(31);
    expect(types.toSorted()).toEqual([...auditTypes, 'form.submitted'].toSorted());
    await send('PATCH', `pages/${pageId}`, { title: 'A page with one' });
    await page.reload();
    await page.getByText('The key “demo” changed the title').waitFor();
  }),
);

consoleTest('without admin it says who can; an empty one that is kept says since when', async () => {
  // Another test may erase a person before the name is read, here and below.
  expectErrors(/404/);
  const pageId = await newPage('A page without a history');
  const page = await openReady(`#/pages/${pageId}?view=history`, 'A page without a history', {
    key: await newKey('read', 'write'),
    width: 360,
    height: 740,
    before: (of) => keepOnly(of),
  });
  await page.getByText('A key with the scope admin can change that, in Settings, Events.').waitFor();
  expect(await page.getByRole('button', { name: /Keep/ }).count()).toBe(0);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await page.unroute(asksForEvents);

  await keepOnly(page, 'page.created');
  await page.reload();
  await page.getByText(/^Nothing has happened to this page since \d/).waitFor();
  await page.getByText('Not saved for this page: changed.').waitFor();
  await page.unroute(asksForEvents);

  await go(page, '#/settings?part=events');
  await page.getByText('To change it, a key needs the scope admin.').waitFor();
  await page.getByText('What happened to keys is shown to a key with the scope admin.').waitFor();
  await isReady(page, 'Settings');
  expect(await page.getByRole('button', { name: 'Edit' }).count()).toBe(0);
  expect(await violations(page)).toEqual([]);
});

consoleTest('what is kept is chosen, refused at its field, and decided when somebody else did', () =>
  keeping(undefined, async (before) => {
    expectErrors(/400/, /404/, /412/);
    const page = await openReady('#/settings?part=events', 'Settings');
    const part = page.getByRole('region', { name: 'What is saved' });
    await part.getByRole('button', { name: 'Edit' }).click();
    await submit(part, { 'Retention in days': '400' }, 'Save');
    await part.getByRole('alert').filter({ hasText: 'must be a whole number from 1 to 365' }).waitFor();
    expect(await violations(page)).toEqual([]);

    await part.getByLabel('Retention in days').fill('40');
    await part.getByLabel('Forms', { exact: true }).check();
    await part.getByText('2 of 2 of Logs: choose single ones').click();
    await part.getByLabel('Log of an account').uncheck();
    const logs = part.getByLabel('Logs', { exact: true });
    expect(await logs.evaluate((box: HTMLInputElement) => [box.checked, box.indeterminate])).toEqual([
      false,
      true,
    ]);
    const others = before.types.filter((type) => type !== 'api_key.updated');
    await send('PATCH', 'event_settings', { retentionDays: 35, types: others });
    await part.getByRole('button', { name: 'Save' }).click();
    const conflict = part.getByRole('alert');
    await conflict.getByText('Someone changed this choice while you edited it').waitFor();
    expect(await conflict.getByRole('row').allTextContents()).toEqual([
      'FieldSaved nowYours',
      'LogsSavedSaved: log of a person',
      'FormsNot savedSaved',
      'Retention in days35 days40 days',
    ]);
    expect(await violations(page)).toEqual([]);
    await conflict.getByRole('button', { name: 'Overwrite with mine' }).click();
    await page.getByText('The settings were saved').waitFor();
    await part.getByText('40 days').waitFor();
    // What I did not touch is theirs.
    const { types, retentionDays } = await get<EventSettings>('event_settings');
    expect(retentionDays).toBe(40);
    expect(types.toSorted()).toEqual(
      [...others.filter((type) => type !== 'account_log.created'), 'form.submitted'].toSorted(),
    );
  }),
);

consoleTest('what happened last has the names of records, and leads to them', async () => {
  expectErrors(/404/);
  const { personId } = await send('POST', 'persons', { name: 'Just Made', email: 'made@history.example' });
  const page = await openReady('#/', 'Overview');
  // The last twenty of all events are shown, and other tests make more in a moment, of other types.
  await page.route(
    (url) => url.pathname === '/v0/events',
    (route) => {
      const url = new URL(route.request().url());
      for (const type of ['person.created', 'person.erased']) url.searchParams.append('type', type);
      return route.continue({ url: url.href });
    },
  );
  await askPalette(page, 'who changed');
  await page.getByRole('option', { name: 'Events: what happened, and what is saved' }).click();
  const happened = page.getByRole('region', { name: 'What happened' });
  await happened.getByRole('link', { name: 'Just Made' }).click();
  await page
    .getByRole('complementary', { name: 'Person' })
    .getByText('made@history.example')
    .first()
    .waitFor();
  expect(page.url()).toContain(`part=events&open=${personId}`);
});
