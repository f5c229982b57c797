import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium, type Page } from 'playwright-core';
import { storedKey } from '../demo/keys.ts';
import { type ConsoleAddress, consoleAddresses } from './checks/console-addresses.ts';
import { demoIds } from './checks/demo-ids.ts';
import { main, port, root, UserError } from './lib/settings.ts';
import { shootStory } from './lib/story-picture.ts';
import { stateDir } from './state/dir.ts';

const folder = path.join(root, 'docs/screenshots');
const places = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const themes = ['light', 'dark'] as const;
const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } };

/** Longer pages are shown as far as the window goes, in pixels. */
const longest = 4000;

interface Shot {
  size: keyof typeof sizes;
  theme: (typeof themes)[number];
  address: string;
  key: string;
}

/** Waits until a page has all its answers. */
async function isComplete(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  while ((await page.locator('[aria-busy="true"], .skeleton').count()) > 0) await sleep(50);
}

/** Writes a picture of an address of the console. */
async function shoot(
  browser: Browser,
  { name, heading }: ConsoleAddress,
  { size, theme, address, key }: Shot,
): Promise<void> {
  const page = await browser.newPage({
    viewport: sizes[size],
    colorScheme: theme,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    deviceScaleFactor: size === 'phone' ? 2 : 1,
  });
  await page.addInitScript(`sessionStorage.setItem('footfall.key', ${JSON.stringify(key)})`);
  await page.goto(address);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  await isComplete(page);
  // A part is loaded when the reader comes near it.
  for (let part = 0; part < 3; part++) {
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await sleep(100);
    await isComplete(page);
  }
  await page.evaluate('scrollTo(0, 0)');
  // A dialog, a drawer and a bar at the bottom belong to the window, and a long table has only the rows in it.
  const isOfWindow = /[?&](?:open|new|edit)=/.test(address);
  const height = await page.evaluate('document.documentElement.scrollHeight');
  const fullPage = !isOfWindow && Number(height) < longest;
  await page.screenshot({ path: path.join(folder, `${name}-${theme}-${size}.png`), fullPage });
  await page.close();
}

// npm run screenshots [-- NAME …]: a picture of each screen, in both themes, on a desk and on a phone, of the server
// that runs on PORT, SITE_PORT and STATE_DIR with the demo data (DEMO_VISITS=off npm start). `story` is the picture of
// README.md.
await main(async () => {
  const executablePath = places.find((place) => place && existsSync(place));
  if (!executablePath)
    throw new UserError('screenshots need Chromium: apt-get install -y chromium, or set CHROMIUM.');
  const service = `http://127.0.0.1:${port()}`;
  const key = storedKey(stateDir());
  const ids = await demoIds(service, key);
  const wanted = process.argv.slice(2);
  mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    if (wanted.length === 0 || wanted.includes('story')) {
      const site = `http://127.0.0.1:${process.env.SITE_PORT || port() + 1}`;
      const audiences = `${service}/console/#/pages/${ids.pageId}?view=audiences&range=12m`;
      await shootStory(browser, { site, audiences, key }, path.join(folder, 'story.png'));
      console.log('story');
    }
    for (const of of consoleAddresses) {
      if (wanted.length > 0 && !wanted.includes(of.name)) continue;
      const address = `${service}/console/${of.at(ids)}`;
      for (const theme of themes) {
        for (const size of ['desktop', 'phone'] as const)
          await shoot(browser, of, { size, theme, address, key });
      }
      console.log(of.name);
    }
  } finally {
    await browser.close();
  }
});
