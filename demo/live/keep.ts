import { createFootfall, type Footfall, listPages, paginate, updatePage } from '#footfall/client';
import { visitsBetween } from '../data/arrivals.ts';
import { demoPages } from '../data/pages.ts';
import { day, later, minute } from '../data/time.ts';
import { noteVisits, visitsUntil } from '../load/demo.ts';
import { onWebsite, pageAt } from '../load/site.ts';
import { loadVisits } from '../load/visits.ts';
import { type LiveDemo, letVisitorsCome } from './live.ts';

/** How many days of visits a start makes up for at most. */
const mostDays = 90;

/** Gives the pages of the demo the address of the demo website, whose port may be another than last time. */
async function movePages(client: Footfall, website: string): Promise<void> {
  const pages = await Array.fromAsync(paginate(listPages, { client }));
  for (const demo of demoPages) {
    const url = onWebsite(demo.url, website);
    const page = pageAt(pages, new URL(url).pathname);
    if (!page || pages.some((other) => other.url === url)) continue;
    await updatePage({ client, path: { page_id: page.pageId }, body: { url } });
  }
}

/**
 * Keeps the demo of a state folder up to date, in the background: its pages are on the demo website, and if
 * `hasVisitors`, the visits since the last start are imported and visitors come from now on. A failure is printed.
 */
export async function keepAlive(folder: string, demo: LiveDemo, hasVisitors: boolean): Promise<void> {
  const until = visitsUntil(folder);
  if (!until) return;
  const client = createFootfall({ baseUrl: demo.address, key: demo.key });
  try {
    await movePages(client, demo.site);
    if (!hasVisitors) return;
    const now = new Date();
    const from = new Date(Math.max(until.getTime(), later(now, -mostDays * day).getTime()));
    if (later(from, minute) < now) await loadVisits(client, visitsBetween(from, now));
    noteVisits(folder, now);
  } catch (error) {
    console.error(`footfall: the demo is not up to date: ${error instanceof Error ? error.message : error}`);
  }
  if (hasVisitors) letVisitorsCome(demo, () => noteVisits(folder, new Date()));
}
