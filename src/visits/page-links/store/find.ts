import { and, eq, isNull, sql } from 'drizzle-orm';
import { websites } from '../../../access/tables/websites.ts';
import { isLive } from '../../../content/audiences/store/versions.ts';
import { experiments } from '../../../content/tables/experiments.ts';
import { audiences, audienceVersions, pages } from '../../../content/tables/pages.ts';
import type { RowsOf } from '../../../db/client.ts';
import { existsIn, itemField } from '../../../db/sql.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { pageLinks, tenantDomains } from '../../tables/page-links.ts';
import { type Address, addressOf, isOf } from '../address.ts';
import { type Found, foundPage, foundPageColumns, isRunning, servedColumns } from './served.ts';

/** What a website asks for: a path of a domain, where none is the fallback subdomain, or an address. */
export type Asked = { path: string; tenantDomainId?: string | undefined } | { url: string };

/** What a sentence leaves at the end of a link that is pasted from it: `(see acme.example/anna).` */
const pasted = /(?<=.)[.,;:!?\)\]\}>"'»”’…]+$/v;

/** The paths of the links that a path may mean: itself and, if it may be pasted from a sentence, the one without its end. */
export const pathsOf = (path: string): string[] => [...new Set([path, path.replace(pasted, '')])];

/** Where a link may be: at a path of a domain, which has an id or a name. */
interface Place {
  path: string;
  tenantDomainId?: string | undefined;
  domain?: string | undefined;
}
const field = (name: keyof Place) => itemField<Place>(name);

interface ListParams {
  /** A JSON array. */
  list: Param<string>;
}
const place = sql<number>`item.key`;

const domainId = sql`coalesce(${field('tenantDomainId')},
  (select ${tenantDomains.tenantDomainId} from ${tenantDomains} where ${eq(tenantDomains.domain, field('domain'))}))`;

const isOn = {
  domains: eq(pageLinks.tenantDomainId, domainId),
  fallback: isNull(pageLinks.tenantDomainId),
};

/** Selects what the live links at many places lead to. Each row says by its index which place it is of. */
const selectLinks = statement(({ list }: ListParams, on: 'domains' | 'fallback') =>
  build
    .select({
      place,
      ...servedColumns,
    })
    .from(sql`json_each(${list}) as item`)
    // A plain join may begin with another table.
    .crossJoin(pageLinks)
    .leftJoin(audiences, and(eq(audiences.audienceId, pageLinks.audienceId), isNull(audiences.archivedAt)))
    .leftJoin(audienceVersions, isLive(audiences.audienceId))
    .leftJoin(experiments, isRunning)
    // Also beside a snapshot: its URL says which host the link is of.
    .leftJoin(pages, eq(pages.pageId, pageLinks.pageId))
    .where(and(isOn[on], eq(pageLinks.path, field('path')), isNull(pageLinks.deletedAt))),
);

/** Selects the pages with these URLs. */
const selectPages = statement(({ list }: ListParams) =>
  build
    .select({ place, ...foundPageColumns })
    .from(sql`json_each(${list}) as item`)
    .crossJoin(pages)
    .where(eq(pages.url, sql`item.value`)),
);

const origins = sql`json_each(item.value, '$.origins') as origin`;
/** The condition that a page's URL begins with the origin. `0` is the character after `/`. */
const isOnOrigin = sql`${pages.url} >= origin.value || '/' and ${pages.url} < origin.value || '0'`;

/** Selects whether hosts are tenant domains, websites, and hosts of pages. */
const selectHosts = statement(({ list }: ListParams) =>
  build
    .select({
      place,
      isDomain: sql<number>`${existsIn(tenantDomains, eq(tenantDomains.domain, itemField<Address>('domain')))}`,
      isWebsite: sql<number>`${existsIn(sql`${origins} cross join ${websites}`, and(eq(websites.origin, sql`origin.value`), isNull(websites.deletedAt)))}`,
      hasPages: sql<number>`${existsIn(sql`${origins} cross join ${pages}`, isOnOrigin)}`,
    })
    .from(sql`json_each(${list}) as item`),
);

type LinkRow = NonNullable<ReturnType<typeof selectLinks>['row']>;
type HostRow = NonNullable<ReturnType<typeof selectHosts>['row']>;

/** Adds values to a list, and returns where they stand in it. */
function put<Value>(list: Value[], values: Value[]): number[] {
  return values.map((value) => list.push(value) - 1);
}
/** The first row of these places, in their order. */
const firstOf = <Row extends { place: number }>(rows: Row[], places: number[]): Row | undefined =>
  places.map((one) => rows.find((row) => row.place === one)).find((row) => row !== undefined);

/** What one question may find, by places in the lists. */
interface Places {
  onDomain: number[];
  onFallback: number[];
  pages: number[];
  host: number | undefined;
  address: Address | undefined;
}

/**
 * The first of these: a link of the host's tenant domain; a link without a domain to a page of the host; the page itself;
 * a link without a domain, if the host is no tenant domain, and a website that has no pages of its own.
 */
function foundAt(
  { onDomain, onFallback, pages, host, address }: Places,
  [ofDomains, ofFallback, ofPages, ofHosts]: [
    LinkRow[],
    LinkRow[],
    NonNullable<ReturnType<typeof selectPages>['row']>[],
    HostRow[],
  ],
): Found | undefined {
  const own = firstOf(ofDomains, onDomain);
  const link = firstOf(ofFallback, onFallback);
  if (own || !address) return own ?? link;
  const known = ofHosts.find((row) => row.place === host);
  if (link && isOf(address.origins, link.url)) return link;
  const page = firstOf(ofPages, pages);
  if (page) return foundPage(page);
  return known?.isWebsite && !known.isDomain && !known.hasPages ? link : undefined;
}

/** The statements that look for what is asked for, within a batch, and how to read their rows: one result for each. */
export function lookFor(asked: Asked[]) {
  const lists = {
    domains: [] as Place[],
    fallback: [] as Place[],
    urls: [] as string[],
    hosts: [] as Address[],
  };
  const places = asked.map((one): Places => {
    if (!('url' in one)) {
      const { tenantDomainId } = one;
      const at = pathsOf(one.path).map((path): Place => ({ path, tenantDomainId }));
      const isFallback = tenantDomainId === undefined;
      return {
        onDomain: isFallback ? [] : put(lists.domains, at),
        onFallback: isFallback ? put(lists.fallback, at) : [],
        pages: [],
        host: undefined,
        address: undefined,
      };
    }
    const address = addressOf(one.url);
    const paths = address?.path === undefined ? [] : pathsOf(address.path);
    return {
      onDomain: put(
        lists.domains,
        paths.map((path) => ({ path, domain: address?.domain })),
      ),
      onFallback: put(
        lists.fallback,
        paths.map((path) => ({ path })),
      ),
      pages: put(lists.urls, address?.urls ?? []),
      host: put(lists.hosts, address ? [address] : [])[0],
      address,
    };
  });
  const { domains, fallback, urls } = lists;
  const hosts = lists.hosts.map(({ domain, origins }) => ({ domain, origins }));
  const statements = [
    domains.length > 0 ? selectLinks({ list: JSON.stringify(domains) }, 'domains') : undefined,
    fallback.length > 0 ? selectLinks({ list: JSON.stringify(fallback) }, 'fallback') : undefined,
    urls.length > 0 ? selectPages({ list: JSON.stringify(urls) }) : undefined,
    hosts.length > 0 ? selectHosts({ list: JSON.stringify(hosts) }) : undefined,
  ] as const;
  const found = ([ofDomains, ofFallback, ofPages, ofHosts]: RowsOf<typeof statements>): (
    | Found
    | undefined
  )[] => places.map((one) => foundAt(one, [ofDomains, ofFallback, ofPages, ofHosts]));
  return { statements, found };
}
