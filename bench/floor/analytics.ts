import { type Rows, sessionsStatements, sumsOf } from './blocks.ts';
import { type Call, Problem, tagged } from './http.ts';
import { timestamp } from './ids.ts';
import { sha256 } from './keys.ts';
import { rangeOf } from './ranges.ts';

const ratio = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);

/** An item, from sums in the order in which sessions are added. */
function toItem(audienceId: string, sums: Float64Array) {
  const [sessions = 0, closed = 0, bounces = 0, conversions = 0, formSubmits = 0, ctaSessions = 0] = sums;
  const [interactions = 0, scrollDepth = 0, scrolled = 0, engagedMs = 0, timed = 0] = sums.subarray(6);
  return {
    ...(audienceId === '' ? {} : { audienceId }),
    totalSessions: sessions,
    avgInteractionsPerSession: ratio(interactions, sessions),
    avgScrollDepthPercentage: ratio(scrollDepth, scrolled * 100),
    avgTimeSpentSeconds: ratio(engagedMs, timed * 1000),
    bounceRate: ratio(bounces, closed),
    conversionRate: ratio(conversions, sessions),
    formSubmitRate: ratio(formSubmits, sessions),
    bounceCount: bounces,
    bounceEligibleSessions: closed,
    conversionCount: conversions,
    ctaSessions,
    formSubmitCount: formSubmits,
  };
}

export async function analytics(call: Call): Promise<Response> {
  const { db, ids } = call;
  const range = { pageId: ids[0], ...rangeOf(call) };
  const [[found], audiences, ...rows] = await db.batch<[object[], { audienceId: string }[], ...Rows]>([
    db.sql('select 1 from pages where page_id = ?1', range.pageId),
    db.sql(
      `select audience_id as audienceId from audiences where page_id = ?1 and archived_at is null
        order by audience_id desc`,
      range.pageId,
    ),
    ...sessionsStatements(call, 'measures', range),
  ]);
  if (!found) throw new Problem(404, 'page_not_found', 'There is no page with this id.');
  const { sums, wholeDaysBefore } = sumsOf(rows, range);
  const items = audiences.map(({ audienceId }) => {
    const item = toItem(audienceId, sums.get(audienceId) ?? new Float64Array());
    sums.delete(audienceId);
    return item;
  });
  // What remains are the visits without an audience, and those of archived audiences.
  const others = new Float64Array(11);
  for (const some of sums.values())
    for (const [index, sum] of some.entries()) others[index] = (others[index] ?? 0) + sum;
  const answer = {
    items: others[0] === 0 ? items : [...items, toItem('', others)],
    ...(wholeDaysBefore === undefined ? {} : { wholeDaysBefore: timestamp(wholeDaysBefore) }),
  };
  return tagged(call, answer, sha256(JSON.stringify(answer)));
}
