import {
  type Audience,
  archiveAudience,
  createPage,
  type Footfall,
  listAudiences,
  listPages,
  paginate,
} from '#footfall/client';
import { demoNotes, demoViews } from '../data/notes.ts';
import type { DemoAudience } from '../data/pages/page.ts';
import { demoPages } from '../data/pages.ts';
import { demoTopics } from '../data/topics.ts';
import { advance, linkAudience, linkCreator, loadAudience, pathOf, settled } from './audiences.ts';
import { personIds } from './client.ts';
import { loadNotes } from './notes.ts';
import { onWebsite, pageAt } from './site.ts';
import { loadTopics } from './topics.ts';

/** How often `loadContent` calls `tick`. */
export const contentSize =
  demoPages.length +
  2 * demoPages.flatMap(({ audiences }) => audiences).length +
  demoTopics.length +
  demoNotes.length +
  demoViews.length;

/**
 * Loads pages, audiences, versions, links, topics, annotations and views. It checks what exists, so it can run again. Pages are on the demo
 * website, whose address is given.
 */
export async function loadContent(client: Footfall, website: string, tick: () => void): Promise<void> {
  const link = linkCreator(client);
  const idOf = await personIds(client);
  const pages: { pageId: string; audiences: DemoAudience[] }[] = [];
  const there = await Array.fromAsync(paginate(listPages, { client }));
  // Lists are newest first, so the first in the data is created last.
  for (const { links, audiences, url, ...rest } of demoPages.toReversed()) {
    const body = { ...rest, url: onWebsite(url, website) };
    const { pageId } = pageAt(there, new URL(url).pathname) ?? (await createPage({ client, body })).data;
    for (const address of links) await link(address, { targetType: 'page', pageId });
    pages.push({ pageId, audiences });
    tick();
  }
  // All pages at once: only the order of the audiences of one page can be seen.
  const ofPages = await Promise.all(
    pages.map(async ({ pageId, audiences }) => {
      const known = await Array.fromAsync(paginate(listAudiences, { client, path: { page_id: pageId } }));
      const ofPage: { demo: DemoAudience; audience: Audience }[] = [];
      for (const demo of audiences.toReversed()) {
        ofPage.push({ demo, audience: await loadAudience(client, idOf, pageId, demo, known) });
        tick();
      }
      return ofPage;
    }),
  );
  const loaded = ofPages.flat();
  for (const { demo, audience } of loaded) await linkAudience(link, audience, demo);
  // In rounds: the queue handles what all audiences of a round have sent it.
  const rounds = Math.max(...loaded.map(({ demo }) => demo.contexts.length));
  for (let number = 1; number <= rounds; number++) {
    const ofRound = loaded.filter(({ demo }) => demo.contexts.length >= number);
    await Promise.all(
      ofRound.map(async (item) => {
        item.audience = await advance(client, await settled(client, item.audience), item.demo, number);
      }),
    );
  }
  await loadTopics(client, tick);
  await loadNotes(client, tick);
  await Promise.all(
    loaded.map(async ({ demo, audience }) => {
      const { archivedAt } = await settled(client, audience);
      if (demo.archived && archivedAt === null)
        await archiveAudience({ client, path: pathOf(audience), body: {} });
      tick();
    }),
  );
}
