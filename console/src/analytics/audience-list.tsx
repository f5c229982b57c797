import type { ComponentChildren } from 'preact';
import type { Asked } from '../data/api.ts';
import type { QueryState } from '../data/query.ts';
import { Download } from '../kit/download.tsx';
import { Await, Skeleton } from '../kit/states.tsx';
import type { Totals } from './measures.ts';
import { inOrder, type PanelMeasure, shownOf } from './panel-measure.ts';
import { few, type PanelRow, PanelTable } from './panel-table.tsx';
import type { Range } from './range.ts';

export interface AudienceListProps<T> {
  answer: Omit<QueryState<unknown>, 'data'> & { data: T[] | undefined };
  measure: PanelMeasure;
  range: Range;
  /** So many are shown. */
  most?: number;
  file: Asked;
  rowOf: (item: T) => Pick<PanelRow, 'key' | 'name' | 'isChosen' | 'href'>;
  /** What stands below them. */
  children: ComponentChildren;
}

/** The audiences of a page, or of all, in the order of the measure that is shown. */
export function AudienceList<T extends Totals & { compared?: Totals | undefined }>(
  props: AudienceListProps<T>,
) {
  const { answer, measure, range, most = few, file, rowOf, children } = props;
  const shown = answer.data && inOrder(answer.data, measure).slice(0, most);
  return (
    <section class="panel box" aria-labelledby="panel-audiences">
      <header>
        <h2 id="panel-audiences">Audiences</h2>
        <Download what="Visits by audience" of={() => [file]} />
      </header>
      <Await query={{ ...answer, data: shown, isSlow: false }} skeleton={<Skeleton lines={few + 2} />}>
        {(rows) => (
          <>
            <PanelTable
              {...measure}
              label="Audience"
              none="No visits of an audience in this range."
              rows={rows.map((item) => ({ ...shownOf(measure, item), ...rowOf(item) }))}
              isCompared={range.elapsed !== undefined}
            />
            {children}
          </>
        )}
      </Await>
    </section>
  );
}
