import { countChange, number, rate } from '../lib/format.ts';
import { here, type Query } from '../nav/router.ts';

export interface PanelRow {
  key: string;
  name: string;
  visits: number;
  /** The visits in the period before; undefined while they are not known. */
  before?: number | undefined;
  conversions: number;
  /** The change of the address that filters by it; undefined if it cannot be a filter. */
  filter: Query | undefined;
}

export interface PanelTableProps {
  /** What the rows are: "Referrer". */
  label: string;
  rows: PanelRow[];
  /** There is a period to compare with: each row has its change. */
  isCompared: boolean;
  /** The key of the row that is the filter now. */
  chosen: string | undefined;
  /** The change of the address that removes the filter. */
  removeFilter: Query;
}

/** Values with their visits, as bars, their change and their conversion rate. A click on one filters by it; another removes it. */
export function PanelTable({ label, rows, isCompared, chosen, removeFilter }: PanelTableProps) {
  const most = Math.max(1, ...rows.map(({ visits }) => visits));
  const cell = ({ key, name, filter }: PanelRow) => {
    if (!filter) return <span title="Visits cannot be limited to an unknown value">{name}</span>;
    const isChosen = key === chosen;
    return (
      <a
        class="row-link"
        href={here(isChosen ? removeFilter : filter)}
        aria-current={isChosen ? 'true' : undefined}
        title={isChosen ? 'Remove the filter' : `Only ${name}`}
      >
        {name}
      </a>
    );
  };
  if (rows.length === 0) return <p class="panel-empty muted">No visits in this range.</p>;
  return (
    <table class={isCompared ? 'panel-table is-compared' : 'panel-table'} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{label}</th>
          <th scope="col" class="number">
            Visits
          </th>
          {isCompared && (
            <th scope="col" class="number not-on-phone" title="Change of visits since the period before">
              Change
            </th>
          )}
          <th scope="col" class="number" title="Conversions of visits">
            Converted
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key} class={row.key === chosen && row.filter ? 'is-open' : undefined}>
            <th scope="row">
              <span
                class="panel-bar"
                style={{ inlineSize: `calc(var(--panel-names) * ${row.visits / most})` }}
              />
              {cell(row)}
            </th>
            <td class="number">{number(row.visits)}</td>
            {isCompared && (
              <td class="number not-on-phone muted">
                {row.before === undefined ? '' : countChange(row.visits, row.before)}
              </td>
            )}
            <td class="number">{rate(row.conversions, row.visits)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
