import { expect } from 'vitest';
import type { Audience } from '../../../src/content/audiences/schemas.ts';
import type { VersionContent } from '../../../src/content/versions/schemas.ts';
import { alter, askedBy, refuse } from './answers.ts';
import { type Figures, get, importVisits, markup, newAudience, newLink, send, service } from './api.ts';
import { consoleTest, expectErrors, go, goTo, isQuiet, isReady, openReady } from './open.ts';
import { focused, overflow, submit, violations } from './tab.ts';

const status = 'State';

consoleTest('edit, publish, and watch it go live, here and on the demo website', async () => {
  const made = await newAudience({ customName: 'Ports' }, service.pageId);
  const path = await newLink(made);
  const onSite = async () => (await fetch(`${service.site}${path}`)).text();
  expect(await onSite()).not.toContain('Counts for ports');
  const page = await openReady(made.at, 'Ports');
  const state = page.getByRole('region', { name: status });
  expect(await state.textContent()).toContain('Nothing is live yet: visitors get the page.');

  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Title', { exact: true }).fill('Counts for ports');
  await page.getByRole('button', { name: 'Publish later …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish version 1?' });
  await dialog.locator('ins', { hasText: 'ports' }).waitFor();
  // Nothing goes live by a key that was meant for the time.
  expect(await dialog.getByLabel('At a time').isChecked()).toBe(true);
  expect(await focused(page, 'name')).toBe('publishAt');
  await dialog.getByRole('button', { name: 'Schedule' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog.getByLabel('Now', { exact: true }).check();
  // It may be live before the console asks again: until its way was seen, it is told to wait.
  const isAudience = (url: URL) => url.pathname === `/v0/${made.route}`;
  let isHeld = true;
  await alter<Audience>(page, isAudience, (audience) => {
    if (!isHeld || audience.latestVersion.status === 'draft') return audience;
    return {
      ...audience,
      latestVersion: { ...audience.latestVersion, status: 'queued' },
      publishedVersion: null,
    };
  });
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('list', { name: 'Publishing version 1' }).waitFor();
  isHeld = false;
  await state.getByText('Live v1').waitFor();
  await page.getByText('Version 1 is live', { exact: true }).waitFor();
  await state.getByRole('button', { name: 'Copy the link' }).or(state.getByTitle('Copy the link')).waitFor();
  await page.getByRole('region', { name: 'Content' }).getByText('Counts for ports').waitFor();
  expect(await onSite()).toContain('Counts for ports');
  await page.getByRole('region', { name: 'Versions' }).locator('.badge-good').waitFor();
  await send('POST', `${made.route}/archive`, {});
});

consoleTest('the live words and the draft stand side by side, with the changed words marked', async () => {
  const made = await newAudience({
    supplementaryContext: 'They ask for prices in May.',
    metadataOverride: { title: 'Prices for museums' },
  });
  await made.publish();
  await made.change({
    supplementaryContext: 'They ask for prices in June.',
    metadataOverride: { title: 'Prices for libraries' },
  });
  const page = await openReady(made.at, 'Museums');
  const words = page.getByRole('region', { name: 'Content' });
  await words.locator('ins', { hasText: 'libraries' }).waitFor();
  expect(await words.locator('del').allTextContents()).toEqual(['museums', 'May']);
  await words.getByText('The same for: Title when shared, Title on X.').waitFor();
  // The live side is marked as one writes.
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Title', { exact: true }).fill('Prices');
  // The fields that repeat the title have the same mark, further below.
  await expect
    .poll(async () => (await words.locator('del').allTextContents()).slice(0, 2))
    .toEqual([' for museums', 'May']);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await overflow(page)).toBeLessThanOrEqual(0);
});

consoleTest('a version that waits has the content that was frozen; one that fails says why', async () => {
  const made = await newAudience({ metadataOverride: { title: 'Written since' } });
  // A version waits for milliseconds only, so the answers are given here.
  const page = await openReady(made.at, 'Museums', {
    before: async (of) => {
      await alter<Audience>(of, `**/v0/${made.route}`, (audience) => ({
        ...audience,
        latestVersion: { ...audience.latestVersion, status: 'queued', allowedActions: ['cancel'] },
      }));
      await alter<VersionContent>(of, `**/v0/${made.route}/versions/*/content`, ({ content, ...answer }) => {
        const title = 'Frozen words';
        const metadata = { ...content.metadata, title, ogTitle: title, twitterTitle: title };
        return { ...answer, source: 'frozen', content: { ...content, metadata } };
      });
    },
  });
  const words = page.getByRole('region', { name: 'Content' });
  await words.getByText('Waiting · version 1').first().waitFor();
  await words.getByText('Frozen words').first().waitFor();
  expect(await words.getByText('Written since').count()).toBe(0);

  // The answer of a version whose every attempt failed takes a minute, so it is given here.
  const failed = await newAudience({ customName: 'Failed' });
  await alter<Audience>(page, `**/v0/${failed.route}`, (audience) => ({
    ...audience,
    latestVersion: {
      ...audience.latestVersion,
      status: 'cancelled',
      cancelReason: 'Publishing failed, and was tried again in vain.',
      allowedActions: ['publish'],
    },
  }));
  await goTo(page, failed.at, 'Failed');
  await page.getByText('Version 1 was cancelled. Publishing failed, and was tried again in vain.').waitFor();
  await page.getByRole('button', { name: 'Publish …' }).waitFor();
});

consoleTest('a version shows what it changed of the one that was live before, word by word', async () => {
  const made = await newAudience({
    supplementaryContext: 'They ask for prices in May.',
    metadataOverride: { title: 'Prices for museums' },
  });
  await made.publish();
  const opened = await made.change({
    metadataOverride: { title: 'Cancelled words' },
    supplementaryContext: 'x',
  });
  await send('POST', `${made.route}/versions/${opened.latestVersion.versionId}/cancel`, {});
  await made.change({
    supplementaryContext: 'They ask for prices in June.',
    metadataOverride: { title: `Prices for ${markup}` },
    actionUrlOverride: 'https://test.example/book',
  });
  await made.publish();
  const page = await openReady(made.at, 'Museums');
  const versions = page.getByRole('region', { name: 'Versions' }).getByRole('listitem');
  await versions.nth(0).locator('summary').click();
  const third = versions.nth(0);
  await third.getByText('context +1 −1 words').waitFor();
  await third.locator('ins', { hasText: 'June' }).waitFor();
  expect(await third.locator('del').allTextContents()).toEqual(['museums', 'May']);
  expect(await third.locator('ins').allTextContents()).toEqual([markup, 'https://test.example/book', 'June']);
  await third.getByText('The same for: Title when shared, Title on X.').waitFor();
  await third.getByText('Version 1', { exact: true }).first().waitFor();
  expect(await third.getByText('Cancelled words').count()).toBe(0);
  // The first one has nothing before it: all its words stand there.
  await versions.nth(2).locator('summary').click();
  await versions.nth(2).getByText('Prices for museums').first().waitFor();
  expect(await versions.nth(2).locator('ins, del').count()).toBe(0);
  // One that was never published has its context only.
  await versions.nth(1).locator('summary').click();
  await versions.nth(1).locator('ins', { hasText: 'x' }).waitFor();
  expect(await page.locator('img').count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await overflow(page)).toBeLessThanOrEqual(0);
});

consoleTest('versions have their visits in one request: before and after, not a test', async () => {
  const made = await newAudience();
  const { audienceId, pageId, latestVersion } = made.audience;
  await made.publish();
  const page = await openReady(made.at, 'Museums');
  const versions = page.getByRole('region', { name: 'Versions' });
  await versions.getByText('No visits: last 30 days.').waitFor();
  const next = await made.change({ supplementaryContext: 'They ask for prices in June.' });
  await made.publish();
  const visit = { audienceId, versionId: latestVersion.versionId };
  const converted = { ...visit, hasConversion: true };
  const later = { audienceId, versionId: next.latestVersion.versionId };
  await importVisits(pageId, Date.now() - 86_400_000, { audienceId });
  await page.reload();
  await versions.getByText('Of 1 visit, last 30 days, no version is known').waitFor();
  await importVisits(pageId, Date.now() - 86_400_000, visit, visit, converted, later);
  const asked = askedBy(page);
  await page.reload();
  await versions.getByText('Visits of each version, last 30 days: before and after, not a test.').waitFor();
  await versions.getByText('Of 1 visit the version is not known.').waitFor();
  await versions.getByText('3 visits, 1 of 3 converted').waitFor();
  expect(await versions.getByRole('listitem').first().textContent()).toContain('1 visit, 0 of 1 converted');
  await isQuiet(page);
  expect(asked.filter(({ query }) => query.get('by') === 'versionId')).toHaveLength(1);
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await overflow(page)).toBeLessThanOrEqual(0);

  // A filter by the version has its name.
  await goTo(
    page,
    `#/pages/${pageId}?view=sessions&versionId=${latestVersion.versionId}`,
    'A page of a test',
  );
  await page.getByText('Museums, version 1').first().waitFor();

  // Without the figures, the versions are there all the same.
  expectErrors(/503/);
  await refuse(page, (url) => url.searchParams.get('by') === 'versionId', 503, {
    code: 'database_unavailable',
  });
  await goTo(page, made.at, 'Museums');
  await page.reload();
  await isReady(page, 'Museums');
  await versions.getByText('v2', { exact: true }).waitFor();
  expect(await versions.getByText('converted').count()).toBe(0);
  await versions.getByRole('button', { name: 'Try again' }).waitFor();
});

consoleTest('the links of all domains are listed, the most used first and ready to copy', async () => {
  const made = await newAudience();
  const used = await newLink(made);
  for (let n = 0; n < 19; n += 1) await newLink(made);
  const domain = `audience-${Date.now()}.example`;
  const { tenantDomainId } = await send('POST', 'tenant_domains', { domain });
  const target = { audienceId: made.audience.audienceId };
  await send('POST', 'page_links', { path: '/far', tenantDomainId, target });
  await importVisits(made.audience.pageId, Date.now() - 3 * 86_400_000, {
    pageUrl: `https://test.example${used}`,
  });
  await made.publish();
  const page = await openReady(made.at, 'Museums');
  const links = page.getByRole('region', { name: 'Links' });
  const line = page.getByRole('region', { name: status }).locator('.link-line');
  const far = `https://${domain}/far`;
  // Of the newest links none has a visit: one with a domain is given away.
  await line.getByTitle('Copy the link').getByText(far).waitFor();
  expect(await links.getByRole('link', { name: 'Visit /far' }).getAttribute('href')).toBe(far);
  await links.getByRole('button', { name: 'Load more' }).click();
  // Without a domain of its own, it is on the website of the page.
  const first = links.getByRole('listitem').first();
  await first.getByText(`https://test.example${used}`, { exact: true }).waitFor();
  await first.getByText('1 visit, 0 of 1 converted').waitFor();
  expect(await links.getByRole('listitem').count()).toBe(21);
  await line.getByText('the most used of 21 links, last 30 days').waitFor();
  await line.getByTitle('Copy the link').getByText(`https://test.example${used}`).waitFor();
  await links.getByText('Visits by each link, last 30 days, most first.').waitFor();
  await links.getByRole('link', { name: far }).click();
  await page.waitForURL(/open=page_link_/);
});

consoleTest('a draft is discarded after its content was named, and undo opens its copy', async () => {
  const made = await newAudience({ supplementaryContext: 'For museums' });
  const page = await openReady(made.at, 'Museums');
  await page.getByRole('button', { name: 'Discard the draft …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Discard version 1?' });
  await dialog.getByText('This content of the draft is lost:').waitFor();
  await dialog.getByText('For museums').first().waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Discard the draft' }).click();
  await page.getByText('Cancelled v1').waitFor();
  // The words beside it are of the same version, and are not said to come next.
  await page.getByText('Cancelled · version 1').first().waitFor();
  expect(await page.getByText('Next · version 1').count()).toBe(0);
  expect(await made.read()).toMatchObject({
    latestVersion: { status: 'cancelled' },
    supplementaryContext: null,
  });
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Draft v2').waitFor();
  expect((await made.read()).supplementaryContext).toBe('For museums');
});

consoleTest('a draft that cannot be discarded stays, says why, and keeps unsaved changes', async () => {
  expectErrors(/412|ERR_FAILED/);
  const made = await newAudience({ supplementaryContext: 'For museums' });
  const page = await openReady(`${made.at}?edit=1`, 'Museums');
  await page.getByLabel('Title', { exact: true }).fill('Not saved');
  await go(page, made.at);
  await page.getByText('Your changes are not saved').waitFor();
  await page.getByRole('button', { name: 'Discard the draft …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Discard version 1?' });
  const discard = dialog.getByRole('button', { name: 'Discard the draft' });
  const isAudience = (url: URL) => url.pathname === `/v0/${made.route}`;
  await page.route(isAudience, (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
  );
  await discard.click();
  await dialog.getByText('The service did not answer').waitFor();
  await page.unroute(isAudience);
  await isQuiet(page);

  // What somebody else has saved is discarded only after it was seen.
  await made.change({ supplementaryContext: 'Theirs' });
  await discard.click();
  await dialog.getByText('Someone changed this in the meantime, so nothing was discarded').waitFor();
  await dialog.getByText('Theirs').first().waitFor();
  expect(await made.read()).toMatchObject({
    latestVersion: { status: 'draft' },
    supplementaryContext: 'Theirs',
  });
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Not saved');
});

consoleTest('a conflict shows both texts of each field, and saves what is chosen', async () => {
  expectErrors(/412/);
  const made = await newAudience({ metadataOverride: { title: 'Before', author: 'Nobody' } });
  const page = await openReady(`${made.at}?edit=1`, 'Museums');
  await page.getByLabel('Title', { exact: true }).fill('Mine');
  await page.getByLabel('Description', { exact: true }).fill('My description');
  await made.change({ metadataOverride: { title: 'Theirs', author: markup } });
  await page.keyboard.press('Control+Enter');
  const dialog = page.getByRole('dialog', { name: 'Someone changed this while you edited' });
  await dialog.waitFor();
  expect(await violations(page)).toEqual([]);
  const title = dialog.getByRole('group', { name: /Title.*Both of you changed it/ });
  await title.getByRole('radio', { name: /Theirs, saved now/ }).check();
  // What only one of the two changed is chosen already.
  const chosen = (name: string, side: RegExp) =>
    dialog.getByRole('group', { name }).getByRole('radio', { name: side }).isChecked();
  expect(await chosen('Description', /Yours/)).toBe(true);
  expect(await chosen('Author', /Theirs/)).toBe(true);
  await dialog.getByText(markup).waitFor();
  await dialog.getByRole('button', { name: 'Save the choices' }).click();
  await page.getByText('Saved in version 1').waitFor();
  expect((await made.read()).metadataOverride).toMatchObject({
    title: 'Theirs',
    description: 'My description',
    author: markup,
  });
  expect(await page.locator('img').count()).toBe(0);
});

consoleTest('neither another state nor a second attempt after a lost answer is a conflict', async () => {
  expectErrors(/412|ERR_FAILED/);
  const made = await newAudience({ metadataOverride: { title: 'Before' } });
  const page = await openReady(`${made.at}?edit=1`, 'Museums');
  await page.getByLabel('Title', { exact: true }).fill('After');
  await made.publish();
  await page.getByRole('button', { name: 'Save the draft' }).click();
  await page.getByText('Saved in version 2').waitFor();
  expect(await made.read()).toMatchObject({
    metadataOverride: { title: 'After' },
    publishedVersion: { versionNumber: 1 },
    latestVersion: { versionNumber: 2, status: 'draft' },
  });

  const lost = await newAudience({ customName: 'Lost answer' });
  await goTo(page, `${lost.at}?edit=1`, 'Lost answer');
  await page.getByLabel('Title', { exact: true }).fill('Written once');
  await page.route(
    `**/v0/${lost.route}`,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Save the draft' }).click();
  await page.getByRole('alert').getByText('The service did not answer').waitFor();
  expect((await lost.read()).metadataOverride.title).toBe('Written once');
  await page.getByRole('button', { name: 'Save the draft' }).click();
  await page.getByText('Saved in version 1').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
});

consoleTest('what was changed meanwhile is shown before it is published', async () => {
  expectErrors(/412/);
  const made = await newAudience({ metadataOverride: { title: 'Before' } });
  const page = await openReady(made.at, 'Museums');
  await page.getByRole('button', { name: 'Publish …' }).click();
  await made.change({ metadataOverride: { title: 'Changed meanwhile' } });
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await dialog.getByText('Someone changed this in the meantime').waitFor();
  await dialog.getByText('Changed meanwhile').waitFor();
  expect((await made.read()).latestVersion.status).toBe('draft');
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('Live v1').waitFor();
});

consoleTest('an audience is archived, and undo brings it back; markup in its words is text', async () => {
  const made = await newAudience({
    customName: markup,
    supplementaryContext: markup,
    actionUrlOverride: 'https://test.example/?a=<b>',
    metadataOverride: { title: markup },
  });
  await newLink(made);
  await made.publish();
  const page = await openReady(made.at, markup);
  const website = page.getByRole('region', { name: 'On your website' });
  await website.getByText('Version 1 of this audience.').waitFor();
  await page.getByRole('region', { name: 'Content' }).getByText(markup).first().waitFor();

  await page.getByRole('button', { name: 'Archive' }).click();
  await page.getByText(/Archived since .* Visitors get the page\./).waitFor();
  await website.getByText('The page, as everyone gets it.').waitFor();
  expect(await page.getByRole('button', { name: 'Edit' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Live v1').waitFor();
  expect((await made.read()).archivedAt).toBeNull();
  // A look may take longer than the message is there.
  await page.getByRole('button', { name: 'Archive' }).click();
  await page.getByText(/Archived since/).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.getByText('Live v1').waitFor();

  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Title', { exact: true }).fill(`${markup} and more`);
  expect(await page.locator('img').count()).toBe(0);
});

consoleTest('a refused text is marked at its field; unsaved text is asked about, and undone', async () => {
  expectErrors(/400|422/);
  const made = await newAudience();
  const page = await openReady(made.at, 'Museums');
  await page.getByRole('button', { name: 'Edit' }).click();
  const field = page.getByLabel('Button leads to');
  await field.fill('javascript:alert(1)');
  await page.getByRole('button', { name: 'Save the draft' }).click();
  await page.getByRole('alert').waitFor();
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  expect(await field.inputValue()).toBe('javascript:alert(1)');
  expect(await violations(page)).toEqual([]);
  await field.fill('');

  // One that is folded unfolds, and has the focus.
  await page.locator('summary', { hasText: 'Search engines' }).click();
  const keywords = page.getByLabel('Keywords');
  await keywords.fill(`fine\n${'k'.repeat(5000)}`);
  await page.locator('summary', { hasText: 'Search engines' }).click();
  await page.getByRole('button', { name: 'Save the draft' }).click();
  await keywords.waitFor();
  expect(await keywords.getAttribute('aria-invalid')).toBe('true');
  await expect.poll(() => keywords.evaluate((element) => element === document.activeElement)).toBe(true);
  await keywords.fill('');

  await page.getByLabel('Title', { exact: true }).fill('Not saved');
  await page.getByRole('link', { name: 'Accounts' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await dialog.getByRole('button', { name: 'Stay' }).click();
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Not saved');

  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Not saved');
  await page.goBack();
  await page.getByText('Your changes are not saved').waitFor();
  await page.getByRole('link', { name: 'Accounts' }).click();
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await isReady(page, 'Accounts');
  expect((await made.read()).metadataOverride.title).toBe('');
});

consoleTest('a link is created, and a path that is taken is refused at its field', async () => {
  expectErrors(/409/);
  const made = await newAudience();
  const taken = await newLink(await newAudience());
  const page = await openReady(made.at, 'Museums');
  const links = page.getByRole('region', { name: 'Links' });
  await links.getByText('Without a link no visitor gets this content.').waitFor();
  await links.getByRole('button', { name: 'New link' }).click();
  await expect.poll(() => focused(page, 'name')).toBe('domain');
  // The website of the page answers for its links. What another domain does, nobody knows.
  expect(await links.getByLabel('Domain').inputValue()).toBe('');
  await submit(links, { Path: taken }, 'Create the link');
  await links.getByRole('alert').waitFor();
  expect(await links.getByLabel('Domain').inputValue()).toBe('');
  await submit(links, { Path: `${taken}/2` }, 'Create the link');
  await links.getByRole('listitem').getByText(`${taken}/2`).waitFor();
  await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toBe('New link');
});

consoleTest('numbers are the API’s, with their sample; an audience that is missing is said', async () => {
  expectErrors(/404/);
  const { audienceId, pageId } = service;
  const { items } = await get<{ items: (Figures & { audienceId?: string })[] }>(
    `pages/${pageId}/analytics/audiences?startDate=2026-09-30T22:00:00Z&endDate=2026-10-31T23:00:00Z&timezone=Europe/Berlin`,
  );
  const figures = items.find((item) => item.audienceId === audienceId);
  const page = await openReady(
    `#/pages/${pageId}/audiences/${audienceId}?from=2026-10-01&to=2026-10-31&zone=Europe/Berlin`,
    'Logistics',
  );
  const numbers = page.getByRole('region', { name: 'Results' });
  expect((await numbers.locator('.figure').allTextContents())[0]).toBe(String(figures?.totalSessions));
  await numbers.getByText(`${figures?.conversionCount} of ${figures?.totalSessions} visits`).waitFor();

  const missing = `#/pages/${service.pageId}/audiences/audience_01kafz8q6tf7n9t3cwh2k5v4xe`;
  await go(page, missing);
  await page.getByRole('alert').getByText('The page has no audience with this id.').waitFor();
  expect(await violations(page)).toEqual([]);
});
