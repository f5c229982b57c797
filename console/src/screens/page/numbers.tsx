import { Figures, FiguresSkeleton } from '../../analytics/figures.tsx';
import { type NumbersFilter, numbersFilter } from '../../analytics/filters.ts';
import { pulseOf, useFollowers } from '../../analytics/follow.ts';
import { LeftOut } from '../../analytics/left-out.tsx';
import { linkToLine, shownMeasure } from '../../analytics/lines.ts';
import { NoVisits } from '../../analytics/no-visits.tsx';
import { Panel, type PanelProps } from '../../analytics/panel.tsx';
import { spanQuery } from '../../analytics/questions.ts';
import type { Range, Span } from '../../analytics/range.ts';
import { useQuery } from '../../data/query.ts';
import { Await } from '../../kit/await.tsx';
import { Failed } from '../../kit/states.tsx';
import { useRoute } from '../../nav/router.ts';
import { AudiencePanel } from './audience-panel.tsx';
import { seriesOf, sumOf, totalsOf } from './data.ts';
import { Filters } from './filters.tsx';
import { Funnel, FunnelSkeleton } from './funnel.tsx';
import { Series } from './series.tsx';

export interface NumbersProps {
  pageId: string;
  range: Range;
}

/** With the audiences six, so that rows of two and of three are full. Long lists stand beside long ones. */
const panels: Pick<PanelProps, 'title' | 'by' | 'param'>[] = [
  {
    title: 'Where they came from',
    by: ['referrer', 'utmCampaign', 'utmSource', 'utmMedium', 'utmTerm', 'utmContent'],
    param: 'from-by',
  },
  { title: 'Where they are', by: ['country'], param: 'place-by' },
  { title: 'Where they landed', by: ['landingPath', 'pageLinkId'], param: 'landed-by' },
  { title: 'What they use', by: ['device'], param: 'device-by' },
  { title: 'Their browsers', by: ['browser'], param: 'browser-by' },
];

/** The figures and the series of a filter. Without one, as for two values together, nothing is loaded. */
function useNumbers({ pageId, range }: NumbersProps, filter: NumbersFilter | undefined) {
  const { zone, interval, before, elapsed } = range;
  const span = spanQuery(range, zone);
  const total = (of: Span) => (signal: AbortSignal) => totalsOf(pageId, filter ?? {}, of, zone, signal);
  const steps = (of: Span) => (signal: AbortSignal) => seriesOf(pageId, filter ?? {}, range, of, signal);
  const earlier = filter && before;
  const now = useQuery(filter && ['page-totals', pageId, filter, span], total(range), pulseOf(range));
  useFollowers(
    now,
    ['page-series', 'audiences', ...panels.map(({ param }) => `breakdown-${param}`)],
    [pageId, filter, span],
  );
  const then = useQuery(
    earlier && ['page-totals-before', pageId, filter, elapsed, zone],
    total(elapsed ?? range),
  );
  const series = useQuery(filter && ['page-series', pageId, filter, span, interval], steps(range));
  const seriesBefore = useQuery(
    earlier && ['page-series-before', pageId, filter, before, zone, interval],
    steps(before ?? range),
  );
  // A value beyond the 100 with the most visits: the series has its counts.
  const totals = now.data === null ? series.data && sumOf(series.data) : now.data;
  const totalsBefore = then.data === null ? seriesBefore.data && sumOf(seriesBefore.data) : then.data;
  return {
    totals: {
      ...now,
      data: totals,
      retry: () => {
        for (const query of [now, then, series, seriesBefore]) if (query.error !== undefined) query.retry();
      },
    },
    series,
    totalsBefore: before && totalsBefore,
    seriesBefore: before && seriesBefore.data,
  };
}

/** Did more people come, from where, and did they do what we hoped? */
export function Numbers({ pageId, range }: NumbersProps) {
  const { query } = useRoute();
  const filter = numbersFilter(query);
  const { totals, series, totalsBefore, seriesBefore } = useNumbers({ pageId, range }, filter);
  const panel = (of: (typeof panels)[number]) => (
    <Panel key={of.param} {...of} pageId={pageId} range={range} audienceId={query.audience} />
  );
  const hasNone = totals.data?.totalSessions === 0 && !filter?.by && !filter?.audienceId;
  const hadNone = !range.before || totalsBefore?.totalSessions === 0;
  // What fails for the figures fails for all: it is said once.
  if (totals.error !== undefined && !totals.data && !totals.isLoading) {
    return (
      <>
        <Filters pageId={pageId} />
        <Failed error={totals.error} retry={totals.retry} />
      </>
    );
  }
  return (
    <>
      <Filters pageId={pageId} />
      {filter && (
        <Await query={totals} skeleton={<FiguresSkeleton />}>
          {(figures) => (
            <Figures now={figures} before={totalsBefore} linkOf={linkToLine(shownMeasure(query.metric))} />
          )}
        </Await>
      )}
      {hasNone && <NoVisits pageId={pageId} />}
      {filter && !(hasNone && hadNone) && <Series range={range} series={series} before={seriesBefore} />}
      {filter && !hasNone && (
        <Await query={{ ...totals, error: undefined, isSlow: false }} skeleton={<FunnelSkeleton />}>
          {(figures) => <Funnel totals={figures} />}
        </Await>
      )}
      {!hasNone && (
        <div class="panels">
          {panels.slice(0, 3).map(panel)}
          <AudiencePanel pageId={pageId} range={range} />
          {panels.slice(3).map(panel)}
        </div>
      )}
      <LeftOut pageId={pageId} range={range} />
    </>
  );
}
