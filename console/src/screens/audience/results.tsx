import { FiguresAndChart } from '../../analytics/figures-chart.tsx';
import { seriesOf } from '../../analytics/questions.ts';
import { useRange } from '../../analytics/range-picker.tsx';
import { useSeries } from '../../analytics/series.ts';
import { Empty } from '../../kit/states.tsx';
import type { PartProps } from './screen.ts';

/** The figures of an audience over the range of the address, compared with the period before, and their chart. */
export function Results({ screen }: PartProps) {
  const { pageId, audienceId } = screen.loaded.audience;
  const range = useRange();
  const filter = { audienceId };
  const { series, before, totalBefore } = useSeries({ name: 'audience', pageId, range, filter }, [
    'version-visits',
    'link-visits',
  ]);
  const total = series.data?.total.totalSessions;
  const hasNone = total === 0 && (!range.before || totalBefore?.totalSessions === 0);
  return (
    <section class="results" aria-labelledby="audience-results">
      {hasNone ? (
        <Empty title={`No visits: ${range.words}`}>
          An audience has visits when someone opens one of its links.
        </Empty>
      ) : (
        <FiguresAndChart
          pageId={pageId}
          audienceId={audienceId}
          range={range}
          figures={series}
          totalOf={(answer) => answer.total}
          totalBefore={totalBefore}
          series={{ ...series, error: undefined, isSlow: false }}
          before={before}
          file={() => [seriesOf(pageId, range, filter)]}
        />
      )}
    </section>
  );
}
