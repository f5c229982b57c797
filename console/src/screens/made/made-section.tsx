import {
  type Audience,
  listPersonAudiences,
  listPersonPageLinks,
  type Page,
  type PageLink,
  type Person,
} from '@footfall/client';
import { linkVisitsWords, useLinkVisits } from '../../analytics/link-visits.ts';
import type { Range } from '../../analytics/range.ts';
import { ask } from '../../data/api.ts';
import { addressOfLink, domainOf, useDomains, wholeAddress } from '../../data/domains.ts';
import { pageNameIn, usePagesById } from '../../data/pages.ts';
import { type QueryState, useQuery } from '../../data/query.ts';
import { CopyButton } from '../../kit/button.tsx';
import { Await, Skeleton } from '../../kit/states.tsx';
import { link as addressOf, open } from '../../nav/router.ts';
import { Badges } from '../audiences/state.tsx';

/** An audience that was made for one person, with its links. */
export interface MadePage {
  audience: Audience;
  links: PageLink[];
}

/** What was made for a person, by page, the newest first. */
export interface MadeFor {
  pages: MadePage[];
  /** All audiences, and all links that lead to them. Null: more than 1,000. */
  audiencesCount: number | null;
  linksCount: number | null;
  /** Whether there are more audiences than these. */
  hasMore: boolean;
  /** Whether there are more links: an audience without one here may have one. */
  hasMoreLinks: boolean;
}

/** So many audiences, and so many of all their links, are shown. */
const most = 100;

/** The pages that were made for a person, with their links. */
export const useMadeFor = ({ personId }: Pick<Person, 'personId'>): QueryState<MadeFor> =>
  useQuery(['made-for', personId], async (signal) => {
    const asked = { path: { person_id: personId }, query: { limit: most }, signal };
    const [audiences, links] = await Promise.all([
      ask(listPersonAudiences, asked),
      ask(listPersonPageLinks, asked),
    ]);
    const byAudience = Map.groupBy(links.items, ({ target }) => target.audienceId);
    return {
      pages: audiences.items.map((audience) => ({
        audience,
        links: byAudience.get(audience.audienceId) ?? [],
      })),
      audiencesCount: audiences.totalCount,
      linksCount: links.totalCount,
      hasMore: audiences.hasMore,
      hasMoreLinks: links.hasMore,
    };
  });

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
