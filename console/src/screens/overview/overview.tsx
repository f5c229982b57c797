import { Figures, FiguresSkeleton } from '../../analytics/figures.tsx';
import { pulse, pulseOf, useFollowers } from '../../analytics/follow.ts';
import type { Range } from '../../analytics/range.ts';
import { RangePicker, useRange } from '../../analytics/range-picker.tsx';
import { pageNameIn, usePagesById } from '../../data/pages.ts';
import { type QueryState, useQuery } from '../../data/query.ts';
import { Await } from '../../kit/await.tsx';
import { lazy } from '../../kit/lazy.tsx';
import { ScreenHead } from '../../kit/screen-head.tsx';
import { Failed, Skeleton } from '../../kit/states.tsx';
import { figuresOf, pagesFollowed, seriesOf } from './data.ts';
import { Latest } from './latest.tsx';
import { PagesTable } from './pages-table.tsx';
import { VisitsChart } from './visits-chart.tsx';

const WhoCame = lazy(() => import('./who-came.tsx').then((of) => of.WhoCame));
const NothingYet = lazy(() => import('./nothing-yet.tsx').then((of) => of.NothingYet));

const rangeKey = ({ startDate, endDate, zone }: Range) => ({ startDate, endDate, zone });

/** Did more people come, and did they do what we hoped? */
export function Overview() {
  const range = useRange();
  const { zone, before, elapsed } = range;
  const now = useQuery(
    ['page-analytics', rangeKey(range)],
    (signal) => figuresOf(range, zone, signal),
    pulseOf(range),
  );
  useFollowers(now, ['overview-series', 'latest-visits', 'who-came'], rangeKey(range));
  const then = useQuery(elapsed && ['page-analytics-before', elapsed, zone], (signal) =>
    figuresOf(elapsed ?? range, zone, signal),
  );
  const series = useQuery(['overview-series', rangeKey(range)], (signal) => seriesOf(range, range, signal));
  const seriesBefore = useQuery(before && ['overview-series-before', before, zone], (signal) =>
    seriesOf(range, before ?? range, signal),
  );
  const ids = now.data?.items.map(({ pageId }) => pageId);
  const pages = usePagesById(ids);
  const nameOf = (pageId: string) => pageNameIn(pages, pageId);
  const head = (
    <ScreenHead title="Overview" question="Did more people come, and did they do what you hoped?">
      <RangePicker />
    </ScreenHead>
  );
  // What fails for the figures fails for all: it is said once.
  const hasFailed = now.error !== undefined && !now.isLoading;
  const retry = () => {
    for (const query of [now, then, series, seriesBefore]) if (query.error !== undefined) query.retry();
  };
  if (hasFailed && !now.data) {
    return (
      <>
        {head}
        <Failed error={now.error} retry={retry} />
      </>
    );
  }
  const hasNone = now.data?.total.totalSessions === 0;
  const isUndecided = hasNone && before !== undefined && then.isLoading;
  const decided = <T,>(query: QueryState<T>): QueryState<T> =>
    isUndecided ? { ...query, data: undefined, isLoading: true } : query;
  if (hasNone && !isUndecided && !(before && then.data?.total.totalSessions)) {
    return (
      <>
        {head}
        <Await query={{ ...now, retry }}>{() => <NothingYet />}</Await>
      </>
    );
  }
  return (
    <>
      {head}
      <Await query={{ ...decided(now), retry }} skeleton={<FiguresSkeleton />}>
        {({ total }) => <Figures now={total} before={before && then.data?.total} />}
      </Await>
      <VisitsChart
        range={range}
        series={{ ...decided(series), ...(hasFailed && { error: undefined }) }}
        before={before ? seriesBefore.data : undefined}
      />
      <div class="beside-room">
        <div class="beside">
          <section aria-labelledby="overview-pages">
            <h2 id="overview-pages">Pages</h2>
            <Await query={{ ...decided(now), error: undefined }} skeleton={<Skeleton lines={6} isTable />}>
              {(figures) => (
                <PagesTable
                  figures={figures}
                  before={before && then.data}
                  nameOf={nameOf}
                  series={series.data}
                  range={range}
                />
              )}
            </Await>
          </section>
          <section class="who-came" aria-labelledby="overview-who">
            <WhoCame range={range} pageId={ids?.[0]} />
          </section>
        </div>
      </div>
      {(ids || now.error === undefined) && (
        <Latest
          pageIds={ids?.slice(0, pagesFollowed).toSorted()}
          nameOf={nameOf}
          zone={zone}
          every={range.isOver ? pulse : undefined}
        />
      )}
    </>
  );
}
