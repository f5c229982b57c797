import { expect } from 'vitest';
import type { Audience } from '../../../src/content/audiences/schemas.ts';
import type { VersionContent } from '../../../src/content/versions/schemas.ts';
import { get, type Made, newAudience, newLink, send, service } from './api.ts';
import { consoleTest, expectErrors, go, isReady, type openConsole, openReady } from './open.ts';
import { focused, violations } from './tab.ts';

type Page = Awaited<ReturnType<typeof openConsole>>;

/** What visitors get of the live version. */
async function liveContent(made: Made): Promise<VersionContent['content']> {
  const { publishedVersion } = await made.read();
  const route = `${made.route}/versions/${publishedVersion?.versionId}/content`;
  return (await get<VersionContent>(route)).content;
}

const first = {
  supplementaryContext: 'The first context',
  actionUrlOverride: 'https://test.example/first',
  actionFormIdOverride: 'first-form',
  actionFormInstructionsOverride: 'Ask for a name.',
  metadataOverride: {
    title: 'The first title',
    description: 'The first description',
    keywords: ['one', 'two'],
    robots: ['noindex' as const],
    ogTitle: 'Shared first',
    twitterCard: 'summary_large_image' as const,
  },
};
const second = {
  supplementaryContext: 'The second context',
  actionUrlOverride: null,
  actionFormIdOverride: 'second-form',
  actionFormInstructionsOverride: null,
  metadataOverride: { title: 'The second title', description: null, keywords: [], robots: [], ogTitle: null },
};

/** An audience whose first version was live before its second. */
async function twoVersions(): Promise<Made> {
  const made = await newAudience(first);
  await made.publish();
  await made.change(second);
  await made.publish();
  return made;
}

const lines = (page: Page) =>
  page.getByRole('region', { name: 'Versions' }).locator('summary .grow').allTextContents();
const useAgain = async (page: Page, versionNumber: number) => {
  const versions = page.getByRole('region', { name: 'Versions' });
  await versions.locator('summary', { hasText: `v${versionNumber}` }).click();
  await versions.getByRole('button', { name: `Use this content of version ${versionNumber}` }).click();
};

consoleTest('an audience loads the content of few versions, the others when they are opened', async () => {
  const made = await newAudience({ supplementaryContext: '1' });
  await made.publish();
  for (const supplementaryContext of ['2', '3', '4', '5', '6', '7', '8']) {
    await made.change({ supplementaryContext });
    await made.publish();
  }
  const asked: string[] = [];
  const page = await openReady(made.at, 'Museums', {
    before: (of) =>
      of.on('request', (request) => {
        if (/\/versions\/\w+\/content$/.test(request.url())) asked.push(request.url());
      }),
  });
  // Five versions, and the one before them.
  expect(asked).toHaveLength(6);
  const change = 'context +1 −1 words';
  const five = Array<string>(5).fill(change);
  expect(await lines(page)).toEqual([...five, '', '', 'first content']);
  await page.getByRole('region', { name: 'Versions' }).locator('summary', { hasText: /^v2/ }).click();
  await expect.poll(() => lines(page)).toEqual([...five, '', change, 'first content']);
  expect(asked).toHaveLength(8);
  expect(new Set(asked).size).toBe(8);
});

consoleTest('the content of an older version becomes a draft, and undo takes it out', async () => {
  const made = await newAudience(first);
  await made.publish();
  const wanted = await liveContent(made);
  await made.change(second);
  await made.publish();
  const page = await openReady(made.at, 'Museums');
  const words = ({ metadataOverride, supplementaryContext, actionUrlOverride }: Audience) => ({
    metadataOverride,
    supplementaryContext,
    actionUrlOverride,
  });
  const before = words(await made.read());
  await useAgain(page, 1);
  await page.getByText('The content of version 1 is in version 3 now').waitFor();
  await page.getByText('Draft v3').waitFor();
  // The words are shown before the message, and the focus comes with that.
  await expect.poll(() => focused(page, 'aria-label')).toBe('State');
  expect((await made.read()).publishedVersion?.versionNumber).toBe(2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('The content is as before').waitFor();
  expect(words(await made.read())).toEqual(before);

  // The draft has the words that are live again, so that nobody is asked.
  await page.getByRole('button', { name: 'Use this content of version 1' }).click();
  await page.getByText('The content of version 1 is in version 3 now').waitFor();
  await made.publish();
  expect(await liveContent(made)).toEqual(wanted);
  // What the page gives anyway stays the page's.
  expect((await made.read()).metadataOverride).toMatchObject({
    author: '',
    canonicalUrl: '',
    twitterTitle: '',
  });
});

consoleTest('a draft, and words that are not saved, are not replaced without a question', async () => {
  const made = await twoVersions();
  await made.change({ supplementaryContext: 'Of the draft' });
  const page = await openReady(`${made.at}?edit=1`, 'Museums');
  await page.getByLabel('Title', { exact: true }).fill('Not saved');
  await useAgain(page, 1);
  const dialog = page.getByRole('dialog', { name: 'Use the content of version 1?' });
  await dialog.getByText('Your unsaved changes are discarded.').waitFor();
  await dialog.getByText('It replaces version 3, which is a draft.').waitFor();
  await dialog.locator('del', { hasText: 'draft' }).first().waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Not saved');
  expect((await made.read()).supplementaryContext).toBe('Of the draft');
  await page.getByRole('button', { name: 'Use this content of version 1' }).click();
  await dialog.getByRole('button', { name: 'Use this content' }).click();
  await page.getByText('The content of version 1 is in version 3 now').waitFor();
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('The first title');
  expect(await made.read()).toMatchObject({
    supplementaryContext: 'The first context',
    metadataOverride: { title: 'The first title' },
    latestVersion: { versionNumber: 3, status: 'draft' },
  });
});

consoleTest('words that were the page’s come back as they were, and it is said what cannot', async () => {
  const made = await newAudience({ supplementaryContext: 'First' });
  await made.publish();
  const wanted = await liveContent(made);
  await made.change({ supplementaryContext: 'Second' });
  await made.publish();
  await send('PATCH', `pages/${made.audience.pageId}`, {
    title: 'Another title of the page',
    metadata: { description: 'The page has one now' },
  });
  const page = await openReady(made.at, 'Museums');
  await useAgain(page, 1);
  const dialog = page.getByRole('dialog', { name: 'Use the content of version 1?' });
  await dialog.getByText('which an audience cannot remove: Description.').waitFor();
  await dialog.getByRole('button', { name: 'Use this content' }).click();
  await page.getByText('Draft v3').waitFor();
  await made.publish();
  const { metadata } = await liveContent(made);
  expect(metadata.title).toBe(wanted.metadata.title);
  expect(metadata.description).toBe('The page has one now');
});

consoleTest('of a version that was never published the context is used again', async () => {
  const made = await newAudience({ supplementaryContext: 'Never out' });
  await send('POST', `${made.route}/versions/${made.audience.latestVersion.versionId}/cancel`, {});
  await made.change({ supplementaryContext: 'Out', metadataOverride: { title: 'Kept' } });
  await made.publish();
  const page = await openReady(made.at, 'Museums');
  const versions = page.getByRole('region', { name: 'Versions' });
  await versions.locator('summary', { hasText: 'v1' }).click();
  await versions.getByRole('button', { name: 'Use this context of version 1' }).click();
  await page.getByText('The context of version 1 is in version 3 now').waitFor();
  expect(await made.read()).toMatchObject({
    supplementaryContext: 'Never out',
    metadataOverride: { title: 'Kept' },
  });
});

consoleTest('older content and somebody else’s change are a conflict, and neither is lost', async () => {
  expectErrors(/412/);
  const made = await twoVersions();
  const page = await openReady(made.at, 'Museums');
  await page.getByRole('region', { name: 'Versions' }).locator('summary', { hasText: 'v1' }).click();
  await made.change({ metadataOverride: { title: 'Theirs' } });
  await page.getByRole('button', { name: 'Use this content of version 1' }).click();
  const dialog = page.getByRole('dialog', { name: 'Someone changed this while you edited' });
  await dialog.getByText('Theirs', { exact: true }).waitFor();
  expect((await made.read()).metadataOverride.title).toBe('Theirs');
  await dialog.getByRole('button', { name: 'Save the choices' }).click();
  await page.getByText('Saved in version 3').waitFor();
  expect((await made.read()).metadataOverride.title).toBe('The first title');
});

consoleTest('a publish can be rolled back from its message, and that again', async () => {
  const made = await newAudience(first);
  await made.publish();
  const wanted = await liveContent(made);
  await made.change(second);
  const page = await openReady(made.at, 'Museums');
  await page.keyboard.press('p');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('Version 2 is live', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Roll back', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Roll back to version 1?' });
  await dialog.getByText('The first title').first().waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Roll back' }).click();
  await page.getByText('Version 3 is live', { exact: true }).waitFor();
  expect(await liveContent(made)).toEqual(wanted);
  await page.getByRole('button', { name: 'Roll back', exact: true }).click();
  await page.getByRole('dialog', { name: 'Roll back to version 2?' }).waitFor();
  await page.keyboard.press('Escape');
  // The message goes: the state of the audience offers the same.
  const state = page.getByRole('region', { name: 'State' });
  await state.getByRole('button', { name: 'Roll back to version 2 …' }).click();
  await page.getByRole('dialog', { name: 'Roll back to version 2?' }).waitFor();
  await page.keyboard.press('Escape');
  expect((await made.read()).latestVersion.versionNumber).toBe(3);
});

consoleTest('what somebody else saved meanwhile is not overwritten by a roll back', async () => {
  const made = await twoVersions();
  const page = await openReady(made.at, 'Museums');
  const state = page.getByRole('region', { name: 'State' });
  await state.getByRole('button', { name: 'Roll back to version 1 …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Roll back to version 1?' });
  await dialog.getByText('The first title').first().waitFor();
  await made.change({ supplementaryContext: 'Written by a colleague' });
  expectErrors(/412/);
  await dialog.getByRole('button', { name: 'Roll back' }).click();
  // The list of versions has it, too, folded.
  await page.getByText('Written by a colleague').filter({ visible: true }).first().waitFor();
  const { latestVersion, supplementaryContext } = await made.read();
  expect([latestVersion.status, supplementaryContext]).toEqual(['draft', 'Written by a colleague']);
});

consoleTest('a version that is live before the console looks again is said to be live, too', async () => {
  const made = await newAudience(first);
  await made.publish();
  await made.change(second);
  const page = await openReady(made.at, 'Museums');
  const isLive = async () => (await made.read()).publishedVersion?.versionNumber === 2;
  await page.route(`**/v0/${made.route}`, async (route) => {
    while (!(await isLive())) await new Promise((resolve) => setTimeout(resolve, 100));
    await route.continue();
  });
  await page.keyboard.press('p');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('Version 2 is live', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Roll back', exact: true }).waitFor();
});

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
  await row.getByRole('button', { name: 'Cancel publishing Later' }).click();
  await page.getByText('Version 2 of Later does not go live.').waitFor();
  await page.getByText('No audiences match').waitFor();
  await send('POST', `${made.route}/versions/${(await made.read()).latestVersion.versionId}/publish`, {
    publishAt,
  });
  await go(page, made.at);

  await state.getByRole('button', { name: 'Cancel publishing' }).click();
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

consoleTest('the draft is seen beside the form and on the website; visitors get what is live', async () => {
  const made = await newAudience({ customName: 'Ports' }, service.pageId);
  const path = await newLink(made);
  await made.publish();
  await send('PATCH', made.route, { fieldOverrides: { hero: 'Counts for <b>ports</b>' } });
  // With a second website, one chooses the address.
  const origin = `https://preview-${Date.now()}.example`;
  const { websiteId } = await send<{ websiteId: string }>('POST', 'websites', { origin });
  const page = await openReady(made.at, 'Ports');
  const words = page.getByRole('region', { name: 'Content' });
  await words.getByText('Counts for <b>ports</b>').waitFor();
  await page.keyboard.press('e');
  await page.getByLabel('Description', { exact: true }).fill('As it is written');
  // The menu is in the window, though its button stands at the lower edge.
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  const item = await page.getByRole('button', { name: `${service.site}${path}`, exact: true }).boundingBox();
  expect((item?.y ?? 1e9) + (item?.height ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Save the draft' }).click();
  await page.getByText('Saved in version 2').waitFor();
  expect(await violations(page)).toEqual([]);

  // The website is another origin, in a tab of its own.
  expectErrors(new RegExp(`^request to ${service.site}`));
  const opened = page.context().waitForEvent('page');
  const website = page.getByRole('region', { name: 'On your website' });
  await website.getByRole('button', { name: 'Draft', exact: true }).click();
  await website.getByRole('button', { name: 'Open the draft in a new tab' }).click();
  await page.getByRole('button', { name: `${service.site}${path}`, exact: true }).click();
  const site = await opened;
  await site.getByRole('heading', { level: 1, name: 'Counts for <b>ports</b>' }).waitFor();
  await site.getByText('This is a draft. Visitors do not see it. The preview ends in 60 min.').waitFor();
  await site.getByText('As it is written').waitFor();
  expect(site.url().startsWith(`${service.site}${path}?footfall_preview=`)).toBe(true);
  expect(await site.locator('script[src$="/visit.js"]').count()).toBe(0);
  expect(await site.locator('meta[name="robots"][content="noindex"]').count()).toBe(1);
  expect(await site.evaluate(() => window.opener)).toBeNull();
  const address = site.url();
  // The tab has nothing of the console: led there, it is not signed in.
  await site.goto(`${service.address}/docs/problems/route_not_found`);
  expect(await site.evaluate(() => sessionStorage.length)).toBe(0);
  await site.close();

  const text = async (url: string) => (await fetch(url)).text();
  expect(await text(`${service.site}${path}`)).not.toContain('Counts for');
  const madeUp = await text(`${service.site}${path}?footfall_preview=x`);
  expect(madeUp).not.toContain('Counts for');
  expect(madeUp).toContain('This preview is not known here. You see what visitors see.');
  expect(await text(address)).toContain('Counts for &lt;b&gt;ports');
  await send('DELETE', `websites/${websiteId}`);
  await send('POST', `${made.route}/archive`, {});
  expect(await text(address)).not.toContain('Counts for');
});

consoleTest('without a link there is none to open', async () => {
  const made = await newAudience({ customName: 'No link', supplementaryContext: 'first' });
  const page = await openReady(made.at, 'No link');
  const website = page.getByRole('region', { name: 'On your website' });
  await website.getByText('To see it on your website, create a link first.').waitFor();
});
