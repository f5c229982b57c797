import type { ComponentChildren } from 'preact';
import type { QueryState } from '../data/query.ts';
import { Await } from '../kit/states.tsx';
import { useRoute } from '../nav/router.ts';
import { Figures, FiguresSkeleton } from './figures.tsx';
import { MeasureChart, type MeasureChartProps } from './measure-chart.tsx';
import { type Before, linkToLine, shownMeasure, type Totals } from './measures.ts';

interface FiguresAndChartProps<T> extends Omit<MeasureChartProps, 'before'> {
  /** The answer that has the figures, and where in it they are. */
  figures: QueryState<T>;
  totalOf: (answer: T) => Totals;
  totalBefore: Totals | undefined;
  before: Before;
  /** There is no chart: nobody came, and nobody before. */
  isEmpty?: boolean;
  /** What stands between them. */
  children?: ComponentChildren;
}

/** The figures of a range, compared with the period before, and the chart of the one that the address names. */
export function FiguresAndChart<T>(props: FiguresAndChartProps<T>) {
  const { figures, totalOf, totalBefore, before, isEmpty = false, children, ...chart } = props;
  const { query } = useRoute();
  return (
    <>
      <Await query={figures} what="your figures" skeleton={<FiguresSkeleton />}>
        {(answer) => (
          <Figures
            now={totalOf(answer)}
            before={totalBefore}
            from={before.from}
            range={chart.range}
            linkOf={linkToLine(shownMeasure(query.metric))}
          />
        )}
      </Await>
      {children}
      {!isEmpty && <MeasureChart {...chart} before={before.steps} />}
    </>
  );
}
