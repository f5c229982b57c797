import { sumBy } from 'es-toolkit/math';
import {
  type Audience,
  type Footfall,
  type ImportedSession,
  importAudienceSessions,
  listAudiences,
  listPages,
  type Page,
  paginate,
} from '#footfall/client';
import { retentionDays } from '../../scripts/d1/local-d1.ts';
import { visitsBetween } from '../data/arrivals.ts';
import { guestVisits } from '../data/guest-visits.ts';
import { day } from '../data/time.ts';
import { anonymous, type DemoVisit, type DemoVisits, demoVisits } from '../data/visits.ts';
import { idsByEmail } from './client.ts';
import { liveBefore, shownVersions } from './publishes.ts';
import { audienceOf, shownAs } from './shown.ts';
import { pageAt } from './site.ts';

const sessionsPerCall = 500;

/** All visits of the demo, up to `until`. */
export function allVisits(until: Date): DemoVisits[] {
  const today = new Date(Math.floor(until.getTime() / day) * day);
  const later = [...guestVisits(until), ...visitsBetween(today, until)];
  return demoVisits(until).map(({ pageUrl, visits }) => ({
    pageUrl,
    visits: [...visits, ...later.flatMap((other) => (other.pageUrl === pageUrl ? other.visits : []))],
  }));
}

/** How often `loadVisits` calls `tick`. */
export const callsFor = (pages: DemoVisits[]): number =>
  sumBy(pages, ({ visits }) => Math.ceil(visits.length / sessionsPerCall));

/** The audiences of the page's visits, by the name that visits use. One that is gone is not there. */
async function audiencesOf(
  client: Footfall,
  page: Page,
  visits: DemoVisit[],
  ids: Map<string | null, string>,
): Promise<Map<string, Audience>> {
  const path = { page_id: page.pageId };
  const audiences = await Array.fromAsync(paginate(listAudiences, { client, path }));
  const named = new Map<string, Audience>();
  for (const name of new Set(visits.map(({ audience }) => audience))) {
    const audience = name === null ? undefined : audienceOf(audiences, name, ids.get(name));
    if (name !== null && audience) named.set(name, audience);
  }
  return named;
}

/** The versions that visitors of audiences have got, by the name that visits use: the live one first. */
async function versionsOf(
  client: Footfall,
  audiences: Map<string, Audience>,
): Promise<Map<string, string[]>> {
  const known = new Map<string, string[]>();
  for (const [name, audience] of audiences) {
    const versions = await shownVersions(client, audience);
    known.set(
      name,
      versions.map(({ versionId }) => versionId),
    );
  }
  return known;
}

/**
 * Imports visits. Existing ones are not changed. Visits of pages, audiences and persons that are gone are left out, and
 * forms of such persons have no sender.
 */
export async function loadVisits(
  client: Footfall,
  visits: DemoVisits[],
  tick: () => void = () => {},
): Promise<void> {
  const [pages, ids] = await Promise.all([
    Array.fromAsync(paginate(listPages, { client })),
    idsByEmail(client),
  ]);
  // One day less than sessions are kept, so that the oldest is still accepted when it arrives.
  const now = Date.now();
  const oldest = now - ((await retentionDays()) - 1) * day;
  const load = async ({ pageUrl, visits: ofPage }: DemoVisits) => {
    const page = pageAt(pages, new URL(pageUrl).pathname);
    if (!page) return;
    const audiences = await audiencesOf(client, page, ofPage, ids);
    const versions = await versionsOf(client, audiences);
    const sessions = ofPage.flatMap((visit): ImportedSession[] => {
      const { audience: name, analyticsSessionId: id } = visit;
      const audience = audiences.get(name ?? '');
      if ((name !== null && !audience) || Date.parse(visit.sessionStartedAt) <= oldest) return [];
      const isKnown = ids.has(visit.formSubmissionEmail ?? null);
      const { audience: _, ...session } = isKnown ? visit : anonymous(visit);
      const age = now - Date.parse(visit.sessionStartedAt);
      const versionId = audience && liveBefore(audience, versions.get(name ?? '') ?? [], age);
      return [
        { ...session, ...shownAs(page, name, id, audience), ...(versionId !== undefined && { versionId }) },
      ];
    });
    for (let from = 0; from < sessions.length; from += sessionsPerCall) {
      const body = { sessions: sessions.slice(from, from + sessionsPerCall) };
      await importAudienceSessions({ client, path: { page_id: page.pageId }, body });
      tick();
    }
  };
  // One call at a time for each page: all calls at once are not faster, and D1 runs one statement at a time.
  await Promise.all(visits.map(load));
}
