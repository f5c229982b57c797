import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import { deleteAfterTest, type Made, newAudience, newLink, send, service } from './api.ts';
import { consoleTest, expectErrors, openReady } from './open.ts';
import { allViolations } from './tab.ts';

/** A website on a port of its own, until the end of the test. Each request is noted. */
async function newWebsite(html: () => string, fields: Record<string, string> = {}, status = 200) {
  const asked: { url: string; referer: string | undefined }[] = [];
  const server = createServer(({ url = '', headers }, response) => {
    asked.push({ url, referer: headers.referer });
    response.writeHead(status, { 'content-type': 'text/html', ...fields });
    response.end(`<!doctype html><title>A website</title>${html()}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

/** An audience that is live on a website, which the workspace allows. */
async function audienceOn(origin: string): Promise<{ made: Made; path: string }> {
  const url = `${origin}/page-${process.pid}-${Date.now()}`;
  const { pageId = '' } = await send('POST', 'pages', { title: 'A page of a website', url });
  const { websiteId } = await send('POST', 'websites', { origin });
  deleteAfterTest(`websites/${websiteId}`);
  const made = await newAudience({ metadataOverride: { title: 'Words' } }, pageId);
  const path = await newLink(made);
  await made.publish();
  return { made, path };
}

consoleTest('the page is a picture of the website: no referrer, no visit; the draft on a click', async () => {
  const website = await newWebsite(
    () => `<script src="${service.address}/visit.js" data-key="x" data-page="y"></script><h1>Hello</h1>`,
  );
  const { made, path } = await audienceOn(website.origin);
  await made.change({ metadataOverride: { title: 'Next words' } });
  expectErrors(new RegExp(`^request to ${website.origin}`), /Blocked script execution/);
  const page = await openReady(made.at, 'Museums');
  // Nothing of the website is loaded before a click.
  expect(website.asked).toEqual([]);
  const part = page.getByRole('region', { name: 'On your website' });
  const newTab = part.getByRole('link', { name: 'Open in a new tab' });
  expect(await newTab.getAttribute('href')).toBe(`${website.origin}${path}?footfall_preview=live`);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(new URL(request.url()).pathname));
  await part.getByRole('button', { name: 'Show the page' }).click();
  const site = part.frameLocator('iframe').frameLocator('iframe');
  await site.getByRole('heading', { name: 'Hello', includeHidden: true }).waitFor();
  // The button is gone: the focus is on what it was in.
  expect(await part.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(website.asked[0]).toEqual({ url: `${path}?footfall_preview=live`, referer: undefined });
  expect(await allViolations(page)).toEqual([]);

  await part.getByRole('button', { name: 'Draft', exact: true }).click();
  const ofDraft = () => website.asked.some(({ url }) => /footfall_preview=(?!live)/.test(url));
  await expect.poll(ofDraft).toBe(true);
  await part.getByRole('button', { name: 'Open the draft in a new tab' }).waitFor();
  await part.getByRole('button', { name: 'Phone' }).click();
  await site.getByRole('heading', { name: 'Hello', includeHidden: true }).waitFor();
  expect(website.asked.every(({ referer }) => !referer?.startsWith(service.address))).toBe(true);
  // The script is not run. Where it is, visits of such an address are excluded: visits/beacons/leave-out.test.ts.
  expect(sent).not.toContain('/v0/visits');
});

consoleTest('a website in the picture runs no script and takes no focus', async () => {
  const website = await newWebsite(
    () => `<input id="field" autofocus><script>
    document.body.dataset.done = 'run';
    setInterval(() => document.getElementById('field').focus(), 20);
    top.location = '/away';
  </script><meta http-equiv="refresh" content="0;url=/refreshed">`,
  );
  const { made } = await audienceOn(website.origin);
  expectErrors(
    new RegExp(`^request to ${website.origin}`),
    /Blocked script execution|[Aa]utofocus|Refused to (execute|refresh)/,
  );
  const page = await openReady(`${made.at}?edit=1`, 'Museums');
  const part = page.getByRole('region', { name: 'On your website' });
  await part.getByRole('button', { name: 'Show the page' }).click();
  const site = part.frameLocator('iframe').frameLocator('iframe');
  await site.locator('#field').waitFor({ state: 'attached' });
  const title = page.getByLabel('Title', { exact: true });
  await title.click();
  await page.keyboard.press('End');
  await page.keyboard.type(' and more', { delay: 20 });
  expect(await title.inputValue()).toBe('Words and more');
  expect(await site.locator('body').getAttribute('data-done')).toBeNull();
  expect(await site.locator('#field').inputValue()).toBe('');
  expect(website.asked.filter(({ url }) => /away|refreshed/.test(url))).toEqual([]);
  expect(page.url().startsWith(`${service.address}/console/`)).toBe(true);
});

consoleTest('no other origin is framed, also if the website leads there', async () => {
  const foreign = await newWebsite(() => '<h1>Foreign</h1>');
  const website = await newWebsite(() => '', { location: `${foreign.origin}/away` }, 302);
  const { made } = await audienceOn(website.origin);
  expectErrors(new RegExp(`^request to (${website.origin}|${foreign.origin})`), /frame-src/);
  const page = await openReady(made.at, 'Museums');
  const part = page.getByRole('region', { name: 'On your website' });
  await part.getByRole('button', { name: 'Show the page' }).click();
  await part.getByText('The page leads to another website, which is not shown here.').waitFor();
  expect(foreign.asked).toEqual([]);
});

consoleTest(
  'the frame shows nothing of the console’s own origin, and takes no page from others',
  async () => {
    const page = await openReady('#/topics', 'Topics');
    const framesFor = (address: string) =>
      page.evaluate(async (wanted) => {
        const frame = document.createElement('iframe');
        frame.src = '/console/frame';
        document.body.append(frame);
        await new Promise((resolve) => frame.addEventListener('load', resolve));
        frame.contentWindow?.postMessage({ address: wanted }, location.origin);
        await new Promise((resolve) => setTimeout(resolve, 200));
        const count = frame.contentDocument?.querySelectorAll('iframe').length;
        frame.remove();
        return count;
      }, address);
    for (const address of [
      `${service.address}/console/`,
      `${service.address}/docs/`,
      'javascript:alert(1)',
      '',
      'x',
    ])
      expect(await framesFor(address), address).toBe(0);
    // As a document of its own it has no console to listen to.
    const own = await page.context().newPage();
    await own.goto(`${service.address}/console/frame`);
    await own.evaluate((address) => postMessage({ address }, location.origin), service.site);
    await own.waitForTimeout(200);
    expect(await own.locator('iframe').count()).toBe(0);
  },
);

consoleTest(
  'a website that is not allowed is not shown, and one that allows no frames has the new tab',
  async () => {
    const website = await newWebsite(() => '<h1>Hello</h1>', { 'x-frame-options': 'DENY' });
    expectErrors(new RegExp(`^request to ${website.origin}`), /X-Frame-Options/);
    const { made } = await audienceOn(website.origin);
    const page = await openReady(made.at, 'Museums');
    const part = page.getByRole('region', { name: 'On your website' });
    await part.getByRole('button', { name: 'Show the page' }).click();
    await part.getByText('a website that allows no frames stays empty').waitFor();
    await part.getByRole('link', { name: 'Open in a new tab' }).waitFor();

    const other = await newAudience({ supplementaryContext: 'No link' });
    const second = await openReady(other.at, 'Museums');
    await second.getByText('To see it on your website, create a link first.').waitFor();
  },
);
