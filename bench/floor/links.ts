import { type Call, invalid, Problem, tagged } from './http.ts';
import { effectiveMetadata } from './metadata.ts';

/** A part of every entity tag. Increase it when the same rows give a different answer. */
const answerVersion = 1;

interface LinkRow {
  pageLinkId: string;
  tenantDomainId: string | null;
  path: string;
  targetType: string;
  audienceId: string | null;
  pageId: string;
  revision: number;
  personId: string | null;
  versionId: string | null;
  versionNumber: number | null;
  snapshot: string | null;
  title: string | null;
  url: string | null;
  metadata: string | null;
  pageRevision: number | null;
}

const resolveSql = (domain: string) => `select link.page_link_id as pageLinkId,
    link.tenant_domain_id as tenantDomainId, link.path, link.target_type as targetType,
    link.audience_id as audienceId, link.page_id as pageId, link.revision, audience.person_id as personId,
    version.version_id as versionId, version.version_number as versionNumber, version.snapshot,
    page.title, page.url, page.metadata, page.revision as pageRevision
  from page_links as link
  left join audiences as audience on audience.audience_id = link.audience_id and audience.archived_at is null
  left join audience_versions as version
    on version.audience_id = audience.audience_id and version.status = 'published'
  left join pages as page on page.page_id = link.page_id and version.snapshot is null
  where ${domain} and link.path = ?1 and link.deleted_at is null`;
const onFallback = resolveSql('link.tenant_domain_id is null');
const onDomain = resolveSql('link.tenant_domain_id = ?2');

/** The normalised form of a path. */
function normalise(path: string): string {
  if (/[?#]/.test(path) || path === '') throw invalid(['path']);
  const kept: string[] = [];
  for (const segment of path.split('/').filter(Boolean)) {
    if (segment === '..') kept.pop();
    else if (segment !== '.') kept.push(decodeURIComponent(segment).normalize('NFC'));
  }
  return `/${kept.map((segment) => segment.replace(/[%/?#\\\s\p{Cc}]/gu, encodeURIComponent)).join('/')}`;
}

const suffix = (id: string | null) => id?.slice(id.lastIndexOf('_') + 1) ?? '';

/** The content for a visitor of the link: the published snapshot, or the page. */
function served(row: LinkRow) {
  const { audienceId, personId, versionId, versionNumber } = row;
  if (row.snapshot !== null) {
    return {
      source: 'audience',
      audienceId,
      personId,
      versionId,
      versionNumber,
      content: JSON.parse(row.snapshot),
    };
  }
  const page = { title: row.title ?? '', url: row.url ?? '', metadata: JSON.parse(row.metadata ?? '{}') };
  const content = {
    title: page.title,
    url: page.url,
    metadata: effectiveMetadata(page, {}),
    actionFormId: null,
    actionFormInstructions: null,
    actionUrl: null,
    supplementaryContext: null,
  };
  const nobody = { audienceId: null, personId: null, versionId: null, versionNumber: null };
  return { source: 'page', ...nobody, content };
}

export async function resolveLink(call: Call): Promise<Response> {
  const { db, url } = call;
  const path = normalise(url.searchParams.get('path') ?? '');
  const domain = url.searchParams.get('tenantDomainId');
  const [[row]] = await db.batch<[LinkRow[]]>([
    domain ? db.sql(onDomain, path, domain) : db.sql(onFallback, path),
  ]);
  if (!row) throw new Problem(404, 'page_link_not_found', 'There is no such page link.');
  const { pageLinkId, tenantDomainId, targetType, audienceId, pageId, revision } = row;
  const state =
    row.snapshot === null ? `p${row.pageRevision}` : `${suffix(row.versionId)}.${suffix(row.personId)}`;
  call.headers['cache-control'] = 'private, max-age=60, stale-while-revalidate=600';
  call.headers.vary = 'x-api-key';
  const target = { targetType, audienceId: audienceId ?? '', pageId };
  const answer = {
    pageLinkId,
    tenantDomainId,
    path: row.path,
    target,
    pageId,
    ...served(row),
    preview: null,
  };
  return tagged(call, answer, `${answerVersion}.${suffix(pageLinkId)}.${revision}.${state}`);
}
