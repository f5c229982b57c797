import { type BreakdownItem, workspaceBreakdown } from '@footfall/client';
import { ask } from '../data/api.ts';
import { type QueryState, useQuery } from '../data/query.ts';
import { plural, rate } from '../lib/format.ts';
import { mostItems, spanQuery } from './questions.ts';
import type { Range } from './range.ts';

/** The visits by a link. */
export type LinkVisits = Pick<BreakdownItem, 'totalSessions' | 'conversionCount'>;

/** The API filters by so many values at once. */
const atOnce = 20;

const none: LinkVisits = { totalSessions: 0, conversionCount: 0 };

/**
 * The visits by some links in a range, of all pages; undefined for those that are not known. Undefined ids load nothing
 * yet. The first 100 are asked for.
 */
export function useLinkVisits(
  ids: string[] | undefined,
  range: Range,
): QueryState<(id: string) => LinkVisits | undefined> {
  const pageLinkId = ids?.slice(0, mostItems).toSorted();
  const query = { ...spanQuery(range, range.zone), by: 'pageLinkId' as const, limit: mostItems };
  return useQuery(pageLinkId?.length ? ['link-visits', pageLinkId, query] : undefined, async (signal) => {
    const asked = new Set(pageLinkId);
    const parts = Array.from({ length: Math.ceil(asked.size / atOnce) }, (_, part) =>
      [...asked].slice(part * atOnce, (part + 1) * atOnce),
    );
    const answers = await Promise.all(
      parts.map((part) => ask(workspaceBreakdown, { query: { ...query, pageLinkId: part }, signal })),
    );
    const byId = new Map(answers.flatMap(({ items }) => items.map((item) => [item.value, item])));
    return (id) => byId.get(id) ?? (asked.has(id) ? none : undefined);
  });
}

/** The visits by a link in a line: "12 visits, 3 of 12 converted". */
export function linkVisitsWords({ totalSessions, conversionCount }: LinkVisits): string {
  const visits = plural(totalSessions, 'visit');
  return totalSessions === 0 ? 'no visits' : `${visits}, ${rate(conversionCount, totalSessions)} converted`;
}
