import type { AudienceSession } from '@footfall/client';
import type { VisitFilter } from '../../analytics/filters.ts';
import { useQuery } from '../../data/query.ts';
import { Await } from '../../kit/await.tsx';
import { Empty, Skeleton } from '../../kit/states.tsx';
import { ago, dayAndTime, duration } from '../../lib/format.ts';
import { link } from '../../nav/router.ts';
import { latestVisits } from './data.ts';
import { originOf } from './origin.ts';

const whatOf = ({ hasConversion, hasFormSubmit }: AudienceSession): { text: string; tone: string } => {
  if (hasConversion) return { text: 'Converted', tone: 'badge badge-good' };
  return hasFormSubmit
    ? { text: 'Sent a form', tone: 'badge badge-accent' }
    : { text: 'Visited', tone: 'badge' };
};

interface VisitProps extends Pick<LatestProps, 'nameOf' | 'zone'> {
  visit: AudienceSession;
}

function Visit({ visit, nameOf, zone }: VisitProps) {
  const { text, tone } = whatOf(visit);
  return (
    <li>
      <span class={tone}>{text}</span>
      {visit.pageId && <a href={link('page', { pageId: visit.pageId })}>{nameOf(visit.pageId)}</a>}
      <span class="muted grow">{originOf(visit)}</span>
      {visit.timeSpentSeconds !== null && (
        <span class="muted not-on-phone tabular">{duration(visit.timeSpentSeconds)}</span>
      )}
      <time
        class="muted tabular"
        dateTime={visit.sessionStartedAt}
        title={dayAndTime(visit.sessionStartedAt, zone)}
      >
        {ago(visit.sessionStartedAt)}
      </time>
    </li>
  );
}

export interface LatestProps {
  pageIds: string[] | undefined;
  filter: VisitFilter;
  nameOf: (pageId: string) => string;
  zone: string;
  /** How often it is asked for by itself, in milliseconds: otherwise it follows the figures. */
  every: number | undefined;
}

/** What happened last on the pages with the most visits. */
export function Latest({ pageIds, filter, nameOf, zone, every }: LatestProps) {
  const latest = useQuery(
    pageIds && ['latest-visits', pageIds, filter],
    (signal) => latestVisits(pageIds ?? [], filter, signal),
    { every },
  );
  return (
    <section aria-labelledby="overview-latest">
      <h2 id="overview-latest">What happened last</h2>
      <Await query={latest} skeleton={<Skeleton lines={6} />}>
        {(visits) =>
          visits.length === 0 ? (
            <Empty title="No visits yet" />
          ) : (
            <ul class="feed latest">
              {visits.map((visit) => (
                <Visit key={visit.analyticsSessionId} visit={visit} nameOf={nameOf} zone={zone} />
              ))}
            </ul>
          )
        }
      </Await>
    </section>
  );
}
