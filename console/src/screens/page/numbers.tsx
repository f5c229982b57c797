import type { Dimension } from '../../../../src/vocabulary/dimensions.ts';
import { sources } from '../../analytics/dimensions.ts';
import { Figures, FiguresSkeleton } from '../../analytics/figures.tsx';
import { FilterBar } from '../../analytics/filter-bar.tsx';
import { type PageFilter, pageFilter, pageFilters } from '../../analytics/filters.ts';
import { askAgain, pulseOf, useFollowers } from '../../analytics/follow.ts';
import { LeftOut } from '../../analytics/left-out.tsx';
import { MeasureChart } from '../../analytics/measure-chart.tsx';
import { beforeOf, linkToLine, shownMeasure } from '../../analytics/measures.ts';
import { NoVisits } from '../../analytics/no-visits.tsx';
import { Panel, type PanelProps } from '../../analytics/panel.tsx';
import { seriesOf } from '../../analytics/questions.ts';
import type { Range } from '../../analytics/range.ts';
import { RangePicker } from '../../analytics/range-picker.tsx';
import { usePillNames } from '../../analytics/value-names.ts';
import { questionOf, useAsked } from '../../data/api.ts';
import { retryFailed, useQuestion } from '../../data/query.ts';
import { WhenSeen } from '../../kit/lazy.tsx';
import { Await, Failed } from '../../kit/states.tsx';
import { Toolbar } from '../../kit/toolbar.tsx';
import { here, link, useRoute } from '../../nav/router.ts';
import { AudiencePanel, useAudienceFigures } from './audience-panel.tsx';
import { Funnel, FunnelSkeleton } from './funnel.tsx';

/** Long lists stand beside long ones. */
const panels: Pick<PanelProps, 'title' | 'by' | 'param'>[] = [
  {
    title: 'Where they came from',
    by: sources,
    param: 'from-by',
  },
  { title: 'Where they are', by: ['country'], param: 'place-by' },
  { title: 'Where they landed', by: ['landingPath', 'pageLinkId'], param: 'landed-by' },
  { title: 'What they use', by: ['device', 'browser'], param: 'device-by' },
];

const together = panels.map(({ by: [first = 'referrer'] }) => first);

/** The figures of a page and their series, and the figures of the period before. */
function useNumbers(pageId: string, range: Range, filter: PageFilter) {
  const { interval, elapsed, isPart } = range;
  const asked = seriesOf(pageId, range, filter);
  const series = useQuestion(questionOf('page-series', asked, askAgain), pulseOf(range));
  const followers = ['audiences', 'breakdowns', ...panels.map(({ param }) => `breakdown-${param}`)];
  useFollowers(series, followers, asked[1]);
  // While a range is not over, its figures are compared with a part of the period before, as its audiences are.
  const isOne = filter.audienceId !== undefined;
  const audiences = useAudienceFigures(pageId, range, filter);
  const partRange = elapsed && { ...range, ...elapsed, interval: 'month' as const, before: undefined };
  const part = useAsked(
    'page-part-before',
    isPart && isOne && partRange ? seriesOf(pageId, partRange, filter) : undefined,
  );
  const ofPart = isOne ? part.data?.total : audiences.data?.comparedTotal;
  return {
    series: { ...series, retry: retryFailed(series, audiences, part) },
    before: beforeOf(series.data?.compared, interval),
    totalBefore: elapsed && (isPart ? ofPart : series.data?.compared?.total),
  };
}

/** Did more people come, from where, and did they do what we hoped? */
export function Numbers({ pageId, range, title }: { pageId: string; range: Range; title: string }) {
  const { query } = useRoute();
  const filter = pageFilter(query);
  const { series, before, totalBefore } = useNumbers(pageId, range, filter);
  const total = series.data?.total;
  const isFiltered = Object.keys(filter).length > 0;
  const names = usePillNames(pageId);
  const filters = (
    <Toolbar title={title} range={<RangePicker />}>
      <FilterBar pageId={pageId} range={range} filters={pageFilters} names={names} />
      {isFiltered && <a href={here({ view: 'sessions' })}>See these visits one by one</a>}
    </Toolbar>
  );
  const isEmpty = total?.totalSessions === 0;
  const hasNone = isEmpty && !isFiltered;
  const hadNone = !range.before || totalBefore?.totalSessions === 0;
  // What fails for the figures fails for all: it is said once.
  if (series.error !== undefined && !total && !series.isLoading) {
    return (
      <>
        {filters}
        <Failed error={series.error} retry={series.retry} />
      </>
    );
  }
  const panel = (of: (typeof panels)[number]) => (
    <Panel
      key={of.param}
      {...of}
      together={together}
      pageId={pageId}
      range={range}
      filter={filter}
      footer={linksOfPage}
    />
  );
  const linksOfPage = (by: Dimension) =>
    by === 'pageLinkId' && (
      <p class="panel-more between">
        <a href={link('links', {}, { page: pageId })}>Compare the links of this page</a>
      </p>
    );
  return (
    <>
      {filters}
      <div class="card">
        <Await query={series} skeleton={<FiguresSkeleton />}>
          {(now) => (
            <Figures
              now={now.total}
              before={totalBefore}
              from={before.from}
              range={range}
              linkOf={linkToLine(shownMeasure(query.metric))}
            />
          )}
        </Await>
        {isEmpty && isFiltered && <p class="note muted">No visit in this range matches all filters.</p>}
        {hasNone && <NoVisits pageId={pageId} />}
        {!(hasNone && hadNone) && (
          <MeasureChart
            pageId={pageId}
            range={range}
            series={{ ...series, error: undefined, isSlow: false }}
            file={() => [seriesOf(pageId, range, filter)]}
            before={before.steps}
          />
        )}
      </div>
      {!hasNone && (
        <Await query={{ ...series, error: undefined, isSlow: false }} skeleton={<FunnelSkeleton />}>
          {(now) => <Funnel totals={now.total} />}
        </Await>
      )}
      {!hasNone && (
        <WhenSeen isReady={series.data !== undefined} room={<div class="panels panels-room stack" />}>
          <div class="panels stack">
            {panels.slice(0, 3).map(panel)}
            <AudiencePanel
              pageId={pageId}
              range={range}
              filter={filter}
              total={total}
              totalBefore={totalBefore}
            />
            {panels.slice(3).map(panel)}
          </div>
        </WhenSeen>
      )}
      <LeftOut pageId={pageId} range={range} />
    </>
  );
}
