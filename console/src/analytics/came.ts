import { answerTo } from '../data/api.ts';
import { type QueryState, useQuery } from '../data/query.ts';
import { type Came, type CameKind, idOf, rangeKey, whoCame } from './came-list.ts';
import { mostItems } from './questions.ts';
import type { Range } from './range.ts';

/**
 * When somebody was last seen: at their latest visit of all, which may be an hour behind, or at the last of a range. The
 * empty text if neither is known.
 */
export const lastSeen = (latestVisitAt: string | null, lastVisitAt = ''): string =>
  Date.parse(latestVisitAt ?? '') > (Date.parse(lastVisitAt) || 0) ? (latestVisitAt ?? '') : lastVisitAt;

/** One that came is looked for among so many hundreds: the API answers lists only. */
const mostAnswers = 5;

/** The numbers of one, or that it did not come, which is not certain if too many others came later. */
export interface Found {
  came: Came | undefined;
  isCertain: boolean;
}

async function find(kind: CameKind, id: string, range: Range, signal: AbortSignal): Promise<Found> {
  let cursor: string | undefined;
  for (let answer = 1; answer <= mostAnswers; answer++) {
    const { items, nextCursor } = await answerTo(whoCame(kind, range, { limit: mostItems, cursor }), signal);
    const came = items.find((item) => idOf(item) === id);
    if (came || !nextCursor) return { came, isCertain: true };
    cursor = nextCursor;
  }
  return { came: undefined, isCertain: false };
}

/** The numbers of a company or a person in a range. */
export const useCame = (kind: CameKind, id: string, range: Range): QueryState<Found> =>
  useQuery(['came', kind, id, rangeKey(range)], (signal) => find(kind, id, range, signal));
