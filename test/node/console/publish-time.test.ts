import { expect } from 'vitest';
import { newAudience, send, service } from './api.ts';
import { consoleTest, expectErrors, isReady, openReady } from './open.ts';
import { violations } from './tab.ts';

/** A time by the clocks of the browser, which are those of Berlin, as a field for date and time has it. */
const inBerlin = (time: number): string =>
  new Date(time)
    .toLocaleString('sv-SE', { timeZone: 'Europe/Berlin', dateStyle: 'short', timeStyle: 'short' })
    .replace(' ', 'T');

consoleTest('a version is published at a time; that is stopped, and asked for again', async () => {
  const made = await newAudience({ customName: 'Later' });
  await made.publish();
  await made.change({ supplementaryContext: 'From Monday on' });
  const page = await openReady(made.at, 'Later');
  await page.getByRole('button', { name: 'Publish …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish version 2?' });
  await dialog.getByLabel('At a time').check();
  const field = dialog.getByLabel('Goes live at');
  // The next full hour is offered.
  expect(await field.inputValue()).toMatch(/^\d{4}-\d\d-\d\dT\d\d:00$/);
  await dialog.getByText('In the time zone Europe/Berlin').waitFor();
  expect(await violations(page)).toEqual([]);

  await field.fill(inBerlin(Date.now() - 3_600_000));
  const publish = dialog.getByRole('button', { name: 'Schedule' });
  await publish.click();
  await dialog.getByRole('alert').getByText('This time has passed.').waitFor();
  expectErrors(/400/);
  await field.fill(inBerlin(Date.now() + 900 * 86_400_000));
  await publish.click();
  await dialog.getByRole('alert').getByText('must be at most 400 days ahead').waitFor();
  const minute = Math.floor(Date.now() / 60_000) * 60_000;
  const time = minute + 5 * 86_400_000;
  await field.fill(inBerlin(time));
  await publish.click();
  await dialog.waitFor({ state: 'detached' });

  const state = page.getByRole('region', { name: 'State' });
  await state.getByText('Version 2 goes live on').waitFor();
  await state.getByText('Scheduled v2').waitFor();
  expect(await page.getByRole('list', { name: 'Publishing version 2' }).count()).toBe(0);
  const publishAt = new Date(time).toISOString();
  expect((await made.read()).latestVersion).toMatchObject({ status: 'queued', publishAt });
  expect(await violations(page)).toEqual([]);

  // The palette leads to all that waits, and so does the list of the page: each with its time, and what takes it back.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('cancel publish');
  await page.getByRole('option', { name: 'Scheduled' }).click();
  await isReady(page, 'Scheduled');
  const row = page.getByRole('row', { name: 'Later' });
  expect(await row.locator('time').getAttribute('datetime')).toBe(publishAt);
  const ofPage = `#/pages/${made.audience.pageId}?view=audiences&list=all&state=waiting`;
  await page.evaluate((at) => location.assign(at), ofPage);
  await row.getByRole('button', { name: 'Stop publishing Later' }).click();
  await page.getByText('Version 2 of Later does not go live.').waitFor();
  await page.getByText('No audiences match').waitFor();
  await send('POST', `${made.route}/versions/${(await made.read()).latestVersion.versionId}/publish`, {
    publishAt,
  });
  await page.goto(`${service.address}/console/${made.at}`);

  await state.getByRole('button', { name: 'Stop publishing' }).click();
  await state.getByText('Version 2 was cancelled.').waitFor();
  expect((await made.read()).latestVersion).toMatchObject({ status: 'cancelled', publishAt: null });
  // Its words may be others by now, so it is asked for again where one sees them.
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
  await send('POST', `${made.route}/versions/${(await made.read()).latestVersion.versionId}/publish`, {
    publishAt,
  });

  // Words that are written now are the next version, and that one stays as it is.
  await made.change({ supplementaryContext: 'From Tuesday on' });
  await page.reload();
  await isReady(page, 'Later');
  await page.getByRole('button', { name: 'Publish …' }).waitFor();
  // A version says who asked for it.
  const author = (await made.read()).publishedVersion?.requestedBy ?? 'nobody';
  const first = page.locator('.versions > li').nth(2).locator('details');
  await first.locator('summary').getByText(author).waitFor();
  await first.locator('summary').click();
  await first.getByText(`, asked for by ${author}`).waitFor();
  const line = page.locator('.versions > li').nth(1);
  await line.getByText('Scheduled').waitFor();
  expect(await line.textContent()).toContain('in 4 days');
});
