import { type Call, json, Problem } from './http.ts';
import { timestamp, timestampOrNull } from './ids.ts';
import { cursorOf, encodeCursor, limitOf, page } from './lists.ts';
import { effectiveMetadata, fullMetadata, type PageContent } from './metadata.ts';

interface AudienceRow {
  audienceId: string;
  pageId: string;
  personId: string | null;
  personName: string | null;
  personSlug: string | null;
  audienceNumber: number;
  customName: string | null;
  actionFormIdOverride: string | null;
  actionFormInstructionsOverride: string | null;
  actionUrlOverride: string | null;
  metadataOverride: string;
  createdAt: number;
  archivedAt: number | null;
}

interface VersionRow {
  audienceId: string;
  versionId: string;
  versionNumber: number;
  status: string;
  isNewPageAgent: number;
  supplementaryContext: string | null;
  createdAt: number;
  becameDraftAt: number | null;
  queuedAt: number | null;
  processingAt: number | null;
  publishedAt: number | null;
  cancelledAt: number | null;
  obsoleteAt: number | null;
  archivedAt: number | null;
  cancelReason: string | null;
  publishAt: number | null;
  requestedBy: string | null;
}

const pageSql = 'select title, url, metadata, audiences_count as total from pages where page_id = ?1';

const audiencesSql = `select audience_id as audienceId, page_id as pageId, audience.person_id as personId,
    person.name as personName, person.slug as personSlug, audience_number as audienceNumber,
    custom_name as customName, action_form_id_override as actionFormIdOverride,
    action_form_instructions_override as actionFormInstructionsOverride,
    action_url_override as actionUrlOverride, metadata_override as metadataOverride,
    audience.created_at as createdAt, archived_at as archivedAt
  from audiences as audience left join persons as person on person.person_id = audience.person_id
  where page_id = ?1 and audience_id < ?2 order by audience_id desc limit ?3`;

// The newest version of each audience in the list above, and the published version if it is a different one.
const versionsSql = `select version.audience_id as audienceId, version_id as versionId,
    version_number as versionNumber, status, is_new_page_agent as isNewPageAgent,
    supplementary_context as supplementaryContext, created_at as createdAt, became_draft_at as becameDraftAt,
    queued_at as queuedAt, processing_at as processingAt, published_at as publishedAt,
    cancelled_at as cancelledAt, obsolete_at as obsoleteAt, archived_at as archivedAt,
    cancel_reason as cancelReason, publish_at as publishAt, requested_by as requestedBy
  from (select audience_id from audiences where page_id = ?1 and audience_id < ?2
    order by audience_id desc limit ?3) as audience
  cross join audience_versions as version on version.audience_id = audience.audience_id
    and (version_number = (select max(version_number) from audience_versions as newest
      where newest.audience_id = audience.audience_id) or status = 'published')`;

/** The allowed actions for a version of each status. */
const actions: Record<string, string[]> = {
  draft: ['publish', 'cancel'],
  pending: ['ready', 'cancel'],
  queued: ['cancel'],
  processing: ['cancel'],
  cancelled: ['publish'],
};

const toVersion = (row: VersionRow, isArchived: boolean) => ({
  versionId: row.versionId,
  audienceId: row.audienceId,
  versionNumber: row.versionNumber,
  status: row.status,
  isNewPageAgent: row.isNewPageAgent === 1,
  supplementaryContext: row.supplementaryContext,
  createdAt: timestamp(row.createdAt),
  becameDraftAt: timestampOrNull(row.becameDraftAt),
  queuedAt: timestampOrNull(row.queuedAt),
  queueDurationMs:
    row.processingAt === null || row.queuedAt === null ? null : Math.max(row.processingAt - row.queuedAt, 0),
  publishedAt: timestampOrNull(row.publishedAt),
  cancelledAt: timestampOrNull(row.cancelledAt),
  obsoleteAt: timestampOrNull(row.obsoleteAt),
  archivedAt: timestampOrNull(row.archivedAt),
  cancelReason: row.cancelReason,
  publishAt: timestampOrNull(row.publishAt),
  requestedBy: row.requestedBy,
  allowedActions: (actions[row.status] ?? []).filter((action) => action !== 'publish' || !isArchived),
});

function toAudience(row: AudienceRow, versions: VersionRow[], ofPage: PageContent) {
  const isArchived = row.archivedAt !== null;
  const newest = versions.reduce((a, b) => (a.versionNumber > b.versionNumber ? a : b));
  const published = versions.find(({ status }) => status === 'published');
  const latestVersion = toVersion(newest, isArchived);
  const override = JSON.parse(row.metadataOverride);
  const computedName = row.personName ?? `Audience ${row.audienceNumber}`;
  return {
    audienceId: row.audienceId,
    pageId: row.pageId,
    personId: row.personId,
    personRouteKey: row.personSlug,
    computedName,
    customName: row.customName,
    effectiveName: row.customName ?? computedName,
    isNewPageAgent: latestVersion.isNewPageAgent,
    status: isArchived ? 'archived' : latestVersion.status,
    actionFormIdOverride: row.actionFormIdOverride,
    actionFormInstructionsOverride: row.actionFormInstructionsOverride,
    actionUrlOverride: row.actionUrlOverride,
    supplementaryContext: latestVersion.supplementaryContext,
    archivedAt: timestampOrNull(row.archivedAt),
    createdAt: timestamp(row.createdAt),
    latestVersion,
    publishedVersion: published ? toVersion(published, isArchived) : null,
    effectiveMetadata: effectiveMetadata(ofPage, override),
    metadataOverride: fullMetadata(override, ofPage.metadata),
  };
}

interface PageRow {
  title: string;
  url: string;
  metadata: string;
  total: number;
}

export async function listAudiences(call: Call): Promise<Response> {
  const { db, ids } = call;
  const [pageId] = ids;
  const limit = limitOf(call, 100);
  const scope = ['audiences', pageId];
  // `~` sorts after every id.
  const range = [pageId, cursorOf(call, scope) ?? '~', limit + 1];
  const [[found], rows, versions] = await db.batch<[PageRow[], AudienceRow[], VersionRow[]]>([
    db.sql(pageSql, pageId),
    db.sql(audiencesSql, ...range),
    db.sql(versionsSql, ...range),
  ]);
  if (!found) throw new Problem(404, 'page_not_found', 'There is no page with this id.');
  const ofPage = { ...found, metadata: JSON.parse(found.metadata) };
  const versionsOf = Map.groupBy(versions, ({ audienceId }) => audienceId);
  const toItem = (row: AudienceRow) => toAudience(row, versionsOf.get(row.audienceId) ?? [], ofPage);
  const cursorAt = ({ audienceId }: AudienceRow) => encodeCursor(scope, audienceId);
  return json(call, page(rows, limit, found.total, toItem, cursorAt));
}
