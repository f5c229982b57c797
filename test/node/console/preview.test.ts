import { expect } from 'vitest';
import { newAudience, newLink, send, service } from './api.ts';
import { consoleTest, expectErrors, openReady } from './open.ts';
import { violations } from './tab.ts';

consoleTest('the draft is seen beside the form and on the website; visitors get what is live', async () => {
  const made = await newAudience({ customName: 'Ports' }, service.pageId);
  const path = await newLink(made);
  await made.publish();
  await made.change({ metadataOverride: { title: 'Counts for <b>ports</b>' } });
  // With a second website, one chooses the address.
  const origin = `https://preview-${Date.now()}.example`;
  const { websiteId } = await send<{ websiteId: string }>('POST', 'websites', { origin });
  const page = await openReady(made.at, 'Ports');
  const next = page.getByRole('region', { name: 'What comes next' });
  await next.getByText('Counts for <b>ports</b>').waitFor();
  await page.keyboard.press('e');
  await page.getByLabel('Description', { exact: true }).fill('As it is written');
  await next.getByText('As it is written').waitFor();
  await page.getByRole('button', { name: 'Save the draft' }).click();
  await page.getByText('Saved in version 2').waitFor();
  expect(await violations(page)).toEqual([]);

  // The website is another origin, in a tab of its own.
  expectErrors(new RegExp(`^request to ${service.site}`));
  const opened = page.context().waitForEvent('page');
  await next.getByRole('button', { name: 'Open the draft on my website' }).click();
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
  const next = page.getByRole('region', { name: 'What comes next' });
  await next.getByText('To see it on your website, create a link first.').waitFor();
});
