import { pageNameIn, usePagesById } from '../data/pages.ts';
import { Await } from '../kit/await.tsx';
import { Empty, Skeleton } from '../kit/states.tsx';
import { ago, dayAndTime, plural } from '../lib/format.ts';
import { link, useRoute } from '../nav/router.ts';
import { type CameKind, useSeenPages } from './came.ts';
import { waysOfCompany, waysOfPerson } from './came-words.ts';
import { type Range, rangeQuery } from './range.ts';

/** What a company or a person looked at in a range, the page they saw last first. */
export function SeenPages({
  kind,
  id,
  name,
  range,
}: {
  kind: CameKind;
  id: string;
  name: string;
  range: Range;
}) {
  const { query } = useRoute();
  const seen = useSeenPages(kind, id, range);
  const names = usePagesById(seen.data?.pages.map(({ pageId }) => pageId));
  return (
    <Await query={seen} skeleton={<Skeleton lines={5} />}>
      {({ pages, isWhole }) => (
        <>
          {pages.length === 0 && isWhole && (
            <Empty title={`No page, ${range.words}`}>
              A visit is theirs if it was through a link that was made for one person, or if it sent a form.
            </Empty>
          )}
          <ul class="who">
            {pages.map(({ pageId, came }) => (
              <li key={pageId}>
                <a class="who-name" href={link('page', { pageId }, rangeQuery(query))}>
                  {pageNameIn(names, pageId)}
                </a>
                <span class="tabular">{plural(came.totalSessions, 'visit')}</span>
                <span class="note muted">
                  {kind === 'account' ? waysOfCompany(came) : waysOfPerson(name, came)}
                </span>
                <time
                  class="note muted tabular"
                  dateTime={came.lastVisitAt}
                  title={dayAndTime(came.lastVisitAt, range.zone)}
                >
                  {ago(came.lastVisitAt)}
                </time>
              </li>
            ))}
          </ul>
          {!isWhole && (
            <p class="note muted">
              Of the 12 pages with the most visits, and the 100 that came to each last.
            </p>
          )}
        </>
      )}
    </Await>
  );
}
