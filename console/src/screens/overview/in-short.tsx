import type { AnalyticsStep, WorkspaceAudienceAnalyticsList } from '@footfall/client';
import { useEffect, useRef } from 'preact/hooks';
import { AudienceName, ComparisonWords, PageName } from '../../analytics/comparison-words.tsx';
import type { VisitFilter } from '../../analytics/filters.ts';
import { LeftOut } from '../../analytics/left-out.tsx';
import { mostItems } from '../../analytics/questions.ts';
import { type Range, whenWords } from '../../analytics/range.ts';
import { useAsked } from '../../data/api.ts';
import { Await, Failed } from '../../kit/states.tsx';
import { firstWeekday, number, plural } from '../../lib/format.ts';
import { here, useRoute } from '../../nav/router.ts';
import { besideLastWeek, mostConverted, visitsInWords, weekIn } from './in-short-words.ts';
import { audiencesAsked } from './questions.ts';

interface BestWordsProps {
  list: WorkspaceAudienceAnalyticsList;
  when: string;
}

/** Which audience converts best on the page with the most visits, or else which one of all has the most conversions. */
function BestWords({ list: { items, comparison }, when }: BestWordsProps) {
  if (comparison) return <ComparisonWords comparison={comparison} when={when} />;
  const most = mostConverted(items, mostItems);
  if (!most) return null;
  const { pageId = '', audienceId, name = audienceId, pageName = pageId } = most;
  return (
    <>
      Most conversions {when}: <AudienceName pageId={pageId} audienceId={audienceId} name={name} />,{' '}
      {number(most.conversionCount)} of {plural(most.totalSessions, 'visit')} on{' '}
      <PageName pageId={pageId} name={pageName} />.
    </>
  );
}

export interface InShortProps {
  range: Range;
  filter: VisitFilter;
  /** The steps of the chart, once they are there. */
  steps: AnalyticsStep[] | undefined;
}

/** This week beside last week, the audience that converts best, and the way to excluded visits. */
export function InShort({ range, filter, steps }: InShortProps) {
  const { query } = useRoute();
  const answer = useAsked('all-audiences', audiencesAsked(range, filter));
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
            {(list) => (
              <p>
                {week && (
                  <>
                    This week: <a href={here(ofWeek)}>{visitsInWords(week.visits)}</a>. {besideLastWeek(
                      week,
                    )}{' '}
                  </>
                )}
                <BestWords list={list} when={whenWords(range)} />
              </p>
            )}
          </Await>
        </div>
        {!isOpen && (
          <a href={here({ few: 'why' })} aria-expanded={false}>
            Excluded bots, and why
          </a>
        )}
      </div>
      {isOpen && <LeftOut range={range} />}
    </>
  );
}
