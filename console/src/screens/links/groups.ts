import type { FoundPageLink } from '@footfall/client';
import { comparisonOf } from '../../../../src/lib/chance.ts';
import { judged } from '../../analytics/measures.ts';

/** A link among those that lead to the same page or audience. */
export interface LinkRow {
  link: FoundPageLink;
  /** How many links of the list lead there. */
  together: number;
  /** It is the first of them. */
  isFirst: boolean;
  /** It converts best of them, by more than chance. */
  isBest: boolean;
}

/** The conversion rate, if there are enough visits for one. */
export const rateOf = ({ visits }: FoundPageLink): number | null =>
  visits ? judged(visits.totalSessions, visits.conversionCount / visits.totalSessions) : null;

const best = (a: FoundPageLink, b: FoundPageLink): number =>
  (rateOf(b) ?? -1) - (rateOf(a) ?? -1) || (b.visits?.totalSessions ?? 0) - (a.visits?.totalSessions ?? 0);

/** The link that converts best among those with the same target, if one does by more than chance. */
function bestIn(group: FoundPageLink[]): FoundPageLink | undefined {
  const samples = group.flatMap((link) =>
    link.visits ? [{ link, of: link.visits.totalSessions, hits: link.visits.conversionCount }] : [],
  );
  const found = comparisonOf(samples);
  return found?.isMoreThanChance ? found.first.link : undefined;
}

const visitsTo = (group: FoundPageLink[]): number =>
  group.reduce((sum, { visits }) => sum + (visits?.totalSessions ?? 0), 0);

/** Links that are not put together: each says where it leads. */
export const ungrouped = (rows: LinkRow[]): LinkRow[] =>
  rows.map((row) => ({ ...row, together: 1, isFirst: true }));

/**
 * Puts links with the same target together: those with the most visits first, or at the place of the first of them. Within a group the highest conversion rate
 * is first, and links with too few visits for a rate are last, most visits first. Only what is made for many has a best
 * link: `isForMany` says of an audience.
 */
export function grouped(
  links: FoundPageLink[],
  isForMany: (audienceId: string) => boolean,
  isMostUsedFirst: boolean,
): LinkRow[] {
  const groups = [...Map.groupBy(links, ({ target }) => target.audienceId || target.pageId).values()];
  const ordered = isMostUsedFirst ? groups.toSorted((a, b) => visitsTo(b) - visitsTo(a)) : groups;
  return ordered.flatMap((group) => {
    const sorted = group.toSorted(best);
    const audienceId = group[0]?.target.audienceId;
    const bestLink = !audienceId || isForMany(audienceId) ? bestIn(group) : undefined;
    return sorted.map((link, index) => ({
      link,
      together: group.length,
      isFirst: index === 0,
      isBest: link === bestLink,
    }));
  });
}
