import { countChange, number } from '../lib/format.ts';
import { here } from '../nav/router.ts';
import { othersInWords, type PanelMeasure, type Sums } from './panel-measure.ts';

/** A panel shows so many values until it is asked for more. */
export const few = 8;

export interface PanelRow {
  key: string;
  name: string;
  count: number;
  /** The count in the period before; undefined while it is not known. */
  before?: number | undefined;
  last: string;
  /** It is a filter now. */
  isChosen: boolean;
  /** The address that filters by it, or no longer does. */
  href: string;
}

export interface PanelTableProps {
  /** What the rows are: "Referrer". */
  label: string;
  countLabel: string;
  lastLabel: string;
  lastHint: string;
  rows: PanelRow[];
  /** What stands in an empty list. */
  none?: string;
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
  if (rows.length === 0) return <p class="panel-empty muted">{none}</p>;
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
        {rows.map(({ key, name, count, before, last, isChosen, href }) => (
          <tr key={key} class={isChosen ? 'is-open' : undefined}>
            <th scope="row" class="cut">
              <span class="panel-bar" style={{ inlineSize: `calc(var(--panel-names) * ${count / most})` }} />
              <a
                class="row-link"
                href={href}
                aria-current={isChosen ? 'true' : undefined}
                title={isChosen ? 'Remove the filter' : `Only ${name}`}
              >
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

export interface PanelMoreProps {
  /** The counts of what is not shown; null if there are none. */
  hidden: Sums | null;
  measure: PanelMeasure;
  isWhole: boolean;
  /** What the address has in `all` while all values are shown. */
  name: string;
  label: string;
}

/** What a list does not show, and the link that shows more of it. */
export function PanelMore({ hidden, measure, isWhole, name, label }: PanelMoreProps) {
  if (!hidden && !isWhole) return null;
  return (
    <p class="panel-more between">
      {hidden && <span class="muted tabular">{othersInWords(hidden, measure)}</span>}
      <a href={here({ all: isWhole ? undefined : name })}>
        {isWhole ? 'Show less' : 'Show more'}
        <span class="visually-hidden"> of {label}</span>
      </a>
    </p>
  );
}
