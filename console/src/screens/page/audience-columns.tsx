import type { Audience, AudienceAnalytics, AudienceComparison } from '@footfall/client';
import { enoughSessions } from '../../../../src/lib/chance.ts';
import { AudienceName, ComparisonWords } from '../../analytics/comparison-words.tsx';
import { figureColumns } from '../../analytics/figure-columns.ts';
import { judged } from '../../analytics/measures.ts';
import { type Column, column } from '../../kit/table.tsx';
import { number, plural, rate } from '../../lib/format.ts';
import { here } from '../../nav/router.ts';
import { Badges } from '../audiences/state.tsx';
import type { TestArm } from '../experiments/data.ts';

/** The figures of an audience, with its name and state. */
export interface AudienceRow extends AudienceAnalytics {
  audienceId: string;
  audience: Audience | undefined;
  /** The versions of the test that runs on it. */
  arms: readonly TestArm[] | undefined;
  /** Three dots while it is loaded; the id if the service does not name it. */
  name: string;
  /** Its visits in the period before; undefined if they are not known. */
  before: number | undefined;
}

const {
  visits,
  change,
  conversions,
  rate: converted,
  time,
} = figureColumns<AudienceRow>(
  (row) => row,
  ({ before }) => before,
);

/** The columns of the table that compares audiences. Rates of fewer than 30 visits come last. */
export const audienceColumns: Column<AudienceRow>[] = [
  column('audience', 'Audience', { sortBy: ({ name }) => name }, ({ name }) => name),
  column(
    'state',
    'State',
    { notOnPhone: true },
    ({ audience, arms }) => audience && <Badges audience={audience} arms={arms} />,
  ),
  visits,
  change,
  conversions,
  converted,
  column(
    'forms',
    'Form rate',
    { isNumber: true, notOnPhone: true, sortBy: (row) => judged(row.totalSessions, row.formSubmitRate) },
    (row) => rate(row.formSubmitCount ?? 0, row.totalSessions),
  ),
  column(
    'bounces',
    'Bounce rate',
    {
      isNumber: true,
      notOnPhone: true,
      sortBy: (row) => judged(row.bounceEligibleSessions ?? 0, row.bounceRate),
    },
    (row) => rate(row.bounceCount ?? 0, row.bounceEligibleSessions ?? 0),
  ),
  time,
];

export interface BestAudienceProps {
  pageId: string;
  rows: AudienceRow[];
  comparison: AudienceComparison | null;
  /** The range in words: "this month". */
  range: string;
}

/** Whether an audience converts best, which one, and among how many. */
export function BestAudience({ pageId, rows, comparison, range }: BestAudienceProps) {
  const small = rows.filter(({ totalSessions }) => totalSessions < enoughSessions).length;
  const [most] = rows.toSorted((a, b) => b.conversionCount - a.conversionCount);
  const longer = (
    <>
      <a href={here({ range: '90d', from: undefined, to: undefined })}>Last 90 days</a> or{' '}
      <a href={here({ range: '12m', from: undefined, to: undefined })}>12 months</a> may show more.
    </>
  );
  return (
    <div class="card answer">
      {comparison ? (
        <p>
          <ComparisonWords comparison={comparison} when={range} isOnPage />
          {!comparison.isMoreThanChance && <> {longer}</>}
        </p>
      ) : (
        <p>
          No two audiences with {enoughSessions} visits can be compared {range}.{' '}
          {most && most.conversionCount > 0 && (
            <>
              Most conversions: <AudienceName pageId={pageId} audienceId={most.audienceId} name={most.name} />
              , {number(most.conversionCount)} of {plural(most.totalSessions, 'visit')}.{' '}
            </>
          )}
          {longer}
        </p>
      )}
      <p class="note muted">
        {comparison && `${number(comparison.comparedCount)} audiences are compared. `}
        Audiences for one person, and with fewer than {enoughSessions} visits, are not.
        {small > 0 && ` ${plural(small, 'audience')} had fewer: such rates are shown as n of m.`} With enough
        ranges, some audience looks best by chance.
      </p>
    </div>
  );
}
