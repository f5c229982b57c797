import type { FoundPageLink } from '@footfall/client';
import { judged } from '../../analytics/judged.ts';

/** A link among those that lead to the same page or audience. */
export interface LinkRow {
  link: FoundPageLink;
  /** How many links of the list lead there. */
  together: number;
  /** It is the first of them. */
  isFirst: boolean;
  /** It converts best: at least two of them have enough visits for a rate, and its own is the highest. */
  isBest: boolean;
}

/** The conversion rate, if there are enough visits for one. */
const rateOf = ({ visits }: FoundPageLink): number | null =>
  visits ? judged(visits.totalSessions, visits.conversionCount / visits.totalSessions) : null;

const best = (a: FoundPageLink, b: FoundPageLink): number =>
  (rateOf(b) ?? -1) - (rateOf(a) ?? -1) || (b.visits?.totalSessions ?? 0) - (a.visits?.totalSessions ?? 0);

/**
 * Puts links with the same target together, at the place of the first of them. Within a group the highest conversion rate
 * is first, and links with too few visits for a rate are last, most visits first.
 */
export function grouped(links: FoundPageLink[]): LinkRow[] {
  const groups = Map.groupBy(links, ({ target }) => target.audienceId || target.pageId);
  return [...groups.values()].flatMap((group) => {
    const sorted = group.toSorted(best);
    const [first, second] = sorted.map(rateOf);
    const isDecided = first != null && second != null && first > second;
    return sorted.map((link, index) => ({
      link,
      together: group.length,
      isFirst: index === 0,
      isBest: index === 0 && isDecided,
    }));
  });
}
