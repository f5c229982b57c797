import type { Audience, Breakdown } from '@footfall/client';
import { enoughSessions } from '../../../../src/lib/chance.ts';
import { type LinkVisits, linkVisitsWords } from '../../analytics/link-visits.ts';
import { breakdown, mostItems, spanQuery } from '../../analytics/questions.ts';
import type { Range } from '../../analytics/range.ts';
import { useAsked } from '../../data/api.ts';
import type { QueryState } from '../../data/query.ts';
import { Await, Skeleton } from '../../kit/states.tsx';
import { number, percent, plural } from '../../lib/format.ts';

/** The visits of an audience in a range by version, in one request. */
export const useVersionVisits = ({ pageId, audienceId }: Audience, range: Range): QueryState<Breakdown> =>
  useAsked(
    'version-visits',
    breakdown(pageId, {
      ...spanQuery(range, range.zone),
      audienceId,
      by: 'versionId',
      limit: mostItems,
    }),
  );

/** The visits of a version. Undefined while they are not known, and for one that nobody got. */
export function visitsOfVersion(
  answer: Breakdown | undefined,
  { versionId, publishedAt }: { versionId: string; publishedAt: string | null },
): LinkVisits | undefined {
  if (!answer) return undefined;
  const visits = answer.items.find(({ value }) => value === versionId);
  return visits ?? (publishedAt === null ? undefined : { totalSessions: 0, conversionCount: 0 });
}

/** The visits of a version in a line: "214 visits, 19 converted (8.9%)", or of few "12 visits, 3 of 12 converted". */
export function versionVisitsWords(visits: LinkVisits): string {
  const { totalSessions: all, conversionCount: converted } = visits;
  if (all < enoughSessions) return linkVisitsWords(visits);
  return `${plural(all, 'visit')}, ${number(converted)} converted (${percent(converted / all)})`;
}

/** What the figures of versions are. */
function noteOf({ items }: Breakdown, { words }: Range): string {
  const unknown = items.find(({ value }) => value === null)?.totalSessions ?? 0;
  const others = plural(unknown, 'visit');
  if (items.length === 0) return `No visits: ${words}.`;
  if (items.every(({ value }) => value === null))
    return `Of ${others}, ${words}, no version is known: the website does not say which one a visitor saw.`;
  const rest = unknown > 0 ? ` Of ${others} the version is not known.` : '';
  return `Visits of each version, ${words}: before and after, not a test.${rest}`;
}

/** Says what the figures of versions are, or why there are none. */
export const VersionVisitsNote = ({ visits, range }: { visits: QueryState<Breakdown>; range: Range }) => (
  <Await query={visits} skeleton={<Skeleton lines={1} />}>
    {(answer) => <p class="note muted">{noteOf(answer, range)}</p>}
  </Await>
);
