import {
  type Audience,
  archiveAudience,
  createPage,
  type Footfall,
  listAudiences,
  paginate,
} from '#footfall/client';
import type { DemoAudience } from '../data/pages/page.ts';
import { demoPages } from '../data/pages.ts';
import { demoTopics } from '../data/topics.ts';
import { advance, link, loadAudience, pathOf, settled } from './audiences.ts';
import { createdOrExisting } from './client.ts';
import { loadTopics } from './topics.ts';

/** How often `loadContent` calls `tick`. */
export const contentSize =
  demoPages.length + 2 * demoPages.flatMap(({ audiences }) => audiences).length + demoTopics.length;

/** Loads pages, audiences, versions, links and topics. It checks what exists, so it can run again. */
export async function loadContent(client: Footfall, tick: () => void): Promise<void> {
  const loaded: { demo: DemoAudience; audience: Audience }[] = [];
  // Lists are newest first, so the first in the data is created last.
  for (const { links, audiences, ...body } of demoPages.toReversed()) {
    const creation = createPage({ client, body }).then(({ data }) => data.pageId);
    const pageId = await createdOrExisting(creation, 'page_conflict');
    for (const address of links) await link(client, address, { targetType: 'page', pageId });
    const there = await Array.fromAsync(paginate(listAudiences, { client, path: { page_id: pageId } }));
    for (const demo of audiences.toReversed()) {
      loaded.push({ demo, audience: await loadAudience(client, pageId, demo, there) });
      tick();
    }
    tick();
  }
  // In rounds: while the loader waits for one audience, the queue handles the others too.
  const rounds = Math.max(...loaded.map(({ demo }) => demo.contexts.length));
  for (let number = 1; number <= rounds; number++) {
    for (const item of loaded.filter(({ demo }) => demo.contexts.length >= number))
      item.audience = await advance(client, await settled(client, item.audience), item.demo, number);
  }
  await loadTopics(client, tick);
  for (const { demo, audience } of loaded) {
    const { archivedAt } = await settled(client, audience);
    if (demo.archived && archivedAt === null)
      await archiveAudience({ client, path: pathOf(audience), body: {} });
    tick();
  }
}
