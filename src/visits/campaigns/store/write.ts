import { and, eq, isNull, sql } from 'drizzle-orm';
import { pick } from 'es-toolkit/object';
import { type PageRow, selectPage } from '../../../content/pages/store/internal.ts';
import { pages } from '../../../content/tables/pages.ts';
import type { Database } from '../../../db/client.ts';
import { keptWrites } from '../../../db/conditional-write.ts';
import { existsIn } from '../../../db/sql.ts';
import { type Param, statement } from '../../../db/statement.ts';
import { BoundedMap } from '../../../lib/bounded-map.ts';
import { FootfallError, fieldsMismatch, violation } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import { personFields } from '../../../people/persons/store/write.ts';
import { pathWithEnd, searchPathOf } from '../../page-links/path.ts';
import { matchedRow } from '../../tables/campaign-matches.ts';
import { campaigns } from '../../tables/campaigns.ts';
import type { FilledRow, Template } from '../filled-schemas.ts';
import { mostRows } from '../limits.ts';
import type { Words } from '../words.ts';
import { type CampaignPath, type CampaignRow, campaignRecord, foundCampaign } from './internal.ts';

/** A campaign with its page, as rows are filled by it. */
export type OpenCampaign = Template &
  Pick<
    CampaignRow,
    'campaignId' | 'pageId' | 'tenantDomainId' | 'onPathTaken' | 'archivedAt' | 'revision'
  > & {
    pageRevision: number;
  };

/** A campaign with its page, from their rows. */
export const openCampaign = (campaign: CampaignRow, page: PageRow): OpenCampaign => ({
  ...pick(campaign, ['campaignId', 'pageId', 'words', 'cleared', 'path', 'tenantDomainId', 'onPathTaken']),
  ...pick(campaign, ['archivedAt', 'revision']),
  fields: page.fields,
  pageRevision: page.revision,
});

/** The JSON from which the triggers of schema/derived/campaign-rows.sql.ts write a row. */
export function rowFields(
  campaign: OpenCampaign,
  row: FilledRow,
  position: number,
  author: string,
  now: number,
) {
  const { person, personId, path } = row;
  const newLinkId = newId('page_link');
  const [shortPath, longPath] = [
    pathWithEnd(path, newLinkId.slice(-4)),
    pathWithEnd(path, newLinkId.slice(-26)),
  ];
  return {
    ...(person && personFields(person, 'fill', now)),
    ...pick(campaign, ['campaignId', 'pageId', 'tenantDomainId', 'onPathTaken']),
    ...pick(row, ['sent', 'wordsHash', 'fields', 'metadata', 'others']),
    writeId: newId('entry'),
    now,
    position,
    personId: personId ?? null,
    author,
    newAudienceId: newId('audience'),
    newVersionId: newId('version'),
    newLinkId,
    path,
    shortPath,
    longPath,
    pathSearch: searchPathOf(path),
    shortPathSearch: searchPathOf(shortPath),
    longPathSearch: searchPathOf(longPath),
  };
}
export type Fields = ReturnType<typeof rowFields> & { newPersonId?: string };
const idsOfRow = ['writeId', 'newPersonId', 'newAudienceId', 'newVersionId', 'newLinkId'] as const;

/** What SQL says of a row: behind its write, and before the next one; in a dry run, before it. */
interface Matched {
  personId: string;
  audienceId: string | null;
  pageLinkId: string | null;
  pathName: 'path' | 'shortPath' | 'longPath' | null;
  path: string | null;
  revision: number | null;
  versionId: string | null;
  isWritten: number;
  isFirst: number;
  isSame: number;
  isQueued: number;
  holder: string | null;
  refusal: Refusal | null;
}
const matched = (write: string) =>
  sql.raw(`(select json_object('personId', person_id, 'audienceId', audience_id, 'pageLinkId', page_link_id,
      'pathName', path_name, 'path', (select path from page_links where page_links.page_link_id = met.page_link_id),
      'revision', row_revision, 'versionId', version_id, 'isSame', is_same_words and is_same_sent,
      'isWritten', instr(coalesce(write_id, ''), ${write} ->> 'writeId') > 0,
      'isFirst', row_revision <= ${keptWrites} and substr(write_id, -length(${write} ->> 'writeId')) = ${write} ->> 'writeId',
      'isQueued', exists (select 1 from audience_versions
        where audience_versions.version_id = met.version_id and transition_id = ${write} ->> 'writeId'),
      'holder', holder, 'refusal', refusal)
    from (${matchedRow(write)}) as met)`);

/** A campaign as rows were filled by it. */
export interface FilledParams {
  campaignId: Param<string>;
  revision: Param<number>;
  pageRevision: Param<number>;
  /** The job whose step it is, and the person after whom the step begins: one that is done already changes nothing. */
  jobId: Param<string> | undefined;
  after: Param<string> | undefined;
}
interface RowsParams {
  /** A JSON array. */
  rows: Param<string>;
  at: FilledParams;
}
export interface Returned {
  position: number;
  matched: string;
}

/** The condition that a campaign and its page are as the rows were filled. */
export const isAsFilled = ({ campaignId, revision, pageRevision, jobId, after }: FilledParams) =>
  existsIn(
    sql`${campaigns} join ${pages} on ${eq(pages.pageId, campaigns.pageId)}`,
    and(
      eq(campaigns.campaignId, campaignId),
      eq(campaigns.revision, revision),
      eq(pages.revision, pageRevision),
      jobId && after
        ? and(
            sql`${campaigns.job} ->> 'jobId' = ${jobId}`,
            sql`${campaigns.job} ->> 'after' = ${after}`,
            sql`${campaigns.job} ->> 'state' = 'running'`,
          )
        : isNull(campaigns.archivedAt),
    ),
  );

/** Inserts rows, in order. As in people/persons/store/write.ts, RETURNING is evaluated after the triggers of each row. */
export const insertRows = statement(
  (params: RowsParams) => sql<Returned>`insert into campaign_row_writes ("write")
    select value from json_each(${params.rows}) where ${isAsFilled(params.at)}
    returning campaign_row_writes."write" ->> 'position' as position,
      ${matched('campaign_row_writes."write"')} as matched`,
);
const matchRows = statement(
  (params: RowsParams) => sql<Returned>`select item.value ->> 'position' as position,
      ${matched('item.value')} as matched
    from json_each(${params.rows}) as item where ${isAsFilled(params.at)}`,
);

type Refusal = 'person_not_found' | 'audience_archived' | 'campaign_full' | 'fields_mismatch' | 'path_taken';

/** The error of a row that was refused. */
function refusalOf(refusal: Refusal, { audienceId, holder }: Matched, { path }: Fields): FootfallError {
  switch (refusal) {
    case 'person_not_found':
      return new FootfallError(refusal, 'There is no person with this id.');
    case 'audience_archived':
      return new FootfallError(
        refusal,
        `Their audience ${audienceId} of the page is archived. Restore it first.`,
        {
          field: 'personId',
          conflictingId: audienceId,
        },
      );
    case 'campaign_full':
      return new FootfallError(refusal, `A campaign has at most ${mostRows.toLocaleString('en')} rows.`);
    case 'fields_mismatch':
      return fieldsMismatch([
        violation(
          'body',
          'words.fieldOverrides',
          'too_long',
          'is too long with what their audience says already',
        ),
      ]);
    case 'path_taken':
      return new FootfallError(refusal, `Another link has the path ${path}.`, {
        field: 'path',
        conflictingId: holder,
      });
  }
}

/** What became of a row. */
export interface RowOutcome {
  outcome: 'created' | 'updated' | 'unchanged';
  personId: string | null;
  isNewPerson: boolean;
  audienceId: string | null;
  isNewAudience: boolean;
  pageLinkId: string | null;
  path: string | null;
  words: Words | null;
}
type Outcome = ({ ok: true } & RowOutcome) | { ok: false; error: FootfallError };

/** The outcome of a row, and the version that it has queued. In a dry run there is no id of what would be new. */
function outcomeOf(fields: Fields, row: FilledRow, found: Matched, isDryRun: boolean): Outcome {
  if (found.refusal) return { ok: false, error: refusalOf(found.refusal, found, fields) };
  const { personId, pathName } = found;
  // In a retry, another client may have erased the person whom the first run created.
  if (!isDryRun && !found.isWritten && !found.isSame)
    return { ok: false, error: new FootfallError('person_not_found', 'The person was erased meanwhile.') };
  const isNewPerson = personId === fields.newPersonId;
  const isNewAudience = isDryRun ? found.audienceId === null : found.audienceId === fields.newAudienceId;
  // Others may have written the row since, if the answer was lost.
  const isNew = isDryRun ? found.revision === null : Boolean(found.isFirst);
  return {
    ok: true,
    outcome: isNew ? 'created' : found.isSame && !found.isWritten ? 'unchanged' : 'updated',
    personId: isDryRun && isNewPerson ? null : personId,
    isNewPerson,
    audienceId: found.audienceId,
    isNewAudience,
    pageLinkId: found.pageLinkId,
    path: found.path ?? (pathName && fields[pathName]),
    words: isDryRun ? row.words : null,
  };
}

/** The most bytes of rows in one statement: D1 takes 2 MB in a parameter. */
const mostBytes = 1_000_000;

const encoder = new TextEncoder();

/** Texts of JSON in arrays of up to `mostBytes` bytes. */
export function arraysOf(items: string[]): string[] {
  const arrays: string[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const item of items) {
    const bytes = encoder.encode(item).length;
    if (size + bytes > mostBytes) {
      arrays.push([]);
      size = 0;
    }
    arrays.at(-1)?.push(item);
    size += bytes;
  }
  return arrays.map((array) => `[${array.join()}]`);
}

/** What this isolate knows of campaigns. What has changed since is read again: a write says for what it is filled. */
const known = new BoundedMap<string, OpenCampaign>(100);

/** A version that rows have queued. */
export interface Queued {
  versionId: string;
  transitionId: string;
}

/** What SQL says of each row, by its position. */
const foundIn = (returned: Returned[]) =>
  new Map(returned.map(({ position, matched: json }) => [position, JSON.parse(json) as Matched]));

/** The versions that rows have queued. */
export function queuedOf(fields: (Fields | undefined)[], returned: Returned[]): Queued[] {
  const found = foundIn(returned.filter(({ matched: json }) => json !== undefined));
  return fields.flatMap((one, index) => {
    const { versionId = null, isQueued } = found.get(index) ?? {};
    return one && versionId !== null && isQueued ? [{ versionId, transitionId: one.writeId }] : [];
  });
}

interface Written<Row> {
  outcomes: (Outcome | Row)[];
  queued: Queued[];
}
type Filling<Failed> = ({ ok: true; value: FilledRow } | Failed)[];

/** How often rows are filled again, because the campaign or the page changes meanwhile. */
const mostTries = 5;

interface Options {
  author: string;
  isDryRun: boolean;
}

/**
 * Writes rows of a campaign in order, in one batch, each with its person, audience, version and link, or not at all. One that is
 * refused stops no other. `fill` makes their words from the campaign as it is. In a dry run, nothing is written, and each row is
 * looked at alone. Throws `page_not_found`, `campaign_not_found`, `campaign_archived`.
 */
export async function writeRows<Failed extends { ok: false }>(
  db: Database,
  workspace: string,
  { pageId, campaignId }: CampaignPath,
  fill: (campaign: OpenCampaign) => Filling<Failed>,
  { author, isDryRun }: Options,
): Promise<Written<Failed>> {
  const now = Date.now();
  const key = `${workspace} ${campaignId}`;
  const state = [selectPage({ pageId }), campaignRecord.select({ campaignId })] as const;
  const take = (page: PageRow | undefined, row: CampaignRow | undefined): OpenCampaign => {
    known.delete(key);
    const campaign = foundCampaign(pageId, page, row);
    if (campaign.archivedAt !== null)
      throw new FootfallError('campaign_archived', `${campaignId} is archived.`);
    const open = openCampaign(campaign, page as PageRow);
    known.set(key, open);
    return open;
  };
  let campaign = known.get(key);
  if (campaign?.pageId !== pageId) {
    const [[page], [row]] = await db.batch(state);
    campaign = take(page, row);
  }
  let fields: (Fields | undefined)[] = [];
  for (let tries = 0; tries < mostTries; tries++) {
    const filling = fill(campaign);
    const before = fields;
    // The ids stay: a try whose answer was lost may have written the rows.
    fields = filling.map((one, position) =>
      one.ok
        ? ({
            ...rowFields(campaign as OpenCampaign, one.value, position, author, now),
            ...pick(before[position] ?? ({} as Fields), [...idsOfRow]),
          } as Fields)
        : before[position],
    );
    const texts = fields.flatMap((one, position) =>
      one && filling[position]?.ok ? [JSON.stringify(one)] : [],
    );
    const { revision, pageRevision } = campaign;
    const write = isDryRun ? matchRows : insertRows;
    const [[page], [row], ...written] = await db.batch([
      ...state,
      ...arraysOf(texts).map((rows) =>
        write({ rows, at: { campaignId, revision, pageRevision, jobId: undefined, after: undefined } }),
      ),
    ] as const);
    const current = take(page, row as CampaignRow | undefined);
    if (current.revision === revision && current.pageRevision === pageRevision) {
      const returned = written.flat() as Returned[];
      const found = foundIn(returned);
      const outcomes = filling.map((one, index) => {
        const [sent, met] = [fields[index], found.get(index)];
        return one.ok && sent && met ? outcomeOf(sent, one.value, met, isDryRun) : (one as Failed);
      });
      return { outcomes, queued: queuedOf(fields, returned) };
    }
    campaign = current;
  }
  throw new FootfallError('precondition_failed', 'The campaign changes all the time; try again.');
}
