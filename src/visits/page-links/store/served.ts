import { pick } from 'es-toolkit/object';
import { contentIn, pageContentOf } from '../../../content/audiences/content.ts';
import type { Content } from '../../../content/pages/content-schemas.ts';
import { audiences, audienceVersions, pages } from '../../../content/tables/pages.ts';
import type { RowOf } from '../../../db/record-list.ts';
import { linkColumns, toLink } from './internal.ts';

/** A part of every entity tag, and of the names of copies. Increase it when the same rows give a different answer than before. */
export const answerVersion = 3;

/** The columns of a page's own words. */
const pageColumns = {
  ...pick(pages, ['title', 'url', 'metadata', 'fields']),
  pageRevision: pages.revision,
};

/** The columns of a page that is found by its own URL. */
export const foundPageColumns = { pageId: pages.pageId, ...pageColumns };

/** The columns of a link and of what it leads to. The versions and the page may be missing. */
export const servedColumns = {
  ...linkColumns,
  personId: audiences.personId,
  ...pick(audienceVersions, ['versionId', 'versionNumber', 'snapshot']),
  ...pageColumns,
};

/** What is found for a visitor: a link with what it leads to, or a page that no link of the address leads to. */
export type Found = { [K in keyof RowOf<typeof servedColumns>]: RowOf<typeof servedColumns>[K] | null } & {
  pageId: string;
};

const noLink = {
  pageLinkId: null,
  tenantDomainId: null,
  path: null,
  targetType: null,
  audienceId: null,
  revision: null,
  personId: null,
  versionId: null,
  versionNumber: null,
  snapshot: null,
};
/** A page that is found by its own URL. */
export const foundPage = (page: RowOf<typeof foundPageColumns>): Found => ({ ...noLink, ...page });

/** An id without its prefix, which keeps entity tags short. */
const suffix = (id: string | null) => id?.slice(id.lastIndexOf('_') + 1) ?? '';

/** The entity tag: the state of the link, and the snapshot or the state of the page. */
export function etagOf(row: Found): string {
  const served =
    row.snapshot === null ? `p${row.pageRevision}` : `${suffix(row.versionId)}.${suffix(row.personId)}`;
  const link = row.pageLinkId === null ? suffix(row.pageId) : `${suffix(row.pageLinkId)}.${row.revision}`;
  return `${answerVersion}.${link}.${served}`;
}

/** The rules that let search engines show a page (robots meta tag). */
const letsIndex = new Set<string>(['all', 'index']);

/** The words for one person, which search engines must not show, also if the page may be shown. */
function personal(content: Content): Content {
  const { robots } = content.metadata;
  const others = robots.filter((rule) => !letsIndex.has(rule) && rule !== 'noindex');
  return { ...content, metadata: { ...content.metadata, robots: ['noindex', ...others] } };
}

/** The snapshot of the live version or, if there is none, the page. */
export function servedOf(row: Found) {
  const { snapshot, title, url, metadata, fields } = row;
  if (snapshot !== null) {
    const { audienceId, personId, versionId, versionNumber } = row;
    const content = personId === null ? contentIn(snapshot) : personal(contentIn(snapshot));
    return { source: 'audience' as const, audienceId, personId, versionId, versionNumber, content };
  }
  if (title === null || url === null || metadata === null || fields === null)
    throw new Error(`${row.pageId} is not there`);
  const nobody = { audienceId: null, personId: null, versionId: null, versionNumber: null };
  return { source: 'page' as const, ...nobody, content: pageContentOf({ title, url, metadata, fields }) };
}

/** The link, of which all is null if there is none, and its page. */
export function linkOf({
  pageLinkId,
  tenantDomainId,
  path,
  targetType,
  audienceId,
  revision,
  pageId,
}: Found) {
  if (pageLinkId === null || path === null || targetType === null || revision === null)
    return { pageLinkId: null, tenantDomainId: null, path: null, target: null, pageId };
  const link = toLink({ pageLinkId, tenantDomainId, path, targetType, audienceId, revision, pageId });
  return { ...link, pageId };
}
