import type { AudienceComparison } from '@footfall/client';
import { enoughSessions } from '../../../../src/lib/chance.ts';
import { AudienceName, ComparisonWords } from '../../analytics/comparison-words.tsx';
import { number, plural, rate } from '../../lib/format.ts';
import { here } from '../../nav/router.ts';
import type { AudienceRow } from './audience-columns.tsx';

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
    <div class="answer box">
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
              , {rate(most.conversionCount, most.totalSessions)} visits.{' '}
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
