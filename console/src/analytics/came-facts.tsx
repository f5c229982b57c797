import { answerTo } from '../data/api.ts';
import { type QueryState, useQuery } from '../data/query.ts';
import { Facts } from '../kit/facts.tsx';
import { Await, Skeleton } from '../kit/states.tsx';
import { ago, dayAndTime, number, plural } from '../lib/format.ts';
import { here } from '../nav/router.ts';
import { type Came, type CameKind, forwarded, idOf, lastSeen, rangeKey, waysOf, whoCame } from './came.ts';
import { mostItems } from './questions.ts';
import type { Range } from './range.ts';

/** One that came is looked for among so many hundreds: the API answers lists only. */
const mostAnswers = 5;

/** The numbers of one, or that it did not come, which is not certain if too many others came later. */
export interface Found {
  came: Came | undefined;
  isCertain: boolean;
}

async function find(kind: CameKind, id: string, range: Range, signal: AbortSignal): Promise<Found> {
  let cursor: string | undefined;
  for (let answer = 1; answer <= mostAnswers; answer++) {
    const { items, nextCursor } = await answerTo(whoCame(kind, range, { limit: mostItems, cursor }), signal);
    const came = items.find((item) => idOf(item) === id);
    if (came || !nextCursor) return { came, isCertain: true };
    cursor = nextCursor;
  }
  return { came: undefined, isCertain: false };
}

/** The numbers of a company or a person in a range. */
const useCame = (kind: CameKind, id: string, range: Range): QueryState<Found> =>
  useQuery(['came', kind, id, rangeKey(range)], (signal) => find(kind, id, range, signal));

interface CameFactsProps {
  kind: CameKind;
  id: string;
  range: Range;
  /** When they came last at all, which may be an hour behind. */
  latestVisitAt: string | null;
}

/** The same in a few words, for the head of a record: "48 by 9 people, 10 converted". */
export function CameWords({ kind, id, range }: Omit<CameFactsProps, 'latestVisitAt'>) {
  const found = useCame(kind, id, range);
  if (!found.data) return <span class="muted">{found.error ? '–' : '…'}</span>;
  const { came } = found.data;
  if (!came) return <span class="muted">None known, {range.words}</span>;
  const { totalSessions, peopleCount, conversionCount } = came;
  return (
    <>
      {number(totalSessions)}
      {peopleCount !== undefined && ` by ${plural(peopleCount, 'person', 'people')}`},{' '}
      {number(conversionCount)} converted
    </>
  );
}

const yearOf = { range: '12m', from: undefined, to: undefined };

/** The visits of a company or a person in a range: how many, how they are known, the first and the last. */
export function CameFacts({ kind, id, range, latestVisitAt }: CameFactsProps) {
  const found = useCame(kind, id, range);
  const when = (at: string) => (
    <time dateTime={at}>
      {dayAndTime(at, range.zone)} <span class="muted">{ago(at)}</span>
    </time>
  );
  return (
    <section class="came" aria-label="Visits">
      <h3>Visits, {range.words}</h3>
      <Await query={found} what="the visits" skeleton={<Skeleton lines={4} />}>
        {({ came, isCertain }) => {
          if (!came) {
            return (
              <>
                <p class="muted">
                  {isCertain
                    ? 'No known visits: no personal link was opened, and no form was sent. '
                    : 'Not among the latest 500 visitors. Choose a shorter range. '}
                  {isCertain && range.name !== '12m' && <a href={here(yearOf)}>Show the last 12 months</a>}
                </p>
                <Facts facts={[['Last seen', latestVisitAt && when(latestVisitAt)]]} />
              </>
            );
          }
          const { totalSessions, peopleCount, engagedSessions, conversionCount } = came;
          const seen = lastSeen(latestVisitAt, came.lastVisitAt);
          return (
            <>
              <Facts
                facts={[
                  ['Visits', `${plural(totalSessions, 'visit')}: ${waysOf(came)}`],
                  ['Visited by', peopleCount !== undefined && plural(peopleCount, 'person', 'people')],
                  ['Engaged', `${number(engagedSessions)} of ${number(totalSessions)}`],
                  ['Converted', `${number(conversionCount)} of ${number(totalSessions)}`],
                  ['First visit', when(came.firstVisitAt)],
                  ['Last visit', totalSessions > 1 && when(came.lastVisitAt)],
                  ['Last seen', seen !== came.lastVisitAt && when(seen)],
                ]}
              />
              {came.recipientSessions > 0 && <p class="note muted">{forwarded}</p>}
            </>
          );
        }}
      </Await>
    </section>
  );
}
