import { type Call, json, Problem } from './http.ts';
import { rangeOf } from './ranges.ts';
import { type SumsQuery, type SumsRows, sumsOf, sumsStatements } from './rollups.ts';

const ratio = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);

/** An item, from sums in the order of the rollups. */
function toItem(audienceId: string, sums: number[]) {
  const [sessions = 0, , closed = 0, bounces = 0, conversions = 0, formSubmits = 0, ctaSessions = 0] = sums;
  const [interactions = 0, scrollDepth = 0, scrolled = 0, engagedMs = 0, timed = 0] = sums.slice(7);
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
  const [pageId] = ids;
  const byAudience: SumsQuery = { pageId, grouping: 'audience', ...rangeOf(call) };
  const ofAll: SumsQuery = { ...byAudience, grouping: 'all' };
  const [[found], audiences, grouped, whole, sessions, removed] = await db.batch<
    [object[], { audienceId: string }[], SumsRows[0], ...SumsRows]
  >([
    db.sql('select 1 from pages where page_id = ?1', pageId),
    db.sql(
      `select audience_id as audienceId from audiences where page_id = ?1 and archived_at is null
        order by audience_id desc`,
      pageId,
    ),
    ...sumsStatements(call, byAudience).slice(0, 1),
    ...sumsStatements(call, ofAll),
  ]);
  if (!found) throw new Problem(404, 'page_not_found', 'There is no page with this id.');
  const sums = sumsOf([grouped, sessions, removed], byAudience);
  const others = sumsOf([whole, sessions, removed], ofAll).get('') ?? [];
  const items = audiences.map(({ audienceId }) => {
    const own = sums.get(audienceId) ?? [];
    // What remains are the visits without an audience, and those of archived audiences.
    own.forEach((sum, index) => {
      others[index] = (others[index] ?? 0) - sum;
    });
    return toItem(audienceId, own);
  });
  return json(call, { items: others.some((sum) => sum !== 0) ? [...items, toItem('', others)] : items });
}
