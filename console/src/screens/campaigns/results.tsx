import {
  type Campaign,
  type CampaignOutcome,
  type CampaignResults,
  type CampaignRow,
  type CampaignValue,
  getCampaignResults,
} from '@footfall/client';
import { fieldLabels } from '../../../../src/lib/import/fields.ts';
import { useAsked } from '../../data/api.ts';
import type { QueryState } from '../../data/query.ts';
import { SelectField } from '../../kit/field.tsx';
import { Stat, Stats } from '../../kit/stat.tsx';
import { Await, Failed, Skeleton } from '../../kit/states.tsx';
import { type Column, column, Table } from '../../kit/table.tsx';
import { number, rate } from '../../lib/format.ts';
import { go, here, useRoute } from '../../nav/router.ts';
import { pathOf } from './data.ts';

type Figure = Exclude<keyof CampaignOutcome, 'rows' | 'visits'>;

/** What people of a campaign did, and what it is called. A link can be forwarded: nothing is said of who it was. */
const figures: Record<Figure, string> = {
  opened: 'Links opened',
  engaged: 'Engaged',
  converted: 'Converted',
};
const names = Object.keys(figures) as Figure[];

/** What came of a campaign, by the column that the address names. */
export function useResults(campaign: Campaign): QueryState<CampaignResults> {
  const { by } = useRoute().query;
  return useAsked('campaign-results', [
    getCampaignResults,
    { path: pathOf(campaign), query: { startDate: campaign.createdAt, ...(by && { by }) } },
  ]);
}

/** How many people there are, and for how many of them something came of it. */
export function Figures({ campaign, results }: { campaign: Campaign; results: QueryState<CampaignResults> }) {
  const { by } = useRoute().query;
  const { error, retry } = results;
  const total = results.data?.total;
  return (
    <>
      <Stats>
        <Stat label="People" value={number(campaign.rowsCount)} />
        {names.map((name) => (
          <Stat
            key={name}
            label={figures[name]}
            value={total ? number(total[name]) : results.error === undefined ? '…' : '–'}
            note={total && rate(total[name], total.rows)}
          />
        ))}
      </Stats>
      {error !== undefined && !total && !by && (
        <Failed error={error} retry={retry} what="what came of it" isShort />
      )}
    </>
  );
}

const columns: Column<CampaignValue>[] = [
  column(
    'value',
    'Value',
    { sortBy: ({ value }) => value ?? '' },
    ({ value }) => value ?? <span class="muted">None</span>,
  ),
  column('people', 'People', { isNumber: true, notOnPhone: true, sortBy: ({ rows }) => rows }, ({ rows }) =>
    number(rows),
  ),
  ...names.map((name) =>
    column<CampaignValue>(
      name,
      figures[name],
      { isNumber: true, notOnPhone: name === 'engaged', sortBy: (row) => row[name] / row.rows },
      (row) => rate(row[name], row.rows),
    ),
  ),
];

const labels: Record<string, string> = { ...fieldLabels, companyName: 'Company' };
const labelOf = (column: string) => labels[column] ?? column;

/** Columns that tell people apart: nobody is compared by them. */
const own = new Set<string>(['name', 'firstName', 'lastName', 'email', 'phoneNumber', 'linkedinProfileUrl']);

/** Chooses the column by which the people are compared: one that the shown rows have. */
export function CompareBy({ items }: { items: readonly CampaignRow[] }) {
  const { by = '' } = useRoute().query;
  const listed = items.flatMap((row) => Object.keys(row.columns)).filter((name) => !own.has(name));
  const choices = [...new Set(['companyName', ...listed, ...(by ? [by] : [])])];
  return (
    <SelectField
      name="by"
      label="Compare by"
      value={by}
      options={[
        { value: '', label: 'Nothing' },
        ...choices.map((value) => ({ value, label: labelOf(value) })),
      ]}
      onChange={(chosen) => go(here({ by: chosen || undefined }), { replace: true })}
    />
  );
}

/** What came of a campaign by the values of the column in the address, if it names one. */
export function ByColumn({ results }: { results: QueryState<CampaignResults> }) {
  const { by } = useRoute().query;
  if (!by) return null;
  return (
    <section aria-labelledby="campaign-by">
      <h2 id="campaign-by">{labelOf(by)}</h2>
      <Await query={results} what="what came of it" skeleton={<Skeleton lines={5} isTable />}>
        {({ values, unlisted }) => (
          <Table
            label={`What came of it by ${labelOf(by)}`}
            columns={columns}
            rows={values}
            keyOf={({ value }) => String(value)}
            initialSort="-people"
            footer={
              unlisted > 0 && <p class="note muted">{`${number(unlisted)} more values with fewer people`}</p>
            }
          />
        )}
      </Await>
    </section>
  );
}
