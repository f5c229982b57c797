import { and, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm';
import { omit, pick } from 'es-toolkit/object';
import { isTooMany } from '../../../analytics/groups.ts';
import { askWith } from '../../../analytics/store/ask.ts';
import type { Inquiry } from '../../../analytics/store/inquiry.ts';
import { type PageRow, pageOrThrow, selectPage } from '../../../content/pages/store/internal.ts';
import type { Database, RowsOf } from '../../../db/client.ts';
import { hasWrite, newWrite, type WriteParams } from '../../../db/conditional-write.ts';
import { timeOfId } from '../../../db/id-time.ts';
import { record } from '../../../db/record.ts';
import type { Bound, ParamsOf } from '../../../db/statement.ts';
import { FootfallError, orThrow } from '../../../lib/errors.ts';
import { assertMatch, type IfMatch, matched, type Tagged } from '../../../lib/precondition.ts';
import { startOfDay } from '../../../lib/range.ts';
import { timesOf, toTimestamp, toTimestampOrNull } from '../../../lib/time.ts';
import { campaigns } from '../../tables/campaigns.ts';
import type { Campaign, CampaignJob } from '../schemas.ts';
import { columnsOf, type Job, singles } from '../words.ts';

/** Names a campaign by its path. */
export interface CampaignPath {
  pageId: string;
  campaignId: string;
}

export type CampaignRow = Omit<typeof campaigns.$inferSelect, 'calls'>;

/** A job as answers have it. */
export const toJob = (job: Job): CampaignJob => ({
  ...pick(job, ['kind', 'state', 'total', 'done', 'changed', 'refused']),
  problems: job.problems.map(({ row = null, ...problem }) => ({ ...problem, row })),
  startedAt: toTimestamp(job.startedAt),
  endedAt: toTimestampOrNull(job.endedAt),
  lastError: job.lastError ?? null,
});

export const toCampaign = (row: CampaignRow): Campaign => ({
  ...pick(row, ['campaignId', 'pageId', 'name', 'path', 'tenantDomainId', 'onPathTaken', 'rowsCount']),
  words: row.words as Campaign['words'],
  columns: columnsOf(row.words, row.path),
  hasEarlierWords: row.earlierWords !== null,
  job: row.job && toJob(row.job),
  ...timesOf(row, ['archivedAt', 'createdAt', 'updatedAt']),
});

/** Why a row is refused whose audience is archived. `{}` stands for the audience. */
export const archivedReason = 'Their audience {} is archived. Restore it first.';

/** Campaigns. A job does not count as a write, but the entity tag has how far it is. */
export const campaignRecord = record({
  table: campaigns,
  id: 'campaignId',
  prefix: 'campaign',
  columns: omit(getTableColumns(campaigns), ['calls']),
  toItem: toCampaign,
  orThrow: orThrow('campaign_not_found', 'The page has no campaign with this id.'),
  etag: {
    sql: sql`${campaigns.revision} || '.' || ${campaigns.rowsCount} || coalesce('.' || cast(${campaigns.job} ->> 'done' as integer)
      || '-' || cast(${campaigns.job} ->> 'total' as integer) || (${campaigns.job} ->> 'state')
      || iif(${campaigns.job} ->> 'lastError' is null, '', '!'), '')`,
    of: ({ revision, rowsCount, job }) =>
      `${revision}.${rowsCount}${job ? `.${job.done}-${job.total}${job.state}${job.lastError ? '!' : ''}` : ''}`,
  },
  initial: { rowsCount: 0, calls: '', cleared: sql`'{"fields":[],"metadata":[],"others":[]}'` as never },
});

/** The campaign of a page in these rows. Throws `page_not_found`, `campaign_not_found`. */
export function foundCampaign(
  pageId: string,
  page: object | undefined,
  row: CampaignRow | undefined,
): CampaignRow {
  pageOrThrow(page);
  return campaignRecord.orThrow(row?.pageId === pageId ? row : undefined);
}

/** Throws `campaign_archived`, if it is. */
export function refuseArchived({
  archivedAt,
  campaignId,
}: Pick<CampaignRow, 'archivedAt' | 'campaignId'>): void {
  if (archivedAt !== null) throw new FootfallError('campaign_archived', `${campaignId} is archived.`);
}

/** A campaign. Throws `page_not_found`, `campaign_not_found`. */
export async function getCampaign(
  db: Database,
  { pageId, campaignId }: CampaignPath,
): Promise<Tagged<Campaign>> {
  const [[page], [row]] = await db.batch([selectPage({ pageId }), campaignRecord.select({ campaignId })]);
  return campaignRecord.toTagged(foundCampaign(pageId, page, row));
}

/**
 * From when on visits through the links of a campaign count: the day of its creation, as those that retention has removed are
 * known by the day. The id says it before anything is read.
 */
export const countsSince = (campaignId: string): number => startOfDay(timeOfId(campaignId));

/**
 * Asks for the visits by links, and reads rows with them. If the workspace has more links than can be added up, it asks again
 * for those of the rows alone. `inquire` says what to ask of all links, or of `only` some.
 */
export async function askByLink<
  Asked extends { inquiries: readonly Inquiry[] },
  const S extends readonly Bound[],
>(
  db: Database,
  inquire: (only?: ReadonlySet<string>) => Asked,
  statements: S,
  linksOf: (rows: RowsOf<S>) => string[],
): Promise<{ rows: RowsOf<S>; asked: Asked }> {
  const all = inquire();
  try {
    return { rows: await askWith(db, all.inquiries, statements), asked: all };
  } catch (error) {
    if (!isTooMany(error)) throw error;
  }
  const rows = await db.batch(statements);
  const asked = inquire(new Set(linksOf(rows)));
  await askWith(db, asked.inquiries, []);
  return { rows, asked };
}

/** Names that a template, and those before it, had and that another one has not: SQL of a JSON array. */
const gone = (name: string, key: string, words: SQL) => {
  const keys = (of: SQL) =>
    key === 'others'
      ? sql`select key from json_each(${of}) where key in (${sql.raw(singles.map((one) => `'${one}'`).join(', '))})`
      : sql`select key from json_each(${of}, ${sql.raw(`'$.${key}'`)})`;
  return sql`${sql.raw(`'${name}'`)}, (select json_group_array(name) from (
    select value as name from json_each(${campaigns.cleared}, ${sql.raw(`'$.${name}'`)})
    union ${keys(sql`${campaigns.words}`)}) where name not in (${keys(words)}))`;
};

/** The columns of a campaign that gets another template. */
export const wordsColumns = (words: SQL) => ({
  words,
  // The same words again are no change.
  earlierWords: sql`iif(${campaigns.words} = ${words}, ${campaigns.earlierWords}, ${campaigns.words})`,
  cleared: sql`json_object(${sql.join(
    [
      gone('fields', 'fieldOverrides', words),
      gone('metadata', 'metadataOverride', words),
      gone('others', 'others', words),
    ],
    sql`, `,
  )})`,
});

/** The condition that a campaign is not archived. */
export const isOpen: SQL = isNull(campaigns.archivedAt);

/** An UPDATE of a campaign of this page. */
export const reviseCampaign = (
  { pageId, campaignId }: ParamsOf<CampaignPath>,
  write: WriteParams,
  changes: { [K in keyof CampaignRow]?: SQL | CampaignRow[K] | undefined },
  condition: SQL | undefined,
) => campaignRecord.revise(campaignId, write, changes as never, and(eq(campaigns.pageId, pageId), condition));

type Write = ReturnType<typeof newWrite>;

/** What is done beside a write of a campaign. */
interface Beside {
  /** A statement behind it. */
  also?: Bound;
  /** Throws why the write was not possible. */
  refuse?: (row: CampaignRow, page: PageRow) => void;
  /** Gets the campaign as it is then. */
  see?: (row: CampaignRow) => void;
}

/**
 * Writes to a campaign, if anything is `given`. Throws `page_not_found`, `campaign_not_found`,
 * `precondition_failed`, and what `refuse` throws.
 */
export async function writeCampaign(
  db: Database,
  path: CampaignPath,
  given: object,
  ifMatch: IfMatch,
  write: (write: Write) => Bound,
  { also, refuse, see }: Beside = {},
): Promise<Tagged<Campaign>> {
  const { pageId, campaignId } = path;
  if (Object.values(given).every((value) => value === undefined))
    return matched(await getCampaign(db, path), ifMatch);
  const made = newWrite(ifMatch);
  const [, [page], [row]] = await db.batch([
    write(made),
    selectPage({ pageId }),
    campaignRecord.select({ campaignId }),
    also,
  ]);
  const campaign = foundCampaign(pageId, page, row);
  const tagged = campaignRecord.toTagged(campaign);
  see?.(campaign);
  if (hasWrite(campaign, made)) return tagged;
  assertMatch(tagged.etag, ifMatch);
  refuse?.(campaign, pageOrThrow(page));
  return tagged;
}
