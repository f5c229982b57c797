import { type Audience, listAudiences, type TenantDomain } from '@footfall/client';
import { ask } from '../../data/api.ts';
import { domainOf, wholeAddress } from '../../data/domains.ts';
import { pageNameIn, type usePagesById } from '../../data/pages.ts';
import type { QueryState } from '../../data/query.ts';
import { CopyButton } from '../../kit/button.tsx';
import { type Column, column } from '../../kit/table.tsx';
import { number, plural, rate } from '../../lib/format.ts';
import { type LinkRow, rateOf } from './groups.ts';

/** The most pages whose audiences are asked for their names. */
const pagesAsked = 12;

/** The audiences of some pages by their ids: the 100 newest of each page. */
export async function linkedAudiences(
  pageIds: string[],
  signal: AbortSignal,
): Promise<Map<string, Audience>> {
  const lists = await Promise.all(
    pageIds
      .slice(0, pagesAsked)
      .map((pageId) => ask(listAudiences, { path: { page_id: pageId }, query: { limit: 100 }, signal })),
  );
  return new Map(
    lists.flatMap(({ items }) =>
      items.map((audience): [string, Audience] => [audience.audienceId, audience]),
    ),
  );
}

export interface ColumnNames {
  domains: TenantDomain[] | undefined;
  pages: ReturnType<typeof usePagesById>;
  audiences: QueryState<Map<string, Audience>>;
}

/** Where a link leads, in words. */
function targetWords({ link }: LinkRow, { audiences, pages }: ColumnNames): string {
  const { audienceId, pageId } = link.target;
  const name = audienceId && audiences.data?.get(audienceId)?.effectiveName;
  return `${name || ''} ${pageNameIn(pages, pageId)}`.trim();
}

/** Where a link leads. Those below the first of a group say that it is the same place. */
function Target({ row: { link, together, isFirst }, names }: { row: LinkRow; names: ColumnNames }) {
  const { audienceId, pageId } = link.target;
  const { audiences, pages } = names;
  if (!isFirst) return <span class="muted">Same {audienceId ? 'audience' : 'page'}</span>;
  return (
    <>
      {audienceId && (
        <>
          {audiences.data?.get(audienceId)?.effectiveName ?? (audiences.isLoading ? '…' : 'An audience')} on{' '}
        </>
      )}
      <span class={audienceId ? 'muted' : undefined}>{pageNameIn(pages, pageId)}</span>
      {together > 1 && <span class="muted"> · {plural(together, 'link')}, best first</span>}
    </>
  );
}

/** The visits by a link beside those by the most used one, with the conversions inside. */
function Visits({ visits, most }: { visits: LinkRow['link']['visits']; most: number }) {
  if (!visits) return <>–</>;
  const { totalSessions, conversionCount } = visits;
  return (
    <span class="link-visits">
      <span class="link-bar not-on-phone" aria-hidden="true">
        <span style={{ inlineSize: `${(100 * totalSessions) / most}%` }}>
          <span style={{ inlineSize: `${(100 * conversionCount) / Math.max(1, totalSessions)}%` }} />
        </span>
      </span>
      <span>{number(totalSessions)}</span>
    </span>
  );
}

/** The columns of the list of links, of which the most used one has so many visits. */
export const linkColumns = (names: ColumnNames, most = 1): Column<LinkRow>[] => [
  column('link', 'Link', { sortBy: ({ link }) => link.path }, ({ link, isFirst }) => {
    const domain = domainOf(link, names.domains);
    return (
      <span class={isFirst ? undefined : 'link-of-group'}>
        {domain && <span class="muted link-domain">{domain}</span>}
        {link.path}
      </span>
    );
  }),
  column('copy', 'Copy', {}, ({ link }) => (
    <span class="above-row">
      <CopyButton
        text={wholeAddress(link, names.domains, names.pages.data?.get(link.target.pageId))}
        what="link"
      />
    </span>
  )),
  column('target', 'Leads to', { notOnPhone: true, sortBy: (row) => targetWords(row, names) }, (row) => (
    <Target row={row} names={names} />
  )),
  column(
    'visits',
    'Visits',
    {
      isNumber: true,
      hint: 'Visits by this link, to any page',
      sortBy: ({ link: { visits } }) => visits?.totalSessions ?? null,
    },
    ({ link: { visits } }) => <Visits visits={visits} most={most} />,
  ),
  column(
    'conversion',
    'Converted',
    {
      isNumber: true,
      hint: 'Conversions of visits by this link',
      sortBy: ({ link }) => rateOf(link),
    },
    ({ link: { visits }, isBest }) => (
      <>
        {isBest && <span class="badge badge-good not-on-phone">Best</span>}{' '}
        {visits ? rate(visits.conversionCount, visits.totalSessions) : '–'}
      </>
    ),
  ),
];
