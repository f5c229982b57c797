import type {
  AnalyticsStep,
  WorkspaceAudienceAnalytics,
  WorkspaceAudienceAnalyticsList,
} from '@footfall/client';
import { useEffect, useRef } from 'preact/hooks';
import { enoughSessions } from '../../../../src/lib/chance.ts';
import { AudienceName, ComparisonWords, PageName } from '../../analytics/comparison-words.tsx';
import { addDays, spanIn, todayIn, weekStart } from '../../analytics/days.ts';
import type { VisitFilter } from '../../analytics/filters.ts';
import { LeftOut } from '../../analytics/left-out.tsx';
import { mostItems, seriesOfAll } from '../../analytics/questions.ts';
import { type Range, whenWords } from '../../analytics/range.ts';
import { useAsked } from '../../data/api.ts';
import { Await, Failed } from '../../kit/states.tsx';
import { areEnough, changeOf, firstWeekday, number, plural } from '../../lib/format.ts';
import { here, useRoute } from '../../nav/router.ts';
import { audiencesAsked } from './questions.ts';

/** The visits of this week beside last week. */
export interface Week {
  /** With today. */
  visits: number;
  /** Its days before today, and the same days of last week. Undefined on its first day. */
  whole: { visits: number; before: number } | undefined;
  /** All of last week. */
  lastWeek: number;
}

/** The weeks in a series by day, if it has all days since last week began. Weeks begin on `weekday`. */
export function weekIn(
  items: Pick<AnalyticsStep, 'start' | 'totalSessions'>[],
  { zone, interval }: { zone: string; interval: string },
  weekday: number,
  now = Date.now(),
): Week | undefined {
  if (interval !== 'day') return undefined;
  const days = new Map(
    items.map(({ start, totalSessions }) => [todayIn(zone, Date.parse(start)), totalSessions]),
  );
  const today = todayIn(zone, now);
  const begin = weekStart(today, weekday);
  const sumOf = (from: string, until: string): number => {
    let sum = 0;
    for (let day = from; day < until; day = addDays(day, 1)) sum += days.get(day) ?? Number.NaN;
    return sum;
  };
  const week = {
    visits: sumOf(begin, addDays(today, 1)),
    whole:
      begin === today
        ? undefined
        : { visits: sumOf(begin, today), before: sumOf(addDays(begin, -7), addDays(today, -7)) },
    lastWeek: sumOf(addDays(begin, -7), begin),
  };
  return Number.isNaN(week.visits + week.lastWeek) ? undefined : week;
}

/** How this week is beside last week, as a sentence. Today is not over, so it is not compared. */
export function besideLastWeek({ whole, lastWeek }: Week): string {
  if (!whole) return `The week began today. Last week: ${number(lastWeek)}.`;
  const { visits, before } = whole;
  if (visits === before) return 'Excluding today, as many as in the same days of last week.';
  const change = areEnough(visits, before) ? changeOf(visits, before) : undefined;
  if (change === undefined)
    return `Through yesterday: ${number(visits)}. In the same days of last week: ${number(before)}.`;
  // A ratio says more than a percentage of thousands.
  if (change.startsWith('×')) return `Excluding today, ${change} the visits of last week.`;
  const amount = change.replace(/^[+\-−]/, '');
  // Less than half a percent.
  if (amount === change) return 'Excluding today, about as many as last week.';
  return `Excluding today, ${amount} ${visits > before ? 'more' : 'fewer'} than last week.`;
}

/** The visits of this week: "312 visits". */
export const visitsInWords = (visits: number): string =>
  visits === 0 ? 'no visits yet' : plural(visits, 'visit');

/** What says which audience has the most conversions. */
type Counted = Pick<
  WorkspaceAudienceAnalytics,
  'conversionCount' | 'totalSessions' | 'archivedAt' | 'pageId'
>;

/**
 * The one with the most conversions, of those with enough visits: the page of one person says nothing. For that the list,
 * which has the audiences with the most visits first, must have all of them, so fewer than `most`.
 */
export function mostConverted<T extends Counted>(audiences: readonly T[], most: number): T | undefined {
  if (audiences.length >= most) return undefined;
  return audiences
    .filter(
      ({ pageId, archivedAt, conversionCount, totalSessions }) =>
        pageId && !archivedAt && conversionCount > 0 && totalSessions >= enoughSessions,
    )
    .toSorted((a, b) => b.conversionCount - a.conversionCount)[0];
}

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

/** Last week and this one until today, by day. */
function twoWeeks(zone: string) {
  const today = todayIn(zone);
  const from = addDays(weekStart(today, firstWeekday()), -7);
  return {
    zone,
    interval: 'day' as const,
    before: undefined,
    ...spanIn(zone, { from, until: addDays(today, 1) }),
  };
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
  const shown = steps && weekIn(steps, range, firstWeekday());
  // A chart of hours, months or few days lacks days of two weeks.
  const lacksDays = steps !== undefined && shown === undefined && !range.isOver;
  const weeks = useAsked('weeks', lacksDays ? seriesOfAll(twoWeeks(range.zone), filter) : undefined);
  const ofWeeks = { zone: range.zone, interval: 'day' };
  const week = shown ?? (weeks.data && weekIn(weeks.data.items, ofWeeks, firstWeekday()));
  const isKnown = steps && (!lacksDays || weeks.data || weeks.error);
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
            query={{ ...answer, data: isKnown ? answer.data : undefined, error: undefined }}
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
