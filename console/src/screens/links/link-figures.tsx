import { type PageLink, pageAnalytics } from '@footfall/client';
import { spanQuery } from '../../analytics/questions.ts';
import { useRange } from '../../analytics/range-picker.tsx';
import { ask } from '../../data/api.ts';
import { pageNameIn, usePagesById } from '../../data/pages.ts';
import { useQuery } from '../../data/query.ts';
import { RateStat, Stat, Stats, StatsSkeleton } from '../../kit/stat.tsx';
import { Await } from '../../kit/states.tsx';
import { number, plural } from '../../lib/format.ts';
import { link as addressOf } from '../../nav/router.ts';

/** As high as the figures of a link that has led to one page. */
const room = (
  <>
    <StatsSkeleton count={2} />
    <p class="after">&nbsp;</p>
  </>
);

/** What a link brought: the visits by it, of each page that it has led to in the range. */
export function LinkFigures({ link: { pageLinkId } }: { link: PageLink }) {
  const range = useRange();
  const asked = {
    ...spanQuery(range, range.zone),
    sort: '-totalSessions' as const,
    pageLinkId: [pageLinkId],
  };
  const figures = useQuery(['link-figures', asked], async (signal) => {
    const { items } = await ask(pageAnalytics, { query: asked, signal });
    return items.filter(({ totalSessions }) => totalSessions > 0);
  });
  const names = usePagesById(figures.data?.map(({ pageId }) => pageId));
  const visitsOn = (pageId: string) => addressOf('page', { pageId }, { view: 'sessions', pageLinkId });
  return (
    <section class="period" aria-label="Results">
      <h3>Visits by this link, {range.words}</h3>
      <Await query={figures} skeleton={room}>
        {(pages) => {
          const sum = (of: 'totalSessions' | 'conversionCount') =>
            pages.reduce((all, page) => all + page[of], 0);
          const visits = sum('totalSessions');
          return (
            <>
              <Stats>
                <Stat label="Visits" value={number(visits)} />
                <RateStat label="Conversion rate" hits={sum('conversionCount')} of={visits} sample="visits" />
              </Stats>
              {pages.map(({ pageId, totalSessions }) => (
                <p key={pageId} class="after">
                  <a href={visitsOn(pageId)}>
                    See {plural(totalSessions, 'visit')} of {pageNameIn(names, pageId)}
                  </a>
                </p>
              ))}
              {visits === 0 && (
                <p class="note muted">A visit belongs to the link whose address it began at.</p>
              )}
            </>
          );
        }}
      </Await>
    </section>
  );
}
