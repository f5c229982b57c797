import { and, eq, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { pick } from 'es-toolkit/object';
import { contentIn, contentOf, type Frozen, pageContentOf } from '../../../content/audiences/content.ts';
import type { Content } from '../../../content/pages/content-schemas.ts';
import { experiments } from '../../../content/tables/experiments.ts';
import { audiences, audienceVersions, pages } from '../../../content/tables/pages.ts';
import type { RowOf } from '../../../db/record-list.ts';
import { jsonObject } from '../../../db/sql.ts';
import type { ResolvedExperiment as Experiment } from '../resolve-schemas.ts';
import { linkColumns, toLink } from './internal.ts';

/** A part of every entity tag, and of the names of copies. Increase it when the same rows give a different answer than before. */
export const answerVersion = 4;

/** The columns of a page's own words. */
const pageColumns = {
  ...pick(pages, ['title', 'url', 'metadata', 'fields']),
  pageRevision: pages.revision,
};

/** The columns of a page that is found by its own URL. */
export const foundPageColumns = { pageId: pages.pageId, ...pageColumns };

/** A version of a running test, as it is read. */
interface ArmRow {
  versionId: string;
  versionNumber: number;
  weight: number;
  snapshot: string | null;
  frozen: string | null;
}
const arm = alias(audienceVersions, 'arm_version');
const armColumns: Record<keyof ArmRow, SQLWrapper> = {
  ...pick(arm, ['versionId', 'versionNumber', 'snapshot', 'frozen']),
  weight: sql`arm.value ->> 'weight'`,
};
/** The columns of the test that runs on the audience of a link, which may be missing: see `isRunning`. */
const testColumns = {
  ...pick(experiments, ['experimentId', 'endsAt']),
  armsCount: sql<number | null>`json_array_length(${experiments.arms})`,
  arms: sql<string | null>`(select json_group_array(${jsonObject(armColumns)})
    from json_each(${experiments.arms}) as arm cross join ${audienceVersions} as ${arm} on ${arm.versionId} = arm.value ->> 'versionId')`,
};
/** The condition that a test runs on the audience. A literal: SQLite then sees that the index of running tests applies. */
export const isRunning = and(
  eq(experiments.audienceId, audiences.audienceId),
  sql`${experiments.status} = 'running'`,
);

/** The columns of a link and of what it leads to. The versions, the page and the test may be missing. */
export const servedColumns = {
  ...linkColumns,
  ...testColumns,
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
  experimentId: null,
  endsAt: null,
  armsCount: null,
  arms: null,
};
/** A page that is found by its own URL. */
export const foundPage = (page: RowOf<typeof foundPageColumns>): Found => ({ ...noLink, ...page });

/** An id without its prefix, which keeps entity tags short. */
const suffix = (id: string | null) => id?.slice(id.lastIndexOf('_') + 1) ?? '';

/** The entity tag: the state of the link, and the snapshot or the state of the page. */
export function etagOf(row: Found, test: Experiment | null): string {
  const served =
    row.snapshot === null ? `p${row.pageRevision}` : `${suffix(row.versionId)}.${suffix(row.personId)}`;
  const link = row.pageLinkId === null ? suffix(row.pageId) : `${suffix(row.pageLinkId)}.${row.revision}`;
  return `${answerVersion}.${link}.${served}${test === null ? '' : `.${suffix(test.experimentId)}`}`;
}

/**
 * The test that runs, with the words of each version. A test whose time has come ends, also before the cron ends it. If a
 * version has no words, whatever has happened to it, there is none: all visitors get the live version.
 */
export function testOf({ experimentId, endsAt, arms, armsCount }: Found): Experiment | null {
  if (experimentId === null || (endsAt !== null && endsAt <= Date.now())) return null;
  const rows = JSON.parse(arms ?? '[]') as ArmRow[];
  const withWords = rows.flatMap(({ snapshot, frozen, ...arm }) => {
    if (snapshot !== null) return { ...arm, content: contentIn(snapshot) };
    return frozen === null ? [] : { ...arm, content: contentOf(JSON.parse(frozen) as Frozen) };
  });
  return withWords.length === armsCount ? { experimentId, unit: null, arms: withWords } : null;
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
