import { eq, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { audienceSessions as sessions } from '../../../analytics/tables/sessions.ts';
import { audienceOrThrow } from '../../../content/audiences/store/internal.ts';
import { experiments } from '../../../content/tables/experiments.ts';
import { audiences } from '../../../content/tables/pages.ts';
import type { Database } from '../../../db/client.ts';
import { jsonObject } from '../../../db/sql.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { dayMs, hourMs } from '../../../lib/durations.ts';
import { estimateDays } from '../../../lib/sequential.ts';
import { expectedLift, forecastWords } from '../../../vocabulary/experiments.ts';
import type { ExperimentEstimateQuery } from '../body-schemas.ts';
import type { ExperimentEstimate, ExperimentForecast } from '../schemas.ts';
import type { Counted, ExperimentRow } from './internal.ts';

// How long a test takes: by the traffic of its audience, then by what it has counted itself.

/** How many of the latest visits of a page say what traffic its audience has. */
const mostSampled = 500;

/** What a test would be of. */
type Of = Record<'pageId' | 'audienceId' | 'goal', SQLiteColumn | SQL>;

/** JSON of how many of the latest visits were of the audience, how many of these reached the goal, and since when. */
const trafficWith = ({ pageId, audienceId, goal }: Of) => sql<string>`(select ${jsonObject({
  visits: sql`total(audience = ${audienceId})`,
  hits: sql`total(audience = ${audienceId} and
    case ${goal} when 'conversion' then conversion when 'formSubmit' then form > 0 end)`,
  since: sql`min(started_at)`,
})} from (select ${sessions.audienceId} as audience, ${sessions.hasConversion} as conversion, ${sessions.formState} as form,
    ${sessions.sessionStartedAt} as started_at
  from ${sessions} where ${sessions.pageId} = ${pageId}
  order by ${sessions.sessionStartedAt} desc limit ${sql.raw(String(mostSampled))}))`;

/** The traffic of the audience of a test. */
export const trafficOf = trafficWith(experiments);

interface Traffic {
  visits: number;
  hits: number;
  since: number | null;
}

/** The traffic in an answer of D1. */
export const trafficIn = (json: string): Traffic => JSON.parse(json) as Traffic;

const total = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);

/** The time since then, in whole hours: so an answer stays the same while nobody comes. */
const since = (time: number) => Math.floor((Date.now() - time) / hourMs) * hourMs;

/**
 * How long a test with these weights takes, the live version first, if so many came since then. Visitors have two digits and
 * days none, for the same reason.
 */
function estimateFor(
  { visits, hits, since: from }: Traffic,
  [live = 1, ...others]: number[],
): ExperimentEstimate | null {
  const perDay = from === null ? 0 : (visits / Math.max(since(from), dayMs)) * dayMs;
  const visitorsPerDay = Number(perDay.toPrecision(2));
  const rate = hits / visits;
  if (!(visitorsPerDay > 0 && rate > 0)) return null;
  const plan = { visitorsPerDay, rate, weights: [live, ...others] as const, lift: expectedLift };
  return { visitorsPerDay, rate, lift: expectedLift, days: Math.ceil(estimateDays(plan)) };
}

/** From how many conversions on a test knows its own rate. */
const enoughHits = 10;

/** How long a test takes, by what it has counted itself as soon as this is enough. */
export function estimateOf(
  { status, startedAt }: Pick<ExperimentRow, 'status' | 'startedAt'>,
  { arms }: Counted,
  traffic: Traffic,
): ExperimentEstimate | null {
  if (status === 'ended') return null;
  const visits = total(arms.map(({ visitors }) => visitors));
  const hits = total(arms.map(({ conversions }) => conversions));
  const isKnown = hits >= enoughHits && startedAt !== null && since(startedAt) >= dayMs;
  return estimateFor(
    isKnown ? { visits, hits, since: startedAt } : traffic,
    arms.map(({ weight }) => weight),
  );
}

const selectTraffic = statement(({ audienceId, goal }: { audienceId: Param<string>; goal: Param<string> }) =>
  build
    .select({
      traffic: trafficWith({
        pageId: audiences.pageId,
        audienceId: audiences.audienceId,
        goal: sql`${goal}`,
      }),
    })
    .from(audiences)
    .where(eq(audiences.audienceId, audienceId)),
);

/** How long a test of an audience would take that has not been made. Throws `audience_not_found`. */
export async function forecast(
  db: Database,
  { audienceId, goal, liveWeight }: ExperimentEstimateQuery,
): Promise<ExperimentForecast> {
  const [[row]] = await db.batch([selectTraffic({ audienceId, goal })]);
  const { traffic } = audienceOrThrow(row);
  const estimate = estimateFor(trafficIn(traffic), [liveWeight, 1]);
  return { estimate, sentence: forecastWords(goal, estimate) };
}
