import { createPageLink, type FoundPageLink, type TenantDomain } from '@footfall/client';
import { RangePicker, useRange } from '../../analytics/range-picker.tsx';
import { ask } from '../../data/api.ts';
import { useDeleting } from '../../data/deleting.ts';
import { addressOfLink, domainOf, noDomain, useDomains } from '../../data/domains.ts';
import { textsIn } from '../../data/edit.ts';
import { findLinks, type LinkSearch, linkFiles, linksAtOnce } from '../../data/link-search.ts';
import { useList } from '../../data/list.ts';
import { pageNameIn, usePagesById } from '../../data/pages.ts';
import { useQuery } from '../../data/query.ts';
import { useScope } from '../../data/session.ts';
import { NewButton } from '../../kit/button.tsx';
import { useChoose } from '../../kit/choose.tsx';
import { ChangeDialog } from '../../kit/form.tsx';
import { Choice, FilterPills } from '../../kit/pills.tsx';
import { ScreenHead } from '../../kit/screen-head.tsx';
import { SearchField } from '../../kit/search-field.tsx';
import { sorted } from '../../kit/sort.ts';
import { Await, Empty, Skeleton } from '../../kit/states.tsx';
import { Table } from '../../kit/table.tsx';
import { Toolbar } from '../../kit/toolbar.tsx';
import { plural } from '../../lib/format.ts';
import { link as addressOf, go, here, noRecord, open, useNew, useRoute } from '../../nav/router.ts';
import { linkActions } from './bulk.ts';
import { grouped, type LinkRow, ungrouped } from './groups.ts';
import { linkColumns, linkedAudiences } from './link-columns.tsx';
import { bodyOf, LinkFields, labels } from './link-fields.tsx';

/** A dialog that creates a link. */
function CreateLink({ onClose }: { onClose: () => void }) {
  const { query } = useRoute();
  const domains = useDomains();
  // The list shows the links of a domain: a new one is there, too.
  const domain = query.domain === 'none' ? '' : query.domain;
  return (
    <ChangeDialog
      title="New link"
      submit="Create the link"
      send={(form) => ask(createPageLink, { body: bodyOf(textsIn(form, labels)) })}
      done={(link) => `${addressOfLink(link.path, domainOf(link, domains.data))} leads there now`}
      then={({ pageLinkId }) =>
        go(here({ ...noRecord, new: undefined, open: pageLinkId }), { replace: true })
      }
      taken={{ code: 'path_taken', label: 'Open the link that has this path' }}
      onClose={onClose}
    >
      <LinkFields values={domain === undefined ? {} : { tenantDomainId: domain }} />
    </ChangeDialog>
  );
}

/** A list of the domains that links are on; the choice stands in the address. It has its room before they are known. */
function DomainFilter({ domains }: { domains: TenantDomain[] | undefined }) {
  const { query } = useRoute();
  if (domains?.length === 0) return null;
  return (
    <select
      class="select-auto"
      aria-label="Domain"
      value={query.domain ?? ''}
      onChange={(event) => go(here({ domain: event.currentTarget.value }))}
    >
      <option value="">All domains</option>
      <option value="none">{noDomain}</option>
      {domains?.map(({ tenantDomainId, domain }) => (
        <option key={tenantDomainId} value={tenantDomainId}>
          {domain}
        </option>
      ))}
    </select>
  );
}

const targets = [
  { value: '', label: 'All' },
  { value: 'page', label: 'To pages' },
  { value: 'audience', label: 'To audiences' },
];

function NoLinks({ isFiltered, mayWrite }: { isFiltered: boolean; mayWrite: boolean }) {
  if (isFiltered) {
    return (
      <Empty title="No links match">
        <a href={here({ q: undefined, domain: undefined, to: undefined, page: undefined })}>Show all links</a>
      </Empty>
    );
  }
  return (
    <Empty title="No links yet">
      A link gives a page, or a page with the content for one audience, an address of its own.{' '}
      {mayWrite && (
        <>
          <a href={here({ new: 'link' })}>Create the first link</a> ·{' '}
        </>
      )}
      <a href={addressOf('start')}>Show me how</a>
    </Empty>
  );
}

/** Which address leads where, and what does it bring? */
export function Links() {
  const { query } = useRoute();
  const range = useRange();
  const mayWrite = useScope('write');
  const [wanted, close] = useNew();
  const isDeleting = useDeleting();
  const domains = useDomains();
  const text = query.q ?? '';
  const targetType = query.to === 'page' || query.to === 'audience' ? query.to : undefined;
  const all = domains.data && ['', ...domains.data.map(({ tenantDomainId }) => tenantDomainId)];
  const asked = query.domain === undefined ? all : [query.domain === 'none' ? '' : query.domain];
  const { startDate, endDate, words } = range;
  const span = { startDate, endDate };
  const pageId = query.page;
  const search: LinkSearch = { text, targetType, domains: asked ?? [], pageId, span };
  const links = useList(asked && ['links', search], (cursor, signal) => findLinks(search, cursor, signal));
  const items = links.items?.filter(({ pageLinkId }) => !isDeleting(pageLinkId));
  const pages = usePagesById(
    items && [...new Set([...(pageId ? [pageId] : []), ...items.map(({ target }) => target.pageId)])],
  );
  const withAudiences =
    items &&
    [...new Set(items.flatMap(({ target }) => (target.audienceId ? [target.pageId] : [])))].toSorted();
  const audiences = useQuery(withAudiences && ['link-audience-names', withAudiences], (signal) =>
    linkedAudiences(withAudiences ?? [], signal),
  );
  const choose = useChoose<LinkRow>({
    what: 'links',
    keyOf: ({ link }) => link.pageLinkId,
    nameOf: ({ link }) => link.path,
    actions: linkActions(domains.data, pages.data, mayWrite),
  });
  const areUncounted = items?.some(({ visits }) => visits === undefined);
  const total = links.totalCount;
  // The first answer has all of them. Of more, the service has the newest first.
  const isMostUsedFirst = !areUncounted && total !== null && total <= linksAtOnce;
  const columns = linkColumns(
    { domains: domains.data, pages, audiences },
    Math.max(1, ...(items ?? []).map(({ visits }) => visits?.totalSessions ?? 0)),
  );
  const isForMany = (id: string) => audiences.data?.get(id)?.personId === null;
  const rowsOf = (found: FoundPageLink[]): LinkRow[] => {
    const rows = grouped(found, isForMany, isMostUsedFirst);
    return query.sort ? ungrouped(rows) : rows;
  };
  const isFiltered = Boolean(text || targetType || query.domain || pageId);
  const hasNone = !isFiltered && total === 0;
  // Links are asked for when the domains are known.
  const awaited = asked ? links : domains;
  return (
    <>
      <ScreenHead
        title="Links"
        question={
          <span role="status">
            {total === null || links.isStale ? (
              'Where does each link lead, and what did it bring?'
            ) : (
              <>
                {plural(total, 'link')}
                {isFiltered && ' found'}
                {total > 1 && !query.sort && (isMostUsedFirst ? ', most used first' : ', newest first')}
                {!isFiltered && '. Where does each lead, and what did it bring?'}
              </>
            )}
          </span>
        }
      >
        <NewButton what="link" label="New link" />
      </ScreenHead>
      {!hasNone && (
        <Toolbar
          title="Links"
          range={<RangePicker compares={false} />}
          file={
            asked && {
              what: 'Links',
              of: () => ({
                of: linkFiles(areUncounted ? { ...search, span: undefined } : search),
                by: 'pageLinkId',
                ids: sorted(rowsOf(items ?? []), columns, query.sort).map(({ link }) => link.pageLinkId),
              }),
            }
          }
        >
          <SearchField label="Search links" placeholder="Part of the path" maxLength={2048} />
          <DomainFilter domains={domains.data} />
          <Choice label="Where they lead" param="to" choices={targets} />
          <FilterPills
            pills={
              pageId ? [{ label: 'Page', text: pageNameIn(pages, pageId), remove: { page: undefined } }] : []
            }
          />
        </Toolbar>
      )}
      {areUncounted && (
        <p class="note muted">
          More links had visits ({words}) than can be counted at once. Choose a shorter range.
        </p>
      )}
      <Await query={{ ...awaited, data: items }} what="your links" skeleton={<Skeleton lines={8} />}>
        {(rows) =>
          rows.length === 0 && !links.hasMore ? (
            <NoLinks isFiltered={isFiltered} mayWrite={mayWrite} />
          ) : (
            <Table
              label="Links"
              columns={columns}
              rows={rowsOf(rows)}
              sortParam="sort"
              keyOf={({ link }) => link.pageLinkId}
              href={({ link }) => open(link.pageLinkId)}
              list={links}
              choose={choose}
            />
          )
        }
      </Await>
      {wanted === 'link' && mayWrite && <CreateLink onClose={close} />}
    </>
  );
}
