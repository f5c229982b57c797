import { expect } from 'vitest';
import { askedBy, refuse } from './answers.ts';
import { send } from './api.ts';
import { account, audiencesOf, bar, box, chosen, list, states, title } from './chosen-rows.ts';
import { consoleTest, expectErrors, isReady, openReady } from './open.ts';
import { overflow, violations } from './tab.ts';

consoleTest('rows are chosen by a click, a range, all and keys, and Escape lets them go', async () => {
  const { pageId } = await audiencesOf('A', 'B', 'C', 'D', 'E');
  const page = await openReady(list(pageId), title);
  const opacity = (name: string) => box(page, name).evaluate((one) => getComputedStyle(one).opacity);
  await page.mouse.move(0, 0);
  expect(await opacity('B')).toBe('0');
  await page.getByRole('link', { name: 'B', exact: true }).hover();
  expect(await opacity('B')).toBe('1');
  await box(page, 'B').click();
  expect(await opacity('E')).toBe('1');
  await bar(page).getByText('1 selected').waitFor();
  await box(page, 'D').click({ modifiers: ['Shift'] });
  expect(await chosen(page)).toEqual(['B', 'C', 'D']);
  await expect.poll(() => page.locator('[aria-live]').allTextContents()).toContain('3 selected');
  expect(await violations(page)).toEqual([]);
  // A range is let go, too.
  await box(page, 'C').click();
  await box(page, 'B').click({ modifiers: ['Shift'] });
  expect(await chosen(page)).toEqual(['D']);
  await bar(page).getByRole('button', { name: 'Select all loaded: 5' }).click();
  expect(await chosen(page)).toEqual(['A', 'B', 'C', 'D', 'E']);
  await page.keyboard.press('Escape');
  await bar(page).waitFor({ state: 'detached' });
  expect(await chosen(page)).toEqual([]);
  // The button is gone, and the box of all has the focus: from there the keys go on.
  const all = page.getByRole('checkbox', { name: 'Select all loaded: 5' });
  await expect.poll(() => all.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.press('Space');
  expect(await chosen(page)).toHaveLength(5);
  await page.keyboard.press('Space');
  expect(await chosen(page)).toEqual([]);

  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('Shift+X');
  expect(await chosen(page)).toEqual(['A', 'B', 'C']);
  // From a box, too.
  await box(page, 'E').focus();
  await page.keyboard.press('x');
  await page.keyboard.press('k');
  await page.keyboard.press('x');
  expect(await chosen(page)).toEqual(['A', 'B', 'C', 'D', 'E']);
  // What is not in the list any more is not chosen.
  await page.getByLabel('Search names and titles').fill('b');
  await bar(page).getByText('1 selected').waitFor();
});

consoleTest('many drafts go live after one question that names those that cannot', async () => {
  const { pageId, made } = await audiencesOf('Ports', 'Farms', 'Mills', 'Docks', 'Yards', 'Live', 'Old');
  await made[5]?.publish();
  await send('POST', `${made[6]?.route}/archive`, {});
  const page = await openReady(list(pageId), title);
  await page.getByRole('checkbox', { name: 'Select all loaded: 7' }).click();
  await bar(page).getByRole('button', { name: 'Publish' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish 5 audiences?' });
  await dialog.getByText('Their drafts go live within seconds.').waitFor();
  await dialog.getByText('2 of the 7 selected are skipped:').waitFor();
  expect(await dialog.getByRole('listitem').allTextContents()).toEqual([
    'Without a draft: Live',
    'Archived: Old',
  ]);
  expect(await violations(page)).toEqual([]);

  // Each to the state that was read, each with a key of its own.
  const asked: { match: string | undefined; operationKey: string }[] = [];
  await page.route('**/publish', async (route) => {
    const { operationKey } = route.request().postDataJSON() as { operationKey: string };
    asked.push({ match: route.request().headers()['if-match'], operationKey });
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Publish 5' }).click();
  await account(page).getByText('5 audiences go live within seconds').waitFor();
  await expect
    .poll(() => page.locator('[aria-live]').allTextContents())
    .toContain('5 audiences go live within seconds');
  expect(asked.every(({ match }) => match)).toBe(true);
  expect(new Set(asked.map(({ operationKey }) => operationKey)).size).toBe(5);
  // The list follows until they are live.
  await expect
    .poll(() => page.locator('tbody .badges').allTextContents())
    .toEqual([...Array.from({ length: 6 }, () => 'Live v1'), 'Archived']);
  await account(page).getByRole('button', { name: 'Close' }).click();
  await account(page).waitFor({ state: 'detached' });

  await box(page, 'Old').click();
  await bar(page).getByRole('button', { name: 'Publish' }).click();
  const none = page.getByRole('dialog', { name: 'There is nothing to publish' });
  await none.waitFor();
  expect(await none.getByRole('button').allTextContents()).toEqual(['Close']);
});

consoleTest('what changed since it was listed is not published before it is tried again', async () => {
  const { pageId, made } = await audiencesOf('Ports', 'Farms');
  const page = await openReady(list(pageId), title);
  await made[0]?.change({ metadataOverride: { title: 'Something new' } });
  await page.getByRole('checkbox', { name: 'Select all loaded: 2' }).click();
  await bar(page).getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('button', { name: 'Publish 2' }).click();
  await account(page).getByText('1 audience goes live within seconds').waitFor();
  const failure = account(page).getByRole('list', { name: 'What failed' }).getByRole('listitem');
  expect(await failure.allTextContents()).toEqual([expect.stringMatching(/^Ports It changed/)]);
  expect((await made[0]?.read())?.latestVersion.status).toBe('draft');
  await account(page).getByRole('button', { name: 'Try it again' }).click();
  await account(page).getByText('2 audiences go live within seconds').waitFor();
  await expect.poll(async () => (await made[0]?.read())?.publishedVersion?.versionNumber).toBe(1);
});

consoleTest('what failed is named and tried again on any screen, and undo takes back the rest', async () => {
  expectErrors(/409/);
  const { pageId, made } = await audiencesOf('Ports', 'Farms', 'Mills');
  const page = await openReady(list(pageId), title);
  await page.getByRole('checkbox', { name: 'Select all loaded: 3' }).click();
  const farms = made[1]?.audience.audienceId;
  const busy = { code: 'invalid_transition', title: 'Not now', detail: 'It is busy <b>.' };
  await refuse(page, `**/${farms}/archive`, 409, busy);
  await bar(page).getByRole('button', { name: 'Archive' }).click();
  await page.getByRole('button', { name: 'Archive 3' }).click();
  await account(page).getByText('2 audiences were archived').waitFor();
  expect(await account(page).getByRole('list', { name: 'What failed' }).allTextContents()).toEqual([
    expect.stringContaining('Farms Not now. It is busy <b>.'),
  ]);
  expect(await states(made)).toEqual(['archived', 'here', 'archived']);
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  // Both are in sight: neither covers the other.
  await box(page, 'Ports').click();
  const [one, other] = await Promise.all([
    bar(page).boundingBox(),
    account(page).locator('.job').boundingBox(),
  ]);
  const isAbove = (a: typeof one, b: typeof one) => (a?.y ?? 0) + (a?.height ?? 0) <= (b?.y ?? 0);
  expect(isAbove(one, other) || isAbove(other, one)).toBe(true);
  await page.getByLabel('Search names and titles').fill('nothing like this');
  await page.getByText('No audiences match').waitFor();
  await bar(page).waitFor({ state: 'detached' });
  await page.getByLabel('Search names and titles').fill('');
  await page.getByLabel('Search names and titles').blur();
  await bar(page).waitFor();
  await page.keyboard.press('Escape');

  // The account is there on another screen, and goes on from there.
  await page.getByRole('link', { name: 'Topics' }).click();
  await isReady(page, 'Topics');
  const asked = askedBy(page);
  await page.unrouteAll();
  await account(page).getByRole('button', { name: 'Try it again' }).click();
  await account(page).getByText('3 audiences were archived').waitFor();
  const sent = asked.filter(({ method }) => method === 'POST').map(({ path }) => path);
  expect(sent).toEqual([expect.stringContaining(`${farms}/archive`)]);
  expect(await states(made)).toEqual(['archived', 'archived', 'archived']);
  await account(page).getByRole('button', { name: 'Undo' }).click();
  await account(page).getByText('3 audiences were restored').waitFor();
  expect(await states(made)).toEqual(['here', 'here', 'here']);
});
