import {
  type Footfall,
  type ImportedSession,
  importAudienceSessions,
  listAudiences,
  listPages,
  type Page,
  paginate,
} from '#footfall/client';
import { retentionDays } from '../../scripts/d1/local-d1.ts';
import { UserError } from '../../scripts/lib/settings.ts';
import { guestVisits } from '../data/guest-visits.ts';
import { demoPages } from '../data/pages.ts';
import { type DemoVisit, type DemoVisits, demoVisits, visitCounts } from '../data/visits.ts';
import { type PersonIds, personIds } from './client.ts';

const sessionsPerCall = 500;

/** All visits of the demo, up to `until`. */
export function allVisits(until: Date): DemoVisits[] {
  const ofGuests = guestVisits(until);
  return demoVisits(until).map(({ pageUrl, visits }) => ({
    pageUrl,
    visits: [...visits, ...(ofGuests.find((guests) => guests.pageUrl === pageUrl)?.visits ?? [])],
  }));
}

/** How often `loadVisits` calls `tick`. */
export const visitsSize = visitCounts.reduce(
  (calls, visits) => calls + Math.ceil(visits / sessionsPerCall),
  0,
);

/** The fields of a session that describe the page or audience that was shown. */
type Shown = Pick<ImportedSession, 'audienceId' | 'pageTitle' | 'pageUrl'>;

/** What was shown to the page's visitors, by the name that visits use for the audience. */
async function shownBy(
  client: Footfall,
  page: Page,
  visits: DemoVisit[],
  idOf: PersonIds,
): Promise<Map<string | null, Shown>> {
  const path = { page_id: page.pageId };
  const audiences = await Array.fromAsync(paginate(listAudiences, { client, path }));
  const demo = demoPages.find(({ url }) => url === page.url);
  const shown = new Map<string | null, Shown>([
    [null, { pageTitle: page.metadata.title || page.title, pageUrl: page.url }],
  ]);
  for (const name of new Set(visits.map(({ audience }) => audience))) {
    if (name === null) continue;
    const personId = name.includes('@') ? idOf(name) : null;
    const audience = audiences.find((other) =>
      personId ? other.personId === personId : other.personId === null && other.customName === name,
    );
    if (!audience) throw new UserError(`${page.url} has no audience ${name}, which the demo data needs.`);
    const known = demo?.audiences.find(({ person, content }) => (person ?? content.customName) === name);
    const link = known?.links?.find(({ domain }) => domain !== null);
    const linked = link?.path.replace('{slug}', audience.personRouteKey ?? '');
    shown.set(name, {
      audienceId: audience.audienceId,
      pageTitle: audience.effectiveMetadata?.title || page.title,
      pageUrl: linked === undefined ? page.url : new URL(linked, `https://${link?.domain}`).href,
    });
  }
  return shown;
}

async function loadPage(
  client: Footfall,
  page: Page,
  visits: DemoVisit[],
  idOf: PersonIds,
  tick: () => void,
): Promise<void> {
  const shown = await shownBy(client, page, visits, idOf);
  const sessions = visits.map(({ audience, ...visit }) => ({ ...visit, ...shown.get(audience) }));
  for (let from = 0; from < sessions.length; from += sessionsPerCall) {
    const body = { sessions: sessions.slice(from, from + sessionsPerCall) };
    await importAudienceSessions({ client, path: { page_id: page.pageId }, body });
    tick();
  }
}

/** Imports the visits of the year before `until`. Existing ones are not changed. */
export async function loadVisits(client: Footfall, until: Date, tick: () => void): Promise<void> {
  const [pages, idOf] = await Promise.all([
    Array.fromAsync(paginate(listPages, { client })),
    personIds(client),
  ]);
  // One day less than sessions are kept, so that the oldest is still accepted when it arrives.
  const oldest = until.getTime() - ((await retentionDays()) - 1) * 86_400_000;
  const load = async ({ pageUrl, visits }: DemoVisits) => {
    const page = pages.find(({ url }) => url === pageUrl);
    if (!page) throw new UserError(`no page has the URL ${pageUrl}, which the demo data needs.`);
    const kept = visits.filter(({ sessionStartedAt }) => Date.parse(sessionStartedAt) > oldest);
    await loadPage(client, page, kept, idOf, tick);
  };
  // One call at a time for each page: all calls at once are not faster, and D1 runs one statement at a time.
  await Promise.all(allVisits(until).map(load));
}
