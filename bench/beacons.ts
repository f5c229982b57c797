import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { main, UserError } from '../scripts/lib/settings.ts';
import { findChromium, launchBrowser } from '../test/node/browser.ts';
import { cleanUp, emptyStateDir, startServer } from '../test/node/processes.ts';

// node bench/beacons.ts: the beacons of visits of the demo site in Chromium, in real time. It takes eleven minutes.

const second = 1000;
const minute = 60 * second;

/** A proxy that counts the beacons (requests of the tracker) that pass through it. */
async function startCounter() {
  let beacons = 0;
  const sessions = new Set<string>();
  const server = createServer((request, response) => {
    const { url = '', method, headers } = request;
    let text = '';
    const onward = forward(url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      onward.write(part);
    });
    request.on('end', () => {
      onward.end();
      if (method !== 'POST' || !url.endsWith('/v0/visits')) return;
      beacons++;
      sessions.add(JSON.parse(text).analyticsSessionId);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    row: () => `${sessions.size} | ${beacons} |`,
    stop: () => server.close().closeAllConnections(),
  };
}

/** Reads: scrolls a little every 10 seconds. */
async function read(page: Page, time: number): Promise<void> {
  for (let left = time; left > 0; left -= 10 * second) {
    await page.mouse.wheel(0, 50);
    await sleep(Math.min(left, 10 * second));
  }
}

const visits: Record<string, (page: Page, site: string) => Promise<unknown>> = {
  'open, leave after 5 seconds': async (page, site) => {
    await page.goto(`${site}/pricing`);
    await read(page, 5 * second);
  },
  'open, read a minute, click twice, leave': async (page, site) => {
    await page.goto(`${site}/pricing`);
    await read(page, 30 * second);
    await page.click('a[href="#plans"]');
    await read(page, 30 * second);
    await page.click('a[href="#plans"]');
  },
  'the same, with a conversion and a form': async (page, site) => {
    await page.goto(`${site}/request-demo`);
    await read(page, 30 * second);
    await page.click('[data-footfall-conversion]');
    await read(page, 20 * second);
    await page.fill('[name=name]', 'Ada');
    await page.fill('[name=email]', 'ada@analytical.example');
    await page.click('#request-demo button');
    await read(page, 10 * second);
  },
  'three pages, half a minute each': async (page, site) => {
    await page.goto(`${site}/`);
    await read(page, 30 * second);
    await page.click('nav a[href="/pricing"]');
    await read(page, 30 * second);
    await page.click('nav a[href="/request-demo"]');
    await read(page, 30 * second);
  },
  'open, read ten minutes, leave': async (page, site) => {
    await page.goto(`${site}/`);
    await read(page, 10 * minute);
  },
  'open, read a little, ten minutes of nothing, leave': async (page, site) => {
    await page.goto(`${site}/`);
    await sleep(10 * minute);
  },
};

/** Playwright's own tabs are always visible, so this visit is made without it: three times away and back. */
async function switchTabs(session: CDPSession, proxyServer: string, site: string): Promise<void> {
  const { browserContextId } = await session.send('Target.createBrowserContext', {
    proxyServer,
    proxyBypassList: '<-loopback>',
  });
  const newTab = (url: string) => session.send('Target.createTarget', { url, browserContextId });
  const { targetId } = await newTab(`${site}/pricing`);
  for (let times = 0; times < 3; times++) {
    await sleep(20 * second);
    const other = await newTab('about:blank');
    await sleep(10 * second);
    await session.send('Target.closeTarget', { targetId: other.targetId });
    await session.send('Target.activateTarget', { targetId });
  }
  await sleep(20 * second);
  await session.send('Target.closeTarget', { targetId });
}

async function make(browser: Browser, site: string, name: string): Promise<string> {
  const counter = await startCounter();
  const visit = visits[name];
  if (visit) {
    const context = await browser.newContext({
      proxy: { server: counter.address, bypass: '<-loopback>' },
      userAgent: `Mozilla/5.0 (X11; Linux x86_64) Chrome/${browser.version()} Safari/537.36`,
    });
    context.setDefaultTimeout(minute);
    const page = await context.newPage();
    await visit(page, site);
    await page.close({ runBeforeUnload: true });
    await sleep(2 * second);
    await context.close();
  } else {
    await switchTabs(await browser.newBrowserCDPSession(), counter.address, site);
    await sleep(2 * second);
  }
  counter.stop();
  return `| ${name} | ${counter.row()}`;
}

await main(async () => {
  const chromium = findChromium();
  if (!chromium) throw new UserError('there is no Chromium.');
  const server = await startServer(emptyStateDir());
  const site = /^Demo website\s+(\S+)$/m.exec(server.printed())?.[1] ?? '';
  const browser = await launchBrowser(chromium, { whole: true });
  const names = [...Object.keys(visits), 'away and back three times'];
  const rows = await Promise.all(names.map((name) => make(browser, site, name)));
  console.log(['| visit | sessions | beacons |', '| --- | ---: | ---: |', ...rows].join('\n'));
  await browser.close();
  cleanUp();
});
