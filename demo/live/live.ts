import { pick } from 'es-toolkit/object';
import {
  createFootfall,
  type Footfall,
  isProblem,
  listAudiences,
  listPages,
  paginate,
  resolvePageLink,
  searchPersons,
} from '#footfall/client';
import { type Arrival, arrivals } from '../data/arrivals.ts';
import { createRandom } from '../data/random.ts';
import { anonymous } from '../data/visits.ts';
import { audienceOf, shownAs } from '../load/shown.ts';
import { demoPageAt, pageAt } from '../load/site.ts';
import { agentOf, bots } from './agents.ts';
import { beaconsOf } from './beacons.ts';
import { type Collector, sendVisit } from './send.ts';

/** How long after a visitor the next one comes, in seconds. */
const pause = [8, 24] as const;
const firstPause = 2;
/** How many visitors one bot comes after. */
const visitorsPerBot = 9;

const utm = ['utmSource', 'utmMedium', 'utmCampaign', 'utmTerm', 'utmContent'] as const;

/** What visitors need: the collector, and a key that can read which pages and audiences there are. */
export interface LiveDemo extends Collector {
  key: string;
}

/** A timer that does not keep the process alive. */
const after = (milliseconds: number, call: () => void) => void setTimeout(call, milliseconds).unref();

/** The id of the person with an email, or undefined. */
async function personWith(client: Footfall, email: string): Promise<string | undefined> {
  const { data } = await searchPersons({ client, query: { query: email, limit: 10 } });
  return data.items.find((person) => person.email === email)?.personId;
}

/** The version that a visitor gets at an address, by chance if a test runs. Nothing if no link has the address. */
async function versionFor(client: Footfall, url: string, visitor: string) {
  try {
    const { versionId, experiment } = (await resolvePageLink({ client, query: { url, visitor } })).data;
    return { versionId, experimentId: experiment?.experimentId, unit: experiment?.unit };
  } catch (error) {
    if (isProblem(error, 'page_link_not_found')) return {};
    throw error;
  }
}

/** The fields of a beacon that say what was shown. Undefined if the page or the audience is not there any more. */
async function shownTo(client: Footfall, { pageUrl, audience: name, analyticsSessionId: id }: Arrival) {
  const page = pageAt(await Array.fromAsync(paginate(listPages, { client })), new URL(pageUrl).pathname);
  if (!page) return undefined;
  const { pageId } = page;
  if (name === null) return { pageId, ...shownAs(page, null, id) };
  const path = { page_id: pageId };
  const audiences = await Array.fromAsync(paginate(listAudiences, { client, path }));
  const personId = name.includes('@') ? await personWith(client, name) : undefined;
  const audience = audienceOf(audiences, name, personId);
  if (audience?.archivedAt !== null) return undefined;
  const shown = shownAs(page, name, id, audience);
  return { pageId, ...shown, ...(await versionFor(client, shown.pageUrl, id)) };
}

/** The fields that the page of a visit marks with `data-footfall`, as its first beacon has them. */
function marksOf({ pageUrl }: Arrival) {
  const names = demoPageAt(new URL(pageUrl).pathname)?.fields?.map(({ name }) => name);
  return names && { foundFields: names.join() };
}

/**
 * Lets visitors come to the demo website, a few a minute, for as long as the process runs. They send what the tracker
 * sends. `came` is called for each of them. The first failure is printed; later ones change nothing either.
 */
export function letVisitorsCome(demo: LiveDemo, came: () => void): void {
  const client = createFootfall({ baseUrl: demo.address, key: demo.key, retries: 0 });
  const coming = arrivals(createRandom(8));
  const random = createRandom(9);
  const run = Date.now().toString(36);
  let isTold = false;
  const failed = (error: unknown) => {
    if (!isTold)
      console.error(
        `footfall: a visit of the demo failed: ${error instanceof Error ? error.message : error}`,
      );
    isTold = true;
  };

  async function play(visit: Arrival): Promise<void> {
    const shown = await shownTo(client, visit);
    if (!shown) return;
    const agent = agentOf(visit.device ?? 'desktop', visit.browser ?? '');
    const origin = pick(visit, ['analyticsSessionId', 'referrer', ...utm]);
    const { formSubmissionEmail: email } = visit;
    // A form would create the person again who has been erased.
    const isKnown = !email || (await personWith(client, email)) !== undefined;
    const begun = Date.now();
    const found = marksOf(visit);
    for (const [n, { at, totals }] of beaconsOf(isKnown ? visit : anonymous(visit)).entries())
      after(at, () => {
        // Timers may be late, and a little early.
        const elapsedMs = Math.max(Date.now() - begun, totals.activeMs);
        const beacon = { ...origin, ...shown, ...(n === 0 && found), ...totals, elapsedMs };
        sendVisit(demo, agent, beacon, visit.country).catch(failed);
      });
    came();
  }

  /** A bot opens the same page. */
  async function crawl(visit: Arrival, agent: string): Promise<void> {
    const shown = await shownTo(client, visit);
    const analyticsSessionId = `${visit.analyticsSessionId}-bot`;
    if (shown) await sendVisit(demo, agent, { analyticsSessionId, pageId: shown.pageId });
  }

  const next = (n: number) => {
    const visit = coming.next().value(`demo-live-${run}-${n}`, Date.now());
    play(visit).catch(failed);
    if (n % visitorsPerBot === visitorsPerBot - 1) crawl(visit, random.pick(bots)).catch(failed);
    after(random.int(...pause) * 1000, () => next(n + 1));
  };
  after(firstPause * 1000, () => next(0));
}
