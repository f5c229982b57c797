import type { AudienceSession } from '@footfall/client';
import type { VisitFilter } from '../../analytics/filters.ts';
import { ValueIcon } from '../../analytics/value-icon.tsx';
import { visitorOf } from '../../analytics/visitor.ts';
import { VisitorName } from '../../analytics/visitor-name.tsx';
import { useAsked } from '../../data/api.ts';
import { pageNameIn, usePagesById } from '../../data/pages.ts';
import { Ago } from '../../kit/ago.tsx';
import { Await, Empty, Skeleton } from '../../kit/states.tsx';
import { country, duration } from '../../lib/format.ts';
import { link, open } from '../../nav/router.ts';
import { latestVisits } from './questions.ts';

/** Where a visit came from, in a line: "from google.com · Germany · desktop". A device alone is not an origin. */
export const originOf = (visit: Record<'referrer' | 'country' | 'device', string | null>): string =>
  [visit.referrer && `from ${visit.referrer}`, visit.country && country(visit.country), visit.device]
    .filter(Boolean)
    .join(' · ');

const whatOf = ({ hasConversion, hasFormSubmit }: AudienceSession): { text: string; tone: string } => {
  if (hasConversion) return { text: 'Converted', tone: 'badge badge-good' };
  return hasFormSubmit ? { text: 'Sent a form', tone: 'badge' } : { text: 'Visited', tone: 'badge' };
};

interface VisitProps extends Pick<LatestProps, 'zone'> {
  visit: AudienceSession;
  nameOf: (pageId: string) => string;
}

function Visit({ visit, nameOf, zone }: VisitProps) {
  const { text, tone } = whatOf(visit);
  const visitor = visitorOf(visit);
  return (
    <li>
      <span class={tone}>{text}</span>
      <span class="latest-who cut">
        {visitor?.personId ? (
          <a href={open(visitor.personId)}>
            <VisitorName visit={visit} />
          </a>
        ) : (
          <VisitorName visit={visit} />
        )}
      </span>
      {visit.pageId && <a href={link('page', { pageId: visit.pageId })}>{nameOf(visit.pageId)}</a>}
      <span class="muted grow">
        {visit.referrer && <ValueIcon by="referrer" value={visit.referrer} />}
        <ValueIcon by="country" value={visit.country} />
        {originOf(visit)}
      </span>
      {visit.timeSpentSeconds !== null && (
        <span class="muted not-on-phone tabular">{duration(visit.timeSpentSeconds)}</span>
      )}
      <Ago class="muted tabular" at={visit.sessionStartedAt} zone={zone} />
    </li>
  );
}

export interface LatestProps {
  filter: VisitFilter;
  zone: string;
  /** The names of pages that are known already, by their ids. */
  names: ReadonlyMap<string, string | undefined>;
  /** How often it is asked for by itself, in milliseconds: otherwise it follows the figures. */
  every: number | undefined;
}

/** What happened last, on all pages. */
export function Latest({ filter, zone, names, every }: LatestProps) {
  const latest = useAsked('latest-visits', latestVisits(filter), { every });
  const ids = latest.data?.items.flatMap(({ pageId }) => pageId ?? []);
  const others = ids?.filter((id) => !names.has(id));
  const pages = usePagesById(others && [...new Set(others)], Boolean(others?.length));
  return (
    <section aria-labelledby="overview-latest">
      <div class="row">
        <h2 id="overview-latest" class="grow">
          Latest activity
        </h2>
        <a href={link('visits')}>All visits</a>
      </div>
      <Await query={latest} what="the latest visits" skeleton={<Skeleton lines={6} />}>
        {({ items: visits }) =>
          visits.length === 0 ? (
            <Empty title="No visits yet" />
          ) : (
            <ul class="feed latest">
              {visits.map((visit) => (
                <Visit
                  key={visit.analyticsSessionId}
                  visit={visit}
                  nameOf={(pageId) => names.get(pageId) ?? pageNameIn(pages, pageId)}
                  zone={zone}
                />
              ))}
            </ul>
          )
        }
      </Await>
    </section>
  );
}
