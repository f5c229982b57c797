import { LeftOut } from '../../analytics/left-out.tsx';
import { type Range, rangeOf } from '../../analytics/range.ts';
import { useQuery } from '../../data/query.ts';
import { Await } from '../../kit/await.tsx';
import { Failed } from '../../kit/states.tsx';
import { number, percent, plural } from '../../lib/format.ts';
import { here, link, useRoute } from '../../nav/router.ts';
import { type InShort as Answer, type Best, loadInShort } from './in-short-data.ts';
import { besideLastWeek, visitsInWords } from './in-short-words.ts';

/** How often it is asked for again, in milliseconds: the time of day moves by steps of ten minutes, too. */
const every = 600_000;

interface BestWordsProps {
  best: Best;
  comparedPages: Answer['comparedPages'];
  nameOf: (pageId: string) => string;
}

function BestWords({ best, comparedPages, nameOf }: BestWordsProps) {
  const { pageId, audienceId, name, totalSessions, conversionCount, isByRate } = best;
  const audience = <a href={link('audience', { pageId, audienceId }, { range: 'month' })}>{name}</a>;
  const rest = (
    <>
      {' '}
      on {nameOf(pageId)}
      {comparedPages && (
        <span title="Those with the most conversions">, of {number(comparedPages)} pages compared</span>
      )}
      .
    </>
  );
  return isByRate ? (
    <>
      <b>{audience}</b> converts best this month:{' '}
      <b class="tabular">{percent(conversionCount / totalSessions)}</b> of {plural(totalSessions, 'visit')}
      {rest}
    </>
  ) : (
    <>
      Most conversions this month: <b>{audience}</b>, {number(conversionCount)} of{' '}
      {plural(totalSessions, 'visit')}
      {rest}
    </>
  );
}

export interface InShortProps {
  range: Range;
  nameOf: (pageId: string) => string;
}

/** This week beside last week, the best audience of this month, and the way to what was left out. */
export function InShort({ range, nameOf }: InShortProps) {
  const { query } = useRoute();
  const { zone, comparison } = range;
  const compare = comparison === undefined ? 'off' : undefined;
  const week = rangeOf({ range: 'week', zone, compare });
  const month = rangeOf({ range: 'month', zone, compare: 'off' });
  const key = [week.startDate, week.elapsed, month.startDate, zone] as const;
  const answer = useQuery(['in-short', ...key], (signal) => loadInShort(week, month, signal), { every });
  const ofWeek = { range: 'week', from: undefined, to: undefined };
  // It is a sentence: what failed takes no more room than that.
  const hasFailed = answer.error !== undefined && !answer.isLoading;
  const isOpen = query.few === 'why';
  return (
    <>
      <div class="row in-short-row">
        <div class="grow">
          {hasFailed && <Failed error={answer.error} retry={answer.retry} isShort />}
          <Await
            query={{ ...answer, error: undefined }}
            skeleton={hasFailed ? null : <p class="muted">This week …</p>}
          >
            {({ visits, before, best, comparedPages }) => (
              <p>
                This week: <a href={here(ofWeek)}>{visitsInWords(visits)}</a>
                {besideLastWeek(visits, before)}.{' '}
                {best && <BestWords best={best} comparedPages={comparedPages} nameOf={nameOf} />}
              </p>
            )}
          </Await>
        </div>
        {!isOpen && <a href={here({ few: 'why' })}>Bots left out, and why</a>}
      </div>
      {isOpen && <LeftOut range={range} />}
    </>
  );
}
