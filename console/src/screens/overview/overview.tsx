import { useState } from 'preact/hooks';
import { campaigns } from '../../../../src/vocabulary/dimensions.ts';
import { FiguresAndChart } from '../../analytics/figures-chart.tsx';
import { FilterBar } from '../../analytics/filter-bar.tsx';
import { type VisitFilter, visitFilter, workspaceFilters } from '../../analytics/filters.ts';
import { pulse } from '../../analytics/follow.ts';
import { beforeOf } from '../../analytics/measures.ts';
import type { PanelProps } from '../../analytics/panel.tsx';
import { figuresOfAll, seriesOfAll } from '../../analytics/questions.ts';
import { RangePicker, useRange } from '../../analytics/range-picker.tsx';
import { retryFailed, useQuestion } from '../../data/query.ts';
import { Download } from '../../kit/download.tsx';
import { lazy, WhenSeen } from '../../kit/lazy.tsx';
import { ScreenHead } from '../../kit/screen-head.tsx';
import { Await, Failed, Skeleton } from '../../kit/states.tsx';
import { Toolbar } from '../../kit/toolbar.tsx';
import { number } from '../../lib/format.ts';
import { useRoute } from '../../nav/router.ts';
import { askOverview, cameQuestion, hereNowQuestion, useOverview } from './questions.ts';
import { WhoRoom } from './who-room.tsx';

/** How many visitors are here now. It follows by itself. */
function HereNow({ filter }: { filter: VisitFilter }) {
  const { data } = useQuestion(hereNowQuestion(filter), { every: pulse });
  if (data === undefined) return null;
  return (
    <span
      class={data ? 'here-now is-now tabular muted' : 'here-now tabular muted'}
      title="Active in the last 5 minutes"
    >
      {`${number(data)} here now`}
    </span>
  );
}

const Panel = lazy(() => import('../../analytics/panel.tsx').then((of) => of.Panel));
const AudiencePanel = lazy(() => import('./audience-panel.tsx').then((of) => of.AudiencePanel));
const Latest = lazy(() => import('./latest.tsx').then((of) => of.Latest));
const PagesTable = lazy(
  () => import('./pages-table.tsx').then((of) => of.PagesTable),
  <Skeleton lines={6} isTable />,
);
const WhoCame = lazy(() => import('./who-came.tsx').then((of) => of.WhoCame), <WhoRoom />);
const Running = lazy(() => import('./running.tsx').then((of) => of.Running), <div />);
const InShort = lazy(() => import('./in-short.tsx').then((of) => of.InShort), <div />);
const NothingYet = lazy(() => import('./nothing-yet.tsx').then((of) => of.NothingYet));

const from: PanelProps['by'] = ['referrer', 'utmSource', 'utmMedium'];
const panels: Pick<PanelProps, 'title' | 'by' | 'param'>[] = [
  { title: 'Where they came from', by: from, param: 'from-by' },
  { title: 'Campaigns', by: campaigns.filter((name) => !from.includes(name)), param: 'campaign-by' },
  { title: 'Countries and devices', by: ['country', 'device', 'browser'], param: 'place-by' },
];
const together = panels.map(({ by: [first = 'referrer'] }) => first);
const panelNames = ['breakdowns', ...panels.map(({ param }) => `breakdown-${param}`)];

/** Who came, were they more, and did they do what we hoped? */
export function Overview() {
  const { query } = useRoute();
  // Before anything is drawn, which takes longer than the answers do.
  useState(() => askOverview(query));
  const range = useRange();
  const { zone } = range;
  const filter = visitFilter(query);
  const isFiltered = Object.keys(filter).length > 0;
  const { now, series } = useOverview(range, filter, panelNames);
  const head = (
    <ScreenHead title="Overview" question="Who came, were they more, and did they do what you hoped?" />
  );
  const filters = (
    <Toolbar title="Overview" range={<RangePicker />}>
      <FilterBar pageId={undefined} range={range} filters={workspaceFilters} />
      <HereNow filter={filter} />
    </Toolbar>
  );
  const who = useQuestion(cameQuestion(query, range, filter));
  const hasFailed = now.error !== undefined && !now.isLoading;
  const isLost = hasFailed && !now.data;
  const retry = retryFailed(now, series, who);
  // What fails for both is said once.
  if (isLost && who.error !== undefined && !who.data) {
    return (
      <>
        {head}
        {filters}
        <Failed error={now.error} retry={retry} what="your figures" />
      </>
    );
  }
  // Nothing is compared before the steps say whether the period before can be.
  const before = beforeOf(series.data?.compared, range.interval);
  const hasNone = now.data?.total.totalSessions === 0;
  const panel = (of: (typeof panels)[number]) => (
    <Panel key={of.param} {...of} together={together} pageId={undefined} range={range} filter={filter} />
  );
  if (hasNone && !isFiltered && !now.data?.comparedTotal?.totalSessions) {
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
      {filters}
      <section class="who-came" aria-labelledby="overview-who">
        <WhoCame range={range} filter={filter} pageId={now.data?.items[0]?.pageId} />
      </section>
      <div class={query.few === 'why' ? 'in-short has-left-out' : 'in-short'}>
        {now.data && <InShort range={range} filter={filter} steps={series.data?.items} />}
      </div>
      <div class="card">
        <FiguresAndChart
          pageId={undefined}
          range={range}
          figures={{ ...now, retry }}
          totalOf={({ total }) => total}
          totalBefore={series.data && now.data?.comparedTotal}
          series={{
            ...series,
            isSlow: series.isSlow && !now.isSlow,
            ...(hasFailed && { error: undefined }),
          }}
          isEmpty={isLost && series.error !== undefined && !series.data}
          before={before}
          file={() => [seriesOfAll(range, filter)]}
        >
          {hasNone && isFiltered && <p class="note muted">No visit in this range matches all filters.</p>}
        </FiguresAndChart>
      </div>
      {!isLost && (
        <section aria-labelledby="overview-pages">
          <header class="who-head wrap">
            <h2 id="overview-pages">Pages</h2>
            <Download what="Visits by page" of={() => [figuresOfAll(range, filter)]} />
          </header>
          <PagesTable
            query={{ ...now, error: undefined, isSlow: false }}
            series={series.data}
            range={range}
          />
        </section>
      )}
      {now.data && <Running range={range} filter={filter} />}
      {!hasNone && !isLost && (
        <WhenSeen isReady={now.data !== undefined} room={<div class="panels panels-room stack" />}>
          <div class="panels stack">
            {panels.slice(0, 2).map(panel)}
            <AudiencePanel range={range} filter={filter} />
            {panels.slice(2).map(panel)}
          </div>
        </WhenSeen>
      )}
      {now.data && (
        <WhenSeen isReady room={null}>
          <Latest
            filter={filter}
            zone={zone}
            names={new Map(now.data.items.map(({ pageId, name }) => [pageId, name]))}
            every={range.isOver ? pulse : undefined}
          />
        </WhenSeen>
      )}
    </>
  );
}
