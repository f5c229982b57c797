import type { AnalyticsStep, WorkspaceAudienceAnalytics } from '@footfall/client';
import { useEffect, useRef } from 'preact/hooks';
import type { VisitFilter } from '../../analytics/filters.ts';
import { LeftOut } from '../../analytics/left-out.tsx';
import { mostItems } from '../../analytics/questions.ts';
import { type Range, whenWords } from '../../analytics/range.ts';
import { Await } from '../../kit/await.tsx';
import { Failed } from '../../kit/states.tsx';
import { enoughSessions, firstWeekday, number, percent, plural } from '../../lib/format.ts';
import { here, link, useRoute } from '../../nav/router.ts';
import { besideLastWeek, bestOf, hasAllLarge, visitsInWords, weekIn } from './in-short-words.ts';
import { useAllAudiences } from './use-overview.ts';

interface BestWordsProps {
  audiences: WorkspaceAudienceAnalytics[];
  when: string;
}

/** Which audience of all pages converts best. */
function BestWords({ audiences, when }: BestWordsProps) {
  const best = bestOf(audiences, mostItems);
  if (!best) return null;
  const { pageId = '', audienceId, name = audienceId, pageName = pageId } = best;
  const { totalSessions, conversionCount, conversionRate } = best;
  const audience = (
    <b>
      <a href={link('audience', { pageId, audienceId })}>{name}</a>
    </b>
  );
  const visits = plural(totalSessions, 'visit');
  const isOfAll = hasAllLarge(audiences, mostItems);
  const of = !isOfAll && <>, of the {number(mostItems)} audiences with the most visits</>;
  return totalSessions >= enoughSessions ? (
    <>
      {audience} converts best {when}: <b class="tabular">{percent(conversionRate)}</b> of {visits} on{' '}
      {pageName}
      {of}.
    </>
  ) : (
    <>
      Most conversions {when}: {audience}, {number(conversionCount)} of {visits} on {pageName}.
    </>
  );
}

export interface InShortProps {
  range: Range;
  filter: VisitFilter;
  /** The steps of the chart, once they are there. */
  steps: AnalyticsStep[] | undefined;
}

/** This week beside last week, the audience that converts best, and the way to what was left out. */
export function InShort({ range, filter, steps }: InShortProps) {
  const { query } = useRoute();
  const answer = useAllAudiences(range, filter);
  const week = steps && weekIn(steps, range, firstWeekday());
  const ofWeek = { range: 'week', from: undefined, to: undefined };
  // It is a sentence: what failed takes no more room than that.
  const hasFailed = answer.error !== undefined && !answer.isLoading;
  const isOpen = query.few === 'why';
  const row = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(isOpen);
  // The link that opens it goes, and so does the one that closes it.
  useEffect(() => {
    if (wasOpen.current !== isOpen && document.activeElement === document.body)
      row.current?.parentElement?.querySelector<HTMLElement>('a[aria-expanded]')?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (
    <>
      <div class="row in-short-row" ref={row}>
        <div class="grow">
          {hasFailed && <Failed error={answer.error} retry={answer.retry} isShort />}
          <Await
            query={{ ...answer, data: steps && answer.data, error: undefined }}
            skeleton={hasFailed ? null : <p class="muted">In short …</p>}
          >
            {({ items }) => (
              <p>
                {week && (
                  <>
                    This week: <a href={here(ofWeek)}>{visitsInWords(week.visits)}</a>. {besideLastWeek(
                      week,
                    )}{' '}
                  </>
                )}
                <BestWords audiences={items} when={whenWords(range)} />
              </p>
            )}
          </Await>
        </div>
        {!isOpen && (
          <a href={here({ few: 'why' })} aria-expanded={false}>
            Bots left out, and why
          </a>
        )}
      </div>
      {isOpen && <LeftOut range={range} />}
    </>
  );
}
