import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';

/** What the three visitors of the demo are shown, and where the console compares them. */
export interface StoryPlaces {
  /** The demo website. */
  site: string;
  /** The audiences of its home page, in the console. */
  audiences: string;
  key: string;
}

const visitors = [
  { path: '/', who: 'Everyone' },
  { path: '/retail', who: 'Retail' },
  { path: '/logistics', who: 'Logistics' },
];

const asImage = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`;

const newPage = (browser: Browser, width: number, height: number): Promise<Page> =>
  browser.newPage({
    viewport: { width, height },
    colorScheme: 'light',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
  });

/** The top of the home page as a visitor of a path sees it, and its name above. */
async function cardOf(browser: Browser, site: string, { path, who }: (typeof visitors)[number]) {
  const page = await newPage(browser, 560, 420);
  await page.goto(`${site}${path}`);
  const image = asImage(await page.screenshot());
  await page.close();
  return `<figure><figcaption><b>${who}</b> <code>${path}</code></figcaption><img src="${image}"></figure>`;
}

/** The sentence and the table that say which audience converts best, and how wide they are. */
async function comparison(browser: Browser, { audiences, key }: StoryPlaces) {
  const page = await newPage(browser, 1280, 1200);
  await page.addInitScript(`sessionStorage.setItem('footfall.key', ${JSON.stringify(key)})`);
  await page.goto(audiences);
  await page.locator('.answer').waitFor();
  await page.waitForLoadState('networkidle');
  while ((await page.locator('[aria-busy="true"], .skeleton').count()) > 0) await sleep(50);
  const { x = 0, y = 0, width = 0 } = (await page.locator('.answer').boundingBox()) ?? {};
  const table = await page.locator('table').boundingBox();
  const height = (table?.y ?? 0) + (table?.height ?? 0) - y;
  const image = asImage(await page.screenshot({ clip: { x, y, width, height: height + 8 } }));
  await page.close();
  return { table: `<img src="${image}">`, width };
}

const style = `
  body { margin: 0; padding: 20px; background: #fff; font: 17px system-ui, sans-serif; color: #15171c }
  h2 { margin: 0 0 12px; font-size: 20px } h2 + img { margin-top: 0 }
  .three { display: grid; grid-template-columns: repeat(3, 1fr); gap: 16px; margin-bottom: 26px }
  figure { margin: 0; border: 1px solid #d5d8de; border-radius: 8px; overflow: hidden }
  figcaption { padding: 8px 12px; background: #f3f4f6; border-bottom: 1px solid #d5d8de }
  code { color: #555b66; margin-left: 8px } img { display: block; width: 100% }`;

/** Writes the picture of README.md: one page, its content for three audiences, and which converts. */
export async function shootStory(browser: Browser, places: StoryPlaces, file: string): Promise<void> {
  const cards: string[] = [];
  for (const visitor of visitors) cards.push(await cardOf(browser, places.site, visitor));
  const { table, width } = await comparison(browser, places);
  // The table is as sharp as it is in the console.
  const page = await newPage(browser, width + 40, 400);
  await page.setContent(
    `<style>${style}</style><h2>One page, three audiences</h2><div class="three">${cards.join('')}</div>
    <h2>Which content converts</h2>${table}`,
  );
  await page.screenshot({ path: file, fullPage: true });
  await page.close();
}
