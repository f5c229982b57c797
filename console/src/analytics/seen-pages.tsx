import { pageNameIn, usePagesById } from '../data/pages.ts';
import { Ago } from '../kit/ago.tsx';
import { Await, Empty, Skeleton } from '../kit/states.tsx';
import { dayAndTime, number, plural } from '../lib/format.ts';
import { link } from '../nav/router.ts';
import { type CameKind, waysOf } from './came.ts';
import type { Range } from './range.ts';
import { type SeenPage, useSeenPages } from './seen.ts';

/** So many people and paths are named. */
const named = 3;

/** The first of a list, and how many others there are. */
const someOf = (all: string[]): string =>
  [...all.slice(0, named), ...(all.length > named ? [`${number(all.length - named)} more`] : [])].join(', ');

/** Through whose links, by whose forms, and on which paths a page was seen. */
function Through({
  page,
  nameOf,
}: {
  page: SeenPage;
  nameOf: ((personId: string) => string | undefined) | undefined;
}) {
  const { recipients, senders, paths } = page;
  const who = [
    ...(nameOf ? recipients.map((id) => `${nameOf(id) ?? 'one of them'}’s link`) : []),
    ...(nameOf ? senders.map((id) => `a form of ${nameOf(id) ?? 'one of them'}`) : []),
  ];
  const parts = [someOf([...new Set(who)]), someOf(paths)].filter(Boolean);
  return parts.length === 0 ? null : <span class="note muted who-through">{parts.join(' · ')}</span>;
}

/** What a company or a person looked at in a range, the page they saw last first. */
export function SeenPages({
  kind,
  id,
  range,
  nameOf,
}: {
  kind: CameKind;
  id: string;
  range: Range;
  /** The name of one of the people of a company, if it is known. Left out for a person. */
  nameOf?: (personId: string) => string | undefined;
}) {
  const seen = useSeenPages(kind, id, range);
  const pageNames = usePagesById(seen.data?.pages.map(({ pageId }) => pageId));
  return (
    <Await query={seen} what="the pages" skeleton={<Skeleton lines={5} />}>
      {({ pages, since }) => (
        <>
          {pages.length === 0 && !since && (
            <Empty title={`No page, ${range.words}`}>
              Visits are shown here if they came through a personal link, or if a form was sent in them.
            </Empty>
          )}
          <ul class="who">
            {pages.map((came) => (
              <li key={came.pageId}>
                <a class="who-name" href={link('page', { pageId: came.pageId })}>
                  {pageNameIn(pageNames, came.pageId)}
                </a>
                <span class="tabular">{plural(came.totalSessions, 'visit')}</span>
                <span class="note muted">{waysOf(came)}</span>
                <Ago class="note muted tabular" at={came.lastVisitAt} zone={range.zone} />
                <Through page={came} nameOf={nameOf} />
              </li>
            ))}
          </ul>
          {since && (
            <p class="note muted">
              Only visits since {dayAndTime(since, range.zone)} are shown, because there are too many.
            </p>
          )}
        </>
      )}
    </Await>
  );
}
