import { and, eq, isNull, sql } from 'drizzle-orm';
import { contentIn, pageContentOf } from '../../../content/audiences/content.ts';
import { claimIn, previewedIn, selectPreviewed } from '../../../content/audiences/store/preview.ts';
import { audiences, audienceVersions, pages } from '../../../content/tables/pages.ts';
import type { Database } from '../../../db/client.ts';
import { build, type ParamsOf, statement } from '../../../db/statement.ts';
import type { Tagged } from '../../../lib/precondition.ts';
import { toTimestamp } from '../../../lib/time.ts';
import { pageLinks } from '../../tables/page-links.ts';
import type { PageLinkResolution, ResolveQuery } from '../schemas.ts';
import { linkColumns, pageLinkOrThrow, toLink } from './internal.ts';
import { onDomain } from './requirements.ts';

/** A part of every entity tag. Increase it when the same rows give a different answer than before. */
const answerVersion = 2;

/** What a visitor asks for. Without `tenantDomainId` it is on the fallback subdomain. */
type Place = Pick<ResolveQuery, 'path' | 'tenantDomainId'>;

/** Selects the live link of a path and its content: the snapshot or, if there is none, the page. */
const selectVisit = statement(({ path, tenantDomainId }: Required<ParamsOf<Place>>) =>
  build
    .select({
      ...linkColumns,
      personId: audiences.personId,
      versionId: audienceVersions.versionId,
      versionNumber: audienceVersions.versionNumber,
      snapshot: audienceVersions.snapshot,
      title: pages.title,
      url: pages.url,
      metadata: pages.metadata,
      fields: pages.fields,
      pageRevision: pages.revision,
    })
    .from(pageLinks)
    .leftJoin(audiences, and(eq(audiences.audienceId, pageLinks.audienceId), isNull(audiences.archivedAt)))
    .leftJoin(
      audienceVersions,
      and(
        eq(audienceVersions.audienceId, audiences.audienceId),
        sql`${audienceVersions.status} = 'published'`,
      ),
    )
    // Only the columns that the answer shows are read.
    .leftJoin(pages, and(eq(pages.pageId, pageLinks.pageId), isNull(audienceVersions.snapshot)))
    .where(and(onDomain(tenantDomainId), eq(pageLinks.path, path), isNull(pageLinks.deletedAt))),
);
type ResolvedRow = NonNullable<ReturnType<typeof selectVisit>['row']>;

/** An id without its prefix, which keeps entity tags short. */
const suffix = (id: string | null) => id?.slice(id.lastIndexOf('_') + 1) ?? '';

/** The entity tag: the state of the link, and the snapshot or the state of the page. */
function etagOf(row: ResolvedRow): string {
  const served =
    row.snapshot === null ? `p${row.pageRevision}` : `${suffix(row.versionId)}.${suffix(row.personId)}`;
  return `${answerVersion}.${suffix(row.pageLinkId)}.${row.revision}.${served}`;
}

function servedOf(row: ResolvedRow) {
  const { snapshot, title, url, metadata, fields } = row;
  if (snapshot !== null) {
    const { audienceId, personId, versionId, versionNumber } = row;
    const content = contentIn(snapshot);
    return { source: 'audience' as const, audienceId, personId, versionId, versionNumber, content };
  }
  if (title === null || url === null || metadata === null || fields === null)
    throw new Error(`${row.pageId} is not there`);
  const nobody = { audienceId: null, personId: null, versionId: null, versionNumber: null };
  return { source: 'page' as const, ...nobody, content: pageContentOf({ title, url, metadata, fields }) };
}

const linkOf = (row: ResolvedRow) => ({ ...toLink(row), pageId: row.pageId });

/** What a sentence leaves at the end of a link that is pasted from it: `(see acme.example/anna).` */
const pasted = /(?<=.)[.,;:!?\)\]\}>"'»”’…]+$/v;

/** Selects the link of a path and, if it may be pasted from a sentence, the one without its end. */
const selectVisits = (params: Required<Place>) => {
  const path = params.path.replace(pasted, '');
  return [selectVisit(params), path === params.path ? undefined : selectVisit({ ...params, path })] as const;
};

/** The content that a visitor of this path gets. Throws `page_link_not_found`. */
export async function resolvePageLink(
  db: Database,
  { path, tenantDomainId }: Place,
): Promise<Tagged<PageLinkResolution>> {
  const [[found], [other] = []] = await db.batch(selectVisits({ path, tenantDomainId }));
  const row = pageLinkOrThrow(found ?? other);
  return { value: { ...linkOf(row), ...servedOf(row), preview: null }, etag: etagOf(row) };
}

/** What the token of a preview shows, or what all visitors get without a right one. Throws `page_link_not_found`. */
export async function resolvePreview(
  db: Database,
  { path, tenantDomainId, preview }: ResolveQuery & { preview: string },
): Promise<PageLinkResolution> {
  const claim = claimIn(preview);
  const [previewed, secret] = claim ? selectPreviewed(claim) : [];
  const [[found], [other] = [], next = [], signed = []] = await db.batch([
    ...selectVisits({ path, tenantDomainId }),
    previewed,
    secret,
  ]);
  const row = pageLinkOrThrow(found ?? other);
  const shown = claim && previewedIn(claim, next, signed, row.audienceId);
  const expiresAt = shown ? toTimestamp(claim.expiresAt) : null;
  if (!shown || claim.expiresAt <= Date.now()) {
    const status = shown ? 'ended' : 'unknown';
    return { ...linkOf(row), ...servedOf(row), preview: { status, expiresAt } };
  }
  return { ...linkOf(row), ...shown, preview: { status: 'shown', expiresAt } };
}
