import { Figures, FiguresSkeleton } from '../../analytics/figures.tsx';
import { askAgain, pulseOf, useFollowers } from '../../analytics/follow.ts';
import { MeasureChart } from '../../analytics/measure-chart.tsx';
import { beforeOf, linkToLine, shownMeasure } from '../../analytics/measures.ts';
import { seriesOf } from '../../analytics/questions.ts';
import { useRange } from '../../analytics/range-picker.tsx';
import { questionOf, useAsked } from '../../data/api.ts';
import { retryFailed, useQuestion } from '../../data/query.ts';
import { Await, Empty } from '../../kit/states.tsx';
import { link, useRoute } from '../../nav/router.ts';
import type { PartProps } from './screen.ts';

/** The figures of an audience over the range of the address, compared with the period before, and their chart. */
export function Results({ screen }: PartProps) {
  const { pageId, audienceId } = screen.loaded.audience;
  const { query } = useRoute();
  const range = useRange();
  const { elapsed, isPart, interval } = range;
  const filter = { audienceId };
  const asked = seriesOf(pageId, range, filter);
  const series = useQuestion(questionOf('audience-series', asked, askAgain), pulseOf(range));
  // While a range is not over, its figures are compared with a part of the period before.
  const partRange =
    isPart && elapsed ? { ...range, ...elapsed, interval: 'month' as const, before: undefined } : undefined;
  const part = useAsked('audience-part-before', partRange && seriesOf(pageId, partRange, filter));
  useFollowers(series, ['version-visits', 'link-visits'], asked[1]);
  const before = beforeOf(series.data?.compared, interval);
  const totalBefore = elapsed && (isPart ? part.data?.total : series.data?.compared?.total);
  const answer = { ...series, retry: retryFailed(series, part) };
  const total = series.data?.total.totalSessions;
  const hasNone = total === 0 && (!range.before || totalBefore?.totalSessions === 0);
  return (
    <section class="results" aria-labelledby="audience-results">
      <div class="row between">
        <h2 id="audience-results">Results</h2>
        <a href={link('page', { pageId }, { audience: audienceId })}>Sources, countries, devices</a>
      </div>
      {hasNone ? (
        <Empty title={`No visits: ${range.words}`}>
          An audience has visits when someone opens one of its links.
        </Empty>
      ) : (
        <>
          <Await query={answer} skeleton={<FiguresSkeleton />}>
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
          <MeasureChart
            pageId={pageId}
            audienceId={audienceId}
            range={range}
            series={{ ...series, error: undefined, isSlow: false }}
            file={() => [seriesOf(pageId, range, filter)]}
            before={before.steps}
          />
        </>
      )}
    </section>
  );
}
