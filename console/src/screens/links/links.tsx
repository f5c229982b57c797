import type { PageLink } from '@footfall/client';
import { useDeleting } from '../../data/deleting.ts';
import { addressOfLink, useDomains } from '../../data/domains.ts';
import { domainOf, findLinks } from '../../data/links.ts';
import { useList } from '../../data/list.ts';
import { pageNameIn, usePagesById } from '../../data/pages.ts';
import { useQuery } from '../../data/query.ts';
import { useScope } from '../../data/session.ts';
import { Await } from '../../kit/await.tsx';
import { CopyButton } from '../../kit/copy.tsx';
import { ListFooter } from '../../kit/list-footer.tsx';
import { Choice } from '../../kit/pills.tsx';
import { ScreenHead } from '../../kit/screen-head.tsx';
import { SearchField } from '../../kit/search-field.tsx';
import { Empty, Skeleton } from '../../kit/states.tsx';
import { type Column, Table } from '../../kit/table.tsx';
import { number, plural } from '../../lib/format.ts';
import { useActions } from '../../nav/actions.ts';
import { open } from '../../nav/records.ts';
import { go, here, useRoute } from '../../nav/router.ts';
import { useNew } from '../../nav/use-new.ts';
import { CreateLink } from './create-link.tsx';
import { namesOfAudiences, visitsOfTargets } from './data.ts';
import { DomainFilter } from './domain-filter.tsx';

const targets = [
  { value: '', label: 'All' },
  { value: 'page', label: 'To pages' },
  { value: 'audience', label: 'To audiences' },
];

function NoLinks({ isFiltered, mayWrite }: { isFiltered: boolean; mayWrite: boolean }) {
  if (isFiltered) {
    return (
      <Empty title="No such links">
        <a href={here({ q: undefined, domain: undefined, to: undefined })}>Show all links</a>
      </Empty>
    );
  }
  return (
    <Empty title="No links yet">
      A link gives a page, or a page with the words for one audience, an address of its own.{' '}
      {mayWrite && <a href={here({ new: 'link' })}>Create the first link</a>}
    </Empty>
  );
}

/** Which address leads where, and what does it bring? */
export function Links() {
  const { query } = useRoute();
  const mayWrite = useScope('write');
  const [wanted, close] = useNew();
  const isDeleting = useDeleting();
  const domains = useDomains();
  const text = query.q ?? '';
  const targetType = query.to === 'page' || query.to === 'audience' ? query.to : undefined;
  const all = domains.data && ['', ...domains.data.map(({ tenantDomainId }) => tenantDomainId)];
  const asked = query.domain === undefined ? all : [query.domain === 'none' ? '' : query.domain];
  const links = useList(asked && ['links', { text, targetType, asked }], (cursor, signal) =>
    findLinks({ text, targetType, domains: asked ?? [] }, cursor, signal),
  );
  const items = links.items?.filter(({ pageLinkId }) => !isDeleting(pageLinkId));
  const pageIds = items && [...new Set(items.map(({ target }) => target.pageId))].toSorted();
  const pages = usePagesById(pageIds);
  const visits = useQuery(pageIds && ['link-visits', pageIds], (signal) =>
    visitsOfTargets(pageIds ?? [], signal),
  );
  const withAudiences =
    items &&
    [...new Set(items.flatMap(({ target }) => (target.audienceId ? [target.pageId] : [])))].toSorted();
  const names = useQuery(withAudiences && ['link-audience-names', withAudiences], (signal) =>
    namesOfAudiences(withAudiences ?? [], signal),
  );
  useActions(mayWrite ? [{ title: 'New link', keys: 'n', run: () => go(here({ new: 'link' })) }] : []);

  const columns: Column<PageLink>[] = [
    {
      id: 'link',
      label: 'Link',
      cell: (link) => {
        const domain = domainOf(link, domains.data);
        return (
          <>
            {domain && <span class="muted not-on-phone">{domain}</span>}
            {link.path}
          </>
        );
      },
    },
    {
      id: 'copy',
      label: 'Copy',
      cell: (link) => (
        <span class="above-row">
          <CopyButton text={addressOfLink(link.path, domainOf(link, domains.data))} what="link" />
        </span>
      ),
    },
    {
      id: 'target',
      label: 'Leads to',
      notOnPhone: true,
      cell: ({ target }) => (
        <>
          {target.audienceId && (
            <>{names.data?.get(target.audienceId) ?? (names.isLoading ? '…' : 'An audience')} on </>
          )}
          <span class={target.audienceId ? 'muted' : undefined}>{pageNameIn(pages, target.pageId)}</span>
        </>
      ),
    },
    {
      id: 'visits',
      label: 'Visits there, 30 days',
      isNumber: true,
      cell: ({ target }) => {
        const count = visits.data?.(target);
        return count === undefined ? '–' : number(count);
      },
    },
  ];
  const total = links.totalCount;
  const isFiltered = Boolean(text || targetType || query.domain);
  // Links are asked for when the domains are known.
  const awaited = asked ? links : domains;
  return (
    <>
      <ScreenHead
        title="Links"
        question={
          <span role="status">
            {total === null || links.isStale
              ? 'Where does each address lead?'
              : `${plural(total, 'link')}${isFiltered ? ' found' : '. Where does each lead, and what does it bring?'}`}
          </span>
        }
      >
        <SearchField label="Search links" placeholder="Part of the path" maxLength={2048} />
        {mayWrite && (
          <a class="button button-main" href={here({ new: 'link' })}>
            New link
          </a>
        )}
      </ScreenHead>
      <div class="row filters">
        <Choice label="Where they lead" param="to" choices={targets} />
        <DomainFilter domains={domains.data} />
      </div>
      <Await query={{ ...awaited, data: items }} skeleton={<Skeleton lines={8} />}>
        {(rows) =>
          rows.length === 0 && !links.hasMore ? (
            <NoLinks isFiltered={isFiltered} mayWrite={mayWrite} />
          ) : (
            <Table
              label="Links"
              columns={columns}
              rows={rows}
              keyOf={({ pageLinkId }) => pageLinkId}
              href={({ pageLinkId }) => open(pageLinkId)}
              openKey={query.open}
              onEnd={links.more}
              footer={<ListFooter list={links} />}
            />
          )
        }
      </Await>
      {wanted === 'link' && mayWrite && <CreateLink onClose={close} />}
    </>
  );
}
