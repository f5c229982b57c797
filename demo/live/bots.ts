import { type Footfall, listLeftOutVisits, listPages, paginate } from '#footfall/client';
import { agentOf, bots } from './agents.ts';
import { type Collector, sendVisit } from './send.ts';

/** How many visits of bots the demo has. */
export const botCount = 60;
/** How many of them come at once. */
const together = 10;

/**
 * Lets bots come to the pages of the demo, unless some have been there. They go through the collector, so they are of
 * today. Every fifth is a browser that a program drives.
 */
export async function letBotsCome(client: Footfall, demo: Partial<Collector>): Promise<void> {
  const { address, websiteKey, site } = demo;
  if (address === undefined || websiteKey === undefined || site === undefined) return;
  const { items } = (await listLeftOutVisits({ client, query: { limit: 1 } })).data;
  if (items.length > 0) return;
  const pages = await Array.fromAsync(paginate(listPages, { client }));
  const visits = Array.from({ length: botCount }, (_, n) => {
    const isDriven = n % 5 === 4;
    return {
      agent: isDriven ? agentOf('desktop', 'Chrome') : (bots[n % bots.length] ?? ''),
      beacon: {
        analyticsSessionId: `demo-bot-of-first-load-${n}`,
        pageId: pages[(n % 7) % pages.length]?.pageId ?? '',
        ...(isDriven && { leftOut: 'automated' as const }),
      },
    };
  });
  for (let from = 0; from < visits.length; from += together)
    await Promise.all(
      visits
        .slice(from, from + together)
        .map(({ agent, beacon }) => sendVisit({ address, websiteKey, site }, agent, beacon)),
    );
}
