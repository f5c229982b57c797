import type { Page, PageLink, Person } from '@footfall/client';
import { linkVisitsWords, useLinkVisits } from '../../analytics/link-visits.ts';
import type { Range } from '../../analytics/range.ts';
import { addressOfLink, domainOf, useDomains, wholeAddress } from '../../data/domains.ts';
import { pageNameIn, usePagesById } from '../../data/pages.ts';
import { CopyButton } from '../../kit/copy.tsx';
import { Await, Skeleton } from '../../kit/states.tsx';
import { open } from '../../nav/records.ts';
import { link as addressOf } from '../../nav/router.ts';
import { Badges } from '../audiences/badges.tsx';
import { type MadePage, useMadeFor } from './made-for.ts';

interface MadeItemProps {
  made: MadePage;
  /** Whether the person has links that were not loaded. */
  hasMoreLinks: boolean;
  pageName: string;
  /** The page itself, once it is loaded. */
  page: Page | undefined;
  domains: ReturnType<typeof useDomains>['data'];
  visits: ReturnType<typeof useLinkVisits>['data'];
}

function MadeItem(props: MadeItemProps) {
  const { hasMoreLinks, pageName, page, domains, visits } = props;
  const { audience, links } = props.made;
  const { pageId, audienceId } = audience;
  const visitsBy = ({ pageLinkId }: PageLink) => visits?.(pageLinkId)?.totalSessions ?? 0;
  const mostFirst = (a: PageLink, b: PageLink) => visitsBy(b) - visitsBy(a);
  return (
    <li>
      <p class="row">
        <a class="grow" href={addressOf('audience', { pageId, audienceId })}>
          {pageName}
        </a>
        <Badges audience={audience} />
      </p>
      {links.toSorted(mostFirst).map((link) => {
        const address = wholeAddress(link, domains, page);
        const figures = visits?.(link.pageLinkId);
        return (
          <div key={link.pageLinkId} class="made-link">
            <a class="link-address" href={open(link.pageLinkId)}>
              {addressOfLink(link.path, domainOf(link, domains)).replace(/^https:\/\//, '')}
            </a>
            <CopyButton text={address} what="link" />
            {figures && <p class="note muted">{linkVisitsWords(figures)}</p>}
          </div>
        );
      })}
      {links.length === 0 && (
        <p class="note muted">{hasMoreLinks ? 'Its links are on its own screen.' : 'No link leads there.'}</p>
      )}
    </li>
  );
}

/** Leads to the part below, which is on the screen. */
export function showMade(): void {
  const heading = document.getElementById('made-for');
  heading?.scrollIntoView({ block: 'center' });
  heading?.focus({ preventScroll: true });
}

/** The pages that were made for a person: each with its state, its links, and the visits by each link. */
export function MadeSection({ person, range }: { person: Person; range: Range }) {
  const made = useMadeFor(person);
  const domains = useDomains();
  const pages = usePagesById(made.data?.pages.map(({ audience }) => audience.pageId));
  const visits = useLinkVisits(
    made.data?.pages.flatMap(({ links }) => links.map(({ pageLinkId }) => pageLinkId)),
    range,
  );
  return (
    <section class="came" aria-labelledby="made-for">
      <h3 id="made-for" tabIndex={-1}>
        Pages for this person
      </h3>
      <Await query={made} skeleton={<Skeleton lines={3} />}>
        {({ pages: items, hasMore, hasMoreLinks }) => (
          <>
            <ul class="made">
              {items.map((item) => (
                <MadeItem
                  key={item.audience.audienceId}
                  made={item}
                  hasMoreLinks={hasMoreLinks}
                  pageName={pageNameIn(pages, item.audience.pageId)}
                  page={pages.data?.get(item.audience.pageId)}
                  domains={domains.data}
                  visits={visits.data}
                />
              ))}
            </ul>
            <p class="note muted">
              {items.length === 0 ? 'None yet.' : `Visits by each link, ${range.words}.`}
              {hasMore && ' The newest 100 pages are shown.'}
              {hasMoreLinks && ' The newest 100 links are shown.'}
            </p>
          </>
        )}
      </Await>
    </section>
  );
}
