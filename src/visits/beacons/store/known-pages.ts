import { eq } from 'drizzle-orm';
import { pages } from '../../../content/tables/pages.ts';
import type { Database } from '../../../db/client.ts';
import { isOutage } from '../../../db/outage.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { BoundedMap } from '../../../lib/bounded-map.ts';
import { minuteMs } from '../../../lib/durations.ts';
import { isSample } from '../../../lib/sample.ts';

const selectPage = statement(({ pageId }: { pageId: Param<string> }) =>
  build.select({ pageId: pages.pageId }).from(pages).where(eq(pages.pageId, pageId)),
);

/** How long, in milliseconds, a page that did not exist is not looked for again. */
const freshFor = 10_000;
/** How many pages an isolate looks for in a minute. Anyone can send any id, so that what is beyond it is not known. */
const looksAMinute = 30;

/** What an isolate knows of the pages of a database, at first nothing. Only pages of sample data are deleted. */
const nothing = () => ({
  pages: new BoundedMap<string, true>(5000),
  /** Ids of pages that did not exist, and until when nobody looks again. */
  unknown: new BoundedMap<string, number>(100),
  /** The start of the minute of `looks`. */
  since: 0,
  looks: 0,
});
const knownOf = new WeakMap<D1Database, ReturnType<typeof nothing>>();

/**
 * Whether a visit names a page that does not exist, as far as this isolate knows: it looks once for a page that exists and is
 * not of sample data, and thirty times a minute at most. While D1 does not answer, nobody knows.
 */
export async function isUnknownPage(
  db: Database,
  binding: D1Database | undefined,
  pageId: string,
): Promise<boolean> {
  if (!binding) return false;
  const known = knownOf.get(binding) ?? nothing();
  knownOf.set(binding, known);
  if (known.pages.has(pageId)) return false;
  const now = Date.now();
  const until = known.unknown.get(pageId) ?? 0;
  // A clock may be set back.
  if (now < until && until - now <= freshFor) return true;
  if (Math.abs(now - known.since) >= minuteMs) Object.assign(known, { since: now, looks: 0 });
  if (known.looks >= looksAMinute) return false;
  known.looks++;
  try {
    const [found] = await db.batch([selectPage({ pageId })]);
    const exists = found.length > 0;
    if (!exists) known.unknown.set(pageId, now + freshFor);
    else if (!isSample(pageId)) known.pages.set(pageId, true);
    return !exists;
  } catch (error) {
    if (isOutage(error)) return false;
    throw error;
  }
}
