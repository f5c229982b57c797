import type { ComponentChildren } from 'preact';
import type { Asked } from '../data/api.ts';
import type { QueryState } from '../data/query.ts';
import { Download } from '../kit/download.tsx';
import { Await, Skeleton } from '../kit/states.tsx';
import { countChange, number } from '../lib/format.ts';
import { here } from '../nav/router.ts';
import type { Totals } from './measures.ts';
import { inOrder, othersInWords, type PanelMeasure, type Sums, shownOf } from './panel-measure.ts';
import type { Range } from './range.ts';

/** A panel shows so many values until it is asked for more. */
export const few = 8;

/** What a list of audiences leaves out. */
export const otherAudiences = 'Other audiences, or none';

interface PanelRow {
  key: string;
  name: string;
  /** A small picture before the name. */
  icon?: ComponentChildren;
  count: number;
  /** So many of the count converted, if it counts visits. */
  converted?: number | undefined;
  /** The count in the period before; undefined while it is not known. */
  before?: number | undefined;
  last: string;
  /** It is a filter now. */
  isChosen: boolean;
  /** The address that filters by it, or no longer does. */
  href: string;
}

interface PanelTableProps {
  /** What the rows are: "Referrer". */
  label: string;
  countLabel: string;
  lastLabel: string;
  lastHint: string;
  rows: PanelRow[];
  /** What stands in an empty list: null if a line below says what there is. */
  none?: string | null | undefined;
  /** There is a period to compare with: each row has its change. */
  isCompared: boolean;
}

/** Values with a count, as bars, its change, and a rate or a time. A click on one filters by it; another removes it. */
export function PanelTable(props: PanelTableProps) {
  const {
    label,
    countLabel,
    lastLabel,
    lastHint,
    rows,
    isCompared,
    none = 'No visits in this range.',
  } = props;
  const most = Math.max(1, ...rows.map(({ count }) => count));
  if (rows.length === 0) return none && <p class="panel-empty muted">{none}</p>;
  return (
    <table class={isCompared ? 'panel-table is-compared' : 'panel-table'} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{label}</th>
          <th scope="col" class="number">
            {countLabel}
          </th>
          {isCompared && (
            <th scope="col" class="number not-on-phone" title={`${countLabel} since the period before`}>
              Change
            </th>
          )}
          <th scope="col" class="number" title={lastHint}>
            {lastLabel}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, icon, count, converted = 0, before, last, isChosen, href }) => (
          <tr key={key} class={isChosen ? 'is-open' : undefined}>
            <th scope="row" class="cut">
              <span class="panel-bar" style={{ inlineSize: `calc(var(--panel-names) * ${count / most})` }}>
                {converted > 0 && (
                  <span class="panel-converted" style={{ inlineSize: `${(100 * converted) / count}%` }} />
                )}
              </span>
              <a
                class="row-link"
                href={href}
                aria-current={isChosen ? 'true' : undefined}
                title={isChosen ? 'Remove the filter' : `Only ${name}`}
              >
                {icon}
                {name}
              </a>
            </th>
            <td class="number">{number(count)}</td>
            {isCompared && (
              <td class="number not-on-phone muted">
                {before === undefined ? '' : countChange(count, before)}
              </td>
            )}
            <td class="number">{last}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface PanelMoreProps {
  /** The counts of what is not shown; null if there are none. */
  hidden: Sums | null;
  measure: PanelMeasure;
  isWhole: boolean;
  /** What the address has in `all` while all values are shown. */
  name: string;
  label: string;
  /** What those are that it does not show: "All others". */
  others?: string;
}

/** What a list does not show, and the link that shows more of it. */
export function PanelMore({ hidden, measure, isWhole, name, label, others }: PanelMoreProps) {
  if (!hidden && !isWhole) return null;
  return (
    <p class="panel-more between">
      {hidden && <span class="muted tabular">{othersInWords(hidden, measure, others)}</span>}
      <a href={here({ all: isWhole ? undefined : name })}>
        {isWhole ? 'Show less' : 'Show more'}
        <span class="visually-hidden"> of {label}</span>
      </a>
    </p>
  );
}

interface AudienceListProps<T> {
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
