import type { AudienceSession, Page } from '@footfall/client';
import { ago, country, dayAndTime, duration } from '../../format.ts';
import { Await } from '../../kit/await.tsx';
import { Empty, Skeleton } from '../../kit/states.tsx';
import { useQuery } from '../../query.ts';
import { link } from '../../router.ts';
import { latestVisits } from './data.ts';

const whatOf = ({ hasConversion, hasFormSubmit }: AudienceSession): { text: string; tone: string } => {
  if (hasConversion) return { text: 'Converted', tone: 'badge badge-good' };
  return hasFormSubmit
    ? { text: 'Sent a form', tone: 'badge badge-accent' }
    : { text: 'Visited', tone: 'badge' };
};

function Visit({ visit, page, zone }: { visit: AudienceSession; page: Page | undefined; zone: string }) {
  const { text, tone } = whatOf(visit);
  const from = [visit.referrer, visit.country && country(visit.country), visit.device]
    .filter(Boolean)
    .join(' · ');
  return (
    <li>
      <span class={tone}>{text}</span>
      {visit.pageId && <a href={link('page', { pageId: visit.pageId })}>{page?.title ?? visit.pageId}</a>}
      <span class="muted grow">{from && `from ${from}`}</span>
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
  pages: Map<string, Page> | undefined;
  zone: string;
}

/** What happened last on the pages with the most visits. */
export function Latest({ pageIds, pages, zone }: LatestProps) {
  const latest = useQuery(
    pageIds && ['latest-visits', pageIds],
    (signal) => latestVisits(pageIds ?? [], signal),
    { every: 30_000 },
  );
  return (
    <section aria-labelledby="overview-latest">
      <h2 id="overview-latest">What happened last</h2>
      <Await query={latest} skeleton={<Skeleton lines={6} />}>
        {(visits) =>
          visits.length === 0 ? (
            <Empty title="No visits yet" />
          ) : (
            <ul class="feed">
              {visits.map((visit) => (
                <Visit
                  key={visit.analyticsSessionId}
                  visit={visit}
                  page={pages?.get(visit.pageId ?? '')}
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
