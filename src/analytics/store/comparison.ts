import type { Database } from '../../db/client.ts';
import { comparisonOf, enoughSessions } from '../../lib/chance.ts';
import { endOfTime, type Range } from '../../lib/range.ts';
import { toTimestamp } from '../../lib/time.ts';
import { sumAt } from '../../vocabulary/measures.ts';
import type { AudienceComparison } from '../figures-schemas.ts';
import type { Groups } from '../groups.ts';
import { type AudiencePlace, audiencePlaces } from './names.ts';

/** The most audiences of a workspace whose places are looked up. */
const mostLooked = 10_000;

/** The audiences with enough visits for a rate, most visits first. */
const judgedIn = (groups: Groups): { audienceId: string; of: number; hits: number }[] =>
  [...groups]
    .flatMap(([audienceId, sums]) => {
      const group = { sums, from: 0 };
      const [of, hits] = [sumAt(group, 'sessions'), sumAt(group, 'conversions')];
      return audienceId !== null && of >= enoughSessions ? [{ audienceId, of, hits }] : [];
    })
    .sort((a, b) => b.of - a.of || (a.audienceId < b.audienceId ? -1 : 1));

/**
 * Which audience of a page converts best. Of several pages, it is the one whose compared audiences have the most visits:
 * a page that is chosen for its result would be best by chance. Audiences that have no place, are archived or are made
 * for one person are not compared.
 */
export function comparisonIn(
  groups: Groups,
  places: ReadonlyMap<string, AudiencePlace>,
  { start, end }: Range,
): AudienceComparison {
  const compared = judgedIn(groups).flatMap((judged) => {
    const place = places.get(judged.audienceId);
    return place?.archivedAt === null && place.personId === null ? [{ ...judged, ...place }] : [];
  });
  const pages = [...Map.groupBy(compared, ({ pageId }) => pageId).values()].filter(
    ({ length }) => length > 1,
  );
  const visitsOf = (page: typeof compared) => page.reduce((sum, { of }) => sum + of, 0);
  const [page] = pages.toSorted((a, b) => visitsOf(b) - visitsOf(a));
  const found = page && comparisonOf(page);
  if (!found) return null;
  const { first, against, count, pValue, isMoreThanChance } = found;
  const shown = ({ audienceId, name, of, hits }: typeof first) => ({
    audienceId,
    name,
    totalSessions: of,
    conversionCount: hits,
  });
  return {
    pageId: first.pageId,
    pageName: first.pageName,
    first: shown(first),
    against: shown(against),
    comparedCount: count,
    pValue,
    isMoreThanChance,
    startDate: start > 0 ? toTimestamp(start) : null,
    endDate: end < endOfTime ? toTimestamp(end) : null,
  };
}

/** The audiences of a workspace whose places `comparisonIn` needs. Undefined if they are too many. */
export function lookedIn(groups: Groups): string[] | undefined {
  const ids = judgedIn(groups).map(({ audienceId }) => audienceId);
  return ids.length > mostLooked ? undefined : ids;
}

/** As `comparisonIn`, with the places of the audiences, in a round trip. */
export async function comparisonFor(db: Database, groups: Groups, range: Range): Promise<AudienceComparison> {
  const ids = lookedIn(groups);
  return ids ? comparisonIn(groups, await audiencePlaces(db, ids), range) : null;
}
