import { enoughSessions, number, percent, plural, rate } from '../../lib/format.ts';
import { here, link } from '../../nav/router.ts';
import type { AudienceRow } from './audience-columns.tsx';

const conversionsOf = (row: AudienceRow | undefined) => row?.conversionCount ?? 0;

export interface BestAudienceProps {
  pageId: string;
  rows: AudienceRow[];
  /** All audiences with visits are in the rows, not only those with the most. */
  areAll: boolean;
  /** The range in words: "this month". */
  range: string;
}

/** Which audience converts best, among those with enough visits to say so. */
export function BestAudience({ pageId, rows, areAll, range }: BestAudienceProps) {
  const large = rows.filter((row) => row.totalSessions >= enoughSessions);
  // With fewer than 30 visits of the last row, no audience outside the rows has enough.
  const knowsAll = areAll || large.length < rows.length;
  const [best, second] = large.toSorted((a, b) => b.conversionRate - a.conversionRate);
  const small = rows.length - large.length;
  const isDecided = best && conversionsOf(best) > 0;
  const most = rows.toSorted((a, b) => conversionsOf(b) - conversionsOf(a))[0];
  const named = (row: AudienceRow) => (
    <a href={link('audience', { pageId, audienceId: row.audienceId })}>{row.name}</a>
  );
  return (
    <div class="answer">
      {isDecided ? (
        <p>
          <b>{named(best)}</b> converts best {range}: <b class="tabular">{percent(best.conversionRate)}</b> (
          {number(conversionsOf(best))} of {plural(best.totalSessions, 'visit')})
          {second && `, then ${second.name} with ${percent(second.conversionRate)}`}.
        </p>
      ) : (
        <p>
          {large.length === 0
            ? `No audience has ${enoughSessions} visits ${range}, too few for a rate.`
            : `No audience with ${enoughSessions} visits converted ${range}.`}{' '}
          {most && conversionsOf(most) > 0 && (
            <>
              Most conversions: <b>{named(most)}</b>, {rate(conversionsOf(most), most.totalSessions)} visits.{' '}
            </>
          )}
          <a href={here({ range: '90d', from: undefined, to: undefined })}>Last 90 days</a> or{' '}
          <a href={here({ range: '12m', from: undefined, to: undefined })}>12 months</a> say more.
        </p>
      )}
      <p class="note muted">
        Among audiences with {enoughSessions} visits or more
        {!knowsAll && `, of the ${number(rows.length)} with the most visits`}.
        {small > 0 && ` ${plural(small, 'audience')} had fewer: such rates are shown as n of m.`}
      </p>
    </div>
  );
}
