import { visitsBefore } from '../../analytics/before.ts';
import { PanelTable } from '../../analytics/panel-table.tsx';
import { audiencesOf, mostItems, spanQuery } from '../../analytics/questions.ts';
import type { Range } from '../../analytics/range.ts';
import { nameIn, useAudiences } from '../../data/audience-names.ts';
import { useQuery } from '../../data/query.ts';
import { Await } from '../../kit/await.tsx';
import { Skeleton } from '../../kit/states.tsx';
import { here, useRoute } from '../../nav/router.ts';

const few = 8;

/** The audiences with the most visits. A click limits figures, chart and lists to one. */
export function AudiencePanel({ pageId, range }: { pageId: string; range: Range }) {
  const { query } = useRoute();
  const answer = useQuery(['audiences', pageId, spanQuery(range, range.zone)], (signal) =>
    audiencesOf(pageId, range, range.zone, signal),
  );
  const compared = answer.data && range.elapsed;
  const earlier = useQuery(compared && ['audiences-before', pageId, compared, range.zone], (signal) =>
    audiencesOf(pageId, compared ?? range, range.zone, signal),
  );
  const list = range.elapsed && !earlier.isStale ? earlier.data?.items : undefined;
  const before = list && visitsBefore(list, (item) => item.audienceId ?? '', list.length < mostItems);
  const shown = answer.data?.items.slice(0, few);
  const names = useAudiences(
    pageId,
    shown?.map(({ audienceId }) => audienceId ?? ''),
  );
  return (
    <section class="panel" aria-labelledby="panel-audiences">
      <header>
        <h2 id="panel-audiences">Audiences</h2>
      </header>
      <Await query={{ ...answer, isSlow: false }} skeleton={<Skeleton lines={few + 2} />}>
        {() => (
          <>
            <PanelTable
              label="Audience"
              rows={(shown ?? []).map(({ audienceId = '', totalSessions, conversionCount }) => ({
                key: audienceId,
                name: nameIn(names, audienceId),
                visits: totalSessions,
                before: before?.(audienceId),
                conversions: conversionCount,
                filter: { audience: audienceId },
              }))}
              isCompared={range.elapsed !== undefined}
              chosen={query.audience}
              removeFilter={{ audience: undefined }}
            />
            <p class="panel-more">
              <a href={here({ view: 'audiences' })}>Compare all audiences</a>
            </p>
          </>
        )}
      </Await>
    </section>
  );
}
