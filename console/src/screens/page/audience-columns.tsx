import type { Audience, AudienceAnalytics } from '@footfall/client';
import { figureColumns } from '../../analytics/figure-columns.ts';
import { judged } from '../../analytics/measures.ts';
import type { Column } from '../../kit/table.tsx';
import { rate } from '../../lib/format.ts';
import { Badges } from '../audiences/state.tsx';

/** The figures of an audience, with its name and state. */
export interface AudienceRow extends AudienceAnalytics {
  audienceId: string;
  audience: Audience | undefined;
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
  {
    id: 'audience',
    label: 'Audience',
    sortBy: ({ name }) => name,
    cell: ({ name }) => name,
  },
  {
    id: 'state',
    label: 'State',
    notOnPhone: true,
    cell: ({ audience }) => audience && <Badges audience={audience} />,
  },
  visits,
  change,
  conversions,
  converted,
  {
    id: 'forms',
    label: 'Form rate',
    isNumber: true,
    notOnPhone: true,
    sortBy: (row) => judged(row.totalSessions, row.formSubmitRate),
    cell: (row) => rate(row.formSubmitCount ?? 0, row.totalSessions),
  },
  {
    id: 'bounces',
    label: 'Bounce rate',
    isNumber: true,
    notOnPhone: true,
    sortBy: (row) => judged(row.bounceEligibleSessions ?? 0, row.bounceRate),
    cell: (row) => rate(row.bounceCount ?? 0, row.bounceEligibleSessions ?? 0),
  },
  time,
];
