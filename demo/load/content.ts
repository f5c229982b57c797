import type { Audience } from '../../src/audiences/schemas.ts';
import type { DemoAudience } from '../data/pages/page.ts';
import { demoPages } from '../data/pages.ts';
import { demoTopics } from '../data/topics.ts';
import { advance, link, loadAudience, routeOf, settled } from './audiences.ts';
import { type Api, listAll } from './client.ts';
import { loadTopics } from './topics.ts';

/** How often `loadContent` calls `tick`. */
export const contentSize =
  demoPages.length + 2 * demoPages.flatMap(({ audiences }) => audiences).length + demoTopics.length;

/** Loads pages, audiences, versions, links and topics. It checks what exists, so it can run again. */
export async function loadContent(api: Api, tick: () => void): Promise<void> {
  const loaded: { demo: DemoAudience; audience: Audience }[] = [];
  // Lists are newest first, so the first in the data is created last.
  for (const { links, audiences, ...body } of demoPages.toReversed()) {
    const pageId = await api.create('/v0/pages', body, 'pageId', 'page_conflict');
    for (const address of links) await link(api, address, { targetType: 'page', pageId });
    const there = await listAll<Audience>(api, `/v0/pages/${pageId}/audiences`);
    for (const demo of audiences.toReversed()) {
      loaded.push({ demo, audience: await loadAudience(api, pageId, demo, there) });
      tick();
    }
    tick();
  }
  // In rounds: while the loader waits for one audience, the queue handles the others too.
  const rounds = Math.max(...loaded.map(({ demo }) => demo.contexts.length));
  for (let number = 1; number <= rounds; number++) {
    for (const item of loaded.filter(({ demo }) => demo.contexts.length >= number))
      item.audience = await advance(api, await settled(api, item.audience), item.demo, number);
  }
  await loadTopics(api, tick);
  for (const { demo, audience } of loaded) {
    const { archivedAt } = await settled(api, audience);
    if (demo.archived && archivedAt === null) await api.send('POST', `${routeOf(audience)}/archive`, {});
    tick();
  }
}
