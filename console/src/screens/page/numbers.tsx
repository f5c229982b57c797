import { useRef } from 'preact/hooks';
import type { Dimension } from '../../../../src/vocabulary/dimensions.ts';
import { sources } from '../../analytics/dimensions.ts';
import { FiguresAndChart } from '../../analytics/figures-chart.tsx';
import { FilterBar } from '../../analytics/filter-bar.tsx';
import { type PageFilter, pageFilter, pageFilters } from '../../analytics/filters.ts';
import { useLatestVisit } from '../../analytics/latest-visit.ts';
import { LeftOut } from '../../analytics/left-out.tsx';
import { NoVisits } from '../../analytics/no-visits.tsx';
import { Panel, type PanelProps } from '../../analytics/panel.tsx';
import { seriesOf } from '../../analytics/questions.ts';
import type { Range } from '../../analytics/range.ts';
import { RangePicker } from '../../analytics/range-picker.tsx';
import { useSeries } from '../../analytics/series.ts';
import { usePillNames } from '../../analytics/value-names.ts';
import { retryFailed } from '../../data/query.ts';
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
  { title: 'Countries and devices', by: ['country', 'device', 'browser'], param: 'place-by' },
  { title: 'Where they landed', by: ['landingPath', 'pageLinkId'], param: 'landed-by' },
];

const together = panels.map(({ by: [first = 'referrer'] }) => first);

/** The figures of a page and their series, and the figures of the period before. */
function useNumbers(pageId: string, range: Range, filter: PageFilter) {
  const isOne = filter.audienceId !== undefined;
  const followers = ['audiences', 'breakdowns', ...panels.map(({ param }) => `breakdown-${param}`)];
  const { series, ...compared } = useSeries({ name: 'page', pageId, range, filter }, followers, !isOne);
  // The audiences are compared with the same part of the period before as the figures.
  const audiences = useAudienceFigures(pageId, range, filter);
  const ofAudiences = range.elapsed && audiences.data?.comparedTotal;
  return {
    ...compared,
    series: { ...series, retry: retryFailed(series, audiences) },
    totalBefore: range.isPart && !isOne ? ofAudiences : compared.totalBefore,
  };
}

/** Did more people come, from where, and did they do what we hoped? */
export function Numbers({ pageId, range, title }: { pageId: string; range: Range; title: string }) {
  const { query } = useRoute();
  const filter = pageFilter(query);
  const { series, before, totalBefore } = useNumbers(pageId, range, filter);
  const total = series.data?.total;
  const isFiltered = Object.keys(filter).length > 0;
  const isEmpty = total?.totalSessions === 0;
  const hasNone = isEmpty && !isFiltered;
  const latest = useLatestVisit(pageId, { isWanted: hasNone });
  const names = usePillNames(pageId);
  // Where nobody ever came, there is no range to choose. Until that is known, nothing is drawn that would move.
  const isNew = hasNone && latest.data?.items.length === 0;
  const wasNew = useRef(false);
  wasNew.current ||= isNew;
  const isKnown = !hasNone || latest.data !== undefined || latest.error !== undefined;
  const filters = !isNew && (
    <Toolbar title={title} range={<RangePicker />}>
      <FilterBar pageId={pageId} range={range} filters={pageFilters} names={names} />
      {isFiltered && <a href={here({ view: 'sessions' })}>See these visits one by one</a>}
    </Toolbar>
  );
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
      <div class="card" key={wasNew.current ? 'new' : 'figures'}>
        <FiguresAndChart
          pageId={pageId}
          range={range}
          figures={{ ...series, data: isKnown ? series.data : undefined }}
          totalOf={(answer) => answer.total}
          totalBefore={totalBefore}
          series={{ ...series, error: undefined, isSlow: false }}
          before={before}
          file={() => [seriesOf(pageId, range, filter)]}
          isEmpty={hasNone && hadNone}
        >
          {isEmpty && isFiltered && <p class="note muted">No visit in this range matches all filters.</p>}
          {hasNone && isKnown && <NoVisits pageId={pageId} />}
        </FiguresAndChart>
      </div>
      {!hasNone && (
        <Await query={{ ...series, error: undefined, isSlow: false }} skeleton={<FunnelSkeleton />}>
          {(now) => <Funnel totals={now.total} />}
        </Await>
      )}
      {!hasNone && (
        <WhenSeen isReady={series.data !== undefined} room={<div class="panels panels-room stack" />}>
          <div class="panels stack">
            {panels.map(panel)}
            <AudiencePanel
              pageId={pageId}
              range={range}
              filter={filter}
              total={total}
              totalBefore={totalBefore}
            />
          </div>
        </WhenSeen>
      )}
      <LeftOut pageId={pageId} range={range} />
    </>
  );
}
